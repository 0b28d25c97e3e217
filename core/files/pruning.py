"""Remove the parts of a file that do not fit its model, so that the rest can be read and checked."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairground.core.files.scenario_file import OLDEST_FORMAT, ScenarioFile
from fairground.core.text.model_problems import as_meant, fields_at, meant_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_core import ErrorDetails

    from fairground.core.text.source import PathInFile, Source

#: Lists whose items can be removed one by one.
LISTS: Final = ("sides", "zones", "objectives", "units", "decorations")
#: The name of a scenario without a valid one.
_NO_NAME: Final = "unnamed"
#: Stand-ins for faulty entries of the palettes.
_STAND_INS: Final[dict[PathInFile, object]] = {
    ("board", "palette"): "clear",
    ("board", "elevation_palette"): 0,
    ("board", "effects_palette"): [],
}


class Pruned(NamedTuple):
    """Data without its faults, the original places of the remaining items of each list, and the removed parts."""

    data: dict[str, Any]
    items: dict[str, list[int]]
    lost: set[PathInFile]


def prune(data: dict[str, Any], faults: Mapping[PathInFile, list[ErrorDetails]], source: Source) -> Pruned:
    """Return the data without the parts at fault.

    Misspelt keys and obvious values are corrected. Otherwise the smallest part that the model does not require is
    removed: an optional key, or an item of a list. Other faults remain. A scenario without a valid name gets one.
    """
    pruned = deepcopy(data)
    lost: set[PathInFile] = set()
    dropped: dict[str, set[int]] = {}
    # Misspelt keys first, since another key may seem to be missing because of them.
    in_order = sorted(faults.items(), key=lambda it: it[1][0]["type"] != "extra_forbidden")
    unsolved = [path for path, details in in_order if not _resolve(pruned, path, details, source)]
    if ("name",) in unsolved or "name" not in pruned:
        pruned["name"] = _NO_NAME
    pruned.setdefault("format", OLDEST_FORMAT)
    for fault in unsolved:
        for depth in range(len(fault), 0, -1):
            path = fault[:depth]
            if len(path) == 2 and path[0] in LISTS and isinstance(path[1], int):
                dropped.setdefault(str(path[0]), set()).add(path[1])
                lost.add(path)
                break
            if isinstance(path[-1], str) and not _is_required(path):
                _remove(pruned, path)
                lost.add(path)
                break
    places = {}
    for name in LISTS:
        items = pruned.get(name)
        if isinstance(items, list):
            places[name] = [place for place in range(len(items)) if place not in dropped.get(name, ())]
            pruned[name] = [items[place] for place in places[name]]
    return Pruned(pruned, places, lost)


def _resolve(data: object, path: PathInFile, details: list[ErrorDetails], source: Source) -> bool:
    """Correct a faulty value or a misspelt key; return whether that was possible."""
    parent: Any = data
    with suppress(KeyError, IndexError, TypeError):
        for part in path[:-1]:
            parent = parent[part]
        if details[0]["type"] == "extra_forbidden":
            name = meant_key(str(path[-1]), parent, fields_at(ScenarioFile, path[:-1]))
            if name is not None and path[-1] in parent:
                parent[name] = parent.pop(path[-1])
                source.move(path, (*path[:-1], name))
                return True
            return False
        if details[0]["type"] == "missing":
            return bool(path[-1] in parent)
        meant = as_meant(details, path, ScenarioFile)
        if meant is not None:
            parent[path[-1]] = meant
            return True
    return False


def _is_required(path: PathInFile) -> bool:
    field = fields_at(ScenarioFile, path[:-1]).get(str(path[-1]))
    return field is not None and field.is_required()


def _remove(data: Any, path: PathInFile) -> None:  # noqa: ANN401  # plain data of any shape
    """Remove the part at ``path``; a palette entry, which rows refer to, is replaced by a stand-in."""
    parent, key = data, path[-1]
    # Another fault may have removed the part already.
    with suppress(KeyError, IndexError, TypeError):
        for part in path[:-1]:
            parent = parent[part]
        if path[:-1] in _STAND_INS:
            parent[key] = _STAND_INS[path[:-1]]
        else:
            del parent[key]
