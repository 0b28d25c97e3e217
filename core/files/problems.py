"""Findings of the reader, gathered with their places; a flood of one kind is cut off."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from fairground.core.finding import Finding, Place, Severity

if TYPE_CHECKING:
    from fairground.core.text.source import PathInFile, Source

#: How many findings of one code are listed one by one.
_MOST: Final = 20


class Problems:
    """What was found so far in one file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._findings: list[Finding] = []
        self._counts: Counter[str] = Counter()
        self._overflow: dict[str, Place] = {}

    def add(
        self,
        code: str,
        message: str,
        path: PathInFile,
        *,
        fix: str | None = None,
        label: str | None = None,
        severity: Severity = Severity.ERROR,
        at_key: bool = False,
    ) -> None:
        """Note a finding about the part at ``path``, or the key that it ends with.

        ``label`` is that of the hex it is about.
        """
        self._counts[code] += 1
        if self._counts[code] > _MOST + 1:
            return
        line, column = self._source.key_mark(path) if at_key else self._source.mark(path)
        place = Place(path=path, hex=label, line=line, column=column)
        if self._counts[code] > _MOST:
            self._overflow[code] = place
        else:
            self._findings.append(Finding(severity, code, message, place, fix))

    @property
    def count(self) -> int:
        """The number of problems so far, those that are not listed too."""
        return self._counts.total()

    def findings(self) -> list[Finding]:
        """Return all findings; one more for each kind of which there were too many."""
        found = list(self._findings)
        for code, place in self._overflow.items():
            rest = self._counts[code] - _MOST
            message = f"{rest} more {'problem' if rest == 1 else 'problems'} of the kind {code} from here on"
            found.append(Finding(Severity.ERROR, "file.many-problems", message, place))
        return found
