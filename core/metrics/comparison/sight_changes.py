"""What opens and closes between two states of a board: pairs of hexes that see each other in one of them alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Orientation
from fairground.core.metrics.compared_zones import opposing
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.visibility import visibility

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: How many of the pairs that open or close are named.
NAMED: Final = 12


class ZoneSight(NamedTuple):
    """How many pairs of hexes of two zones see each other, of how many."""

    zones: tuple[str, str]
    before: int
    after: int
    of: int


@dataclass(frozen=True, slots=True)
class SightChange:
    """Which pairs of hexes see each other in one state alone, each pair counted once.

    ``opened_pairs`` and ``closed_pairs`` name the first few, the nearest first. ``zones`` has each two zones that lie against
    each other, changed or not.
    """

    opened: int
    closed: int
    opened_pairs: tuple[tuple[Hex, Hex], ...]
    closed_pairs: tuple[tuple[Hex, Hex], ...]
    zones: tuple[ZoneSight, ...]


def sight_changes(
    before: Scenario, after: Scenario, reach: int | None, zones: Sequence[str] | None
) -> SightChange:
    """Return what opens and closes from one state of a board to the other, as far as ``reach`` (None: as the board goes).

    ``zones`` are ids, each set against each other; None is the deployment zones of sides that are not allied.

    Raises
    ------
    ScenarioError
        When there is no such zone, or the ruleset draws lines of sight between bases rather than hexes.
    LimitError, UsageError
        As ``visibility`` does.
    """
    board = after.board
    was, now = visibility(before, reach), visibility(after, reach)
    lanes = Lanes(board.layout, board.columns, board.rows)
    counts = [0, 0]
    pairs: tuple[list[tuple[Hex, Hex]], list[tuple[Hex, Hex]]] = ([], [])
    for offset in _offsets(board):
        earlier, later = was.from_where(offset), now.from_where(offset)
        for way, bits in enumerate((later & ~earlier, earlier & ~later)):
            if bits:
                counts[way] += bits.bit_count()
                if len(pairs[way]) < NAMED:
                    pairs[way].extend((at, at + offset) for at in _hexes(board, lanes, bits))
    between = []
    for a, b in opposing(after, zones):
        one, other = (it.shape.mask(board) & ~board.void for it in (a, b))
        of = int(one.sum()) * int(other.sum())
        between.append(ZoneSight((a.id, b.id), was.between(one, other), now.between(one, other), of))
    opened, closed = (tuple(it[:NAMED]) for it in pairs)
    return SightChange(counts[0], counts[1], opened, closed, tuple(between))


def _offsets(board: Board) -> list[Hex]:
    """Return one of each two opposite offsets between hexes of a board, the shortest first."""
    flat = board.layout.orientation is Orientation.FLAT
    lines, length = (board.columns, board.rows) if flat else (board.rows, board.columns)
    # Lines are shifted against each other by half a hex each.
    places = [
        (line, place)
        for line in range(lines)
        for place in range(1 if line == 0 else -length - line // 2, length - line // 2 + 1)
    ]
    found = [Hex(line, place) if flat else Hex(place, line) for line, place in places]
    found.sort(key=lambda it: max(abs(it.q), abs(it.r), abs(it.s)))
    return found


def _hexes(board: Board, lanes: Lanes, bits: int) -> Iterator[Hex]:
    """Yield the first hexes of some lanes, as many as are named."""
    wanted = lanes.set_lanes(bits)[:NAMED]
    for row, column in np.argwhere(np.isin(lanes.of_hexes, wanted)).tolist():
        yield board.layout.from_offset(column, row)
