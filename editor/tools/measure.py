"""The measure tool: distances from hex to hex, leg by leg."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import distance
from fairground.core.grid.lines import hex_line, square_length
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.document.readable_ruleset import on_bases
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState


class MeasureTool(Tool):
    """Adds hexes to ``state.measured`` with clicks or drags. It changes nothing on the board.

    The first leg follows the pointer until its end is put down; further clicks add legs. The right button takes the
    last hex back.
    """

    id = "measure"
    title = tr("Measure")
    group = "questions"
    options = ("measure",)
    hint = tr("Click from hex to hex, or drag. Right button: one step back. Escape: start over.")

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        #: The hexes of the chain.
        self._put: tuple[Hex, ...] = ()
        self._before: tuple[Hex, ...] | None = None
        super().__init__(state, parent)

    def deactivate(self) -> None:
        """Keep the chain."""
        self._before = None
        self.state.measured = self._put if len(self._put) > 1 else ()
        super().deactivate()

    def press(self, p: Pointer) -> None:
        """Add a hex, or remove the last one."""
        if p.is_right:
            self._put = self._put[:-1]
            self.state.measured = self._put
        elif not self.board.contains(p.hex):
            self.refused.emit(tr("That is off the board."))
        else:
            self._before = self._put
            self._add(p.hex)
        self.hover(p)

    def move(self, p: Pointer) -> None:
        """Move the end of the leg to the pointer."""
        if self._before is not None:
            self._lead(p.hex)
        super().hover(p)

    def release(self, p: Pointer) -> None:
        """Add the end of a dragged leg."""
        if self._before is not None and self.board.contains(p.hex):
            self._add(p.hex)
        self._before = None
        self.hover(p)

    def hover(self, p: Pointer | None) -> None:
        """Move the end of the first leg to the pointer."""
        if p is not None and self._before is None and len(self._put) == 1:
            self._lead(p.hex)
        super().hover(p)

    def cancel(self) -> None:
        """Remove the hex of the press."""
        if self._before is not None:
            self._put = self.state.measured = self._before
            self._before = None
        self.refresh_preview()

    def escape(self) -> bool:
        """Remove all legs; return whether there were any."""
        had_some = bool(self.state.measured)
        self.state.measured = ()
        return had_some

    def words(self, p: Pointer) -> str:  # noqa: ARG002  # the chain does not depend on the pointer
        """Return the chain of legs in words."""
        return measure_words(self.document.scenario, self.state.measured)

    def preview(self, p: Pointer) -> AbstractSet[Hex]:
        """Return the hex line of the current leg, or the hex that a click would add."""
        measured = self.state.measured
        if len(measured) > len(self._put) > 0:
            return frozenset(hex_line(*measured[-2:]))
        return super().preview(p)

    def _add(self, at: Hex) -> None:
        if self._put[-1:] != (at,):
            self._put = (*self._put, at)
        self.state.measured = self._put

    def _lead(self, at: Hex) -> None:
        if self.board.contains(at):
            self.state.measured = self._put if at == self._put[-1] else (*self._put, at)

    def _option_changed(self, what: str) -> None:
        if what == "document" or (what == "measured" and not self.state.measured):
            self._put, self._before = (), None
        super()._option_changed(what)


def legs(measured: tuple[Hex, ...]) -> tuple[int, ...]:
    """Return the length of each leg in hexes."""
    return tuple(distance(a, b) for a, b in pairwise(measured))


def inches(board: Board, measured: tuple[Hex, ...]) -> float:
    """Return the total length of the straight legs in inches, from centre to centre (a hex across: rule BV-01)."""
    return board.hex_inches * sum(math.sqrt(square_length(b - a)) for a, b in pairwise(measured))


def measure_words(scenario: Scenario, measured: tuple[Hex, ...]) -> str:
    """Return a chain of legs in words: ``3 + 4 = 7 hexes``, with inches where the ruleset measures in them."""
    lengths = legs(measured)
    if not lengths:
        return ""
    chain = f"{' + '.join(map(str, lengths))} = " if len(lengths) > 1 else ""
    return f"{chain}{hex_count(sum(lengths))}{inch_words(scenario, measured)}"


def inch_words(scenario: Scenario, measured: tuple[Hex, ...]) -> str:
    """Return the length in inches, as ``, 5.3 in``; empty for rulesets that count hexes alone."""
    if not on_bases(scenario):
        return ""
    return tr(", {inches:.1f} in").format(inches=inches(scenario.board, measured))
