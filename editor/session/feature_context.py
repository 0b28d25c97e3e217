"""The parts of the window that features use, and the services that features offer to each other.

Each feature has a folder in ``editor/features`` with a function ``install(context)`` that creates its controller.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from PySide6.QtCore import QObject

from fairground.editor.app.texts import tr
from fairground.editor.document.events import watch
from fairground.editor.widgets.progress_parts import waiting_words
from fairground.editor.widgets.result_panel import ResultPanel, ResultTexts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction
    from pathlib import Path

    from PySide6.QtWidgets import QDockWidget, QWidget

    from fairground.core.finding import Finding
    from fairground.editor.app.actions import Actions
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.canvas.workbench import Workbench
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.fairness import FairnessRequest
    from fairground.editor.jobs.long_work import KeptWork, LongWork
    from fairground.editor.overlays.analysis_part import AnalysisPart
    from fairground.editor.overlays.change_signs import DifferenceMarks
    from fairground.editor.overlays.fairness import RepairMarks
    from fairground.editor.overlays.game_marks import GameMarks
    from fairground.editor.overlays.registry import Overlays
    from fairground.editor.overlays.what_if_frame import WhatIfFrame
    from fairground.editor.session.session import Session

Part = TypeVar("Part", bound=QObject)


class FeatureController(QObject):
    """The controller of a feature that follows the window; each method does nothing unless a feature overrides it."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.window)
        context.controllers.append(self)

    def set_document(self, document: Document | None) -> None:
        """Show another document, or another state of the same."""

    def look_at(self, document: Document) -> None:
        """Show another state of the document for comparison, while edits still go to the other one."""

    def refresh(self) -> None:
        """Redraw in the colours of the theme."""

    def leave_document(self) -> None:
        """Close what belongs to the open document, before another one is shown."""

    def commit(self) -> None:
        """Apply unfinished input to the document."""

    def remember(self) -> object:
        """Return what ``recall`` needs when the shown map is shown again after another one; None for nothing."""
        return None

    def recall(self, remembered: Any) -> None:  # noqa: ANN401  # each feature has its own
        """Show again what ``remember`` returned about the document, which is shown now."""

    def take_file(self, path: Path) -> bool:  # noqa: ARG002  # for subclasses
        """Take a file that was dropped on the map; return whether the feature can use it."""
        return False


class AnalysisService(Protocol):
    """Offers the overlays and the lines over the map to other features."""

    overlays: Overlays
    #: Marks the map while it is a what-if.
    frame: WhatIfFrame
    #: Marks the edits of a repair.
    repair_marks: RepairMarks
    #: Shows a moment of a recorded game.
    game_marks: GameMarks
    #: Marks the hexes that differ from another map.
    differences: DifferenceMarks

    def judge(self, document: Document | None) -> None:
        """Show lines, paths, units and attacks of a document, while the overlays stay with theirs."""

    def escape(self) -> None:
        """Remove the line of the active tool, or another; without a line, hide the overlays."""

    def take_away_lines(self) -> bool:
        """Remove the line of the active tool, or another; return whether there was one."""

    def say_state(self, sentence: str) -> None:
        """Show above all cards which state of the map they are about; an empty sentence means the map itself."""


class FairnessService(Protocol):
    """Offers the settings of the fairness panel to other features."""

    @property
    def question(self) -> FairnessRequest:
        """The class and mode that fairness is measured for."""

    @property
    def chosen_measure(self) -> str:
        """The id of the chosen measure; empty for none."""


class GameChoice(NamedTuple):
    """What games are played with; an empty force or order, or no bots, is the default.

    ``early`` is the most games and the margin of self-play that stops early; None if it plays a fixed number.
    """

    bots: tuple[str, ...] = ()
    force: str = ""
    order: str = ""
    seed: int = 1
    early: tuple[int, Fraction] | None = None


class SimulationService(Protocol):
    """Offers the settings of the self-play panel to other features."""

    @property
    def choice(self) -> GameChoice:
        """What games are played with."""


class DockHost(Protocol):
    """The docks around the map."""

    def put(self, name: str, panel: QWidget, title: QWidget) -> QDockWidget:
        """Put a panel and its title into the dock of their own, and return that."""

    def reveal(self, name: str) -> None:
        """Bring a panel to the front, unless the user has hidden it."""

    def open(self, name: str) -> None:
        """Show a panel, and bring it to the front."""


class FeatureContext(ABC):
    """The parts of the window that features use. The window implements it."""

    def __init__(
        self, window: QWidget, session: Session, workbench: Workbench, actions: Actions, docks: DockHost
    ) -> None:
        self.window, self.session, self.workbench = window, session, workbench
        self.actions, self.docks = actions, docks
        #: The controllers that follow the window, in the order in which they were installed.
        self.controllers: list[FeatureController] = []
        #: The parts of the analysis panel.
        self.analysis_parts: list[AnalysisPart] = []
        self.fairness: FairnessService | None = None
        self.simulation: SimulationService | None = None
        self._analysis: AnalysisService | None = None

    @property
    def analysis(self) -> AnalysisService:
        """The analysis, for features that are installed after it."""
        if self._analysis is None:
            raise LookupError("the analysis is not installed yet")
        return self._analysis

    @analysis.setter
    def analysis(self, service: AnalysisService) -> None:
        self._analysis = service

    @property
    def canvas(self) -> Canvas:
        """The map, for features that are installed when there is one."""
        if self.workbench.canvas is None:
            raise LookupError("there is no map yet")
        return self.workbench.canvas

    def find(self, kind: type[Part]) -> Part:
        """Return the panel or group of tool options of a class that the feature defines."""
        part: Part | None = self.window.findChild(kind)
        if part is None:
            raise LookupError(f"the window has no {kind.__name__}")
        return part

    @abstractmethod
    def commit(self) -> None:
        """Apply unfinished input to the document."""

    @abstractmethod
    def show_state(self, document: Document) -> None:
        """Show and edit another state of the open document: a copy for a what-if, or the document itself again."""

    @abstractmethod
    def look_at(self, document: Document) -> None:
        """Show another state of the document for comparison; edits still go to the other one."""

    @abstractmethod
    def add_above_map(self, bar: QWidget) -> None:
        """Put a bar over the map, across its whole width."""

    @abstractmethod
    def add_beside_map(self, view: QWidget) -> None:
        """Put a view beside the map, as wide as that."""

    @abstractmethod
    def notify(self, text: str, choices: Mapping[str, Callable[[], object]], *, sign: str = ...) -> None:
        """Show a notice over the map, with a button for each choice."""

    @abstractmethod
    def suggested_path(self, ending: str) -> Path:
        """Return the path for a file derived from the document, with another ending or, if empty, its own."""

    @abstractmethod
    def show_finding(self, finding: Finding) -> None:
        """Bring the hex of a finding into view."""

    @abstractmethod
    def show_hint(self, text: str) -> None:
        """Show a hint for the active tool in the status bar."""

    @abstractmethod
    def show_symmetry(self, text: str) -> None:
        """Show the active symmetry in the status bar."""

    @abstractmethod
    def edit_note(self) -> None:
        """Put the cursor into the note of the selected hex."""


Requests = TypeVar("Requests", bound="LongWork[Any]")
Panel = TypeVar("Panel", bound=ResultPanel)


class RequestController(FeatureController, Generic[Requests, Panel]):
    """Starts and stops the work by its actions; the result stays, marked as stale, when the map changes."""

    #: The text without a result, with the ``{key}`` that starts the work, and the one after a stop.
    invitation: str
    stopped: str
    #: The text that describes the state of the map for a result that is current, of a what-if, and stale.
    states: tuple[str, str, str]
    #: Whether the panel is visible; one behind another tab counts as visible for Qt.
    _is_seen: bool

    def __init__(self, context: FeatureContext, name: str, requests: Requests, panel: Panel) -> None:
        super().__init__(context)
        self._context, self._workbench, self._docks = context, context.workbench, context.docks
        self._actions, self._name = context.actions, name
        self._document: Document | None = None
        self.requests, self.panel = requests, panel
        requests.changed.connect(self._show)
        requests.ended_behind.connect(self._say_ended)
        requests.cancelled.connect(self._say_cancelled)
        self._dock = dock = context.docks.put(name, panel, panel.title)
        self._is_seen = not dock.visibleRegion().isEmpty()
        dock.visibilityChanged.connect(self._see)
        self._actions.on(panel.action_names[0], self.start)
        self._actions.on(panel.action_names[1], requests.stop)

    def set_document(self, document: Document | None) -> None:
        """Switch to another document, or to another state of the same one."""
        watch(self._document, document, self._changed)
        self._document = document
        self.requests.set_document(document)

    def remember(self) -> object:
        """Return the result."""
        return self.requests.remember()

    def recall(self, remembered: KeptWork[Any]) -> None:
        """Show the result again."""
        self.requests.recall(remembered)

    def _say_ended(self, document: Document) -> None:
        self._workbench.say(
            tr("{panel} has finished for {map}. Its tab shows the result.").format(
                panel=self._dock.accessibleName(), map=document.title
            )
        )

    def _say_cancelled(self, document: Document) -> None:
        self._workbench.say(
            tr(
                "{panel} for {map} had not started and was cancelled. Press {key} there to start it again."
            ).format(
                panel=self._dock.accessibleName(),
                map=document.title,
                key=self._key(self.panel.action_names[0]),
            )
        )

    def refresh(self) -> None:
        """Redraw in the colours of the theme."""
        self.panel.redraw()

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        self._actions[self.panel.action_names[0]].setEnabled(self._can_start)
        self._actions[self.panel.action_names[1]].setEnabled(self.requests.is_busy)

    def start(self) -> None:
        """Start the work on the current state of the map."""
        raise NotImplementedError

    @property
    def _can_start(self) -> bool:
        """Whether the work can start: there is a map, and no work under way on its current state."""
        return self._document is not None and (self.requests.is_old or not self.requests.is_busy)

    def _open(self) -> None:
        """Open the panel with its settings folded."""
        self._docks.open(self._name)
        self.panel.fold.setChecked(False)

    def _texts(self, notice: str) -> ResultTexts:
        key = self._key(self.panel.action_names[0])
        return ResultTexts(
            self.requests.describe_nothing(self.invitation.format(key=key), self.stopped),
            self.requests.describe_state(*self.states),
            notice,
            waiting_words(self.requests.waits_for),
        )

    def _show(self) -> None:
        """Show the result, or why there is none."""
        raise NotImplementedError

    def _see(self, seen: bool) -> None:  # noqa: FBT001  # slot of a signal
        self._is_seen = seen

    def _changed(self, event: object) -> None:
        """Follow a change of the document."""

    def _key(self, name: str) -> str:
        return self._actions.keymap.actions[name].shown_key
