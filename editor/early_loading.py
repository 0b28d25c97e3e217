"""What is first used while somebody works, loaded before that in small pieces, so that no first time is a slow one."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.pictures.tiles import load_tile, tile_names
from fairground.editor.at_once import LOADED

if TYPE_CHECKING:
    from collections.abc import Callable

#: Modules in an order in which none of them has much left to load: what others stand on comes first.
MODULES = (
    *LOADED,
    "fairground.core.files.clip_text",
    "fairground.editor.window.parts_page",
    "fairground.editor.window.units_page",
    "fairground.editor.window.scenario_pages",
    "fairground.editor.window.fixes_of_board",
    "fairground.editor.window.quick_fixes",
    "fairground.editor.window.fairness_desk",
    "fairground.editor.window.play_desk",
    "fairground.editor.window.gallery_desk",
    "fairground.editor.window.mend_desk",
    "fairground.editor.worker.board_changes",
    "fairground.core.rounds.changes",
    "fairground.editor.dialogs.change_preview",
    "fairground.editor.dialogs.board_change",
    "fairground.editor.dialogs.turn_board",
    "fairground.editor.dialogs.resize",
    "fairground.editor.dialogs.relayout",
    "fairground.editor.dialogs.rerule",
    "fairground.editor.dialogs.new_map",
    "fairground.editor.dialogs.keyboard_help",
    "fairground.editor.dialogs.change_keys",
    "fairground.editor.dialogs.name_prompt",
    "fairground.editor.window.stamps_panel",
    "fairground.editor.dialogs.page_preview",
    "fairground.editor.dialogs.export",
    "fairground.core.clients",
    "fairground.editor.dialogs.import_map",
)
#: How long after the start it begins, and how long it rests between two modules, in milliseconds.
_LATER, _PAUSE = 1500, 60
#: How many tiles are read in a turn.
_TILES = 6


class EarlyLoading(QObject):
    """Loads one module a turn of the event loop, and then some tiles, until all are there."""

    #: All are there.
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

    @property
    def is_done(self) -> bool:
        """Whether all modules and tiles are there."""
        return not self._left

    def _next(self) -> None:
        if not self._left:
            self.done.emit()
            return
        self._left.pop()()
        self._timer.start(_PAUSE)


def _load_tiles(names: tuple[str, ...]) -> None:
    for name in names:
        load_tile(name)
