"""A board as one whole number, one bit a hex, so that one operation moves or joins all hexes at once.

Hexes are in *lanes*, line by line: rows on pointy-top boards, columns on flat-top ones, with coordinates swapped. A step of
``(x, y)``, x along a line and y lines on, is the same number of lanes everywhere. Next to each line some lanes are free for
the neighbours of its ends; their bits stay 0 (rule H-08).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.layout import Layout, Orientation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.field.sector import Step


@dataclass(frozen=True)
class Lanes:
    """The lanes of boards of one layout and size."""

    layout: Layout
    columns: int
    rows: int

    @property
    def _flat(self) -> bool:
        return self.layout.orientation is Orientation.FLAT

    @property
    def lines(self) -> int:
        """The number of lines."""
        return self.columns if self._flat else self.rows

    @property
    def length(self) -> int:
        """The number of hexes in a line."""
        return self.rows if self._flat else self.columns

    @cached_property
    def stride(self) -> int:
        """The number of lanes to the next line."""
        return self.length + 3

    @cached_property
    def total(self) -> int:
        """The number of lanes."""
        return (self.lines + 3) * self.stride

    @cached_property
    def every(self) -> int:
        """The number with every lane set."""
        return (1 << self.total) - 1

    def step(self, at: Hex) -> Step:
        """Return the coordinates (x, y) of an offset between hexes."""
        return (at.r, at.q) if self._flat else (at.q, at.r)

    def move(self, step: Step) -> int:
        """Return the number of lanes that a step moves."""
        return step[0] + step[1] * self.stride

    def lane(self, at: Hex) -> int:
        """Return the lane of a hex of the board or next to one."""
        return 2 * self.stride + self.move(self.step(at))

    @cached_property
    def of_hexes(self) -> NDArray[np.int64]:
        """The lanes of all hexes, of shape ``[rows, columns]``."""
        q, r = self.layout.axial_arrays(self.columns, self.rows)
        x, y = (r, q) if self._flat else (q, r)
        lanes: NDArray[np.int64] = 2 * self.stride + x + y * self.stride
        return lanes

    def spread(self, values: NDArray[np.int64], *, elsewhere: int) -> NDArray[np.int64]:
        """Return an array ``[rows, columns]`` as one value a lane, with a value for lanes without a hex."""
        lanes = np.full(self.total, elsewhere, np.int64)
        lanes[self.of_hexes] = values
        return lanes

    def pack(self, mask: NDArray[np.bool_]) -> int:
        """Return the number whose bits are a bool array ``[rows, columns]``."""
        bits = np.zeros(self.total, np.bool_)
        bits[self.of_hexes] = mask
        return pack_lanes(bits)

    def set_lanes(self, bits: int) -> NDArray[np.int64]:
        """Return the lanes whose bits are set, in order."""
        content = np.frombuffer(bits.to_bytes(-(-bits.bit_length() // 8), "little"), np.uint8)
        return np.flatnonzero(np.unpackbits(content, bitorder="little"))

    def first_lines(self, count: int) -> int:
        """Return the lanes of the first ``count`` lines."""
        line = np.arange(self.lines) < count
        mask = np.broadcast_to(line[:, None], (self.lines, self.length))
        return self.pack(mask.T if self._flat else mask)

    def starts(self, step: Step, known: dict[tuple[int, bool], int]) -> int:
        """Return the lanes from which a step does not leave its line of hexes by an end; ``known`` is a cache.

        Steps beyond the last line are not excluded: lanes there are empty, while past the end of a line the next begins.
        """
        x, y = step
        # The shift between lines; for an odd number of lines it depends on the start.
        odd = bool(y & 1)
        even_start = x + (y - 1 if self.layout.is_odd else y + 1) // 2 if odd else x + y // 2
        key = even_start, odd
        if key not in known:
            further = 1 if self.layout.is_odd else -1
            line, place = np.indices((self.lines, self.length))
            end = place + even_start + np.where(line & 1, further * odd, 0)
            inside = (end >= 0) & (end < self.length)
            known[key] = self.pack(inside.T if self._flat else inside)
        return known[key]


def pack_lanes(bits: NDArray[np.bool_]) -> int:
    """Return the number whose bits are a bool array by lane."""
    return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")
