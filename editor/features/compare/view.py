"""The second map of a comparison, which moves and zooms with the first, and the bar above both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QSizePolicy

from fairground.editor.app.texts import tr
from fairground.editor.canvas.marked_view import MarkedView
from fairground.editor.canvas.zoom_and_pan import ZOOM_STEP
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, tool_button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent, QResizeEvent, QWheelEvent
    from PySide6.QtWidgets import QWidget

    from fairground.editor.canvas.layers import LayerModel

#: A notch of the wheel in its unit, an eighth of a degree.
_NOTCH = 120.0


class BesideView(MarkedView):
    """Shows a map without editing it: a drag moves it, the wheel zooms."""

    #: The ``Hex`` under the pointer; None off the board.
    hovered = Signal(object)
    #: The user has moved or zoomed the view.
    moved = Signal()
    #: The view has another size.
    resized = Signal()

    def __init__(self, layers: LayerModel, parent: QWidget | None = None) -> None:
        self._grabbed: QPointF | None = None
        super().__init__(None, layers, parent)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Map to compare with"))
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    @property
    def is_moving(self) -> bool:
        """Whether the user moves the view."""
        return self._grabbed is not None or super().is_moving

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Start moving the view."""
        self._grabbed = event.position()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Move the view, or say what is under the pointer."""
        if self._grabbed is not None and event.buttons() != Qt.MouseButton.NoButton:
            moved, self._grabbed = self._grabbed - event.position(), event.position()
            self.pan(moved.x(), moved.y())
            self.moved.emit()
            return
        at = self.hex_at(event.position())
        board = self.document.scenario.board if self.document is not None else None
        self.hovered.emit(at if at is not None and board is not None and board.contains(at) else None)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # Qt's name
        """Stop moving the view."""
        self._grabbed = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt's name
        """Zoom at the pointer."""
        event.accept()
        self.zoom_at(event.position(), ZOOM_STEP ** (event.angleDelta().y() / _NOTCH))
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt's name
        """Follow the size."""
        super().resizeEvent(event)
        self.resized.emit()

    def leaveEvent(self, event: QEvent) -> None:  # Qt's name
        """Show nothing under the pointer."""
        self.hovered.emit(None)
        super().leaveEvent(event)


class TwoMapsBar(QFrame):
    """Names the two maps, and says how much they differ."""

    #: The index of the map that is chosen to compare with.
    chosen = Signal(int)
    close_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAccessibleName(tr("Comparison"))
        self._title = self._summary = ""
        self.other = QComboBox(self)
        self.other.setAccessibleName(tr("Map to compare with"))
        self.other.setToolTip(tr("The map on the right"))
        self.other.setMinimumContentsLength(8)
        self.other.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.other.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.other.activated.connect(self.chosen)
        self.summary = ElidedLabel("", self)
        close = tool_button("close", tr("Stop comparing"), self)
        close.clicked.connect(self.close_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(self.summary, 3)
        row.addWidget(self.other, 1)
        row.addWidget(close)
        self.hide()

    def show_maps(self, shown: str, others: Sequence[tuple[str, str]], chosen: int) -> None:
        """Show the title of the map on the left, and titles and tooltips of those to choose from."""
        self._title = shown
        self._show()
        self.other.clear()
        for at, (title, tip) in enumerate(others):
            self.other.addItem(title)
            self.other.setItemData(at, tip, Qt.ItemDataRole.ToolTipRole)
        self.other.setCurrentIndex(chosen)

    def say(self, summary: str, details: str = "") -> None:
        """Show how much the maps differ, and what was compared as the tooltip."""
        self._summary = summary
        # The label sets a tooltip of its own only where it is elided.
        self.setToolTip(f"{summary}\n{details}" if details else summary)
        self._show()

    def _show(self) -> None:
        # The name of the other map follows in its box.
        text = tr("{summary}: {title} and").format(summary=self._summary, title=self._title)
        self.summary.setText(text)
