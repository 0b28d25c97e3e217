"""The base classes of the parts of the analysis panel: each has a card, and may draw over the map."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.marked_view import CanvasCover
    from fairground.editor.canvas.workbench import Workbench
    from fairground.editor.document.document import Document


class AnalysisPart(QObject):
    """Follows the document with a card that hides itself while it has nothing to show."""

    #: The lines on the map must be drawn again.
    redrawn = Signal()
    #: The card was shown or hidden: whether to bring its panel to the front.
    shown = Signal(bool)
    #: A hex or hexside that was chosen in the card.
    place_chosen = Signal(object)

    #: The id of the tool that the part belongs to; empty for none.
    tool: ClassVar[str] = ""
    #: Whether the card is below the legends of the overlays, and its lines below the others.
    is_below: ClassVar[bool] = False

    panel: QWidget

    @property
    def cover(self) -> CanvasCover | None:
        """The lines over the map; None for a card alone."""
        return None

    def set_document(self, document: Document | None) -> None:
        """Show another document, or another state of the same."""

    def refresh(self) -> None:
        """Redraw card and lines in the colours of the theme."""

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""

    def take_away(self) -> bool:
        """Remove the line that the tool has drawn; return whether there was one."""
        return False


Panel = TypeVar("Panel", bound=QWidget)


class ShownLine(Protocol):
    """The line between two hexes: computed again after every change, and drawn on the map."""

    def set_document(self, document: Document | None) -> None:
        """Follow another document."""

    def paint(self, frame: Frame) -> None:
        """Draw the line."""


class LineController(AnalysisPart, Generic[Panel]):
    """Wires a pair of hexes and the line between them to a card, a tool and the actions ``<id>.swap`` and ``<id>.clear``."""

    #: The id of the tool, and the option that holds the pair.
    tool: ClassVar[str]
    option: ClassVar[str]

    line: ShownLine
    panel: Panel

    def __init__(self, workbench: Workbench, actions: Actions, panel: Panel, parent: QObject) -> None:
        super().__init__(parent)
        self.workbench, self.state, self.panel = workbench, workbench.state, panel
        self._actions = actions
        self._scenario: Scenario | None = None
        actions.on(f"{self.tool}.swap", self.swap)
        actions.on(f"{self.tool}.clear", self.take_away)
        self.state.changed.connect(self._option_changed)

    @abstractmethod
    def refusal(self, scenario: Scenario) -> str:
        """Return why the tool cannot be used, as a sentence; empty if it can."""

    @abstractmethod
    def show_panel(self) -> None:
        """Update the card."""

    @property
    def ends(self) -> tuple[Hex, Hex] | None:
        """The pair of hexes."""
        ends: tuple[Hex, Hex] | None = getattr(self.state, self.option)
        return ends

    @property
    def cover(self) -> ShownLine:
        """The line over the map."""
        return self.line

    def set_document(self, document: Document | None) -> None:
        """Follow another document."""
        self._scenario = document.scenario if document else None
        self.line.set_document(document)

    def refresh(self) -> None:
        """Show card and map again."""
        was_hidden = self.panel.isHidden()
        self.show_panel()
        if was_hidden != self.panel.isHidden():
            self.shown.emit(was_hidden)
        self.redrawn.emit()

    def refresh_actions(self) -> None:
        """Enable the actions; where the tool cannot be used, disable them with the reason as tooltip."""
        if self._scenario is None:
            return
        why_not = self.refusal(self._scenario)
        for name in (f"tool.{self.tool}", f"{self.tool}.swap", f"{self.tool}.clear"):
            action = self._actions[name]
            is_tool = name.startswith("tool.")
            action.setEnabled(not why_not and (is_tool or self.ends is not None))
            action.setToolTip(why_not or self._actions.keymap.actions[name].tooltip)

    def swap(self) -> None:
        """Exchange start and end."""
        if self.ends is not None:
            setattr(self.state, self.option, self.ends[::-1])

    def take_away(self) -> bool:
        """Remove the pair; return whether there was one."""
        had_one = self.ends is not None
        setattr(self.state, self.option, None)
        return had_one

    def _option_changed(self, option: str) -> None:
        if option == self.option:
            self.refresh_actions()
