"""Leaving out the parts of a file that do not fit its model, so that the rest can be read and checked as well."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Final

from fairground.core.files.scenario_file import ScenarioFile
from fairground.core.text.model_problems import fields_at
from fairground.core.text.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.text.source import PathInFile

#: The lists whose items can be left out one by one.
LISTS: Final = ("sides", "zones", "objectives", "units")
#: What a scenario is called whose name cannot be read.
_NO_NAME: Final = "unnamed"
#: What stands for a faulty entry of the palettes.
_STAND_INS: Final[dict[PathInFile, object]] = {
    ("board", "palette"): "clear",
    ("board", "elevation_palette"): 0,
    ("board", "effects_palette"): [],
}


def prune(
    data: dict[str, object], faults: Iterable[PathInFile]
) -> tuple[dict[str, object], dict[str, list[int]]]:
    """Return the data without the parts at fault, and where each item of a list that is left stood before.

    What is left out is the smallest part that the model can do without: a key that is not required, or an item of
    a list. Where there is none, the fault stays. A misspelt key that is required is read as it was meant, and a
    scenario without a good name gets one.
    """
    pruned = deepcopy(data)
    faults = list(faults)
    for fault in faults:
        _respell(pruned, fault)
    if ("name",) in faults or "name" not in pruned:
        pruned["name"] = _NO_NAME
    dropped: dict[str, set[int]] = {}
    for fault in faults:
        for depth in range(len(fault), 0, -1):
            path = fault[:depth]
            if len(path) == 2 and path[0] in LISTS and isinstance(path[1], int):
                dropped.setdefault(str(path[0]), set()).add(path[1])
                break
            if isinstance(path[-1], str) and not _is_required(path):
                _repair(pruned, path)
                break
    places = {}
    for name in LISTS:
        items = pruned.get(name)
        if isinstance(items, list):
            places[name] = [place for place in range(len(items)) if place not in dropped.get(name, ())]
            pruned[name] = [items[place] for place in places[name]]
    return pruned, places


def _respell(data: object, path: PathInFile) -> None:
    """Give an unknown key the name of the required one that is missing beside it, where it looks like that."""
    fields = fields_at(ScenarioFile, path[:-1])
    if not path or path[-1] in fields:
        return
    parent = data
    with suppress(KeyError, IndexError, TypeError):
        for part in path[:-1]:
            parent = parent[part]  # type: ignore[index]  # what cannot be indexed is passed over
        if isinstance(parent, dict) and path[-1] in parent:
            missing = [name for name, field in fields.items() if field.is_required() and name not in parent]
            meant = nearest(str(path[-1]), missing)
            if meant is not None:
                parent[meant] = parent.pop(path[-1])


def _is_required(path: PathInFile) -> bool:
    field = fields_at(ScenarioFile, path[:-1]).get(str(path[-1]))
    return field is not None and field.is_required()


def _repair(data: object, path: PathInFile) -> None:
    """Leave out the part at ``path``; a palette entry, which rows refer to, is replaced by one that says little."""
    parent, key = data, path[-1]
    # A part that another fault has taken along is gone already.
    with suppress(KeyError, IndexError, TypeError):
        for part in path[:-1]:
            parent = parent[part]  # type: ignore[index]  # what cannot be indexed is passed over
        if path[:-1] in _STAND_INS:
            parent[key] = _STAND_INS[path[:-1]]  # type: ignore[index]  # likewise
        else:
            del parent[key]  # type: ignore[attr-defined]  # likewise
