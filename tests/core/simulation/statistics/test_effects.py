"""Effects and χ²: known values, and how often the truth lies in the interval."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from fairground.core.simulation.statistics.effects import mean_effect
from fairground.core.simulation.statistics.wilson import chi_squared, wilson

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        # R. G. Newcombe 1998, Statistics in Medicine 17, "Interval estimation for the difference", table II, method 10.
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_for_two_cells_it_is_half_of_newcombes_difference(
    a: tuple[int, int], b: tuple[int, int], low: float, high: float
) -> None:
    """The rate of a, and one less that of b, have the mean 1/2 + (a - b)/2."""
    found = mean_effect([a, (b[1] - b[0], b[1])], HALF)
    assert found is not None
    assert (round(2 * found.low, 4), round(2 * found.high, 4)) == (low, high)


def test_one_cell_is_wilsons_interval() -> None:
    found, interval = mean_effect([(30, 50)], HALF), wilson(30, 50)
    assert found is not None
    assert found.low == pytest.approx(interval.low - 0.5)
    assert found.high == pytest.approx(interval.high - 0.5)


def test_without_games_in_a_cell_there_is_no_effect() -> None:
    assert mean_effect([(3, 5), (0, 0)], HALF) is None


@pytest.mark.parametrize("rates", [(0.5, 0.5), (0.8, 0.3), (0.45, 0.2, 0.3)])
def test_the_truth_lies_in_about_95_of_100_intervals(rates: tuple[float, ...]) -> None:
    toss = random.Random(5)  # noqa: S311  # no secret
    middle = Fraction(1, len(rates))
    truth = sum(rates) / len(rates) - float(middle)
    runs, games, inside = 600, 80, 0
    for _ in range(runs):
        found = mean_effect([(sum(toss.random() < it for _ in range(games)), games) for it in rates], middle)
        assert found is not None
        inside += found.low <= truth <= found.high
    assert 0.92 < inside / runs < 0.98


def test_chi_squared() -> None:
    found = chi_squared([30, 20, 10])
    assert found is not None
    # exp(-5), since there are two degrees of freedom.
    assert (int(found.statistic), found.freedom, found.p) == (10, 2, 0.006738)
    even = chi_squared([5, 5, 5, 5])
    assert even is not None
    assert (int(even.statistic), even.p) == (0, 1.0)
    assert chi_squared([0, 0, 0]) is None
