"""Which comments of a file a save keeps: those at its head, and above keys and items that are written back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.files.pruning import LISTS
from fairground.core.files.scenario_file import ScenarioFile
from fairground.core.text.model_fields import fields_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.text.comments import Comment
    from fairground.core.text.source import PathInFile

#: Mappings whose keys are the designer's own.
_OPEN = (
    ("rules",),
    ("board", "palette"),
    ("board", "elevation_palette"),
    ("board", "effects_palette"),
    ("board", "names"),
    ("board", "notes"),
)


def kept_comments(
    comments: Mapping[PathInFile, tuple[Comment, ...]], data: Mapping[str, object]
) -> tuple[dict[tuple[str, ...], tuple[str, ...]], tuple[int, ...]]:
    """Return the comments that have a place in a written file, and the lines of those that have none.

    Items of lists are named by their id: ``("zones", "p1-start")``.
    """
    kept: dict[tuple[str, ...], tuple[str, ...]] = {}
    lost: list[int] = []
    for path, those in comments.items():
        place = _place(path, data)
        if place is None:
            lost += [it.line for it in those]
        else:
            kept[place] = (*kept.get(place, ()), *(it.text for it in those))
    return kept, tuple(lost)


def _place(path: PathInFile, data: Mapping[str, object]) -> tuple[str, ...] | None:
    # The format comes first in a written file, so that what stands above it is the head.
    if path in ((), ("format",)):
        return ()
    if path[0] in LISTS and len(path) > 1:
        return _place_in_item(path, data)
    if path[:-1] in _OPEN or (len(path) < 3 and path[-1] in fields_at(ScenarioFile, path[:-1])):
        return tuple(map(str, path))
    return None


def _place_in_item(path: PathInFile, data: Mapping[str, object]) -> tuple[str, ...] | None:
    items, place = data[str(path[0])], path[1]
    item = items[place] if isinstance(items, list) and isinstance(place, int) else None
    name = item.get("id") if isinstance(item, dict) else None
    if not isinstance(name, str):
        return None
    # The id comes first in a written item.
    if len(path) == 2 or path[2:] == ("id",):
        return (str(path[0]), name)
    is_key = len(path) == 3 and path[2] in fields_at(ScenarioFile, path[:2])
    return (str(path[0]), name, str(path[2])) if is_key else None
