"""A box to choose a ruleset from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from fairground.core.errors import RulesetError
from fairground.core.rules import known_rulesets, load_ruleset
from fairground.core.rules.ruleset_files import rulesets_in
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from pathlib import Path


class RulesetBox(QComboBox):
    """Lists the shipped rulesets and those in a folder, with their ids or file names as data.

    Titles are read one per turn of the event loop, the chosen ruleset's first, to keep the window responsive.
    """

    #: The id or file name of a ruleset whose title was just read.
    titled = Signal(str)

    def __init__(self, folder: Path | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Ruleset"))
        self._folder = folder
        self._untitled = [*known_rulesets(), *(rulesets_in(folder) if folder else ())]
        for name in self._untitled:
            self.addItem(name, name)
        next_turn(self, self._read_title)

    def _read_title(self) -> None:
        name = self.currentData() if self.currentData() in self._untitled else self._untitled[0]
        self._untitled.remove(name)
        try:
            title = load_ruleset(name, folder=self._folder).title
            text = title if name in known_rulesets() else f"{title} ({name})"
        except RulesetError:
            text = tr("{name} (has errors)").format(name=name)
        self.setItemText(self.findData(name), text)
        self.titled.emit(name)
        if self._untitled:
            next_turn(self, self._read_title)
