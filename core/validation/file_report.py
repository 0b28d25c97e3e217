"""Validation of a file: the findings of its reader and of the validator, each with its line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairground.core.drawable import Tabular
from fairground.core.files import read
from fairground.core.finding import Finding, Severity
from fairground.core.text.wording import counted, hex_count, listed
from fairground.core.validation.validator import validate

if TYPE_CHECKING:
    from os import PathLike

    from fairground.core.files import ReadResult
    from fairground.core.grid.labels import LabelStyle
    from fairground.core.scenario.document import Scenario

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True, repr=False)
class FileReport(Tabular):
    """The findings of a file.

    ``findings`` are in file order, then by severity; those in other files, such as the ruleset, come last.
    ``dropped_comments`` is the number of comments that a save would lose.
    """

    file: str
    findings: tuple[Finding, ...]
    dropped_comments: int = 0
    #: The parts that were checked, in a sentence; empty if the file could not be read.
    scope: str = ""

    def __repr__(self) -> str:
        """Return what distinguishes one report from another at a prompt."""
        counts = ", ".join(f"{self.count(it)} {it.value}s" for it in (Severity.ERROR, Severity.WARNING))
        return f"<FileReport of {self.file}: {len(self.findings)} findings, {counts}>"

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(finding.severity is severity for finding in self.findings)


def validate_file(
    path: str | PathLike[str], *, profile: str | None = None, labels: LabelStyle | None = None
) -> FileReport:
    """Validate a scenario file: its YAML, its structure, and the scenario itself.

    Findings name hexes in the style ``labels``. Default: as the scenario says.

    Raises
    ------
    FileError
        When the file cannot be opened or is too large; problems in its content are findings.
    """
    reading = read(path)
    if labels is not None and reading.scenario is not None:
        reading.scenario.board.shown_style = labels
    return reading_report(reading, str(path), profile=profile)


def reading_report(reading: ReadResult, file: str, *, profile: str | None = None) -> FileReport:
    """Validate a file that has been read, like ``validate_file``."""
    findings = list(reading.findings)
    if reading.scenario is not None:
        names = reading.scenario.board.hex_names
        findings = [replace(it, place=it.place.named(names)) for it in findings]
        findings.extend(
            replace(finding, place=reading.locate(finding.place))
            for finding in validate(reading.scenario, profile=profile, unread=reading.unread_keys)
            if not reading.is_unread(finding.place)
        )
    in_order = tuple(sorted(findings, key=_in_file_order))
    scope = describe_scope(reading.scenario) if reading.scenario else ""
    return FileReport(file, in_order, len(reading.dropped_comments), scope)


def describe_scope(scenario: Scenario) -> str:
    """Return a sentence about what was checked, or that the board is empty."""
    board = scenario.board
    parts = [
        counted(len(items), noun)
        for noun, items in (
            ("side", scenario.sides),
            ("zone", scenario.zones),
            ("objective", scenario.objectives),
            ("unit", scenario.units),
        )
        if items
    ]
    if not parts and (board.terrain == board.terrain[0, 0]).all():
        return "The board is empty: nothing to check yet."
    return f"Checked {listed([hex_count((~board.void).sum()), *parts])}."


def _in_file_order(finding: Finding) -> tuple[str, int, int, int]:
    place = finding.place
    return place.file or "", place.line or 0, place.column or 0, _RANKS[finding.severity]
