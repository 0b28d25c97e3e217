"""The strip of tools on the left, in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QToolBar, QWidget

if TYPE_CHECKING:
    from fairground.editor.window.actions import Actions

#: The tools by id, in groups.
GROUPS = (
    ("select",),
    ("brush", "fill", "eraser", "eyedropper"),
    ("elevation",),
    ("hexsides", "effects"),
    ("zones", "objectives", "units"),
    ("names",),
    ("sight", "path", "measure"),
    ("underlay",),
)


class ToolStrip(QToolBar):
    """One checkable button a tool."""

    #: The id of the tool that was chosen.
    chosen = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__("Tools", parent)
        self.setObjectName("tools")
        self.setAccessibleName("Tools")
        self.setOrientation(Qt.Orientation.Vertical)
        self.setIconSize(QSize(22, 22))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._actions = actions
        group = QActionGroup(self)
        for number, tools in enumerate(GROUPS):
            if number:
                self.addSeparator()
            for tool in tools:
                action = actions[f"tool.{tool}"]
                action.setCheckable(True)
                group.addAction(action)
                self.addAction(action)
                action.triggered.connect(lambda _checked=False, tool=tool: self.chosen.emit(tool))
                button = self.widgetForAction(action)
                button.setAccessibleName(action.iconText())
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_tool(self, tool: str) -> None:
        """Show which tool is in hand; one without a button is there for a moment, and the button before stays."""
        if any(tool in group for group in GROUPS):
            self._actions[f"tool.{tool}"].setChecked(True)
