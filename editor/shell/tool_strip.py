"""The strip of tools on the left, in groups: one column, or more side by side where the window is low."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QToolBar, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.tools.tool_list import tool_groups
from fairground.editor.widgets.labels_and_buttons import emptied, show_action

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions

#: The space above and below the line between two groups, in points.
_GAP = 4


class ToolStrip(QToolBar):
    """One checkable button for each tool."""

    #: The id of the tool that was chosen.
    chosen = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(tr("Tools"), parent)
        self.setObjectName("tools")
        self.setAccessibleName(tr("Tools"))
        self.setOrientation(Qt.Orientation.Vertical)
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._actions = actions
        group = self._group = QActionGroup(self)
        buttons: list[list[QToolButton]] = []
        for tools in tool_groups():
            buttons.append([])
            for tool in tools:
                action = actions[f"tool.{tool}"]
                action.setCheckable(True)
                group.addAction(action)
                action.triggered.connect(lambda _checked=False, tool=tool: self.chosen.emit(tool))
                button = QToolButton(self)
                button.setAutoRaise(True)
                button.setIconSize(QSize(22, 22))
                show_action(button, action)
                button.setAccessibleName(action.iconText())
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                buttons[-1].append(button)
        self.shelf = _Shelf(buttons, self)
        self.addWidget(self.shelf)

    def show_tool(self, tool: str) -> None:
        """Check the button of a tool; keep the previous one for a tool without a button, and none in a what-if."""
        if any(tool in group for group in tool_groups()):
            self._actions[f"tool.{tool}"].setChecked(True)
        elif tool == "what-if" and (shown := self._group.checkedAction()) is not None:
            self._group.setExclusive(False)
            shown.setChecked(False)
            self._group.setExclusive(True)


class _Shelf(QWidget):
    """The buttons in as few columns as fit the height, with a line between groups."""

    def __init__(self, groups: list[list[QToolButton]], parent: QWidget) -> None:
        super().__init__(parent)
        self._groups = groups
        self._lines = [_line(self) for _ in groups[1:]]
        self.columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._lay(1)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the current columns, and the height of the most columns possible."""
        return QSize(super().minimumSizeHint().width(), self._height(self._most))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use as few columns as fit the height."""
        super().resizeEvent(event)
        fitting = (count for count in range(1, self._most) if self._height(count) <= event.size().height())
        self._lay(next(fitting, self._most))

    @property
    def _most(self) -> int:
        return max(map(len, self._groups))

    def _height(self, columns: int) -> int:
        """Return the height of that many columns."""
        rows = sum(-(-len(group) // columns) for group in self._groups)
        lines = len(self._lines) * (2 * _GAP + 1)
        spacing = (rows + len(self._lines) - 1) * self._grid.verticalSpacing()
        return rows * self._groups[0][0].sizeHint().height() + lines + spacing

    def _lay(self, columns: int) -> None:
        if columns == self.columns:
            return
        self.columns = columns
        emptied(self._grid)
        row = 0
        for number, group in enumerate(self._groups):
            if number:
                self._grid.addWidget(self._lines[number - 1], row, 0, 1, columns)
                row += 1
            for at, button in enumerate(group):
                self._grid.addWidget(button, row + at // columns, at % columns)
            row += -(-len(group) // columns)
        for each in range(self._grid.rowCount()):
            self._grid.setRowStretch(each, 0)
        self._grid.setRowStretch(row, 1)


def _line(parent: QWidget) -> QFrame:
    line = QFrame(parent)
    line.setObjectName("line")
    line.setFixedHeight(2 * _GAP + 1)
    return line
