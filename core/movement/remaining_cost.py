"""How much it takes to a goal from every hex and stance, turns aside: what a search for one path is guided by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.movement.remaining_cost_by_facing import FAR, least_costs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

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
        self._stances = stances
        size = stances.steps.open.size
        # Where facing bears on no step, only on what turning costs, it is left aside.
        self._faces = stances.steps.mover.faces and len(stances.all) > 1
        count = 6 * size if self._faces else size
        self.weight = count + 1
        ends = sorted({self._layer(stance) * size + goal for stance in goal_stances})
        found = self._least(ends)
        if found is None:
            # Costs so fine that the hexes cannot be counted beside them.
            self.weight = 1
            found = self._least(ends)
        if found is None:
            raise LimitError(
                f"the costs of paths on {size:,} hexes are too fine: 1/{stances.scale} of a point"
            )
        self._layers = found.reshape(-1, size)

    def least(self, stance: int, at: int) -> int:
        """Return the number of a hex (``row * columns + column``) and stance; NEVER where no way leads to the goal."""
        found = int(self._layers[self._layer(stance), at])
        return NEVER if found >= FAR else found

    @property
    def hex_weight(self) -> int:
        """What a hex entered counts besides its points: 1, or nothing where costs are too fine."""
        return int(self.weight > 1)

    def _layer(self, stance: int) -> int:
        facing = self._stances.all[stance].facing
        return facing if self._faces and facing is not None else 0

    def _least(self, ends: Sequence[int]) -> Ints | None:
        """Return the numbers of all places, ``FAR`` or more where no way leads on; None when they are too large to be exact."""
        if self._faces:
            return least_costs(self._stances, ends, self.weight, self.hex_weight)
        from scipy.sparse import csr_array  # noqa: PLC0415  # slow to load
        from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415

        known = self._stances.steps.backward
        factor = self.weight * (self._stances.scale // self._stances.steps.scale)
        graph = csr_array((known.data * factor + self.hex_weight, known.indices, known.indptr), known.shape)
        found = dijkstra(graph, indices=ends, min_only=True)
        is_far = ~np.isfinite(found)
        if found[~is_far].max() >= _EXACT:
            return None
        found[is_far] = FAR
        least: Ints = found.astype(np.int64)
        return least
