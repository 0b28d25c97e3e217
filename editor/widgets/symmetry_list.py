"""Which symmetries a board of some size allows, a line each with a sign, for dialogs that ask for the size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.grid.symmetry_facts import SymmetryFact, hexagon_fact, symmetry_facts
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.basics import emptied

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout

#: The symmetries that most maps are made with; they are told first.
_FIRST = (BoardSymmetry.TURN_180, BoardSymmetry.LEFT_RIGHT, BoardSymmetry.TOP_BOTTOM)

_OF_HEXAGONS = (
    *(BoardSymmetry.TURN_120, BoardSymmetry.TURN_60, BoardSymmetry.TURN_180),
    *(BoardSymmetry.LEFT_RIGHT, BoardSymmetry.TOP_BOTTOM),
)


class SymmetryList(QWidget):
    """The usual symmetries, possible or why not, then what else is possible."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts: list[SymmetryFact] = []
        self._rows = QGridLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setColumnStretch(1, 1)
        self._rows.setHorizontalSpacing(8)
        self._rows.setVerticalSpacing(8)

    def show_size(self, layout: Layout, columns: int, rows: int) -> None:
        """Tell of a rectangle of that size."""
        known = {fact.kind: fact for fact in symmetry_facts(layout, columns, rows)}
        others = [fact for kind, fact in known.items() if kind not in _FIRST and fact.possible]
        self._show([*(known[kind] for kind in _FIRST), *others])

    def show_hexagon(self, along: int) -> None:
        """Tell of a hexagon with so many hexes along an edge: it has every symmetry, the usual ones are named."""
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
