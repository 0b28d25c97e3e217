"""Why nothing can be edited, as sentences for the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.editor.tools.state import ToolState


def locked(state: ToolState, layers: Iterable[str]) -> str:
    """Return the sentence about the first of ``layers`` that is locked; empty when none is."""
    layer = next((layer for layer in layers if layer in state.locked_layers), None)
    return f"The {layer} layer is locked; unlock it in the layer list to edit it." if layer else ""
