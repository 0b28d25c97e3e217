"""Large buttons for the overlays, each with a small picture of it, for the analysis panel while it is empty."""

from __future__ import annotations

from functools import partial
from itertools import product
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QToolButton, QWidget

from fairground.core.pictures import colours as inks
from fairground.core.pictures.colours import SIDE_COLOURS

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions

#: The colours of clear ground, of its lines and of a wall in the pictures of overlays.
_GROUND, _LINES, _WALL = "#efe6d0", "#cdc3a8", "#6c675f"
#: The size of an overlay's picture, and the radius of its hexes, in points; hexes are named by column and row.
_PICTURE, _RADIUS = QSize(68, 44), 6.2
_COLUMNS, _ROWS = 8, 4
#: Words this long are written in two lines.
_LONG_NAME = 12
#: The hexes that some pictures have in common: the walls, the gap between them, and the hex looked from.
_WALLS, _GAP, _EYE = ((4, 0), (4, 1), (4, 3), (4, -1)), ((4, 2), (3, 2), (5, 2)), (1, 2)
_MEASURED = (_EYE, (6, 1), (2, 0), (5, 3))


def overlay_picture(overlay: str, ratio: float) -> QPixmap:
    """Return a small picture of what an overlay looks like, in its colours on the map, for ``ratio`` pixels a point."""
    picture = QPixmap(_PICTURE * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QPainterPath()
    box.addRoundedRect(QRectF(0, 0, _PICTURE.width(), _PICTURE.height()), 5, 5)
    painter.setClipPath(box)
    painter.setPen(QPen(QColor(_LINES), 0.6))
    for at in product(range(_COLUMNS), range(-1, _ROWS)):
        hexagon = _hexagon(at)
        for ink, opacity in ((_GROUND, 1.0), *_tints(overlay, at)):
            colour = QColor(ink)
            colour.setAlphaF(opacity)
            painter.setBrush(colour)
            painter.drawPolygon(hexagon)
    painter.end()
    return picture


def _hexagon(at: tuple[int, int]) -> QPolygonF:
    column, row = at
    high = _RADIUS * sqrt(3)
    middle = QPointF(_RADIUS * (0.5 + 1.5 * column), high * (row + (1.0 if column % 2 else 0.5)))
    return QPolygonF(
        [middle + QPointF(_RADIUS * cos(pi * side / 3), _RADIUS * sin(pi * side / 3)) for side in range(6)]
    )


def _tints(overlay: str, at: tuple[int, int]) -> list[tuple[str, float]]:
    """Return the colours over the ground of a hex, each with its opacity."""
    if at in _WALLS:
        return [(_WALL, 1.0)]
    column, row = at
    across = abs(column - _EYE[0])
    away = max(across, abs(row - _EYE[1]) + across // 2)
    shades = ((inks.REACH_FIRST, 0.75), (inks.REACH_FIRST, 0.4), (inks.REACH_LAST, 0.6))
    tints = {
        "fan": (inks.FAN_VEIL, 0.6 if column > _WALLS[0][0] and row != _EYE[1] else 0.0),
        "exposure": (inks.EXPOSURE_RAMP[max(5 - away, 0)], inks.EXPOSURE_OPACITY),
        "reach": shades[away // 2] if away < 2 * len(shades) else (inks.FAN_VEIL, 0.5),
        "territory": (SIDE_COLOURS[0 if column + row % 2 < _COLUMNS / 2 else 1], 0.5),
        "chokepoints": (inks.TRAFFIC, {_GAP[0]: 0.8}.get(at, inks.TRAFFIC_OPACITY if at in _GAP else 0.0)),
        "fairness": (inks.MEASURED_HEXES, 0.6 if at in _MEASURED else 0.0),
    }
    return [tints[overlay]] if overlay in tints else []


def _in_two_lines(name: str) -> str:
    """Break a long name at the space nearest to its middle."""
    spaces = [at for at, letter in enumerate(name) if letter == " "]
    if len(name) < _LONG_NAME or not spaces:
        return name
    at = min(spaces, key=lambda space: abs(space - len(name) / 2))
    return f"{name[:at]}\n{name[at + 1 :]}"


class OverlayCards(QWidget):
    """A large button for each overlay, with a picture of it and its name; disabled ones say why in their tooltips."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 8, 8, 0)
        grid.setSpacing(4)
        self.buttons: dict[str, QToolButton] = {}
        for name in (it for it in actions if it.startswith("overlay.") and it != "overlay.none"):
            button = QToolButton(self)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            button.setIconSize(_PICTURE)
            button.setText(_in_two_lines(actions[name].iconText()))
            button.setAccessibleName(actions[name].iconText())
            button.clicked.connect(actions[name].trigger)
            actions[name].changed.connect(partial(self._follow, name))
            grid.addWidget(button, len(self.buttons) // 3, len(self.buttons) % 3)
            self.buttons[name.removeprefix("overlay.")] = button
            self._follow(name)
        for name, button in self.buttons.items():
            button.setIcon(QIcon(overlay_picture(name, self.devicePixelRatioF())))

    def _follow(self, name: str) -> None:
        action, button = self._actions[name], self.buttons[name.removeprefix("overlay.")]
        button.setEnabled(action.isEnabled())
        button.setToolTip(action.toolTip())
