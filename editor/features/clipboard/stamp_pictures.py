"""Small pictures of stamps, drawn as the map draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QPainter, QPixmap

from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import SQRT3
from fairground.editor.canvas.board_painter import BoardPainter
from fairground.editor.canvas.camera import Camera
from fairground.editor.canvas.facts import Facts
from fairground.editor.canvas.layers import LayerModel, MapLayer
from fairground.editor.document.clip_boards import clip_board

if TYPE_CHECKING:
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import Clip

#: From the centres of the outermost hexes to the edges, in sizes of a hex, both sides together.
_AROUND = 2.4
#: Hexes of small stamps are no larger than this from hex to hex, in logical pixels.
_LARGEST = 26.0


def stamp_picture(scenario: Scenario, clip: Clip, width: int, height: int, ratio: float = 1.0) -> QPixmap:
    """Return the picture of a clip under the rules of a scenario, in logical pixels."""
    board = clip_board(scenario, clip, Hex(0, 0)).scenario
    found = QPixmap(round(width * ratio), round(height * ratio))
    layers = LayerModel()
    for layer in (MapLayer.LABELS, MapLayer.NAMES):
        layers.set_visible(layer, False)  # as Qt's setters
    painter = QPainter(found)
    BoardPainter(Facts(board), layers).paint(painter, _camera(board.board, found, ratio), found.rect())
    painter.end()
    found.setDevicePixelRatio(ratio)
    return found


def _camera(board: Board, picture: QPixmap, ratio: float) -> Camera:
    """Return the camera that shows all hexes of a board which are not void, as large as there is room for."""
    width, height = picture.width(), picture.height()
    rows, columns = np.nonzero(~board.void)
    q, r = board.layout.from_offset_arrays(columns, rows)
    x, y = (board.layout.corner_points(3 * q, 3 * r)).T
    room = min(width / (np.ptp(x) + _AROUND), height / (np.ptp(y) + _AROUND))
    wanted = min(float(room) * SQRT3, _LARGEST * ratio)
    camera = Camera(board.layout, board.columns, board.rows, width, height, ratio, wanted)
    return camera.centred((float(x.min()) + float(x.max())) / 2, (float(y.min()) + float(y.max())) / 2)
