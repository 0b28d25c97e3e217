"""Pairs of games: score tests with the variance of pairs, which are Wilson's if the games don't depend on each other."""

from __future__ import annotations

from fractions import Fraction
from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from fairground.core.simulation.statistics.effects import PairSums, PairTally
from fairground.core.simulation.statistics.wilson import wilson

OUTCOMES = st.tuples(st.sampled_from([0, 1, None]), st.sampled_from([0, 1, None]))
SQUARE = Fraction(2_7057, 10_000)
RATES = st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=200)


def tally(pairs: list[tuple[int | None, int | None]]) -> PairTally:
    found = PairTally()
    for one, other in pairs:
        found = found.with_pair(one, other)
    return found


@given(st.lists(OUTCOMES, max_size=30))
def test_sums_are_those_of_the_single_pairs(pairs: list[tuple[int | None, int | None]]) -> None:
    zone = [((one == 0) + (other == 0), (one is not None) + (other is not None)) for one, other in pairs]
    first = [((one == 0) + (other == 1), games) for (one, other), (_, games) in zip(pairs, zone, strict=True)]
    found = tally(pairs)
    assert found.played == len(pairs)
    for sums, expected in ((found.by_zone(), zone), (found.by_first(), first)):
        assert sums == (
            sum(w for w, _ in expected),
            sum(n for _, n in expected),
            sum(w * w for w, _ in expected),
            sum(w * n for w, n in expected),
            sum(n * n for _, n in expected),
        )
        assert sums.opposite.opposite == sums
        assert sums.opposite.excess(Fraction(1, 3)) == -sums.excess(Fraction(2, 3))


@given(st.lists(OUTCOMES), st.lists(OUTCOMES))
def test_tallies_add_up(
    some: list[tuple[int | None, int | None]], more: list[tuple[int | None, int | None]]
) -> None:
    assert tally(some) + tally(more) == tally(some + more)


@given(st.lists(OUTCOMES, min_size=20, max_size=200), RATES)
def test_the_interval_is_of_the_rates_that_the_test_does_not_reject(
    pairs: list[tuple[int | None, int | None]], bound: Fraction
) -> None:
    sums = tally(pairs).by_zone()
    interval = sums.interval(SQUARE)
    assert 0 <= interval.low <= interval.high <= 1
    if sums.lies_above(bound, SQUARE) and interval.high < 1:
        assert interval.low >= float(bound) - 1e-9
    if interval.low > float(bound) + 1e-9:
        assert sums.lies_above(bound, SQUARE)


def test_pairs_of_independent_games_have_about_the_interval_of_wilson() -> None:
    """Of 400 pairs at 55%, as many of each outcome as independence gives."""
    counts = {(0, 0): 121, (0, 1): 99, (1, 0): 99, (1, 1): 81}
    sums = tally([pair for pair, count in counts.items() for _ in range(count)]).by_zone()
    one, other = sums.interval(SQUARE), wilson(440, 800, SQUARE)
    assert isclose(one.low, other.low, abs_tol=0.0005)
    assert isclose(one.high, other.high, abs_tol=0.0005)


def test_pairs_that_share_their_luck_have_a_wider_interval_and_opposed_ones_a_narrower() -> None:
    shared = tally([(0, 0), (1, 1)] * 100).by_zone().interval(SQUARE)
    independent = tally([(0, 0), (1, 1), (0, 1), (1, 0)] * 50).by_zone().interval(SQUARE)
    assert shared.low < independent.low < independent.high < shared.high
    assert tally([(0, 1)] * 200).by_zone().lies_above(Fraction(49, 100), SQUARE)


def test_nothing_is_known_without_a_decided_game() -> None:
    assert PairSums().interval(SQUARE) == wilson(0, 0, SQUARE)
    assert not PairSums().lies_above(Fraction(1, 2), SQUARE)
