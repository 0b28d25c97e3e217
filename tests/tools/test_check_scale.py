from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools.check_scale import exponent, main, row
from tools.log_plot import Line, plot

if TYPE_CHECKING:
    from pathlib import Path


def test_the_exponent_is_that_of_the_last_three_points() -> None:
    assert exponent([(1, 100), (10, 1), (100, 100), (1000, 10_000)]) == pytest.approx(2)


def test_an_analysis_is_measured_on_growing_boards(tmp_path: Path) -> None:
    found = row("territory", tmp_path, (8, 10))
    assert [(it.size, it.refused) for it in found] == [(8, ""), (10, "")]
    assert all(it.seconds > 0 and it.megabytes > 10 for it in found)


def test_what_is_refused_is_said(tmp_path: Path) -> None:
    (found,) = row("exposure (all pairs in sight)", tmp_path, (300, 400))
    assert "1 GB" in found.refused


def test_both_plots_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["", "territory", "--sizes", "8", "10", "12", "--plots", str(tmp_path)])
    assert main() == 0
    assert {it.name for it in tmp_path.iterdir()} == {"scale-time.svg", "scale-memory.svg"}


def test_titles_in_a_plot_are_escaped_and_apart() -> None:
    drawn = plot(
        "a < b", [Line([(1, 1), (10, 10)], "one & two"), Line([(1, 2), (10, 10)], "three")], "x", "y"
    )
    assert "<title>a &lt; b</title>" in drawn
    assert "one &amp; two" in drawn
    places = [
        line.split('y="')[1].split('"')[0]
        for line in drawn.splitlines()
        if "&amp;" in line or ">three<" in line
    ]
    assert abs(float(places[0]) - float(places[1])) >= 15
