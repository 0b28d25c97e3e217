"""A widget with a camera over a board: zooming, panning, and finding the hex under a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QTimer, Signal
from PySide6.QtWidgets import QWidget

from fairground.editor.canvas.camera import FULL_PITCH
from fairground.editor.canvas.pointing import Spot

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.camera import Camera

#: How much larger a key or a notch of the wheel makes hexes.
ZOOM_STEP = 1.25
#: How long the zoom must rest before sprites of the new size are drawn, in milliseconds.
_REST = 60


class CameraView(QWidget):
    """Moves a camera over a board; subclasses set ``camera`` and paint what it shows."""

    #: The zoom; 1 is the size of the printed picture.
    zoom_changed = Signal(float)
    #: Another part of the board is in view, or another board.
    view_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        #: None without a board.
        self.camera: Camera | None = None
        self._is_fitted = True
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self.update)

    @property
    def zoom(self) -> float:
        """The zoom; 1 is the size of the printed picture."""
        return self.camera.zoom if self.camera else 1.0

    @property
    def is_moving(self) -> bool:
        """Whether the user moves the view or drags, so that speed matters more than completeness."""
        return self._rest.isActive()

    def fit(self) -> None:
        """Show the whole board; it stays fitted while the window changes its size."""
        if self.camera is not None:
            self._look(self.camera.fitted())
        self._is_fitted = True
        self.update()

    @property
    def is_fitted(self) -> bool:
        """Whether the whole board is shown, and stays so while the window changes its size."""
        return self._is_fitted

    def return_to(self, camera: Camera) -> None:
        """Look through a camera that the same board had before."""
        self._look(camera)
        self.update()

    def zoom_in(self) -> None:
        """Make hexes a step larger around the focus point."""
        self.zoom_at(self.focus_point(), ZOOM_STEP)

    def zoom_out(self) -> None:
        """Make hexes a step smaller around the focus point."""
        self.zoom_at(self.focus_point(), 1 / ZOOM_STEP)

    def focus_point(self) -> QPointF:
        """Return the point of the widget that keys zoom at, by default its middle."""
        return QRectF(self.rect()).center()

    def zoom_at(self, point: QPointF, factor: float) -> None:
        """Make hexes ``factor`` times as large; the hex at ``point`` (in the widget) stays there."""
        if self.camera is None:
            return
        ratio = self.camera.ratio
        self._rest.start()
        self._look(self.camera.zoomed(factor, point.x() * ratio, point.y() * ratio))

    def set_zoom(self, zoom: float) -> None:
        """Set the zoom, 1 for the size of the printed picture, around the middle of the view."""
        if self.camera is not None and zoom > 0:
            self._rest.start()
            wanted = zoom * FULL_PITCH * self.camera.ratio
            self._look(self.camera.zoomed_to(wanted, self.camera.width / 2, self.camera.height / 2))

    def pan(self, across: float, down: float) -> None:
        """Move the view over the board by that many logical pixels."""
        if self.camera is not None:
            self._look(self.camera.panned(across * self.camera.ratio, down * self.camera.ratio))

    def centre_on(self, at: Hex) -> None:
        """Bring a hex into the middle of the view."""
        if self.camera is not None:
            self.look_at(*self.camera.layout.centre(at))

    def reveal(self, at: Hex) -> None:
        """Bring a hex into the middle of the view, unless it is in view with its neighbours."""
        if self.camera is None:
            return
        x, y = self.camera.centre(at)
        margin = 1.5 * self.camera.pitch * self.camera.ratio
        if not (margin <= x <= self.camera.width - margin and margin <= y <= self.camera.height - margin):
            self.centre_on(at)

    def look_at(self, x: float, y: float) -> None:
        """Bring a point of the board, as the layout has it at size 1, into the middle of the view."""
        if self.camera is not None:
            self._look(self.camera.centred(x, y))

    def _look(self, camera: Camera) -> None:
        before, self.camera = self.camera, camera
        self._is_fitted = False
        if before is None or camera.zoom != before.zoom:
            self.zoom_changed.emit(camera.zoom)
        if camera != before:
            self.update()
            self.view_changed.emit()

    def _pixels(self) -> tuple[int, int, float]:
        """Return the widget's width and height in device pixels, and how many of them make a logical one."""
        ratio = self.devicePixelRatioF()
        return round(self.width() * ratio), round(self.height() * ratio), ratio

    def _resize_camera(self, camera: Camera) -> None:
        """Give the camera the size of the widget; a fitted board stays fitted."""
        width, height, ratio = self._pixels()
        if (width, height, ratio) != (camera.width, camera.height, camera.ratio):
            camera = camera.resized(width, height, ratio)
            fitted = self._is_fitted
            self._look(camera.fitted() if fitted else camera)
            self._is_fitted = fitted

    def hex_at(self, point: QPointF) -> Hex | None:
        """Return the hex under a point of the widget, which may be off the board; None without a document."""
        spot = self.spot_at(point)
        return spot.hex if spot else None

    def spot_at(self, point: QPointF) -> Spot | None:
        """Return the hex under a point of the widget and which of its sides is nearest; None without a document."""
        if self.camera is None:
            return None
        x, y = point.x() * self.camera.ratio, point.y() * self.camera.ratio
        return Spot(*self.camera.side_at(x, y), self.camera.from_view(x, y))

    def point_of(self, at: Hex) -> QPointF:
        """Return the point of the widget where a hex's centre is."""
        if self.camera is None:
            return QPointF()
        return QPointF(*self.camera.centre(at)) / self.camera.ratio
