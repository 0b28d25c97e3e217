"""A box to choose the force that plays: one that fits the ruleset, the units on the map, or a file of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog

from fairground.editor.app.texts import tr
from fairground.editor.widgets.choice_box import ChoiceBox

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from fairground.editor.features.simulation.job import ForceChoice

#: Stands for a file that is still to be chosen: no force is called so.
_FILE: Final = "\0"


class ForceBox(ChoiceBox):
    """Offers forces; values are their ids, or the paths of files."""

    #: Another force was chosen.
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._forces: tuple[ForceChoice, ...] = ()
        #: The files that were chosen, by their paths.
        self._files: dict[str, str] = {}
        #: What is chosen while a file is looked for.
        self._shown = ""
        self.picked.connect(self._pick)
        self.setEnabled(False)  # Qt's signature

    def show_forces(self, forces: tuple[ForceChoice, ...]) -> None:
        """Offer other forces; what was chosen stays chosen where it is offered still."""
        self._forces = forces
        self._offer(self._shown)

    def choose_file(self, path: Path) -> None:
        """Offer a file of a force as well, and choose it."""
        self._files[str(path)] = path.name
        self._offer(str(path))
        self.chosen.emit()

    def _offer(self, wanted: str) -> None:
        choices = {it.id: it.name for it in self._forces} | self._files
        self.offer({**choices, _FILE: tr("A file…")})
        for at, it in enumerate(self._forces):
            self.setItemData(at, it.tip, Qt.ItemDataRole.ToolTipRole)
        # With no force that fits there is nothing to begin with; what is missing is told when games are asked for.
        self._shown = wanted if wanted in choices else next(iter(choices), "")
        self.show_value(self._shown)
        self.setEnabled(True)  # Qt's signature

    def _pick(self, value: str) -> None:
        if value != _FILE:
            self._shown = value
            self.chosen.emit()
            return
        self.show_value(self._shown)
        dialog = QFileDialog(
            self.window(), tr("Choose a force"), "", tr("Forces ({endings})").format(endings="*.yaml *.yml")
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.choose_file(Path(name)))
        dialog.open()
