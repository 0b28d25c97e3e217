"""Missions: how a side wins, as immutable values, and the same in words.

A side's conditions add to those of the scenario (``Victory``). Any of them wins; one with several tasks needs all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Callable


class TaskKind(StrEnum):
    """What a side has to do; each is a key of the file."""

    #: Hold objectives at the end of ``turns`` turns in a row.
    HOLD = "hold"
    #: Have units in zones at the end of a turn.
    REACH = "reach"
    #: Leave the board with units through zones or exit objectives.
    EXIT = "exit"
    #: Destroy units, given by their own ids or those of their sides.
    DESTROY = "destroy"
    #: Plant charges on objectives, which go off after ``turns`` more turns unless the enemy removes them.
    PLANT = "plant"
    #: Score points.
    POINTS = "points"
    #: Be the last with units that are not destroyed.
    LAST_STANDING = "last_standing"
    #: See the turn limit pass before anyone else has won.
    TIME_OUT = "time_out"


#: Tasks with a list of targets, and what the targets are.
TARGETS: dict[TaskKind, str] = {
    TaskKind.HOLD: "objective",
    TaskKind.REACH: "zone",
    TaskKind.EXIT: "zone or exit objective",
    TaskKind.DESTROY: "unit or side",
    TaskKind.PLANT: "objective",
}

#: The lists of a scenario that the targets are in; of parts with the same id, the one in the first list is meant.
TARGET_LISTS: dict[TaskKind, tuple[Literal["sides", "zones", "objectives", "units"], ...]] = {
    TaskKind.HOLD: ("objectives",),
    TaskKind.REACH: ("zones",),
    TaskKind.EXIT: ("zones", "objectives"),
    TaskKind.DESTROY: ("units", "sides"),
    TaskKind.PLANT: ("objectives",),
}


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a mission.

    ``targets`` are ids of what ``TARGETS`` says for the kind. ``count`` is how many are enough: objectives to hold or plant on, or units to
    bring or destroy (None: all). ``units`` and ``unit_class`` limit which units of the side count for reaching and leaving;
    empty: any. ``turns`` is as in ``TaskKind``, and ``points`` the points to score.
    """

    kind: TaskKind
    targets: tuple[str, ...] = ()
    count: int | None = None
    turns: int = 0
    units: tuple[str, ...] = ()
    unit_class: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class Win:
    """A way to win: all of its tasks, in any order."""

    tasks: tuple[Task, ...]


def win_text(win: Win, title: Callable[[str], str]) -> str:
    """Return a way to win as text, such as ``leave through Way Out with Caravan``; ``title`` names what an id stands for."""
    return ", and ".join(_task_text(task, title) for task in win.tasks)


def _task_text(task: Task, title: Callable[[str], str]) -> str:
    targets = [title(it) for it in task.targets]
    every = listed(targets)
    some = f"{task.count} of {every}" if task.count is not None and len(targets) > 1 else every
    or_text = " or ".join(targets)
    match task.kind:
        case TaskKind.HOLD:
            text = f"hold {some}" + (f" for {counted(task.turns, 'turn')} in a row" if task.turns > 1 else "")
        case TaskKind.REACH:
            text = f"reach {or_text} with {_who(task, title)}"
        case TaskKind.EXIT:
            text = f"leave through {or_text} with {_who(task, title)}"
        case TaskKind.DESTROY:
            text = f"destroy {some}"
        case TaskKind.PLANT:
            later = f", which go off {counted(task.turns, 'turn')} later" if task.turns else ""
            text = f"plant charges on {some}{later}"
        case TaskKind.POINTS:
            text = f"score {counted(task.points, 'point')}"
        case TaskKind.LAST_STANDING:
            text = "be the last side with units"
        case TaskKind.TIME_OUT:
            text = "hold out until the turn limit"
    return text


def _who(task: Task, title: Callable[[str], str]) -> str:
    if task.units:
        names = listed([title(it) for it in task.units])
        return f"{task.count} of {names}" if task.count is not None and len(task.units) > 1 else names
    noun = f"{task.unit_class} unit" if task.unit_class else "unit"
    return f"all {noun}s" if task.count is None else counted(task.count, noun)
