"""Sets of hexes that a page can mark on its map, and the buttons that do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import GridError
from fairground.core.report.hex_data import runs
from fairground.core.report.markup import Markup, element
from fairground.core.report.wording import labels, named

if TYPE_CHECKING:
    from collections.abc import Collection

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board


class Marks:
    """The sets, each once, as runs; a button names one by its place in ``sets``."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._places: dict[frozenset[Hex], int] = {}
        self.sets: list[list[int]] = []

    def button(self, hexes: Collection[Hex], text: str = "") -> Markup | None:
        """Return a button that marks some hexes, with their labels unless there is a text; None where there are none."""
        key = frozenset(it for it in hexes if self._board.contains(it))
        if not key:
            return None
        if key not in self._places:
            self._places[key] = len(self.sets)
            self.sets.append(runs(self._board, key))
        return element(
            "button",
            text or named(labels(self._board, key)),
            type="button",
            data_set=self._places[key],
            aria_pressed="false",
        )

    def label_button(self, text: str | None) -> Markup | str | None:
        """Return a button for the hex of a label; the text itself where it is none of the board."""
        if text is None:
            return None
        try:
            at = self._board.parse(text)
        except GridError:
            return text
        return self.button([at], text) or text
