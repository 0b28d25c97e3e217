"""Looks at games before all are played: known constants, and that the error stays what it is."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from fairground.core.simulation.settings import looks_of
from fairground.core.simulation.statistics.equivalence import ClaimState, standing
from fairground.core.simulation.statistics.interim_looks import ERROR, squares

BAND = (Fraction(9, 20), Fraction(11, 20))
LOOKS = looks_of(1110, 2, early=True)


@pytest.mark.parametrize(
    ("looks", "constant"),
    # C. Jennison and B. W. Turnbull 2000, Group Sequential Methods, table 2.3, two-sided 10%.
    [(1, 1.645), (2, 1.678), (3, 1.710), (4, 1.733), (5, 1.751)],
)
def test_obrien_and_flemings_constants(looks: int, constant: float) -> None:
    found = squares([100 * it for it in range(1, looks + 1)])
    assert sqrt(found[-1]) == pytest.approx(constant, abs=6e-4)
    assert found == tuple(found[-1] * looks / it for it in range(1, looks + 1))


@pytest.mark.parametrize(("tests", "quantile"), [(1, 1.6449), (2, 1.9600), (3, 2.1281), (4, 2.2415)])
def test_the_error_is_shared_by_several_tests(tests: int, quantile: float) -> None:
    assert sqrt(squares([500], tests)[0]) == pytest.approx(quantile, abs=1e-9)


def first_standing(
    rate: float, runs: int, *, alike: bool = False, draws: float = 0.0
) -> dict[ClaimState, float]:
    """Return how often games with a true rate end with which standing, at the first look that decides.

    ``alike`` takes the quantile of a single look at each of them, which is what must not be done.
    """
    toss = np.random.default_rng(20)
    played = np.diff([0, *LOOKS])
    decided = toss.binomial(played, 1 - draws, (runs, len(LOOKS))).cumsum(axis=1)
    fresh = np.diff(decided, axis=1, prepend=0)
    wins = toss.binomial(fresh, rate).cumsum(axis=1)
    bounds = squares(LOOKS[-1:]) * len(LOOKS) if alike else squares(LOOKS)
    known: dict[tuple[int, int, int], ClaimState] = {}
    found = dict.fromkeys(ClaimState, 0)
    for run in range(runs):
        at = ClaimState.OPEN
        for look, square in enumerate(bounds):
            key = look, int(wins[run, look]), int(decided[run, look])
            if key not in known:
                known[key] = standing(key[1], key[2], BAND, square)
            at = known[key]
            if at is not ClaimState.OPEN:
                break
        found[at] += 1
    return {it: count / runs for it, count in found.items()}


@pytest.mark.long
@pytest.mark.parametrize("draws", [0.0, 0.3])
def test_five_looks_err_no_more_often_than_one(draws: float) -> None:
    """At the edge of the band either claim is wrong as often as it can be: at most one time in twenty."""
    found = first_standing(0.55, 8000, draws=draws)
    slack = 3 * sqrt(0.05 * 0.95 / 8000)
    assert found[ClaimState.INSIDE] <= float(ERROR) + slack
    assert found[ClaimState.ABOVE] <= float(ERROR) + slack
    assert found[ClaimState.BELOW] == 0


def test_five_looks_at_the_usual_interval_would_err_too_often() -> None:
    found = first_standing(0.55, 8000, alike=True)
    assert found[ClaimState.INSIDE] + found[ClaimState.ABOVE] > 0.2


def test_an_even_map_is_called_fair_nearly_as_often_with_looks() -> None:
    found = first_standing(0.5, 4000)
    assert 0.86 < found[ClaimState.INSIDE] < 0.92
    assert found[ClaimState.ABOVE] + found[ClaimState.BELOW] == 0


def test_a_lopsided_map_is_found_out_at_the_first_looks() -> None:
    assert first_standing(0.75, 500)[ClaimState.ABOVE] == 1
    square = squares(LOOKS)[0]
    assert standing(round(0.75 * LOOKS[0]), LOOKS[0], BAND, square) is ClaimState.ABOVE


def test_looks_have_as_many_games_in_each_cell() -> None:
    assert looks_of(1110, 2, early=True) == (222, 444, 666, 888, 1110)
    assert looks_of(1110, 4, early=False) == (1112,)
    assert looks_of(10, 4, early=True) == (4, 8, 12)
    assert looks_of(1, 2, early=True) == (2,)
