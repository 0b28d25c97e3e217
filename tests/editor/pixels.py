"""The pixels of pictures and canvases as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from fairground.editor.canvas.canvas import Canvas

Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


def pixels_of(image: QImage) -> Pixels:
    """Return rows, columns, and blue, green and red."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.array(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3]


def painted_pixels(canvas: Canvas) -> Pixels:
    """Return the pixels of a canvas that is painted anew."""
    canvas.update()
    canvas.settle()
    return pixels_of(canvas.grab().toImage())
