"""Events of a document: which part has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.editor.document.board_patch import Motion
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import BoardLayer


@dataclass(frozen=True, slots=True, eq=False)
class CellsChanged:
    """Cells of a layer have changed; ``cells`` are flat indices, row by row."""

    layer: BoardLayer
    cells: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HexsidesChanged:
    """The features of some canonical hexsides have changed."""

    sides: tuple[Hexside, ...]


@dataclass(frozen=True, slots=True)
class FieldChanged:
    """A field of the scenario or its board has changed: ``zones``, ``board.palette``, ``name``, the whole ``board`` ..."""

    field: str


#: The fields that change how hexes are named; ``board.shown_style`` changes without an edit.
LABEL_FIELDS = frozenset({"board.label_style", "board.shown_style"})


@dataclass(frozen=True, slots=True)
class Replaced:
    """The whole scenario was replaced."""


@dataclass(frozen=True, slots=True)
class BoardMoved:
    """All hexes have moved together: shifted, turned or mirrored."""

    motion: Motion


Event = CellsChanged | HexsidesChanged | FieldChanged | Replaced | BoardMoved


def merged_events(events: Iterable[Event]) -> list[Event]:
    """Return the merged events of several steps.

    A change of the whole board is first, then motions and fields in their order, cells by layer, and hexsides. With
    another board, there are none of cells and hexsides.
    """
    fields: dict[str, FieldChanged] = {}
    cells: dict[BoardLayer, list[NDArray[np.int64]]] = {}
    sides: dict[Hexside, None] = {}
    moves: list[Event] = []
    for event in events:
        match event:
            case FieldChanged(field):
                fields.setdefault(field, event)
            case CellsChanged(layer, changed):
                cells.setdefault(layer, []).append(changed)
            case HexsidesChanged(changed_sides):
                sides.update(dict.fromkeys(changed_sides))
            case _:
                moves.append(event)
    board = fields.pop("board", None)
    if board is not None:
        return [board, *moves, *fields.values()]
    merged: list[Event] = [*moves, *fields.values()]
    for layer, parts in cells.items():
        merged.append(CellsChanged(layer, parts[0] if len(parts) == 1 else np.unique(np.concatenate(parts))))
    if sides:
        merged.append(HexsidesChanged(tuple(sides)))
    return merged


def watch(before: Document | None, after: Document | None, slot: Callable[[Any], object]) -> Document | None:
    """Call ``slot`` with the changes of ``after``, no longer with those of ``before``; return ``after``."""
    if before is not None:
        before.changed.disconnect(slot)
    if after is not None:
        after.changed.connect(slot)
    return after
