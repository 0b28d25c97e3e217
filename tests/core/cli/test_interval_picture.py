"""Intervals in characters."""

from __future__ import annotations

import pytest

from fairground.core.cli.board_text import IntervalPicture
from fairground.core.simulation.statistics.wilson import Interval


def test_interval_rate_and_band_stand_where_they_are() -> None:
    interval = Interval(0.46, 0.52)
    picture = IntervalPicture((0.45, 0.55), [interval])
    assert picture.line(0.49, interval) == "|          [ ======o======     ]          |"
    assert picture.axis() == "40%                                     60%"


def test_without_games_the_interval_is_the_whole_axis() -> None:
    everything = Interval(0.0, 1.0)
    picture = IntervalPicture((0.45, 0.55), [everything])
    line = picture.line(None, everything)
    assert line == f"|{'=' * 18}[===]{'=' * 18}|"
    assert picture.axis().split() == ["0%", "100%"]


@pytest.mark.parametrize("interval", [Interval(0.0, 0.1), Interval(0.9, 1.0), Interval(0.2, 0.9)])
def test_lines_and_axis_are_as_wide_as_each_other(interval: Interval) -> None:
    picture = IntervalPicture((0.2, 0.3), [interval])
    assert len(picture.line(interval.low, interval)) == len(picture.axis()) == 43
