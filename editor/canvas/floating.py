"""A clip that floats over the map before it is pasted: drawn in place, with hexes off the board crossed out."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QImage

from fairground.core.grid.layout import Orientation
from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.display_list import Cap, PathShape, Polygon
from fairground.core.pictures.plan import line
from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.canvas import map_items_painter as parts_painter
from fairground.editor.canvas import terrain_painter
from fairground.editor.canvas.facts import Facts
from fairground.editor.canvas.far_view import far_pixels, far_target, fill_far
from fairground.editor.canvas.scales import Scales
from fairground.editor.canvas.sprites import OutOfTimeError, Sprite
from fairground.editor.document.clip_patches import clip_board

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import Clip
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.clip_patches import ClipBoard

_LAND = (
    terrain_painter.paint_ground,
    terrain_painter.paint_shores,
    terrain_painter.paint_symbols,
    terrain_painter.paint_bands,
)
#: A tint of the whole in the far view, and of every hex where no land is pasted.
_TINT, _FAR_OPACITY, _BARE_OPACITY = "#1565c0", 0.5, 0.18
_NO_PLACE = "#c62828"
#: How long new sprites may be drawn in one paint, in seconds; the rest follows with the next ones.
_DRAWING = 0.012


class Floating:
    """A cover that draws a clip, if there is one; ``is_whole`` says whether the last paint drew all of it."""

    def __init__(self) -> None:
        self.is_whole = True
        self._clip: Clip | None = None
        self._scenario: Scenario | None = None
        self._at: Hex | None = None
        self._layers: frozenset[ClipLayer] = frozenset()
        self._scales = Scales()
        #: Boards of the clip and their facts, by the parity of its column and row, for the near or the far view.
        self._known: dict[tuple[int, int, bool], tuple[ClipBoard, Facts]] = {}
        #: Their images in the far view, by the ``id`` of the facts.
        self._far: dict[int, QImage] = {}
        self._lost: NDArray[np.int64] = np.zeros((0, 2), np.int64)

    def show(
        self, scenario: Scenario | None, clip: Clip | None, at: Hex | None, layers: Collection[ClipLayer]
    ) -> None:
        """Draw ``layers`` of a clip with its anchor on ``at``; nothing if one of the three is None."""
        if clip is None:
            # Free the last scenario and its sprites.
            scenario = None
        if scenario is not self._scenario:
            self._scales = Scales()
        if clip is not self._clip or scenario is not self._scenario:
            self._known.clear()
            self._far.clear()
            # A turned clip is another board with the same looks.
            self._scales.forget_values()
        self._clip, self._scenario, self._at, self._layers = clip, scenario, at, frozenset(layers)
        self.is_whole = clip is None or scenario is None or at is None
        if clip is None or scenario is None or at is None:
            return
        board = scenario.board
        columns, rows = board.layout.to_offset_arrays(clip.q + at.q, clip.r + at.r)
        there = np.zeros(len(clip), np.bool_)
        there[clip.cells_on(board, at).places] = True
        self._lost = np.stack((columns[~there], rows[~there]), axis=-1)

    def paint(self, frame: Frame) -> None:
        """Draw as much of the clip as there is time for."""
        clip, scenario, at = self._clip, self._scenario, self._at
        self.is_whole = True
        if clip is None or scenario is None or at is None:
            return
        frame.painter.setOpacity(1.0)
        (board, facts), (across, down) = self._board(scenario, clip, at, is_near=frame.camera.is_near)
        own = self._framed(frame, facts, (board.column + across, board.row + down))
        if not frame.camera.is_near:
            self._tint_far(own)
        else:
            try:
                with own.scale.sheet.hurried(time.perf_counter() + _DRAWING):
                    self._paint_near(own)
            except OutOfTimeError:
                self.is_whole = False
            else:
                self._scales.tidy()
        self._mark_lost(frame)

    def _board(
        self, scenario: Scenario, clip: Clip, at: Hex, *, is_near: bool
    ) -> tuple[tuple[ClipBoard, Facts], tuple[int, int]]:
        """Return a board with the clip, and the columns and rows by which the clip is shifted from it.

        For the far view it has only terrain.
        """
        layout = scenario.board.layout
        column, row = layout.to_offset(at)
        flat = layout.orientation is Orientation.FLAT
        parity = (column % 2, 0) if flat else (0, row % 2)
        key = (*parity, is_near)
        if key not in self._known:
            board = clip_board(scenario, clip, layout.from_offset(*parity), with_parts=is_near)
            self._known[key] = board, Facts(board.scenario)
        return self._known[key], (column - parity[0], row - parity[1])

    def _framed(self, frame: Frame, facts: Facts, first: tuple[int, int]) -> Frame:
        """Return a frame of the same view over the clip's board, whose A1 is in the column and row ``first``."""
        across, down = frame.camera.steps
        left, top = frame.camera.left - round(first[0] * across), frame.camera.top - round(first[1] * down)
        board, rect = facts.board, frame.rect
        camera = replace(frame.camera, columns=board.columns, rows=board.rows, left=left, top=top)
        cells = camera.cells_in(rect.left(), rect.top(), rect.right() + 1, rect.bottom() + 1)
        scale = self._scales.at(facts, camera)
        # Void hexes of the clip's board are not drawn.
        scale.sheet.index(("ground", "void"), Sprite.nothing)
        return replace(frame, camera=camera, facts=facts, scale=scale, cells=cells)

    def _paint_near(self, frame: Frame) -> None:
        layers = self._layers
        if ClipLayer.TERRAIN in layers:
            for paint in _LAND:
                paint(frame)
        else:
            self._tint(frame, _BARE_OPACITY)
        if ClipLayer.ELEVATION in layers:
            terrain_painter.paint_slopes(frame)
        if ClipLayer.HEXSIDES in layers:
            parts_painter.paint_hexsides(frame)
        if ClipLayer.EFFECTS in layers:
            terrain_painter.paint_effects(frame)
        if ClipLayer.NAMES in layers:
            parts_painter.paint_names(frame)
        if ClipLayer.ELEVATION in layers:
            parts_painter.paint_levels(frame)

    def _tint(self, frame: Frame, opacity: float) -> None:
        shape = Polygon(frame.scale.art.stage.hexagon(), fill=_TINT, opacity=opacity)
        index = frame.scale.sheet.index(("floating", opacity), partial(Sprite, (shape,)))
        where = ~frame.facts.is_void[frame.stacks]
        frame.painter.setOpacity(1.0)
        frame.scale.sheet.stamp(frame.painter, index, frame.centres[where])

    def _tint_far(self, frame: Frame) -> None:
        """Tint the whole as one image: hex by hex, a large clip could not follow the pointer."""
        facts = frame.facts
        image = self._far.get(id(facts))
        if image is None:
            image = self._far[id(facts)] = _far_tint(facts)
        frame.painter.setOpacity(_FAR_OPACITY)
        frame.painter.drawImage(far_target(frame.camera, image.width(), image.height()), image)
        frame.painter.setOpacity(1.0)

    def _mark_lost(self, frame: Frame) -> None:
        """Cross out the hexes off the board."""
        if not len(self._lost):
            return
        centres = frame.camera.centres(self._lost[:, 0], self._lost[:, 1])
        hexagon = frame.scale.art.stage.hexagon()
        index = frame.scale.sheet.index("floating-lost", lambda: Sprite(_crossed_out(hexagon)))
        frame.painter.setOpacity(1.0)
        frame.scale.sheet.stamp(frame.painter, index, centres)


def _far_tint(facts: Facts) -> QImage:
    """Return the far view of a board in one tint, with void hexes clear."""
    layout, (rows, columns) = facts.board.layout, facts.board.terrain.shape
    pixels = far_pixels(layout, rows, columns, 0)
    tint = QColor(_TINT).rgba()
    fill_far(pixels, layout, np.where(facts.is_void[facts.board.terrain], 0, tint).astype(np.uint32))
    high, wide = pixels.shape
    # A copy, which has pixels of its own.
    return QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied).copy()


def _crossed_out(hexagon: tuple[Point, ...]) -> tuple[Item, ...]:
    far = min(max(x for x, _ in hexagon), max(y for _, y in hexagon)) * 0.4
    return (
        Polygon(hexagon, fill=PAPER, opacity=0.8),
        Polygon(hexagon, stroke=_NO_PLACE, width=0.5, opacity=0.7),
        *(
            PathShape(
                line([(-far, -way * far), (far, way * far)]), stroke=_NO_PLACE, width=1.4, cap=Cap.ROUND
            )
            for way in (-1, 1)
        ),
    )
