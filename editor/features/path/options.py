"""The options of the path tool: the mover, whether to avoid danger, and buttons for the path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.widgets.mover_boxes import MoverBoxes
from fairground.editor.widgets.option_rows import OptionRow

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.tool_state import ToolState

#: The minimum width of the boxes with names, in pixels.
_WIDE = 120


class PathOptions(OptionRow):
    """Buttons, the boxes of the mover, and one for danger."""

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(*buttons, parent=parent)
        self._state = state
        self.mover = MoverBoxes(state, self)
        self.avoid = QCheckBox(tr("avoid danger"), self)
        self.avoid.setAccessibleName(tr("Avoid danger"))
        self.avoid.setToolTip(tr("Avoid hexes that deal damage, however long the detour"))
        self.avoid.toggled.connect(lambda on: setattr(state, "avoid_danger", on))
        self.row.addSpacing(10)
        self.mover.unit_class.setMinimumWidth(_WIDE)
        self.mover.mode.setMinimumWidth(_WIDE)
        for box in (*self.mover.widgets, self.avoid):
            self.row.addWidget(box)
            self.row.addSpacing(4)
        state.changed.connect(self._option_changed)

    def show_scenario(self, scenario: Scenario) -> None:
        """Offer the classes and modes of the ruleset."""
        self.mover.show_scenario(scenario)

    def _option_changed(self, what: str) -> None:
        if what == "avoid_danger":
            self.avoid.setChecked(self._state.avoid_danger)
