"""The ruleset of a scenario where there is one: a file whose ruleset is missing can still be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import RulesetError
from fairground.core.scenario.board import MAX_LEVEL, MIN_LEVEL

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario


def known_rules(scenario: Scenario) -> Ruleset | None:
    """Return the resolved ruleset; None when it cannot be found or has faults (a finding says so)."""
    try:
        return scenario.rules
    except RulesetError:
        return None


def on_bases(scenario: Scenario) -> bool:
    """Return whether units stand on bases, anywhere on the board, for sight is from base to base."""
    rules = known_rules(scenario)
    if rules is None:
        return False
    from fairground.core.rules.sight import SightModel

    return rules.sight.model is SightModel.BASES


def terrain_title(scenario: Scenario, stack: tuple[str, ...]) -> str:
    """Return the names to show of a terrain stack, joined by ``+``; ids where the ruleset knows no name."""
    rules = known_rules(scenario)
    known = rules.terrain if rules else {}
    return " + ".join(known[kind].name or kind if kind in known else kind for kind in stack)


def level_bounds(scenario: Scenario) -> tuple[int, int]:
    """Return the lowest and the highest level of the ruleset; those of any ruleset where it is not known."""
    rules = known_rules(scenario)
    return (rules.levels.min, rules.levels.max) if rules else (MIN_LEVEL, MAX_LEVEL)
