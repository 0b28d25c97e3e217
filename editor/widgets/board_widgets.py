"""Widgets of dialogs for a board: its ruleset, its layout as buttons, a preview of its grid or its map, and the symmetries it allows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from fairground.core.errors import RulesetError
from fairground.core.grid.layout import Layout, Orientation
from fairground.core.grid.symmetry import BoardSymmetry, SymmetryFact, hexagon_fact, symmetry_facts
from fairground.core.rules import known_rulesets, load_ruleset
from fairground.core.rules.ruleset_files import DEFAULT_RULESET, rulesets_in
from fairground.core.scenario.blank import blank_hexagon
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours, is_dark
from fairground.editor.widgets.labels_and_buttons import emptied

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Tints = NDArray[np.int64]
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document

_PAPER, _GRID, _CLEAR = "#f6f1e4", "#8d8470", "#ece4d0"
#: The most hexes that are drawn one by one; of larger boards only the outline.
_MOST = 6000
_SHADES = ("#b9d4e6", "#f0cdb0", "#bfe0cf", "#e3c6dc", "#ece0a2", "#cbd2ea")


class BoardPreview(QWidget):
    """Draws the grid of a new board, with the starting places of the sides tinted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout, self._columns, self._rows = Layout.ODD_Q, 1, 1
        self._sides: int | None = None
        self.setMinimumSize(QSize(260, 220))
        self.setAccessibleName(tr("Preview of the board"))

    def show_board(self, layout: Layout, columns: int, rows: int, *, sides: int | None = None) -> None:
        """Draw another board: a rectangle, or the hexagon within it for so many sides."""
        self._layout, self._columns, self._rows, self._sides = layout, columns, rows, sides
        size = tr("{columns} columns, {rows} rows, {layout}").format(
            columns=columns, rows=rows, layout=layout.value
        )
        hexagon = tr("; a hexagon for {sides} sides").format(sides=sides) if sides is not None else ""
        self.setAccessibleDescription(size + hexagon)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the grid."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(_GRID), 1))
        painter.setBrush(QColor(_PAPER))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        inside = QRectF(self.rect().adjusted(14, 14, -14, -14))
        if self._columns * self._rows > _MOST:
            tints = np.zeros((1, 1), np.int64)
        elif self._sides is None:
            tints = _ends(self._layout, self._columns, self._rows)
        else:
            tints = _corners(self._layout, self._columns, self._sides)
        draw_grid(painter, self._layout, self._columns, self._rows, within=inside, tints=tints)


def _ends(layout: Layout, columns: int, rows: int) -> Tints:
    """Return the tints of a rectangle: two sides at its ends."""
    tints = np.zeros((rows, columns), np.int64)
    lines = tints.T if layout.orientation is Orientation.FLAT else tints
    if len(lines) > 1:
        depth = 2 if len(lines) >= 6 else 1
        lines[:depth], lines[-depth:] = 1, 2
    return tints


def _corners(layout: Layout, columns: int, sides: int) -> Tints:
    """Return the tints of a hexagon that is so many columns wide: sides at its corners, nothing outside."""
    scenario = blank_hexagon(
        "", layout=layout, along=(columns + 1) // 2, sides=sides, ruleset=DEFAULT_RULESET
    )
    tints = np.where(scenario.board.void, -1, 0)
    for at, zone in enumerate(scenario.zones, 1):
        tints[zone.shape.mask(scenario.board)] = at
    return tints


def layout_picture(layout: Layout, size: int, ratio: float = 1.0) -> QPixmap:
    """Return a small picture of three by three hexes of a layout."""
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.fill(QColor(_PAPER))
    picture.setDevicePixelRatio(ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_grid(painter, layout, 3, 3, within=QRectF(4, 4, size - 8, size - 8))
    painter.end()
    return picture


def draw_grid(
    painter: QPainter,
    layout: Layout,
    columns: int,
    rows: int,
    *,
    within: QRectF,
    tints: Tints | None = None,
) -> None:
    """Draw a board in the middle of a rectangle, as large as there is room.

    ``tints``, ``[rows, columns]``, has the number of the side that starts in a hex, from 1, 0 for none, and -1 where
    there is no hex; all hexes are there and plain without it. Of boards that are too large only the outline is drawn.
    """
    flat = layout.orientation is Orientation.FLAT
    centres = layout.centres(columns, rows)
    half = (1.0, math.sqrt(3) / 2) if flat else (math.sqrt(3) / 2, 1.0)
    left, right = centres[..., 0].min() - half[0], centres[..., 0].max() + half[0]
    top, bottom = centres[..., 1].min() - half[1], centres[..., 1].max() + half[1]
    scale = min(within.width() / (right - left), within.height() / (bottom - top))
    painter.save()
    painter.translate(within.center())
    painter.scale(scale, scale)
    painter.translate(-(left + right) / 2, -(top + bottom) / 2)
    pen = QPen(QColor(_GRID), 1)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(QColor(_CLEAR))
    if columns * rows > _MOST:
        painter.drawRect(QPolygonF([QPointF(left, top), QPointF(right, bottom)]).boundingRect())
        painter.restore()
        return
    turn = 0 if flat else 30
    hexagon = QPolygonF(
        [
            QPointF(math.cos(math.radians(60 * at + turn)), math.sin(math.radians(60 * at + turn)))
            for at in range(6)
        ]
    )
    which = np.zeros((rows, columns), np.int64) if tints is None else np.broadcast_to(tints, (rows, columns))
    for tint in range(int(which.max()) + 1):
        painter.setBrush(QColor(_SHADES[tint - 1] if tint else _CLEAR))
        for x, y in centres[which == tint].tolist():
            painter.drawPolygon(hexagon.translated(x, y))
    painter.restore()


_WORDS = {
    Layout.ODD_Q: tr("flat-top, second column lower"),
    Layout.EVEN_Q: tr("flat-top, first column lower"),
    Layout.ODD_R: tr("pointy-top, second row to the right"),
    Layout.EVEN_R: tr("pointy-top, first row to the right"),
}
_SIZE = 52


class LayoutButtons(QWidget):
    """One button for each of the four layouts; one is pressed."""

    #: The ``Layout`` that the user pressed.
    chosen = Signal(object)

    def __init__(self, layout: Layout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[Layout, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        group = QButtonGroup(self)
        for each, words in _WORDS.items():
            button = QToolButton(self)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setIcon(QIcon(layout_picture(each, _SIZE, self.devicePixelRatioF())))
            button.setIconSize(QSize(_SIZE, _SIZE))
            button.setText(each.value)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setToolTip(f"{each.value}: {words}")
            button.setAccessibleName(tr("Layout {layout}, {words}").format(layout=each.value, words=words))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _on=False, each=each: self.chosen.emit(each))
            group.addButton(button)
            row.addWidget(button)
            self.buttons[each] = button
        row.addStretch(1)
        self.press(layout)

    @property
    def pressed(self) -> Layout:
        """The layout whose button is pressed."""
        return next(layout for layout, button in self.buttons.items() if button.isChecked())

    def press(self, layout: Layout) -> None:
        """Press another button; ``chosen`` is not emitted."""
        self.buttons[layout].setChecked(True)


#: The symmetries of most maps; they are listed first.
_FIRST = (BoardSymmetry.TURN_180, BoardSymmetry.LEFT_RIGHT, BoardSymmetry.TOP_BOTTOM)

_OF_HEXAGONS = (
    *(BoardSymmetry.TURN_120, BoardSymmetry.TURN_60, BoardSymmetry.TURN_180),
    *(BoardSymmetry.LEFT_RIGHT, BoardSymmetry.TOP_BOTTOM),
)


class SymmetryList(QWidget):
    """Lists which symmetries a board allows: the common ones with the reason where they are not possible, then others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts: list[SymmetryFact] = []
        self._rows = QGridLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setColumnStretch(1, 1)
        self._rows.setHorizontalSpacing(8)
        self._rows.setVerticalSpacing(8)

    def show_size(self, layout: Layout, columns: int, rows: int) -> None:
        """List the symmetries of a rectangle."""
        known = {fact.kind: fact for fact in symmetry_facts(layout, columns, rows)}
        others = [fact for kind, fact in known.items() if kind not in _FIRST and fact.possible]
        self._show([*(known[kind] for kind in _FIRST), *others])

    def show_hexagon(self, along: int) -> None:
        """List the common symmetries of a hexagon with ``along`` hexes on an edge; it has all of them."""
        self._show([hexagon_fact(kind, along) for kind in _OF_HEXAGONS])

    def _show(self, facts: list[SymmetryFact]) -> None:
        self.facts = facts
        for widget in emptied(self._rows):
            widget.deleteLater()
        look = colours()
        for row, fact in enumerate(self.facts):
            sign = QLabel(self)
            name, ink = ("good", look.accent) if fact.possible else ("close", look.soft)
            sign.setPixmap(pixmap(name, 16, colour=ink, ratio=self.devicePixelRatioF()))
            sign.setAccessibleName(tr("possible") if fact.possible else tr("not possible"))
            sentence = QLabel(fact.sentence, self)
            sentence.setWordWrap(True)
            sentence.setProperty("soft", not fact.possible)
            self._rows.addWidget(sign, row, 0, Qt.AlignmentFlag.AlignTop)
            self._rows.addWidget(sentence, row, 1)


class RulesetBox(QComboBox):
    """Lists the shipped rulesets and those in a folder, with their ids or file names as data.

    Titles are read one per turn of the event loop, the chosen ruleset's first, to keep the window responsive.
    """

    #: The id or file name of a ruleset whose title was just read.
    titled = Signal(str)

    def __init__(self, folder: Path | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Ruleset"))
        self._folder = folder
        self._untitled = [*known_rulesets(), *(rulesets_in(folder) if folder else ())]
        for name in self._untitled:
            self.addItem(name, name)
        next_turn(self, self._read_title)

    def _read_title(self) -> None:
        name = self.currentData() if self.currentData() in self._untitled else self._untitled[0]
        self._untitled.remove(name)
        try:
            title = load_ruleset(name, folder=self._folder).title
            text = title if name in known_rulesets() else f"{title} ({name})"
        except RulesetError:
            text = tr("{name} (has errors)").format(name=name)
        self.setItemText(self.findData(name), text)
        self.titled.emit(name)
        if self._untitled:
            next_turn(self, self._read_title)


class MapPreview(QStackedWidget):
    """Shows one map at a time, which can be zoomed and moved as in the editor, or a message in its place."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.document: Document | None = None
        self.canvas: Canvas | None = None
        self._message = QLabel("", self)
        self._message.setWordWrap(True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setMargin(24)
        self.addWidget(self._message)

    @property
    def message(self) -> str:
        """The message in place of the map; empty while there is a map."""
        return "" if self.currentWidget() is self.canvas else self._message.text()

    def show_message(self, text: str) -> None:
        """Show a message in place of the map."""
        self._message.setText(text)
        self.setCurrentWidget(self._message)

    def show_map(self, scenario: Scenario) -> None:
        """Show a map."""
        # Loaded when used, since a dialog may open before the first map.
        from fairground.editor.canvas.canvas import Canvas
        from fairground.editor.canvas.layers import LayerModel
        from fairground.editor.document.document import Document

        before, self.document = self.document, Document(scenario, parent=self)
        if self.canvas is None:
            self.canvas = Canvas(self.document, LayerModel(self), self)
            self.canvas.setAccessibleName(self._name)
            self.canvas.set_dark(is_dark())
            self.addWidget(self.canvas)
        else:
            self.canvas.set_document(self.document)
        if before is not None:
            before.deleteLater()
        self.setCurrentWidget(self.canvas)
        # After the dialog has got its size.
        QTimer.singleShot(0, self.canvas, self.canvas.fit)
