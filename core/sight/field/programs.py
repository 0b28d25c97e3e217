"""Programs: how to combine a line from shorter lines, the same on every board.

The line to an offset crosses the same hexes wherever it starts, only shifted. So sums over the hexes of a line are computed
for all lines of an offset at once, from those of shorter offsets: a *program* cuts the line at some of the hexes that it
crosses, so that the straight lines between the cuts cross the hexes of the whole line. It lists hexes that a piece misses.

The pieces never overlap and exactly cover the line; the search only minimizes their number. Most offsets take two, as for
``u + v`` with the neighbours u and v in the Farey sequence; lines through corners take more, since a piece that begins
beside the line can pass a corner on the wrong side.

The programs of one sector (``fairground.core.sight.field.sector``) serve all twelve. Those up to ``SHIPPED_REACH`` hexes are
in ``resources/sight/programs.bin``; longer ones are searched when needed.
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

#: Hexes are one number each, so that moving them is an addition; coordinates stay far below this.
_ROW: Final = 1 << 14
#: The number of places for cuts to try first, nearest to the line.
_CUTS: Final = 14
#: The number of hexes that a piece may miss.
_MISSING: Final = 3
#: The cost of a piece that crosses a hex off the line.
_NEVER: Final = 1 << 20

#: The programs searched in this process.
_searched: dict[Step, Program] = {}


class Program(NamedTuple):
    """The cuts of a line, in order, and the loose hexes that no piece crosses.

    Each piece runs from one cut to the next and includes the hex of its first cut; the first piece begins at (0, 0), which is
    no cut, and the last ends with the line. Without cuts there are no pieces.
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
    """Return the programs of all offsets up to ``reach`` (at most 255) in the format of the shipped file."""
    content = bytearray()
    search = ProgramSearch()
    for a, b in offsets(reach):
        program = search.program(a, b)
        content += bytes((len(program.cuts), len(program.loose)))
        content += bytes(number for at in (*program.cuts, *program.loose) for number in at)
    return bytes(content)


def decode(content: bytes, reach: int) -> dict[Step, Program]:
    """Return the programs that ``encode`` wrote, by offset."""
    programs = {}
    place = 0
    for offset in offsets(reach):
        cuts, loose = content[place : place + 2]
        place += 2 + 2 * (cuts + loose)
        numbers = content[place - 2 * (cuts + loose) : place]
        hexes = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        programs[offset] = Program(hexes[:cuts], hexes[cuts:])
    return programs


@cache
def _shipped() -> dict[Step, Program]:
    return decode(zlib.decompress(SHIPPED.read_bytes()), SHIPPED_REACH)


class ProgramSearch:
    """Finds programs; exact, since pieces only cross hexes of the line, and the rest is listed."""

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
        """Return the places at which to cut a line of two hexes or more, including its ends."""
        last = len(ends) - 1
        x, y = np.divmod(ends[1:-1], _ROW)
        near: list[int] = (1 + np.argsort(abs(a * y - b * x), kind="stable")).tolist()
        # Of equal cuts the last: the piece used with its start is short then, and shared by many.
        halves = ((self._cost(ends, i, last), i) for i in near[:_CUTS])
        cost, _, cut = min((it + self._cost(ends, 0, i) if it < _NEVER else it, -i, i) for it, i in halves)
        if cost < 4:
            return [cut]
        count = _CUTS
        while count < 2 * len(near):
            chain = self._best_chain(ends, sorted(near[:count]))
            if chain is not None:
                return chain
            count *= 2
        return []

    def _best_chain(self, ends: NDArray[np.int64], near: list[int]) -> list[int] | None:
        """Return the cuts, out of some, with the fewest pieces and loose hexes; None if these do not suffice."""
        last = len(ends) - 1
        chains: dict[int, tuple[int, list[int]]] = {0: (0, [])}
        for j in [*near, last]:
            chains[j] = min(
                (cost + self._cost(ends, i, j), [*cuts, j] if j != last else cuts)
                for i, (cost, cuts) in chains.items()
                if (i, j) != (0, last)
            )
        least, cuts = chains[last]
        return cuts if least < _NEVER else None

    def _cost(self, ends: NDArray[np.int64], start: int, end: int) -> int:
        """Return the number of pieces and loose hexes between two places on a line."""
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
            # Comparing bytes is several times as fast.
            if stretch.tobytes() != moved.tobytes():
                return _NEVER
        return (start > 0 or len(piece) > 0) + missing

    def _between(self, start: int, end: int) -> NDArray[np.int64] | None:
        """Return the hexes between two of a line, relative to the first; None if that is no offset of the sector."""
        a, b = divmod(end - start, _ROW)
        return self._line(a, b) if a >= b else None

    def _line(self, a: int, b: int) -> NDArray[np.int64]:
        if (a, b) not in self._walked:
            self._walked[a, b] = _crossed(a, b)
        return self._walked[a, b]


def _crossed(a: int, b: int) -> NDArray[np.int64]:
    """Return the hexes that a line crosses, in order, as numbers.

    The corners of (x, y) are up to ``2a + b`` from its middle, in thirds of ``ay - bx``, so the line runs through the hex if
    ``3 * abs(ay - bx)`` is less. That is one y or two for each x; ordering by x, then y, follows the line.
    """
    x = np.arange(1, a)
    middle, out = 3 * b * x, 2 * a + b
    low = (middle - out) // (3 * a) + 1
    high = -((-middle - out) // (3 * a)) - 1
    hexes = np.stack([_ROW * x + low, _ROW * x + high], axis=1)
    wanted = np.ones(hexes.shape, np.bool_)
    wanted[:, 1] = high > low
    return hexes[wanted]
