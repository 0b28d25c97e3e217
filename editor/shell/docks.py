"""The panels around the map, as docks: where they are at first, and how that is put back.

Titles of docks: where a tab says already what a panel is, its title is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QLabel, QScrollArea, QTabWidget, QWidget

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
    from collections.abc import Iterable

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMainWindow

    from fairground.editor.app.actions import Actions
    from fairground.editor.canvas.layers import LayerModel
    from fairground.editor.document.document import Document

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


_RIGHT, _BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
#: The width of the panels on the right and the height of those at the bottom, at first.
_WIDE, _HIGH = 288, 116
#: How long after a change of the text's size the panels may still be moving, in milliseconds.
_SETTLED = 700
#: The panels whose titles say and do more than what the panel is.
_OWN_TITLES = ("fairness", "simulation", "variants", "repair", "findings")
#: The panels that come when they are asked for: five tabs beside each other are too many for every day.
_ASKED = ("repair", "variants")


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
            ("simulation", tr("Play"), QWidget()),
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
        #: How wide the user has made the panels on the right, for a hundredth of the text's size.
        self._made = _WIDE / 100
        self._settling = QTimer(window)
        self._settling.setSingleShot(True)
        self._settling.setInterval(_SETTLED)
        self.arrange()
        DockTitles(window, (dock for name, dock in self.docks.items() if name not in _OWN_TITLES))

    def arrange(self) -> None:
        """Put all docks where they are at first."""
        window, docks = self._window, self.docks
        for dock in docks.values():
            # Said of one that is docked already, it would be hidden and shown for that alone.
            if dock.isFloating():
                dock.setFloating(False)
            window.removeDockWidget(dock)
        window.addDockWidget(_RIGHT, docks["palette"])
        window.addDockWidget(_RIGHT, docks["hex"])
        window.addDockWidget(_RIGHT, docks["layers"])
        window.tabifyDockWidget(docks["palette"], docks["layers"])
        # Above the others: five tabs have no room beside each other there.
        window.addDockWidget(_RIGHT, docks["simulation"])
        window.tabifyDockWidget(docks["layers"], docks["simulation"])
        window.addDockWidget(_RIGHT, docks["variants"])
        window.tabifyDockWidget(docks["simulation"], docks["variants"])
        window.addDockWidget(_RIGHT, docks["repair"])
        window.tabifyDockWidget(docks["variants"], docks["repair"])
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
        self._size()

    def set_text_size(self, size: int) -> None:
        """Give the panels on the right room for letters of another size, in hundredths of what the system has."""
        before, self._text_size = self._text_size, size
        if size == before:
            return
        if not self._window.isVisible():
            self._size()
            return
        # As wide as the user has made them, for as many letters; those that are hidden or behind others have no width.
        for dock in self.docks.values():
            if not dock.visibleRegion().isEmpty() and self._window.dockWidgetArea(dock) is _RIGHT:
                # Until the letters and the panels have come to rest, the width is none that anybody has made.
                if not self._settling.isActive():
                    self._made = dock.width() / before
                self._settling.start()
                wide = round(self._made * size)
                self._window.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)
                return

    def _size(self) -> None:
        """Make all docks as large as they are at first."""
        window, docks = self._window, self.docks
        wide, high = (round(it * self._text_size / 100) for it in (_WIDE, _HIGH))
        window.resizeDocks([docks["palette"]], [wide], Qt.Orientation.Horizontal)
        window.resizeDocks([docks["palette"], docks["hex"]], [360, 370], Qt.Orientation.Vertical)
        window.resizeDocks([docks["findings"]], [high], Qt.Orientation.Vertical)
        window.resizeDocks([docks["findings"], docks["minimap"]], [730, 210], Qt.Orientation.Horizontal)

    def put(self, name: str, panel: QWidget, title: QWidget) -> QDockWidget:
        """Put a panel and its title into the dock of their own, and return that."""
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
        """Hide all docks (while the welcome page is there)."""
        for dock in self.docks.values():
            dock.hide()

    def set_document(self, document: Document | None) -> None:
        """Give the panels another document."""
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
    """Show a panel, or bring it to the front of those that share its place; hide the one that is in front."""
    is_in_front = dock.isVisible() and not dock.visibleRegion().isEmpty()
    dock.setVisible(not is_in_front)
    if not is_in_front:
        dock.raise_()
    action.setChecked(not is_in_front)
