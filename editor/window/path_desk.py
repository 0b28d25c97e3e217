"""The path in the window: its steps in a card, and the actions for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.overlays.path_line import PathLine
from fairground.editor.window.ends_desk import EndsDesk
from fairground.editor.window.path_panel import PathPanel

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.scenario.document import Scenario
    from fairground.editor.window.actions import Actions
    from fairground.editor.window.workbench import Workbench
    from fairground.editor.worker.worker import Worker


class PathDesk(EndsDesk[PathPanel]):
    """Wires the path to tool, map and card."""

    tool, option = "path", "path_ends"
    line: PathLine

    def __init__(self, bench: Workbench, worker: Worker, actions: Actions, parent: QObject) -> None:
        super().__init__(bench, actions, PathPanel(actions), parent)
        self.line = PathLine(bench.state, worker, self)
        self.line.changed.connect(self.refresh)

    def refusal(self, scenario: Scenario) -> str:
        """Return why there are no paths."""
        return nothing_moves(scenario)

    def show_panel(self) -> None:
        """Show the path in the colours of the theme."""
        self.panel.show_path(self.line, self.bench.label_style)
