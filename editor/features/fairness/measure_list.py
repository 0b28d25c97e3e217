"""The list of fairness measures: icon, title, a bar for each zone, and the change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTreeWidget, QTreeWidgetItem, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.features.fairness.list_delegate import FairnessDelegate, FairnessItem
from fairground.editor.features.fairness.measure_rows import band_counts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent

    from fairground.editor.features.fairness.measure_rows import MeasureRow

_INDENT = 13


class FairnessList(QTreeWidget):
    """Two groups of measures; those with several variants expand, one for each weapon band or kind of class.

    Arrow keys move through it, Right and Left expand and collapse, Escape clears the selection.
    """

    #: The ``MeasureRow`` selected, or None.
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Fairness measures"))
        self.setHeaderHidden(True)
        self.setColumnCount(1)
        self.setRootIsDecorated(False)
        self.setIndentation(_INDENT)
        self.setUniformRowHeights(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setExpandsOnDoubleClick(True)
        self.setItemDelegate(FairnessDelegate(self))
        self.setMinimumHeight(40)
        self.currentItemChanged.connect(self._choose)
        # A click on the selected row shows its overlay again, if it was hidden.
        self.itemClicked.connect(lambda item, _column: self._choose(item, None))
        self._is_filling = False
        self._groups: dict[str, tuple[MeasureRow, ...]] = {}
        #: The width of the widest value; bars end before it.
        self.value_width = 0
        #: The text shown without rows.
        self.nothing = ""
        self._seeing = QTimer(self)
        self._seeing.setSingleShot(True)
        self._seeing.setInterval(0)
        self._seeing.timeout.connect(self._see_chosen)

    @property
    def rows(self) -> list[MeasureRow]:
        """The rows shown, without variants."""
        return [it.row for it in self._items() if it.row is not None and it.is_first]

    @property
    def chosen_row(self) -> MeasureRow | None:
        """The selected row; None for none."""
        item = self.currentItem()
        return item.row if isinstance(item, FairnessItem) else None

    @property
    def text_right(self) -> int:
        """The right edge of texts, with room for the scroll bar, so that rows keep their height when it appears."""
        return self.width() - self.verticalScrollBar().sizeHint().width()

    def item_of(self, measure: str) -> QTreeWidgetItem | None:
        """Return the item of a measure by its id; None if it isn't shown."""
        return next((it for it in self._items() if it.row is not None and it.row.rating.id == measure), None)

    def show_rows(self, groups: Mapping[str, tuple[MeasureRow, ...]], *, nothing: str = "") -> None:
        """Show these rows, or the text ``nothing``; keeps the selection and the expanded rows."""
        if (groups, nothing) == (self._groups, self.nothing):
            # The report is often sent again unchanged.
            return
        self._groups, self.nothing = dict(groups), nothing
        chosen = self.chosen_row.rating.key if self.chosen_row is not None else None
        unfolded = {it.row.rating.id for it in self._items() if it.row is not None and it.isExpanded()}
        place, was_seen = self.verticalScrollBar().value(), self._sees_chosen()
        self._is_filling = True
        self.clear()
        for title, rows in groups.items():
            group = FairnessItem(None, heading=title, counts=band_counts([it.rating for it in rows]))
            self.addTopLevelItem(group)
            for row in rows:
                item = FairnessItem(row, is_first=True)
                group.addChild(item)
                item.addChildren([FairnessItem(it) for it in row.variants])
                item.setExpanded(row.rating.id in unfolded)
            group.setExpanded(True)
        selected = next((it for it in self._items() if chosen is not None and it.key == chosen), None)
        self._measure()
        if selected is not None:
            self.setCurrentItem(selected)
        self._is_filling = False
        self.verticalScrollBar().setValue(place)
        if selected is not None and was_seen:
            # The selected row may have moved.
            self._seeing.start()
        if selected is None and chosen is not None:
            self.chosen.emit(None)

    def choose(self, measure: str) -> None:
        """Select a measure by its id, if it is shown."""
        item = self.item_of(measure)
        if item is not None:
            self.setCurrentItem(item)

    def choose_nothing(self) -> None:
        """Clear the selection."""
        self.selectionModel().clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the selection with Escape."""
        if event.key() == Qt.Key.Key_Escape and self.currentItem() is not None:
            self.choose_nothing()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap lines again."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        """Adapt to the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
            self.scheduleDelayedItemsLayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text shown without rows."""
        super().paintEvent(event)
        if self.nothing:
            painter = QPainter(self.viewport())
            painter.setPen(QColor(colours().soft))
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self.nothing)

    def _sees_chosen(self) -> bool:
        """Whether the selected row is in view."""
        item = self.currentItem()
        return item is not None and self.visualItemRect(item).intersects(self.viewport().rect())

    def _see_chosen(self) -> None:
        item = self.currentItem()
        if isinstance(item, FairnessItem):
            self.scrollToItem(item)

    def _measure(self) -> None:
        metrics = self.fontMetrics()
        texts = [bar.text for it in self._items() if it.row is not None for bar in it.row.bars]
        self.value_width = max(map(metrics.horizontalAdvance, texts), default=0)

    def _items(self) -> list[FairnessItem]:
        items: list[FairnessItem] = []
        waiting = [self.topLevelItem(at) for at in range(self.topLevelItemCount())]
        while waiting:
            item = waiting.pop(0)
            if isinstance(item, FairnessItem):
                items.append(item)
                waiting = [*(item.child(at) for at in range(item.childCount())), *waiting]
        return items

    def _choose(self, item: QTreeWidgetItem | None, _before: object) -> None:
        self.scheduleDelayedItemsLayout()
        if not self._is_filling:
            # After it has its new height.
            self._seeing.start()
            self.chosen.emit(item.row if isinstance(item, FairnessItem) else None)
