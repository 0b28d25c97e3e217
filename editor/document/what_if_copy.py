"""The copy that a what-if is played on: a document that tools and panels may look at, and not edit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from fairground.editor.app.texts import tr
from fairground.editor.document.board_patch import BoardPatch
from fairground.editor.document.document import Document, event_of
from fairground.editor.document.patches import CellPatch

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from PySide6.QtCore import QObject

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch


class WhatIfCopy(Document):
    """A copy of a document with a history of its own; its one way to change is ``take``.

    It has no file and is never saved. What shows a document shows it as any other: what was asked of the one is asked
    anew of the other, so that no answer is about both.
    """

    is_what_if = True

    #: An edit was asked for, which the copy does not take.
    refused = Signal()

    def __init__(self, original: Document, parent: QObject | None = None) -> None:
        super().__init__(_copied(original.scenario), None, parent)
        self._original = original

    @property
    def origin(self) -> Document:
        """The document that this is a copy of."""
        return self._original

    @property
    def title(self) -> str:
        """The title of the document that this is a copy of."""
        return self._original.title

    @property
    def opening(self) -> str:
        """What its history begins with."""
        return tr("The map as it is")

    def take(self, text: str, patches: Iterable[Patch]) -> None:
        """Make a what-if change as one step named ``text``, even where nothing on the map comes of it."""
        self.push(text, tuple(patches))

    def edit(self, text: str, patches: Iterable[Patch | None], *, stroke: int | None = None) -> bool:  # noqa: ARG002  # as Document's
        """Refuse, and have forms show again what is there."""
        wanted = [patch for patch in patches if patch is not None]
        if wanted:
            self.refused.emit()
            for patch in wanted:
                if not isinstance(patch, CellPatch | BoardPatch):
                    self.changed.emit(event_of(patch))
        return False

    def save(self, path: Path | None = None) -> bytes:
        """Never write a copy to a file.

        Raises
        ------
        RuntimeError
            Always: the document it is a copy of is what is saved.
        """
        raise RuntimeError(f"a what-if copy is not saved, to {path} or anywhere")


def _copied(scenario: Scenario) -> Scenario:
    """Return a scenario with layers of its own; all else is replaced when it changes, and may be shared until then."""
    board = scenario.board
    own = replace(
        board, terrain=board.terrain.copy(), elevation=board.elevation.copy(), effects=board.effects.copy()
    )
    return replace(scenario, board=own)
