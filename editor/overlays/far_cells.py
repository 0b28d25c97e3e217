"""An overlay seen from afar: a colour a hex, in one image laid over that of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage

from fairground.core.pictures.colours import channels
from fairground.editor.canvas.array_window import around
from fairground.editor.canvas.camera import VisibleCells
from fairground.editor.canvas.far import far_pixels, far_target, fill_far

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.editor.canvas.frame import Frame


def colour_number(colour: str, opacity: float) -> int:
    """Return a colour with an opacity (0 to 1) as the pixels of an image have it."""
    alpha = round(255 * opacity)
    red, green, blue = (round(channel * opacity) for channel in channels(colour))
    return alpha << 24 | red << 16 | green << 8 | blue


class FarCells:
    """The image of an overlay, kept as long as it shows the same cells in the same colours."""

    def __init__(self) -> None:
        self._kinds: NDArray[np.integer] | None = None
        self._colours: tuple[int, ...] = ()
        self._pixels = np.zeros((0, 0), np.uint32)

    def paint(self, frame: Frame, kinds: NDArray[np.integer], colours: Sequence[int]) -> None:
        """Draw every cell in one of ``colours`` (of ``colour_number``); ``kinds``, ``[rows, columns]``, says which.

        The array must not change afterwards: another one makes another image.
        """
        if kinds is not self._kinds or tuple(colours) != self._colours:
            self._kinds, self._colours = kinds, tuple(colours)
            self._pixels = _pixels(frame.facts.board.layout, kinds, colours)
        high, wide = self._pixels.shape
        image = QImage(self._pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied)
        frame.painter.drawImage(far_target(frame.camera, wide, high), image)


class FarEdges:
    """The borders between the kinds of an overlay that lies over another one, seen from afar: lines a hex wide."""

    def __init__(self) -> None:
        self._far = FarCells()
        self._kinds: NDArray[np.integer] | None = None
        self._edges = np.zeros((0, 0), np.uint8)

    def paint(self, frame: Frame, kinds: NDArray[np.integer], colours: Sequence[int]) -> None:
        """Draw the cells that have a neighbour of a lower kind, in the colours of ``FarCells``."""
        if kinds is not self._kinds:
            self._kinds, self._edges = kinds, _edges(frame.facts.board.layout, kinds)
        self._far.paint(frame, self._edges, colours)


def _edges(layout: Layout, kinds: NDArray[np.integer]) -> NDArray[np.uint8]:
    cells = VisibleCells(0, kinds.shape[0], 0, kinds.shape[1])
    at_edge = np.zeros(kinds.shape, np.bool_)
    for beside in around(kinds, cells, layout, off=np.iinfo(kinds.dtype).max):
        at_edge |= beside < kinds
    return np.where(at_edge, kinds, 0).astype(np.uint8)


def _pixels(layout: Layout, kinds: NDArray[np.integer], colours: Sequence[int]) -> NDArray[np.uint32]:
    """Return the pixels of an image of a board, shifted lines and all."""
    rows, columns = kinds.shape
    pixels = far_pixels(layout, rows, columns, 0)
    fill_far(pixels, layout, np.array(colours, np.uint32)[kinds])
    return pixels
