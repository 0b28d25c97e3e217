"""From the properties of a map to what a scenario file says beside board, zones, objectives and units."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.tiled.joined_names import split
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.clients.tiled.model import Properties, Value

_TEXTS: Final = ("name", "author", "notes", "ruleset", "ruleset_hash", "weather")
_SIDE: Final = re.compile(r"sides\.([1-9][0-9]{0,3})\.(id|name|team|role)")
_VICTORY: Final = ("points", "last_standing", "kill", "component")
_KNOWN: Final = (
    *_TEXTS,
    "turns",
    "locked",
    *(f"victory.{key}" for key in _VICTORY),
    "fairness.gates",
    "board.source",
    "board.inches",
)


@dataclass(slots=True)
class Said:
    """What the properties of a map say: keys of a scenario file, and what has no place among them."""

    data: dict[str, Any] = field(default_factory=dict)
    board_source: str = ""
    inches: float | None = None
    comments: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)


def read_properties(properties: Properties, findings: ImportFindings) -> Said:
    """Return what the properties of a map say; those that mean nothing are told."""
    said = Said()
    sides: dict[int, dict[str, Value]] = {}
    for name, value in properties.items():
        side = _SIDE.fullmatch(name)
        if side is not None:
            sides.setdefault(int(side[1]), {})[side[2]] = str(value)
        elif not (_read_single(said, name, value) or _read_part(said, name, value)):
            near = did_you_mean(name, _KNOWN)
            told = f"the property {shorten(name)!r} of the map means nothing and is left out{near}"
            findings.add("import.left-out", told)
    if sides:
        said.data["sides"] = [sides[number] for number in sorted(sides)]
    return said


def _read_single(said: Said, name: str, value: Value) -> bool:
    """Take a property that is a key of its own; say whether it is one."""
    if name in _TEXTS:
        said.data[name] = str(value)
    elif name == "turns":
        said.data[name] = value
    elif name == "locked":
        said.data[name] = list(split(str(value)))
    elif name == "board.source":
        said.board_source = str(value)
    elif name == "board.inches" and isinstance(value, int | float):
        said.inches = float(value)
    return name in (*_TEXTS, "turns", "locked", "board.source", "board.inches", "fairground")


def _read_part(said: Said, name: str, value: Value) -> bool:
    """Take a property that is part of a larger one, such as ``victory.points``; say whether it is one."""
    key, _, rest = name.partition(".")
    fairness, _, measure = rest.partition(".")
    if key == "victory" and rest in _VICTORY:
        said.data.setdefault(key, {})[rest] = value
    elif name == "fairness.gates":
        said.data.setdefault(key, {})[rest] = list(split(str(value)))
    elif key == "fairness" and fairness == "bands":
        said.data.setdefault(key, {}).setdefault(fairness, {})[measure] = str(value)
    elif key == "rules" and "." in name:
        said.data.setdefault(key, {})[rest] = _plain(value)
    elif key == "comment":
        said.comments[split(rest) if "." in name else ()] = tuple(str(value).split("\n"))
    else:
        return False
    return True


def _plain(value: Value) -> object:
    """Return what an override says: it is written as JSON, and a text that is none stands for itself."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
