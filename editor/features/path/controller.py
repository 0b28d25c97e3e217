"""The card of a path between two hexes (start, end, turns, points, mover and steps), and its tool and line on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.features.path.step_table import (
    MOST,
    StepTable,
    amount_rows,
    describe_cost,
    describe_ends,
    describe_signs,
    step_rows,
)
from fairground.editor.overlays.analysis_part import LineController
from fairground.editor.overlays.path_line import PathLine
from fairground.editor.widgets.labels_and_buttons import fill, heading, soft_label
from fairground.editor.widgets.option_rows import AmountRows, VerdictLine

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.session.feature_context import FeatureContext


class PathPanel(QWidget):
    """Shows one path; a click or Enter on a step goes to its hex."""

    #: The ``Hex`` of a step that was chosen.
    place_chosen = Signal(object)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Path"))
        self._actions = actions
        self._top = VerdictLine(actions, ("path.swap", "path.clear"), self)
        self.verdict = self._top.verdict
        self.ends = QLabel(self)
        self.ends.setAccessibleName(tr("Start and end"))
        self.status = soft_label("", self)
        self.status.setAccessibleName(tr("Status of the path"))
        self._form = AmountRows(self)
        self._title = heading(tr("Steps"), self)
        self.steps = StepTable(self)
        self.steps.place_chosen.connect(self.place_chosen)
        self.more = soft_label("", self)
        self.signs = soft_label("", self)
        parts = (self._title, self.steps, self.more, self.signs)
        head = (self._top, self.ends, self.status, self._form)
        fill(QVBoxLayout(self), *head, *parts, spacing=4, margins=(10, 6, 6, 8))
        self.hide()

    def rows(self) -> list[tuple[str, str]]:
        """Return the names and texts between verdict and steps."""
        return list(self._form.shown)

    def show_path(self, line: PathLine) -> None:
        """Show a path, or its status while there is none; hide without two ends."""
        path = line.path
        self.status.setText(_status(line))
        if path is None:
            self.setVisible(line.ends is not None)
            self._top.say(tr("No path") if line.failure else tr("Computing…"), good=None)
            for part in (self.ends, self._title, self.steps, self.more, self.signs):
                part.hide()
            self._form.show_rows([])
            return
        has_steps = path.start != path.end
        self._top.say(describe_cost(path), good=path.found if has_steps else None)
        self.ends.setText(describe_ends(path))
        self.ends.show()
        self._form.show_rows(amount_rows(path, avoids_danger=line.state.avoid_danger) if has_steps else [])
        rows = step_rows(path) if has_steps else []
        self.steps.show_steps(rows, [step.hex for step in path.steps])
        self.more.setText(tr("and {count} more").format(count=len(rows) - MOST))
        self.signs.setText(describe_signs(path))
        for part in (self._title, self.steps, self.signs):
            part.setVisible(bool(rows))
        self.more.setVisible(len(rows) > MOST)
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the path with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._actions["path.clear"].trigger()
        else:
            super().keyPressEvent(event)


def _status(line: PathLine) -> str:
    if line.failure:
        return tr("Could not find the path: {failure}.").format(failure=line.failure.removesuffix("."))
    if line.path is None:
        return ""
    if (line.path.start, line.path.end) != line.ends:
        return tr("Computing…")
    return tr("Up to date.") if line.is_current else tr("Outdated; recalculating…")


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
