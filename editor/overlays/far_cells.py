"""An overlay seen from afar: a colour a hex, in one image laid over that of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage

from fairground.core.grid.layout import Orientation
from fairground.core.pictures.colours import channels
from fairground.editor.canvas.far import SIDE, far_target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.editor.canvas.frame import Frame


def colour_number(colour: str, opacity: float) -> int:
    """Return a colour with an opacity (0 to 1) as the pixels of an image have it."""
    alpha = round(255 * opacity)
    red, green, blue = (round(channel * opacity) for channel in channels(colour))
    return alpha << 24 | red << 16 | green << 8 | blue


def paint_far_cells(frame: Frame, kinds: NDArray[np.integer], colours: Sequence[int]) -> None:
    """Draw every cell in one of ``colours`` (of ``colour_number``); ``kinds``, ``[rows, columns]``, says which."""
    layout = frame.facts.board.layout
    rows, columns = kinds.shape
    flat = layout.orientation is Orientation.FLAT
    half = SIDE // 2
    pixels = np.zeros((rows * SIDE + half * flat, columns * SIDE + half * (not flat)), np.uint32)
    cells = np.array(colours, np.uint32)[kinds].repeat(SIDE, axis=0).repeat(SIDE, axis=1)
    lines = columns if flat else rows
    for line in range(lines):
        shift = half * (lines > 1 and line % 2 == (1 if layout.is_odd else 0))
        own = slice(line * SIDE, (line + 1) * SIDE)
        if flat:
            pixels[shift : shift + rows * SIDE, own] = cells[:, own]
        else:
            pixels[own, shift : shift + columns * SIDE] = cells[own]
    high, wide = pixels.shape
    image = QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied)
    frame.painter.drawImage(far_target(frame.camera, wide, high), image)
