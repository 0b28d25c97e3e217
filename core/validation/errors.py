"""The errors of a scenario: whether it may be judged and played at all, and whether a change brings new ones."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fairground.core.errors import InvalidScenarioError
from fairground.core.finding import Severity
from fairground.core.validation.validator import validate

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario


def errors_of(scenario: Scenario) -> tuple[Finding, ...]:
    """Return the findings of severity error, in the order of ``validate``; empty for a scenario that can be played."""
    return tuple(it for it in validate(scenario) if it.severity is Severity.ERROR)


def require_no_errors(scenario: Scenario, verb: str, *, despite_errors: bool = False) -> tuple[Finding, ...]:
    """Return the errors that a scenario is used despite; empty where it has none.

    ``verb`` says what is about to be done with it, such as ``judged``.

    Raises
    ------
    InvalidScenarioError
        When it has errors, unless ``despite_errors`` is set.
    """
    errors = errors_of(scenario)
    if errors and not despite_errors:
        raise InvalidScenarioError(verb, errors)
    return errors


def as_sound(scenario: Scenario) -> Callable[[Scenario], str]:
    """Return a question for scenarios made from one: what is wrong with them that is not with it, "" where nothing is.

    The answer is the message of the first error of which there are more of its code.
    """
    known = Counter(it.code for it in errors_of(scenario))

    def fault(made: Scenario) -> str:
        found: Counter[str] = Counter()
        for it in errors_of(made):
            found[it.code] += 1
            if found[it.code] > known[it.code]:
                return it.message
        return ""

    return fault
