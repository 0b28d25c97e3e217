"""Pictures of maps in panels: scaled to fit, and darkened in the dark theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter

from fairground.core.pictures.colours import INK
from fairground.editor.app.theme import is_dark

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

#: The opacity of the ink over the picture in the dark theme.
_VEIL = 0.2


def draw_map_picture(painter: QPainter, picture: QPixmap, room: QSize) -> None:
    """Draw a picture centred in ``room``, as large as fits, from the painter's origin."""
    if picture.isNull():
        return
    size = picture.size().scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    left, top = (room.width() - size.width()) / 2, (room.height() - size.height()) / 2
    target = QRectF(left, top, size.width(), size.height())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(target, picture, QRectF(picture.rect()))
    if is_dark():
        painter.setOpacity(_VEIL)
        painter.fillRect(target, QColor(INK))
        painter.setOpacity(1.0)
