"""The ways to win of a scenario in words, with the titles of what they name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.errors import RulesetError
from fairground.core.scenario.mission import TARGET_LISTS, Task, TaskKind, Win, win_text
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Side, Unit, Victory, Zone


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
    return tuple(_phrase(scenario, it) for it in side.wins)


def _phrase(scenario: Scenario, win: Win) -> str:
    text = describe_win(scenario, win)
    return text[:1].upper() + text[1:]


def describe_arrival(unit: Unit) -> str:
    """Return when a unit enters the board: ``arrives in turn 3``; empty if it starts there."""
    return f"arrives in turn {unit.arrives}" if unit.arrives > 1 else ""


def describe_victory(victory: Victory) -> Iterator[str]:
    """Yield the conditions of victory that all sides share, as sentences."""
    if victory.points is not None:
        yield f"The first side with {counted(victory.points, 'point')} wins."
    if victory.last_standing:
        yield "The last side standing wins."
    if victory.kill:
        yield f"A destroyed unit is worth {counted(victory.kill, 'point')}."
    if victory.component:
        yield f"A destroyed component is worth {counted(victory.component, 'point')}."


class MissionTexts(NamedTuple):
    """The mission of a scenario in words.

    ``sides`` has the index of each side with a mission, its title with its role, and its ways to win; ``common`` has the ways
    to win that every side has. ``arrivals`` and ``house_rules`` are phrases.
    """

    sides: tuple[tuple[int, str, tuple[str, ...]], ...]
    common: tuple[str, ...]
    arrivals: tuple[str, ...]
    house_rules: tuple[str, ...]


def mission_texts(scenario: Scenario) -> MissionTexts:
    """Return the mission in words; all of it is empty for a scenario without one."""
    sides = tuple(
        (index, f"{it.title} ({it.role})" if it.role else it.title, describe_wins(scenario, it))
        for index, it in enumerate(scenario.sides)
        if it.wins
    )
    victory = scenario.victory
    common = [Task(TaskKind.POINTS, points=victory.points)] if victory.points is not None else []
    common += [Task(TaskKind.LAST_STANDING)] if victory.last_standing else []
    arrivals = tuple(
        f"{it.title} ({side.title if (side := scenario.side(it.side)) else it.side}) {describe_arrival(it)} "
        f"at {scenario.board.hex_name(it.hex)}"
        for it in sorted(scenario.units, key=lambda unit: unit.arrives)
        if it.arrives > 1
    )
    every = tuple(_phrase(scenario, Win((it,))) for it in common) if sides else ()
    return MissionTexts(sides, every, arrivals, tuple(scenario.house_rules))


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
