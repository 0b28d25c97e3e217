"""Loads modules and tiles in the background, a little at a time, so that their first use is not slow."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.pictures.tiles import load_tile, tile_names
from fairground.editor.document.rule_answers import LOADED

if TYPE_CHECKING:
    from collections.abc import Callable

#: Modules in an order in which each loads little: dependencies first.
MODULES = (
    *LOADED,
    "fairground.core.files.clip_text",
    "fairground.editor.features.scenario.parts_page",
    "fairground.editor.features.scenario.units_page",
    "fairground.editor.features.scenario.pages",
    "fairground.editor.features.findings.parts_fixes",
    "fairground.editor.features.findings.quick_fixes",
    "fairground.editor.features.fairness.controller",
    "fairground.editor.features.simulation.controller",
    "fairground.editor.features.variants.controller",
    "fairground.editor.features.repair.controller",
    "fairground.editor.features.board.job",
    "fairground.core.whatif.changes",
    "fairground.editor.features.board.change_dialog",
    "fairground.editor.features.board.turn_dialog",
    "fairground.editor.features.board.resize_dialog",
    "fairground.editor.features.board.layout_dialog",
    "fairground.editor.features.board.ruleset_dialog",
    "fairground.editor.features.board.new_map",
    "fairground.editor.shell.dialogs.keyboard_help",
    "fairground.editor.shell.dialogs.change_keys",
    "fairground.editor.widgets.name_prompt",
    "fairground.editor.features.clipboard.stamps_panel",
    "fairground.editor.features.exporting.page_preview",
    "fairground.editor.features.exporting.dialog",
    "fairground.core.clients",
    "fairground.editor.features.importing.dialog",
)
#: The delay of the first module, and the pause between modules, in milliseconds.
_LATER, _PAUSE = 1500, 60
#: The number of tiles read in a turn.
_TILES = 6


class Preloading(QObject):
    """Loads one module in a turn of the event loop, then some tiles in each."""

    #: Everything is loaded.
    done = Signal()

    def __init__(self, parent: QObject, modules: tuple[str, ...] = MODULES, *, later: int = _LATER) -> None:
        super().__init__(parent)
        works: list[Callable[[], object]] = [partial(import_module, name) for name in modules]
        # The next map may have a ruleset whose tiles have not been read yet.
        names = tile_names()
        works += [partial(_load_tiles, names[at : at + _TILES]) for at in range(0, len(names), _TILES)]
        self._left = works[::-1]
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)
        self._timer.start(later)

    def _next(self) -> None:
        if not self._left:
            self.done.emit()
            return
        self._left.pop()()
        self._timer.start(_PAUSE)


def _load_tiles(names: tuple[str, ...]) -> None:
    for name in names:
        load_tile(name)
