"""Sentences for the status bar on why nothing can be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr
from fairground.editor.document.patches import CellPatch, HexsidePatch
from fairground.editor.document.readable_ruleset import ruleset_title

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool_state import ToolState

#: The names of the layers that can be locked.
LAYER_WORDS = {
    "terrain": tr("terrain"),
    "elevation": tr("elevation"),
    "hexsides": tr("hexsides"),
    "effects": tr("effects"),
    "zones": tr("zones"),
    "objectives": tr("objectives"),
    "units": tr("units"),
    "names": tr("names"),
    "decorations": tr("decorations"),
}


#: The layers of the fields of a scenario.
_LAYERS = {
    "board.hexsides": "hexsides",
    "board.names": "names",
    "board.notes": "names",
    **{field: field for field in ("zones", "objectives", "units", "decorations")},
}


def locked(state: ToolState, layers: Iterable[str]) -> str:
    """Return why the first locked one of ``layers`` cannot be edited; empty when none is locked."""
    layer = next((layer for layer in layers if layer in state.locked_layers), None)
    return (
        tr("The {layer} layer is locked. Unlock it in the Layers panel to edit it.").format(
            layer=LAYER_WORDS[layer]
        )
        if layer
        else ""
    )


def locked_patches(state: ToolState, patches: Iterable[Patch | None]) -> str:
    """Return why the first locked layer that patches change cannot be edited; empty when none is locked.

    A whole board (another size, another layout) takes all layers along, the locked ones too.
    """
    return locked(state, [_layer_of(patch) for patch in patches if patch is not None])


def _layer_of(patch: Patch) -> str:
    if isinstance(patch, CellPatch):
        return patch.layer.value
    if isinstance(patch, HexsidePatch):
        return "hexsides"
    return _LAYERS.get(getattr(patch, "field", ""), "")


def nothing_of(what: str, known: Collection[str] | None, scenario: Scenario) -> str:
    """Return why there is no ``what`` (``hexside features``) to paint; empty when there is.

    ``known`` is what the ruleset has; None when it cannot be read.
    """
    if known is None:
        return tr("The ruleset {name} cannot be read, so its {what} are unknown. See the findings.").format(
            name=scenario.ruleset.name, what=what
        )
    if known:
        return ""
    return tr(
        "The ruleset {ruleset} has no {what}. To choose another one, use Board > Change ruleset."
    ).format(ruleset=ruleset_title(scenario), what=what)
