"""The ruleset of a scenario if it can be read: maps can be edited without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import RulesetError
from fairground.core.scenario.board import MAX_LEVEL, MIN_LEVEL

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario


def known_rules(scenario: Scenario) -> Ruleset | None:
    """Return the resolved ruleset; None if it is missing or has errors, which findings report."""
    try:
        return scenario.rules
    except RulesetError:
        return None


def ruleset_title(scenario: Scenario) -> str:
    """Return the title of the ruleset; its id or file if it cannot be read."""
    rules = known_rules(scenario)
    return rules.title if rules else scenario.ruleset.name


def on_bases(scenario: Scenario) -> bool:
    """Return whether units stand on bases, anywhere on the board, and sight is from base to base."""
    rules = known_rules(scenario)
    if rules is None:
        return False
    from fairground.core.rules.sight import SightModel

    return rules.sight.model is SightModel.BASES


def terrain_title(scenario: Scenario, stack: tuple[str, ...]) -> str:
    """Return the names of a terrain stack, joined by ``+``; ids where the ruleset has no name."""
    rules = known_rules(scenario)
    known = rules.terrain if rules else {}
    return " + ".join(known[kind].name or kind if kind in known else kind for kind in stack)


def level_bounds(scenario: Scenario) -> tuple[int, int]:
    """Return the lowest and the highest level of the ruleset; without one, the limits of all rulesets."""
    rules = known_rules(scenario)
    return (rules.levels.min, rules.levels.max) if rules else (MIN_LEVEL, MAX_LEVEL)
