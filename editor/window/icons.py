"""Icons: our own line drawings in ``resources/icons``, in the colour of the text they stand beside."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

#: Sizes in device pixels that icons are drawn in: menus and tools, at scale 1 and 2.
_SIZES = (16, 24, 48)


def icon(name: str, colour: str | None = None) -> QIcon:
    """Return an icon in ``colour`` (#rrggbb); in the colours of the application's text when None.

    Icons are pictures of the moment: after a change of theme they are asked for again.
    """
    palette = QGuiApplication.palette()
    normal = colour or palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.ButtonText).name()
    disabled = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText).name()
    return _icon(name, normal, disabled)


@cache
def _icon(name: str, normal: str, disabled: str) -> QIcon:
    found = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, normal), (QIcon.Mode.Disabled, disabled)):
        renderer = _renderer(name, ink)
        for size in _SIZES:
            found.addPixmap(_drawn(renderer, size), mode)
    return found


def pixmap(name: str, size: int, *, colour: str | None = None, ratio: float = 1.0) -> QPixmap:
    """Return an icon as a picture, ``size`` points wide, for a screen with ``ratio`` pixels a point."""
    ink = colour or QGuiApplication.palette().color(QPalette.ColorRole.ButtonText).name()
    return _pixmap(name, size, ink, ratio)


@cache
def _pixmap(name: str, size: int, ink: str, ratio: float) -> QPixmap:
    renderer = _renderer(name, ink)
    drawn = _drawn(renderer, round(size * ratio))
    drawn.setDevicePixelRatio(ratio)
    return drawn


@cache
def source(name: str) -> str:
    """Return the drawing of that name as SVG.

    Raises
    ------
    FileNotFoundError
        When there is none.
    """
    return (files("fairground.resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def _renderer(name: str, ink: str) -> QSvgRenderer:
    """Return a drawing in a colour; what is cut out of it, drawn in white, shows the ground behind."""
    ground = QGuiApplication.palette().color(QPalette.ColorRole.Base).name()
    drawing = source(name).replace("#ffffff", ground).replace("currentColor", ink)
    return QSvgRenderer(QByteArray(drawing.encode()))


def _drawn(renderer: QSvgRenderer, size: int) -> QPixmap:
    canvas = QPixmap(size, size)
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return canvas
