"""The parts of the window that features use, and the services that features offer to each other.

Each feature has a folder in ``editor/features`` with a function ``install(context)`` that creates its controller.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from PySide6.QtCore import QObject

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
    from fairground.editor.overlays.analysis_part import AnalysisPart
    from fairground.editor.overlays.change_signs import DifferenceMarks
    from fairground.editor.overlays.game_marks import GameMarks
    from fairground.editor.overlays.registry import Overlays
    from fairground.editor.overlays.repair_marks import RepairMarks
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
