"""Critical values for tests with several interim looks, at each of which play may stop.

Looking five times at a test that errs once in twenty errs more often in total. O'Brien and Fleming (1979, Biometrics 35)
require more of early looks: z >= C/√t after a share t of the games, with the one C that limits the error of all looks together.
The scores then sum to a Brownian motion that must stay below C at every look, which Armitage, McPherson and Rowe (1969, Journal
of the Royal Statistical Society A 132) integrate from look to look.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import pi, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: The error of each one-sided test. Two of them make the 90% interval of an equivalence test.
ERROR: Final = Fraction(1, 20)
#: C is rounded up to a multiple of 1 / _GRAIN, so that it is the same on every machine.
_GRAIN: Final = 10_000
#: The number of nodes of the quadrature, and its lower bound, below which the density is negligible.
_NODES: Final = 80
_DEPTH: Final = -8.0


def squares(looks: Sequence[int], tests: int = 1) -> tuple[Fraction, ...]:
    """Return the square of the quantile z that each look requires.

    ``looks`` are increasing numbers of games, at least a tenth of the last apart. ``tests`` share the error (Bonferroni).

    >>> [float(it) for it in squares([1110])]
    [2.70569601]
    """
    last = looks[-1]
    constant = _constant(tuple(Fraction(it, last) for it in looks), ERROR / tests)
    return tuple(constant * constant * last / it for it in looks)


@cache
def _constant(times: tuple[Fraction, ...], error: Fraction) -> Fraction:
    """Return C for looks at these shares of the games, the last of which is 1."""
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    low, high = 0, 10 * _GRAIN
    while high - low > 1:
        middle = (low + high) // 2
        if _crossing(times, middle / _GRAIN, nodes, weights) <= error:
            high = middle
        else:
            low = middle
    return Fraction(high, _GRAIN)


def _crossing(
    times: tuple[Fraction, ...], bound: float, nodes: NDArray[np.float64], weights: NDArray[np.float64]
) -> float:
    """Return the probability that a Brownian motion is at or above a bound at one of some times, by Gaussian quadrature."""
    half = (bound - _DEPTH) / 2
    at, weights = _DEPTH + half * (nodes + 1), half * weights
    below = _normal(at, float(times[0]))
    for before, now in pairwise(times):
        steps = _normal(at[:, None] - at[None, :], float(now - before))
        below = steps @ (weights * below)
    return 1.0 - float(weights @ below)


def _normal(at: NDArray[np.float64], variance: float) -> NDArray[np.float64]:
    density: NDArray[np.float64] = np.exp(-at * at / (2 * variance)) / sqrt(2 * pi * variance)
    return density
