"""Hexes as whole numbers, for walking lines and for look-ups in flat arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import DIRECTIONS, Hex

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray


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
