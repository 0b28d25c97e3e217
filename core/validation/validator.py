"""Validation of a scenario in memory."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from fairground.core.validation.checked_scenario import CheckedScenario
from fairground.core.validation.checks import CHECKS
from fairground.core.validation.codes import found
from fairground.core.validation.ruleset import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.finding import Finding, Place
    from fairground.core.scenario.document import Scenario

#: How many findings of one code a check lists, and after how many in all it gives up: a file from a stranger
#: may have a fault in each of ten thousand units.
LISTED = 50
GIVE_UP = 250


def validate(scenario: Scenario, *, profile: str | None = None) -> list[Finding]:
    """Return everything that is wrong with a scenario or worth knowing about it, check by check.

    ``profile`` is the id of one of the ruleset's mixes or themes to compare the board with (P1-13, P1-25).
    A ruleset that cannot be resolved is a finding; checks that need no rules are made all the same. The order is
    the same for equal scenarios. Places have paths and hexes, but no lines: see ``validate_file``.
    """
    ruleset, findings = resolve(scenario)
    subject = CheckedScenario(scenario, ruleset, profile)
    for check in CHECKS:
        findings.extend(_bounded(check(subject)))
    return findings


def _bounded(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield what a check finds, up to ``LISTED`` of each code, and then that there are more."""
    counts: Counter[str] = Counter()
    last: dict[str, Place] = {}
    for finding in islice(findings, GIVE_UP):
        counts[finding.code] += 1
        if counts[finding.code] <= LISTED:
            yield finding
        last.setdefault(finding.code, finding.place)
    for code, count in counts.items():
        if count > LISTED:
            yield found("findings.many", f"there are more than {LISTED} findings {code}", last[code])
