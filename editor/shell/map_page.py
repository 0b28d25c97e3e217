"""The page with the map: notices, the canvas, and the legend in a corner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.widgets.labels_and_buttons import NoticeBar, emptied, heading
from fairground.editor.widgets.terrain_pictures import PaletteSection, kind_picture, kinds

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document

_MARGIN = 12
_MOST = 14
#: How long after a change the legend is updated, in milliseconds.
_REST = 200


class MapLegend(QFrame):
    """Lists the terrain, features and effects of the board with their pictures, on top of the map."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setObjectName("card")
        self.setAccessibleName(tr("Legend"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._document: Document | None = None
        self._shown: list[str] = []
        self._rows: list[tuple[QLabel, QLabel]] = []
        #: How many are left out.
        self.more = QLabel(self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 8, 14, 10)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(3)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST)
        self._timer.timeout.connect(self.refresh)
        over.installEventFilter(self)
        self.hide()

    def set_document(self, document: Document | None) -> None:
        """Show the legend of another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
            # Later, since the pictures of a new ruleset are slow to draw.
            next_turn(self, self.refresh)

    def names(self) -> list[str]:
        """Return the listed names."""
        return list(self._shown)

    def refresh(self) -> None:
        """List what is on the board now."""
        if self._document is None or self.isHidden():
            return
        scenario = self._document.scenario
        board, rules = scenario.board, known_rules(scenario)
        used = {
            (kind, is_terrain)
            for palette, cells, is_terrain in (
                (board.palette, board.terrain, True),
                (board.effects_palette, board.effects, False),
            )
            for at in np.unique(cells)
            for kind in palette[int(at)].kinds
        }
        laid = {name for names in board.hexsides.values() for name in names}
        shown = [
            it
            for it in (kinds(rules) if rules else [])
            if (
                it.id in laid
                if it.section is PaletteSection.HEXSIDE
                else (it.id, it.section.is_terrain) in used
            )
        ]
        names = [it.name for it in shown]
        if names != self._shown or not self._grid.count():
            self._shown = names
            for widget in emptied(self._grid):
                widget.deleteLater()
            self._rows, self.more = [], QLabel(self)
            self._put(heading(tr("Legend"), self), 0, 0, span=2)
            for row, it in enumerate(shown[:_MOST], 1):
                picture = QLabel(self)
                picture.setPixmap(kind_picture(scenario, it, 22, self.devicePixelRatioF()))
                self._put(picture, row, 0)
                text = f"{it.name}: {it.summary}" if it.facts else it.name
                described = QLabel(text, self)
                self._put(described, row, 1)
                self._rows.append((picture, described))
            self._put(self.more, _MOST + 1, 0, span=2)
        self._place()

    def showEvent(self, event: QShowEvent) -> None:
        """Update the list when shown."""
        super().showEvent(event)
        self.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the map is resized."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _put(self, label: QLabel, row: int, column: int, *, span: int = 1) -> None:
        self._grid.addWidget(label, row, column, 1, span)
        # Hidden labels do not count in the size of the card.
        label.show()

    def _list(self, count: int) -> None:
        """List the first rows, and tell how many are left out."""
        for at, labels in enumerate(self._rows):
            for label in labels:
                label.setVisible(at < count)
        left = len(self._shown) - count
        self.more.setText(tr("{n} more in the palette").format(n=left))
        self.more.setVisible(left > 0)
        self._grid.invalidate()
        self.adjustSize()

    def _changed(self, _event: object) -> None:
        self._timer.start()

    def _place(self) -> None:
        """Stay in the corner, with as many rows as there is room for."""
        parent = self.parentWidget()
        if parent is not None:
            count = len(self._rows)
            self._list(count)
            while count > 1 and self.height() > parent.height() - 2 * _MARGIN:
                count -= 1
                self._list(count)
            self.move(_MARGIN, parent.height() - self.height() - _MARGIN)


class MapPage(QWidget):
    """Holds the only canvas, for all documents, below the tabs of the maps."""

    def __init__(self, canvas: Canvas, tabs: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.notice = NoticeBar(self)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self._rows.addWidget(tabs)
        self._rows.addWidget(self.notice)
        self._maps = QHBoxLayout()
        self._maps.setSpacing(2)
        self._maps.addWidget(canvas, 1)
        self._rows.addLayout(self._maps, 1)
        canvas.setAccessibleName(tr("Map"))
        self.legend = MapLegend(canvas)

    def add_above(self, widget: QWidget) -> None:
        """Add a widget between the notices and the map."""
        self._rows.insertWidget(self._rows.indexOf(self._maps), widget)

    def add_beside(self, view: QWidget) -> None:
        """Add a view beside the map, as wide as that."""
        self._maps.addWidget(view, 1)

    def add_below(self, widget: QWidget) -> None:
        """Add a widget below the map."""
        self._rows.addWidget(widget)
