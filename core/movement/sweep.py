"""One turn of movement from many hexes at once, with the hexes of a stance as the bits of one number."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.movement.board_steps import IMPOSSIBLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.movement.stances import Sort, Stances
    from fairground.core.sight.field.lanes import Lanes


class Level(NamedTuple):
    """The hexes reached with exactly so many scaled points: lanes by stance."""

    spent: int
    hexes: list[int]


class Move(NamedTuple):
    """A move from one stance to another: a step, or turning in place."""

    stance: int
    #: The number of lanes that it moves; 0 for turning.
    lanes: int
    #: The points it takes of a turn, and the hexes from which it takes them.
    time: int
    hexes: int


#: Numbers below this are counted, which is faster than sorting them.
_FEW: Final = 1 << 16


def _different(points: NDArray[np.signedinteger]) -> list[int]:
    """Return the different numbers of points, without that of impossible steps."""
    if points.max(initial=IMPOSSIBLE) < _FEW:
        return np.flatnonzero(np.bincount(points.ravel() - IMPOSSIBLE)[-IMPOSSIBLE:]).tolist()
    return [int(it) for it in np.unique(points) if it != IMPOSSIBLE]


def moved(bits: int, lanes: int) -> int:
    """Return lanes shifted up, or down by a negative number."""
    return bits << lanes if lanes >= 0 else bits >> -lanes


class Sweep:
    """Spreads over a board for one turn, from starts or back from ends, all at once."""

    def __init__(self, stances: Stances, lanes: Lanes) -> None:
        self._stances = stances
        self._lanes = lanes

    def forward(self, starts: Sequence[int]) -> Iterator[Level]:
        """Yield the hexes reached in one turn from any of the starts (lanes by stance), by points."""
        return self._spread(starts, self.moves, backward=False)

    def backward(self, ends: Sequence[int]) -> Iterator[Level]:
        """Yield the hexes from which one of the ends is reached, by points."""
        return self._spread(ends, self._reversed, backward=True)

    @cached_property
    def moves(self) -> list[list[Move]]:
        """All moves, by their first stance."""
        known = {sort: self._by_cost(sort) for sort in self._stances.costs}
        return [
            [
                *(Move(it.stance, 0, it.cost, self._lanes.every) for it in turnings),
                *(
                    Move(it.stance, lanes, time, hexes)
                    for it in steppings
                    for lanes, time, hexes in known[it.sort][it.direction]
                ),
            ]
            for turnings, steppings in zip(self._stances.turnings, self._stances.steppings, strict=True)
        ]

    @cached_property
    def _reversed(self) -> list[list[Move]]:
        found: list[list[Move]] = [[] for _ in self.moves]
        for stance, moves in enumerate(self.moves):
            for it in moves:
                found[it.stance].append(it._replace(stance=stance, lanes=-it.lanes))
        return found

    def _by_cost(self, sort: Sort) -> list[list[tuple[int, int, int]]]:
        """Return, by direction, the lanes that a step moves, and its points with the hexes that take them."""
        by_direction = []
        shape = self._stances.steps.shape
        for step, time in zip(DIRECTIONS, self._stances.costs[sort].time, strict=True):
            lanes = self._lanes.move(self._lanes.step(step))
            known = _different(time)
            by_direction.append([(lanes, it, self._lanes.pack((time == it).reshape(shape))) for it in known])
        return by_direction

    def _spread(self, starts: Sequence[int], moves: list[list[Move]], *, backward: bool) -> Iterator[Level]:
        allowance = self._stances.allowance
        reached = [0] * len(moves)
        waiting: dict[int, list[int]] = {0: list(starts)}
        while waiting:
            spent = min(waiting)
            here = waiting.pop(spent)
            new_hexes = [0] * len(moves)
            # Repeat for moves that cost nothing.
            while any(here):
                at_once = [0] * len(moves)
                for stance, bits in enumerate(here):
                    new = bits & ~reached[stance]
                    if not new:
                        continue
                    reached[stance] |= new
                    new_hexes[stance] |= new
                    for it in moves[stance]:
                        then = spent + it.time
                        if then > allowance:
                            continue
                        hits = (
                            moved(new, it.lanes) & it.hexes if backward else moved(new & it.hexes, it.lanes)
                        )
                        if hits:
                            into = at_once if not it.time else waiting.setdefault(then, [0] * len(moves))
                            into[it.stance] |= hits
                here = at_once
            if any(new_hexes):
                yield Level(spent, new_hexes)
