"""A record replays the game: after every event its position is that of the engine, and the game is the one played unwatched."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice, pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Objective, Unit, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.ladder import BOTS
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.recording import recorder
from fairground.core.simulation.recording.events import (
    ActionsEnded,
    Arrived,
    Attacked,
    LeftBoard,
    Planted,
    TurnBegan,
    UnitMoved,
)
from fairground.core.simulation.recording.game_text import game_lines
from fairground.core.simulation.recording.games_file import games_from_bytes, games_to_bytes
from fairground.core.simulation.recording.record_games import record_games
from fairground.core.simulation.recording.recorder import RecordedState, charge_places, record_game
from fairground.core.simulation.recording.steps import (
    Position,
    ReplayedUnit,
    StepKind,
    position_after,
    start_position,
    steps,
)
from tests.core.metrics.fairness.contests import arena as arena_of
from tests.core.simulation.boards import EVEN, even_board, some_units
from tests.core.simulation.game.watched import WATCHED, referee

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.recording.events import Event


def engine_position(state: GameState) -> Position:
    """Return the position that the engine is in."""
    on_board = {it for units in state.alive for it in units}
    return Position(
        state.turn,
        tuple(
            ReplayedUnit(row[Of.HEX], row[Of.FACING], row[Of.HIT_POINTS], heat, number in on_board)
            for number, (row, heat) in enumerate(zip(state.rows.tolist(), state.heat, strict=True))
        ),
        tuple(state.points),
        tuple(map(tuple, state.held)),
        tuple(map(tuple, state.scored)),
        tuple(
            it
            for win in state.wins
            for task in win.tasks
            if task.task.kind is TaskKind.PLANT
            for it in task.charges
        ),
    )


def by_party(position: Position, first: int) -> Position:
    """Return a position with the parties in the order of the file; the engine has party ``first`` as number 0."""

    def turned(it: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(it[(party - first) % len(it)] for party in range(len(it)))

    return replace(
        position,
        points=turned(position.points),
        held=tuple(map(turned, position.held)),
        took=tuple(map(turned, position.took)),
    )


class Witnessed(RecordedState):
    """Keeps the engine's position at every event that it notes by itself, with the number of events so far."""

    seen: list[tuple[int, Position]]

    def note(self, event: Event) -> None:
        super().note(event)
        if not self.is_thinking:
            self.seen.append((len(self.events), engine_position(self)))


def check(arena: GameArena, seed: int, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, Position]] = []
    monkeypatch.setattr(Witnessed, "seen", seen, raising=False)
    monkeypatch.setattr(recorder, "RecordedState", Witnessed)
    game = record_game(arena, seed, first)
    sizes = len(arena.parties), len(arena.goals), len(charge_places(arena.mission))
    position = start_position(game, *sizes)
    positions = [position]
    for event in game.events:
        position = position_after(position, event)
        positions.append(position)
    assert len(seen) > len(arena.parties)
    for count, engine in seen:
        assert positions[count] == by_party(engine, first)
    played = arena.play(seed, first)
    assert (game.winner, game.turns, game.points, game.losses, game.end) == tuple(played)
    assert position.points == played.points
    found = steps(game, *sizes)
    tells = [it for it in game.events if not isinstance(it, TurnBegan | ActionsEnded)]
    in_steps = [event for it in found for event in it.events]
    assert [it for it in in_steps if not isinstance(it, TurnBegan | ActionsEnded)] == tells
    assert found[-1].after == position
    assert all(one.after == other.before for one, other in pairwise(found))
    actions = [it for it in found if it.kind is StepKind.ACTION]
    assert sum(isinstance(it, Attacked) for it in game.events) == sum(
        it.attacked is not None for it in actions
    )
    assert sum(isinstance(it, UnitMoved) for it in game.events) == sum(it.moved is not None for it in actions)


@pytest.mark.long
@settings(max_examples=12, deadline=None)
@given(
    board=st.sampled_from(EVEN),
    order=st.sampled_from(["alternate", "simultaneous"]),
    bots=st.tuples(st.sampled_from(list(BOTS)), st.sampled_from(list(BOTS))),
    seed=st.integers(0, 2**64 - 1),
    first=st.integers(0, 1),
)
def test_a_record_replays_every_position(
    board: tuple[Layout, tuple[int, int], str, int], order: str, bots: tuple[str, str], seed: int, first: int
) -> None:
    scenario = even_board(*board)
    arena = GameArena.of(scenario, some_units(scenario, 3), list(bots), order)
    with pytest.MonkeyPatch.context() as patch:
        check(arena, seed, first, patch)


@pytest.mark.long
@pytest.mark.parametrize("name", WATCHED)
@pytest.mark.parametrize("order", ["alternate", "simultaneous"])
def test_a_record_replays_games_on_shipped_scenarios(
    name: str, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = referee(name, order, ("objectives", "random", "advance"), turns=4).arena
    for seed in range(2):
        check(arena, seed, seed % len(arena.parties), monkeypatch)


def test_bots_without_scores_give_no_reasons_and_others_do() -> None:
    arena = referee("twin-stones", "alternate", ("objectives", "random"), turns=2).arena
    game = record_game(arena, 5)
    moves = [it for it in game.events if isinstance(it, UnitMoved)]
    by_party = {party: [it.why for it in moves if game.units[it.unit].party == party] for party in (0, 1)}
    assert all(by_party[0])
    assert by_party[1]
    assert not any(by_party[1])
    # The objectives bot takes the option that scores most.
    assert all(it.chosen_score >= it.other_score - 0.05 for it in by_party[0] if it and it.other >= 0)


def test_several_parties_each_have_a_bot_of_their_own() -> None:
    arena = referee("three-crowns", "alternate", tuple(islice(cycle(("hold", "random")), 3)), turns=1).arena
    assert record_game(arena, 1, 2).first == 2


PLANT = Task(TaskKind.PLANT, ("middle",), turns=1)
LEAVE = Task(TaskKind.EXIT, ("gate",), count=1)


def mission(task: Task) -> Scenario:
    """Return a board on which the west has a task, and the east gets reinforcements."""
    scenario = arena_of(*(".........",) * 7, zones={"west": "columns 1-2", "east": "columns 8-9"})
    label = scenario.board.parse
    scenario.objectives = [Objective("middle", parse_shape("C4"), points=1, name="Middle")]
    scenario.zones = [*scenario.zones, Zone("gate", "west", parse_shape("column 9"), ZoneKind.EXIT)]
    wins = {
        "west": (Win((task,)),),
        "east": (Win((Task(TaskKind.TIME_OUT),)),),
    }
    scenario.sides = [replace(it, wins=wins[it.id]) for it in scenario.sides]
    scenario.units = [
        Unit("w1", "west", "scout", label("B3"), name="Sapper"),
        Unit("w2", "west", "scout", label("B5")),
        Unit("e1", "east", "scout", label("H2")),
        Unit("e2", "east", "scout", label("H6"), arrives=2),
    ]
    scenario.turns = 6
    return scenario


@pytest.mark.parametrize("order", ["alternate", "simultaneous"])
@pytest.mark.parametrize(
    ("task", "kind", "words"),
    [
        (PLANT, Planted, "plants a charge at Middle, which goes off at the end of turn "),
        (LEAVE, LeftBoard, " leaves the board."),
    ],
)
def test_missions_are_replayed_and_told(
    order: str, task: Task, kind: type[Event], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = mission(task)
    arena = GameArena.of(scenario, "units", None, order)
    for seed in range(2):
        check(arena, seed, 0, monkeypatch)
    games = record_games(scenario, 4, force="units", order=order)
    events = [event for it in games.games for event in it.events]
    assert any(isinstance(it, kind) for it in events)
    assert any(isinstance(it, Arrived) for it in events)
    assert [it.title for it in games.charges] == (["Middle"] if task is PLANT else [])
    lines = "\n".join(line for it in games.games for line in game_lines(games, it))
    assert words in lines
    assert "Sapper" in lines
    assert "(from turn 2)" in lines
    assert " enters in H6." in lines
    assert games_from_bytes(games_to_bytes(games), "x") == games
