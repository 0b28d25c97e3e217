"""Games of the compiled part are those that Python plays: the same moves, dice and results, game by game."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest

from fairground.core.files import load
from fairground.core.native import PURE, library
from fairground.core.scenario.parts import RulesetReference
from fairground.core.simulation.game import GameArena
from fairground.core.simulation.game.compiled_games import compiled_games
from fairground.core.simulation.game.ladder import bot
from fairground.core.simulation.game.turn import ORDERS
from tests.core.simulation.game.grounds import MIRRORED, ground
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
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("bots", BOTS)
@pytest.mark.parametrize("name", WATCHED)
def test_games_are_the_same_in_python(name: str, bots: str, order: str) -> None:
    arena = arena_of(name, bots, order, turns=3 if bots == "planning" else None)
    assert compiled_games(arena) is not None
    for seed in range(2):
        compiled, plain = both(arena, seed, seed % len(arena.parties))
        assert compiled == plain


@needs_library
@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", ["millwater-valley", "ring-of-tors", "three-crowns"])
def test_searched_games_are_the_same_in_python(name: str, order: str) -> None:
    compiled, plain = both(arena_of(name, "searching", order, turns=2), 3, 1)
    assert compiled == plain


@needs_library
@pytest.mark.parametrize("order", ORDERS)
def test_a_searched_turn_is_the_same_in_python(order: str) -> None:
    compiled, plain = both(arena_of("twin-stones", "searching", order, turns=1), 3, 1)
    assert compiled == plain


@needs_library
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("ends", "through_enemies", "through_allies"), list(product((False, True), repeat=3))
)
def test_games_are_the_same_in_python_however_units_block_each_other(
    order: str, *, ends: bool, through_enemies: bool, through_allies: bool
) -> None:
    occupied = {"ends": ends, "through_enemies": through_enemies, "through_allies": through_allies}
    overrides = {f"movement.occupied.{key}": value for key, value in occupied.items()}
    scenario = replace(ground(MIRRORED), ruleset=RulesetReference("penance-2.0", overrides))
    arena = GameArena.of(scenario, bots="advance", order=order)
    assert arena.tables.rules.movement.occupied.ends is ends
    for seed in range(4):
        compiled, plain = both(arena, seed, seed % 2)
        assert compiled == plain


@needs_library
def test_python_plays_games_with_more_objectives_than_fit_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = arena_of("twin-stones", "objectives")
    assert compiled_games(arena) is not None
    monkeypatch.setattr(f"{compiled_games.__module__}._MOST_GOALS", len(arena.goals) - 1)
    assert compiled_games(arena) is None


@needs_library
def test_python_plays_games_whose_paths_do_not_fit_the_memory_of_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arena = arena_of("twin-stones", "objectives")
    states = arena.tables.field.count * arena.tables.moves(0, 0).size
    monkeypatch.setattr(f"{compiled_games.__module__}._MOST_STATES", states)
    assert compiled_games(arena) is not None
    monkeypatch.setattr(f"{compiled_games.__module__}._MOST_STATES", states - 1)
    assert compiled_games(arena) is None


@pytest.mark.parametrize("order", ORDERS)
def test_games_are_the_same_without_the_compiled_part(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = arena_of("twin-stones", "objectives", order).play(5, 1)
    monkeypatch.setenv(PURE, "1")
    pure = arena_of("twin-stones", "objectives", order)
    assert compiled_games(pure) is None
    assert pure.play(5, 1) == usual


@needs_library
def test_python_plays_what_the_compiled_part_does_not() -> None:
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
