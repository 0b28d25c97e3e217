"""The options of the select tool: what shape it takes, and what becomes of the selection before."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.tools.selecting import SelectMode, SelectShape
from fairground.editor.widgets.basics import tool_button, with_key

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.tools.state import ToolState

Choice = TypeVar("Choice", bound=StrEnum)

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


class SelectOptions(QWidget):
    """A button for each shape and each mode."""

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._state, self._keymap = state, actions.keymap
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        self.shapes: dict[SelectShape, QToolButton] = {}
        self.modes: dict[SelectMode, QToolButton] = {}
        shape_group, mode_group = QButtonGroup(self), QButtonGroup(self)
        for shape, (sign, tip) in _SHAPES.items():
            button = self._button(sign, tip, shape_group)
            button.clicked.connect(lambda _on=False, shape=shape: setattr(state, "select_shape", shape))
            layout.addWidget(button)
            self.shapes[shape] = button
        layout.addSpacing(8)
        for mode, (sign, tip) in _MODES.items():
            button = self._button(sign, tip, mode_group)
            button.clicked.connect(lambda _on=False, mode=mode: setattr(state, "select_mode", mode))
            layout.addWidget(button)
            self.modes[mode] = button
        state.changed.connect(self._option_changed)
        self._show()

    def next_shape(self) -> None:
        """Select with the next shape."""
        self._state.select_shape = _following(self._state.select_shape, list(SelectShape))

    def next_mode(self) -> None:
        """Select in the next mode."""
        self._state.select_mode = _following(self._state.select_mode, list(SelectMode))

    def refresh(self) -> None:
        """Name the keys as they are."""
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


def _following(chosen: Choice, all_of_them: list[Choice]) -> Choice:
    return all_of_them[(all_of_them.index(chosen) + 1) % len(all_of_them)]
