"""Connected components of pairs in arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def groups(
    count: int, first: NDArray[np.signedinteger], second: NDArray[np.signedinteger]
) -> NDArray[np.int64]:
    """Return the least member of the component of each of ``count`` nodes; ``first[i]`` and ``second[i]`` are connected."""
    group = np.arange(count)
    while True:
        one, other = group[first], group[second]
        apart = one != other
        if not apart.any():
            return group
        first, second, one, other = first[apart], second[apart], one[apart], other[apart]
        np.minimum.at(group, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(group, further := group[group]):
            group = further
