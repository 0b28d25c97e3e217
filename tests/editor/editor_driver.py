"""The editor's window in a test: its parts, each under one name, and the actions of a user.

Tests reach the parts of the window by this driver alone, so that a part that moves is renamed here and nowhere else.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtTest import QTest

from fairground.core.grid.layout import Layout
from fairground.editor.features.scenario.fairness_page import FairPage
from fairground.editor.features.scenario.general_page import GeneralPage
from fairground.editor.shell.main_window import MainWindow
from tests.editor.insides import has_deferred_work
from tests.editor.narrowing import of_type, present

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, Qt
    from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QWidget
    from pytestqt.qtbot import QtBot

    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.canvas.workbench import Workbench
    from fairground.editor.document.document import Document
    from fairground.editor.features.analysis.controller import AnalysisController
    from fairground.editor.features.analysis.panel import OverlayPanel
    from fairground.editor.features.attack.controller import AttackController
    from fairground.editor.features.clipboard.controller import ClipboardController
    from fairground.editor.features.clipboard.stamps_panel import StampsPanel
    from fairground.editor.features.drawing.controller import DrawingController
    from fairground.editor.features.exporting.controller import ExportController
    from fairground.editor.features.fairness.controller import FairnessController
    from fairground.editor.features.findings.panel import FindingsPanel
    from fairground.editor.features.inspector.panel import InspectorPanel
    from fairground.editor.features.palette.panel import PalettePanel
    from fairground.editor.features.path.controller import PathController
    from fairground.editor.features.repair.controller import RepairController
    from fairground.editor.features.scenario.panel import ScenarioPanel
    from fairground.editor.features.scenario.zones_and_objectives_pages import ScenarioPages
    from fairground.editor.features.sight.controller import SightController, UnitSidesController
    from fairground.editor.features.simulation.controller import SimulationController
    from fairground.editor.features.tracing_image.controller import TracingImageController
    from fairground.editor.features.variants.controller import VariantsController
    from fairground.editor.features.watch.controller import WatchController
    from fairground.editor.features.whatif.controller import WhatIfController
    from fairground.editor.overlays.overlay import Overlay
    from fairground.editor.overlays.registry import Overlays
    from fairground.editor.session.session import Session
    from fairground.editor.shell.docks import Docks
    from fairground.editor.shell.file_banners import Recovery
    from fairground.editor.shell.file_flow import FileFlow
    from fairground.editor.shell.map_page import MapPage
    from fairground.editor.shell.menus import RecentMenu
    from fairground.editor.shell.navigator import Navigator
    from fairground.editor.shell.options_bar.options_bar import ToolOptions
    from fairground.editor.shell.status_bar import Status
    from fairground.editor.shell.welcome_page import WelcomePage
    from fairground.editor.tools.tool import Tool
    from fairground.editor.tools.tool_state import ToolState
    from fairground.editor.widgets.labels_and_buttons import NoticeBar

AnyOverlay = TypeVar("AnyOverlay", bound="Overlay")
W = TypeVar("W", bound="QWidget")
SCENARIOS = Path(__file__).parents[2] / "scenarios"


class WindowParts:
    """The parts of a window; those created with the first map fail before it."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    @property
    def workbench(self) -> Workbench:
        return self.window.workbench

    @property
    def state(self) -> ToolState:
        return self.workbench.state

    @property
    def tool(self) -> Tool:
        return self.workbench.tool

    @property
    def actions(self) -> Actions:
        return self.window.actions_by_id

    @property
    def flow(self) -> FileFlow:
        return self.window.flow

    @property
    def navigator(self) -> Navigator:
        return self.window.navigator

    @property
    def welcome(self) -> WelcomePage:
        return self.window.welcome

    @property
    def recent(self) -> RecentMenu:
        return self.window.recent

    @property
    def recovery(self) -> Recovery:
        return self.window.recovery

    @property
    def status(self) -> Status:
        return self.window.status

    @property
    def options(self) -> ToolOptions:
        return self.window.options

    @property
    def message(self) -> str:
        """The message in the bar with the tool's options."""
        return self.options.message.text()

    # -- the map --------------------------------------------------------------------------------------------

    @property
    def page(self) -> MapPage:
        return present(self.window.page)

    @property
    def canvas(self) -> Canvas:
        return self.page.canvas

    @property
    def camera(self) -> Camera:
        return present(self.canvas.camera)

    @property
    def notice(self) -> NoticeBar:
        return self.page.notice

    # -- the panels -----------------------------------------------------------------------------------------

    @property
    def docks(self) -> Docks:
        return self.window.docks

    def dock(self, name: str) -> QDockWidget:
        return self.docks.docks[name]

    @property
    def palette(self) -> PalettePanel:
        return self.docks.palette

    @property
    def inspector(self) -> InspectorPanel:
        return self.docks.hex

    @property
    def scenario_panel(self) -> ScenarioPanel:
        return self.docks.scenario

    @property
    def scenario_pages(self) -> ScenarioPages:
        return self.scenario_panel.pages

    @property
    def general_page(self) -> GeneralPage:
        return of_type(self.scenario_pages.page("general"), GeneralPage)

    @property
    def fairness_page(self) -> FairPage:
        return of_type(self.scenario_pages.page("fair"), FairPage)

    @property
    def findings_panel(self) -> FindingsPanel:
        return self.docks.findings

    # -- the features ---------------------------------------------------------------------------------------

    @property
    def clipboard(self) -> ClipboardController:
        return self.window.clips

    @property
    def stamps_panel(self) -> StampsPanel:
        return present(self.clipboard.panel)

    @property
    def tracing_image(self) -> TracingImageController:
        return self.window.underlays

    @property
    def exports(self) -> ExportController:
        return self.window.exports

    @property
    def drawing(self) -> DrawingController:
        return present(self.window.features.drawing)

    @property
    def has_all_features(self) -> bool:
        """Whether the features that are created after the first paint are there."""
        features = self.window.features
        late = (features.analysis, features.fairness, features.whatif, features.simulation, features.variants)
        return features.repair is not None and None not in late

    @property
    def has_analysis(self) -> bool:
        return self.window.features.analysis is not None

    @property
    def analysis(self) -> AnalysisController:
        return present(self.window.features.analysis)

    @property
    def overlays(self) -> Overlays:
        return self.analysis.overlays

    @property
    def overlay_panel(self) -> OverlayPanel:
        return self.analysis.overlay_panel

    def overlay(self, kind: type[AnyOverlay]) -> AnyOverlay:
        return of_type(self.overlays[kind.id], kind)

    @property
    def sight(self) -> SightController:
        return present(self.window.features.sight)

    @property
    def unit_sides(self) -> UnitSidesController:
        return self.sight.arcs

    @property
    def attack(self) -> AttackController:
        return present(self.window.features.attack)

    @property
    def path(self) -> PathController:
        return present(self.window.features.path)

    @property
    def fairness(self) -> FairnessController:
        return present(self.window.features.fairness)

    @property
    def what_if(self) -> WhatIfController:
        return present(self.window.features.whatif)

    @property
    def simulation(self) -> SimulationController:
        return present(self.window.features.simulation)

    @property
    def watch(self) -> WatchController:
        return present(self.window.features.watch)

    @property
    def variants(self) -> VariantsController:
        return present(self.window.features.variants)

    @property
    def repair(self) -> RepairController:
        return present(self.window.features.repair)


class EditorDriver(WindowParts):
    """A window with a session, and the actions of a user in it."""

    def __init__(self, window: MainWindow, qtbot: QtBot, session: Session, folder: Path) -> None:
        super().__init__(window)
        self.qtbot, self.session, self.folder = qtbot, session, folder

    @property
    def document(self) -> Document:
        return present(self.session.document)

    @property
    def file(self) -> Path:
        """The document's file."""
        return present(self.document.path)

    @property
    def scenario(self) -> Scenario:
        return self.document.scenario

    @property
    def findings(self) -> list[Finding]:
        return self.findings_panel.model.findings

    @property
    def steps(self) -> int:
        return self.document.undo_stack.count()

    def open(self, name: str = "ember-court", *, change: tuple[str, str] = ("", "")) -> Document:
        """Open a copy of a shipped arena, with ``change[0]`` replaced by ``change[1]``, and wait for findings.

        A map that has it open already is closed first.
        """
        text = (SCENARIOS / f"{name}.yaml").read_text(encoding="utf-8")
        assert change[0] in text
        path = self.folder / f"{name}.yaml"
        path.write_text(text.replace(*change), encoding="utf-8")
        already = self.session.map_of(path)
        if already is not None:
            self.session.close(already)
        document = self.session.open(path)
        self.settle()
        return document

    def open_hedge_country(self) -> None:
        """Open a new map of a ruleset with hexside features."""
        self.session.new("Hedges", layout=Layout.ODD_Q, size=(8, 8), ruleset="hexside-ww2")
        self.settle()

    def rename(self, name: str = "Other") -> None:
        """Rename the scenario in its panel."""
        self.general_page.name.setText(name)
        self.scenario_panel.commit()

    def another_window(self, session: Session | None = None) -> WindowParts:
        """Return another window of the session, or one of another session."""
        window = MainWindow(session or self.session)
        self.qtbot.addWidget(window)
        return WindowParts(window)

    def settle(self) -> None:
        """Wait until all that was started is finished, deferred work too."""
        self.qtbot.wait(10)
        self.qtbot.waitUntil(lambda: not has_deferred_work())

    def dialog(self, kind: type[W]) -> W:
        """Return the only visible dialog of a class."""
        self.settle()
        (found,) = (it for it in self.window.findChildren(kind) if it.isVisible())
        return found

    def key(self, key: str, on: QWidget | None = None) -> None:
        QTest.keySequence(on or self.window, key)
        self.settle()

    def click(self, view: QAbstractItemView, index: QModelIndex, button: Qt.MouseButton) -> None:
        view.scrollTo(index)
        QTest.mouseClick(view.viewport(), button, pos=view.visualRect(index).center())
        self.settle()

    def hex(self, label: str) -> Hex:
        return self.scenario.board.parse(label)

    def terrain(self, label: str) -> str:
        return self.scenario.board.terrain_at(self.hex(label))[-1]
