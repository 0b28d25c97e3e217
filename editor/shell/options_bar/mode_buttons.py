"""The options of the tools that have modes, layers or a mover to choose: elevation, select, paste and path."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QToolButton, QWidget

from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import level_bounds
from fairground.editor.tools.option_defaults import ElevationMode
from fairground.editor.tools.selecting import SelectMode, SelectShape
from fairground.editor.widgets.labels_and_buttons import tool_button, with_key
from fairground.editor.widgets.mover_boxes import MoverBoxes
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.option_rows import OptionRow, action_button, write_beside

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.tools.tool_state import ToolState

Choice = TypeVar("Choice", bound=Enum)

#: The icon, text and tooltip of each mode.
_ELEVATION_MODES = {
    ElevationMode.SET: ("elevation", tr("Set"), tr("Set levels")),
    ElevationMode.RAISE: ("raise", tr("Raise"), tr("Raise levels")),
    ElevationMode.LOWER: ("lower", tr("Lower"), tr("Lower levels")),
}
_SHAPES = {
    SelectShape.RECTANGLE: ("select-rectangle", tr("Rectangle: columns and rows between two corners")),
    SelectShape.LASSO: ("select-lasso", tr("Lasso: draw an outline by hand")),
    SelectShape.WAND: ("select-wand", tr("Wand: connected hexes of one terrain")),
    SelectShape.SAME: (
        "select-same",
        tr("Same terrain: every hex with this terrain"),
    ),
}
_MODES = {
    SelectMode.REPLACE: ("mode-replace", tr("Replace the selection")),
    SelectMode.ADD: ("mode-add", tr("Add to the selection (or hold Shift)")),
    SelectMode.SUBTRACT: ("mode-subtract", tr("Remove from the selection (or hold Alt)")),
    SelectMode.INTERSECT: ("mode-intersect", tr("Keep the overlap (or hold Shift and Alt)")),
}


class ElevationOptions(OptionRow):
    """A button for each mode, one for the flood, and the field of the level to set."""

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._state = state
        self.modes: dict[ElevationMode, QToolButton] = {}
        group = QButtonGroup(self)
        for mode, (sign, text, tip) in _ELEVATION_MODES.items():
            button = tool_button(sign, tip, self, checkable=True)
            write_beside(button, text)
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
        """Switch from set to raise, lower and back."""
        self._choose(next_choice(self._state.elevation_mode))

    def refresh(self) -> None:
        """Show the current mode and level."""
        state = self._state
        self.modes[state.elevation_mode].setChecked(True)
        self._flooding.setChecked(state.level_flood)
        if state.document is not None:
            self.level.setRange(*level_bounds(state.document.scenario))
        self.level.setValue(state.level)
        self.level.setEnabled(state.elevation_mode is ElevationMode.SET)

    def _choose(self, mode: ElevationMode, _on: object = None) -> None:
        self._state.elevation_mode = mode


class SelectOptions(OptionRow):
    """A button for each shape and each mode."""

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(spacing=1, parent=parent)
        self._state, self._keymap = state, actions.keymap
        self.shapes: dict[SelectShape, QToolButton] = {}
        self.modes: dict[SelectMode, QToolButton] = {}
        shape_group, mode_group = QButtonGroup(self), QButtonGroup(self)
        for shape, (sign, tip) in _SHAPES.items():
            button = self._button(sign, tip, shape_group)
            button.clicked.connect(lambda _on=False, shape=shape: setattr(state, "select_shape", shape))
            self.row.addWidget(button)
            self.shapes[shape] = button
        self.row.addSpacing(8)
        for mode, (sign, tip) in _MODES.items():
            button = self._button(sign, tip, mode_group)
            button.clicked.connect(lambda _on=False, mode=mode: setattr(state, "select_mode", mode))
            self.row.addWidget(button)
            self.modes[mode] = button
        state.changed.connect(self._option_changed)
        self._show()

    def next_shape(self) -> None:
        """Select with the next shape."""
        self._state.select_shape = next_choice(self._state.select_shape)

    def next_mode(self) -> None:
        """Select in the next mode."""
        self._state.select_mode = next_choice(self._state.select_mode)

    def refresh(self) -> None:
        """Show the current keys in the tooltips."""
        for shape, button in self.shapes.items():
            button.setToolTip(self._tip(_SHAPES[shape][1], "select.next-shape"))
        for mode, button in self.modes.items():
            button.setToolTip(self._tip(_MODES[mode][1], "select.next-mode"))

    def _tip(self, tip: str, action: str) -> str:
        return with_key(tip, self._keymap.actions[action].shown_key, tr(" for the next one"))

    def _button(self, sign: str, tip: str, group: QButtonGroup) -> QToolButton:
        button = tool_button(sign, tip, self, checkable=True)
        group.addButton(button)
        return button

    def _option_changed(self, what: str) -> None:
        if what in ("select_shape", "select_mode"):
            self._show()

    def _show(self) -> None:
        self.shapes[self._state.select_shape].setChecked(True)
        self.modes[self._state.select_mode].setChecked(True)


def next_choice(choice: Choice) -> Choice:
    """Return the member of an enumeration after another, the first after the last."""
    members = list(type(choice))
    return members[(members.index(choice) + 1) % len(members)]


#: The name and the tooltip of each layer.
_TEXTS = {
    ClipLayer.TERRAIN: (tr("Terrain"), tr("Paste terrain")),
    ClipLayer.ELEVATION: (tr("Elevation"), tr("Paste levels")),
    ClipLayer.EFFECTS: (tr("Effects"), tr('Paste smoke, fire and other effects, including "no effect"')),
    ClipLayer.HEXSIDES: (
        tr("Hexsides"),
        tr('Paste hedges, walls and other hexside features, including "no feature"'),
    ),
    ClipLayer.NAMES: (tr("Names"), tr("Paste place names and notes")),
}


class PasteOptions(OptionRow):
    """Buttons to turn and mirror, and a box for each layer."""

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(*buttons, parent=parent)
        self._state = state
        self.row.addSpacing(10)
        self.layers: dict[ClipLayer, QCheckBox] = {}
        for layer, (name, tip) in _TEXTS.items():
            box = QCheckBox(name, self)
            box.setToolTip(tip)
            box.setAccessibleName(tip)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setChecked(layer in state.paste_layers)
            box.toggled.connect(lambda on, layer=layer: self._choose(layer, on=on))
            self.row.addWidget(box)
            self.row.addSpacing(4)
            self.layers[layer] = box
        state.changed.connect(self._option_changed)

    def _choose(self, layer: ClipLayer, *, on: bool) -> None:
        chosen = self._state.paste_layers
        self._state.paste_layers = chosen | {layer} if on else chosen - {layer}

    def _option_changed(self, what: str) -> None:
        if what == "paste_layers":
            for layer, box in self.layers.items():
                box.setChecked(layer in self._state.paste_layers)


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
