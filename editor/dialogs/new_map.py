"""A new map: its name, size, layout and ruleset, with a drawing of the grid and what symmetries it allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import RulesetError
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.rules.locating import DEFAULT_RULESET
from fairground.editor.dialogs.board_preview import BoardPreview
from fairground.editor.dialogs.layout_buttons import LayoutButtons
from fairground.editor.dialogs.size_fields import SizeFields
from fairground.editor.dialogs.symmetry_list import SymmetryList
from fairground.editor.window.widgets import heading, soft_label

if TYPE_CHECKING:
    from fairground.core.grid.symmetry_facts import SymmetryFact

_USUAL_SIZE = (16, 17)


@dataclass(frozen=True, slots=True)
class NewMap:
    """What was chosen; ``size`` is columns and rows."""

    name: str
    layout: Layout
    size: tuple[int, int]
    ruleset: str


class NewMapDialog(QDialog):
    """Everything on one page; facts and drawing follow while values change."""

    #: A ``NewMap``.
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New map")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.name = QLineEdit("New arena", self)
        self.name.setAccessibleName("Name")
        self.name.selectAll()
        self.size_fields = SizeFields(_USUAL_SIZE, "columns by rows", self)
        self.layouts = LayoutButtons(Layout.ODD_Q, self)
        self.ruleset = QComboBox(self)
        self.ruleset.setAccessibleName("Ruleset")
        for ruleset in shipped_rulesets():
            self.ruleset.addItem(_title(ruleset), ruleset)
        self.ruleset.setCurrentIndex(self.ruleset.findData(DEFAULT_RULESET))
        self.about = soft_label("", self)
        self.preview = BoardPreview(self)
        self.symmetries = SymmetryList(self)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.make = self._buttons.addButton("Make the map", QDialogButtonBox.ButtonRole.AcceptRole)
        self.make.setDefault(True)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        self._arrange()
        self.size_fields.changed.connect(self._show)
        self.layouts.chosen.connect(self._show)
        self.ruleset.currentIndexChanged.connect(self._show)
        self._show()

    @property
    def facts(self) -> list[SymmetryFact]:
        """What is told of the size's symmetries."""
        return self.symmetries.facts

    @property
    def layout_chosen(self) -> Layout:
        """The layout whose button is pressed."""
        return self.layouts.pressed

    def _arrange(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(16)
        form.addRow("Name", self.name)
        form.addRow("Size", self.size_fields)
        form.addRow("Layout", self.layouts)
        form.addRow("Ruleset", self.ruleset)
        form.addRow("", self.about)
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addLayout(form)
        left.addSpacing(10)
        left.addWidget(heading("Symmetries of this size", self))
        left.addWidget(self.symmetries)
        left.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(24)
        columns.addLayout(left, 5)
        columns.addWidget(self.preview, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.addLayout(columns, 1)
        layout.addSpacing(8)
        layout.addWidget(self._buttons)
        self.resize(880, 540)

    def _show(self, _news: object = None) -> None:
        size = self.size_fields.size_chosen
        self.preview.show_board(self.layout_chosen, *size)
        try:
            self.about.setText(load_ruleset(self.ruleset.currentData()).description)
        except RulesetError as error:
            self.about.setText(str(error))
        self.symmetries.show_size(self.layout_chosen, *size)

    def _accept(self) -> None:
        size = self.size_fields.size_chosen
        name = self.name.text().strip() or "New arena"
        self.chosen.emit(NewMap(name, self.layout_chosen, size, self.ruleset.currentData()))
        self.accept()


def _title(ruleset: str) -> str:
    try:
        return load_ruleset(ruleset).title
    except RulesetError:
        return ruleset
