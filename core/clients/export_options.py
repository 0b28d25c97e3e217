"""What can be chosen about an export: options as data, so that command line, dialog and presets show the same ones."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from fairground.core.errors import UsageError
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_YES, _NO = "yes", "no"
_NUMBER = re.compile(r"[+-]?(\d+(\.\d+)?|\.\d+|\d+/\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of an export, with its value as text.

    ``kind`` is ``choice`` (one of ``choices``), ``flag`` (``yes`` or ``no``), ``number`` (a whole number, decimal or fraction
    from ``lowest`` to ``highest`` inclusive; with ``whole`` only whole ones) or ``text`` (read by the format; may be empty).
    """

    name: str
    help: str
    default: str
    kind: Literal["choice", "flag", "number", "text"] = "choice"
    choices: tuple[str, ...] = ()
    lowest: Fraction = Fraction(0)
    highest: Fraction = Fraction(1000)
    whole: bool = False

    @property
    def allowed(self) -> str:
        """The accepted values, in words."""
        match self.kind:
            case "choice":
                return ", ".join(self.choices)
            case "flag":
                return f"{_YES} or {_NO}"
            case "number":
                return f"a {'whole ' if self.whole else ''}number from {_plain(self.lowest)} to {_plain(self.highest)}"
            case "text":
                return "a text"

    def fault(self, value: str) -> str:
        """Return the fault of a value as a sentence; empty for a valid one."""
        match self.kind:
            case "choice" if value not in self.choices:
                return f"{self.name} must be {self.allowed}, not {value!r}{did_you_mean(value, self.choices)}"
            case "flag" if value not in (_YES, _NO):
                return f"{self.name} must be {self.allowed}, not {value!r}"
            case "number" if not self._is_number(value):
                return f"{self.name} must be {self.allowed}, not {value!r}"
            case _:
                return ""

    def _is_number(self, value: str) -> bool:
        # A number of thousands of digits would take long to read, and so would 1e999999999.
        if len(value) > 20 or not _NUMBER.fullmatch(value):
            return False
        try:
            number = Fraction(value)
        except (ValueError, ZeroDivisionError):
            return False
        return self.lowest <= number <= self.highest and (not self.whole or number.denominator == 1)


@dataclass(frozen=True, slots=True)
class ExportSettings:
    """The settings of an export: the name of its main file without ending, and the checked value of every option."""

    stem: str = "scenario"
    values: Mapping[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return the value of an option as text."""
        return self.values[name]

    def flag(self, name: str) -> bool:
        """Return whether a flag is set."""
        return self.values[name] == _YES

    def number(self, name: str) -> Fraction:
        """Return the value of an option as a number."""
        return Fraction(self.values[name])


def export_settings(options: Iterable[Option], values: Mapping[str, str], stem: str) -> ExportSettings:
    """Return the settings of an export, with defaults; raise UsageError, with all faults, for unknown options or bad values."""
    known = {it.name: it for it in options}
    faults = list(_faults(known, values))
    if faults:
        raise UsageError("; ".join(faults))
    return ExportSettings(stem, {name: values.get(name, it.default) for name, it in known.items()})


def _faults(known: Mapping[str, Option], values: Mapping[str, str]) -> Iterator[str]:
    for name, value in values.items():
        if name in known:
            fault = known[name].fault(value)
            if fault:
                yield fault
        else:
            there_are = f"(known: {', '.join(known)})" if known else "(the format has no options)"
            yield f"there is no option {name!r}{did_you_mean(name, known)} {there_are}"


def _plain(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):g}"
