"""Connects the path between two hexes with its tool, the map and its card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.features.path.panel import PathPanel
from fairground.editor.overlays.analysis_part import LineController
from fairground.editor.overlays.path_line import PathLine

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.session.feature_context import FeatureContext


def install(context: FeatureContext) -> PathController:
    """Install the path between two hexes."""
    controller = PathController(context)
    context.analysis_parts.append(controller)
    return controller


class PathController(LineController[PathPanel]):
    """Shows the path on the map and in a card."""

    tool, option = "path", "path_ends"
    line: PathLine

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.workbench, context.actions, PathPanel(context.actions), context.window)
        self.line = PathLine(self.state, context.session.worker, self)
        self.panel.place_chosen.connect(self.place_chosen)
        self.line.changed.connect(self.refresh)

    def refusal(self, scenario: Scenario) -> str:
        """Return why there are no paths."""
        return nothing_moves(scenario)

    def show_panel(self) -> None:
        """Show the path in the colours of the theme."""
        self.panel.show_path(self.line)
