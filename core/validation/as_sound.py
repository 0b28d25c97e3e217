"""Whether a scenario is as sound as another: what was made from it has no errors that it has not."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fairground.core.finding import Severity
from fairground.core.validation.validator import validate

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario


def as_sound(scenario: Scenario) -> Callable[[Scenario], str]:
    """Return a question for scenarios made from one: what is wrong with them that is not with it, "" where nothing is.

    The answer is the message of the first error of which there are more of its code.
    """
    known = Counter(it.code for it in _errors(scenario))

    def fault(made: Scenario) -> str:
        found: Counter[str] = Counter()
        for it in _errors(made):
            found[it.code] += 1
            if found[it.code] > known[it.code]:
                return it.message
        return ""

    return fault


def _errors(scenario: Scenario) -> list[Finding]:
    return [it for it in validate(scenario) if it.severity is Severity.ERROR]
