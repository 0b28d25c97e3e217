"""References from ways to win to other parts of a scenario: renamed with them, and dropped with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from fairground.core.scenario.mission import TARGET_LISTS, TaskKind, describe_win

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Task, Win
    from fairground.core.scenario.parts import Side

    PartField = Literal["sides", "zones", "objectives", "units"]


class FittedMissions(NamedTuple):
    """The sides of a scenario with ways to win that name only what is there.

    ``gone`` describes the ways to win that were dropped, because a task of theirs had nothing left, and ``shortened`` those
    that name fewer parts now: ``Raiders: destroy Wagon``.
    """

    sides: list[Side]
    gone: tuple[str, ...]
    shortened: tuple[str, ...]


def with_renamed(scenario: Scenario, field: PartField, old: str, new: str) -> list[Side]:
    """Return the sides with ways to win that name a part of a list by its new id.

    ``scenario`` has the old id.
    """

    def rename(task: Task) -> Task:
        targets, units = task.targets, task.units
        if _list_of(scenario, task.kind, old) == field:
            targets = tuple(new if it == old else it for it in targets)
        if field == "units":
            units = tuple(new if it == old else it for it in units)
        return replace(task, targets=targets, units=units)

    return _with_tasks(scenario.sides, rename)


def mapped_wins(
    scenario: Scenario, wins: tuple[Win, ...], new_id: Callable[[PartField, str], str | None]
) -> tuple[Win, ...] | None:
    """Return ways to win that name other parts of the same scenario; None if one has no new id.

    ``new_id`` gets the list that a part is in and its id.
    """

    def mapped(task: Task) -> Task | None:
        targets = [new_id(field, it) for it in task.targets if (field := _list_of(scenario, task.kind, it))]
        units = [new_id("units", it) for it in task.units]
        named = [it for it in targets if it is not None], [it for it in units if it is not None]
        if (len(named[0]), len(named[1])) != (len(task.targets), len(task.units)):
            return None
        return replace(task, targets=tuple(named[0]), units=tuple(named[1]))

    found = []
    for win in wins:
        tasks = tuple(it for task in win.tasks if (it := mapped(task)) is not None)
        if len(tasks) < len(win.tasks):
            return None
        found.append(replace(win, tasks=tasks))
    return tuple(found)


def fitted_missions(
    before: Scenario, after: Scenario, classes: Mapping[str, str | None] | None = None
) -> FittedMissions:
    """Return the sides of ``after`` without references to parts that only ``before`` has.

    ``classes`` has the new id of classes, None for one that is no longer there; default: the same. References that were wrong
    before stay, for validation to find.
    """
    sides, gone, shortened = [], [], []
    for side in after.sides:
        wins = []
        for win in side.wins:
            tasks = tuple(_fitted(it, before, after, classes or {}) for it in win.tasks)
            kept = tuple(it for it in tasks if it is not None)
            if len(kept) < len(tasks):
                gone.append(f"{side.title}: {describe_win(before, win)}")
                continue
            wins.append(replace(win, tasks=kept))
            if any(
                len(it.targets) < len(old.targets) or len(it.units) < len(old.units)
                for it, old in zip(kept, win.tasks, strict=True)
            ):
                shortened.append(f"{side.title}: {describe_win(after, wins[-1])}")
        sides.append(side if tuple(wins) == side.wins else replace(side, wins=tuple(wins)))
    return FittedMissions(sides, tuple(gone), tuple(shortened))


def _fitted(task: Task, before: Scenario, after: Scenario, classes: Mapping[str, str | None]) -> Task | None:
    """Return a task without what is no longer there; None if nothing is left of it."""
    targets = tuple(
        it
        for it in task.targets
        if _list_of(before, task.kind, it) is None or _list_of(after, task.kind, it) is not None
    )
    had, has = ({it.id for it in one.units} for one in (before, after))
    units = tuple(it for it in task.units if it not in had or it in has)
    unit_class = classes.get(task.unit_class, task.unit_class)
    if unit_class is None or (task.targets and not targets) or (task.units and not units):
        return None
    count = task.count
    if (
        count is not None
        and len(targets) < len(task.targets)
        and task.kind in (TaskKind.HOLD, TaskKind.PLANT)
    ):
        count = min(count, len(targets))
    if count is not None and len(units) < len(task.units):
        count = min(count, len(units))
    return replace(task, targets=targets, units=units, unit_class=unit_class, count=count)


def _list_of(scenario: Scenario, kind: TaskKind, part_id: str) -> PartField | None:
    """Return the list that a target of a task is in; None if there is no such part."""
    return next(
        (
            name
            for name in TARGET_LISTS.get(kind, ())
            if any(it.id == part_id for it in getattr(scenario, name))
        ),
        None,
    )


def _with_tasks(sides: list[Side], change: Callable[[Task], Task]) -> list[Side]:
    def changed(win: Win) -> Win:
        return replace(win, tasks=tuple(map(change, win.tasks)))

    changed_wins = [tuple(map(changed, it.wins)) for it in sides]
    return [
        it if wins == it.wins else replace(it, wins=wins)
        for it, wins in zip(sides, changed_wins, strict=True)
    ]
