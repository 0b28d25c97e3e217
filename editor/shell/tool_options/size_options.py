"""The size of the brush."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from fairground.editor.app.texts import hex_count
from fairground.editor.shell.tool_options.shape_options import size_words
from fairground.editor.tools.state import MAX_RADIUS
from fairground.editor.widgets.option_rows import OptionRow, action_button

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.tools.state import ToolState


class SizeOptions(OptionRow):
    """How many hexes the brush covers, between the buttons for fewer and more."""

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._state, self._actions = state, actions
        self.label = QLabel(self)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.label.setMinimumWidth(self.label.fontMetrics().horizontalAdvance(hex_count(61)))
        smaller, larger = (action_button(actions, f"brush.{way}", self) for way in ("smaller", "larger"))
        for widget in (smaller, self.label, larger):
            self.row.addWidget(widget)

    def refresh(self) -> None:
        """Show the size as it is."""
        radius = self._state.radius
        self.label.setText(size_words(radius, self._state.bar))
        self._actions["brush.smaller"].setEnabled(radius > 0)
        self._actions["brush.larger"].setEnabled(radius < MAX_RADIUS)
