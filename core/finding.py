"""A finding: one thing to know about a scenario, where it is, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Severity(StrEnum):
    """How much a finding matters."""

    #: The scenario cannot be played or exported as it is.
    ERROR = "error"
    #: It can, but hardly as meant.
    WARNING = "warning"
    #: Worth knowing; nothing need be done.
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a finding is.

    ``path`` leads from the top of the document to the part at fault: keys of mappings, and places in lists and
    rows from 0, such as ``("board", "terrain", 3, 5)`` for column 5 of row 3. ``hex`` is a label (``C4``), set
    where the finding is about a hex. ``line`` and ``column`` count from 1 and are None for a document that came
    from no file. ``file`` is set where the fault lies in another file than the scenario's own (its ruleset).
    """

    path: tuple[str | int, ...] = ()
    hex: str | None = None
    line: int | None = None
    column: int | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem or hint.

    ``code`` is stable and documented (``zone.empty``); ``message`` names the value and the bound; ``fix`` says in
    a sentence what would mend it; ``rule`` is the ID of the rule it rests on, where there is one.
    """

    severity: Severity
    code: str
    message: str
    place: Place = field(default_factory=Place)
    fix: str | None = None
    rule: str | None = None

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Finding:
        """Return the finding that ``to_json`` gave ``data`` for; its place has no path."""
        return cls(**{**data, "severity": Severity(data["severity"]), "place": Place(**data["place"])})

    def to_json(self) -> dict[str, Any]:
        """Return the finding as plain data, in the shape of ``fairground validate --json``."""
        at = self.place
        return {
            "severity": self.severity.value,
            "code": self.code,
            "place": {"line": at.line, "column": at.column, "hex": at.hex, "file": at.file},
            "message": self.message,
            "fix": self.fix,
            "rule": self.rule,
        }
