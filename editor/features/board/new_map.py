"""The dialog for a new map."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import RulesetError
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset
from fairground.core.rules.ruleset_files import DEFAULT_RULESET
from fairground.core.scenario.blank import HEXAGON_SIDES, MOST_ALONG
from fairground.editor.app.texts import tr
from fairground.editor.widgets.board_widgets import BoardPreview, LayoutButtons, RulesetBox, SymmetryList
from fairground.editor.widgets.labels_and_buttons import fill, heading, open_at, soft_label
from fairground.editor.widgets.number_fields import NumberField, SizeFields
from fairground.editor.widgets.option_rows import FormColumn

_DEFAULT_SIZE = (16, 17)
_DEFAULT_ALONG = 8


@dataclass(frozen=True, slots=True)
class NewMap:
    """The choices for a new map.

    ``size`` is columns and rows. ``sides`` is the number of players of a hexagon within that size, None for a
    rectangle.
    """

    name: str
    layout: Layout
    size: tuple[int, int]
    ruleset: str
    sides: int | None = None


class NewMapDialog(QDialog):
    """All choices on one page, with a drawing of the grid and the symmetries that it allows."""

    #: A ``NewMap``.
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, name: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New map"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        #: The name of a map whose name is left empty.
        self._default_name = name or tr("New arena")
        self.name = QLineEdit(self._default_name, self)
        self.name.setAccessibleName(tr("Name"))
        self.name.selectAll()
        self.shape = QComboBox(self)
        self.shape.setAccessibleName(tr("Shape"))
        self.shape.addItem(tr("Rectangle, 2 sides"), None)
        for sides in HEXAGON_SIDES:
            self.shape.addItem(tr("Hexagon, {sides} sides").format(sides=sides), sides)
        self.size_fields = SizeFields(_DEFAULT_SIZE, tr("columns by rows"), self)
        self.along = NumberField(self)
        self.along.setRange(2, MOST_ALONG)
        self.along.setKeyboardTracking(True)
        self.along.setValue(_DEFAULT_ALONG)
        self.along.setSuffix(tr(" hexes per edge"))
        self.along.setAccessibleName(tr("Hexes per edge"))
        self._sizes = QStackedWidget(self)
        self._sizes.addWidget(self.size_fields)
        self._sizes.addWidget(self.along)
        self.layouts = LayoutButtons(Layout.ODD_Q, self)
        self.ruleset = RulesetBox(None, self)
        self.ruleset.setCurrentIndex(self.ruleset.findData(DEFAULT_RULESET))
        self.ruleset.titled.connect(self._describe_titled)
        self.about = soft_label("", self)
        self.preview = BoardPreview(self)
        self.symmetries = SymmetryList(self)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.make = self._buttons.addButton(tr("Create map"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.make.setDefault(True)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        self._arrange()
        self.size_fields.changed.connect(self._show)
        self.shape.currentIndexChanged.connect(self._show)
        self.along.valueChanged.connect(self._show)
        self.layouts.chosen.connect(self._show)
        self.ruleset.currentIndexChanged.connect(self._describe_ruleset)
        self._show()

    @property
    def layout_chosen(self) -> Layout:
        """The layout whose button is pressed."""
        return self.layouts.pressed

    @property
    def size_chosen(self) -> tuple[int, int]:
        """Columns and rows; for a hexagon those of the square that holds it."""
        if self.shape.currentData() is None:
            return self.size_fields.size_chosen
        return (2 * self.along.value() - 1,) * 2

    def _arrange(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(16)
        form.addRow(tr("Name"), self.name)
        form.addRow(tr("Shape"), self.shape)
        form.addRow(tr("Size"), self._sizes)
        form.addRow(tr("Layout"), self.layouts)
        form.addRow(tr("Ruleset"), self.ruleset)
        title = heading(tr("Symmetries that fit this size"), self)
        left = fill(QVBoxLayout(), form, self.about, 10, title, self.symmetries, None, spacing=6)
        columns = fill(QHBoxLayout(), (FormColumn(left, self), 5), (self.preview, 4), spacing=24)
        fill(QVBoxLayout(self), (columns, 1), 8, self._buttons, margins=(20, 18, 20, 16))
        open_at(self, 880, 540)

    def _show(self, _event: object = None) -> None:
        size, sides = self.size_chosen, self.shape.currentData()
        self._sizes.setCurrentWidget(self.size_fields if sides is None else self.along)
        self.preview.show_board(self.layout_chosen, *size, sides=sides)
        if sides is None:
            self.symmetries.show_size(self.layout_chosen, *size)
        else:
            self.symmetries.show_hexagon(self.along.value())

    def _describe_ruleset(self, _index: int = 0) -> None:
        try:
            self.about.setText(load_ruleset(self.ruleset.currentData()).description)
        except RulesetError as error:
            self.about.setText(str(error))

    def _describe_titled(self, ruleset: str) -> None:
        if ruleset == self.ruleset.currentData():
            self._describe_ruleset()

    def _accept(self) -> None:
        name = self.name.text().strip() or self._default_name
        ruleset, sides = self.ruleset.currentData(), self.shape.currentData()
        self.chosen.emit(NewMap(name, self.layout_chosen, self.size_chosen, ruleset, sides))
        self.accept()
