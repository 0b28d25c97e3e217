"""How to put a line together from shorter lines, the same on every board.

The hexes that the line to an offset crosses are the same wherever it starts, moved along. So whatever holds for a
line hex by hex (one of them blocks; so much forest in all) is found for all lines of an offset at once, from what was
found for shorter offsets: a *program* cuts the line at some of the hexes that it crosses, so that the straight lines
between the cuts cross the hexes that the whole line does. Where a piece would miss a hex, the program names it.

The pieces of a program never overlap and together are the line, neither more nor less; what is searched is only how to
do with few of them. Most offsets take two, as for ``u + v`` with the neighbours u and v in the Farey sequence; those
whose line passes through corners take more, since a piece that begins beside it can pass a corner on the wrong side.

The programs of one sector (``fairground.core.sight.field.sector``) serve all twelve. Those of offsets up to ``SHIPPED_REACH``
hexes long come with the package, in ``resources/sight/programs.bin``; longer ones are searched when they are needed.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from fairground.core.sight.field.sector import Step

#: The longest offsets of a board of 100x100.
SHIPPED_REACH: Final = 150
SHIPPED: Final = Path(__file__).parents[3] / "resources" / "sight" / "programs.bin"

#: Hexes as one number each, so that moving them is an addition; coordinates stay far below this.
_ROW: Final = 1 << 14
#: How many places for cuts are looked at, those nearest to the line.
_CUTS: Final = 14
#: How many hexes of its stretch a piece may miss.
_MISSING: Final = 3
#: What a piece costs that crosses a hex which the line does not.
_NEVER: Final = 1 << 20

#: The programs that have been searched in this process.
_searched: dict[Step, Program] = {}


class Program(NamedTuple):
    """Where a line is cut, in order, and the hexes that it crosses but no piece does.

    Each piece runs from one cut to the next, and has the hex of the cut that it begins at too; the first one begins at
    (0, 0), which is no cut, and the last one ends where the line does. Without cuts there are no pieces.
    """

    cuts: tuple[Step, ...]
    loose: tuple[Step, ...]


def offsets(reach: int) -> Iterator[Step]:
    """Yield every offset of the sector up to ``reach`` hexes long, shorter ones first."""
    for length in range(1, reach + 1):
        for b in range(length // 2 + 1):
            yield length - b, b


def programs_for(wanted: Collection[Step]) -> dict[Step, Program]:
    """Return the programs of some offsets with ``a >= b >= 0``."""
    shipped = _shipped()
    search = ProgramSearch()
    for offset in wanted:
        if offset not in shipped and offset not in _searched:
            _searched[offset] = search.program(*offset)
    return {offset: shipped.get(offset) or _searched[offset] for offset in wanted}


def encode(reach: int) -> bytes:
    """Return the programs of all offsets up to ``reach`` (at most 255) as bytes, as the shipped file holds them."""
    told = bytearray()
    search = ProgramSearch()
    for a, b in offsets(reach):
        found = search.program(a, b)
        told += bytes((len(found.cuts), len(found.loose)))
        told += bytes(number for at in (*found.cuts, *found.loose) for number in at)
    return bytes(told)


def decode(told: bytes, reach: int) -> dict[Step, Program]:
    """Return the programs that ``encode`` wrote, by offset."""
    found = {}
    place = 0
    for offset in offsets(reach):
        cuts, loose = told[place : place + 2]
        place += 2 + 2 * (cuts + loose)
        numbers = told[place - 2 * (cuts + loose) : place]
        hexes = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        found[offset] = Program(hexes[:cuts], hexes[cuts:])
    return found


@cache
def _shipped() -> dict[Step, Program]:
    return decode(zlib.decompress(SHIPPED.read_bytes()), SHIPPED_REACH)


class ProgramSearch:
    """Finds programs, and caches lines; exact, since pieces cross hexes of the line alone and all others are named."""

    def __init__(self) -> None:
        self._walked: dict[Step, NDArray[np.int64]] = {}

    def program(self, a: int, b: int) -> Program:
        """Return a program with few pieces and loose hexes for an offset with ``a >= b >= 0``."""
        line = self._line(a, b)
        ends = np.concatenate([[0], line, [_ROW * a + b]])
        cuts = [int(ends[i]) for i in self._cuts(ends, a, b)] if len(line) > 1 else []
        used: list[NDArray[np.int64]] = [np.array(cuts, np.int64)]
        for start, end in zip([0, *cuts], [*cuts, int(ends[-1])], strict=True) if cuts else ():
            piece = self._between(start, end)
            used += [] if piece is None else [start + piece]
        met = np.concatenate(used)
        loose = np.setdiff1d(line, met).tolist() if len(met) < len(line) else []
        return Program(tuple(divmod(at, _ROW) for at in cuts), tuple(divmod(at, _ROW) for at in loose))

    def _cuts(self, ends: NDArray[np.int64], a: int, b: int) -> list[int]:
        """Return at which places to cut a line of two hexes or more, given with its ends."""
        last = len(ends) - 1
        x, y = np.divmod(ends[1:-1], _ROW)
        near: list[int] = (1 + np.argsort(abs(a * y - b * x), kind="stable")).tolist()
        # Of cuts that cost as much the last: what is used with its start is short then, and the same for many.
        halves = ((self._cost(ends, i, last), i) for i in near[:_CUTS])
        cost, _, cut = min((it + self._cost(ends, 0, i) if it < _NEVER else it, -i, i) for it, i in halves)
        if cost < 4:
            return [cut]
        count = _CUTS
        while count < 2 * len(near):
            found = self._best_chain(ends, sorted(near[:count]))
            if found is not None:
                return found
            count *= 2
        return []

    def _best_chain(self, ends: NDArray[np.int64], near: list[int]) -> list[int] | None:
        """Return the cuts, out of some, that leave the fewest pieces and loose hexes; None when these will not do."""
        last = len(ends) - 1
        ways: dict[int, tuple[int, list[int]]] = {0: (0, [])}
        for j in [*near, last]:
            ways[j] = min(
                (cost + self._cost(ends, i, j), [*cuts, j] if j != last else cuts)
                for i, (cost, cuts) in ways.items()
                if (i, j) != (0, last)
            )
        least, cuts = ways[last]
        return cuts if least < _NEVER else None

    def _cost(self, ends: NDArray[np.int64], start: int, end: int) -> int:
        """Return how many pieces and loose hexes it takes to get from one place on a line to another."""
        piece = self._between(int(ends[start]), int(ends[end]))
        if piece is None:
            return _NEVER
        missing = end - start - 1 - len(piece)
        if not 0 <= missing <= _MISSING:
            return _NEVER
        if len(piece):
            stretch, moved = ends[start + 1 : end], ends[start] + piece
            if missing:
                if moved[-1] > stretch[-1]:
                    return _NEVER
                stretch = stretch[stretch.searchsorted(moved)]  # both are in order
            # Bytes are compared several times as fast as numbers.
            if stretch.tobytes() != moved.tobytes():
                return _NEVER
        return (start > 0 or len(piece) > 0) + missing

    def _between(self, start: int, end: int) -> NDArray[np.int64] | None:
        """Return the hexes between two of a line, seen from the first; None where that is no offset of the sector."""
        a, b = divmod(end - start, _ROW)
        return self._line(a, b) if a >= b else None

    def _line(self, a: int, b: int) -> NDArray[np.int64]:
        if (a, b) not in self._walked:
            self._walked[a, b] = _crossed(a, b)
        return self._walked[a, b]


def _crossed(a: int, b: int) -> NDArray[np.int64]:
    """Return the hexes that a line crosses, in order, as numbers.

    The corners of (x, y) lie up to ``2a + b`` from its middle, in thirds of what ``ay - bx`` counts: so the line runs
    through it where this is less. That is one y or two for each x, and an order by x, then y, is one along the line.
    """
    x = np.arange(1, a)
    middle, out = 3 * b * x, 2 * a + b
    low = (middle - out) // (3 * a) + 1
    high = -((-middle - out) // (3 * a)) - 1
    found = np.stack([_ROW * x + low, _ROW * x + high], axis=1)
    wanted = np.ones(found.shape, np.bool_)
    wanted[:, 1] = high > low
    return found[wanted]
