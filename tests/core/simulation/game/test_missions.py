"""Missions in games: what each task asks for, arrivals, exits and forces, and who wins, against a second referee."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.errors import ScenarioError
from fairground.core.files.force_file import load_force
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Objective, ObjectiveKind, Unit, Victory, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.simulation.game import ORDERS, GameArena
from fairground.core.simulation.game.ending import NOBODY_WON, SEVERAL_WON, outcome
from fairground.core.simulation.game.state import GameState
from fairground.core.simulation.game.turn import _arrive, _end, play_turn
from fairground.core.simulation.game.wanted import wanted
from tests.core.simulation.game.grounds import ground, single
from tests.core.simulation.game.mission_referee import Event, MissionReferee, Wanderer

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.ending import GameOutcome

#: A strip with a hill, a mill and a gate; the units stand apart, and nobody is out of reach.
STRIP = """\
format: fairground/2
name: Strip
ruleset: penance-2.0
turns: 5
board:
  layout: odd-r
  size: [6, 4]
  palette: {'.': clear, '#': wall}
  terrain: |
    ......
    ..#...
    ......
    ......
sides:
  - {id: west, name: West}
  - {id: east, name: East}
zones:
  - {id: left, side: west, kind: deployment, hexes: columns 1}
  - {id: right, side: east, kind: deployment, hexes: columns 6}
  - {id: gate, side: west, kind: exit, name: Gate, hexes: [F1, F2]}
  - {id: village, kind: area, name: Village, hexes: [D3, D4]}
objectives:
  - {id: hill, name: Hill, hexes: [C1, D1], points: 2, hold: 2}
  - {id: mill, name: Mill, hexes: [B4, C4, D4], points: 1}
  - {id: road, name: Road, side: west, kind: exit, hexes: [F3], points: 3}
units:
  - {id: w1, side: west, class: scout, hex: A1, facing: 2}
  - {id: w2, side: west, class: support, hex: A3, facing: 2}
  - {id: e1, side: east, class: scout, hex: F2, facing: 5}
  - {id: e2, side: east, class: heavy, hex: F4, facing: 5}
"""


def strip(
    west: list[Win] | None = None,
    east: list[Win] | None = None,
    **changes: Any,  # as replace
) -> Scenario:
    """Return the strip with ways to win of both sides; the east only wins by time."""
    scenario = ground(STRIP)
    wins = {"west": west or [], "east": east or [one(TaskKind.TIME_OUT)]}
    return replace(scenario, sides=[replace(it, wins=tuple(wins[it.id])) for it in scenario.sides], **changes)


def one(kind: TaskKind, *targets: str, **limits: Any) -> Win:  # as Task
    return Win((Task(kind, targets, **limits),))


class Script:
    """A game in which units are moved by hand, by their ids and hexes; a turn ends with ``end_turn``."""

    def __init__(self, scenario: Scenario) -> None:
        self.arena = GameArena.of(scenario)
        self.state = self.arena.begin(1)
        self.scenario = scenario
        self.ids = {it.unit: number for number, it in enumerate(self.arena._rosters.units)}

    def turn(self, *moves: tuple[str, str], plant: str = "", leave: str = "", lost: str = "") -> Any:
        """Play a turn in which nobody does anything else; return the outcome."""
        state = self.state
        state.begin_turn()
        board = self.scenario.board
        for unit, label in moves:
            row, column = board.cell(board.parse(label))
            state.move(self.ids[unit], row * board.columns + column, 0, 0, 0)
        for unit in filter(None, plant.split(",")):
            state.plant(self.ids[unit])
        for unit in filter(None, leave.split(",")):
            assert state.may_leave(self.ids[unit])
            state.leave(self.ids[unit])
        for unit in filter(None, lost.split(",")):
            state.remove(self.ids[unit])
        _end(state)
        return self.outcome()

    def outcome(self) -> GameOutcome | None:
        return outcome(self.state, self.arena.turns, self.scenario.victory)


def test_a_hill_is_held_in_a_row_and_an_enemy_on_it_starts_the_count_again() -> None:
    game = Script(strip([one(TaskKind.HOLD, "hill", turns=2)]))
    assert game.turn(("w1", "C1")) is None
    assert game.turn(("e1", "D1")) is None
    assert game.turn(("e1", "F2")) is None
    found = game.turn()
    assert (found.winner, found.turns, found.end) == (0, 4, "hold Hill for 2 turns in a row")


def test_a_unit_that_reaches_a_zone_wins_at_the_end_of_the_turn() -> None:
    game = Script(strip([one(TaskKind.REACH, "village", unit_class="scout", count=1)]))
    assert game.turn(("w2", "D3")) is None
    assert game.turn(("w1", "D4")).winner == 0


def test_leaving_wins_and_pays_through_an_exit_objective_and_takes_the_unit_off_the_board() -> None:
    game = Script(strip([one(TaskKind.EXIT, "gate", "road", units=("w1", "w2"))]))
    assert game.turn(("w1", "F3"), leave="w1") is None
    assert game.state.points == [3, 0]
    assert game.ids["w1"] not in game.state.alive[0]
    assert game.state.losses == [0, 0]
    found = game.turn(("w2", "F1"), leave="w2")
    assert (found.winner, found.end) == (0, "leave through Gate or Road with Scout (A1) and Support (A3)")


def test_units_that_left_are_not_destroyed() -> None:
    game = Script(strip([one(TaskKind.POINTS, points=99)], victory=Victory(last_standing=True)))
    assert game.turn(("w1", "F3"), leave="w1", lost="w2") is None
    assert game.turn(lost="e1,e2").end == "be the last side with units"


def test_destroying_a_side_needs_all_of_its_units_and_a_count_fewer() -> None:
    game = Script(strip([one(TaskKind.DESTROY, "east")]))
    assert game.turn(lost="e1") is None
    assert game.turn(lost="e2").end == "destroy East"
    game = Script(strip([one(TaskKind.DESTROY, "east", count=1)]))
    assert game.turn(lost="e2").winner == 0


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_charge_goes_off_so_many_turns_later(turns: int) -> None:
    game = Script(strip([one(TaskKind.PLANT, "mill", "hill", count=1, turns=turns)]))
    for _ in range(turns):
        assert game.turn(("w2", "C4"), plant="w2") is None
    assert game.turn(("w2", "C4"), plant="w2").turns == turns + 1


def test_an_enemy_alone_on_the_objective_removes_a_charge_before_it_goes_off() -> None:
    game = Script(strip([one(TaskKind.PLANT, "mill", turns=2)]))
    assert game.turn(("w2", "C4"), plant="w2") is None
    assert game.turn(("w2", "A3"), ("e2", "C4")) is None
    assert game.turn(("e2", "F4")) is None
    assert game.turn() is None
    assert game.turn().winner == 1


def test_a_task_that_is_done_stays_done() -> None:
    game = Script(
        strip([Win((Task(TaskKind.HOLD, ("hill",)), Task(TaskKind.EXIT, ("gate",), units=("w1",))))])
    )
    assert game.turn(("w2", "C1")) is None
    assert game.turn(("w2", "A3")) is None
    assert game.turn(("w1", "F1"), leave="w1").end == "hold Hill, and leave through Gate with Scout (A1)"


def test_several_winners_at_once_are_decided_by_points_and_equal_ones_draw() -> None:
    hold = [one(TaskKind.HOLD, "mill")]
    reach = [one(TaskKind.REACH, "village", units=("e1",))]
    found = Script(strip(hold, reach)).turn(("w1", "C4"), ("e1", "D3"))
    # The mill pays its holder a point.
    assert (found.winner, found.points) == (0, (1, 0))
    free = [replace(it, points=0) for it in ground(STRIP).objectives]
    found = Script(strip(hold, reach, objectives=free)).turn(("w1", "C4"), ("e1", "D3"))
    assert (found.winner, found.end) == (None, SEVERAL_WON)


def test_the_turn_limit_is_won_by_who_holds_out_then_by_points_and_else_by_nobody() -> None:
    west = [one(TaskKind.DESTROY, "e1")]
    assert Script(strip(west, turns=1)).turn().end == "hold out until the turn limit"
    other = [one(TaskKind.DESTROY, "w1")]
    found = Script(strip(west, other, turns=1)).turn()
    assert (found.winner, found.end) == (None, NOBODY_WON)
    found = Script(strip(west, other, turns=1)).turn(("w1", "C4"))
    assert (found.winner, found.end) == (0, "have the most points at the end")


def test_units_arrive_at_their_hex_or_the_nearest_free_one_of_the_zone_or_wait() -> None:
    late = Unit("late", "west", "scout", ground(STRIP).board.parse("A2"), arrives=2)
    zone = Zone("trail", "west", parse_shape("A4, B4"), kind=ZoneKind.REINFORCEMENT)
    scenario = ground(STRIP)
    scenario = replace(scenario, units=[*scenario.units, late], zones=[*scenario.zones, zone])
    arena = GameArena.of(scenario)
    number = [it.unit for it in arena._rosters.units].index("late")
    at = {label: _number(scenario, label) for label in ("A2", "A4", "B4", "C4")}

    def entered(*taken: str) -> int | None:
        state = arena.begin(1)
        assert number in state.waiting[0]
        for unit, label in zip((it for it in range(5) if it != number), taken, strict=False):
            state.move(unit, at[label], 0, 0, 0)
        state.turn = 1
        state.begin_turn()
        _arrive(state)
        return state.hex_of(number) if number in state.alive[0] else None

    assert entered() == at["A2"]
    assert entered("A2") == at["A4"]
    assert entered("A2", "A4") == at["B4"]
    assert entered("A2", "A4", "B4") is None


def _number(scenario: Scenario, label: str) -> int:
    row, column = scenario.board.cell(scenario.board.parse(label))
    return row * scenario.board.columns + column


def test_units_have_their_own_hit_points_defence_and_no_weapons_if_unarmed() -> None:
    scenario = ground(STRIP)
    units = [
        replace(it, hit_points=40, defence=3, unarmed=True) if it.id == "w1" else it for it in scenario.units
    ]
    arena = GameArena.of(replace(scenario, units=units))
    state = arena.begin(1)
    number = [it.unit for it in arena._rosters.units].index("w1")
    kind = arena.tables.kinds[int(state.rows[number, 1])]
    assert (kind.hit_points, kind.defence, kind.weapons) == (40, 3, ())
    assert arena.play(1).turns <= 5


def test_a_side_without_units_musters_its_force_and_else_the_default() -> None:
    scenario = strip([one(TaskKind.DESTROY, "east")])
    west = [it for it in scenario.units if it.side == "west"]
    force = load_force("penance-line")
    tight = replace(scenario, units=west)
    with pytest.raises(ScenarioError, match="East has room for"):
        GameArena.of(tight)
    zones = [
        replace(it, shape=parse_shape("columns 4-6")) if it.id == "right" else it for it in scenario.zones
    ]
    arena = GameArena.of(replace(tight, zones=zones))
    assert arena.force == "units and penance-line"
    assert [len(it) for it in arena._rosters.members] == [2, force.size]
    sides = [replace(it, force="platoon") if it.id == "east" else it for it in scenario.sides]
    with pytest.raises(ScenarioError, match="Platoon does not fit the ruleset"):
        GameArena.of(replace(tight, zones=zones, sides=sides))


def test_a_way_to_win_without_its_units_is_named_and_forbids_a_verdict() -> None:
    scenario = strip([one(TaskKind.EXIT, "gate", units=("w1",))])
    zones = [
        replace(it, shape=parse_shape("columns 1-2")) if it.id == "left" else it for it in scenario.zones
    ]
    zones = [replace(it, shape=parse_shape("columns 5-6")) if it.id == "right" else it for it in zones]
    assert GameArena.of(scenario).missions == (
        "West to leave through Gate with Scout (A1)",
        "East to hold out until the turn limit",
    )
    arena = GameArena.of(replace(scenario, zones=zones), single())
    assert arena.missions == ("East to hold out until the turn limit",)
    assert "ways to win (West to leave through Gate with Scout (A1))" in arena.not_played.deciding
    assert "the scenario's own units" in arena.not_played.deciding


# -- random missions against the referee ----------------------------------------------------------------------


def random_mission(dice: Random) -> Scenario:
    """Return the strip with random ways to win, units that come later, weak units, points and turns."""

    def task(side: str) -> Task:  # noqa: PLR0911  # one case for each kind
        enemy, own = ("east", "w") if side == "west" else ("west", "e")
        count = dice.choice((None, 1, 2))
        match dice.choice([*TaskKind, *(TaskKind.HOLD, TaskKind.PLANT) * 3]):
            case TaskKind.HOLD:
                return Task(TaskKind.HOLD, ("hill", "mill"), count=count, turns=dice.randrange(4))
            case TaskKind.REACH:
                return Task(TaskKind.REACH, ("village", "gate"), count=count)
            case TaskKind.EXIT:
                units = dice.choice(((), (f"{own}1",), (f"{own}1", f"{own}3")))
                return Task(TaskKind.EXIT, ("gate", "road"), count=1 if units else count, units=units)
            case TaskKind.DESTROY:
                return Task(
                    TaskKind.DESTROY, (dice.choice((enemy, f"{enemy[0]}2")),), count=dice.choice((None, 1))
                )
            case TaskKind.PLANT:
                return Task(TaskKind.PLANT, ("hill", "mill"), count=count, turns=dice.randrange(3))
            case TaskKind.POINTS:
                return Task(TaskKind.POINTS, points=1 + dice.randrange(5))
            case kind:
                return Task(kind)

    def wins(side: str) -> tuple[Win, ...]:
        return tuple(
            Win(tuple(task(side) for _ in range(dice.choice((1, 1, 2))))) for _ in range(dice.choice((1, 2)))
        )

    scenario = ground(STRIP)
    units = [replace(it, hit_points=4 + dice.randrange(9)) for it in scenario.units]
    board = scenario.board
    units += [
        Unit(f"{side[0]}3", side, "scout", board.parse(at), hit_points=4, arrives=1 + dice.randrange(4))
        for side, at in (("west", "A2"), ("east", "F1"))
    ]
    road = Objective("path", parse_shape("A4"), points=dice.randrange(3), kind=ObjectiveKind.EXIT)
    return replace(
        scenario,
        sides=[replace(it, wins=wins(it.id)) for it in scenario.sides],
        objectives=[*scenario.objectives, road],
        units=units,
        turns=4 + dice.randrange(7),
        victory=Victory(points=dice.choice((None, None, 4)), last_standing=dice.choice((False, False, True))),
    )


def watched(scenario: Scenario, order: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> GameOutcome:
    """Play a game at random, record what happens, and hold its end against the referee's."""
    arena = GameArena.of(scenario, order=order)
    events: list[Event] = []
    state = arena.begin(seed)
    names = [it.unit for it in arena._rosters.units]
    for units in state.alive:
        events += [("at", unit, state.hex_of(unit)) for unit in units]

    def record(name: str, kind: str) -> None:
        method = getattr(GameState, name)

        def recorded(it: GameState, *args: Any) -> None:  # those of the method
            method(it, *args)
            unit = args[0] if args else -1
            events.append((kind, unit, it.hex_of(unit) if args else -1))

        monkeypatch.setattr(GameState, name, recorded)

    for name, kind in (
        ("begin_turn", "turn"),
        ("move", "at"),
        ("arrive", "arrive"),
        ("leave", "leave"),
        ("remove", "lost"),
    ):
        record(name, kind)
    bots = [Wanderer(Random(seed), events)] * 2  # noqa: S311  # a game's dice
    found = None
    while found is None:
        play_turn(state, order, bots, seed % 2, 0)
        found = outcome(state, arena.turns, scenario.victory)
    events.append(("turn", -1, -1))
    monkeypatch.undo()
    ended = MissionReferee(scenario, names).winner(events)
    assert ended is not None, "the game goes on for the referee"
    winner, turn, points = ended
    sides = [it.id for it in scenario.sides]
    assert (found.winner, found.turns, dict(zip(sides, found.points, strict=True))) == (
        None if winner is None else sides.index(winner),
        turn,
        points,
    )
    return found


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
def test_random_missions_end_as_the_referee_says(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _random_missions(range(40), order, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
def test_many_random_missions_end_as_the_referee_says(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = _random_missions(range(40, 240), order, monkeypatch)
    assert len(kinds) > 8


def _random_missions(seeds: range, order: str, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Watch a game of each of some random missions; return the first words of how they ended."""
    ends: Counter[str] = Counter()
    for seed in seeds:
        found = watched(random_mission(Random(seed)), order, seed, monkeypatch)  # noqa: S311
        ends[" ".join(found.end.split()[:2])] += 1
    return ends


@pytest.mark.parametrize(
    ("wins", "goals"),
    [
        # An errand comes before a fight that wins by itself, whatever the order in the file.
        ([one(TaskKind.DESTROY, "east"), one(TaskKind.HOLD, "hill")], {"C1", "D1"}),
        ([one(TaskKind.HOLD, "hill"), one(TaskKind.DESTROY, "east")], {"C1", "D1"}),
        # Where both are needed, both count; so does a fight without another way.
        (
            [Win((Task(TaskKind.HOLD, ("hill",)), Task(TaskKind.DESTROY, ("east",))))],
            {"C1", "D1", "F2", "F4"},
        ),
        ([one(TaskKind.DESTROY, "east")], {"F2", "F4"}),
    ],
)
def test_bots_go_about_errands_before_fights(wins: list[Win], goals: set[str]) -> None:
    game = Script(strip(wins))
    board = game.scenario.board
    hexes = wanted(game.state, game.ids["w1"])
    assert {board.label(board.layout.from_offset(at % 6, at // 6)) for at in hexes} == goals
