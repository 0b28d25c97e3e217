"""A frame: what the painters of one rectangle of the view share; and the regions of the view that show some hexes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QRegion

from fairground.editor.canvas.camera import VisibleCells, around, cut

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.facts import Facts, Parts, Subject
    from fairground.editor.canvas.layers import LayerModel, MapLayer
    from fairground.editor.canvas.scales import Scale
    from fairground.editor.canvas.sprites import Sprite

#: Regions consist of squares of this side, to have few rectangles.
_BLOCK = 64
#: For more cells, the region is the rectangle around them, which is faster to find.
_MANY = 8192
#: How far signs and counters reach from the centre of small hexes, in logical pixels.
LEAST_REACH = 14.0


def region_of(
    camera: Camera, columns: NDArray[np.int64], rows: NDArray[np.int64], *, reach: float
) -> QRegion:
    """Return the device pixels of the view within ``reach`` (in sizes of a hex) of the centres of cells."""
    region = QRegion()
    if not len(columns):
        return region
    if len(columns) > _MANY:
        return QRegion(_rect_around(camera, columns, rows, reach=reach))
    across, down = camera.scale
    centres = camera.centres(columns, rows)
    far = np.maximum((reach * across, reach * down), LEAST_REACH * camera.ratio) + 2
    last = np.array(((camera.width - 1) // _BLOCK, (camera.height - 1) // _BLOCK))
    lowest = np.floor((centres - far) / _BLOCK).astype(np.int64)
    highest = np.floor((centres + far) / _BLOCK).astype(np.int64)
    seen = ((highest >= 0) & (lowest <= last)).all(axis=1)
    lowest, highest = np.maximum(lowest[seen], 0), np.minimum(highest[seen], last)
    if not len(lowest):
        return region
    # Starts minus ends at the corners of the blocks; summed up, the number of hexes over each block.
    wide, high = (last + 2).tolist()
    (left, top), (right, bottom) = lowest.T, highest.T + 1
    begun = np.bincount(np.concatenate((top * wide + left, bottom * wide + right)), minlength=high * wide)
    ended = np.bincount(np.concatenate((top * wide + right, bottom * wide + left)), minlength=high * wide)
    marks = (begun - ended).reshape(high, wide).cumsum(axis=0).cumsum(axis=1)[:-1, :-1] > 0
    for row, marked in enumerate(marks):
        ends = np.flatnonzero(np.diff(np.concatenate(([0], marked.astype(np.int8), [0]))))
        for first, end in zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True):
            region += QRect(first * _BLOCK, row * _BLOCK, (end - first) * _BLOCK, _BLOCK)
    return region


def _rect_around(
    camera: Camera, columns: NDArray[np.int64], rows: NDArray[np.int64], *, reach: float
) -> QRect:
    """Return the device pixels of the view within ``reach`` of the rectangle around all cells."""
    around = VisibleCells(int(rows.min()), int(rows.max()) + 1, int(columns.min()), int(columns.max()) + 1)
    across, down = camera.scale
    far = math.ceil(max(reach * across, reach * down, LEAST_REACH * camera.ratio)) + 2
    view = QRect(0, 0, camera.width, camera.height)
    return rect_of(camera, around).adjusted(-far, -far, far, far).intersected(view)


def rects(region: QRegion) -> list[QRect]:
    """Return the rectangles of a region."""
    return [*region]  # type: ignore[misc]  # PySide's stubs forget that this works


def rect_of(camera: Camera, cells: VisibleCells) -> QRect:
    """Return the device pixels of a window of cells, with a margin of two hexes."""
    if cells.top >= cells.bottom or cells.left >= cells.right:
        return QRect()
    corners = camera.centres(
        np.array((cells.left - 2, cells.right + 1)), np.array((cells.top - 2, cells.bottom + 1))
    )
    (left, top), (right, bottom) = corners.tolist()
    return QRect(int(left), int(top), int(right - left) + 1, int(bottom - top) + 1)


@dataclass(frozen=True)
class Frame:
    """A rectangle of the view that is being painted, in device pixels, and the cells that draw into it."""

    painter: QPainter
    rect: QRect
    camera: Camera
    facts: Facts
    scale: Scale
    layers: LayerModel
    cells: VisibleCells

    @property
    def pitch(self) -> float:
        """From hex to hex, in logical pixels."""
        return self.camera.pitch

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """The pixels of the cells' centres, ``[rows, columns, 2]``."""
        top, bottom, left, right = self.cells
        columns, rows = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
        return self.camera.centres(columns, rows)

    def use(self, layer: MapLayer) -> bool:
        """Set the painter to a layer's opacity; return whether there is anything to draw."""
        strength = self.layers.strength(layer)
        self.painter.setOpacity(strength)
        return strength > 0

    @cached_property
    def stacks(self) -> NDArray[np.int64]:
        """The palette entries of the cells."""
        return cut(self.facts.board.terrain, self.cells).astype(np.int64)

    @cached_property
    def stacks_around(self) -> tuple[NDArray[np.int64], ...]:
        """The palette entries of the neighbours in each direction; the length of the palette off the board."""
        board = self.facts.board
        return tuple(
            beside.astype(np.int64)
            for beside in around(board.terrain, self.cells, board.layout, off=len(board.palette))
        )

    def stamp(self, sprites: NDArray[np.int64], *, where: NDArray[np.bool_] | None = None) -> None:
        """Draw a sprite in every cell, or only in those that ``where`` marks; ``sprites`` are in their order."""
        centres = self.centres.reshape(-1, 2) if where is None else self.centres[where]
        self.scale.sheet.stamp(self.painter, sprites.reshape(-1), centres)

    def stamp_parts(
        self,
        parts: Parts[Subject],
        kind: str,
        make: Callable[[Hashable, Subject], Sprite],
        *,
        margin: int = 1,
        offset: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Draw the sprites of parts in the cells and up to ``margin`` hexes around them, ``offset`` pixels off."""
        top, bottom, left, right = self.cells
        margin = max(margin, math.ceil(LEAST_REACH * self.camera.ratio / min(self.camera.steps)))
        near = np.flatnonzero(
            (parts.rows >= top - margin)
            & (parts.rows < bottom + margin)
            & (parts.columns >= left - margin)
            & (parts.columns < right + margin)
        )
        if not len(near):
            return
        sprites = []
        for i in near.tolist():
            key, subject = parts.keys[i], parts.subjects[i]
            sprites.append(self.scale.sheet.index((kind, key), partial(make, key, subject)))
        centres = self.camera.centres(parts.columns[near], parts.rows[near])
        self.scale.sheet.stamp(self.painter, np.array(sprites), centres + offset)
