"""What the states of a unit come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import ScenarioError
from fairground.core.rules import load_ruleset
from fairground.core.rules.unit_classes import attack_cost, burdens

if TYPE_CHECKING:
    from collections.abc import Mapping

RULES = load_ruleset("penance-1.0")


def test_states_have_a_title_and_the_rules_they_rest_on() -> None:
    hot, arm = burdens(RULES.unit_state, {"heat": 4, "arm": None})
    assert (hot.title, hot.strain.defence, hot.strain.weapon_cost) == ("Heat 4 (Hot)", -1, 1)
    assert (arm.title, arm.strain.damage, arm.rules) == ("Arm degraded", -1, ("P1-24",))


@pytest.mark.parametrize(
    ("states", "message"),
    [
        ({"haet": 4}, "there is no unit state 'haet'. Did you mean 'heat'"),
        ({"heat": None}, "heat needs a number, such as heat=4"),
        ({"arm": 3}, "arm takes no number; write only arm"),
        ({"heat": -1}, "heat has no range for -1. Ranges: 0 to 1, 2 to 3, .* 8 or more"),
    ],
)
def test_states_that_the_ruleset_does_not_have_are_named(
    states: Mapping[str, int | None], message: str
) -> None:
    with pytest.raises(ScenarioError, match=message):
        list(burdens(RULES.unit_state, states))


def test_a_ruleset_whose_attacks_are_free_says_so() -> None:
    with pytest.raises(ScenarioError, match="no weapon cost 'light': its attacks cost no movement points"):
        attack_cost(load_ruleset("hexside-ww2"), "light")
