"""The path tool, and the base of tools that take two hexes: a drag from one to the other, or a click on each."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.app.texts import tr
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState

    Ends = tuple[Hex, Hex]


class EndsTool(Tool):
    """Sets an option of ``ToolState`` to a pair of hexes; the right button pins the hex that overlays look from.

    Overlays compute and draw what is between them.
    """

    #: The option that holds the pair.
    option: ClassVar[str]

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        self._start: Hex | None = None
        self._before: Ends | None = None
        # After a click the other end follows the pointer until the next one.
        self._follows = False
        super().__init__(state, parent)

    @abstractmethod
    def why_not(self, scenario: Scenario) -> str:
        """Return why the tool cannot be used in a scenario; empty when it can."""

    @property
    def ends(self) -> Ends | None:
        """The pair of hexes as it is now."""
        ends: Ends | None = getattr(self.state, self.option)
        return ends

    @ends.setter
    def ends(self, ends: Ends | None) -> None:
        setattr(self.state, self.option, ends)

    @property
    def is_point(self) -> bool:
        """Whether both ends are one."""
        return self.ends is not None and self.ends[0] == self.ends[1]

    def deactivate(self) -> None:
        """Keep the pair."""
        self._drop()
        super().deactivate()

    def press(self, p: Pointer) -> None:
        """Begin a pair, or end one that was begun with a click; pin a hex with the right button."""
        refusal = self.why_not(self.document.scenario) or self._off_board(p.hex)
        if refusal:
            self.refused.emit(refusal)
        elif p.is_right:
            self.state.pin = None if self.state.pin == p.hex else p.hex
        elif self._follows and self._start is not None:
            self.ends = (self._start, p.hex)
            self._drop()
        else:
            self._before = self.ends
            self._start = p.hex
            self.ends = (p.hex, p.hex)

    def move(self, p: Pointer) -> None:
        """Move the end to the pointer."""
        self._lead(p)
        self.hover(p)

    def release(self, p: Pointer) -> None:
        """Keep the pair; after a click without a drag, the end still follows the pointer."""
        if self._start is None or p.is_right:
            return
        if self.is_point:
            self._follows = True
        else:
            self._drop()

    def hover(self, p: Pointer | None) -> None:
        """Move the end to the pointer after a click."""
        if p is not None and self._follows:
            self._lead(p)
        super().hover(p)

    def cancel(self) -> None:
        """Restore the previous pair."""
        if self._start is not None:
            before = self._before
            self._drop()
            self.ends = before

    def _lead(self, p: Pointer) -> None:
        if self._start is not None and not p.is_right and not self._off_board(p.hex):
            self.ends = (self._start, p.hex)

    def _drop(self) -> None:
        self._start = self._before = None
        self._follows = False

    def _option_changed(self, what: str) -> None:
        if what == "document" or (what == self.option and self.ends is None):
            self._drop()
        super()._option_changed(what)

    def _off_board(self, at: Hex) -> str:
        board = self.board
        if not board.contains(at):
            return tr("That is off the board.")
        return (
            tr("{label} is not on the board.").format(label=board.hex_name(at))
            if board.void[board.cell(at)]
            else ""
        )


class PathTool(EndsTool):
    """Asks for a path; the right button pins the reach."""

    id = "path"
    title = tr("Path")
    group = "questions"
    options = ("path",)
    hint = tr(
        "Drag from hex to hex, or click both. Right button: pin the reach overlay. Escape: clear the path."
    )
    option = "path_ends"

    def why_not(self, scenario: Scenario) -> str:
        """Return why nothing can move; empty when something can."""
        return nothing_moves(scenario)
