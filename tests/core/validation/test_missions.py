"""Missions: names in ways to win, counts, arrivals, and ends without a winner or with two."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Objective, ObjectiveKind, Side, Victory, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.validation import validate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    MakeUnit = Callable[..., Unit]
    Only = Callable[..., Finding]

MILL = Objective("mill", parse_shape("C3"), name="Old Mill")
GATE = Zone("gate", "red", parse_shape("E5"), ZoneKind.EXIT, "Gate")
STARTS = [Zone("red-start", "red", parse_shape("rows 1")), Zone("blue-start", "blue", parse_shape("rows 5"))]
WAIT = Win((Task(TaskKind.TIME_OUT),))


@pytest.fixture
def mission(arena: Arena, unit: MakeUnit) -> Arena:
    """Return ``mission(*tasks, **changes)``: red wins by each task, blue by time, and nothing else wins."""

    def build(*tasks: Task, wins: tuple[Win, ...] | None = None, **changes: object) -> Scenario:
        units = [
            unit("A1", name="Wagon", id="wagon"),
            unit("B1", id="scout-2"),
            unit("E5", id="guard", side="blue", name="Guard"),
        ]
        own = wins if wins is not None else tuple(Win((it,)) for it in tasks)
        usual = {
            "sides": [Side("red", "Red", role="escort", wins=own), Side("blue", "Blue", wins=(WAIT,))],
            "zones": [*STARTS, GATE],
            "objectives": [MILL],
            "units": units,
            "victory": Victory(),
        }
        return arena(**(usual | changes))

    return build


@pytest.mark.parametrize(
    "task",
    [
        Task(TaskKind.HOLD, ("mill",), turns=3),
        Task(TaskKind.PLANT, ("mill",), turns=2),
        Task(TaskKind.REACH, ("blue-start",), count=1, unit_class="scout"),
        Task(TaskKind.EXIT, ("gate",), units=("wagon",)),
        Task(TaskKind.DESTROY, ("guard",)),
        Task(TaskKind.DESTROY, ("blue",)),
        Task(TaskKind.LAST_STANDING),
    ],
)
def test_a_sound_mission_has_no_findings(task: Task, mission: Arena, codes: Codes) -> None:
    assert codes(mission(task)) == []


@pytest.mark.parametrize(
    ("task", "message"),
    [
        (Task(TaskKind.HOLD, ("mil",)), "a way to win for 'Red' names the objective 'mil', which does not exist. Did you mean 'mill'?"),
        (Task(TaskKind.HOLD, ("Old Mill",)), "a way to win for 'Red' names the objective 'Old Mill', which does not exist. Did you mean 'mill'?"),
        (Task(TaskKind.EXIT, ("gat",)), "a way to win for 'Red' names the zone or exit objective 'gat', which does not exist. Did you mean 'gate'?"),
        (Task(TaskKind.DESTROY, ("gaurd",)), "a way to win for 'Red' names the unit or side 'gaurd', which does not exist. Did you mean 'guard'?"),
        (Task(TaskKind.EXIT, ("gate",), units=("wagn",)), "a way to win for 'Red' names the unit 'wagn', which does not exist. Did you mean 'wagon'?"),
        (Task(TaskKind.EXIT, ("gate",), unit_class="scuot"), "a way to win for 'Red' names the class 'scuot', which does not exist. Did you mean 'scout'?"),
    ],
)  # fmt: skip
def test_names_must_exist(task: Task, message: str, mission: Arena, finding: Only, codes: Codes) -> None:
    assert codes(mission(task)) == ["win.unknown"]
    found = finding("win.unknown", mission(task))
    assert found.message == message
    assert found.place.path[:4] == ("sides", 0, "wins", 0)


@pytest.mark.parametrize(
    ("task", "message"),
    [
        (Task(TaskKind.HOLD, ("gate",)), "'hold' in a way to win for 'Red' needs the id of an objective, but 'gate' is a zone"),
        (Task(TaskKind.EXIT, ("mill",)), "'Red' has to leave through 'Old Mill', which is not an exit"),
        (Task(TaskKind.EXIT, ("blue-start",)), "'Red' has to leave through \"Blue's zone\", which is not an exit"),
        (Task(TaskKind.EXIT, ("gate",), units=("guard",)), "a way to win for 'Red' names 'Guard', a unit of 'Blue'"),
    ],
)  # fmt: skip
def test_names_must_be_of_the_right_kind(
    task: Task, message: str, mission: Arena, finding: Only, codes: Codes
) -> None:
    assert codes(mission(task)) == ["win.wrong-kind"]
    assert finding("win.wrong-kind", mission(task)).message == message


def test_an_exit_objective_is_left_through(mission: Arena, codes: Codes) -> None:
    way_out = replace(MILL, id="out", shape=parse_shape("E5"), kind=ObjectiveKind.EXIT, points=1)
    assert codes(mission(Task(TaskKind.EXIT, ("out",)), objectives=[way_out])) == []


@pytest.mark.parametrize("target", ["red", "wagon", "ally"])
def test_no_side_destroys_its_own(target: str, mission: Arena, finding: Only) -> None:
    scenario = mission(Task(TaskKind.DESTROY, (target,)))
    scenario.sides.append(Side("ally", "Ally", team="red"))
    scenario.zones.append(Zone("ally-start", "ally", parse_shape("C2")))
    assert "which is on its own team" in finding("win.own-side", scenario).message


@pytest.mark.parametrize(
    ("task", "message"),
    [
        (Task(TaskKind.HOLD, ("mill",), 2), "'Red' cannot hold Old Mill: that needs 2 objectives, but 1 can count"),
        (Task(TaskKind.EXIT, ("gate",), 3), "'Red' cannot leave through Gate with 3 units: that needs 3 units, but 2 can count"),
        (Task(TaskKind.EXIT, ("gate",), 2, units=("wagon",)), "'Red' cannot leave through Gate with Wagon: that needs 2 units, but 1 can count"),
        (Task(TaskKind.REACH, ("gate",), unit_class="heavy"), "'Red' cannot reach Gate with all Heavy units: that needs a unit, but none can count"),
        (Task(TaskKind.DESTROY, ("blue",), 2), "'Red' cannot destroy Blue: that needs 2 units, but 1 can count"),
    ],
)  # fmt: skip
def test_counts_are_no_larger_than_what_is_there(
    task: Task, message: str, mission: Arena, finding: Only, codes: Codes
) -> None:
    assert codes(mission(task)) == ["win.count"]
    assert finding("win.count", mission(task)).message == message


def test_a_side_that_plays_with_a_force_has_units_enough(mission: Arena, codes: Codes) -> None:
    assert (
        codes(mission(Task(TaskKind.EXIT, ("gate",), 9), Task(TaskKind.DESTROY, ("blue",), 9), units=[]))
        == []
    )


def test_a_side_may_wait_only_for_a_limit(mission: Arena, finding: Only, codes: Codes) -> None:
    scenario = mission(Task(TaskKind.DESTROY, ("guard",)), turns=None)
    assert codes(scenario) == ["win.no-limit"]
    assert finding("win.no-limit", scenario).message == (
        "'Blue' wins when the turn limit is reached, but the game has no turn limit"
    )


def test_units_arrive_before_the_game_ends(
    mission: Arena, unit: MakeUnit, finding: Only, codes: Codes
) -> None:
    late = unit("C1", id="late", name="Rear Guard", arrives=13)
    scenario = mission(Task(TaskKind.EXIT, ("gate",)))
    scenario.units.append(late)
    assert codes(scenario) == ["unit.arrives"]
    assert finding("unit.arrives", scenario).message == (
        "unit 'Rear Guard' arrives in turn 13, but the game lasts 12 turns"
    )


def test_units_that_arrive_later_need_no_room_at_the_start(
    mission: Arena, unit: MakeUnit, finding: Only, codes: Codes
) -> None:
    scenario = mission(Task(TaskKind.EXIT, ("gate",)))
    queue = [unit("A3", id=f"late-{turn}", arrives=turn) for turn in range(2, 9)]
    scenario.units += queue
    assert codes(scenario) == []
    scenario.units.append(unit("A3", id="twin", arrives=4))
    assert finding("unit.occupied", scenario).message == (
        "unit 'Scout' arrives at A3 in turn 4, as unit 'Scout' does"
    )


def test_units_arrive_in_the_reinforcement_zone_if_there_is_one(
    mission: Arena, unit: MakeUnit, finding: Only, codes: Codes
) -> None:
    scenario = mission(Task(TaskKind.EXIT, ("gate",)))
    scenario.zones.append(Zone("road", "red", parse_shape("A2"), ZoneKind.REINFORCEMENT))
    scenario.units.append(unit("A2", id="late", arrives=3))
    assert codes(scenario) == []
    scenario.units[-1] = unit("A3", id="late", arrives=3)
    assert finding("unit.outside-zone", scenario).message == (
        "unit 'Scout' arrives at A3, outside the reinforcement zone of side 'Red'"
    )


def test_unarmed_units_destroy_nothing(mission: Arena, finding: Only, codes: Codes) -> None:
    scenario = mission(Task(TaskKind.DESTROY, ("guard",)))
    unarmed = [replace(it, unarmed=True) for it in scenario.units]
    scenario.units = unarmed
    assert codes(scenario) == ["win.unarmed"]
    assert finding("win.unarmed", scenario).message == (
        "'Red' has to destroy Guard, but all of its units are unarmed"
    )
    scenario.units = [replace(unarmed[0], unarmed=False), *unarmed[1:]]
    assert codes(scenario) == []


def test_each_side_needs_a_way_to_win(mission: Arena, finding: Only, codes: Codes) -> None:
    hold = Task(TaskKind.HOLD, ("mill",))
    scenario = mission(hold, turns=None)
    scenario.sides[1] = Side("blue", "Blue", role="defender")
    assert codes(scenario) == ["side.no-win"]
    assert finding("side.no-win", scenario).message == (
        "side 'Blue', defender, has no way to win, but 'Red' has one"
    )
    scenario.victory = Victory(last_standing=True)
    assert codes(scenario) == []
    scenario.victory = Victory()
    scenario.sides[1] = Side("blue", "Blue", team="red")
    assert "side.no-win" not in codes(scenario)


def test_nobody_wins_when_the_limit_passes(mission: Arena, finding: Only, codes: Codes) -> None:
    scenario = mission(Task(TaskKind.HOLD, ("mill",)))
    scenario.sides[1] = replace(scenario.sides[1], wins=(Win((Task(TaskKind.DESTROY, ("red",)),)),))
    assert codes(scenario) == ["victory.no-winner"]
    found = finding("victory.no-winner", scenario)
    assert found.message == "if nobody has won after 12 turns, the game ends without a winner"
    assert (found.severity, found.fix) == (
        "advice",
        "Give a side the way to win 'time_out: true', unless a draw is intended.",
    )
    scenario.victory = Victory(kill=2)
    assert codes(scenario) == []


def test_two_sides_do_not_win_at_once(mission: Arena, finding: Only, codes: Codes) -> None:
    scenario = mission(Task(TaskKind.TIME_OUT))
    assert codes(scenario) == ["victory.two-winners"]
    assert finding("victory.two-winners", scenario).message == (
        "'Red' and 'Blue' would win together when the turn limit is reached"
    )
    scenario.sides = [replace(it, team="both") for it in scenario.sides]
    assert "victory.two-winners" not in codes(scenario)


def test_points_to_score_must_be_there(mission: Arena, finding: Only, codes: Codes) -> None:
    hill = replace(MILL, points=3)
    enough = mission(Task(TaskKind.POINTS, points=3), objectives=[hill], turns=None)
    assert codes(replace(enough, turns=12)) == []
    short = mission(Task(TaskKind.POINTS, points=4), objectives=[hill])
    assert codes(short) == ["win.unreachable"]
    assert finding("win.unreachable", short).message == (
        "'Red' cannot score 4 points: it can score at most 3"
    )


def test_a_game_without_common_conditions_is_won_by_ways_to_win(mission: Arena, codes: Codes) -> None:
    assert codes(mission(Task(TaskKind.HOLD, ("mill",)), turns=12)) == []
    assert "victory.none" in codes(mission(wins=(), sides=[Side("red"), Side("blue")]))


def test_tasks_of_one_way_to_win_have_places_of_their_own(mission: Arena, finding: Only) -> None:
    both = Win((Task(TaskKind.HOLD, ("mill",)), Task(TaskKind.EXIT, ("gat",))))
    found = finding("win.unknown", mission(wins=(both,)))
    assert found.place.path == ("sides", 0, "wins", 0, "all", 1, "exit", 0)
    assert len(validate(mission(wins=(both,)))) == 1


OWN_FORCE = """format: fairground-force/1
id: own
title: Own
units:
  - {class: scout, weapons: [{damage: 1}]}
"""


def test_a_force_is_shipped_or_a_file(mission: Arena, finding: Only, codes: Codes, tmp_path: Path) -> None:
    scenario = mission(Task(TaskKind.HOLD, ("mill",)))
    scenario.sides[0] = replace(scenario.sides[0], force="penance-line")
    assert codes(scenario) == []
    scenario.sides[0] = replace(scenario.sides[0], force="penance-lin")
    assert finding("side.force", scenario).message == (
        "side 'Red' plays with the force 'penance-lin', which does not exist. Did you mean 'penance-line'?"
    )
    scenario.folder = tmp_path
    for name, text, reason in (
        ("own.yaml", OWN_FORCE, ""),
        ("half.yaml", "format: fairground-force/1\nid: own\n", "which cannot be read: "),
        ("other.yaml", "format: fairground/1\n", "which cannot be read: this is not a force"),
        ("none.yaml", None, "which cannot be read: there is no such file"),
        ("../out.yaml", None, "which is outside the scenario's folder"),
    ):
        if text is not None:
            (tmp_path / name).write_text(text)
        scenario.sides[0] = replace(scenario.sides[0], force=name)
        assert [reason in it.message for it in validate(scenario)] == [True] * bool(reason)
