"""The line of sight in the window: its verdict in a card, and the actions for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.features.sight.panel import SightPanel
from fairground.editor.features.sight.unit_sides_controller import UnitSidesController
from fairground.editor.overlays.analysis_part import LineController
from fairground.editor.overlays.sight_line import SightLine
from fairground.editor.tools.sight import no_sight_lines

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.session.feature_context import FeatureContext


def install(context: FeatureContext) -> SightController:
    """Install the line of sight, and the sides of a unit."""
    controller = SightController(context)
    context.analysis_parts += (controller, controller.arcs)
    return controller


class SightController(LineController[SightPanel]):
    """Wires the line to tool, map and card."""

    tool, option = "sight", "sight_line"
    line: SightLine

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.workbench, context.actions, SightPanel(context.actions), context.window)
        self.line = SightLine(self.state, self)
        self.panel.place_chosen.connect(self.place_chosen)
        #: The sides of the chosen unit.
        self.arcs = UnitSidesController(context)
        self.line.changed.connect(self.refresh)

    def refusal(self, scenario: Scenario) -> str:
        """Return why there are no lines."""
        return no_sight_lines(scenario)

    def swap(self) -> None:
        """Look along the line from its other end; heights and stances go with their ends."""
        if self.ends is not None:
            self.state.sight_heights = self.state.sight_heights[::-1]
            self.state.sight_units = self.state.sight_units[::-1]
            self.state.attack = self.state.attack.swapped
        super().swap()

    def show_panel(self) -> None:
        """Show the verdict in the colours of the theme."""
        found, scenario = self.line.base_sight, self._scenario
        if found is not None and scenario is not None:
            self.panel.show_base_sight(scenario, found, self.workbench.label_style)
        else:
            self.panel.show_sight(self.line.sight, self.state.sight_heights, self.workbench.label_style)
