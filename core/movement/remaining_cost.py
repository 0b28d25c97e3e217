"""The least cost to a goal from every hex and stance, ignoring turns, to guide the search for a path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.movement.stances import Stances

    Ints = NDArray[np.int64]

#: The cost where no path leads to the goal; larger than any sum.
FAR: Final = 1 << 62


def least_costs(stances: Stances, ends: Sequence[int], weight: int, hex_weight: int) -> Ints | None:
    """Return the least ``points * weight + hexes * hex_weight`` to any of the ends; ``FAR`` where no path leads there.

    Places, of ends and result, are numbered ``facing * hexes + hex``, facings 0-5. None if costs are too large to count.
    """
    moves = _BackwardMoves(stances, weight, hex_weight)
    least = np.full(6 * stances.steps.open.size, FAR, np.int64)
    is_waiting = np.zeros(least.size, np.bool_)
    #: For places reached twice in one round: the index that counts.
    last_index = np.empty(least.size, np.int32)
    waiting = np.array(ends, np.int64)
    least[waiting] = 0
    while len(waiting):
        costs = least[waiting]
        # Expand all places of about equal cost at once. The few that turn out cheaper later are expanded again, which is
        # faster than more rounds.
        bound = int(costs.min()) + moves.most + 1
        if bound >= FAR - moves.most:
            return None
        is_now = costs < bound
        now, later = waiting[is_now], waiting[~is_now]
        is_waiting[now] = False
        starts, totals = moves.back(now, costs[is_now])
        is_less = totals < least[starts]
        starts = starts[is_less]
        np.minimum.at(least, starts, totals[is_less])
        fresh = starts[~is_waiting[starts]]
        number = np.arange(len(fresh), dtype=np.int32)
        last_index[fresh] = number
        fresh = fresh[last_index[fresh] == number]
        is_waiting[fresh] = True
        waiting = np.concatenate((later, fresh))
    return least


class _BackwardMoves:
    """Steps and turnings from their ends back to their starts; ``most`` is the highest cost."""

    def __init__(self, stances: Stances, weight: int, hex_weight: int) -> None:
        self._size = stances.steps.open.size
        self._neighbours = stances.steps.neighbours
        self._weight, self._hex_weight = weight, hex_weight
        facings = np.arange(6)
        # The moves from one facing, rotated, are those from all.
        first = next(it for it in stances.starts if stances.all[it].facing == 0)
        turnings, steppings = stances.turnings[first], stances.steppings[first]
        turned = np.array([stances.all[it.stance].facing for it in turnings], np.int64).reshape(-1, 1)
        #: By move and facing at the end: the facing at the start, and the direction of the step.
        self._from = (facings - turned) % 6
        self._turning: Ints = np.array([it.cost for it in turnings], np.int64).reshape(-1, 1) * weight
        self._direction = (facings + np.array([[it.direction] for it in steppings], np.int64)) % 6
        sorts = list(stances.costs)
        self._sort = np.array([[sorts.index(it.sort)] for it in steppings], np.int64)
        self._points: NDArray[Any] = np.stack([it.points for it in stances.costs.values()])
        self.most = max(int(self._points.max()), *(it.cost for it in turnings)) * weight + hex_weight

    def back(self, places: Ints, costs: Ints) -> tuple[Ints, Ints]:
        """Return the places from which one move leads to these, and their costs."""
        facing, at = np.divmod(places, self._size)
        direction = self._direction[:, facing]
        start = self._neighbours[(direction + 3) % 6, at]
        points = self._points[self._sort, direction, start]
        possible = (start >= 0) & (points >= 0)
        steps = (facing * self._size + start)[possible]
        totals = (costs + points.astype(np.int64) * self._weight + self._hex_weight)[possible]
        turns = self._from[:, facing] * self._size + at
        return (
            np.concatenate((steps, turns.ravel())),
            np.concatenate((totals, (costs + self._turning).ravel())),
        )


#: Sums below this are exact in doubles.
_EXACT: Final = 1 << 53
#: The number where no path leads to the goal.
NEVER: Final = -1


class Outlook:
    """A lower bound of ``points * weight + hexes`` to a goal: turning that can be free counts as free."""

    def __init__(self, stances: Stances, goal: int, goal_stances: Sequence[int]) -> None:
        self._stances = stances
        size = stances.steps.open.size
        # Facing is ignored if it changes only the cost of turning.
        self._faces = stances.steps.mover.faces and len(stances.all) > 1
        count = 6 * size if self._faces else size
        self.weight = count + 1
        ends = sorted({self._layer(stance) * size + goal for stance in goal_stances})
        least = self._least(ends)
        if least is None:
            # Costs are too fine to count hexes as well.
            self.weight = 1
            least = self._least(ends)
        if least is None:
            raise LimitError(
                f"the costs of paths are fractions too small to add up exactly on {size:,} hexes: "
                f"1/{stances.scale} of a point"
            )
        self._layers = least.reshape(-1, size)

    def least(self, stance: int, at: int) -> int:
        """Return the number of a hex (``row * columns + column``) and stance; NEVER if no path leads to the goal."""
        number = int(self._layers[self._layer(stance), at])
        return NEVER if number >= FAR else number

    @property
    def hex_weight(self) -> int:
        """The number added per hex entered: 1, or 0 if costs are too fine."""
        return int(self.weight > 1)

    def _layer(self, stance: int) -> int:
        facing = self._stances.all[stance].facing
        return facing if self._faces and facing is not None else 0

    def _least(self, ends: Sequence[int]) -> Ints | None:
        """Return the numbers of all places, ``FAR`` or more where no path leads on; None if too large to be exact."""
        if self._faces:
            return least_costs(self._stances, ends, self.weight, self.hex_weight)
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        known = self._stances.steps.backward
        factor = self.weight * (self._stances.scale // self._stances.steps.scale)
        graph = csr_array((known.data * factor + self.hex_weight, known.indices, known.indptr), known.shape)
        costs = dijkstra(graph, indices=ends, min_only=True)
        is_far = ~np.isfinite(costs)
        if costs[~is_far].max() >= _EXACT:
            return None
        costs[is_far] = FAR
        least: Ints = costs.astype(np.int64)
        return least
