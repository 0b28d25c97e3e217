"""A board as flat arrays by the numbers of hexes, for single lines of sight."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.scenario.arrays import hexside_table, step
from fairground.core.scenario.board import MIN_LEVEL
from fairground.core.sight.board.cells import Cells

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules.terrain import HexsideFeature
    from fairground.core.sight.board.facts import HexSightFacts, SightFacts

#: What affects lines, in a byte for fast look-up: no hex, ground of the lowest level, more than ground.
_NONE, _LOWEST, _ANY = 0, 1, 255
#: The difference from a level to the byte of its ground; there are about 120 levels.
_GROUND: Final = _LOWEST - MIN_LEVEL


class LineBoard:
    """The hexes (numbers of ``cells``) and hexsides (sums of two) of a board, with room for ``extra`` hexes off it."""

    def __init__(self, facts: SightFacts, extra: Iterable[Hex] = ()) -> None:
        self.facts = facts
        board = facts.scenario.board
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        corners = Hex(int(q.min()), int(r.min())), Hex(int(q.max()), int(r.max()))
        self.cells = Cells.around((*corners, *extra))
        ground = np.clip(board.elevation.astype(np.int64) + _GROUND, _LOWEST, _ANY - 1)
        bears = np.where(board.void, _NONE, np.where(facts.open_ground(), ground, _ANY))
        self._bears = _scattered(self.cells.size, self.cells.number_arrays(q, r), bears)
        self._found: dict[int, tuple[Hex, HexSightFacts]] = {}
        sides = hexside_table(board)
        far = step(sides.q, sides.r, sides.direction)
        numbers = self.cells.number_arrays(sides.q, sides.r) + self.cells.number_arrays(*far)
        known = np.array([bool(facts.known_features(names)) for names in sides.kinds], np.bool_)
        met = (
            known[sides.features] & self.cells.holds_arrays(sides.q, sides.r) & self.cells.holds_arrays(*far)
        )
        by_number = zip(numbers.tolist(), board.hexsides.items(), strict=True)
        self._hexsides = dict(compress(by_number, met.tolist()))
        #: Which hexsides have features known to the ruleset; empty if none has.
        self.has_feature = _scattered(2 * self.cells.size, numbers[met], _ANY) if self._hexsides else b""

    def features(self, number: int) -> tuple[Hexside, list[HexsideFeature]]:
        """Return a hexside with features known to the ruleset, and these."""
        side, names = self._hexsides[number]
        return side, self.facts.known_features(names)

    def bearing(self, hexes: Iterable[int], above: int) -> list[tuple[Hex, HexSightFacts]]:
        """Return the hexes that may affect lines: more than ground, or ground above the level ``above``."""
        bears, cached = self._bears, self._found
        least = max(above + _GROUND, _NONE)
        return [cached.get(number) or self._find(number) for number in hexes if bears[number] > least]

    def _find(self, number: int) -> tuple[Hex, HexSightFacts]:
        at = self.cells.hex(number)
        facts = self.facts.of_hex(at)
        if facts is None:
            raise AssertionError(at)
        entry = self._found[number] = at, facts
        return entry


def _scattered(size: int, numbers: NDArray[np.int64], values: NDArray[np.int64] | int) -> bytes:
    """Return bytes of a size, 0 except for values by number."""
    cells = np.zeros(size, np.uint8)
    cells[numbers] = values
    return cells.tobytes()
