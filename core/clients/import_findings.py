"""Findings of an import, gathered line by line; a flood of one kind is cut off."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from fairground.core.clients.codes import CODES
from fairground.core.errors import FileError
from fairground.core.finding import Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.clients.codes import ImportCode

#: How many findings of one code are listed one by one.
_MOST: Final = 20


class ImportFindings:
    """What was found so far in one file."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._counts: Counter[str] = Counter()
        self._overflow: dict[str, Place] = {}

    def add(
        self,
        code: str,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        label: str | None = None,
        fix: str | None = None,
    ) -> None:
        """Note a finding; lines and columns count from 1, ``label`` is that of the hex it is about."""
        self._counts[code] += 1
        place = Place(hex=label, line=line, column=column)
        if self._counts[code] <= _MOST:
            self._findings.append(_finding(CODES[code], code, message, place, fix))
        else:
            self._overflow.setdefault(code, place)

    def include(self, found: Iterable[Finding]) -> None:
        """Take over findings that were made elsewhere about the same file."""
        for it in found:
            self._counts[it.code] += 1
            self._findings.append(it)

    def take(self, finding: Finding) -> None:
        """Note a finding of what reads a part of the file by rules of its own."""
        self._counts[finding.code] += 1
        self._findings.append(finding)

    @property
    def count(self) -> int:
        """The number of findings so far, those that are not listed too."""
        return self._counts.total()

    def findings(self) -> tuple[Finding, ...]:
        """Return all findings by line, those of no line last; one more for each kind of which there were too many."""
        found = list(self._findings)
        for code, place in self._overflow.items():
            rest = self._counts[code] - _MOST
            message = f"{rest} more {('finding' if rest == 1 else 'findings')} of the kind {code} follow"
            severity = CODES[code].severity
            found.append(Finding(severity, "import.many", message, place, CODES["import.many"].fix))
        return tuple(sorted(found, key=lambda it: (it.place.line is None, it.place.line or 0)))

    def refuse_errors(self, file_name: str) -> None:
        """Raise when there are errors among the findings.

        Raises
        ------
        FileError
            With all findings as its problems.
        """
        found = self.findings()
        errors = [it for it in found if it.severity is Severity.ERROR]
        if errors:
            first = errors[0]
            where = f", line {first.place.line}" if first.place.line is not None else ""
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            raise FileError(f"{file_name}{where}: {first.message}{more}", found)


def _finding(known: ImportCode, code: str, message: str, place: Place, fix: str | None) -> Finding:
    return Finding(known.severity, code, message, place, fix or known.fix)
