"""The page with the map: notices above it, the canvas, and the legend on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.shell.map_legend import MapLegend
from fairground.editor.widgets.basics import NoticeBar

if TYPE_CHECKING:
    from fairground.editor.canvas.canvas import Canvas


class MapPage(QWidget):
    """Holds one canvas for good; documents come and go in it."""

    def __init__(self, canvas: Canvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.notice = NoticeBar(self)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self._rows.addWidget(self.notice)
        self._rows.addWidget(canvas, 1)
        canvas.setAccessibleName(tr("Map"))
        self.legend = MapLegend(canvas)

    def add_above(self, widget: QWidget) -> None:
        """Put a widget over the map, under the notices, over its whole width."""
        self._rows.insertWidget(self._rows.indexOf(self.canvas), widget)

    def add_below(self, widget: QWidget) -> None:
        """Put a widget under the map, over its whole width."""
        self._rows.addWidget(widget)
