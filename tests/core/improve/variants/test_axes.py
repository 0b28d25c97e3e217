"""The axes of a gallery: what is asked of the board, and what of the measures."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import UsageError
from fairground.core.improve.variants.axes import AXES, axis_named
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.measure_functions import compute_measures
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.report import movers_for
from fairground.core.sight.any_ruleset import sight
from tests.core.improve.variants.sketches import strip
from tests.core.metrics.plans import plan

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def value(name: str, scenario: Scenario) -> Fraction | None:
    contest, movers = Contest(scenario), movers_for(scenario, None, None)
    found = [it for _, it in compute_measures(contest, movers, {name}, ProgressWatch())]
    return axis_named(name).value(contest, movers, found)


def test_openness_is_the_share_of_open_ground() -> None:
    # Forest costs more than open ground, walls cannot be entered, what is not there does not count.
    scenario = strip("..f#", ".. #")
    assert value("openness", scenario) == Fraction(4, 7)


def test_sight_is_the_share_of_the_other_hexes_that_a_hex_sees() -> None:
    scenario = strip("..#.", "....", ".#..")
    hexes = list(scenario.board.hexes())
    pairs = [sight(scenario, a, b).clear for a in hexes for b in hexes if a != b]
    assert value("sight", scenario) == Fraction(sum(pairs), len(pairs))


def test_distance_is_counted_in_points_between_the_zones() -> None:
    scenario = strip(".....")
    assert value("distance", scenario) == 4
    closed = strip("..#..")
    assert value("distance", closed) is None
    assert AXES["distance"].text(None) == "none"


def test_relief_is_how_far_neighbours_differ() -> None:
    scenario = strip("...")
    assert value("relief", scenario) == 0
    scenario.board.elevation[0] = (0, 2, 3)
    assert value("relief", scenario) == Fraction(3, 2)
    assert value("relief", plan(".") and strip(". .")) is None


def test_a_measure_lies_at_the_mean_of_the_parties() -> None:
    scenario = strip("....", "....", "....")
    assert value("territory", scenario) == 6
    assert (AXES["territory"].text(Fraction(6)), AXES["cover"].text(Fraction(1, 8))) == ("6", "12.5%")


def test_names_that_are_none_get_a_suggestion() -> None:
    with pytest.raises(UsageError, match="Did you mean 'openness'"):
        axis_named("openess")
    with pytest.raises(UsageError, match="known: openness, sight"):
        axis_named("colour")
    assert "symmetry" not in AXES
