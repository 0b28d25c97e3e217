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
_PAD, _MARGIN = 5, 8
_WRAPPED = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


class FormatList(QListWidget):
    """A list of formats; typing the first letters of a title selects it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Format"))
        self.setItemDelegate(_TitleAndPurpose(self))
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        # The number of lines of a purpose depends on the width.
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
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


class _TitleAndPurpose(QStyledItemDelegate):
    """Draws the title, and below it the purpose in the soft colour, on as many lines as it takes."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw an entry; elide a long title."""
        self.initStyleOption(option, index)
        title, option.text = option.text, ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        room = option.rect.adjusted(_MARGIN, _PAD, -_MARGIN, -_PAD)
        metrics = option.fontMetrics
        painter.save()
        painter.setPen(QColor(colours().text))
        shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignTop, shown)
        painter.setPen(QColor(colours().soft))
        painter.drawText(room.adjusted(0, metrics.height(), 0, 0), _WRAPPED, str(index.data(_PURPOSE)))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of the title and the wrapped purpose."""
        self.initStyleOption(option, index)
        metrics, view = option.fontMetrics, option.widget
        width = (view.viewport().width() if isinstance(view, FormatList) else 0) - 2 * _MARGIN
        purpose = metrics.boundingRect(0, 0, max(width, 60), 1000, _WRAPPED, str(index.data(_PURPOSE)))
        return QSize(60, metrics.height() + max(metrics.height(), purpose.height()) + 2 * _PAD)
