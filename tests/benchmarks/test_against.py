"""Test that two commits' figures are compared by the least of their rounds."""

from __future__ import annotations

from benchmarks.against import least, suites_of, table, worse

BEFORE = {"path": 10.0, "fan": 4.0, "gone": 1.0}
AFTER = {"path": 12.0, "fan": 4.2, "new": 3.0}


def test_a_figure_is_the_least_of_its_rounds() -> None:
    assert least([{"path": 12.0, "fan": 4.0}, {"path": 10.0, "fan": 5.0}]) == {"path": 10.0, "fan": 4.0}


def test_figures_over_the_limit_are_worse_and_the_worst_comes_first() -> None:
    assert worse(BEFORE, AFTER, 10) == ["path"]
    assert worse(BEFORE, AFTER, 1) == ["path", "fan"]
    assert worse(BEFORE, AFTER, 20) == []


def test_a_table_marks_what_is_worse_and_counts_what_it_cannot_compare() -> None:
    lines = table(BEFORE, AFTER, 10)
    assert [line.split()[0] for line in lines] == ["ratio", "1.20", "1.05", "2"]
    assert lines[1].endswith("worse")
    assert lines[-1] == "2 figures compared, 1 worse by more than 10 %; 2 of one commit alone"


def test_suites_with_a_worse_figure_are_run_again() -> None:
    names = {"movement": {"path", "reach"}, "sight": {"fan"}}
    assert suites_of(worse(BEFORE, AFTER, 10), names) == ["movement"]
    assert suites_of([], names) == []
