"""Change of ruleset: which one, and what each kind of the old one becomes in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from fairground.core.errors import RulesetError
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.rules.ruleset_files import rulesets_in
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr, trn
from fairground.editor.features.board.change_dialog import BoardChangeDialog
from fairground.editor.features.board.job import ChangedRules, Reruling
from fairground.editor.features.board.mapping_table import MappingTable
from fairground.editor.widgets.basics import soft_label

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.board.job import Changed
    from fairground.editor.jobs.worker import Worker


class RerulingDialog(BoardChangeDialog):
    """A list of rulesets and a table; nothing can be taken before every kind becomes something, or is dropped."""

    shares = (6, 4)
    nothing = tr("The scenario already uses this ruleset. Choose another one.")

    def __init__(self, document: Document, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(tr("Change ruleset"), tr("Change ruleset"), document, worker, parent)
        self.ruleset = QComboBox(self)
        self.ruleset.setAccessibleName(tr("Ruleset"))
        self.ruleset.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.ruleset.setMinimumContentsLength(24)
        folder = document.scenario.folder
        for name in (*shipped_rulesets(), *(rulesets_in(folder) if folder else ())):
            self.ruleset.addItem(name, name)
        self.ruleset.setCurrentIndex(self.ruleset.findData(document.scenario.ruleset.name))
        self.told = soft_label("", self)
        self.table = MappingTable(self)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.addRow(tr("Ruleset"), self.ruleset)
        self.form.addLayout(form)
        self.form.addWidget(self.told)
        self.form.addWidget(self.table, 1)
        self.ruleset.currentIndexChanged.connect(self._choose)
        self.table.chosen.connect(self.look_again)
        self._untitled = list(range(self.ruleset.count()))
        next_turn(self, self._title_next)
        self.resize(1180, 660)
        self.begin()

    @property
    def step(self) -> str:
        """What the step is called in the history."""
        return tr("Change ruleset to {ruleset}").format(ruleset=self.ruleset.currentData())

    def change(self) -> Reruling | None:
        """Return the ruleset with what was chosen by hand; None when it is that of the scenario."""
        name = self.ruleset.currentData()
        if name is None or name == self.document.scenario.ruleset.name:
            return None
        return Reruling(name, self.table.by_hand)

    def show_answer(self, changed: Changed) -> None:
        """Show what becomes what, and how many kinds are wanting."""
        if not isinstance(changed, ChangedRules):
            self.told.setText("")
            self.table.forget()
            return
        count = len(changed.unmapped)
        if count:
            told = trn(
                "{n} kind has no counterpart. Choose one, or leave it out.",
                "{n} kinds have no counterpart. Choose one for each, or leave them out.",
                count,
            )
            self.told.setText(told.format(n=count))
        else:
            self.told.setText(tr("Every kind has a counterpart or is left out."))
        self.table.show_answer(changed)

    def _choose(self, _at: int) -> None:
        self.table.forget()
        self.told.setText("")
        self.look_again()

    def _title_next(self) -> None:
        """Show the title of one ruleset instead of its name: reading them all at once would hold up the window."""
        if not self._untitled:
            return
        at = self._untitled.pop(0)
        name = self.ruleset.itemData(at)
        try:
            title = load_ruleset(name, folder=self.document.scenario.folder).title
            own = Path(name).suffix != "" and name not in shipped_rulesets()
            self.ruleset.setItemText(at, f"{title} ({name})" if own else title)
        except RulesetError:
            self.ruleset.setItemText(at, tr("{name} (has errors)").format(name=name))
        next_turn(self, self._title_next)
