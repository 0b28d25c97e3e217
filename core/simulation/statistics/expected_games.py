"""The expected number of games by a stopping rule: the cost of an answer, before the first game."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.statistics.equivalence import FEWEST, passing
from fairground.core.simulation.statistics.sequential import BOUND, reached
from fairground.core.simulation.statistics.wilson import lies_above

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from fairground.core.simulation.statistics.equivalence import Band

#: The nodes of the grid for the score at a look, and its ends in standard deviations of all games.
_NODES: Final = 801
_WIDTH: Final = 6.0
#: The number of times at which the duration of the sequential test is integrated.
_TIMES: Final = 600


class ExpectedGames(NamedTuple):
    """The mean numbers of games for an even map and for one that is off by twice the margin, and the most; with no draws."""

    even: int
    off: int
    most: int


def rate_off(band: Band) -> Fraction:
    """Return the win rate of the better of two zones on a map that is off by twice the margin, or half of what is left."""
    high = band[1]
    return min(2 * high - (band[0] + high) / 2, (1 + high) / 2)


def games_with_looks(
    looks: Sequence[int], squares: Sequence[Fraction], band: Band, rate: float, *, unfair: bool
) -> float:
    """Return the mean number of games between two zones with looks for fair, and for ``unfair`` too.

    ``rate`` is the true win rate of one zone. The score at the looks is normal, on a grid.
    """
    last, spread = looks[-1], (looks[-1] * rate * (1 - rate)) ** 0.5
    at = np.linspace(-_WIDTH, _WIDTH, _NODES)
    step = at[1] - at[0]
    mean, share, before = 0.0, 1.0, 0
    left = np.zeros(0)
    for look, square in zip(looks, squares, strict=True):
        scale = ((look - before) / last) ** 0.5
        if before:
            kernel = np.exp(-((at[:, None] - at[None, :]) ** 2) / (2 * scale * scale))
            left = kernel @ left * step / (scale * (2 * np.pi) ** 0.5)
        else:
            left = np.exp(-(at**2) / (2 * scale * scale)) / (scale * (2 * np.pi) ** 0.5)
        mean += (look - before) * share
        wins = at * spread + look * rate
        left = np.where(_decides(wins, look, band, square, unfair=unfair), 0.0, left)
        share, before = float(left.sum() * step), look
    return mean


def _decides(
    wins: np.ndarray[tuple[int], np.dtype[np.float64]],
    look: int,
    band: Band,
    square: Fraction,
    *,
    unfair: bool,
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether so many wins, to the nearest whole number, decide at a look."""
    if look < FEWEST:
        return np.zeros(wins.shape, np.bool_)
    good = passing(look, band, square)
    found = (wins >= good.start - 0.5) & (wins < good.stop - 0.5)
    if unfair:
        above = bisect_left(range(look + 1), True, key=lambda it: lies_above(it, look, band[1], square))  # noqa: FBT003
        found |= (wins >= above - 0.5) | (wins <= look - above + 0.5)
    return found


def games_of_sequential_test(most: int, band: Band, rate: float) -> float:
    """Return the mean number of games until the sequential test shows a zone with this win rate to win too often."""
    edge, margin = float(band[1]), float(band[1] - band[0]) / 2
    height, drift = float(BOUND) * edge * (1 - edge) / margin, rate - edge - margin / 2
    fewest = min(FEWEST, most)
    times = np.linspace(fewest, most, _TIMES)
    running = [1 - reached(float(it), height, drift, rate * (1 - rate)) for it in times]
    rest = sum(
        (b - a) * (one + other) / 2
        for (a, b), (one, other) in zip(pairwise(times), pairwise(running), strict=True)
    )
    return fewest + float(rest)
