"""Titles of docks: where a tab says already what a panel is, its title is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QLabel, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QDockWidget, QMainWindow

#: The height of what is in the place of a title, in pixels.
_GAP = 4


class DockTitles(QObject):
    """Follows docks as they are shown, hidden and moved; docks with a title bar of their own are not to be among them."""

    def __init__(self, window: QMainWindow, docks: Iterable[QDockWidget]) -> None:
        super().__init__(window)
        self._window, self._docks = window, tuple(docks)
        # A move is several signals, and the tabs are only there after the last.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._show)
        for dock in self._docks:
            dock.visibilityChanged.connect(lambda _on: self._soon.start())
            dock.dockLocationChanged.connect(lambda _area: self._soon.start())
        self._show()

    def _show(self) -> None:
        for dock in self._docks:
            has_tab, before = bool(self._window.tabifiedDockWidgets(dock)), dock.titleBarWidget()
            if before is not None and (dock.isHidden() or has_tab is not isinstance(before, QLabel)):
                continue
            dock.setTitleBarWidget(_gap(dock) if has_tab else _title(dock))
            if before is not None:
                before.deleteLater()
            # The panel makes room for another title only when its dock is laid out anew.
            if layout := dock.layout():
                layout.invalidate()
                layout.activate()


def _gap(dock: QDockWidget) -> QWidget:
    """Return a strip between tabs and panel; a dock that its panel covered whole would look hidden to Qt."""
    found = QWidget(dock)
    found.setFixedHeight(_GAP)
    return found


def _title(dock: QDockWidget) -> QLabel:
    """Return a title that has the letters of the window, and leaves the mouse to the dock, which can be dragged by it."""
    found = QLabel(dock.windowTitle(), dock)
    found.setObjectName("dock-title")
    return found
