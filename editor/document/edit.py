"""An edit: patches with a name, as one step of the undo stack."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtGui import QUndoCommand

from fairground.editor.document.patches import merged_patches

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch


class DocumentEdit(QUndoCommand):
    """One step that can be undone.

    Edits of one ``stroke`` (a number that is unique to a press of the button) are one step.
    """

    def __init__(self, document: Document, text: str, patches: tuple[Patch, ...], stroke: int | None) -> None:
        super().__init__(text)
        # Weak: a cycle through the stack would let Python's collector free steps that the stack still has.
        self._document = ref(document)
        self.stroke = stroke
        self.patches = patches
        #: Whether the history forgets it with the next undo.
        self.is_given_up = False

    def extend(self, patches: tuple[Patch, ...]) -> None:
        """Make a later change of the same stroke, as a part of this step."""
        document = self._document()
        if document is not None:
            document.apply(patches, forward=True)
            self.patches = merged_patches(self.patches, patches)

    def redo(self) -> None:
        """Make the change."""
        self._apply(forward=True)

    def undo(self) -> None:
        """Take the change back."""
        self._apply(forward=False)
        self.setObsolete(self.is_given_up)

    def _apply(self, *, forward: bool) -> None:
        document = self._document()
        if document is not None:
            document.apply(self.patches, forward=forward)
