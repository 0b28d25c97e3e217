"""The sequential test: it errs as seldom as it says, and ends clear maps soon."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.simulation.settings import StoppingRule, early_rule
from fairground.core.simulation.statistics.effects import PairTally
from fairground.core.simulation.statistics.equivalence import Claim
from fairground.core.simulation.statistics.sequential import (
    is_shown_above,
    last_square,
    sequential_interval,
)
from tools.check_stopping import PairModel, claims

FIVE, EDGE = Fraction(1, 20), Fraction(11, 20)


def pairs(*counts: int) -> PairTally:
    """Return a tally of pairs won twice by party 0, once by each, and twice by party 1."""
    both, one_each, none = counts
    return PairTally((both, one_each, 0, 0, none, 0, 0, 0, 0))


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_both_directions_are_tested_alike_and_not_shown_together(both: int, one_each: int, none: int) -> None:
    sums, mirrored = pairs(both, one_each, none).by_zone(), pairs(none, one_each, both).by_zone()
    assert sums.opposite == mirrored
    above = is_shown_above(sums, EDGE, FIVE)
    assert not (above and is_shown_above(mirrored, EDGE, FIVE))
    interval, other = sequential_interval(sums, FIVE), sequential_interval(mirrored, FIVE)
    assert interval.low == pytest.approx(1 - other.high)
    if above:
        assert interval.low >= float(EDGE) - 1e-9
        assert sums.wins > EDGE * sums.games


def test_pairs_that_the_first_mover_always_wins_say_nothing_against_the_zones() -> None:
    assert not is_shown_above(pairs(0, 500, 0).by_zone(), EDGE, FIVE)


def test_the_last_look_spends_the_error_that_the_test_leaves() -> None:
    """Few games leave the test little to do; many leave nothing to the last look."""
    once = Fraction(16_449, 10_000) ** 2
    few, usual, many = (last_square(games, EDGE, FIVE) for games in (100, 1110, 100_000))
    assert once <= few < usual < many
    assert float(few) == pytest.approx(float(once), rel=0.001)


def test_the_cheaper_rule_is_taken() -> None:
    def rule(games: int, cells: int, parties: int, margin: Fraction) -> StoppingRule:
        return early_rule(games, cells, parties, margin)[0]

    assert rule(1110, 2, 2, FIVE) is StoppingRule.SEQUENTIAL
    assert rule(1110, 1, 2, FIVE) is StoppingRule.SEQUENTIAL
    assert rule(279, 2, 2, Fraction(1, 10)) is StoppingRule.SEQUENTIAL
    # So small a margin leaves the test nothing to save.
    assert rule(1110, 2, 2, Fraction(1, 50)) is StoppingRule.LOOKS
    assert rule(1110, 3, 3, FIVE) is StoppingRule.LOOKS
    assert rule(30, 2, 2, FIVE) is StoppingRule.LOOKS


@pytest.mark.long
@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (PairModel(0.55), Claim.FAIR),
        (PairModel(0.55), Claim.UNFAIR),
        (PairModel(0.55, first=0.1), Claim.UNFAIR),
        (PairModel(0.5), Claim.UNFAIR),
    ],
    ids=["fair at the edge", "unfair at the edge", "unfair at the edge with a first move", "unfair if even"],
)
def test_a_wrong_claim_comes_in_one_of_twenty_runs_at_most(model: PairModel, wrong: Claim) -> None:
    runs = 4000
    found = claims(model, runs, games=1110, margin=FIVE, seed=5)
    # Three standard deviations of so many runs.
    assert found.shares[wrong] <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


@pytest.mark.long
def test_clear_maps_end_in_under_two_hundred_games_and_as_many_as_expected() -> None:
    clear = claims(PairModel(0.67), 2000, games=1110, margin=FIVE, seed=6)
    assert clear.games < 200
    assert clear.shares[Claim.UNFAIR] > 0.99
    even, off = (claims(PairModel(rate), 2000, games=1110, margin=FIVE, seed=7) for rate in (0.5, 0.6))
    assert even.games == pytest.approx(890, rel=0.03)
    assert off.games == pytest.approx(530, rel=0.05)
    assert even.shares[Claim.FAIR] > 0.87
