"""Whether the units that count for a way to win can get where they have to be, and in time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.movement.reach import reach
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Objective, Side, Victory, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    MakeUnit = Callable[..., Unit]
    Only = Callable[..., Finding]

#: A corridor with a pocket behind a wall at its right end.
CORRIDOR = "............... ............#.. ............#.. ............#.. ............#.."
WALLED = "............#.. ............#.. ............#.. ............#.. ............#.."
WAIT = Win((Task(TaskKind.TIME_OUT),))


@pytest.fixture
def convoy(arena: Arena, unit: MakeUnit) -> Arena:
    """Return ``convoy(task, terrain, **changes)``: red has to get from column 1 to column 15."""

    def build(task: Task, terrain: str = CORRIDOR, **changes: object) -> Scenario:
        usual = {
            "sides": [Side("red", "Red", wins=(Win((task,)),)), Side("blue", "Blue", wins=(WAIT,))],
            "zones": [
                Zone("red-start", "red", parse_shape("columns 1")),
                Zone("blue-start", "blue", parse_shape("columns 6")),
                Zone("gate", "red", parse_shape("columns 15"), ZoneKind.EXIT, "Gate"),
            ],
            "objectives": [Objective("mill", parse_shape("O3"), name="Mill")],
            "units": [unit("A1", id="wagon", name="Wagon"), unit("A2", id="scout-2")],
            "victory": Victory(),
        }
        return arena(terrain, **(usual | changes))

    return build


LEAVE = Task(TaskKind.EXIT, ("gate",), units=("wagon",))


@pytest.mark.parametrize(
    ("task", "lacking"),
    [
        (LEAVE, "none of the units that count can get there on foot"),
        (Task(TaskKind.REACH, ("gate",)), "none of the units that count can get there on foot"),
        (Task(TaskKind.HOLD, ("mill",)), "no unit can reach 'Mill' on foot"),
        (Task(TaskKind.PLANT, ("mill",)), "no unit can reach 'Mill' on foot"),
    ],
)
def test_a_goal_behind_a_wall_is_out_of_reach(
    task: Task, lacking: str, convoy: Arena, finding: Only, codes: Codes
) -> None:
    assert "win.unreachable" not in codes(convoy(task))
    found = finding("win.unreachable", convoy(task, WALLED))
    assert found.message.endswith(lacking)
    assert found.message.startswith("'Red' cannot ")
    # The objective is named by red alone and gives no points: no other finding is about it.
    assert not [it for it in codes(convoy(task, WALLED)) if it.startswith("objective.")]


def test_enough_of_the_units_must_get_there(
    convoy: Arena, unit: MakeUnit, finding: Only, codes: Codes
) -> None:
    scenario = convoy(replace(LEAVE, units=(), count=2), WALLED)
    scenario.units[1] = unit("O2", id="scout-2")
    assert finding("win.unreachable", scenario).message.endswith(
        "only 1 of the 2 units needed can get there on foot"
    )
    scenario.sides[0] = replace(scenario.sides[0], wins=(Win((replace(LEAVE, units=(), count=1),)),))
    assert "win.unreachable" not in codes(scenario)


def first_turn(scenario: Scenario, at: str) -> int:
    """Return the first turn in which the first unit of a scenario reaches a hex, unhindered."""
    alone = replace(scenario, units=scenario.units[:1])
    reached = reach(alone, alone.units[0].hex, None, "scout", facing=alone.units[0].facing, blind=True)
    return int(reached.turns[scenario.board.cell(scenario.board.parse(at))])


@pytest.mark.parametrize(
    ("task", "waiting"),
    [
        (LEAVE, 0),
        (Task(TaskKind.HOLD, ("mill",), turns=1), 0),
        (Task(TaskKind.HOLD, ("mill",), turns=3), 2),
        (Task(TaskKind.PLANT, ("mill",), turns=2), 2),
    ],
)
@pytest.mark.parametrize("arrives", [1, 3])
def test_turns_to_get_there_and_to_wait_count(
    task: Task, waiting: int, arrives: int, convoy: Arena, unit: MakeUnit, finding: Only, codes: Codes
) -> None:
    only = [unit("A1", id="wagon", name="Wagon", arrives=arrives)]
    scenario = convoy(task, units=only)
    nearest = min(
        first_turn(scenario, at) for at in (("O1", "O2", "O3", "O4", "O5") if task is LEAVE else ("O3",))
    )
    end = nearest + arrives - 1 + waiting
    assert end > 2
    assert "win.too-late" not in codes(replace(scenario, turns=end))
    found = finding("win.too-late", replace(scenario, turns=end - 1))
    assert found.message.endswith(
        f": at full speed on foot, that takes until turn {end}, but the game lasts {end - 1} turns"
    )
    assert found.message.startswith("'Red' is too late to ")
    assert found.fix is not None
    assert found.fix.startswith(f"Set turns to {end} or more")


def test_an_allowance_of_its_own_counts(convoy: Arena, unit: MakeUnit, codes: Codes) -> None:
    fast, slow = (
        convoy(LEAVE, units=[unit("A1", id="wagon", allowance=points)], turns=4) for points in (5, 2)
    )
    assert "win.too-late" not in codes(fast)
    assert "win.too-late" in codes(slow)


def test_without_units_a_side_starts_in_its_zone(convoy: Arena, codes: Codes) -> None:
    leave = replace(LEAVE, units=())
    assert codes(convoy(leave, units=[], turns=4)) == []
    assert "win.too-late" in codes(convoy(leave, units=[], turns=2))
    assert "win.unreachable" in codes(convoy(leave, WALLED, units=[], turns=12))


def test_one_slip_gives_one_finding(convoy: Arena, unit: MakeUnit, codes: Codes) -> None:
    for at, code in (("M3", "unit.impassable"),):
        scenario = convoy(LEAVE, units=[unit(at, id="wagon")])
        assert [it for it in codes(scenario) if it.startswith(("unit.i", "win."))] == [code]
    late = convoy(LEAVE, units=[unit("A1", id="wagon", arrives=99)])
    assert [it for it in codes(late) if it.startswith(("unit.", "win."))] == ["unit.arrives"]
