"""A field for the hexes of a zone or an objective, in the words of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from fairground.core.errors import FairgroundError
from fairground.core.scenario.shapes import Listed, Painted
from fairground.core.scenario.zone_text import MAX_LENGTH, parse_shape
from fairground.editor.app.texts import hex_count, tr

if TYPE_CHECKING:
    from fairground.core.scenario.shapes import Shape

_EXAMPLES = tr("rows 1-2, columns 3, within 2 of C4, A1, B2, all; combine with | (or), & (and), - (without)")
#: Shapes of more letters are not shown as text: the field would have to lay them out at every move of a stroke.
_LONGEST = 4000


class ShapeEdit(QLineEdit):
    """Shows the text of a shape; what is typed is read with every letter, and taken over with Enter or on leaving.

    Text that is not taken over gives way to the text of the shape; ``faulty`` has said what is wrong with it.
    A painted block has no text on one line; what is typed takes its place.
    """

    #: A ``Shape`` was entered that is another than the one shown.
    entered = Signal(object)
    #: The sentence that says what is wrong with the text; empty when nothing is.
    faulty = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shape: Shape = Listed(())
        self._fault = ""
        self.setMaxLength(MAX_LENGTH)
        self.setAccessibleName(tr("Hexes"))
        self.setToolTip(tr("The hexes, as written in files: {examples}").format(examples=_EXAMPLES))
        self.textEdited.connect(self._parsed)
        self.editingFinished.connect(self.commit)

    def show_shape(self, shape: Shape) -> None:
        """Show a shape; what is being typed is left alone unless the shape is another one."""
        if shape != self._shape:
            self._shape = shape
            self._show_text()
            self._say("")

    def commit(self) -> None:
        """Take over what was typed, if it is a shape; then show the shape in force."""
        if not self.isModified():
            return
        shape = self._parsed()
        if shape is not None and shape != self._shape:
            self.entered.emit(shape)
        if self.isModified():
            self._show_text()

    def _show_text(self) -> None:
        self.setText(_text(self._shape))
        self.setCursorPosition(0)
        self.setPlaceholderText(_instead(self._shape))

    def _parsed(self) -> Shape | None:
        """Return the shape that is typed, and say what is wrong with it if it is none."""
        text = self.text().strip()
        try:
            shape = parse_shape(text) if text else Listed(())
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


def _instead(shape: Shape) -> str:
    """Return what stands in an empty field."""
    if isinstance(shape, Painted):
        count = sum(row.count("#") for row in shape.rows)
        return tr("painted: {hexes}").format(hexes=hex_count(count))
    return tr("no hexes yet") if not str(shape) else tr("a long list")
