"""Turn or mirror the whole board: all eleven ways that lead hexes onto hexes, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QRadioButton, QWidget

from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
from fairground.core.grid.symmetry_facts import SYMMETRY_NAMES
from fairground.editor.app.texts import tr
from fairground.editor.features.board.change_dialog import BoardChangeDialog
from fairground.editor.features.board.job import TurnJob
from fairground.editor.widgets.basics import heading, soft_label

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker

_TURNS = {
    1: tr("60° clockwise"),
    2: tr("120° clockwise"),
    3: "180°",
    4: tr("120° counterclockwise"),
    5: tr("60° counterclockwise"),
}


class TurnBoardDialog(BoardChangeDialog):
    """Five turns and six mirrors; the board stands in the smallest rectangle that holds it."""

    def __init__(self, document: Document, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(tr("Turn or mirror board"), tr("Turn the board"), document, worker, parent)
        layout = document.scenario.board.layout
        self.ways: dict[str, tuple[QRadioButton, Symmetry]] = {}
        self.form.addWidget(heading(tr("Turn"), self))
        for turn, words in _TURNS.items():
            self._add_way(tr("Turn by {words}").format(words=words), Symmetry(turn))
        self.form.addSpacing(8)
        self.form.addWidget(heading(tr("Mirror"), self))
        for kind in BoardSymmetry:
            if kind.is_mirror:
                words = SYMMETRY_NAMES[kind]
                self._add_way(f"{words[:1].upper()}{words[1:]}", kind.linear(layout))
        self.form.addSpacing(8)
        self.form.addWidget(
            soft_label(
                tr(
                    "Zones, units, facings and hexsides turn along with the board. Mirroring swaps shield "
                    "hands. Corners that the turned board leaves empty become void."
                ),
                self,
            )
        )
        self.form.addStretch(1)
        next(iter(self.ways.values()))[0].setChecked(True)
        for button, _ in self.ways.values():
            button.toggled.connect(self.look_again)
        self.begin()

    @property
    def _way(self) -> tuple[str, Symmetry]:
        return next((words, it) for words, (button, it) in self.ways.items() if button.isChecked())

    @property
    def step(self) -> str:
        """What the step is called in the history."""
        return tr("Board: {way}").format(way=self._way[0].lower())

    def change(self) -> TurnJob:
        """Return the turn or the mirror."""
        return TurnJob(self._way[1])

    def _add_way(self, words: str, symmetry: Symmetry) -> None:
        button = QRadioButton(words, self)
        self.form.addWidget(button)
        self.ways[words] = button, symmetry
