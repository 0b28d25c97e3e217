"""How much it takes to a goal from every hex and stance, turns aside: what a search for one path is guided by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.movement.steps import IMPOSSIBLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from fairground.core.movement.stances import Stances

    Ints = NDArray[np.int64]

#: Sums below this are exact in doubles.
_EXACT: Final = 1 << 53
#: Of what does not lead to the goal.
NEVER: Final = -1


class Outlook:
    """The least points to a goal, and the fewest hexes entered at that, as one number: ``points * weight + hexes``.

    Points are scaled as those of the stances. Turning that can be free counts as free, so that no way costs less.
    """

    def __init__(self, stances: Stances, goal: int, goal_stances: Sequence[int]) -> None:
        from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415  # slow to load

        self._stances = stances
        size = stances.steps.open.size
        # Where facing bears on no step, only on what turning costs, it is left aside.
        self._faces = stances.steps.mover.faces and len(stances.all) > 1
        count = 6 * size if self._faces else size
        self.weight = count + 1
        ends = sorted({self._layer(stance) * size + goal for stance in goal_stances})
        found = dijkstra(self._backward(), indices=ends, min_only=True)
        if found[np.isfinite(found)].max() >= _EXACT:
            # Costs so fine that the hexes cannot be counted beside them.
            self.weight = 1
            found = dijkstra(self._backward(), indices=ends, min_only=True)
        found[~np.isfinite(found)] = NEVER
        self._layers = found.astype(np.int64).reshape(-1, size)

    def least(self, stance: int, at: int) -> int:
        """Return the number of a hex (``row * columns + column``) and stance; NEVER where no way leads to the goal."""
        return int(self._layers[self._layer(stance), at])

    @property
    def hex_weight(self) -> int:
        """What a hex entered counts besides its points: 1, or nothing where costs are too fine."""
        return int(self.weight > 1)

    def _layer(self, stance: int) -> int:
        facing = self._stances.all[stance].facing
        return facing if self._faces and facing is not None else 0

    def _backward(self) -> csr_array[np.float64, tuple[int, int]]:
        """Return all steps, and turning, from their ends to their starts."""
        from scipy.sparse import csr_array  # noqa: PLC0415  # slow to load

        stances, steps = self._stances, self._stances.steps
        if not self._faces:
            known = steps.backward
            factor = self.weight * (stances.scale // steps.scale)
            return csr_array(
                (known.data * factor + self.hex_weight, known.indices, known.indptr), known.shape
            )
        size = steps.open.size
        cells = np.arange(size)
        bounds = np.zeros(6 * size + 1, np.int32)
        parts = []
        for facing in range(6):
            ways = list(self._ways_into(facing, cells))
            made = np.stack([cost != IMPOSSIBLE for _, cost in ways], axis=1)
            start = np.stack([start.astype(np.int32) for start, _ in ways], axis=1)[made]
            cost = np.stack([cost.astype(np.float64) for _, cost in ways], axis=1)[made]
            del ways
            bounds[facing * size + 1 : (facing + 1) * size + 1] = made.sum(axis=1)
            parts.append((start, cost))
        np.cumsum(bounds, out=bounds)
        # A part goes as soon as it is taken over: of the largest boards there is not room for all twice.
        starts, costs = np.empty(bounds[-1], np.int32), np.empty(bounds[-1], np.float64)
        end = len(starts)
        while parts:
            start, cost = parts.pop()
            starts[end - len(start) : end], costs[end - len(cost) : end] = start, cost
            end -= len(start)
        return csr_array((costs, starts, bounds), (6 * size, 6 * size))

    def _ways_into(self, facing: int, cells: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Yield from where each hex is come to so that one looks in a direction, and at what cost; IMPOSSIBLE for none."""
        stances, steps = self._stances, self._stances.steps
        size = len(cells)
        for stance in stances.starts:
            layer = self._layer(stance)
            for turning in stances.turnings[stance]:
                if self._layer(turning.stance) == facing:
                    yield cells + layer * size, np.full(size, turning.cost * self.weight, np.int64)
            for it in stances.steppings[stance] if layer == facing else ():
                start = steps.neighbours[(it.direction + 3) % 6]
                points = np.where(start >= 0, stances.costs[it.sort].points[it.direction][start], IMPOSSIBLE)
                cost = np.where(points == IMPOSSIBLE, IMPOSSIBLE, points * self.weight + self.hex_weight)
                yield start + layer * size, cost
