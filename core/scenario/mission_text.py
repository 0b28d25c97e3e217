"""The ways to win of a scenario in words, with the titles of what they name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.errors import RulesetError
from fairground.core.scenario.mission import TARGET_LISTS, Win, win_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Task, TaskKind
    from fairground.core.scenario.parts import Objective, Side, Unit, Zone


def named_parts(
    scenario: Scenario, kind: TaskKind
) -> Iterator[tuple[str, Sequence[Side | Zone | Objective | Unit]]]:
    """Yield what a task of that kind may have as targets: the noun and the parts, those meant first."""
    for name in TARGET_LISTS.get(kind, ()):
        yield name.removesuffix("s"), getattr(scenario, name)


def describe_win(scenario: Scenario, win: Win) -> str:
    """Return a way to win in words, such as ``leave through Gate with Wagon``; unknown ids stay as they are."""
    return ", and ".join(describe_task(scenario, it) for it in win.tasks)


def describe_task(scenario: Scenario, task: Task) -> str:
    """Return a task in words, with the titles of its targets, units and class."""
    named = replace(task, unit_class=_class_name(scenario, task.unit_class)) if task.unit_class else task
    return win_text(Win((named,)), _titles(scenario, task.kind))


def describe_wins(scenario: Scenario, side: Side) -> tuple[str, ...]:
    """Return each way to win of a side as a phrase with a capital: ``Destroy Wagon``."""
    texts = (describe_win(scenario, it) for it in side.wins)
    return tuple(text[:1].upper() + text[1:] for text in texts)


def describe_arrival(unit: Unit) -> str:
    """Return when a unit enters the board: ``arrives in turn 3``; empty if it starts there."""
    return f"arrives in turn {unit.arrives}" if unit.arrives > 1 else ""


def _titles(scenario: Scenario, kind: TaskKind) -> Callable[[str], str]:
    # What the task is about wins over a unit with the same id.
    parts = [*named_parts(scenario, kind), ("unit", scenario.units)]
    known = {it.id: it.title for _, items in reversed(parts) for it in reversed(items)}
    return lambda part_id: known.get(part_id, part_id)


def _class_name(scenario: Scenario, unit_class: str) -> str:
    try:
        known = scenario.rules.classes.get(unit_class)
    except RulesetError:
        return unit_class
    return known.name if known else unit_class
