"""The features that are created after the first paint of the map, one at a time, to keep start-up fast."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from fairground.editor.app.deferred import after_paint, next_turn
from fairground.editor.app.garbage_collection import Collector

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.document.document import Document
    from fairground.editor.features.repair.controller import RepairController
    from fairground.editor.features.simulation.controller import SimulationController
    from fairground.editor.features.variants.controller import VariantsController
    from fairground.editor.features.whatif.controller import WhatIfController
    from fairground.editor.shell.analysis import AnalysisController
    from fairground.editor.shell.main_window import MainWindow
    from fairground.editor.shell.map_page import MapPage


class LateFeatures(QObject):
    """Analysis, what-if, self-play, variants and repair; each None until it is created.

    ``show`` shows another state of the open document, ``commit`` takes over what is being typed.
    """

    def __init__(
        self, window: MainWindow, *, show: Callable[[Document], None], commit: Callable[[], None]
    ) -> None:
        super().__init__(window)
        self._window, self._show, self._commit = window, show, commit
        self.analysis: AnalysisController | None = None
        self.what_if: WhatIfController | None = None
        self.simulation: SimulationController | None = None
        self.variants: VariantsController | None = None
        self.repair: RepairController | None = None

    def follow(self, page: MapPage) -> None:
        """Create the features once the map on the page is painted; call this once."""
        after_paint(page.canvas, partial(self._make_analysis, page))

    def set_document(self, document: Document | None) -> None:
        """Look at another document, or at another state of the same."""
        if self.analysis is not None:
            self.analysis.set_document(document)

    def refresh_actions(self) -> None:
        """Allow what-ifs, or forbid them; the analysis does so for itself when it gets a document."""
        if self.what_if is not None:
            self.what_if.refresh_actions()

    def refresh(self) -> None:
        """Draw in the colours of the theme."""
        for controller in (self.analysis, self.what_if):
            if controller is not None:
                controller.refresh()

    def _make_analysis(self, page: MapPage) -> None:
        from fairground.editor.shell.analysis import AnalysisController
        from fairground.editor.shell.preloading import Preloading

        window, session = self._window, self._window.session
        analysis = AnalysisController(
            window.workbench,
            page.canvas,
            session.worker,
            window.docks,
            window.actions_by_id,
            session.settings,
        )
        self.analysis = analysis
        window.workbench.connect_analysis(analysis)
        analysis.set_document(session.document)
        # The pointer may have been over the map before.
        analysis.point_at(page.canvas.hovered_hex)
        analysis.catch_up()
        next_turn(self, partial(self._make_what_if, page, analysis))
        # What draws fans and lines of sight stands on it; it is long, and cannot be loaded in pieces.
        next_turn(self, partial(import_module, "shapely"))
        for name, make in (
            ("simulation", partial(self._make_simulation, analysis)),
            ("variants", partial(self._make_variants, page, analysis)),
            ("repair", partial(self._make_repair, analysis)),
        ):
            next_turn(self, partial(self._load, f"fairground.editor.features.{name}.controller", make))
        loading = Preloading(self)
        if (collector := _collector()) is not None:
            loading.done.connect(collector.spare)

    def _load(self, module: str, make: Callable[[], None]) -> None:
        import_module(module)
        # To load it and to make it together would hold the window up.
        next_turn(self, make)

    def _make_what_if(self, page: MapPage, analysis: AnalysisController) -> None:
        from fairground.editor.features.whatif.controller import WhatIfController

        self.what_if = WhatIfController(self._window, page, analysis, show=self._show, commit=self._commit)

    def _make_simulation(self, analysis: AnalysisController) -> None:
        from fairground.editor.features.simulation.controller import SimulationController

        window = self._window
        workers = window.session.worker, window.session.player
        self.simulation = SimulationController(
            window.workbench, workers, window.docks, window.actions_by_id, window
        )
        analysis.follow(self.simulation)

    def _make_variants(self, page: MapPage, analysis: AnalysisController) -> None:
        from fairground.editor.features.variants.controller import VariantsController

        window = self._window
        self.variants = VariantsController(
            window.workbench,
            page.canvas,
            window.session.worker,
            window.session.player,
            window.docks,
            window.actions_by_id,
            window,
        )
        analysis.follow(self.variants)

    def _make_repair(self, analysis: AnalysisController) -> None:
        from fairground.editor.features.repair.controller import RepairController

        window = self._window
        workers = window.session.worker, window.session.player
        self.repair = RepairController(
            window.workbench, analysis, workers, window.docks, window.actions_by_id, window
        )
        analysis.follow(self.repair)


def _collector() -> Collector | None:
    application = QCoreApplication.instance()
    return application.findChild(Collector) if application is not None else None
