"""The panels around the map as docks, their default places, and their titles."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDockWidget, QLabel, QScrollArea, QTabBar, QTabWidget, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.canvas.minimap import Minimap
from fairground.editor.features.analysis.panel import AnalysisParts, OverlayRows
from fairground.editor.features.findings.panel import FindingsPanel
from fairground.editor.features.inspector.panel import InspectorPanel
from fairground.editor.features.palette.panel import PalettePanel
from fairground.editor.features.scenario.panel import ScenarioPanel
from fairground.editor.shell.history_panel import HistoryPanel
from fairground.editor.shell.layers_panel import LayersPanel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMainWindow

    from fairground.editor.app.actions import Actions
    from fairground.editor.canvas.layers import LayerModel
    from fairground.editor.document.document import Document

#: What a tab needs beside its title, in pixels.
TAB_EDGES = 18
#: The height of the gap that replaces a title, in pixels.
_GAP = 4


class DockTabs(QObject):
    """Shows the tabs behind the front one as icons with tooltips, where their titles would be cut off."""

    def __init__(self, window: QMainWindow, docks: Mapping[QDockWidget, str], actions: Actions) -> None:
        """Follow docks, each with the id of the action that shows it."""
        super().__init__(window)
        self._window, self._docks, self._actions = window, docks, actions
        self._titles = {dock: dock.windowTitle() for dock in docks}
        #: Per dock: the docks that it shares tabs with, and the titles that their tabs show.
        self._arranged: dict[QDockWidget, tuple[tuple[QDockWidget, str], ...]] = {}
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._arrange)
        for dock in docks:
            dock.visibilityChanged.connect(lambda _on: self._soon.start())
            dock.dockLocationChanged.connect(lambda _area: self._soon.start())
            dock.windowTitleChanged.connect(partial(self._take_title, dock))
            dock.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Arrange the tabs when a panel gets another width or other letters."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            self._soon.start()
        return False

    def redraw(self) -> None:
        """Draw the icons in the colours of the current theme."""
        self._arranged.clear()
        self._arrange()

    def _take_title(self, dock: QDockWidget, title: str) -> None:
        if title and title != self._titles[dock]:
            self._titles[dock] = title
            self._soon.start()

    def _arrange(self) -> None:
        left = [dock for dock in self._docks if not dock.isHidden() and not dock.isFloating()]
        while left:
            beside = self._window.tabifiedDockWidgets(left[0])
            group = [left[0], *(it for it in left[1:] if it in beside)]
            left = [it for it in left if it not in group]
            self._arrange_group(group)

    def _arrange_group(self, group: list[QDockWidget]) -> None:
        front = next((it for it in group if not it.visibleRegion().isEmpty()), None)
        if front is None:
            return  # the window is not shown
        letters = front.fontMetrics()
        wanted = sum(letters.horizontalAdvance(self._titles[it]) + TAB_EDGES for it in group)
        is_crowded = len(group) > 1 and wanted > front.width()
        shown = tuple((it, self._titles[it] if it is front or not is_crowded else "") for it in group)
        if all(self._arranged.get(it) == shown and it.windowTitle() == title for it, title in shown):
            return
        # With their titles, the tabs can be told apart.
        for dock in group:
            self._arranged[dock] = shown
            dock.setWindowTitle(self._titles[dock])
        bar, tabs = self._tabs_of(group)
        if bar is None:
            return
        for dock, title in shown:
            name, key = self._titles[dock], self._actions.key(self._docks[dock])
            tab = tabs[name]
            bar.setAccessibleTabName(tab, name)
            bar.setTabIcon(tab, QIcon() if title else self._actions[self._docks[dock]].icon())
            dock.setWindowTitle(title)
            # After the title, with which Qt sets a tooltip of its own.
            bar.setTabToolTip(tab, f"{name} ({key})" if key else name)
        if bar.property("icons") is not is_crowded:
            bar.setProperty("icons", is_crowded)
            # The style reads the property only then.
            bar.style().unpolish(bar)
            bar.style().polish(bar)

    def _tabs_of(self, group: list[QDockWidget]) -> tuple[QTabBar | None, dict[str, int]]:
        """Return the bar with the tabs of these docks, and their indexes by title."""
        titles = {self._titles[it] for it in group}
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        for bar in self._window.findChildren(QTabBar, options=direct):
            tabs = {bar.tabText(at): at for at in range(bar.count())}
            if titles <= set(tabs):
                return bar, tabs
        return None, {}


class DockTitles(QObject):
    """Hides the titles of docks that have a tab; not for docks with a title bar of their own."""

    def __init__(self, window: QMainWindow, docks: Iterable[QDockWidget]) -> None:
        super().__init__(window)
        self._window, self._docks = window, tuple(docks)
        # A move sends several signals, and the tabs exist only after the last.
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
            # Qt gives the new title its room only after a new layout of the dock.
            if layout := dock.layout():
                layout.invalidate()
                layout.activate()


def _gap(dock: QDockWidget) -> QWidget:
    """Return a strip between tabs and panel; without it, Qt would take the dock for hidden."""
    gap = QWidget(dock)
    gap.setFixedHeight(_GAP)
    return gap


def _title(dock: QDockWidget) -> QLabel:
    """Return a title in the font of the window, by which the dock can be dragged."""
    title = QLabel(dock.accessibleName(), dock)
    title.setObjectName("dock-title")
    return title


_RIGHT, _BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
#: The default width of the panels on the right and height of those at the bottom.
_WIDE, _HIGH = 288, 116
#: The least width of the minimap, whose tabs must have room.
_TABS = 122
#: How long after a change of the text size the panels may still move, in milliseconds.
_SETTLED = 700
#: The panels with a title bar of their own.
_OWN_TITLES = ("fairness", "simulation", "watch", "variants", "repair", "findings")
#: The panels that are hidden by default, since the titles of five tabs do not fit beside each other.
_ASKED = ("repair", "variants", "watch")


class Docks:
    """The panels, each in a dock of its own; actions ``view.<name>`` show and hide them."""

    def __init__(self, window: QMainWindow, layers: LayerModel, actions: Actions) -> None:
        self._window = window
        self.palette = PalettePanel()
        self.hex = InspectorPanel()
        self.scenario = ScenarioPanel()
        self.analysis = AnalysisParts()
        self.layers = LayersPanel(layers)
        self.overlays = OverlayRows(actions, self.layers)
        self.findings = FindingsPanel()
        self.history = HistoryPanel()
        self.minimap = Minimap()
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        window.setTabPosition(_RIGHT, QTabWidget.TabPosition.North)
        self.docks: dict[str, QDockWidget] = {}
        for name, title, panel in (
            ("palette", tr("Palette"), self.palette),
            ("hex", tr("Inspector"), _scrolling(self.hex)),
            ("scenario", tr("Scenario"), self.scenario),
            ("analysis", tr("Analysis"), _scrolling(self.analysis)),
            ("layers", tr("Layers"), _scrolling(self.overlays)),
            ("fairness", tr("Fairness"), QWidget()),
            ("simulation", tr("Self-play"), QWidget()),
            ("watch", tr("Watch games"), QWidget()),
            ("variants", tr("Variants"), QWidget()),
            ("repair", tr("Repair"), QWidget()),
            ("findings", tr("Findings"), self.findings),
            ("history", tr("History"), self.history),
            ("minimap", tr("Minimap"), self.minimap),
        ):
            dock = QDockWidget(title, window)
            dock.setObjectName(f"dock-{name}")
            dock.setWidget(panel)
            dock.setAccessibleName(title)
            # Panels are shown and hidden by the view menu and its keys.
            dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetMovable)
            self.docks[name] = dock
            action = actions[f"view.{name}"]
            action.setCheckable(True)
            action.triggered.connect(lambda _on, dock=dock, action=action: _toggle(dock, action))
            dock.visibilityChanged.connect(
                lambda _on, dock=dock, action=action: action.setChecked(not dock.isHidden())
            )
        self.docks["scenario"].visibilityChanged.connect(self.scenario.see)
        self.findings.title_changed.connect(self.docks["findings"].setWindowTitle)
        self.docks["findings"].setTitleBarWidget(self.findings.filter)
        self._text_size = 100
        #: The width of the panels on the right for each hundredth of the text size, as the user set it.
        self._width_per_size = _WIDE / 100
        self._settling = QTimer(window)
        self._settling.setSingleShot(True)
        self._settling.setInterval(_SETTLED)
        self.arrange()
        self.tabs = DockTabs(window, {dock: f"view.{name}" for name, dock in self.docks.items()}, actions)
        DockTitles(window, (dock for name, dock in self.docks.items() if name not in _OWN_TITLES))

    def arrange(self) -> None:
        """Put all docks in their default places."""
        window, docks = self._window, self.docks
        for dock in docks.values():
            # Qt hides and shows a dock again even if it is docked already.
            if dock.isFloating():
                dock.setFloating(False)
            window.removeDockWidget(dock)
        window.addDockWidget(_RIGHT, docks["palette"])
        window.addDockWidget(_RIGHT, docks["hex"])
        window.addDockWidget(_RIGHT, docks["layers"])
        window.tabifyDockWidget(docks["palette"], docks["layers"])
        # Above the others: five tabs do not fit below.
        window.addDockWidget(_RIGHT, docks["simulation"])
        window.tabifyDockWidget(docks["layers"], docks["simulation"])
        window.addDockWidget(_RIGHT, docks["variants"])
        window.tabifyDockWidget(docks["simulation"], docks["variants"])
        window.addDockWidget(_RIGHT, docks["repair"])
        window.tabifyDockWidget(docks["variants"], docks["repair"])
        window.addDockWidget(_RIGHT, docks["watch"])
        window.tabifyDockWidget(docks["repair"], docks["watch"])
        for name in ("scenario", "analysis", "fairness"):
            window.addDockWidget(_RIGHT, docks[name])
            window.tabifyDockWidget(docks["hex"], docks[name])
        window.addDockWidget(_BOTTOM, docks["findings"])
        window.splitDockWidget(docks["findings"], docks["minimap"], Qt.Orientation.Horizontal)
        window.tabifyDockWidget(docks["minimap"], docks["history"])
        for name, dock in docks.items():
            dock.setVisible(name not in _ASKED)
        docks["palette"].raise_()
        docks["hex"].raise_()
        docks["minimap"].raise_()
        self.size_panels()

    def set_text_size(self, size: int) -> None:
        """Scale the panels on the right with the text size, in hundredths of the system's."""
        before, self._text_size = self._text_size, size
        self.minimap.setMinimumWidth(round(_TABS * size / 100))
        if size == before:
            return
        if not self._window.isVisible():
            self.size_panels()
            return
        # From the width that the user set; hidden panels and those behind others have none.
        for dock in self.docks.values():
            if not dock.visibleRegion().isEmpty() and self._window.dockWidgetArea(dock) is _RIGHT:
                # While the panels still move, their width is not the user's.
                if not self._settling.isActive():
                    self._width_per_size = dock.width() / before
                self._settling.start()
                wide = round(self._width_per_size * size)
                self._window.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)
                return

    def size_panels(self) -> None:
        """Give all docks their default sizes."""
        window, docks = self._window, self.docks
        if layout := window.layout():
            layout.activate()
        wide, high = (round(it * self._text_size / 100) for it in (_WIDE, _HIGH))
        window.resizeDocks([docks["palette"]], [wide], Qt.Orientation.Horizontal)
        window.resizeDocks([docks["palette"], docks["hex"]], [535, 215], Qt.Orientation.Vertical)
        window.resizeDocks([docks["findings"]], [high], Qt.Orientation.Vertical)
        window.resizeDocks([docks["findings"], docks["minimap"]], [690, 250], Qt.Orientation.Horizontal)

    def put(self, name: str, panel: QWidget, title: QWidget) -> QDockWidget:
        """Put a panel and its title into its dock, and return the dock."""
        dock = self.docks[name]
        dock.setWidget(panel)
        dock.setTitleBarWidget(title)
        return dock

    def open(self, name: str) -> None:
        """Show a panel, and bring it to the front."""
        self.docks[name].show()
        self.docks[name].raise_()

    def reveal(self, name: str) -> None:
        """Bring a panel to the front, unless the user has hidden it."""
        if not self.docks[name].isHidden():
            self.docks[name].raise_()

    def hide(self) -> None:
        """Hide all docks."""
        for dock in self.docks.values():
            dock.hide()

    def set_document(self, document: Document | None) -> None:
        """Show another document in the panels."""
        for panel in (self.hex, self.scenario, self.history):
            panel.set_document(document)


def _scrolling(panel: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidget(panel)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def _toggle(dock: QDockWidget, action: QAction) -> None:
    """Show a panel or bring it to the front of its tabs; hide it when it is in front."""
    is_in_front = dock.isVisible() and not dock.visibleRegion().isEmpty()
    dock.setVisible(not is_in_front)
    if not is_in_front:
        dock.raise_()
    action.setChecked(not is_in_front)
