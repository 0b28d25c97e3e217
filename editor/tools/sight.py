"""The sight tool: a line from hex to hex, and a hex to look from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError
from fairground.editor.document.known_rules import known_rules
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.pointer import Pointer
    from fairground.editor.tools.state import ToolState

    Ends = tuple[Hex, Hex]


class SightTool(Tool):
    """Draws the line of sight: a drag from hex to hex, or a click on each; the right button pins the fan.

    It only says between which hexes the line runs (``ToolState.sight_line``); others judge and draw it.
    """

    id = "sight"
    title = "Sight"
    hint = "Drag from hex to hex, or click both; right button: pin the fan; Escape: no line."

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        self._start: Hex | None = None
        self._before: Ends | None = None
        # After a click the other end follows the pointer until the next one.
        self._follows = False
        super().__init__(state, parent)

    def deactivate(self) -> None:
        """Let the line lie where it is."""
        self._drop()
        super().deactivate()

    def press(self, p: Pointer) -> None:
        """Begin a line, or end one that was begun with a click; pin the fan with the right button."""
        why_not = no_sight_lines(self.document.scenario) or _off_board(self, p.hex)
        if why_not:
            self.refused.emit(why_not)
        elif p.is_right:
            self.state.fan_pin = None if self.state.fan_pin == p.hex else p.hex
        elif self._follows and self._start is not None:
            self.state.sight_line = (self._start, p.hex)
            self._drop()
        else:
            self._before = self.state.sight_line
            self._start = p.hex
            self.state.sight_line = (p.hex, p.hex)

    def move(self, p: Pointer) -> None:
        """Have the end follow the pointer."""
        self._lead(p)
        self.hover(p)

    def release(self, p: Pointer) -> None:
        """Leave the line; after a click without a drag the end goes on following."""
        if self._start is None or p.is_right:
            return
        line = self.state.sight_line
        if line is not None and line[0] == line[1]:
            self._follows = True
        else:
            self._drop()

    def hover(self, p: Pointer | None) -> None:
        """Have the end follow the pointer after a click."""
        if p is not None and self._follows:
            self._lead(p)
        super().hover(p)

    def cancel(self) -> None:
        """Put the line back that was there before."""
        if self._start is not None:
            before = self._before
            self._drop()
            self.state.sight_line = before

    def _lead(self, p: Pointer) -> None:
        if self._start is not None and not p.is_right and not _off_board(self, p.hex):
            self.state.sight_line = (self._start, p.hex)

    def _drop(self) -> None:
        self._start = self._before = None
        self._follows = False

    def _option_changed(self, what: str) -> None:
        if what == "document" or (what == "sight_line" and self.state.sight_line is None):
            self._drop()
        super()._option_changed(what)


def no_sight_lines(scenario: Scenario) -> str:
    """Return the sentence that says why there are no lines of sight between hexes; empty when there are."""
    rules = known_rules(scenario)
    if rules is None:
        return f"The ruleset {scenario.ruleset.name} cannot be read, so that nobody knows who sees whom; see the findings."
    from fairground.core.sight.hex_lines import refuse_bases  # noqa: PLC0415  # the sights are loaded when used

    try:
        refuse_bases(rules)
    except ScenarioError as error:
        return f"{error}."
    return ""


def _off_board(tool: Tool, at: Hex) -> str:
    board = tool.board
    if not board.contains(at):
        return "That is beside the board."
    return f"{board.label(at)} is not on the board." if board.void[board.cell(at)] else ""
