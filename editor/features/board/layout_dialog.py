"""Change of layout: the other three layouts, and whether hexes keep their labels or their neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFormLayout, QRadioButton, QVBoxLayout, QWidget

from fairground.core.scenario.transform.relayout import Keep
from fairground.editor.app.texts import tr
from fairground.editor.features.board.change_dialog import BoardChangeDialog
from fairground.editor.features.board.job import Relaying
from fairground.editor.widgets.basics import soft_label
from fairground.editor.widgets.layout_buttons import LayoutButtons

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker

_WORDS = {
    Keep.NEIGHBOURS: tr("Neighbours, distances and sight"),
    Keep.OFFSETS: tr("Columns, rows and labels"),
}


class RelayoutDialog(BoardChangeDialog):
    """The four layouts, and what stays as it is."""

    nothing = tr("The board already has this layout. Choose another one.")

    def __init__(self, document: Document, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(tr("Change layout"), tr("Change layout"), document, worker, parent)
        layout = document.scenario.board.layout
        self.layouts = LayoutButtons(layout, self)
        self.keeps = {keep: QRadioButton(words, self) for keep, words in _WORDS.items()}
        self.keeps[Keep.NEIGHBOURS].setChecked(True)
        keeping = QVBoxLayout()
        for button in self.keeps.values():
            button.toggled.connect(self.look_again)
            keeping.addWidget(button)
        self.layouts.chosen.connect(self.look_again)
        form = QFormLayout()
        form.setVerticalSpacing(12)
        form.setHorizontalSpacing(16)
        form.addRow(tr("Layout"), self.layouts)
        form.addRow(tr("Keep"), keeping)
        self.form.addLayout(form)
        self.form.addWidget(
            soft_label(
                tr(
                    "The board is {layout}. A hex cannot always keep both its label and its neighbours. "
                    "Between flat-top and pointy-top, the drawing turns by 30 degrees to keep neighbours "
                    "together."
                ).format(layout=layout.value),
                self,
            )
        )
        self.form.addStretch(1)
        self.begin()

    @property
    def step(self) -> str:
        """What the step is called in the history."""
        return tr("Change the layout to {layout}").format(layout=self.layouts.pressed.value)

    def change(self) -> Relaying | None:
        """Return the layout; None when it is that of the board."""
        layout = self.layouts.pressed
        keep = next(keep for keep, button in self.keeps.items() if button.isChecked())
        return None if layout is self.document.scenario.board.layout else Relaying(layout, keep)
