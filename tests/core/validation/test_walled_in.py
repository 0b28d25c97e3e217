"""Sides that no unit on foot can leave their zones for, and single hexes of zones that lead nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Objective, RulesetReference, Side, Victory, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    One = Callable[..., Finding]

RIVER = "..... ..... ##### ..... ....."
#: The first four hexes are walled in.
POCKETS = "....# ##### ..... ..... ....."
SIDES = [Side("red", name="Red Lance"), Side("blue")]


def test_a_side_without_a_way_to_any_goal_is_an_error(arena: Arena, finding: One) -> None:
    # Blue has a way to the well, which only blue can win.
    well = Objective("well", parse_shape("C4"), points=3, side="blue")
    found = finding("side.walled-in", arena(RIVER, sides=SIDES, objectives=[well]))
    assert found.severity == "error"
    assert found.message == (
        "no unit on foot can go from the deployment zone of 'Red Lance' to an enemy's zone or an objective"
    )
    assert found.place.path == ("sides", 0, "id")
    assert found.fix


def test_a_side_that_can_win_an_objective_is_not_walled_in(arena: Arena, codes: Codes) -> None:
    wells = [Objective("west", parse_shape("C2"), points=3), Objective("east", parse_shape("C4"), points=3)]
    assert "side.walled-in" not in codes(arena(RIVER, objectives=wells))
    ours = [Objective("camp", parse_shape("C1"), points=3, side="red")]
    assert "side.walled-in" in codes(arena(RIVER, objectives=ours))
    ours.append(Objective("fort", parse_shape("C5"), points=3, side="blue"))
    assert "side.walled-in" not in codes(arena(RIVER, objectives=ours))


def test_a_side_that_only_shoots_needs_no_way(arena: Arena, codes: Codes) -> None:
    assert codes(arena(RIVER)).count("side.walled-in") == 2
    # Nobody can climb out of the ditch, and both zones see each other over it.
    ditch = {
        "levels": "55555 55555 ..... 55555 55555",
        "ruleset": RulesetReference("penance-1.0", {"levels.max": 5}),
    }
    assert "side.walled-in" not in codes(arena(**ditch, victory=Victory(points=10, last_standing=True)))
    assert codes(arena(**ditch, victory=Victory(points=10))).count("side.walled-in") == 2


def test_a_side_that_waits_for_the_end_needs_no_way(arena: Arena, codes: Codes) -> None:
    waits = Win((Task(TaskKind.TIME_OUT),))
    goes = Win((Task(TaskKind.TIME_OUT), Task(TaskKind.REACH, ("camp",))))
    zones = [
        Zone("red-start", "red", parse_shape("rows 1")),
        Zone("blue-start", "blue", parse_shape("rows 5")),
        Zone("camp", "", parse_shape("C4"), ZoneKind.AREA),
    ]
    for wins, is_walled_in in (((waits,), False), ((goes,), True), ((waits, goes), False), ((), True)):
        # Blue has to reach the camp, and can.
        sides = [Side("red", wins=wins), Side("blue", wins=(goes,))]
        found = codes(arena(RIVER, sides=sides, zones=zones))
        assert found.count("side.walled-in") == is_walled_in, wins


def test_a_side_without_goals_needs_no_way(arena: Arena, codes: Codes) -> None:
    allies = [Side("red", team="one"), Side("blue", team="one")]
    assert "side.walled-in" not in codes(arena(RIVER, sides=allies))


def test_hexes_of_a_zone_that_lead_nowhere_are_a_warning(arena: Arena, finding: One, codes: Codes) -> None:
    zones = [Zone("r", "red", parse_shape("rows 1 | A3")), Zone("b", "blue", parse_shape("rows 5"))]
    found = finding("zone.stuck", arena(POCKETS, zones=zones, sides=SIDES))
    assert found.severity == "warning"
    assert found.message == (
        "no unit on foot can go from 4 hexes of the deployment zone of 'Red Lance' to an enemy's zone or an objective: A1, B1, C1 and D1"
    )
    assert found.place.hex == "A1"
    assert "side.walled-in" not in codes(arena(POCKETS, zones=zones))
    assert "zone.stuck" not in codes(arena(zones=zones))
