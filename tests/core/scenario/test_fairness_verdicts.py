"""Bands: the limits of green and amber, and ratings by them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.metrics.fairness.measured_values import MeasuredValues, imbalance
from fairground.core.metrics.fairness.ratings import judge
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Band, By, Verdict

numbers = st.fractions(min_value=0, max_value=100)


def test_a_bound_belongs_to_the_better_band() -> None:
    band = Band(Fraction(1, 20), Fraction(1, 10))
    told = [band.judge(By.IMBALANCE, Fraction(it)) for it in ("1/20", "51/1000", "1/10", "101/1000")]
    assert told == [Verdict.GREEN, Verdict.AMBER, Verdict.AMBER, Verdict.RED]


def test_what_should_be_large_is_judged_the_other_way_round() -> None:
    band = Band(Fraction(3), Fraction(2))
    told = [band.judge(By.LOWEST, Fraction(it)) for it in (4, 3, 2, 1)]
    assert told == [Verdict.GREEN, Verdict.GREEN, Verdict.AMBER, Verdict.RED]


@given(st.lists(numbers, min_size=1))
def test_imbalance_is_a_share_and_0_only_where_all_are_equal(values: list[Fraction]) -> None:
    found = imbalance(values)
    assert 0 <= found <= 1
    assert (found == 0) == (len(set(values)) == 1)


def test_who_never_can_makes_a_measure_red() -> None:
    reading = MeasuredValues("contact", "", {"a": Fraction(3), "b": None})
    assert judge(reading, MEASURES["contact"], {"a": "", "b": ""}).band is Verdict.RED


@pytest.mark.parametrize("measure", MEASURES)
def test_values_that_nobody_has_are_not_judged(measure: str) -> None:
    found = judge(MeasuredValues(measure, "", {"a": None, "b": None}), MEASURES[measure], {"a": "", "b": ""})
    assert (found.band, found.imbalance) == (None, None)


def test_ar_06_only_parties_of_one_role_are_compared() -> None:
    values = {"a": Fraction(10), "b": Fraction(10), "guard": Fraction(1)}
    roles = {"a": "raider", "b": "raider", "guard": "guard"}
    found = judge(MeasuredValues("territory", "", values), MEASURES["territory"], roles)
    assert found.band is Verdict.GREEN
    assert found.imbalance == 0
    assert found.note == "Not compared: no other side has the role of guard (guard)."
