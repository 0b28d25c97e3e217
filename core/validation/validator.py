"""Validation of a scenario in memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from fairground.core.errors import InvalidScenarioError
from fairground.core.finding import Place, Severity
from fairground.core.plugin_groups import describe_error
from fairground.core.validation.check_plugins import CHECK_PLUGINS
from fairground.core.validation.checked_scenario import CheckedScenario
from fairground.core.validation.checks import CHECKS, NEVER_ERRORS, SKIPPED_WITHOUT, Check
from fairground.core.validation.ruleset import resolve
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario


def errors_of(scenario: Scenario) -> tuple[Finding, ...]:
    """Return the findings of severity error, in the order of ``validate``; empty if the scenario can be played."""
    return tuple(it for it in _find(scenario, skipped=NEVER_ERRORS) if it.severity is Severity.ERROR)


def require_no_errors(scenario: Scenario, verb: str, *, despite_errors: bool = False) -> tuple[Finding, ...]:
    """Return the errors of a scenario; empty if it has none.

    ``verb`` is what will be done with the scenario, such as ``judged``.

    Raises
    ------
    InvalidScenarioError
        If it has errors, unless ``despite_errors`` is set.
    """
    errors = errors_of(scenario)
    if errors and not despite_errors:
        raise InvalidScenarioError(verb, errors)
    return errors


def as_sound(scenario: Scenario) -> Callable[[Scenario], str]:
    """Return a function with the first new error of a scenario derived from this one, or ""."""
    known = Counter(it.code for it in errors_of(scenario))

    def fault(derived: Scenario) -> str:
        counts: Counter[str] = Counter()
        for it in errors_of(derived):
            counts[it.code] += 1
            if counts[it.code] > known[it.code]:
                return it.message
        return ""

    return fault


#: Most findings of one code that a check lists, and number after which it stops.
LISTED = 50
GIVE_UP = 250


def validate(
    scenario: Scenario, *, profile: str | None = None, unread: Collection[str] = ()
) -> list[Finding]:
    """Return the findings of a scenario, check by check.

    ``profile`` is the id of a profile or theme to compare the board with (P1-13, P1-25). ``unread`` has the keys of a file
    that could not be read completely: ``board``, ``zones`` and so on. Without a valid ruleset, only checks that do not need
    one run. Places have paths and hexes, but no lines: see ``validate_file``.
    """
    skipped = frozenset[Check]().union(*(SKIPPED_WITHOUT.get(it, ()) for it in unread))
    return _find(scenario, profile=profile, unread=unread, skipped=skipped)


def _find(
    scenario: Scenario,
    *,
    profile: str | None = None,
    unread: Collection[str] = (),
    skipped: Collection[Check],
) -> list[Finding]:
    """Return the findings of all checks but the skipped ones; see ``validate``."""
    ruleset, findings = resolve(scenario)
    subject = CheckedScenario(scenario, ruleset, profile, frozenset(unread))
    for check in CHECKS:
        if check not in skipped:
            findings.extend(_bounded(check(subject)))
    findings.extend(_of_plugins(subject))
    names = scenario.board.hex_names
    return [replace(it, place=it.place.named(names)) for it in findings]


def _of_plugins(subject: CheckedScenario) -> Iterator[Finding]:
    """Yield the findings of plugins, and which of them are missing."""
    if subject.ruleset is not None and not subject.unread:
        for name, plugin in CHECK_PLUGINS.members().items():
            try:
                yield from _bounded(plugin.find(subject))
            except Exception as error:  # noqa: BLE001  # the code of another package may raise anything
                message = f"the plugin check {name!r} failed with {describe_error(error)}"
                yield make_finding("plugin.check", message, Place())
    for it in CHECK_PLUGINS.failed():
        yield make_finding("plugin.check", it.sentence, Place())


def _bounded(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings of a check, up to ``LISTED`` of each code, then one that there are more."""
    counts: Counter[str] = Counter()
    last: dict[str, Place] = {}
    for finding in islice(findings, GIVE_UP):
        counts[finding.code] += 1
        if counts[finding.code] <= LISTED:
            yield finding
        last.setdefault(finding.code, finding.place)
    for code, count in counts.items():
        if count > LISTED:
            yield make_finding(
                "findings.many", f"more than {LISTED} findings with the code {code}", last[code]
            )
