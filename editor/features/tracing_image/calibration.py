"""The calibration dialog: two clicks in the tracing image, and the hexes that they show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGraphicsScene,
    QGraphicsView,
    QGridLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import FairgroundError
from fairground.core.grid.hexsides import corner
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import soft_label

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.editor.canvas.tracing_image import Placement, Underlay

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_INKS = ("#d55e00", "#0072b2")
_ZOOM = 1.25
_ARM = 14
_CENTRE = tr("its centre")
#: For both points: title, tooltip, and the names of the two fields.
_POINTS = (
    (
        tr("First point"),
        tr("Click in the image to set the first point"),
        tr("Hex of the first point"),
        tr("Position of the first point within its hex"),
    ),
    (
        tr("Second point"),
        tr("Click in the image to set the second point"),
        tr("Hex of the second point"),
        tr("Position of the second point within its hex"),
    ),
)


class PictureView(QGraphicsView):
    """Shows the image with two crosses; a click sets the current one, arrow keys move it, the wheel zooms."""

    #: A cross was set or moved; whether by a click.
    put = Signal(bool)

    def __init__(self, pixmap: QPixmap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.scene().addPixmap(pixmap)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setMinimumSize(QSize(420, 340))
        self.setAccessibleName(tr("Tracing image"))
        self.setAccessibleDescription(
            tr("Click to set the point. Arrow keys move it, with Shift in small steps; plus and minus zoom.")
        )
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        #: The two points in pixels of the image; None until set.
        self.points: list[QPointF | None] = [None, None]
        self.current = 0
        self._is_fitted = True

    def put_point(self, at: QPointF, *, clicked: bool = False) -> None:
        """Set the current point."""
        room = self.sceneRect()
        x = min(max(at.x(), room.left()), room.right())
        y = min(max(at.y(), room.top()), room.bottom())
        self.points[self.current] = QPointF(x, y)
        self.viewport().update()
        self.put.emit(clicked)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Set the current point."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.put_point(self.mapToScene(event.position().toPoint()), clicked=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt's name
        """Move the point by five pixels of the screen, by one with Shift; plus and minus zoom."""
        key = Qt.Key(event.key())
        if key in _ARROWS:
            step = (
                1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 5
            ) / self.transform().m11()
            at = self.points[self.current] or self.sceneRect().center()
            across, down = _ARROWS[key]
            self.put_point(at + QPointF(across * step, down * step))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._zoom(_ZOOM)
        elif key == Qt.Key.Key_Minus:
            self._zoom(1 / _ZOOM)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt's name
        """Zoom at the pointer."""
        if event.angleDelta().y():
            self._zoom(_ZOOM if event.angleDelta().y() > 0 else 1 / _ZOOM)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt's name
        """Fit the image until the user zooms."""
        super().resizeEvent(event)
        if self._is_fitted:
            self.fitInView(self.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)

    def _zoom(self, factor: float) -> None:
        self._is_fitted = False
        self.scale(factor, factor)

    def drawForeground(self, painter: QPainter, rect: QRectF | object) -> None:  # noqa: ARG002  # Qt's name
        """Draw the crosses with their numbers, in pixels of the screen."""
        painter.resetTransform()
        for number, point in enumerate(self.points):
            if point is None:
                continue
            at = QPointF(self.mapFromScene(point))
            for width, ink in ((5, "#ffffff"), (2, _INKS[number])):
                painter.setPen(QPen(QColor(ink), width))
                painter.drawLine(at - QPointF(_ARM, 0), at + QPointF(_ARM, 0))
                painter.drawLine(at - QPointF(0, _ARM), at + QPointF(0, _ARM))
            painter.drawText(at + QPointF(6, -6), str(number + 1))


class CalibrateDialog(QDialog):
    """Emits the placement that puts both points on their hexes."""

    #: A ``Placement``.
    chosen = Signal(object)

    def __init__(self, underlay: Underlay, board: Board, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Calibrate tracing image"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._before, self._board = underlay.placement, board
        self.picture = PictureView(QPixmap.fromImage(underlay.image), self)
        self.picture.put.connect(self._put)
        names = board.hex_names
        last = names.cell(board.columns - 1, board.rows - 1)
        self.point_buttons, self.hex_fields, self.position_boxes = [], [], []
        form = QGridLayout()
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(8)
        form.setColumnStretch(2, 1)
        form.setColumnStretch(3, 2)
        for number, label in enumerate((names.cell(0, 0), last)):
            title, tip, hex_name, place_name = _POINTS[number]
            on = QRadioButton(title, self)
            on.setToolTip(tip)
            on.toggled.connect(self._turn)
            text = QLineEdit(label, self)
            text.setAccessibleName(hex_name)
            text.textChanged.connect(self._judge)
            place = QComboBox(self)
            place.setAccessibleName(place_name)
            place.addItems(
                [_CENTRE, *(tr("its {corner} corner").format(corner=it) for it in corner_names(board))]
            )
            place.currentIndexChanged.connect(self._judge)
            for column, part in enumerate((on, QLabel(tr("is hex"), self), text, place)):
                form.addWidget(part, number, column)
            self.point_buttons.append(on)
            self.hex_fields.append(text)
            self.position_boxes.append(place)
        self.point_buttons[0].setChecked(True)
        self.status = QLabel("", self)
        self.status.setWordWrap(True)
        self.status.setMinimumHeight(2 * self.status.fontMetrics().height())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.accept_button = buttons.addButton(tr("Calibrate"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.accept_button.setDefault(True)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.addWidget(
            soft_label(
                tr(
                    "Click the centre or a corner of a hex in the image, then a second one far away, and "
                    "enter which hexes they are. The wheel zooms; arrow keys move a point."
                ),
                self,
            )
        )
        layout.addWidget(self.picture, 1)
        layout.addLayout(form)
        layout.addWidget(self.status)
        layout.addWidget(buttons)
        self.resize(760, 680)
        self._judge()

    @property
    def placement(self) -> Placement | None:
        """The placement; None while the input is incomplete."""
        seen, wanted = self._seen(), self._wanted()
        if isinstance(wanted, str) or seen is None:
            return None
        return self._before.calibrated(seen, wanted)

    def _seen(self) -> tuple[complex, complex] | None:
        first, second = self.picture.points
        if first is None or second is None:
            return None
        return complex(first.x(), first.y()), complex(second.x(), second.y())

    def _wanted(self) -> tuple[complex, complex] | str:
        points = []
        for text, place in zip(self.hex_fields, self.position_boxes, strict=True):
            try:
                at = self._board.find(text.text().strip())
            except FairgroundError as error:
                return f"{str(error)[:1].upper()}{str(error)[1:]}."
            points.append(self._point(at, place.currentIndex()))
        return points[0], points[1]

    def _point(self, at: Hex, place: int) -> complex:
        layout = self._board.layout
        return complex(*(layout.centre(at) if place == 0 else layout.corner_point(corner(at, place - 1))))

    def _turn(self, _on: bool) -> None:  # noqa: FBT001  # slot of a signal
        self.picture.current = int(self.point_buttons[1].isChecked())

    def _put(self, clicked: bool) -> None:  # noqa: FBT001  # slot of a signal
        # The first click moves on to the second point.
        if clicked and self.picture.current == 0 and self.picture.points[1] is None:
            self.point_buttons[1].setChecked(True)
        self._judge()

    def _judge(self, _news: object = None) -> None:
        wanted = self._wanted()
        is_good = self.placement is not None
        if isinstance(wanted, str):
            status = wanted
        elif self._seen() is None:
            status = tr("Click the first point, then the second.")
        elif not is_good:
            status = tr("Both points are the same. Choose two hexes far apart.")
        else:
            status = tr("Both points are set.")
        self.status.setText(status)
        self.status.setStyleSheet(f"color: {colours().error}" if isinstance(wanted, str) else "")
        self.accept_button.setEnabled(is_good)

    def _accept(self) -> None:
        placement = self.placement
        if placement is not None:
            self.chosen.emit(placement)
            self.accept()


def corner_names(board: Board) -> list[str]:
    """Return the names of the six corners of a hex, clockwise, in the order of ``corners``."""
    layout = board.layout
    at = layout.from_offset(0, 0)
    x, y = layout.centre(at)
    names = []
    for index in range(6):
        to_x, to_y = layout.corner_point(corner(at, index))
        vertical = "upper" if to_y < y - 0.1 else "lower" if to_y > y + 0.1 else ""
        horizontal = "left" if to_x < x - 0.1 else "right" if to_x > x + 0.1 else ""
        names.append(f"{vertical} {horizontal}".strip())
    return names
