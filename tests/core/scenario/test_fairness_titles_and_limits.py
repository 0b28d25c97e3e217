"""Measures: what follows from their specs, and that each has a function."""

from __future__ import annotations

from fairground.core.metrics.fairness.measure_functions import COMPUTATIONS
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, By, MeasureInput


def test_every_measure_but_symmetry_has_a_function() -> None:
    assert [*COMPUTATIONS, "symmetry"] == [*MEASURES]


def test_every_meaning_is_one_line_and_its_own() -> None:
    meanings = [it.meaning for it in MEASURES.values()]
    assert all(it[0].isupper() and it.endswith(".") and "\n" not in it for it in meanings)
    assert len(set(meanings)) == len(MEASURES)


def test_measures_of_sight_cuts_and_traffic_are_slow() -> None:
    assert [name for name, it in MEASURES.items() if it.is_slow] == [
        "first-shot", "exposure", "exposure-after-move", "high-ground-view", "choke-width", "routes", "traffic",
    ]  # fmt: skip
    assert [name for name, it in MEASURES.items() if it.is_sighted] == [
        "first-shot", "exposure", "exposure-after-move", "high-ground-view",
    ]  # fmt: skip


def test_shares_are_rated_by_limits_below_one() -> None:
    shares = [it for it in MEASURES.values() if it.is_share]
    assert {it.id for it in shares} >= {"exploration", "exposure", "exposure-after-move", "cover", "traffic"}
    assert all(band.amber < 1 for it in shares for band in it.bands.values())


def test_gates_are_rated_and_every_measure_depends_on_something() -> None:
    assert all(it.bands for it in MEASURES.values() if it.gates)
    assert all(it.depends_on for it in MEASURES.values())
    still = [name for name, it in MEASURES.items() if MeasureInput.STEPS not in it.depends_on]
    assert still == ["exposure", "symmetry"]
    assert all(
        next(iter(it.bands)) in (By.IMBALANCE, By.DIFFERENCE, By.LOWEST)
        for it in MEASURES.values()
        if it.bands
    )
