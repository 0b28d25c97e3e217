"""The minimap: the whole board, with a frame around the part in view."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from fairground.core.grid.layout import SQRT3
from fairground.editor.app.texts import tr
from fairground.editor.canvas.camera import Camera
from fairground.editor.canvas.keyboard import ARROWS
from fairground.editor.document.document import follow

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QWheelEvent

    from fairground.editor.canvas.view import BoardView
    from fairground.editor.document.document import Document
    from fairground.editor.document.events import Event

#: How long after a change it is drawn, in milliseconds: a stroke makes many.
_REST = 120
#: Room around the board, in logical pixels.
_MARGIN = 6.0
#: The share of the view that an arrow moves it by; a notch of the wheel, and how much it enlarges.
_SHARE, _NOTCH, _FACTOR = 0.25, 120.0, 1.25
_FRAME = "#1565c0"
#: The opacity of the ink outside the frame, in a light window and a dark one.
_SHADE = {False: 0.16, True: 0.34}


class Minimap(QWidget):
    """Moves the canvas with clicks, drags and arrow keys, and zooms it with the wheel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(90, 60)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Minimap"))
        self.setAccessibleDescription(
            tr(
                "The whole board, with a frame around the visible part. Click or use the arrow keys to "
                "move the map."
            )
        )
        self.setToolTip(tr("Click or drag to move the map"))
        self._view: BoardView | None = None
        self._document: Document | None = None
        self._camera: Camera | None = None
        self._picture: QPixmap | None = None
        self._is_dark = False
        self._again = QTimer(self, singleShot=True, interval=_REST)
        self._again.timeout.connect(self._draw_again)

    def sizeHint(self) -> QSize:  # Qt's name
        """Return the preferred size."""
        return QSize(240, 150)

    def follow(self, view: BoardView) -> None:
        """Show the board of a view, and control it; call this once."""
        self._view = view
        view.view_changed.connect(self.update)
        view.layers.changed.connect(self._again.start)
        self.set_document(view.document)

    def set_document(self, document: Document | None) -> None:
        """Follow the changes of another document, which the view shows."""
        follow(self._document, document, self._changed)
        self._document = document
        self._draw_again()

    def set_dark(self, dark: bool) -> None:  # noqa: FBT001  # as the canvas's
        """Show a darker board for a dark window."""
        self._is_dark = dark
        self._draw_again()

    @property
    def frame(self) -> QRectF:
        """The rectangle of the part in view, in logical pixels; empty without a board."""
        camera, seen = self._own_camera(), self._view.camera if self._view else None
        if camera is None or seen is None:
            return QRectF()
        first = QPointF(*camera.to_view(*seen.from_view(0, 0)))
        last = QPointF(*camera.to_view(*seen.from_view(seen.width, seen.height)))
        return QRectF(first / camera.ratio, last / camera.ratio)

    def point_of(self, x: float, y: float) -> QPointF:
        """Return where a point of the board is, in logical pixels."""
        camera = self._own_camera()
        return QPointF(*camera.to_view(x, y)) / camera.ratio if camera else QPointF()

    def _changed(self, _event: Event) -> None:
        if not self._again.isActive():
            self._again.start()

    def _draw_again(self) -> None:
        self._picture = None
        self.update()

    def _own_camera(self) -> Camera | None:
        """Return the camera that shows the whole board in the widget."""
        seen = self._view.camera if self._view else None
        if seen is None:
            return None
        ratio = self.devicePixelRatioF()
        size = round(self.width() * ratio), round(self.height() * ratio)
        old = self._camera
        same = old is not None and (
            (old.width, old.height, old.ratio, old.layout, old.columns, old.rows)
            == (*size, ratio, seen.layout, seen.columns, seen.rows)
        )
        if not same:
            camera = Camera(seen.layout, seen.columns, seen.rows, *size, ratio)
            left, top, right, bottom = camera.extent()
            margin = 2 * _MARGIN * ratio
            pitch = SQRT3 * min(
                max(size[0] - margin, 20) / (right - left), max(size[1] - margin, 20) / (bottom - top)
            )
            # In the near view steps are rounded to whole pixels, by up to one.
            near = replace(camera, wanted=pitch).is_near
            self._camera = replace(camera, wanted=pitch - 1 if near else pitch).centred_on_board()
            self._picture = None
        return self._camera

    def _drawn(self, camera: Camera) -> QPixmap | None:
        """Return the picture of the board without the frame."""
        from fairground.core.pictures.colours import INK
        from fairground.editor.canvas.far_view import far_target

        image = self._view.far_image() if self._view else None
        if image is None or self._view is None:
            return None
        picture = QPixmap(camera.width, camera.height)
        picture.fill(QColor(self._view.ground))
        target = far_target(camera, image.width(), image.height())
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, _shrunk(image, target.size().toSize().expandedTo(QSize(1, 1))))
        if self._is_dark:
            painter.setOpacity(0.2)
            painter.fillRect(picture.rect(), QColor(INK))
        painter.end()
        picture.setDevicePixelRatio(camera.ratio)
        return picture

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # all of it
        """Draw the board, and the frame."""
        from fairground.core.pictures.colours import INK, PAPER

        painter = QPainter(self)
        camera = self._own_camera()
        if camera is not None and self._picture is None:
            self._picture = self._drawn(camera)
        if camera is None or self._picture is None:
            painter.fillRect(self.rect(), self.palette().window())
            return
        painter.drawPixmap(0, 0, self._picture)
        whole = QRectF(self.rect())
        frame = self.frame.intersected(whole.adjusted(1.5, 1.5, -1.5, -1.5))
        painter.save()
        painter.setOpacity(_SHADE[self._is_dark])
        for part in _around(frame, whole):
            painter.fillRect(part, QColor(INK))
        painter.restore()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width in ((PAPER, 3.6), (_FRAME, 2.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(frame)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().highlight().color(), 2.0))
            painter.drawRect(whole.adjusted(1, 1, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt's name
        """Fit the board again."""
        self._draw_again()
        super().resizeEvent(event)

    def _go(self, point: QPointF) -> None:
        camera = self._own_camera()
        if camera is not None and self._view is not None:
            self._view.look_at(*camera.from_view(point.x() * camera.ratio, point.y() * camera.ratio))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Move the map there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Have the map follow a drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt's name
        """Zoom the map around its middle."""
        event.accept()
        if self._view is not None:
            factor = _FACTOR ** (event.angleDelta().y() / _NOTCH)
            self._view.zoom_at(QRectF(self._view.rect()).center(), factor)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt's name
        """Move the map with the arrows."""
        view, key = self._view, Qt.Key(event.key())
        if view is None:
            super().keyPressEvent(event)
        elif key in ARROWS:
            across, down = ARROWS[key]
            view.pan(across * _SHARE * view.width(), down * _SHARE * view.height())
        else:
            super().keyPressEvent(event)


def _shrunk(image: QImage, wanted: QSize) -> QImage:
    """Return an image scaled down to ``wanted``; of large images only some rows and columns are read."""
    if image.width() <= wanted.width():
        return image
    step = max(1, min(image.width() // (2 * wanted.width()), image.height() // (2 * wanted.height())))
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    sample = np.ascontiguousarray(pixels[step // 2 :: step, step // 2 : image.width() : step])
    high, wide = sample.shape
    sampled = QImage(sample.data, wide, high, 4 * wide, image.format())
    return sampled.scaled(wanted, mode=Qt.TransformationMode.SmoothTransformation)


def _around(inner: QRectF, whole: QRectF) -> tuple[QRectF, ...]:
    """Return the four rectangles between an inner one and the whole."""
    return (
        QRectF(whole.topLeft(), QPointF(whole.right(), inner.top())),
        QRectF(QPointF(whole.left(), inner.bottom()), whole.bottomRight()),
        QRectF(QPointF(whole.left(), inner.top()), inner.bottomLeft()),
        QRectF(inner.topRight(), QPointF(whole.right(), inner.bottom())),
    )
