"""The dialog that changes the ruleset and maps the kinds in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFormLayout, QWidget

from fairground.editor.app.texts import tr, trn
from fairground.editor.features.board.change_dialog import BoardChangeDialog
from fairground.editor.features.board.job import Reruling, RerulingResult
from fairground.editor.features.board.mapping_table import MappingTable
from fairground.editor.widgets.labels_and_buttons import fill, open_at, soft_label
from fairground.editor.widgets.ruleset_box import RulesetBox

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.board.job import ChangeResult
    from fairground.editor.jobs.worker import Worker


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
        return tr("Change ruleset to {ruleset}").format(ruleset=self.ruleset.currentData())

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
