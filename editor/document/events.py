"""What a document tells its views: typed events that say which part changed, so that views never poll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.editor.document.motion import Motion
    from fairground.editor.document.patches import Layer


@dataclass(frozen=True, slots=True, eq=False)
class CellsChanged:
    """Some cells of a layer have new values; ``cells`` are flat indices, row by row."""

    layer: Layer
    cells: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HexsidesChanged:
    """Some hexsides (canonical) have other features."""

    sides: tuple[Hexside, ...]


@dataclass(frozen=True, slots=True)
class FieldChanged:
    """A field of the scenario or its board has a new value: ``zones``, ``board.palette``, ``name``, the whole ``board`` ..."""

    field: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """The whole scenario is another one."""


@dataclass(frozen=True, slots=True)
class BoardMoved:
    """The drawing of all hexes has moved as a whole: shifted, turned or mirrored."""

    motion: Motion


Event = CellsChanged | HexsidesChanged | FieldChanged | Replaced | BoardMoved
