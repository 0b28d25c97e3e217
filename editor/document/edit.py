"""An edit: patches with a name, as one step of the undo stack."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtGui import QUndoCommand

from fairground.editor.document.patches import merged_patches

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch

_MERGING = 1


class Edit(QUndoCommand):
    """One step that can be undone.

    Edits of one ``stroke`` (a number that is unique to a press of the button) merge into one step.
    """

    def __init__(self, document: Document, text: str, patches: tuple[Patch, ...], stroke: int | None) -> None:
        super().__init__(text)
        # Weak: a cycle through the stack would let Python's collector free steps that the stack still has.
        self._document = ref(document)
        self.stroke = stroke
        self.patches = patches
        #: Whether the history forgets it with the next undo.
        self.is_given_up = False

    def id(self) -> int:
        """Return the kind of command that may merge; -1 for none."""
        return -1 if self.stroke is None else _MERGING

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over the patches of a later edit of the same stroke."""
        if not isinstance(other, Edit) or other.stroke != self.stroke:
            return False
        self.patches = merged_patches(self.patches, other.patches)
        return True

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
