"""Quick fixes: for findings with one certain remedy, the edit that makes it.

A fix is worked out when it is applied, from the scenario as it is then; where nothing is left to mend it does nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr
from fairground.editor.features.findings import board_fixes as fixes_of_board
from fairground.editor.features.findings import parts_fixes as fixes_of_parts
from fairground.editor.tools.obstacles import locked_patches

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.state import ToolState

    #: Returns the title of the fix and its patches; None where there is none for this finding.
    Remedy = Callable[[Scenario, Finding], tuple[str, list[Patch]] | None]

REMEDIES: dict[str, Remedy] = {**fixes_of_parts.REMEDIES, **fixes_of_board.REMEDIES}


@dataclass(frozen=True, slots=True, eq=False)
class QuickFix:
    """A remedy for one finding; ``title`` says what it does."""

    title: str
    finding: Finding

    def apply(self, document: Document, state: ToolState) -> str:
        """Make the edit, as one step that can be undone; return why it was not made, empty when it was."""
        found = REMEDIES[self.finding.code](document.scenario, self.finding)
        if found is None or not found[1]:
            return tr("Nothing left to fix.")
        refusal = locked_patches(state, found[1])
        if not refusal:
            document.edit(*found)
        return refusal


def quick_fix(scenario: Scenario, finding: Finding) -> QuickFix | None:
    """Return the quick fix for a finding; None when nothing certain can be done about it."""
    remedy = REMEDIES.get(finding.code)
    found = remedy(scenario, finding) if remedy else None
    return QuickFix(found[0], finding) if found and found[1] else None
