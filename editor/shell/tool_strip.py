"""The strip of tools on the left, in groups, with names or without.

Without names, or where the window is too small for them, there are as many columns as are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QToolBar, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.tools.tool_list import tool_groups
from fairground.editor.widgets.labels_and_buttons import emptied, show_action

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions

#: The share of the window's width that names may take, as a fraction, and the width of a button around its name.
_SHARE, _BESIDE = (2, 15), 46
#: The action that shows or hides the names.
_NAMES = "view.tool-names"
#: The space above and below the line between two groups, in points.
_GAP = 4
#: The side of an icon, without and with a name, and the height of a button around icon and name.
_ICON, _NAMED_ICON, _AROUND = 22, 16, 8
_PLAIN, _NAMED = Qt.ToolButtonStyle.ToolButtonIconOnly, Qt.ToolButtonStyle.ToolButtonTextBesideIcon


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
                button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
                show_action(button, action)
                button.setAccessibleName(action.iconText())
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                buttons[-1].append(button)
        #: The button that shows or hides the names.
        self.names = QToolButton(self)
        self.names.setAutoRaise(True)
        show_action(self.names, actions[_NAMES])
        actions[_NAMES].setCheckable(True)
        self.names.setToolButtonStyle(_PLAIN)
        self.names.setIconSize(QSize(16, 16))
        self.names.setAccessibleName(actions[_NAMES].iconText())
        self.names.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.names.setProperty("quiet", True)  # Qt's signature
        self.shelf = _Shelf(buttons, self)
        self.addWidget(self.shelf)
        self.addWidget(self.names)
        if parent is not None:
            parent.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show or hide the names when the window gets wider or narrower."""
        if event.type() == QEvent.Type.Resize:
            self.shelf.fit()
        return super().eventFilter(watched, event)

    def show_names(self, shown: bool) -> None:  # noqa: FBT001  # slot of an action
        """Show the names beside the icons, where the window is large enough, or hide them."""
        self._actions[_NAMES].setChecked(shown)
        self.shelf.show_names(shown=shown)

    def show_tool(self, tool: str) -> None:
        """Check the button of a tool; keep the previous one for a tool without a button, and none in a what-if."""
        if any(tool in group for group in tool_groups()):
            self._actions[f"tool.{tool}"].setChecked(True)
        elif tool == "what-if" and (shown := self._group.checkedAction()) is not None:
            self._group.setExclusive(False)
            shown.setChecked(False)
            self._group.setExclusive(True)


class _Shelf(QWidget):
    """The buttons with names in one column, or without in as few columns as fit the height, with a line between groups."""

    def __init__(self, groups: list[list[QToolButton]], parent: QWidget) -> None:
        super().__init__(parent)
        self._groups = groups
        self._lines = [_line(self) for _ in groups[1:]]
        self._names_wanted = False
        #: Whether the names are shown.
        self.is_named = False
        self.columns = self._row_height = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._lay(1, named=False)

    def show_names(self, *, shown: bool) -> None:
        """Show the names where they fit, or hide them."""
        self._names_wanted = shown
        self.fit()

    def minimumSizeHint(self) -> QSize:
        """Return the width of the current columns, and the height of the most columns possible."""
        return QSize(super().minimumSizeHint().width(), self._height(self._most, named=False))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use as few columns as fit the height."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Make room for larger text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()

    def fit(self) -> None:
        """Show the names if they fit; without them, use as few columns as fit the height."""
        high = self.height()
        if self._names_wanted and self._is_room_for_names and self._height(1, named=True) <= high:
            self._lay(1, named=True)
            return
        fitting = (count for count in range(1, self._most) if self._height(count, named=False) <= high)
        self._lay(next(fitting, self._most), named=False)

    @property
    def _is_room_for_names(self) -> bool:
        metrics = self.fontMetrics()
        buttons = (button for group in self._groups for button in group)
        wide = _BESIDE + max(metrics.horizontalAdvance(button.text()) for button in buttons)
        share, of = _SHARE
        return wide * of <= self.window().width() * share

    @property
    def _most(self) -> int:
        return max(map(len, self._groups))

    def _button_height(self, *, named: bool) -> int:
        return max(_NAMED_ICON + 2, self.fontMetrics().height()) + _AROUND if named else _ICON + _AROUND + 4

    def _height(self, columns: int, *, named: bool) -> int:
        """Return the height of that many columns."""
        rows = sum(-(-len(group) // columns) for group in self._groups)
        lines = len(self._lines) * (2 * _GAP + 1)
        spacing = (rows + len(self._lines) - 1) * self._grid.verticalSpacing()
        return rows * self._button_height(named=named) + lines + spacing

    def _lay(self, columns: int, *, named: bool) -> None:
        high = self._button_height(named=named)
        if (columns, named, high) == (self.columns, self.is_named, self._row_height):
            return
        self.columns, self.is_named, self._row_height = columns, named, high
        emptied(self._grid)
        row, side = 0, _NAMED_ICON if named else _ICON
        for number, group in enumerate(self._groups):
            if number:
                self._grid.addWidget(self._lines[number - 1], row, 0, 1, columns)
                row += 1
            for at, button in enumerate(group):
                button.setIconSize(QSize(side, side))
                button.setToolButtonStyle(_NAMED if named else _PLAIN)
                button.setFixedHeight(high)
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
