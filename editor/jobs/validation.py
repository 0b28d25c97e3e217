"""The check of a scenario, as a job for the worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True)
class ValidationJob:
    """A scenario to validate; the answer is a tuple of findings."""

    topic: ClassVar[str] = "check"
    tag: tuple[int, ...]
    scenario: Scenario

    def run(self) -> tuple[Finding, ...]:
        """Validate it."""
        from fairground.core.validation import validate

        return tuple(validate(self.scenario))
