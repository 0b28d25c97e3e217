"""Following the changes of the open document."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.document.document import Document


def follow(before: Document | None, document: Document | None, slot: Callable[..., object]) -> None:
    """Connect a slot to the changes of a document, and disconnect it from those of the one before."""
    if before is not None:
        before.changed.disconnect(slot)
    if document is not None:
        document.changed.connect(slot)
