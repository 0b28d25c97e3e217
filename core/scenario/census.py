"""Counting what lies on a board, kind by kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.scenario.board import PaletteEntry


def kind_counts(palette: Sequence[PaletteEntry], layer: NDArray[np.uint16]) -> dict[str, int]:
    """Return how many hexes have each kind, the most frequent first; of the same number, in the palette's order.

    ``layer`` holds indices into ``palette``, a hex each: ``board.terrain`` or ``board.effects``. A hex with a stack
    counts for each of its kinds; kinds without a hex are left out.
    """
    counts: Counter[str] = Counter()
    for entry, count in zip(
        palette, np.bincount(layer.ravel(), minlength=len(palette)).tolist(), strict=True
    ):
        for kind in dict.fromkeys(entry.kinds):
            counts[kind] += count
    return {kind: count for kind, count in counts.most_common() if count}
