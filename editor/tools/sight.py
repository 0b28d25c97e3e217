"""The sight tool: a line from hex to hex, and a hex to look from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.at_once import why_no_lines
from fairground.editor.document.known_rules import known_rules
from fairground.editor.texts import tr
from fairground.editor.tools.ends_tool import EndsTool

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


class SightTool(EndsTool):
    """Draws the line of sight; the right button pins the fan."""

    id = "sight"
    title = tr("Sight")
    hint = tr("Drag from hex to hex, or click both; right button: pin the fan; Escape: no line.")
    option = "sight_line"

    def why_not(self, scenario: Scenario) -> str:
        """Return the sentence that says why there are no lines."""
        return no_sight_lines(scenario)


def no_sight_lines(scenario: Scenario) -> str:
    """Return the sentence that says why there are no lines of sight between hexes; empty when there are."""
    rules = known_rules(scenario)
    if rules is None:
        return tr(
            "The ruleset {name} cannot be read, so that nobody knows who sees whom; see the findings."
        ).format(name=scenario.ruleset.name)
    return why_no_lines(rules)
