"""Ways to win in a scenario file: models, and reading them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from fairground.core.files.file_model import (
    MAX_LISTED,
    MAX_TURNS,
    MAX_UNITS,
    FileModel,
    Kind,
    Points,
    Title,
    empty_list,
)
from fairground.core.scenario.mission import TARGETS, Task, TaskKind, Win

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.files.read_result import Problems
    from fairground.core.text.source import PathInFile

_Ids = Annotated[list[Title], Field(max_length=MAX_LISTED)]


class TaskFile(FileModel):
    """A task of a mission: one of the first eight keys, and what limits it."""

    hold: _Ids = Field(
        default_factory=empty_list,
        description="Objectives to hold at the end of a turn.",
        examples=[["hill"]],
    )
    reach: _Ids = Field(
        default_factory=empty_list, description="Zones that must contain units at the end of a turn."
    )
    exit: _Ids = Field(
        default_factory=empty_list, description="Exit zones or exit objectives to leave the board through."
    )
    destroy: _Ids = Field(
        default_factory=empty_list,
        description="Units to destroy, or sides whose units must be destroyed.",
        examples=[["guard"]],
    )
    plant: _Ids = Field(default_factory=empty_list, description="Objectives to plant charges on.")
    points: Points | None = Field(None, description="Points to score.")
    last_standing: bool = Field(default=False, description="Be the last side with units.")
    time_out: bool = Field(
        default=False, description="Win when the turn limit passes without another winner."
    )
    count: Annotated[int, Field(ge=1, le=MAX_UNITS)] | None = Field(
        None, description="Number of objectives or units required. Default: all."
    )
    turns: Annotated[int, Field(ge=0, le=MAX_TURNS)] = Field(
        0,
        description=(
            "Number of consecutive turns to hold, or number of turns until a charge goes off; 0 means "
            "at the end of the same turn."
        ),
    )
    units: _Ids = Field(
        default_factory=empty_list,
        description="Units that count for reach and exit. If empty, any unit of the side counts.",
    )
    unit_class: Kind | None = Field(
        None, alias="class", description="Unit class that counts for reach and exit. Default: any class."
    )


class WinFile(TaskFile):
    """A way to win: one task, or several that are all needed."""

    all: Annotated[list[TaskFile], Field(max_length=8)] = Field(
        default_factory=empty_list, description="Tasks that must all be completed, instead of a single task."
    )


def read_wins(files: Sequence[WinFile], path: PathInFile, problems: Problems) -> tuple[Win, ...]:
    """Return the ways to win; those that name no task, or several in one, are left out with a finding."""
    found = []
    for place, file in enumerate(files):
        listed = [((*path, place), file), *(((*path, place, "all", i), it) for i, it in enumerate(file.all))]
        # A way to win with ``all`` has no task beside it.
        tasks = [_task(it, where, problems, optional=it is file and bool(file.all)) for where, it in listed]
        win = Win(tuple(it for it in tasks if it is not None))
        if win.tasks:
            found.append(win)
    return tuple(found)


def _task(file: TaskFile, path: PathInFile, problems: Problems, *, optional: bool) -> Task | None:
    kinds = [it for it in TaskKind if getattr(file, it.value)]
    if not kinds and optional:
        return None
    keys = ", ".join(it.value for it in TaskKind)
    if not kinds:
        fix = "Write, for example, 'hold: [hill]' or 'time_out: true'."
        problems.add("side.win", f"a way to win needs a task: one of {keys}", path, fix=fix)
        return None
    if len(kinds) > 1:
        names = " and ".join(f"'{it.value}'" for it in kinds)
        fix = (
            "If all are needed, list them: 'all: [{hold: [hill]}, {exit: [gate]}]'. If any one is "
            "enough, make each a separate item."
        )
        problems.add("side.win", f"a task must have one of {keys}, not {names}", path, fix=fix)
        return None
    targets = getattr(file, kinds[0].value) if kinds[0] in TARGETS else ()
    return Task(
        kinds[0],
        tuple(targets),
        file.count,
        file.turns,
        tuple(file.units),
        file.unit_class or "",
        file.points or 0,
    )
