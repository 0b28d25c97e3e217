"""Every measure against a plain rewrite of it, on boards at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import fairness
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from tests.core.metrics.fairness.plain import Plain
from tests.core.metrics.fairness.test_properties import zoned
from tests.core.movement.random_ground import RULESETS

if TYPE_CHECKING:
    import random

#: Two boards of each ruleset or so, and two zones more often than three.
SIZE, SIDES = (3, 5), st.sampled_from([2, 2, 3])
OF_SIGHT = {"first-shot", "exposure", "exposure-after-move", "high-ground-view"}


@pytest.mark.parametrize("ruleset", RULESETS)
@given(st.randoms(use_true_random=False), SIDES)
@settings(max_examples=6, deadline=None)
def test_every_measure_is_what_a_plain_rewrite_says(ruleset: str, rng: random.Random, sides: int) -> None:
    scenario = zoned(rng, sides=sides, ruleset=ruleset, size=SIZE)
    name = rng.choice(list(scenario.rules.classes))
    found = {
        (it.id, it.range_band): it for it in fairness(scenario, unit_class=name, despite_errors=True).measures
    }
    # From base to base there is no sight between hexes.
    blind = scenario.rules.sight.model is not SightModel.CENTRES
    plain = Plain(scenario, name, blind=blind)
    expected = plain.all()
    assert {key for key, _ in expected} == set(MEASURES) - {"symmetry"}
    for key, values in expected.items():
        if blind and key[0] in OF_SIGHT:
            assert found[key].values == {}
        elif key[0] == "traffic":
            assert {it: float(value or 0) for it, value in found[key].values.items()} == pytest.approx(
                values
            ), key
        else:
            assert found[key].values == values, key
