"""The errors of Fairground: one base and few families, which also inherit the builtin that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.finding import Finding


class FairgroundError(Exception):
    """Base of every error that Fairground raises on purpose; its text is fit to show to a user."""

    code = "error"


class GridError(FairgroundError, ValueError):
    """A hex, label, hexside, direction or size that does not exist."""

    code = "grid"


class RulesetError(FairgroundError, ValueError):
    """A ruleset that cannot be found, read or resolved; ``problems`` has a finding for every fault, in file order."""

    code = "ruleset"

    def __init__(self, message: str, problems: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class ScenarioError(FairgroundError, ValueError):
    """A change or a question that the scenario cannot take."""

    code = "scenario"


class FileError(FairgroundError, ValueError):
    """A file that cannot be read or written; ``problems`` has a finding for every fault, in file order."""

    code = "file"

    def __init__(self, message: str, problems: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class LimitError(FairgroundError, ValueError):
    """An input or an answer over a stated limit; the message names value and limit."""

    code = "limit"


class CancelledError(FairgroundError):
    """Work that whoever asked for it does not want any more."""

    code = "cancelled"


class UsageError(FairgroundError, ValueError):
    """Arguments that make no sense together."""

    code = "usage"


class InvalidScenarioError(ScenarioError):
    """A scenario whose errors, ``findings``, keep it from being judged, played, repaired or exported (``verb``)."""

    code = "invalid"

    def __init__(self, verb: str, findings: Sequence[Finding]) -> None:
        self.verb = verb
        self.findings = tuple(findings)
        first = self.findings[0]
        where = f"{first.place.hex}: " if first.place.hex else ""
        more = f" (and {len(self.findings) - 1} more)" if len(self.findings) > 1 else ""
        super().__init__(f"{self.claim}: {where}{first.message}{more}")

    @property
    def claim(self) -> str:
        """What stands in place of a verdict: ``not judged: 2 errors``."""
        count = len(self.findings)
        return f"not {self.verb}: {count} error{'' if count == 1 else 's'}"
