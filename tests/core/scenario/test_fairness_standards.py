"""Standards: bands and gates set by a scenario or a caller."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairground.core import fairness
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.scenario.fairness_standards import standards_of, with_band, with_gates
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Band, By, Verdict
from fairground.core.scenario.parts import FairnessBands
from tests.core.metrics.fairness.contests import arena


def test_a_band_is_set_by_text() -> None:
    changed = with_band(MEASURES, "territory=1/10:0.25")
    assert changed["territory"].bands == {By.IMBALANCE: Band(Fraction(1, 10), Fraction(1, 4))}
    assert MEASURES["territory"].bands[By.IMBALANCE] == Band(Fraction(3, 40), Fraction(1, 8))
    changed = with_band(MEASURES, "contact.lowest=4:2")
    assert changed["contact"].bands[By.LOWEST] == Band(Fraction(4), Fraction(2))
    assert changed["contact"].bands[By.DIFFERENCE] == MEASURES["contact"].bands[By.DIFFERENCE]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("territory", "has no valid limits"),
        ("territory=1:x", "has no valid limits"),
        ("territory=1/0:1", "has no valid limits"),
        ("teritory=1:2", "Did you mean 'territory'"),
        ("traffic=1:2", "has no rating"),
        ("territory.lowest=1:2", "not rated by 'lowest'"),
        ("territory=1/5:1/10", "must be larger"),
        ("choke-width=2:3", "must be smaller"),
    ],
)
def test_bands_that_make_no_sense_are_refused(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        with_band(MEASURES, text)


def test_gates_are_set_by_name() -> None:
    changed = with_gates(MEASURES, ["safe-area", "territory"])
    assert [name for name, it in changed.items() if it.gates] == ["territory", "safe-area"]
    with pytest.raises(UsageError, match="Did you mean 'cover'"):
        with_gates(MEASURES, ["covr"])
    with pytest.raises(UsageError, match="has no rating"):
        with_gates(MEASURES, ["symmetry"])


def test_a_scenario_says_what_it_calls_fair() -> None:
    scenario = arena("......", zones={"west": "A1", "east": "F1"})
    assert standards_of(scenario) == MEASURES
    assert fairness(scenario, unit_class="heavy").verdict is Verdict.GREEN
    scenario.fairness = FairnessBands(
        {"contact.lowest": "1:1", "territory": "1/5:1/4"}, ("territory", "choke-width")
    )
    found = fairness(scenario, unit_class="heavy")
    assert found.verdict is Verdict.RED
    assert {it.id for it in found.measures if it.gates} == {"choke-width", "territory"}
    assert fairness(scenario, unit_class="heavy", standards=MEASURES).verdict is Verdict.GREEN


def test_a_scenario_that_calls_nonsense_fair_is_refused() -> None:
    scenario = arena("......", zones={"west": "A1", "east": "F1"})
    scenario.fairness = FairnessBands({"teritory": "1:2"})
    with pytest.raises(
        ScenarioError, match=r"invalid fairness settings in the scenario: .* Did you mean 'territory'"
    ):
        fairness(scenario)
