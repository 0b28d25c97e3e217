"""The scenario's ruleset: missing, faulty, or changed since the scenario was saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import RulesetError
from fairground.core.finding import Finding, Place
from fairground.core.text.wording import counted
from fairground.core.validation.codes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.validation.checked_scenario import CheckedScenario


def resolve(scenario: Scenario) -> tuple[Ruleset | None, list[Finding]]:
    """Return the scenario's ruleset, or None and its faults as findings."""
    try:
        return scenario.rules, []
    except RulesetError as error:
        return None, _faults(scenario, error)


def _faults(scenario: Scenario, error: RulesetError) -> list[Finding]:
    place = Place(("ruleset",))
    if any(problem.code == "ruleset.not-found" and problem.place.file is None for problem in error.problems):
        return [make_finding("ruleset.unknown", str(error), place, fix=error.problems[0].fix)]
    if all(problem.place.path[:1] == ("rules",) and problem.place.file is None for problem in error.problems):
        return list(error.problems)
    whose = (
        f"{scenario.ruleset.name} with the scenario's rules"
        if scenario.ruleset.overrides
        else scenario.ruleset.name
    )
    message = (
        f"{whose} has {counted(len(error.problems), 'fault')}. Checks that need the ruleset were skipped"
    )
    return [make_finding("ruleset.faulty", message, place), *error.problems]


def check_unchanged(subject: CheckedScenario) -> Iterator[Finding]:
    """Find a ruleset that has changed since the scenario was saved."""
    recorded = subject.scenario.ruleset.content_hash
    if subject.ruleset is not None and recorded and recorded != subject.ruleset.content_hash:
        yield make_finding(
            "ruleset.changed",
            f"{subject.scenario.ruleset.name} has changed since the scenario was saved: its content hash is "
            f"{subject.ruleset.content_hash}, not {recorded}",
            Place(("ruleset_hash",)),
        )
