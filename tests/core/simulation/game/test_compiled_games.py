"""Games of the compiled part are those that Python plays: the same moves, dice and results, game by game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.files import load
from fairground.core.native import PURE, library
from fairground.core.simulation.game import GameArena
from fairground.core.simulation.game.compiled_games import compiled_games
from fairground.core.simulation.game.ladder import bot
from tests.core.simulation.game.watched import SCENARIOS, WATCHED, without_mission

if TYPE_CHECKING:
    from fairground.core.simulation.game.ending import GameOutcome
    from fairground.core.simulation.game.state import GameState

needs_library = pytest.mark.skipif(library() is None, reason="there is no compiled part here")
#: Bots of each party, each with all of the ways in which bots weigh.
BOTS = ("objectives", "planning", "random,hold", "advance")


def arena_of(name: str, bots: str, order: str | None = None, turns: int | None = None) -> GameArena:
    scenario = without_mission(load(SCENARIOS / f"{name}.yaml"))
    scenario = replace(scenario, turns=turns or scenario.turns)
    parties = len(GameArena.of(scenario).parties)
    listed = bots.split(",") * parties
    return GameArena.of(scenario, bots=listed[:parties], order=order)


def everything(state: GameState, outcome: GameOutcome | None) -> tuple[object, ...]:
    """Return all that a game can leave behind; the dice say how often they were thrown, and for what."""
    return (
        outcome,
        state.rows.tolist(),
        state.there.tolist(),
        state.party_hexes,
        state.alive,
        state.lost,
        state.acted,
        (state.points, state.losses, state.held, state.scored),
        (state.turn, state.spent, state.heat),
        state.dice.getstate(),
    )


def both(arena: GameArena, seed: int, first: int) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Return the same game from the compiled part and from Python."""
    seated = arena.seated(first)
    compiled, plain = seated.begin(seed), seated.begin(seed)
    outcome = seated.play_out(compiled)
    bots = [bot(it) for it in seated.bots]
    return everything(compiled, outcome), everything(plain, seated.play_on(plain, bots))


@needs_library
@pytest.mark.parametrize("bots", BOTS)
@pytest.mark.parametrize("name", WATCHED)
def test_games_are_the_same_in_python(name: str, bots: str) -> None:
    arena = arena_of(name, bots, turns=3 if bots == "planning" else None)
    assert compiled_games(arena) is not None
    for seed in range(2):
        compiled, plain = both(arena, seed, seed % len(arena.parties))
        assert compiled == plain


@needs_library
@pytest.mark.long
@pytest.mark.parametrize("name", ["millwater-valley", "ring-of-tors", "three-crowns"])
def test_searched_games_are_the_same_in_python(name: str) -> None:
    compiled, plain = both(arena_of(name, "searching", turns=2), 3, 1)
    assert compiled == plain


@needs_library
def test_a_searched_turn_is_the_same_in_python() -> None:
    compiled, plain = both(arena_of("twin-stones", "searching", turns=1), 3, 1)
    assert compiled == plain


@needs_library
def test_python_plays_games_with_more_objectives_than_fit_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = arena_of("twin-stones", "objectives")
    assert compiled_games(arena) is not None
    monkeypatch.setattr(f"{compiled_games.__module__}._MOST_GOALS", len(arena.goals) - 1)
    assert compiled_games(arena) is None


def test_games_are_the_same_without_the_compiled_part(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = arena_of("twin-stones", "objectives").play(5, 1)
    monkeypatch.setenv(PURE, "1")
    pure = arena_of("twin-stones", "objectives")
    assert compiled_games(pure) is None
    assert pure.play(5, 1) == usual


@needs_library
def test_python_plays_what_the_compiled_part_does_not() -> None:
    assert compiled_games(arena_of("twin-stones", "objectives", "simultaneous")) is None
    assert compiled_games(GameArena.of(load(SCENARIOS / "last-convoy.yaml"))) is None


@needs_library
def test_what_goes_wrong_in_a_table_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = arena_of("twin-stones", "objectives")

    def fail(*_: object) -> None:
        raise ValueError("no sight today")

    games = compiled_games(arena)
    assert games is not None
    monkeypatch.setattr(arena.tables.moves(0, 0).__class__, "exits", fail)
    with pytest.raises(ValueError, match="no sight today"):
        games.play_on(arena.begin(1))
    monkeypatch.undo()
    state = arena.begin(1)
    games.play_on(state)
    assert state.turn > 0
