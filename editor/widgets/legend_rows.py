"""Entries of a legend, samples of signs with their meaning, the rows that show them, and whether they are up to date."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QPolygonF
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from fairground.core.pictures.board_overlay import Sample, Words
from fairground.core.pictures.colours import GRID
from fairground.core.pictures.display_list import Polygon
from fairground.core.pictures.legend import GROUND
from fairground.editor.app import texts
from fairground.editor.app.texts import hex_count, tr, turn_count
from fairground.editor.canvas.item_painter import hatch_brush, paint_items

if TYPE_CHECKING:
    from typing import SupportsInt

    from fairground.core.pictures.display_list import Hatch, Item, Point

_SWATCH = 22


class Freshness(Enum):
    """Whether an overlay shows what is true now."""

    #: It has nothing to show, and its status says what it needs or what went wrong.
    WAITING = auto()
    COMPUTING = auto()
    OLD = auto()
    PARTIAL = auto()
    CURRENT = auto()
    EARLIER = auto()

    @property
    def words(self) -> str:
        """The text in the legend."""
        return _FRESHNESS_TEXTS[self]


_FRESHNESS_TEXTS = {
    Freshness.WAITING: tr("nothing to show"),
    Freshness.COMPUTING: tr("calculating"),
    Freshness.OLD: tr("outdated, recalculating"),
    Freshness.PARTIAL: tr("up to date, incomplete"),
    Freshness.CURRENT: tr("up to date"),
    Freshness.EARLIER: tr("the earlier state"),
}


class LegendEntry(NamedTuple):
    """A sign in a legend, in mm on a hex of 11 around (0, 0), and its meaning.

    ``hatch`` fills the hex over ``items``; None for none. ``above`` is drawn over the hatch. ``about`` tells which hexes it
    means, see ``BoardOverlay.hexes_about``; None for none.
    """

    items: tuple[Item, ...]
    words: str
    hatch: Hatch | None = None
    above: tuple[Item, ...] = ()
    about: object = None


class TranslatedWords(Words):
    """The texts of legends in the user's language."""

    def __call__(self, text: str, **values: object) -> str:
        """Return a translated text with its values filled in."""
        return texts.tr(text).format(**values)  # marked in core

    def hexes(self, count: SupportsInt) -> str:
        """Return a number of hexes in words."""
        return hex_count(count)

    def turns(self, count: int) -> str:
        """Return a number of turns in words."""
        return turn_count(count)


def plain_ground(hexagon: tuple[Point, ...]) -> tuple[Item, ...]:
    """Return a hex of plain ground, for legends."""
    return (Polygon(hexagon, fill=GROUND, stroke=GRID, width=0.5),)


def legend_entry(sample: Sample, hexagon: tuple[Point, ...], text: str, *, over: bool) -> LegendEntry:
    """Return the entry of a sample, as it looks with or without another overlay's fill below."""
    look = sample.look.without_fill if over else sample.look
    signs = sample.aside if over and sample.aside is not None else sample.signs
    fill = (Polygon(hexagon, fill=look.fill, opacity=look.opacity),) if look.fill else ()
    hatch = look.hatching.hatch if look.hatching is not None else None
    return LegendEntry((*plain_ground(hexagon), *fill), text, hatch, tuple(signs(hexagon)))


class LegendRows(QGridLayout):
    """A row for each entry; rows are reused, since entries change with the pointer."""

    #: The entry under the pointer, a ``LegendEntry``; None when the pointer leaves it.
    hovered = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__()
        self._parent = parent
        self._entries: tuple[LegendEntry, ...] = ()
        self._hexagon: tuple[Point, ...] = ()
        self._rows: list[tuple[QLabel, QLabel]] = []
        self.setHorizontalSpacing(8)
        self.setVerticalSpacing(2)
        self.setColumnStretch(1, 1)

    def words(self) -> list[str]:
        """Return the meanings of the signs, in order."""
        return [it.words for it in self._entries]

    def show_entries(self, entries: tuple[LegendEntry, ...], hexagon: tuple[Point, ...]) -> None:
        """Show these signs, on samples of a hex."""
        while len(self._rows) > len(entries):
            for label in self._rows.pop():
                self.removeWidget(label)
                label.hide()
                label.deleteLater()
        # Texts change with the pointer, pictures hardly ever.
        for row, entry in enumerate(entries):
            before = self._entries[row] if row < len(self._rows) else None
            if before is None:
                self._add_row(row)
            picture, words = self._rows[row]
            if before is None or hexagon != self._hexagon or before._replace(words=entry.words) != entry:
                picture.setPixmap(_swatch(entry, hexagon, self._parent.devicePixelRatioF()))
            words.setText(entry.words)
        self._entries, self._hexagon = entries, hexagon

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Report the row under the pointer."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            row = next((at for at, labels in enumerate(self._rows) if watched in labels), None)
            is_over = event.type() == QEvent.Type.Enter and row is not None and row < len(self._entries)
            self.hovered.emit(self._entries[row] if is_over and row is not None else None)
        return super().eventFilter(watched, event)

    def _add_row(self, row: int) -> None:
        picture, words = QLabel(self._parent), QLabel(self._parent)
        words.setWordWrap(True)
        for column, label in enumerate((picture, words)):
            self.addWidget(label, row, column)
            label.installEventFilter(self)
            # Hidden labels do not count in the size of the card.
            label.show()
        self._rows.append((picture, words))


def _swatch(entry: LegendEntry, hexagon: tuple[Point, ...], ratio: float) -> QPixmap:
    picture = QPixmap(round(_SWATCH * ratio), round(_SWATCH * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(picture.width() / 2, picture.height() / 2)
    scale = picture.width() / 23
    painter.scale(scale, scale)
    edge = QPainterPath()
    edge.addPolygon(QPolygonF([QPointF(1.03 * x, 1.03 * y) for x, y in hexagon]))
    painter.setClipPath(edge)
    paint_items(painter, entry.items)
    if entry.hatch is not None:
        # A brush drawn for this scale, not scaled.
        shape = painter.transform().map(edge)
        painter.resetTransform()
        painter.fillPath(shape, hatch_brush(entry.hatch, unit=scale, ratio=ratio))
    if entry.above:
        painter.resetTransform()
        painter.translate(picture.width() / 2, picture.height() / 2)
        painter.scale(scale, scale)
        paint_items(painter, entry.above)
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture
