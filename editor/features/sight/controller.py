"""The line of sight in the window: its verdict in a card, and the actions for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.features.sight.panel import SightPanel
from fairground.editor.overlays.line_controller import LineController
from fairground.editor.overlays.sight_line import SightLine
from fairground.editor.tools.sight import no_sight_lines

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.shell.workbench import Workbench


class SightController(LineController[SightPanel]):
    """Wires the line to tool, map and card."""

    tool, option = "sight", "sight_line"
    line: SightLine

    def __init__(self, workbench: Workbench, actions: Actions, parent: QObject) -> None:
        super().__init__(workbench, actions, SightPanel(actions), parent)
        self.line = SightLine(workbench.state, self)
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
