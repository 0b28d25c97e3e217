"""A field for the hexes of a zone or an objective, as files write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from fairground.core.errors import FairgroundError
from fairground.core.grid.hexes import Hex
from fairground.core.scenario.shapes import Listed, Painted
from fairground.core.scenario.zone_text import MAX_LENGTH, explain_subtraction, parse_shape
from fairground.editor.app.texts import hex_count, tr

if TYPE_CHECKING:
    from fairground.core.grid.labels import HexNames
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape

_EXAMPLES = tr("rows 1-2, columns 3, within 2 of C4, A1, B2, all; combine with | (or), & (and), - (without)")
#: The longest text of a shape that is shown; laying out longer ones would slow strokes.
_LONGEST = 4000
#: The most hexes that are previewed with every letter.
_MOST_SHOWN = 4000


class ShapeEdit(QLineEdit):
    """Shows the text of a shape; checks it with every letter, and applies it on Enter or when the focus leaves.

    Invalid text is reported by ``faulty``, and replaced by the text of the shape.
    A painted block has no text of one line; typed text replaces it.
    """

    #: A different ``Shape`` was entered.
    entered = Signal(object)
    #: A sentence about the error in the text; empty for a valid one.
    faulty = Signal(str)
    #: Sentences about a subtraction in the text, which looks like a range; empty for none.
    explained = Signal(str)
    #: The hexes of the text that is being typed, a ``frozenset``; empty when it is applied or dropped.
    previewed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shape: Shape = Listed(())
        self._board: Board | None = None
        self._names: HexNames | None = None
        self._fault = self._explanation = ""
        self._preview: frozenset[Hex] = frozenset()
        self.setMaxLength(MAX_LENGTH)
        self.setAccessibleName(tr("Hexes"))
        self.setToolTip(tr("Hexes, written as in scenario files: {examples}").format(examples=_EXAMPLES))
        self.textEdited.connect(self._typed)
        self.editingFinished.connect(self.commit)

    def show_shape(self, shape: Shape, board: Board | None = None) -> None:
        """Show a shape of a board; keep text that is being typed unless the shape or the style of labels differs."""
        self._board = board
        names = board.hex_names if board is not None else None
        if shape != self._shape or names != self._names:
            self._shape, self._names = shape, names
            self._show_text()
            self._say("")
            self._show_hexes(None)

    def commit(self) -> None:
        """Apply the typed text if it is valid; then show the current shape."""
        if not self.isModified():
            return
        shape = self._parsed()
        self._show_hexes(None)
        if shape is not None and shape != self._shape:
            self.entered.emit(shape)
        if self.isModified():
            self._show_text()

    def _typed(self) -> None:
        """Check the text, explain it, and show its hexes unless they are those of the shape."""
        shape = self._parsed()
        self._show_hexes(shape if shape != self._shape else None)

    def _show_hexes(self, shape: Shape | None) -> None:
        """Announce the hexes of a shape that is being typed, and an explanation; None for no shape."""
        board, hexes, explanation = self._board, frozenset[Hex](), ""
        if shape is not None and board is not None:
            mask = shape.mask(board) & ~board.void
            hexes = board.hexes_of(mask) if mask.sum() <= _MOST_SHOWN else hexes
            explanation = explain_subtraction(shape, board)
        if hexes != self._preview:
            self._preview = hexes
            self.previewed.emit(hexes)
        if explanation != self._explanation:
            self._explanation = explanation
            self.explained.emit(explanation)

    def _show_text(self) -> None:
        text = _text(self._shape)
        self.setText(self._names.restyle(text) if self._names else text)
        self.setCursorPosition(0)
        self.setPlaceholderText(_placeholder(self._shape))

    def _parsed(self) -> Shape | None:
        """Return the typed shape; report the error and return None when it is invalid."""
        text = self.text().strip()
        try:
            shape = parse_shape(text, self._names) if text else Listed(())
        except FairgroundError as error:
            self._say(f"{error}.")
            return None
        self._say("")
        return shape

    def _say(self, fault: str) -> None:
        if fault != self._fault:
            self._fault = fault
            self.faulty.emit(fault)


def _text(shape: Shape) -> str:
    if isinstance(shape, Painted):
        return ""
    text = str(shape)
    return text if len(text) <= _LONGEST else ""


def _placeholder(shape: Shape) -> str:
    """Return the placeholder of an empty field."""
    if isinstance(shape, Painted):
        count = sum(row.count("#") for row in shape.rows)
        return tr("painted: {hexes}").format(hexes=hex_count(count))
    return tr("no hexes yet") if not str(shape) else tr("a long list of hexes")
