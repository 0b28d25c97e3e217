"""Which part of the view shows some hexes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QRegion

from fairground.editor.canvas.camera import VisibleCells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.editor.canvas.camera import Camera

#: Regions are made of squares of this side: few rectangles, whatever the hexes.
_BLOCK = 64
#: Of more cells, the rectangle around them: what looks for blocks would take longer than to paint what is between.
_MANY = 8192
#: Signs and counters have a least size: they reach so many logical pixels from the centre of however small a hex.
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
    # How many begin less how many end, at the corners of their blocks; summed up, how many lie over each block.
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
    """Return the device pixels within ``reach`` of all cells between the outermost ones, as far as the view has them."""
    around = VisibleCells(int(rows.min()), int(rows.max()) + 1, int(columns.min()), int(columns.max()) + 1)
    across, down = camera.scale
    far = math.ceil(max(reach * across, reach * down, LEAST_REACH * camera.ratio)) + 2
    view = QRect(0, 0, camera.width, camera.height)
    return rect_of(camera, around).adjusted(-far, -far, far, far).intersected(view)


def rects(region: QRegion) -> list[QRect]:
    """Return the rectangles that a region consists of."""
    found: list[QRect] = list(region)  # type: ignore[call-overload]  # PySide's stubs forget that this works
    return found


def rect_of(camera: Camera, cells: VisibleCells) -> QRect:
    """Return the device pixels of a window of cells, with two hexes around it."""
    if cells.top >= cells.bottom or cells.left >= cells.right:
        return QRect()
    corners = camera.centres(
        np.array((cells.left - 2, cells.right + 1)), np.array((cells.top - 2, cells.bottom + 1))
    )
    (left, top), (right, bottom) = corners.tolist()
    return QRect(int(left), int(top), int(right - left) + 1, int(bottom - top) + 1)
