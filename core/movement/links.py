"""Which hexes hang together: the steps of a mover as links between hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from fairground.core.movement.steps import Steps


def one_way(steps: Steps) -> NDArray[np.bool_]:
    """Return which steps can be made, as a bool array ``[6, hexes]``: a direction, then a node."""
    possible: NDArray[np.bool_] = (steps.cost >= 0).reshape(6, -1)
    return possible


def both_ways(steps: Steps) -> NDArray[np.bool_]:
    """Return which steps can be made there and back, as ``one_way`` does."""
    there = one_way(steps)
    back = np.empty_like(there)
    for direction in range(6):
        back[direction] = there[(direction + 3) % 6, steps.neighbours[direction]]
    return there & back


def adjacency(neighbours: NDArray[np.int32], linked: NDArray[np.bool_]) -> csr_array:
    """Return links as a sparse matrix of ones; both arguments are ``[6, hexes]``.

    Links to a neighbour off the board (-1) must not be set.
    """
    from scipy.sparse import csr_array  # noqa: PLC0415  # slow to import, and not every use of links needs it

    of_nodes = linked.T
    ends = neighbours.T[of_nodes]
    starts = np.zeros(len(of_nodes) + 1, np.int32)
    np.cumsum(linked.sum(axis=0), out=starts[1:])
    return csr_array((np.ones(len(ends)), ends, starts), shape=(len(of_nodes), len(of_nodes)))
