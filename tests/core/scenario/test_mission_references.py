"""References from ways to win: renamed with the parts they name, and dropped with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.mission_references import fitted_missions, with_renamed
from fairground.core.scenario.parts import Objective, Unit
from fairground.core.scenario.shapes import Listed
from fairground.core.scenario.transform.whole_board import resized
from fairground.core.validation import validate
from tests.core.scenario.random_scenarios import scenarios

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


FIELDS: tuple[Literal["sides", "zones", "objectives", "units"], ...] = (
    "sides",
    "zones",
    "objectives",
    "units",
)


def targets(scenario: Scenario) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(task.targets, task.units) for side in scenario.sides for win in side.wins for task in win.tasks]


def unknown(scenario: Scenario) -> list[str]:
    return [it.message for it in validate(scenario) if it.code == "win.unknown"]


@given(data=st.data(), scenario=scenarios())
def test_renaming_keeps_every_reference(data: st.DataObject, scenario: Scenario) -> None:
    field = data.draw(st.sampled_from(FIELDS))
    parts = getattr(scenario, field)
    if not parts:
        return
    index = data.draw(st.integers(0, len(parts) - 1))
    old = parts[index].id
    after = replace(scenario, sides=with_renamed(scenario, field, old, "renamed"))
    renamed = [
        replace(it, id="renamed") if at == index else it for at, it in enumerate(getattr(after, field))
    ]
    setattr(after, field, renamed)
    assert unknown(after) == []
    after.sides = with_renamed(after, field, "renamed", old)
    assert targets(after) == targets(scenario)


@given(data=st.data(), scenario=scenarios())
def test_what_is_removed_is_no_longer_named(data: st.DataObject, scenario: Scenario) -> None:
    kept: dict[str, Any] = {
        field: [it for it in getattr(scenario, field) if data.draw(st.booleans())]
        for field in ("zones", "objectives", "units")
    }
    after = replace(scenario, **kept)
    fitted = fitted_missions(scenario, after)
    after.sides = fitted.sides
    assert unknown(after) == []
    lost = sum(len(it.wins) for it in scenario.sides) - sum(len(it.wins) for it in after.sides)
    assert len(fitted.gone) == lost
    if after == scenario:
        assert not fitted.gone
        assert not fitted.shortened


@given(data=st.data(), scenario=scenarios())
def test_moved_boards_name_only_what_is_left(data: st.DataObject, scenario: Scenario) -> None:
    smaller = resized(scenario, data.draw(st.integers(1, 7)), data.draw(st.integers(1, 7)))
    assert unknown(smaller.scenario) == []
    gone = sum("way to win for" in it.part for it in smaller.lost)
    assert sum(len(it.wins) for it in smaller.scenario.sides) + gone == len(scenario.sides[0].wins)


@pytest.mark.parametrize(
    ("task", "left"),
    [
        (Task(TaskKind.HOLD, ("goal", "hill"), 2), Task(TaskKind.HOLD, ("goal",), 1)),
        (Task(TaskKind.HOLD, ("goal", "lost"), 1), Task(TaskKind.HOLD, ("goal", "lost"), 1)),
        (Task(TaskKind.HOLD, ("hill",)), None),
        (Task(TaskKind.EXIT, ("goal",), units=("wagon",)), None),
        (Task(TaskKind.EXIT, ("goal",), 2, units=("wagon", "cart")), Task(TaskKind.EXIT, ("goal",), 1, units=("cart",))),
        (Task(TaskKind.TIME_OUT), Task(TaskKind.TIME_OUT)),
    ],
)  # fmt: skip
def test_a_task_keeps_what_is_left_of_it(task: Task, left: Task | None) -> None:
    before, after = mission(task), mission(task)
    after.objectives = after.objectives[:1]
    after.units = after.units[:1]
    fitted = fitted_missions(before, after)
    wins = fitted.sides[0].wins
    assert wins == (() if left is None else (Win((left,)),))
    assert len(fitted.gone) == (left is None)
    # A way to win with several tasks goes as a whole: without one of them, it would be easier.
    both = Win((task, Task(TaskKind.TIME_OUT)))
    before.sides = after.sides = [replace(before.sides[0], wins=(both,))]
    assert bool(fitted_missions(before, after).sides[0].wins) is (left is not None)


def mission(task: Task) -> Scenario:
    scenario = blank_scenario("Test", layout=Layout.ODD_Q, size=(4, 4), ruleset="penance-1.0")
    scenario.objectives = [Objective(name, Listed(("B2",))) for name in ("goal", "hill")]
    scenario.units = [Unit(name, "p1", "scout", Hex(0, at)) for at, name in enumerate(("cart", "wagon"))]
    scenario.sides[0] = replace(scenario.sides[0], wins=(Win((task,)),))
    return scenario
