"""The copy of a what-if: a document that tools and panels show but can't edit."""

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
    """A copy of a document with its own history; only ``take`` changes it.

    It has no file and is never saved. Views treat it as another document, so that no answer is about both.
    """

    is_what_if = True

    #: An edit was refused.
    refused = Signal()

    def __init__(self, original: Document, parent: QObject | None = None) -> None:
        super().__init__(copied_scenario(original.scenario), None, parent)
        self._original = original

    @property
    def origin(self) -> Document:
        """The original document."""
        return self._original

    @property
    def title(self) -> str:
        """The title of the original document."""
        return self._original.title

    @property
    def opening(self) -> str:
        """The first entry of the history."""
        return tr("The current map")

    def take(self, text: str, patches: Iterable[Patch]) -> None:
        """Make a what-if change as one step named ``text``, even without an effect on the map."""
        self.push(text, tuple(patches))

    def edit(self, text: str, patches: Iterable[Patch | None], *, stroke: int | None = None) -> bool:  # noqa: ARG002  # as Document's
        """Refuse the edit, and emit events so that forms reset."""
        wanted = [patch for patch in patches if patch is not None]
        if wanted:
            self.refused.emit()
            for patch in wanted:
                if not isinstance(patch, CellPatch | BoardPatch):
                    self.changed.emit(event_of(patch))
        return False

    def save(self, path: Path | None = None) -> bytes:
        """Refuse to save.

        Raises
        ------
        RuntimeError
            Always.
        """
        raise RuntimeError(f"a what-if copy is not saved, to {path} or anywhere")


def copied_scenario(scenario: Scenario) -> Scenario:
    """Return a scenario with copied layers; all else is immutable and shared."""
    board = scenario.board
    own = replace(
        board, terrain=board.terrain.copy(), elevation=board.elevation.copy(), effects=board.effects.copy()
    )
    return replace(scenario, board=own)
