"""Ways to win of scenarios that are made symmetric."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.grid.layout import Layout
from fairground.core.improve.variants.variants import variants
from fairground.core.scenario.mission import Task, TaskKind, Win, describe_wins
from fairground.core.scenario.parts import Objective, Shield, Side, Unit, Zone, ZoneKind
from fairground.core.scenario.shapes import Listed, Rows
from fairground.core.scenario.transform.make_symmetric import Version, symmetric_versions
from tests.core.movement.drawing import drawn

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

TOP = "turn-180-top"


def mission(*tasks: tuple[Task, ...]) -> Scenario:
    """Return a board whose first side has a wagon, a gate and a mill in the upper half."""
    scenario = drawn("penance-2.0", *["clear " * 7] * 6, layout=Layout.ODD_R)
    scenario.zones = [
        Zone("one-start", "one", Rows(1, 1)),
        Zone("two-start", "two", Rows(6, 6)),
        Zone("gate", "one", Listed(("G2",)), ZoneKind.EXIT, "Gate"),
        Zone("door", "two", Listed(("C4",)), ZoneKind.AREA, "Door"),
    ]
    at = scenario.board.parse
    scenario.units = [
        Unit("wagon", "one", "support", at("A1"), shield=Shield.NONE, name="Wagon"),
        Unit("guard", "two", "heavy", at("B6"), shield=Shield.NONE, name="Guard"),
    ]
    scenario.objectives = [Objective("mill", Listed(("C2",)), points=1, name="Mill")]
    wins = [tuple(Win((it,)) for it in listed) for listed in tasks]
    scenario.sides = [
        Side(name, name.title(), wins=it) for name, it in zip(("one", "two"), wins, strict=True)
    ]
    return scenario


def version(scenario: Scenario) -> Version:
    return next(it for it in symmetric_versions(scenario).fitting if it.id == TOP)


LEAVE = Task(TaskKind.EXIT, ("gate",), units=("wagon",))


def test_ways_to_win_that_name_what_is_gone_become_images_of_the_other_sides() -> None:
    found = version(mission((LEAVE, Task(TaskKind.DESTROY, ("two",))), (Task(TaskKind.DESTROY, ("guard",)),)))
    one, two = found.scenario.sides
    assert found.left_out == ()
    assert [it.tasks[0] for it in one.wins] == [LEAVE, Task(TaskKind.DESTROY, ("two",))]
    leave, destroy = (it.tasks[0] for it in two.wins)
    gate = next(it for it in found.scenario.zones if it.id == leave.targets[0])
    wagon = next(it for it in found.scenario.units if it.id == leave.units[0])
    assert (gate.side, gate.kind, wagon.side, wagon.unit_class) == ("two", ZoneKind.EXIT, "two", "support")
    assert destroy.targets == ("one",)


def test_ways_to_win_without_an_image_are_named() -> None:
    scenario = mission((), (Task(TaskKind.REACH, ("door",)), Task(TaskKind.DESTROY, ("one",))))
    found = version(scenario)
    assert found.left_out == ("Two: reach Door with all units",)
    assert describe_wins(found.scenario, found.scenario.sides[1]) == ("Destroy One",)
    made = variants(scenario, count=0, despite_errors=True)
    named = next(it for it in made.versions if it.id == TOP)
    assert named.left_out == found.left_out
    assert named.loss == "without ways to win (Two: reach Door with all units)"
    assert replace(named, left_out=()).loss == ""


def test_ways_to_win_that_name_nothing_gone_stay() -> None:
    tasks = (Task(TaskKind.HOLD, ("mill",)),), (Task(TaskKind.LAST_STANDING),)
    found = version(mission(*tasks))
    assert found.left_out == ()
    assert [it.wins[0].tasks for it in found.scenario.sides] == list(tasks)
