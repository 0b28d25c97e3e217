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
    """One choice about an export, said as a text.

    ``kind`` is ``choice`` (one of ``choices``), ``flag`` (``yes`` or ``no``), ``number`` (a whole number, a decimal or
    a fraction from ``lowest`` to ``highest``, both included; whole ones only with ``whole``), or ``text`` (anything, the
    empty text for none; what it means is the format's). ``help`` says in a few words what it is about.
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
        """What can be said, in words."""
        match self.kind:
            case "choice":
                return ", ".join(self.choices)
            case "flag":
                return f"{_YES} or {_NO}"
            case "number":
                return f"a {'whole ' if self.whole else ''}number from {_plain(self.lowest)} to {_plain(self.highest)}"
            case "text":
                return "a text"

    def fault(self, said: str) -> str:
        """Return what is wrong with a value, in words; empty when nothing is."""
        match self.kind:
            case "choice" if said not in self.choices:
                return f"{self.name} is {self.allowed}, not {said!r}{did_you_mean(said, self.choices)}"
            case "flag" if said not in (_YES, _NO):
                return f"{self.name} is {self.allowed}, not {said!r}"
            case "number" if not self._is_number(said):
                return f"{self.name} is {self.allowed}, not {said!r}"
            case _:
                return ""

    def _is_number(self, said: str) -> bool:
        # A number of thousands of digits would take long to read, and so would 1e999999999.
        if len(said) > 20 or not _NUMBER.fullmatch(said):
            return False
        try:
            number = Fraction(said)
        except (ValueError, ZeroDivisionError):
            return False
        return self.lowest <= number <= self.highest and (not self.whole or number.denominator == 1)


@dataclass(frozen=True, slots=True)
class ExportSettings:
    """What an export is asked for: the name of its main file without ending, and every option of the format, checked."""

    stem: str = "scenario"
    values: Mapping[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return the value of an option as it was said."""
        return self.values[name]

    def flag(self, name: str) -> bool:
        """Return whether an option was said yes to."""
        return self.values[name] == _YES

    def number(self, name: str) -> Fraction:
        """Return the value of an option as a number."""
        return Fraction(self.values[name])


def order(options: Iterable[Option], said: Mapping[str, str], stem: str) -> ExportSettings:
    """Return an order with what was said, and the defaults for the rest.

    Raises
    ------
    UsageError
        With all that is wrong: options that there are not, and values that an option cannot have.
    """
    known = {it.name: it for it in options}
    faults = list(_faults(known, said))
    if faults:
        raise UsageError("; ".join(faults))
    return ExportSettings(stem, {name: said.get(name, it.default) for name, it in known.items()})


def _faults(known: Mapping[str, Option], said: Mapping[str, str]) -> Iterator[str]:
    for name, value in said.items():
        if name in known:
            fault = known[name].fault(value)
            if fault:
                yield fault
        else:
            there_are = f"(known: {', '.join(known)})" if known else "(the format has no options)"
            yield f"there is no option {name!r}{did_you_mean(name, known)} {there_are}"


def _plain(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):g}"
