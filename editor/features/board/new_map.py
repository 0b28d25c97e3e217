"""A new map: its name, shape, size, layout and ruleset, with a drawing of the grid and what symmetries it allows."""

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
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.rules.ruleset_files import DEFAULT_RULESET
from fairground.core.scenario.blank import HEXAGON_SIDES, MOST_ALONG
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.widgets.basics import heading, soft_label
from fairground.editor.widgets.layout_buttons import BoardPreview, LayoutButtons, SymmetryList
from fairground.editor.widgets.number_fields import NumberField, SizeFields
from fairground.editor.widgets.option_rows import FormColumn

_USUAL_SIZE = (16, 17)
_USUAL_ALONG = 8


@dataclass(frozen=True, slots=True)
class NewMap:
    """What was chosen.

    ``size`` is columns and rows; ``sides`` is how many sides the hexagon is for that lies within them, None for a
    rectangle.
    """

    name: str
    layout: Layout
    size: tuple[int, int]
    ruleset: str
    sides: int | None = None


class NewMapDialog(QDialog):
    """Everything on one page; facts and drawing follow while values change."""

    #: A ``NewMap``.
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New map"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.name = QLineEdit(tr("New arena"), self)
        self.name.setAccessibleName(tr("Name"))
        self.name.selectAll()
        self.shape = QComboBox(self)
        self.shape.setAccessibleName(tr("Shape"))
        self.shape.addItem(tr("Rectangle, 2 sides"), None)
        for sides in HEXAGON_SIDES:
            self.shape.addItem(tr("Hexagon, {sides} sides").format(sides=sides), sides)
        self.size_fields = SizeFields(_USUAL_SIZE, tr("columns by rows"), self)
        self.along = NumberField(self)
        self.along.setRange(2, MOST_ALONG)
        self.along.setKeyboardTracking(True)  # Qt's signature
        self.along.setValue(_USUAL_ALONG)
        self.along.setSuffix(tr(" hexes per edge"))
        self.along.setAccessibleName(tr("Hexes per edge"))
        self._sizes = QStackedWidget(self)
        self._sizes.addWidget(self.size_fields)
        self._sizes.addWidget(self.along)
        self.layouts = LayoutButtons(Layout.ODD_Q, self)
        self.ruleset = QComboBox(self)
        self.ruleset.setAccessibleName(tr("Ruleset"))
        for ruleset in shipped_rulesets():
            self.ruleset.addItem(ruleset, ruleset)
        self.ruleset.setCurrentIndex(self.ruleset.findData(DEFAULT_RULESET))
        #: Rulesets whose titles are not read yet, the chosen one last: it comes first.
        self._untitled = sorted(shipped_rulesets(), key=lambda it: it == DEFAULT_RULESET)
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
        self.ruleset.currentIndexChanged.connect(self._tell_of_ruleset)
        self._show()
        # A ruleset a turn: reading them all would hold the window up.
        next_turn(self, self._read_title)

    @property
    def layout_chosen(self) -> Layout:
        """The layout whose button is pressed."""
        return self.layouts.pressed

    @property
    def size_chosen(self) -> tuple[int, int]:
        """Columns and rows, of a hexagon those that it lies within."""
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
        form.addRow("", self.about)
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addLayout(form)
        left.addSpacing(10)
        left.addWidget(heading(tr("Symmetries that fit this size"), self))
        left.addWidget(self.symmetries)
        left.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(24)
        columns.addWidget(FormColumn(left, self), 5)
        columns.addWidget(self.preview, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.addLayout(columns, 1)
        layout.addSpacing(8)
        layout.addWidget(self._buttons)
        self.resize(880, 540)

    def _show(self, _news: object = None) -> None:
        size, sides = self.size_chosen, self.shape.currentData()
        self._sizes.setCurrentWidget(self.size_fields if sides is None else self.along)
        self.preview.show_board(self.layout_chosen, *size, sides=sides)
        if sides is None:
            self.symmetries.show_size(self.layout_chosen, *size)
        else:
            self.symmetries.show_hexagon(self.along.value())

    def _tell_of_ruleset(self, _news: object = None) -> None:
        try:
            self.about.setText(load_ruleset(self.ruleset.currentData()).description)
        except RulesetError as error:
            self.about.setText(str(error))

    def _read_title(self) -> None:
        """Call the next ruleset by its title, and say what the chosen one is."""
        ruleset = self._untitled.pop()
        self.ruleset.setItemText(self.ruleset.findData(ruleset), _title(ruleset))
        if ruleset == self.ruleset.currentData():
            self._tell_of_ruleset()
        if self._untitled:
            next_turn(self, self._read_title)

    def _accept(self) -> None:
        name = self.name.text().strip() or tr("New arena")
        self.chosen.emit(
            NewMap(
                name,
                self.layout_chosen,
                self.size_chosen,
                self.ruleset.currentData(),
                self.shape.currentData(),
            )
        )
        self.accept()


def _title(ruleset: str) -> str:
    try:
        return load_ruleset(ruleset).title
    except RulesetError:
        return ruleset
