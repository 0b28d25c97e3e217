"""Hexes as whole numbers, for walking lines, and a board as flat arrays by these numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.scenario.arrays import hexside_table, step
from fairground.core.scenario.board import MIN_LEVEL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules.terrain import HexsideFeature
    from fairground.core.sight.board.facts import HexSightFacts, SightFacts


@dataclass(frozen=True, slots=True)
class Cells:
    """The hexes of ``columns`` q and ``rows`` r from ``first`` on, numbered column by column with gaps.

    Numbers are linear: a step adds the same to each. Thanks to the gaps the sum of two neighbours' numbers is unique and
    stands for the hexside between them.
    """

    first: Hex
    columns: int
    rows: int
    #: The difference of number to the next hex of the same r.
    stride: int = field(init=False)
    #: The differences of number of steps in the six directions.
    steps: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        stride = 2 * self.rows
        object.__setattr__(self, "stride", stride)
        object.__setattr__(self, "steps", tuple(it.q * stride + it.r for it in DIRECTIONS))

    @classmethod
    def around(cls, hexes: Iterable[Hex]) -> Cells:
        """Return the smallest cells that hold some hexes and everything that lines between them meet."""
        q, r = zip(*((at.q, at.r) for at in hexes), strict=True)
        return cls(Hex(min(q), min(r)), max(q) - min(q) + 1, max(r) - min(r) + 1)

    @property
    def size(self) -> int:
        """The upper bound of all numbers; those of hexsides are below twice this."""
        return self.columns * self.stride

    def holds(self, at: Hex) -> bool:
        """Return whether a hex is among them."""
        return 0 <= at.q - self.first.q < self.columns and 0 <= at.r - self.first.r < self.rows

    def holds_arrays(self, q: NDArray[np.int64], r: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of many hexes are among them, in the shape of the arguments."""
        q, r = q - self.first.q, r - self.first.r
        return (q >= 0) & (q < self.columns) & (r >= 0) & (r < self.rows)

    def number(self, at: Hex) -> int:
        """Return the number of a hex."""
        return (at.q - self.first.q) * self.stride + at.r - self.first.r

    def number_arrays(self, q: NDArray[np.int64], r: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of many hexes, in the shape of the arguments."""
        return (q - self.first.q) * self.stride + r - self.first.r

    def hex(self, number: int) -> Hex:
        """Return the hex of a number."""
        q, r = divmod(number, self.stride)
        return Hex(self.first.q + q, self.first.r + r)


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
