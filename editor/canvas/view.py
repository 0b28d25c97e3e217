"""The view of a board: paints a document through a camera, and repaints what changes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QRegion
from PySide6.QtWidgets import QSizePolicy

from fairground.core.pictures.colours import PAPER
from fairground.editor.canvas.backing import Backing
from fairground.editor.canvas.board_painter import BoardPainter
from fairground.editor.canvas.camera import Camera
from fairground.editor.canvas.decoration_painter import region_of_decorations
from fairground.editor.canvas.facts import Facts
from fairground.editor.canvas.frame import rects, region_of
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.canvas.zoom_and_pan import CameraView
from fairground.editor.document.document import follow
from fairground.editor.document.events import (
    LABEL_FIELDS,
    BoardMoved,
    CellsChanged,
    FieldChanged,
    HexsidesChanged,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QImage, QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from fairground.core.pictures.decoration_layers import ShownDecoration
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.layers import LayerModel
    from fairground.editor.canvas.tracing_image import Underlay
    from fairground.editor.document.document import Document
    from fairground.editor.document.events import Event

#: Seconds of painting at a time, while something moves and otherwise.
_MOVING, _STILL = 0.007, 0.016
#: How long after the start of a paint new sprites of overlays are drawn, in seconds.
_LATE = 0.02
#: How far a hex affects its neighbours, and how far a place name reaches, in sizes of a hex.
_REACH, _NAME_REACH = 2.8, 9.0
#: The same for features on the sides of a hex.
_SIDE_REACH = 1.4
_PARTS = {
    "units": "units",
    "objectives": "objectives",
    "board.names": "names",
    "board.notes": "notes",
    "board.hexsides": "hexsides",
}


class BoardView(CameraView):
    """Shows a document's board, or plain paper for None.

    Subclasses draw over it in ``paint_over``. While it moves, parts may be sketched; ``settle`` paints them at once.
    """

    def __init__(self, document: Document | None, layers: LayerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 90)
        self.layers = layers
        self.document: Document | None = None
        self._painter: BoardPainter | None = None
        self._backing: Backing | None = None
        self._is_dark = False
        self._underlay: Underlay | None = None
        #: The revision of the document at the last full refresh.
        self._begun_at = -1
        #: Whether the document was changed since the last paint, which may have used up time.
        self._is_changed = False
        #: Whether there was no time to draw all overlays.
        self._lacks = False
        self._more = QTimer(self, singleShot=True)
        self._more.timeout.connect(self._go_on)
        layers.changed.connect(self._layer_changed)
        self.set_document(document)

    def sizeHint(self) -> QSize:  # Qt's name
        """Return the preferred size."""
        return QSize(900, 640)

    # -- the document ---------------------------------------------------------------------------------------

    def set_document(self, document: Document | None) -> None:
        """Show all of another document; for another state of the same, keep the camera."""
        is_state = self.is_state(document)
        follow(self.document, document, self._changed)
        self.document = document
        if is_state:
            self._replaced()
        else:
            self._begin()
            self.fit()

    def is_state(self, document: Document | None) -> bool:
        """Whether a document is another state of the shown one: a what-if, or the original."""
        shown = self.document
        return shown is not None and document is not None and shown.origin is document.origin

    def _begin(self) -> None:
        """Create painter and camera for the document's board."""
        self._backing = self._painter = self.camera = None
        if self.document is None:
            return
        self._begun_at = self.document.revision
        board = self.document.scenario.board
        self._painter = BoardPainter(Facts(self.document.scenario), self.layers)
        self._painter.is_dark = self._is_dark
        self._painter.underlay = self._underlay
        width, height, ratio = self._pixels()
        self.camera = Camera(board.layout, board.columns, board.rows, width, height, ratio)

    def _changed(self, event: Event) -> None:
        painter, camera = self._painter, self.camera
        if self.document is None or painter is None or camera is None:
            return
        is_label = isinstance(event, FieldChanged) and event.field in LABEL_FIELDS
        if self._begun_at == self.document.revision and not is_label:
            return  # included in the refresh after the first of several changes
        self._is_changed = True
        self._follow_change(event, painter)

    def _follow_change(self, event: Event, painter: BoardPainter) -> None:
        if self.document is None:
            return
        facts = painter.facts
        if facts.board is not self.document.scenario.board or facts.scenario is not self.document.scenario:
            self._replaced()
            return
        if facts.has_other_palettes:
            if facts.refresh_palettes():
                painter.far.forget_colours()
            else:
                painter.far.refresh()
                self._repaint_all()
        if isinstance(event, CellsChanged):
            painter.far.update(event.cells)
            self._repaint_cells(event.cells)
            if facts.moves_points(event.cells):
                self._field_changed("objectives", painter)
        elif isinstance(event, HexsidesChanged):
            places = facts.update_hexsides(event.sides)
            self._repaint_hexes(places[:, 0], places[:, 1], reach=_SIDE_REACH)
        elif isinstance(event, FieldChanged):
            self._field_changed(event.field, painter)
        elif not isinstance(event, BoardMoved):
            self._replaced()

    def _field_changed(self, field: str, painter: BoardPainter) -> None:
        facts = painter.facts
        if field == "zones":
            changed = np.flatnonzero(facts.refresh_zones())
            painter.far.update(changed)
            self._repaint_cells(changed)
        elif field in _PARTS:
            before = facts.unit_reach
            places = facts.refresh_parts(_PARTS[field])
            reach = _NAME_REACH if field == "board.names" else max(_REACH, before, facts.unit_reach)
            self._repaint_hexes(places[:, 0], places[:, 1], reach=reach)
        elif field in ("decorations", "images"):
            self._repaint_decorations(facts.refresh_decorations())
        elif field == "board.inches":
            facts.refresh_parts("units")
            self._repaint_all()
        elif field in LABEL_FIELDS:
            self._repaint_all()
        elif field in ("sides", "ruleset", "board"):
            self._replaced()

    def _replaced(self) -> None:
        """Read everything again; keep the camera over a board of the same size."""
        before = self.camera
        self._begin()
        if before is not None and self.camera is not None and not self._is_fitted:
            size = (before.layout, before.columns, before.rows)
            if size == (self.camera.layout, self.camera.columns, self.camera.rows):
                self._look(before)
                return
        self.fit()

    def _layer_changed(self, layer: MapLayer) -> None:
        if self._painter is None:
            return
        if layer in (MapLayer.TERRAIN, MapLayer.ELEVATION, MapLayer.EFFECTS, MapLayer.ZONES):
            self._painter.far.refresh()
        if layer is MapLayer.FINDINGS:
            self.update()
        else:
            self._repaint_all()

    # -- what is shown --------------------------------------------------------------------------------------

    def set_dark(self, dark: bool) -> None:  # noqa: FBT001  # a slot of a toggled action
        """Show darker paper for a dark window."""
        self._is_dark = dark
        if self._painter is not None and self._painter.is_dark != dark:
            self._painter.is_dark = dark
            if self._backing is not None:
                self._backing.sketch_again()
            self._repaint_all()

    def set_underlay(self, underlay: Underlay | None) -> None:
        """Draw a tracing image below the grid, or none."""
        self._underlay = underlay
        if self._painter is not None and self._painter.underlay is not underlay:
            self._painter.underlay = underlay
            self._repaint_all()

    @property
    def ground(self) -> str:
        """The colour around the board."""
        return self._painter.ground if self._painter is not None else PAPER

    def far_image(self) -> QImage | None:
        """Return the far view of the whole board, up to date; None without a document."""
        if self._painter is None:
            return None
        self._painter.far.lay_on(self.ground)
        self._painter.far.bring_up_to_date()
        return self._painter.far.image

    # -- painting -------------------------------------------------------------------------------------------

    @property
    def is_settled(self) -> bool:
        """Whether the view is completely painted."""
        if self._backing is None:
            return True
        return self._backing.is_settled and self._backing.camera == self.camera and not self._lacks

    def settle(self) -> None:
        """Paint the view completely now."""
        backing = self._follow()
        if backing is not None:
            backing.work(60.0)
        self._rest.stop()
        self.repaint()
        # While the view is hidden, repaint does nothing.
        self.grab()
        while self._lacks:
            self.grab()

    def _follow(self) -> Backing | None:
        """Return the backing, moved to the camera."""
        if self.camera is None or self._painter is None:
            return None
        self._resize_camera(self.camera)
        if self._backing is None:
            self._backing = Backing(self._painter, self.camera)
        self._backing.move_to(self.camera)
        return self._backing

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt's name
        """Keep a fitted board fitted."""
        self._follow()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt's name
        """Draw what is ready, and continue with the rest shortly."""
        deadline = time.perf_counter() + _LATE
        painter = QPainter(self)
        backing = self._follow()
        if backing is None or self._painter is None or self.camera is None:
            painter.fillRect(event.rect(), QColor(PAPER))
            return
        ratio = self.camera.ratio
        exposed = _scaled(event.rect(), ratio)
        if not backing.is_settled and not (self._rest.isActive() and self.camera.is_near):
            is_short = self.is_moving or self._is_changed
            painted = backing.work(_MOVING if is_short else _STILL, first=exposed)
            self._show_soon(painted, besides=event.region())
        self._is_changed = False
        backing.draw(painter)
        painter.scale(1 / ratio, 1 / ratio)
        view = QRect(0, 0, self.camera.width, self.camera.height)
        frame = self._painter.frame(painter, self.camera, view.intersected(exposed))
        with frame.scale.sheet.sparing(deadline):
            self.paint_over(frame)
        self._lacks = frame.scale.sheet.lacks
        painter.end()
        if self._lacks:
            self.update(event.rect())
        if not backing.is_settled and not self._rest.isActive():
            self._more.start()

    def paint_over(self, frame: Frame) -> None:
        """Draw over the board; ``frame`` is in device pixels."""

    def _go_on(self) -> None:
        backing = self._follow()
        if backing is not None:
            self._show_soon(backing.work(_MOVING))
            if not backing.is_settled:
                self._more.start()

    def _show_soon(self, painted: QRegion, *, besides: QRegion | None = None) -> None:
        """Show a part of the backing, in device pixels, with the next paint event."""
        for rect in rects(painted):
            shown = self._logical(rect)
            if besides is None or not QRegion(shown).subtracted(besides).isEmpty():
                self.update(shown)

    def _logical(self, rect: QRect) -> QRect:
        return _scaled(rect, 1 / self.camera.ratio if self.camera else 1.0)

    def update_pixels(self, region: QRegion | QRect) -> None:
        """Redraw a part of the view, in device pixels, from the backing."""
        for rect in rects(QRegion(region)):
            self.update(self._logical(rect))

    def _repaint_all(self) -> None:
        if self._backing is not None:
            self._backing.invalidate(self._backing.pixmap.rect())
        self.update()

    def _repaint_cells(self, cells: NDArray[np.int64]) -> None:
        if self.document is not None:
            rows, columns = np.divmod(cells, self.document.scenario.board.columns)
            self._repaint_hexes(columns, rows, reach=_REACH)

    def _repaint_decorations(self, changed: Sequence[ShownDecoration]) -> None:
        if self._backing is not None:
            region = region_of_decorations(self._backing.camera, changed)
            region &= self._backing.pixmap.rect()
            self._backing.invalidate(region)
            self.update_pixels(region)

    def _repaint_hexes(self, columns: NDArray[np.int64], rows: NDArray[np.int64], *, reach: float) -> None:
        if self._backing is not None:
            region = region_of(self._backing.camera, columns, rows, reach=reach)
            self._backing.invalidate(region)
            self.update_pixels(region)


def _scaled(rect: QRect, factor: float) -> QRect:
    x, y, width, height = (it * factor for it in (rect.x(), rect.y(), rect.width(), rect.height()))
    return QRectF(x, y, width, height).toAlignedRect()
