"""Why nothing can be edited, as sentences for the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.state import ToolState


def locked(state: ToolState, layers: Iterable[str]) -> str:
    """Return the sentence about the first of ``layers`` that is locked; empty when none is."""
    layer = next((layer for layer in layers if layer in state.locked_layers), None)
    return f"The {layer} layer is locked; unlock it in the layer list to edit it." if layer else ""


def nothing_of(what: str, known: Collection[str] | None, scenario: Scenario) -> str:
    """Return the sentence that says why there is no ``what`` (``hexside features``) to paint; empty when there is.

    ``known`` is what the ruleset has; None when it cannot be read.
    """
    name = scenario.ruleset.name
    if known is None:
        return f"The ruleset {name} cannot be read, so that nobody knows its {what}; see the findings."
    return "" if known else f"{name} has no {what}: they come with the ruleset that the scenario names."
