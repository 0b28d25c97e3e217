"""The list of export formats, each with its title and its purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from fairground.editor.jobs.formats import FormatCard

_NAME, _PURPOSE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_PAD = 5


class FormatList(QListWidget):
    """A list of formats; typing the first letters of a title selects it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Format"))
        self.setItemDelegate(_TwoLines(self))
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_formats(self, cards: Iterable[FormatCard]) -> None:
        """Show other formats, and select none."""
        self.clear()
        for card in cards:
            item = QListWidgetItem(card.title, self)
            item.setData(_NAME, card.name)
            item.setData(_PURPOSE, card.purpose)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, card.purpose)
            item.setToolTip(f"{card.title} ({card.ending}): {card.purpose}" if card.purpose else card.ending)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the selection in view when options take room from the list."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    @property
    def name(self) -> str:
        """The name of the selected format; empty when none is."""
        item = self.currentItem()
        return str(item.data(_NAME)) if item is not None else ""

    def choose(self, name: str) -> bool:
        """Select a format by its name; return whether it exists."""
        for row in range(self.count()):
            if self.item(row).data(_NAME) == name:
                self.setCurrentRow(row)
                return True
        return False


class _TwoLines(QStyledItemDelegate):
    """Draws the title, and below it the purpose in the soft colour."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw an entry; elide long texts."""
        self.initStyleOption(option, index)
        title, option.text = option.text, ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        room = option.rect.adjusted(8, _PAD, -8, -_PAD)
        metrics = option.fontMetrics
        elide = Qt.TextElideMode.ElideRight
        painter.save()
        painter.setPen(QColor(colours().text))
        painter.drawText(room, Qt.AlignmentFlag.AlignTop, metrics.elidedText(title, elide, room.width()))
        painter.setPen(QColor(colours().soft))
        purpose = metrics.elidedText(str(index.data(_PURPOSE)), elide, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignBottom, purpose)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of two lines."""
        self.initStyleOption(option, index)
        return QSize(60, 2 * option.fontMetrics.height() + 2 * _PAD)
