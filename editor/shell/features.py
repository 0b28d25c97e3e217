"""The list of the editor's features and when each is installed, and the modules that are loaded in the background."""

from __future__ import annotations

from enum import Enum, auto
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from fairground.editor.app.deferred import after_paint, next_turn
from fairground.editor.app.garbage_collection import Collector
from fairground.editor.document.rule_answers import LOADED
from fairground.editor.session.feature_context import FeatureContext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from fairground.core.finding import Finding
    from fairground.editor.document.document import Document
    from fairground.editor.features.analysis.controller import AnalysisController
    from fairground.editor.features.attack.controller import AttackController
    from fairground.editor.features.clipboard.controller import ClipboardController
    from fairground.editor.features.compare.controller import CompareController
    from fairground.editor.features.drawing.controller import DrawingController
    from fairground.editor.features.exporting.controller import ExportController
    from fairground.editor.features.fairness.controller import FairnessController
    from fairground.editor.features.own_terrain.controller import OwnTerrainController
    from fairground.editor.features.palette.controller import PaletteController
    from fairground.editor.features.path.controller import PathController
    from fairground.editor.features.plugins.controller import PluginsController
    from fairground.editor.features.repair.controller import RepairController
    from fairground.editor.features.sight.controller import SightController
    from fairground.editor.features.simulation.controller import SimulationController
    from fairground.editor.features.tracing_image.controller import TracingImageController
    from fairground.editor.features.variants.controller import VariantsController
    from fairground.editor.features.watch.controller import WatchController
    from fairground.editor.features.whatif.controller import WhatIfController
    from fairground.editor.session.feature_context import FeatureController
    from fairground.editor.shell.main_window import MainWindow


class InstallTime(Enum):
    """The moment at which a feature is installed."""

    WINDOW = auto()
    #: With the map, before that is first painted.
    MAP = auto()
    AFTER_PAINT = auto()


class FeatureEntry(NamedTuple):
    """A feature: the name of its folder, whose ``controller.py`` has ``install(context)``, and when it is installed."""

    name: str
    time: InstallTime = InstallTime.AFTER_PAINT


#: All features with a controller, in the order in which they are installed. The cards of sight, attack and path come into the
#: analysis panel in this order.
FEATURES = (
    FeatureEntry("palette", InstallTime.WINDOW),
    FeatureEntry("findings", InstallTime.WINDOW),
    FeatureEntry("scenario", InstallTime.WINDOW),
    FeatureEntry("clipboard", InstallTime.WINDOW),
    FeatureEntry("tracing_image", InstallTime.WINDOW),
    FeatureEntry("board", InstallTime.WINDOW),
    FeatureEntry("exporting", InstallTime.WINDOW),
    FeatureEntry("drawing", InstallTime.MAP),
    FeatureEntry("own_terrain"),
    FeatureEntry("sight"),
    FeatureEntry("attack"),
    FeatureEntry("path"),
    FeatureEntry("analysis"),
    FeatureEntry("compare"),
    FeatureEntry("fairness"),
    FeatureEntry("whatif"),
    FeatureEntry("simulation"),
    FeatureEntry("watch"),
    FeatureEntry("variants"),
    FeatureEntry("repair"),
    FeatureEntry("plugins"),
)


class Features(QObject):
    """Installs the features, each under its name, and passes events on to all of them."""

    palette: PaletteController
    clipboard: ClipboardController
    tracing_image: TracingImageController
    exporting: ExportController
    drawing: DrawingController | None = None
    own_terrain: OwnTerrainController | None = None
    sight: SightController | None = None
    attack: AttackController | None = None
    path: PathController | None = None
    analysis: AnalysisController | None = None
    compare: CompareController | None = None
    fairness: FairnessController | None = None
    whatif: WhatIfController | None = None
    simulation: SimulationController | None = None
    watch: WatchController | None = None
    variants: VariantsController | None = None
    repair: RepairController | None = None
    plugins: PluginsController | None = None

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._context = WindowContext(window)
        for entry in FEATURES:
            if entry.time is InstallTime.WINDOW:
                self._load(entry)()

    def install_for_map(self) -> None:
        """Install the features that need the map, before its first paint or after; call this once."""
        for entry in FEATURES:
            if entry.time is InstallTime.MAP:
                self._load(entry)()
        after_paint(self._context.canvas, self._install_later)

    def _install_later(self) -> None:
        """Load and install one feature after the other. Each takes two turns, so that the window stays responsive."""
        self._load_next([entry for entry in FEATURES if entry.time is InstallTime.AFTER_PAINT])
        loading = Preloading(self)
        application = QCoreApplication.instance()
        collector = application.findChild(Collector) if application is not None else None
        if collector is not None:
            loading.done.connect(collector.spare)

    def _load_next(self, entries: list[FeatureEntry]) -> None:
        if entries:
            next_turn(self, partial(self._install_next, self._load(entries[0]), entries[1:]))
        else:
            # Slow to load, and needed to draw fans and lines of sight.
            import_module("shapely")

    def _install_next(self, install: Callable[[], None], entries: list[FeatureEntry]) -> None:
        # First, so that an error in a feature does not stop the others.
        next_turn(self, partial(self._load_next, entries))
        install()

    def _load(self, entry: FeatureEntry) -> Callable[[], None]:
        """Load the module of a feature; return a function that installs it."""
        module = import_module(f"fairground.editor.features.{entry.name}.controller")
        return partial(self._install, entry.name, module.install)

    def _install(self, name: str, install: Callable[[FeatureContext], QObject]) -> None:
        followers = self._context.controllers
        known = len(followers)
        setattr(self, name, install(self._context))
        for controller in followers[known:]:
            controller.set_document(self._window.workbench.document)

    def set_document(self, document: Document | None) -> None:
        """Show another document, or another state of the same."""
        for controller in self._context.controllers:
            controller.set_document(document)

    def refresh(self) -> None:
        """Redraw in the colours of the theme."""
        for controller in self._context.controllers:
            controller.refresh()

    def leave_document(self) -> None:
        """Close what belongs to the open document, before another one is shown."""
        for controller in self._context.controllers:
            controller.leave_document()

    def remember(self) -> dict[FeatureController, object]:
        """Return what each feature needs to show the open document again after another one."""
        known = {it: it.remember() for it in self._context.controllers}
        return {it: remembered for it, remembered in known.items() if remembered is not None}

    def recall(self, known: Mapping[FeatureController, object]) -> None:
        """Have each feature show what it remembered about the document, which is shown now."""
        for controller, remembered in known.items():
            controller.recall(remembered)

    def commit(self) -> None:
        """Write what is being typed into the document."""
        for controller in self._context.controllers:
            controller.commit()

    def take_file(self, path: Path) -> bool:
        """Offer a dropped file to the features; return whether one has taken it."""
        return any(controller.take_file(path) for controller in self._context.controllers)


class WindowContext(FeatureContext):
    """Offers the main window's parts to the features."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, window.session, window.workbench, window.actions_by_id, window.docks)
        self._main = window

    def commit(self) -> None:
        """Write what is being typed into the document."""
        self._main.commit()

    def show_state(self, document: Document) -> None:
        """Show and edit another state of the open document."""
        self._main.show_state(document)

    def look_at(self, document: Document) -> None:
        """Show another state of the document for comparison."""
        window = self._main
        self.canvas.set_document(document)
        window.panels.look_at(document)
        for controller in self.controllers:
            controller.look_at(document)
        window.session.validation_watch.watch(document)
        if window.navigator.voice is not None:
            window.navigator.voice.set_document(document)

    def add_above_map(self, bar: QWidget) -> None:
        """Put a bar over the map."""
        if self._main.page is not None:
            self._main.page.add_above(bar)

    def add_beside_map(self, view: QWidget) -> None:
        """Put a view beside the map."""
        if self._main.page is not None:
            self._main.page.add_beside(view)

    def notify(self, text: str, choices: Mapping[str, Callable[[], object]], *, sign: str = "advice") -> None:
        """Show a notice over the map."""
        if self._main.page is not None:
            self._main.page.notice.say(text, dict(choices), sign=sign)

    def suggested_path(self, ending: str) -> Path:
        """Return a path for a file made from the document, with another ending."""
        return self._main.flow.suggested(ending)

    def show_finding(self, finding: Finding) -> None:
        """Bring the hex of a finding into view."""
        self._main.docks.findings.chosen.emit(finding)

    def show_hint(self, text: str) -> None:
        """Show a hint for the tool in hand in the status bar."""
        self._main.status.show_hint(text)

    def show_symmetry(self, text: str) -> None:
        """Show the symmetry of drawing in the status bar."""
        self._main.status.show_symmetry(text)

    def edit_note(self) -> None:
        """Put the cursor into the note of the selected hex."""
        self._main.docks.open("hex")
        self._main.docks.hex.note.text.setFocus()


#: Modules in an order in which each loads little: dependencies first.
MODULES = (
    *LOADED,
    "fairground.core.files.clip_text",
    "fairground.editor.features.scenario.parts_page",
    "fairground.editor.features.scenario.units_page",
    "fairground.editor.features.scenario.zones_and_objectives_pages",
    "fairground.editor.features.findings.parts_fixes",
    "fairground.editor.features.findings.quick_fixes",
    "fairground.editor.features.fairness.controller",
    "fairground.editor.features.simulation.controller",
    "fairground.editor.features.watch.job",
    "fairground.editor.features.watch.controller",
    "fairground.editor.features.variants.controller",
    "fairground.editor.features.repair.controller",
    "fairground.editor.features.board.job",
    "fairground.editor.features.board.change_dialog",
    "fairground.editor.features.board.transform_dialogs",
    "fairground.editor.features.board.new_map",
    "fairground.editor.features.own_terrain.dialog",
    "fairground.editor.shell.dialogs.keyboard_help",
    "fairground.editor.shell.dialogs.change_keys",
    "fairground.editor.widgets.name_prompt",
    "fairground.editor.features.clipboard.stamps_panel",
    "fairground.editor.features.exporting.page_preview",
    "fairground.editor.features.exporting.dialog",
    "fairground.core.clients",
    "fairground.editor.features.importing.dialog",
)
#: The delay of the first module, and the pause between modules, in milliseconds.
_LATER, _PAUSE = 1500, 60
#: The number of tiles read in a turn.
_TILES = 6


class Preloading(QObject):
    """Loads one module in a turn of the event loop, then some tiles in each."""

    #: Everything is loaded.
    done = Signal()

    def __init__(self, parent: QObject, modules: tuple[str, ...] = MODULES, *, later: int = _LATER) -> None:
        super().__init__(parent)
        works: list[Callable[[], object]] = [partial(import_module, name) for name in modules]
        from fairground.core.pictures.tiles import tile_names

        # The next map may have a ruleset whose tiles have not been read yet.
        names = tile_names()
        works += [partial(_load_tiles, names[at : at + _TILES]) for at in range(0, len(names), _TILES)]
        self._left = works[::-1]
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)
        self._timer.start(later)

    def _next(self) -> None:
        if not self._left:
            self.done.emit()
            return
        self._left.pop()()
        self._timer.start(_PAUSE)


def _load_tiles(names: tuple[str, ...]) -> None:
    from fairground.core.pictures.tiles import load_tile

    for name in names:
        load_tile(name)
