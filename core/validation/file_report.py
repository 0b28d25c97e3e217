"""Validation of a file: what its reader and the validator find, each with its line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairground.core.files import read
from fairground.core.finding import Finding, Severity
from fairground.core.validation.validator import validate

if TYPE_CHECKING:
    from os import PathLike

    from fairground.core.files import ReadResult

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class FileReport:
    """What validation found in a file.

    ``findings`` are in file order, and at one place in order of severity; those in other files (the ruleset's)
    come last. ``dropped_comments`` is the number of comments that a save would lose.
    """

    file: str
    findings: tuple[Finding, ...]
    dropped_comments: int = 0

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(finding.severity is severity for finding in self.findings)


def validate_file(path: str | PathLike[str], *, profile: str | None = None) -> FileReport:
    """Return what is wrong with a scenario file: as YAML, as a scenario, and as ``validate`` finds it.

    Raises
    ------
    FileError
        When the file cannot be opened or is too large; faults in its content are findings.
    """
    return reading_report(read(path), str(path), profile=profile)


def reading_report(reading: ReadResult, file: str, *, profile: str | None = None) -> FileReport:
    """Return what is wrong with a file that was read, as ``validate_file`` does."""
    findings = list(reading.findings)
    if reading.scenario is not None:
        findings.extend(
            replace(finding, place=reading.locate(finding.place))
            for finding in validate(reading.scenario, profile=profile, unread=reading.unread_keys)
            if not reading.is_unread(finding.place)
        )
    return FileReport(file, tuple(sorted(findings, key=_in_file_order)), len(reading.dropped_comments))


def _in_file_order(finding: Finding) -> tuple[str, int, int, int]:
    place = finding.place
    return place.file or "", place.line or 0, place.column or 0, _RANKS[finding.severity]
