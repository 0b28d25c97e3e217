"""The variants as a list of small pictures, each with its verdict and where it lies; drawn one a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import pixmap
from fairground.editor.app.theme import colours
from fairground.editor.features.variants.text import spoken
from fairground.editor.widgets.band_looks import BAND_NAMES, band_colour, band_icon
from fairground.editor.widgets.map_picture import draw_map_picture

if TYPE_CHECKING:
    from fairground.editor.features.variants.job import VariantEntry

_WIDE, _HIGH = 112, 104
#: The sign of the verdict in a corner of the picture.
_SIGN = 18
_LINES = 5
_ENTRY = Qt.ItemDataRole.UserRole


class VariantList(QListWidget):
    """Pictures to choose from by mouse and keys."""

    #: An ``VariantEntry`` to be looked at; None for none.
    looked_at = Signal(object)
    #: An ``VariantEntry`` to be applied.
    taken = Signal(object)
    #: Nothing is to be looked at any more.
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setWordWrap(True)
        self.setIconSize(QSize(_WIDE, _HIGH))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._is_filling = False
        self._drawn = 0
        self.currentItemChanged.connect(lambda now, _before: self._look(now))
        # Once more on the one that is chosen: what showed it may have been closed since.
        self.itemClicked.connect(self._look)
        self.itemActivated.connect(lambda item: self.taken.emit(item.data(_ENTRY)))
        self._fit()

    @property
    def entries(self) -> list[VariantEntry]:
        """The variants in the list."""
        return [self.item(row).data(_ENTRY) for row in range(self.count())]

    @property
    def entry(self) -> VariantEntry | None:
        """The variant that is chosen."""
        item = self.currentItem()
        found: VariantEntry | None = item.data(_ENTRY) if item is not None else None
        return found

    def show_entries(self, entries: tuple[VariantEntry, ...]) -> None:
        """List other variants; what was chosen stays chosen where it is among them."""
        if tuple(map(id, self.entries)) == tuple(map(id, entries)):
            return
        chosen = self.entry
        self._is_filling = True
        self.clear()
        for entry in entries:
            place = entry.places[0]
            item = QListWidgetItem(
                f"{entry.title}\n{BAND_NAMES[entry.verdict]}\n{place.axis} {place.after}", self
            )
            item.setData(_ENTRY, entry)
            item.setSizeHint(self.gridSize())
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            item.setToolTip(spoken(entry))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken(entry))
            if chosen is not None and chosen.id == entry.id:
                self.setCurrentItem(item)
        self._is_filling = False
        self.redraw()

    def redraw(self) -> None:
        """Draw all pictures anew, one a turn."""
        self._drawn = 0
        if self.count():
            next_turn(self, self._draw_next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Apply with Return, and leave with Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.entry is not None:
            self.taken.emit(self.entry)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width between the pictures."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        letters = self.fontMetrics()
        least = max(_WIDE, letters.horizontalAdvance("180° turn of the")) + 8
        room = self.viewport().width() - 2
        wide = room // max(1, room // least)
        self.setGridSize(QSize(max(wide, least), _HIGH + _LINES * letters.lineSpacing() + 8))
        for row in range(self.count()):
            self.item(row).setSizeHint(self.gridSize())

    def _look(self, item: QListWidgetItem | None) -> None:
        if not self._is_filling:
            self.looked_at.emit(item.data(_ENTRY) if item is not None else None)

    def _draw_next(self) -> None:
        if self._drawn < self.count():
            item = self.item(self._drawn)
            picture = self._picture(item.data(_ENTRY))
            drawn = QIcon(picture)
            # What is chosen has a ground of its own; a picture that is tinted would be another map.
            drawn.addPixmap(picture, QIcon.Mode.Selected)
            item.setIcon(drawn)
            self._drawn += 1
            if self._drawn < self.count():
                next_turn(self, self._draw_next)

    def _picture(self, entry: VariantEntry) -> QPixmap:
        """Return the picture of a variant with the sign of its verdict in a corner."""
        ratio = self.devicePixelRatioF()
        found = QPixmap(round(_WIDE * ratio), round(_HIGH * ratio))
        found.setDevicePixelRatio(ratio)
        found.fill(Qt.GlobalColor.transparent)
        painter = QPainter(found)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawn = QPixmap()
        drawn.loadFromData(entry.picture)
        draw_map_picture(painter, drawn, QSize(_WIDE, _HIGH))
        look = colours()
        disc = QRectF(_WIDE - _SIGN - 3, 2, _SIGN + 2, _SIGN + 2)
        painter.setPen(QColor(look.line))
        painter.setBrush(QColor(look.raised))
        painter.drawEllipse(disc)
        ink = band_colour(entry.verdict)
        sign = pixmap(band_icon(entry.verdict), _SIGN - 4, colour=ink, ratio=ratio)
        painter.drawPixmap(disc.adjusted(3, 3, -3, -3), sign, QRectF(sign.rect()))
        painter.end()
        return found
