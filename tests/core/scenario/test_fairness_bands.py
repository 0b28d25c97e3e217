"""Bands: where green ends and amber ends, and how they are set."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import fairness
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.metrics.fairness.measured_values import MeasuredValues, imbalance
from fairground.core.metrics.fairness.ratings import judge
from fairground.core.scenario.fairness_bands import (
    STANDARDS,
    Band,
    By,
    Verdict,
    standards_of,
    with_band,
    with_gates,
)
from fairground.core.scenario.parts import FairnessBands
from tests.core.metrics.fairness.contests import arena

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


def test_a_band_is_set_by_text() -> None:
    changed = with_band(STANDARDS, "territory=1/10:0.25")
    assert changed["territory"].bands == {By.IMBALANCE: Band(Fraction(1, 10), Fraction(1, 4))}
    assert STANDARDS["territory"].bands[By.IMBALANCE] == Band(Fraction(1, 20), Fraction(1, 10))
    changed = with_band(STANDARDS, "contact.lowest=4:2")
    assert changed["contact"].bands[By.LOWEST] == Band(Fraction(4), Fraction(2))
    assert changed["contact"].bands[By.DIFFERENCE] == STANDARDS["contact"].bands[By.DIFFERENCE]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("territory", "is no band"),
        ("territory=1:x", "is no band"),
        ("territory=1/0:1", "is no band"),
        ("teritory=1:2", "did you mean 'territory'"),
        ("traffic=1:2", "shown and not judged"),
        ("territory.lowest=1:2", "not judged by 'lowest'"),
        ("territory=1/5:1/10", "to larger values"),
        ("choke-width=2:3", "to smaller values"),
    ],
)
def test_bands_that_make_no_sense_are_refused(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        with_band(STANDARDS, text)


def test_gates_are_set_by_name() -> None:
    changed = with_gates(STANDARDS, ["safe-area", "territory"])
    assert [name for name, it in changed.items() if it.gates] == ["territory", "safe-area"]
    with pytest.raises(UsageError, match="did you mean 'cover'"):
        with_gates(STANDARDS, ["covr"])
    with pytest.raises(UsageError, match="shown and not judged"):
        with_gates(STANDARDS, ["symmetry"])


def test_a_scenario_says_what_it_calls_fair() -> None:
    scenario = arena("......", zones={"west": "A1", "east": "F1"})
    assert standards_of(scenario) == STANDARDS
    assert fairness(scenario, unit_class="heavy").verdict is Verdict.RED
    scenario.fairness = FairnessBands(
        {"contact.lowest": "1:1", "territory": "1/5:1/4"}, ("territory", "contact")
    )
    found = fairness(scenario, unit_class="heavy")
    assert found.verdict is Verdict.GREEN
    assert {it.id for it in found.measures if it.gates} == {"contact", "territory"}
    assert fairness(scenario, unit_class="heavy", standards=STANDARDS).verdict is Verdict.RED


def test_a_scenario_that_calls_nonsense_fair_is_refused() -> None:
    scenario = arena("......", zones={"west": "A1", "east": "F1"})
    scenario.fairness = FairnessBands({"teritory": "1:2"})
    with pytest.raises(ScenarioError, match=r"calls fair cannot be used: .* did you mean 'territory'"):
        fairness(scenario)


def test_who_never_can_makes_a_measure_red() -> None:
    reading = MeasuredValues("contact", "", {"a": Fraction(3), "b": None})
    assert judge(reading, STANDARDS["contact"], {"a": "", "b": ""}).band is Verdict.RED


@pytest.mark.parametrize("measure", STANDARDS)
def test_values_that_nobody_has_are_not_judged(measure: str) -> None:
    found = judge(MeasuredValues(measure, "", {"a": None, "b": None}), STANDARDS[measure], {"a": "", "b": ""})
    assert (found.band, found.imbalance) == (None, None)


def test_ar_06_only_parties_of_one_role_are_compared() -> None:
    values = {"a": Fraction(10), "b": Fraction(10), "guard": Fraction(1)}
    roles = {"a": "raider", "b": "raider", "guard": "guard"}
    found = judge(MeasuredValues("territory", "", values), STANDARDS["territory"], roles)
    assert found.band is Verdict.GREEN
    assert found.imbalance == 0
    assert found.note == "Not compared: guard (guard) have different parts to play."
