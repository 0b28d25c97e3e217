"""Patches as JSON and back, for the journal.

Only the types in scenarios can be written and read, tagged with names from a fixed list: a journal never runs code.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import astuple, fields, is_dataclass
from enum import StrEnum
from operator import is_
from typing import Any

import numpy as np

from fairground.core.errors import FileError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout as GridLayout
from fairground.core.scenario import decorations, mission, parts, shapes, tracing_image
from fairground.core.scenario.board import PaletteEntry
from fairground.core.text.foreign import parse_json
from fairground.core.text.scalars import FloatText
from fairground.editor.app.texts import tr
from fairground.editor.document.board_patch import BoardPatch, Motion, StoredBoard, inflated
from fairground.editor.document.patch_checks import kinds_of, matches
from fairground.editor.document.patches import (
    BoardLayer,
    CellPatch,
    FieldPatch,
    HexsidePatch,
    ListPatch,
    Patch,
)

_VALUES: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        Hex,
        Hexside,
        PaletteEntry,
        decorations.Decoration,
        parts.FairnessBands,
        parts.Objective,
        parts.RulesetReference,
        parts.Side,
        parts.Unit,
        parts.UnitPart,
        parts.Victory,
        parts.Zone,
        mission.Task,
        mission.Win,
        tracing_image.TracingImage,
        shapes.Columns,
        shapes.Difference,
        shapes.Everything,
        shapes.Intersection,
        shapes.Listed,
        shapes.Painted,
        shapes.Rows,
        shapes.Union,
        shapes.Within,
    )
}
#: The names of their fields, cached for speed.
_FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(item.name for item in fields(kind)) for kind in _VALUES.values() if is_dataclass(kind)
}
#: Types that JSON has; their subclasses are checked one by one.
_PLAIN = frozenset((str, int, float, bool, type(None)))
_ENUMS: dict[str, type[StrEnum]] = {
    kind.__name__: kind
    for kind in (
        GridLayout,
        LabelStyle,
        decorations.DecorationLayer,
        parts.ObjectiveKind,
        parts.Shield,
        parts.ZoneKind,
        mission.TaskKind,
    )
}


def encode_patch(patch: Patch) -> dict[str, Any]:
    """Return a patch as data for JSON."""
    if isinstance(patch, CellPatch):
        return {
            "layer": patch.layer.value,
            "cells": _packed(patch.cells.astype(np.int32)),
            "before": _packed(patch.before),
            "after": _packed(patch.after),
        }
    if isinstance(patch, HexsidePatch):
        # Both usually have their sides in the same order, which saves looking up thousands.
        is_alike = len(patch.before) == len(patch.after) and all(map(is_, patch.before, patch.after))
        earlier = patch.before.values() if is_alike else map(patch.before.__getitem__, patch.after)
        return {
            "hexsides": [
                [side.hex.q, side.hex.r, side.direction, old, new]
                for (side, new), old in zip(patch.after.items(), earlier, strict=True)
            ]
        }
    if isinstance(patch, ListPatch):
        before, after = ([encode(item) for item in items] for items in (patch.before, patch.after))
        return {"list": patch.field, "at": patch.at, "before": before, "after": after}
    if isinstance(patch, BoardPatch):
        return {
            "board": {
                "before": patch.before.text,
                "after": patch.after.text,
                "moved": [*astuple(patch.moved)],
            }
        }
    return {"field": patch.field, "before": encode(patch.before), "after": encode(patch.after)}


def decode_patch(data: dict[str, Any]) -> Patch:
    """Return the patch of data from ``encode_patch``.

    Raises
    ------
    FileError
        When the data is not a patch.
    """
    try:
        if "layer" in data:
            cells = _unpacked(data["cells"]).astype(np.int64)
            return CellPatch(
                BoardLayer(data["layer"]), cells, _unpacked(data["before"]), _unpacked(data["after"])
            )
        if "hexsides" in data:
            before, after = {}, {}
            for q, r, direction, old, new in data["hexsides"]:
                side = Hexside(Hex(int(q), int(r)), int(direction))
                before[side], after[side] = tuple(map(str, old)), tuple(map(str, new))
            return HexsidePatch(before, after)
        if "list" in data:
            old_items, new_items = (tuple(map(decode, data[key])) for key in ("before", "after"))
            return ListPatch(str(data["list"]), int(data["at"]), old_items, new_items)
        if "board" in data:
            boards = data["board"]
            across, down, turn, mirrored = boards["moved"]
            return BoardPatch(
                StoredBoard.from_text(boards["before"]),
                StoredBoard.from_text(boards["after"]),
                Motion(float(across), float(down), float(turn), bool(mirrored)),
            )
        return FieldPatch(str(data["field"]), decode(data["before"]), decode(data["after"]))
    except (
        KeyError, TypeError, ValueError, AttributeError, RecursionError, MemoryError, OverflowError, zlib.error,
    ) as error:  # fmt: skip
        raise FileError(tr("the journal contains an invalid entry ({error})").format(error=error)) from error


def encode(value: object) -> Any:  # noqa: ANN401  # JSON data has no narrower type
    """Return a field's value as data for JSON.

    Raises
    ------
    TypeError
        When it has a part of a type that scenarios don't have.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, StrEnum):
        return {"enum": type(value).__name__, "value": value.value}
    if value is None or isinstance(value, bool | int | str | float):
        return {"decimal": value.text} if isinstance(value, FloatText) else value
    if isinstance(value, list | tuple):
        items = [encode(item) for item in value]
        return items if isinstance(value, list) else {"tuple": items}
    if isinstance(value, dict):
        return {"dict": [[encode(key), encode(item)] for key, item in value.items()]}
    if type(value) in _FIELDS:
        return _encode_part(value)
    raise TypeError(f"a journal cannot hold a {type(value).__name__}")


def _encode_part(value: object) -> dict[str, Any]:
    if isinstance(value, shapes.Painted):
        # Every move of a stroke writes whole zones, which may have a line for each row.
        packed = zlib.compress(json.dumps(value.rows).encode("ascii"), level=1)
        return {"painted": base64.b64encode(packed).decode("ascii")}
    values = ((name, getattr(value, name)) for name in _FIELDS[type(value)])
    content = {name: it if type(it) in _PLAIN else encode(it) for name, it in values}
    return {"kind": type(value).__name__, "fields": content}


def decode(data: Any) -> Any:  # noqa: ANN401  # JSON data has no narrower type
    """Return the value of data from ``encode``."""
    if isinstance(data, list):
        return [decode(item) for item in data]
    return _decode_tagged(data) if isinstance(data, dict) else data


def _decode_tagged(data: dict[str, Any]) -> Any:  # noqa: ANN401  # any value a field can have
    if "decimal" in data:
        return FloatText(data["decimal"])
    if "painted" in data:
        packed = base64.b64decode(data["painted"], validate=True)
        return shapes.Painted(tuple(map(str, parse_json(inflated(packed)))))
    if "enum" in data:
        return _ENUMS[data["enum"]](data["value"])
    if "tuple" in data:
        return tuple(decode(item) for item in data["tuple"])
    if "dict" in data:
        return {decode(key): decode(item) for key, item in data["dict"]}
    kind = _VALUES[data["kind"]]
    values = {name: decode(item) for name, item in data["fields"].items()}
    kinds = kinds_of(kind)
    for name, value in values.items():
        if not matches(value, kinds[name]):
            raise ValueError(f"{name} of a {kind.__name__} is no such value")
    return kind(**values)


def _packed(values: np.ndarray[Any, np.dtype[np.int32]]) -> str:
    return base64.b64encode(values.astype("<i4").tobytes()).decode("ascii")


def _unpacked(text: str) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.frombuffer(base64.b64decode(text, validate=True), "<i4").astype(np.int32)
