"""Wilson's interval: known values, its coverage, and the exact comparison beside the rounded numbers."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.simulation.statistics.wilson import (
    DEFAULT_SQUARE,
    Interval,
    lies_above,
    lies_below,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # R. G. Newcombe 1998, Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


@given(games=st.integers(1, 3000), data=st.data())
def test_the_comparison_agrees_with_the_numbers(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    bound = data.draw(st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=1000))
    found = wilson(wins, games)
    if abs(found.high - bound) > 1e-9:
        assert lies_below(wins, games, bound, DEFAULT_SQUARE) == (found.high < bound)
    if abs(found.low - bound) > 1e-9:
        assert lies_above(wins, games, bound, DEFAULT_SQUARE) == (found.low > bound)


@given(games=st.integers(1, 3000), data=st.data())
def test_wins_and_losses_mirror_each_other(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    a, b = wilson(wins, games), wilson(games - wins, games)
    assert a.low == pytest.approx(1 - b.high, abs=1e-12)
    assert a.low <= wins / games <= a.high


@pytest.mark.parametrize("percent", [50, 40, 25, 10])
def test_the_true_rate_lies_in_about_95_of_100_intervals(percent: int) -> None:
    """Summed exactly over all outcomes of 100 games; that it is never far below is why Wilson's is taken."""
    games = 100
    weight = sum(
        comb(games, wins) * percent**wins * (100 - percent) ** (games - wins)
        for wins in range(games + 1)
        if (found := wilson(wins, games)).low <= percent / 100 <= found.high
    )
    assert 0.93 <= weight / 100**games <= 0.97
