"""The claim: known values, power, and that it never says more than the interval does."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.simulation.statistics.equivalence import (
    FEWEST,
    Claim,
    ClaimState,
    chance_of_fair,
    games_to_decide,
    passing,
    standing,
)
from fairground.core.simulation.statistics.interim_looks import squares
from tests.core.simulation.coins import counted

FIVE = (Fraction(9, 20), Fraction(11, 20))
TEN = (Fraction(2, 5), Fraction(3, 5))


def square(games: int, tests: int = 1) -> Fraction:
    return squares([games], tests)[0]


def test_1110_games_pass_with_527_to_583_wins_and_no_others() -> None:
    fair = [wins for wins in range(1111) if counted(wins, 1110 - wins).claim is Claim.FAIR]
    assert fair == list(range(527, 584))
    assert list(passing(1110, FIVE, square(1110))) == fair


@pytest.mark.parametrize(
    ("games", "band", "power", "least"),
    [(860, FIVE, 0.8, 859), (1110, FIVE, 0.9, 1090), (215, TEN, 0.8, 212), (279, TEN, 0.9, 273)],
)
def test_so_many_games_have_the_power(
    games: int, band: tuple[Fraction, Fraction], power: float, least: int
) -> None:
    """``least`` is the number of games from which on the power is never below; it goes up and down with the parity."""
    exact = sum(comb(games, wins) for wins in passing(games, band, square(games))) / 2**games
    assert exact >= power
    assert chance_of_fair(games, 2, band, square(games)) == round(exact, 4)
    assert chance_of_fair(least - 1, 2, band, square(least - 1)) < power
    assert all(chance_of_fair(it, 2, band, square(it)) >= power for it in range(least, games + 20))


def test_the_power_by_simulation() -> None:
    toss = random.Random(7)  # noqa: S311  # no secret
    good = passing(1110, FIVE, square(1110))
    runs = 4000
    fair = sum(toss.getrandbits(1110).bit_count() in good for _ in range(runs))
    assert abs(fair / runs - 0.9129) < 3 * (0.9129 * 0.0871 / runs) ** 0.5


def test_a_hundred_games_hardly_tell_55_from_50() -> None:
    """A two-sided exact test at 5%: why its silence is no sign of fairness."""
    games = 100

    def beyond(wins: int) -> bool:
        tail = sum(comb(games, it) for it in range(max(wins, games - wins), games + 1))
        return bool(40 * tail <= 2**games)

    power = sum(comb(games, it) * 55**it * 45 ** (games - it) for it in range(games + 1) if beyond(it))
    assert round(power / 100**games, 3) == 0.135


@pytest.mark.parametrize("rate", [Fraction(45, 100), Fraction(55, 100)])
@pytest.mark.parametrize("games", [215, 860, 1110])
def test_at_the_edge_of_the_band_either_claim_comes_about_in_one_of_twenty(
    games: int, rate: Fraction
) -> None:
    """Summed exactly; Wilson's interval keeps to it closely, not to the last digit."""
    weights = dict.fromkeys(ClaimState, 0.0)
    for wins in range(games + 1):
        weight = Fraction(
            comb(games, wins) * rate.numerator**wins * (rate.denominator - rate.numerator) ** (games - wins),
            rate.denominator**games,
        )
        weights[standing(wins, games, FIVE, square(games))] += float(weight)
    assert weights[ClaimState.INSIDE] < 0.054
    assert weights[ClaimState.ABOVE] + weights[ClaimState.BELOW] < 0.054


@given(
    wins=st.lists(st.integers(0, 2000), min_size=2, max_size=5),
    draws=st.integers(0, 2000),
    margin=st.sampled_from([Fraction(1, 50), Fraction(1, 20), Fraction(1, 10)]),
)
def test_a_claim_never_says_more_than_the_intervals(wins: list[int], draws: int, margin: Fraction) -> None:
    found = counted(*wins, draws=draws, margin=margin, planned=max(1, sum(wins) + draws))
    low, high = found.setting.band
    within = [low <= it.tested.low + 1e-12 and it.tested.high <= high + 1e-12 for it in found.zones]
    outside = [it.tested.high <= low + 1e-12 or it.tested.low >= high - 1e-12 for it in found.zones]
    if found.claim is Claim.FAIR:
        assert all(within)
        assert draws <= sum(wins)
        assert found.sentence.startswith("Fair to within")
    else:
        assert not found.sentence.startswith("Fair")
    if found.claim is Claim.UNFAIR:
        assert any(outside)
        assert sum(wins) >= FEWEST
        assert found.favoured or found.behind
    else:
        assert not found.sentence.startswith("Unfair")
        assert (found.favoured, found.behind) == ((), ())
    assert "for these bots (Take objectives) and this force (standard)" in found.sentence


def test_the_two_zones_of_an_unfair_map_are_named() -> None:
    found = counted(700, 410)
    assert found.claim is Claim.UNFAIR
    assert (found.favoured, found.behind) == (("north",), ("south",))
    assert counted(410, 700).favoured == ("south",)
    assert (
        "the win rate of south is 63.1%, 60.6% to 65.5% (90%), above 45% to 55%" in counted(410, 700).sentence
    )


def test_a_rate_says_that_draws_are_left_out() -> None:
    found = counted(410, 700, draws=290)
    assert found.claim is Claim.UNFAIR
    assert (
        "the win rate of south in the 1,110 games with a winner is 63.1%, 60.6% to 65.5% (90%)"
        in found.sentence
    )


def test_a_small_difference_is_not_unfair_however_sure_it_is() -> None:
    """53 of 100, of very many games: not even, and yet within the margin."""
    found = counted(53_000, 47_000)
    assert found.zones[0].interval.low > 0.5
    assert found.claim is Claim.FAIR


def test_few_games_decide_nothing() -> None:
    found = counted(60, 50)
    assert found.claim is Claim.NOT_DECIDED
    assert found.zones[0].standing is ClaimState.OPEN
    # 6/11 lies within the band, by half a point.
    assert found.games_needed is not None
    assert found.games_needed > 20_000
    each = -(-found.games_needed // 11)
    assert counted(6 * each, 5 * each).claim is Claim.FAIR


def test_fewer_than_a_hundred_games_with_a_winner_claim_nothing() -> None:
    """On so few the interval errs more often than it says: four of four lie above 59%, in one of eleven games at 55%."""
    found = counted(4, 0)
    assert found.zones[0].standing is ClaimState.ABOVE
    assert (found.claim, found.favoured) == (Claim.NOT_DECIDED, ())
    assert (
        "too few games had a winner: 4, but at least 100 are needed; if the rates stay the same, about 100 games in total"
        in found.sentence
    )
    assert (counted(99, 0, draws=50).claim, counted(100, 0, draws=50).claim) == (
        Claim.NOT_DECIDED,
        Claim.UNFAIR,
    )
    assert counted(4, 0, planned=50).chance_of_fair == 0


def test_no_number_of_games_decides_a_rate_on_the_edge() -> None:
    found = counted(110, 90)
    assert found.games_needed is None
    assert "no practical number of games" in found.sentence


@given(rate=st.fractions(Fraction(30, 100), Fraction(70, 100), max_denominator=200))
def test_so_many_games_would_decide(rate: Fraction) -> None:
    needed = games_to_decide([rate, 1 - rate], FIVE, square(100))
    if needed is None:
        assert rate in FIVE
        return
    # So many that the rate comes out whole.
    games = -(-needed // rate.denominator) * rate.denominator
    assert standing(int(games * rate), games, FIVE, square(100)) is not ClaimState.OPEN
    assert needed >= FEWEST
    fewer = 0 if needed == FEWEST else (needed - 1) // rate.denominator * rate.denominator
    assert not fewer or standing(int(fewer * rate), fewer, FIVE, square(100)) is ClaimState.OPEN


def test_mostly_draws_decide_nothing() -> None:
    assert counted(500, 500, draws=1000, margin=Fraction(1, 10)).claim is Claim.FAIR
    found = counted(500, 500, draws=1001, margin=Fraction(1, 10))
    assert found.claim is Claim.NOT_DECIDED
    assert found.games_needed is None
    assert "1,001 of 2,001 games ended in a draw" in found.sentence


def test_no_games_with_a_winner_decide_nothing() -> None:
    found = counted(0, 0, draws=10)
    assert found.claim is Claim.NOT_DECIDED
    assert found.zones[0].rate is None
    assert found.to_json()["zones"][0]["rate"] is None


def test_more_than_two_zones_share_the_error() -> None:
    """Three rates of which each by itself would pass at 90% need not pass together."""
    assert counted(470, 430, 450).claim is Claim.FAIR
    band = counted(470, 430, 450).setting.band
    alone, together = passing(1350, band, square(1350)), passing(1350, band, square(1350, tests=3))
    most = alone[-1]
    assert most not in together
    others = (1350 - most) // 2
    found = counted(most, others, 1350 - most - others)
    assert {it.wins for it in found.zones} <= set(alone)
    assert found.claim is Claim.NOT_DECIDED
    assert "(90%, widened for 3 zones)" in found.sentence


def test_the_zone_that_is_behind_is_named_of_several() -> None:
    found = counted(400, 400, 400, 150)
    assert found.claim is Claim.UNFAIR
    assert found.behind == ("west",)
    assert "the win rate of west is 11.1%" in found.sentence
    assert found.chi_squared is not None
    assert found.chi_squared.p < 0.001


@pytest.mark.parametrize("zones", [3, 4])
def test_even_zones_are_called_unfair_in_one_of_twenty_runs_at_most(zones: int) -> None:
    """And those that lie at the edge of the band fair: one zone has five points more, another five less."""
    toss = random.Random(3)  # noqa: S311  # no secret
    runs = 300
    even = [1 / zones] * zones
    edge = [1 / zones + 0.05, 1 / zones - 0.05, *even[2:]]
    for rates, wrong in ((even, Claim.UNFAIR), (edge, Claim.FAIR)):
        found = 0
        for _ in range(runs):
            drawn = toss.choices(range(zones), rates, k=600)
            found += counted(*map(drawn.count, range(zones))).claim is wrong
        assert found <= 0.05 * runs
