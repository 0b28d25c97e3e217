"""Dialogs that resize, relayout, turn or mirror the whole board, or change its ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QGridLayout,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fairground.core.grid.symmetry import SYMMETRY_NAMES, BoardSymmetry, Symmetry
from fairground.core.scenario.transform.whole_board import Anchor, Keep, anchor_shift, shifted
from fairground.editor.app.texts import capitalised, tr, trn
from fairground.editor.features.board.change_dialog import BoardChangeDialog
from fairground.editor.features.board.job import Relaying, Reruling, RerulingResult, Resizing, TurnJob
from fairground.editor.features.board.mapping_table import MappingTable
from fairground.editor.widgets.board_widgets import LayoutButtons, RulesetBox, SymmetryList
from fairground.editor.widgets.labels_and_buttons import fill, heading, open_at, soft_label
from fairground.editor.widgets.number_fields import SizeFields

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.board.job import ChangeResult
    from fairground.editor.jobs.worker import Worker

#: The sign and the tooltip of each anchor, row by row.
_ANCHORS = {
    Anchor.TOP_LEFT: ("↖", tr("Keep the top-left corner in place")),
    Anchor.TOP: ("↑", tr("Keep the top edge in place")),
    Anchor.TOP_RIGHT: ("↗", tr("Keep the top-right corner in place")),
    Anchor.LEFT: ("←", tr("Keep the left edge in place")),
    Anchor.CENTRE: ("•", tr("Keep the centre in place")),
    Anchor.RIGHT: ("→", tr("Keep the right edge in place")),
    Anchor.BOTTOM_LEFT: ("↙", tr("Keep the bottom-left corner in place")),
    Anchor.BOTTOM: ("↓", tr("Keep the bottom edge in place")),
    Anchor.BOTTOM_RIGHT: ("↘", tr("Keep the bottom-right corner in place")),
}


class ResizeDialog(BoardChangeDialog):
    """Columns, rows and nine anchors, and the symmetries that the size allows."""

    nothing = tr("The board already has this size.")

    def __init__(self, document: Document, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(tr("Resize board"), tr("Resize"), document, worker, parent)
        columns, rows = document.scenario.board.columns, document.scenario.board.rows
        unit = tr("columns by rows (currently {columns} by {rows})").format(columns=columns, rows=rows)
        self.size_fields = SizeFields((columns, rows), unit, self)
        self.anchors: dict[Anchor, QToolButton] = {}
        self.about = soft_label("", self)
        self.symmetries = SymmetryList(self)
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(16)
        form.addRow(tr("Size"), self.size_fields)
        form.addRow(tr("Keep"), self._anchor_buttons())
        form.addRow("", self.about)
        self.form.addLayout(form)
        title = heading(tr("Symmetries that fit this size"), self)
        fill(self.form, 10, title, self.symmetries, None)
        self.size_fields.changed.connect(self._show_size)
        self._show_size()
        self.begin()

    @property
    def anchor(self) -> Anchor:
        """The part of the board that stays in place."""
        return next(anchor for anchor, button in self.anchors.items() if button.isChecked())

    @property
    def step(self) -> str:
        """The name of the step in the history."""
        return tr("Resize to {} by {}").format(*self.size_fields.size_chosen)

    def change(self) -> Resizing | None:
        """Return the new size; None for the present one."""
        board = self.document.scenario.board
        size = self.size_fields.size_chosen
        return None if size == (board.columns, board.rows) else Resizing(*size, self.anchor)

    def _anchor_buttons(self) -> QWidget:
        buttons = QWidget(self)
        grid = QGridLayout(buttons)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        grid.setColumnStretch(3, 1)
        group = QButtonGroup(buttons)
        for number, (anchor, (sign, tip)) in enumerate(_ANCHORS.items()):
            button = QToolButton(buttons)
            button.setText(sign)
            button.setCheckable(True)
            button.setFixedSize(34, 30)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setChecked(anchor is Anchor.TOP_LEFT)
            button.clicked.connect(self._show_size)
            group.addButton(button)
            grid.addWidget(button, number // 3, number % 3)
            self.anchors[anchor] = button
        return buttons

    def _show_size(self, _event: object = None) -> None:
        board = self.document.scenario.board
        size = self.size_fields.size_chosen
        shift = anchor_shift(board.layout, (board.columns, board.rows), size, self.anchor)
        layout = shifted(board.layout, *shift).after
        self.symmetries.show_size(layout, *size)
        text = tr("The layout becomes {layout}, so that every hex keeps its neighbours.")
        self.about.setText(text.format(layout=layout.value) if layout is not board.layout else "")
        self.look_again()


_KEEPS = {
    Keep.NEIGHBOURS: tr("Neighbours, distances and sight"),
    Keep.OFFSETS: tr("Columns, rows and labels"),
}


class RelayoutDialog(BoardChangeDialog):
    """The four layouts, and whether hexes keep their neighbours or their labels."""

    nothing = tr("The board already has this layout. Choose another one.")

    def __init__(self, document: Document, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(tr("Change layout"), tr("Change layout"), document, worker, parent)
        layout = document.scenario.board.layout
        self.layouts = LayoutButtons(layout, self)
        self.keeps = {keep: QRadioButton(name, self) for keep, name in _KEEPS.items()}
        self.keeps[Keep.NEIGHBOURS].setChecked(True)
        for button in self.keeps.values():
            button.toggled.connect(self.look_again)
        self.layouts.chosen.connect(self.look_again)
        form = QFormLayout()
        form.setVerticalSpacing(12)
        form.setHorizontalSpacing(16)
        form.addRow(tr("Layout"), self.layouts)
        form.addRow(tr("Keep"), fill(QVBoxLayout(), *self.keeps.values()))
        self.form.addLayout(form)
        text = tr(
            "The board is {layout}. A hex cannot always keep both its label and its neighbours. Keeping "
            "neighbours when you switch between flat-top and pointy-top turns the drawing by 30 degrees."
        )
        fill(self.form, soft_label(text.format(layout=layout.value), self), None)
        self.begin()

    @property
    def step(self) -> str:
        """The name of the step in the history."""
        return tr("Change the layout to {layout}").format(layout=self.layouts.pressed.value)

    def change(self) -> Relaying | None:
        """Return the new layout; None for the present one."""
        layout = self.layouts.pressed
        keep = next(keep for keep, button in self.keeps.items() if button.isChecked())
        return None if layout is self.document.scenario.board.layout else Relaying(layout, keep)


_TURNS = {
    1: tr("60° clockwise"),
    2: tr("120° clockwise"),
    3: "180°",
    4: tr("120° counterclockwise"),
    5: tr("60° counterclockwise"),
}


class TurnBoardDialog(BoardChangeDialog):
    """Five turns and six mirrors; the result has the smallest rectangle that holds it."""

    def __init__(self, document: Document, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(tr("Turn or mirror board"), tr("Turn the board"), document, worker, parent)
        layout = document.scenario.board.layout
        #: The button and the symmetry of each choice, by name.
        self.choices: dict[str, tuple[QRadioButton, Symmetry]] = {}
        self.form.addWidget(heading(tr("Turn"), self))
        for turn, angle in _TURNS.items():
            self._add_choice(tr("Turn by {words}").format(words=angle), Symmetry(turn))
        fill(self.form, 8, heading(tr("Mirror"), self))
        for kind in BoardSymmetry:
            if kind.is_mirror:
                self._add_choice(capitalised(SYMMETRY_NAMES[kind]), kind.linear(layout))
        text = tr(
            "Zones, units, facings and hexsides turn with the board. Mirroring swaps shield arms. "
            "Corners that the turned board leaves empty become void."
        )
        fill(self.form, 8, soft_label(text, self), None)
        next(iter(self.choices.values()))[0].setChecked(True)
        for button, _ in self.choices.values():
            button.toggled.connect(self.look_again)
        self.begin()

    @property
    def _choice(self) -> tuple[str, Symmetry]:
        return next((name, it) for name, (button, it) in self.choices.items() if button.isChecked())

    @property
    def step(self) -> str:
        """The name of the step in the history."""
        return tr("Board: {way}").format(way=self._choice[0].lower())

    def change(self) -> TurnJob:
        """Return the turn or mirror."""
        return TurnJob(self._choice[1])

    def _add_choice(self, name: str, symmetry: Symmetry) -> None:
        button = QRadioButton(name, self)
        self.form.addWidget(button)
        self.choices[name] = button, symmetry


class RerulingDialog(BoardChangeDialog):
    """A list of rulesets and a table of kinds, each of which must be mapped or left out."""

    shares = (6, 4)
    nothing = tr("The scenario already uses this ruleset. Choose another one.")

    def __init__(self, document: Document, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(tr("Change ruleset"), tr("Change ruleset"), document, worker, parent)
        self.ruleset = RulesetBox(document.scenario.folder, self)
        self.ruleset.setSizeAdjustPolicy(RulesetBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.ruleset.setMinimumContentsLength(24)
        self.ruleset.setCurrentIndex(self.ruleset.findData(document.scenario.ruleset.name))
        self.message = soft_label("", self)
        self.table = MappingTable(self)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.addRow(tr("Ruleset"), self.ruleset)
        fill(self.form, form, self.message, (self.table, 1))
        self.ruleset.currentIndexChanged.connect(self._choose)
        self.table.chosen.connect(self.look_again)
        open_at(self, 1180, 660)
        self.begin()

    @property
    def step(self) -> str:
        """The name of the step in the history."""
        return tr("Change ruleset to {ruleset}").format(ruleset=self.ruleset.currentText())

    def change(self) -> Reruling | None:
        """Return the ruleset with the choices made by hand; None for the present ruleset."""
        name = self.ruleset.currentData()
        if name is None or name == self.document.scenario.ruleset.name:
            return None
        return Reruling(name, self.table.by_hand)

    def show_answer(self, result: ChangeResult) -> None:
        """Show the mapping, and how many kinds still need a choice."""
        if not isinstance(result, RerulingResult):
            self.message.setText("")
            self.table.forget()
            return
        count = len(result.unmapped)
        if count:
            text = trn(
                "{n} kind has no counterpart. Choose one, or leave it out.",
                "{n} kinds have no counterpart. Choose one for each, or leave them out.",
                count,
            )
            self.message.setText(text.format(n=count))
        else:
            self.message.setText(tr("Every kind has a counterpart or is left out."))
        self.table.show_answer(result)

    def _choose(self, _at: int) -> None:
        self.table.forget()
        self.message.setText("")
        self.look_again()
