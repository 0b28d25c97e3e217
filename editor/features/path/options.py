"""The options of the path tool: who moves, whether danger is avoided, and what can be done with the path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.widgets.mover_boxes import MoverBoxes

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.state import ToolState

#: How wide the boxes with names are: the bar has room for them.
_WIDE = 120


class PathOptions(QWidget):
    """Some buttons, the boxes of the mover, and one for danger."""

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        self.mover = MoverBoxes(state, self)
        self.avoid = QCheckBox(tr("avoid danger"), self)
        self.avoid.setAccessibleName(tr("Avoid danger"))
        self.avoid.setToolTip(tr("Avoid hexes that deal damage, however long the detour"))
        self.avoid.toggled.connect(lambda on: setattr(state, "avoid_danger", on))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for button in buttons:
            layout.addWidget(button)
        layout.addSpacing(10)
        for names in (self.mover.unit_class, self.mover.mode):
            names.setMinimumWidth(_WIDE)
        for box in (*self.mover.widgets, self.avoid):
            layout.addWidget(box)
            layout.addSpacing(4)
        state.changed.connect(self._option_changed)

    def show_scenario(self, scenario: Scenario) -> None:
        """Offer the classes and modes of the ruleset."""
        self.mover.show_scenario(scenario)

    def _option_changed(self, what: str) -> None:
        if what == "avoid_danger":
            self.avoid.setChecked(self._state.avoid_danger)
