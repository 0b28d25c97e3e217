"""Errors: one base and a few families, which also inherit a fitting builtin."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.finding import Finding


class FairgroundError(Exception):
    """Base of all intended errors; its text can be shown to users."""

    code = "error"


class GridError(FairgroundError, ValueError):
    """An invalid hex, label, hexside, direction or size."""

    code = "grid"


class _FaultsError(FairgroundError, ValueError):
    """Base of errors about files; ``problems`` has a finding for every fault, in file order."""

    def __init__(self, message: str, problems: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class FileError(_FaultsError):
    """A file that cannot be read or written."""

    code = "file"


class ScenarioError(FairgroundError, ValueError):
    """A change or query that is not possible in the scenario."""

    code = "scenario"


class RulesetError(_FaultsError):
    """A ruleset that cannot be found, read or resolved."""

    code = "ruleset"


class LimitError(FairgroundError, ValueError):
    """An input or result over a limit; the message names value and limit."""

    code = "limit"


class CancelledError(FairgroundError):
    """Cancelled work."""

    code = "cancelled"


class UsageError(FairgroundError, ValueError):
    """Arguments that contradict each other."""

    code = "usage"


class InvalidScenarioError(ScenarioError):
    """A scenario that cannot be judged, played, repaired or exported (``verb``) because of its errors, ``findings``."""

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
        """The text shown instead of a verdict: ``not judged: 2 errors``."""
        count = len(self.findings)
        return f"not {self.verb}: {count} error{'' if count == 1 else 's'}"
