"""The path tool: the cheapest way from hex to hex, and a hex to set out from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.tools.ends_tool import EndsTool

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


class PathTool(EndsTool):
    """Asks for a path; the right button pins the reach."""

    id = "path"
    title = tr("Path")
    group = "questions"
    options = ("path",)
    hint = tr("Drag from hex to hex, or click both. Right button: pin the reach. Escape: clear the path.")
    option = "path_ends"

    def why_not(self, scenario: Scenario) -> str:
        """Return the sentence that says why there are no paths."""
        return nothing_moves(scenario)
