"""A finding about a scenario: severity, code, place, message and fix."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairground.core.grid.labels import HexNames


class Severity(StrEnum):
    """Severity of a finding."""

    #: The scenario cannot be played or exported as it is.
    ERROR = "error"
    #: Probably not intended.
    WARNING = "warning"
    #: Worth knowing; no action needed.
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Place:
    """Place of a finding.

    ``path`` has keys and indices from 0, such as ``("board", "terrain", 3, 5)`` for column 5 of row 3. ``hex`` is a label
    as in files (``C4``), and ``hex_name`` the same hex in the style of the scenario's texts. ``line`` and ``column`` count from 1; None without a file. ``file`` is set for other files than the scenario's.
    """

    path: tuple[str | int, ...] = ()
    hex: str | None = None
    line: int | None = None
    column: int | None = None
    file: str | None = None
    hex_name: str | None = field(default=None, compare=False)

    def named(self, names: HexNames) -> Place:
        """Return the place with the name of its hex, if it has one."""
        return self if self.hex is None else replace(self, hex_name=names.of_label(self.hex))


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem or hint.

    ``code`` is stable and documented (``zone.empty``); ``message`` names the value and the bound; ``fix`` is a sentence
    on how to fix it; ``rule`` is the ID of the rule behind it, if any.
    """

    severity: Severity
    code: str
    message: str
    place: Place = field(default_factory=Place)
    fix: str | None = None
    rule: str | None = None

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Finding:
        """Return the finding of ``to_json`` data; its place has no path."""
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
