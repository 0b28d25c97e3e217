"""Whether the units that count for a way to win can get where they have to be, and in time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.movement.areas import on_foot
from fairground.core.movement.mover import DEFAULT_MODE, mover
from fairground.core.scenario.mission import TaskKind, describe_task, named_parts
from fairground.core.scenario.parts import Zone
from fairground.core.text.wording import counted, listed
from fairground.core.validation.checked_scenario import MAX_WALKED
from fairground.core.validation.missions import counting_units, tasks_of
from fairground.core.validation.paths import time_unchecked
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.mission import Task
    from fairground.core.scenario.parts import Objective, Side, Unit
    from fairground.core.text.source import PathInFile
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask

_GOES = (TaskKind.HOLD, TaskKind.PLANT, TaskKind.REACH, TaskKind.EXIT)


class _Start(NamedTuple):
    """A mover, the hexes it may start in, its facing (None: any), and the turn in which it does."""

    mover: Mover
    hexes: Mask
    facing: int | None
    turn: int


def check_tasks_in_time(subject: CheckedScenario) -> Iterator[Finding]:
    """Find places that the units of a task cannot reach, or not in time, at full speed and unhindered.

    Units use the default movement mode, as in games. Those that may only enter hexes in sight are assumed to see all of them.
    Parts of the task with a finding of their own are not checked. If there is too much to walk, a finding says so.
    """
    limit, marches = subject.scenario.turns, _Marches(subject)
    for it in _endings(subject, marches):
        place = Place((*it.path, it.task.kind.value))
        what = describe_task(subject.scenario, it.task)
        if it.end is None:
            message = f"{it.side.title!r} cannot {what}: {it.lacking}{it.mode}"
            yield make_finding("win.unreachable", message, place)
        elif limit is not None and it.end > limit:
            yield make_finding(
                "win.too-late",
                f"{it.side.title!r} is too late to {what}: at full speed{it.mode}, that takes until turn {it.end}, "
                f"but the game lasts {counted(limit, 'turn')}",
                place,
                fix=f"Set turns to {it.end} or more, or move the start and the goal closer together.",
            )
    if marches.left_out is not None:
        yield time_unchecked("some goals of ways to win", Place(marches.left_out))


def turns_needed(subject: CheckedScenario) -> int:
    """Return the turns after which every task that units can travel to may be done, at full speed; 0 without one."""
    return max((it.end or 0 for it in _endings(subject, _Marches(subject))), default=0)


class _Ending(NamedTuple):
    """The first turn at whose end a task can be done (None: never).

    ``lacking`` says what is missing if there is no such turn, ``mode`` how units move, if the ruleset has several modes.
    """

    side: Side
    task: Task
    path: PathInFile
    end: int | None
    lacking: str
    mode: str


def _endings(subject: CheckedScenario, marches: _Marches) -> Iterator[_Ending]:
    for side, task, path in tasks_of(subject):
        goals = _goals(subject, task) if task.kind in _GOES and subject.travellers else None
        starts = _starts(subject, side, task) if goals else None
        if goals and (_is_too_many(subject, side, task) or (starts and not marches.affords(starts))):
            marches.left_out = marches.left_out or path
        elif goals and starts:
            turns, lacking = _measured(marches, task, starts, goals)
            end = None if turns is None else turns + _waiting(task)
            yield _Ending(side, task, path, end, lacking, _by_mode(subject, starts))


def _waiting(task: Task) -> int:
    """Return the turns that follow the one of the arrival."""
    return (
        max(task.turns - 1, 0) if task.kind is TaskKind.HOLD else task.turns * (task.kind is TaskKind.PLANT)
    )


def _goals(subject: CheckedScenario, task: Task) -> list[tuple[str, Mask]]:
    """Return the titles of targets and their usable hexes; empty if one is unknown or has none."""
    masks: dict[str, tuple[str, Mask]] = {}
    for _, parts in named_parts(subject.scenario, task.kind):
        for part in parts:
            if part.id in task.targets and part.id not in masks:
                masks[part.id] = subject.scenario.part_title(part), _mask(subject, part)
    goals = [masks[it] for it in dict.fromkeys(task.targets) if it in masks and masks[it][1].any()]
    return goals if len(goals) == len(set(task.targets)) else []


def _mask(subject: CheckedScenario, part: Zone | Objective | Unit | Side) -> Mask:
    scenario = subject.scenario
    if isinstance(part, Zone):
        return (
            subject.zone_mask(next(at for at, it in enumerate(scenario.zones) if it is part)) & subject.usable
        )
    index = next(at for at, it in enumerate(scenario.objectives) if it is part)
    return subject.objective_mask(index) & subject.usable


def _is_too_many(subject: CheckedScenario, side: Side, task: Task) -> bool:
    """Return whether the units of a task are too many for their walks to be checked."""
    return len(counting_units(subject, side, task)) * subject.void.size > MAX_WALKED


def _starts(subject: CheckedScenario, side: Side, task: Task) -> list[_Start]:
    """Return where the units of a task start; empty if that is unknown, for too many, or if one has a finding of its own."""
    if _is_too_many(subject, side, task):
        return []
    if not subject.unit_counts[side.id]:
        zone = subject.deployment.get(side.id, np.zeros_like(subject.void)) & subject.usable
        fits = [it for it in on_foot(subject.everyone) if task.unit_class in ("", it.class_id)]
        return [_Start(it, zone, None, 1) for it in fits] if zone.any() and not task.units else []
    units = counting_units(subject, side, task)
    is_sound = len(units) >= len(set(task.units)) and all(_may_start(subject, it) for it in units)
    return [_of_unit(subject, it) for it in units] if is_sound else []


def _may_start(subject: CheckedScenario, unit: Unit) -> bool:
    scenario, rules = subject.scenario, subject.ruleset
    return (
        rules is not None
        and unit.unit_class in rules.classes
        and scenario.board.contains(unit.hex)
        and bool(subject.usable[scenario.board.cell(unit.hex)])
        and (scenario.turns is None or unit.arrives <= scenario.turns)
    )


def _of_unit(subject: CheckedScenario, unit: Unit) -> _Start:
    board = subject.board
    # Without a side, no other unit is in its way.
    free = replace(mover(subject.scenario, unit=unit.id), side="", unit="")
    return _Start(free, board.mask([unit.hex]), unit.facing, unit.arrives)


def _measured(
    marches: _Marches, task: Task, starts: Sequence[_Start], goals: Sequence[tuple[str, Mask]]
) -> tuple[int | None, str]:
    """Return the turn in which enough is reached, and what is lacking if there is no such turn."""
    if task.kind in (TaskKind.HOLD, TaskKind.PLANT):
        arrivals = [marches.first(starts, hexes) for _, hexes in goals]
        need = len(goals) if task.count is None else min(task.count, len(goals))
        lost = [repr(title) for (title, _), turn in zip(goals, arrivals, strict=True) if turn is None]
        lacking = f"no unit can reach {listed(lost)}"
    else:
        anywhere: Mask = np.logical_or.reduce([hexes for _, hexes in goals])
        arrivals = [marches.first([it], anywhere) for it in starts]
        # Without units in the file, their number is unknown, and one has to do.
        is_listed = starts[0].facing is not None
        need = min(len(starts) if task.count is None else task.count, len(starts)) if is_listed else 1
        able = sum(it is not None for it in arrivals)
        lacking = (
            f"only {able} of the {need} units needed can get there"
            if able
            else "none of the units that count can get there"
        )
    in_order = sorted(it for it in arrivals if it is not None)
    return (in_order[need - 1] if len(in_order) >= need else None), lacking


def _by_mode(subject: CheckedScenario, starts: Sequence[_Start]) -> str:
    """Return by which mode of movement, if the ruleset has several."""
    if len({it.mode_id for it in subject.everyone}) < 2:
        return ""
    first = starts[0].mover
    return " on foot" if first.mode_id == DEFAULT_MODE else f" ({first.mode.name.lower()})"


class _Marches:
    """The turns in which movers reach hexes, cached for each mover and start."""

    def __init__(self, subject: CheckedScenario) -> None:
        self._subject = subject
        self._reached: dict[tuple[str, int, bytes, int | None], NDArray[np.int16]] = {}
        #: The first task that was left out because there was too much to walk.
        self.left_out: PathInFile | None = None

    def affords(self, starts: Sequence[_Start]) -> bool:
        """Return whether walking from these starts too is not too much."""
        new = {self._key(it) for it in starts} - self._reached.keys()
        return not new or (len(self._reached) + len(new)) * self._subject.void.size <= MAX_WALKED

    @staticmethod
    def _key(start: _Start) -> tuple[str, int, bytes, int | None]:
        return (
            start.mover.class_id,
            start.mover.allowance,
            np.packbits(start.hexes).tobytes(),
            start.facing,
        )

    def first(self, starts: Sequence[_Start], goal: Mask) -> int | None:
        """Return the first turn at whose end one of them can be in a hex of ``goal``; None for never."""
        from fairground.core.movement.reach import NEVER

        found = []
        for start in starts:
            turns = self._turns(start)[goal]
            turns = turns[turns != NEVER]
            if turns.size:
                found.append(max(start.turn, start.turn - 1 + int(turns.min())))
        return min(found, default=None)

    def _turns(self, start: _Start) -> NDArray[np.int16]:
        from fairground.core.movement.reach import reach

        key = self._key(start)
        if key not in self._reached:
            self._reached[key] = reach(
                self._subject.scenario,
                start.hexes,
                None,
                mover=start.mover,
                facing=start.facing,
                blind=True,
            ).turns
        return self._reached[key]
