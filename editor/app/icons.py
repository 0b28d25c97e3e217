"""Icons: our own line drawings in ``resources/icons``, in the colour of the text beside them."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QIconEngine, QPainter, QPalette, QPixmap

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from PySide6.QtCore import QRect, QSize

#: The number of cached drawings: enough for one window in one theme and text size.
_CACHED: Final = 384
#: The sizes of the program's icon, in pixels.
_PROGRAM_ICON_SIZES: Final = (16, 32, 64, 128)


class _Inks(NamedTuple):
    """Colours (#rrggbb) that one icon is drawn in."""

    normal: str
    disabled: str
    #: The background, shown where a drawing is cut out.
    ground: str


def icon_names() -> frozenset[str]:
    """Return the names of all icons."""
    return frozenset(it.name.removesuffix(".svg") for it in _folder().iterdir())


def icon(name: str, colour: str | None = None) -> QIcon:
    """Return an icon in ``colour`` (#rrggbb); in the colours of the application's text when None.

    Icons keep their colours: after a change of theme, get them again. They are drawn when first shown, in that size.

    Raises
    ------
    FileNotFoundError
        When there is no drawing of that name.
    """
    text = QPalette.ColorRole.ButtonText
    palette = QGuiApplication.palette()
    inks = _Inks(
        colour or palette.color(QPalette.ColorGroup.Active, text).name(),
        palette.color(QPalette.ColorGroup.Disabled, text).name(),
        palette.color(QPalette.ColorRole.Base).name(),
    )
    return _icon(name, inks)


def program_icon() -> QIcon:
    """Return the icon of Fairground itself, for the window and the system's lists of programs."""
    from PySide6.QtSvg import QSvgRenderer

    drawing = (files("fairground.resources") / "application" / "fairground.svg").read_bytes()
    found = QIcon()
    for size in _PROGRAM_ICON_SIZES:
        canvas = QPixmap(size, size)
        canvas.fill(Qt.GlobalColor.transparent)
        painter = QPainter(canvas)
        QSvgRenderer(QByteArray(drawing)).render(painter, QRectF(0, 0, size, size))
        painter.end()
        found.addPixmap(canvas)
    return found


@cache
def _icon(name: str, inks: _Inks) -> QIcon:
    if not _path(name).is_file():
        raise FileNotFoundError(f"there is no icon {name!r}")
    return QIcon(_Engine(name, inks))


class _Engine(QIconEngine):
    """Draws one icon in any size."""

    def __init__(self, name: str, inks: _Inks) -> None:
        super().__init__()
        self._name = name
        self._inks = inks

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(rect, self.pixmap(rect.size() * ratio, mode, state))

    def pixmap(self, size: QSize, mode: QIcon.Mode, _state: QIcon.State) -> QPixmap:
        if size.isEmpty():
            return QPixmap()  # a squeezed button has no room for it
        ink = self._inks.disabled if mode is QIcon.Mode.Disabled else self._inks.normal
        return _drawn(self._name, min(size.width(), size.height()), ink, self._inks.ground)

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._inks)


def pixmap(name: str, size: int, *, colour: str | None = None, ratio: float = 1.0) -> QPixmap:
    """Return an icon as a picture, ``size`` points wide, for a screen with ``ratio`` pixels a point."""
    palette = QGuiApplication.palette()
    ink = colour or palette.color(QPalette.ColorRole.ButtonText).name()
    picture = QPixmap(_drawn(name, round(size * ratio), ink, palette.color(QPalette.ColorRole.Base).name()))
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=_CACHED)
def _drawn(name: str, size: int, ink: str, ground: str) -> QPixmap:
    """Return a drawing, ``size`` pixels wide; white parts are cut out and show the background."""
    from PySide6.QtSvg import QSvgRenderer

    drawing = source(name).replace("#ffffff", ground).replace("currentColor", ink)
    canvas = QPixmap(size, size)
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return canvas


@cache
def source(name: str) -> str:
    """Return the drawing of that name as SVG.

    Raises
    ------
    FileNotFoundError
        When there is none.
    """
    return _path(name).read_text(encoding="utf-8")


def _path(name: str) -> Traversable:
    return _folder() / f"{name}.svg"


@cache
def _folder() -> Traversable:
    return files("fairground.resources") / "icons"
