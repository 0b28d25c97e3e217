"""The layout of the main window: its size and the places of its panels, remembered between sessions.

All panels can be hidden to paint, and those beside the map can be collapsed to their tabs. Tab goes from panel to panel.
"""

from __future__ import annotations

import struct
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSignalBlocker, Qt
from PySide6.QtWidgets import QAbstractButton, QMainWindow, QScrollArea, QTabBar, QToolBar, QWidget

from fairground.editor.app.deferred import in_one_picture, next_turn
from fairground.editor.app.texts import tr
from fairground.editor.widgets.labels_and_buttons import ButtonKeys

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QApplication, QDockWidget

    from fairground.editor.app.actions import Actions
    from fairground.editor.app.settings import Settings
    from fairground.editor.shell.docks import Docks

_SIZE = (1280, 800)
#: What the title bar around the window may take of the screen's height.
_FRAME = 32
#: The keys in the settings.
_GEOMETRY, _STATE, _COLLAPSED = "window/geometry", "window/state", "window/collapsed"
#: The actions.
_HIDE, _COLLAPSE = "view.hide-panels", "view.collapse"
_SIDES = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
#: The object name of every renamed panel, by the name that saved layouts may still have.
OLD_PANELS = {"gallery": "variants", "mend": "repair", "play": "simulation"}


class PanelWindow(QMainWindow):
    """A window in which Tab goes through one panel after the other, and skips panels behind others.

    Qt moves these out of the window instead of hiding them, so that they could have the focus where nobody sees it. And it
    goes through widgets as they were created, which for some parts of a panel is long after the rest of it.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        # In dialogs, too.
        application.focusChanged.connect(self._reveal)
        ButtonKeys(application, self)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001  # Qt's signature
        """Move the focus to the next or previous widget within the window; return whether there is one."""
        before = self.focusWidget()
        stops: dict[QWidget, list[QWidget]] = {}
        widget = self.nextInFocusChain()
        while widget is not None and widget is not self:
            part = self._part_of(widget)
            if part is not None:
                at_part = stops.setdefault(part, [])
                if widget is before or (_takes_tab(widget) and self.rect().intersects(part.geometry())):
                    at_part.append(widget)
            widget = widget.nextInFocusChain()
        order = [widget for at_part in stops.values() for widget in at_part]
        if not forward:
            order.reverse()
        after = order[(order.index(before) + 1) % len(order)] if before in order else next(iter(order), None)
        if after is None or after is before:
            return False
        after.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        return True

    def _reveal(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Scroll to the focus if nothing of it can be seen; Qt does so only if it was in the same area before."""
        if now is None or not now.visibleRegion().isEmpty():
            return
        parent = now.parentWidget()
        while parent is not None:
            if isinstance(parent, QScrollArea):
                parent.ensureWidgetVisible(now)
            parent = parent.parentWidget()

    def _part_of(self, widget: QWidget) -> QWidget | None:
        """Return the child of the window that has a widget: a panel, a bar or the middle; None in other windows."""
        while (parent := widget.parentWidget()) is not self:
            if parent is None or widget.isWindow():
                return None
            widget = parent
        return widget


def _takes_tab(widget: QWidget) -> bool:
    if not widget.isVisible() or not widget.isEnabled():
        return False
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    chosen = group.checkedButton() if group is not None and group.exclusive() else None
    if chosen is not None and chosen.isEnabled():
        # The arrow keys go to the others; Qt would begin with the last one that had the focus, or with any.
        return widget is chosen
    policy = Qt.FocusPolicy.TabFocus
    return widget.focusPolicy() & policy == policy and widget.focusProxy() is None


class PanelRoom(QToolBar):
    """Gives the room of the panels to the map: hides them all, or collapses those at the sides to their tabs.

    The bar has the tabs, and is hidden unless the panels are collapsed.
    """

    def __init__(
        self, window: QMainWindow, docks: Iterable[QDockWidget], actions: Actions, settings: Settings
    ) -> None:
        super().__init__(tr("Side panels"), window)
        self.setObjectName("side-panels")
        self.setAccessibleName(tr("Side panels"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._window, self._docks, self._settings = window, tuple(docks), settings
        self._hide, self._collapse = actions[_HIDE], actions[_COLLAPSE]
        #: The layouts before the panels were hidden or collapsed; None while they are not.
        self._before_hiding: QByteArray | None = None
        self._before_collapsing: QByteArray | None = None
        #: The panels that are collapsed, in the order of their tabs.
        self._collapsed: list[QDockWidget] = []
        self.tabs = QTabBar(self)
        self.tabs.setShape(QTabBar.Shape.RoundedEast)
        self.tabs.setObjectName("side-tabs")
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(tr("Side panels"))
        self.tabs.tabBarClicked.connect(self._open)
        self.addWidget(self.tabs)
        window.addToolBar(Qt.ToolBarArea.RightToolBarArea, self)
        self.hide()
        for action, slot in ((self._hide, self._hide_all), (self._collapse, self._collapse_sides)):
            action.setCheckable(True)
            action.triggered.connect(slot)
        for dock in self._docks:
            dock.visibilityChanged.connect(lambda _on, dock=dock: self._shown(dock))

    def bring_back(self) -> None:
        """Show all panels again, where they were."""
        for action in (self._hide, self._collapse):
            action.setChecked(False)
        self._unhide()
        self._expand()

    def restore(self) -> None:
        """Collapse the side panels if they were when the settings were written."""
        if str(self._settings.value(_COLLAPSED, "false")).lower() == "true":
            self._collapse.setChecked(True)
            self._collapse_sides(collapsed=True)

    def _hide_all(self, hidden: bool) -> None:  # noqa: FBT001  # slot of an action
        in_one_picture(self._window)
        if not hidden:
            self._unhide()
            return
        self._before_hiding = self._window.saveState()
        for bar in (self, *self._docks):
            bar.hide()

    def _unhide(self) -> None:
        before, self._before_hiding = self._before_hiding, None
        if before is not None:
            self._window.restoreState(before)

    def _collapse_sides(self, collapsed: bool) -> None:  # noqa: FBT001  # slot of an action
        self._settings.setValue(_COLLAPSED, collapsed)
        in_one_picture(self._window)
        # Qt lays out the panels that are shown again later.
        before = self._before_hiding or self._window.saveState()
        self._hide.setChecked(False)
        self._unhide()
        if not collapsed:
            self._expand()
            return
        self._before_collapsing = before
        beside = (dock for dock in self._docks if self._window.dockWidgetArea(dock) in _SIDES)
        self._collapsed = [dock for dock in beside if not dock.isHidden()]
        with QSignalBlocker(self.tabs):
            while self.tabs.count():
                self.tabs.removeTab(0)
            for dock in self._collapsed:
                self.tabs.addTab(dock.accessibleName())
        self.tabs.setMinimumWidth(self.tabs.sizeHint().width())
        for dock in self._collapsed:
            dock.hide()
        self.setVisible(bool(self._collapsed))

    def _expand(self) -> None:
        before, self._before_collapsing = self._before_collapsing, None
        collapsed, self._collapsed = self._collapsed, []
        if before is not None:
            # The others may have been shown or hidden since.
            others = {dock: dock.isHidden() for dock in self._docks if dock not in collapsed}
            self._window.restoreState(before)
            for dock, hidden in others.items():
                dock.setHidden(hidden)

    def _open(self, tab: int) -> None:
        """Expand the panels, with the one of a tab in front."""
        if 0 <= tab < len(self._collapsed):
            dock = self._collapsed[tab]
            self._collapse.trigger()
            dock.raise_()

    def _shown(self, dock: QDockWidget) -> None:
        """Expand all panels when one of them is shown by its own action."""
        if dock in self._collapsed and self._before_hiding is None and not dock.isHidden():
            # Later: Qt is laying out the panels.
            next_turn(self, partial(self._open, self._collapsed.index(dock)))


class WindowLayout:
    """Restores the size of a window when it is created, and the places of its panels when they are shown.

    It must be created when the window has all its panels: their places then are the default.
    """

    def __init__(self, window: QMainWindow, docks: Docks, room: PanelRoom, settings: Settings) -> None:
        self._window, self._docks, self._panel_room, self._settings = window, docks, room, settings
        screen = window.screen().availableGeometry()
        window.resize(min(_SIZE[0], screen.width()), min(_SIZE[1], screen.height() - _FRAME))
        default = window.saveState()
        if (geometry := settings.layout(_GEOMETRY)) is not None:
            window.restoreGeometry(geometry)
        saved = settings.layout(_STATE)
        self._is_first = saved is None
        self._panels = default if saved is None else with_current_panels(saved)

    def restore_panels(self) -> None:
        """Put the panels where they were when ``remember_panels`` was last called."""
        self._window.restoreState(self._panels)
        if self._is_first:
            # The window may have got another size since.
            self._docks.size_panels()
        self._panel_room.restore()

    def remember_panels(self) -> None:
        """Remember where the panels are now, or were before they were hidden or collapsed."""
        self._panel_room.bring_back()
        self._is_first = False
        self._panels = self._window.saveState()

    def save(self) -> None:
        """Write the window's size and the remembered places of the panels to the settings."""
        self._settings.keep_layout(_GEOMETRY, self._window.saveGeometry())
        self._settings.keep_layout(_STATE, self._panels)


def with_current_panels(layout: QByteArray) -> QByteArray:
    """Return a layout that ``QMainWindow.saveState`` gave, with the current names of panels."""
    state = bytes(layout.data())
    for old, new in OLD_PANELS.items():
        state = state.replace(_streamed(old), _streamed(new))
    return QByteArray(state)


def _streamed(name: str) -> bytes:
    """Return a text as ``QDataStream`` writes it: its length in bytes, then UTF-16."""
    data = name.encode("utf-16-be")
    return struct.pack(">I", len(data)) + data
