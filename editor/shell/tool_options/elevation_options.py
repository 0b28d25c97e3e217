"""The options of the elevation tool: set, raise or lower, single hexes or all of one level, and to which level."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import level_bounds
from fairground.editor.tools.state import ElevationMode
from fairground.editor.widgets.basics import tool_button
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.option_rows import OptionRow, action_button, write_beside

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.tools.state import ToolState

_NAMES = {
    ElevationMode.SET: tr("Set"),
    ElevationMode.RAISE: tr("Raise"),
    ElevationMode.LOWER: tr("Lower"),
}
_TIPS = {
    ElevationMode.SET: tr("Set levels"),
    ElevationMode.RAISE: tr("Raise levels"),
    ElevationMode.LOWER: tr("Lower levels"),
}
_SIGNS = {ElevationMode.SET: "elevation", ElevationMode.RAISE: "raise", ElevationMode.LOWER: "lower"}


class ElevationOptions(OptionRow):
    """A button for each mode, one for the flood, and the field of the level to set."""

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._state = state
        self.modes: dict[ElevationMode, QToolButton] = {}
        group = QButtonGroup(self)
        for mode, sign in _SIGNS.items():
            button = tool_button(sign, _TIPS[mode], self, checkable=True)
            write_beside(button, _NAMES[mode])
            button.clicked.connect(partial(self._choose, mode))
            group.addButton(button)
            self.row.addWidget(button)
            self.modes[mode] = button
        self._flooding = actions["elevation.flood"]
        self._flooding.setCheckable(True)
        self.flood = action_button(actions, "elevation.flood", self)
        self.level = NumberField(self)
        self.level.setAccessibleName(tr("Level"))
        self.level.setToolTip(tr("The level to set"))
        self.level.setPrefix(tr("level "))
        self.level.valueChanged.connect(lambda value: setattr(state, "level", value))
        self.row.addWidget(self.flood)
        self.row.addWidget(self.level)

    def next_mode(self) -> None:
        """Go on from set to raise, lower and back."""
        modes = list(ElevationMode)
        self._choose(modes[(modes.index(self._state.elevation_mode) + 1) % len(modes)])

    def refresh(self) -> None:
        """Show mode and level as they are."""
        state = self._state
        self.modes[state.elevation_mode].setChecked(True)
        self._flooding.setChecked(state.level_flood)
        if state.document is not None:
            self.level.setRange(*level_bounds(state.document.scenario))
        self.level.setValue(state.level)
        self.level.setEnabled(state.elevation_mode is ElevationMode.SET)

    def _choose(self, mode: ElevationMode, _on: object = None) -> None:
        self._state.elevation_mode = mode
