"""File formats: name, ending, options, writer and reader, and access to the files that an import refers to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from fairground.core.errors import FileError, UsageError
from fairground.core.files.untrusted_files import path_beside, read_regular_file
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.clients.scenario_parts import ScenarioPart
    from fairground.core.files.companions import Companion
    from fairground.core.finding import Finding
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.document import Scenario

_YES, _NO = "yes", "no"
_NUMBER = re.compile(r"[+-]?(\d+(\.\d+)?|\.\d+|\d+/\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of an export, with its value as text.

    ``kind`` is ``choice`` (one of ``choices``), ``flag`` (``yes`` or ``no``), ``number`` (a whole number, decimal or fraction
    from ``lowest`` to ``highest`` inclusive; with ``whole`` only whole ones), ``side`` (the id of a side of the scenario, read
    by the format; may be empty) or ``text`` (read by the format; may be empty).
    """

    name: str
    help: str
    default: str
    kind: Literal["choice", "flag", "number", "side", "text"] = "choice"
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
            case "side":
                return "the id of a side"
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
    """The settings of an export: the name of its main file, its ending with the dot, and the checked value of every option."""

    stem: str = "scenario"
    values: Mapping[str, str] = field(default_factory=dict)
    ending: str = ""

    def text(self, name: str) -> str:
        """Return the value of an option as text."""
        return self.values[name]

    def flag(self, name: str) -> bool:
        """Return whether a flag is set."""
        return self.values[name] == _YES

    def number(self, name: str) -> Fraction:
        """Return the value of an option as a number."""
        return Fraction(self.values[name])


def export_settings(
    options: Iterable[Option], values: Mapping[str, str], stem: str, ending: str = ""
) -> ExportSettings:
    """Return the settings of an export, with defaults; raise UsageError, with all faults, for unknown options or bad values."""
    known = {it.name: it for it in options}
    faults = list(_faults(known, values))
    if faults:
        raise UsageError("; ".join(faults))
    return ExportSettings(stem, {name: values.get(name, it.default) for name, it in known.items()}, ending)


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


#: The size limit of files that an imported one refers to.
MAX_BYTES: Final = 16 * 2**20


def read_beside(folder: Path | None, name: str) -> bytes:
    r"""Return the content of a file that an imported file in ``folder`` names, its folders separated by ``/`` or ``\``.

    Raise FileError when it is outside the folder, behind a symbolic link, not a regular file, over ``MAX_BYTES``, or when the
    imported text has no folder.
    """
    data = read_regular_file(path_beside(folder, name, beside="the imported one"), most_bytes=MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise FileError(f"{name!r} was not read: it is larger than {MAX_BYTES // 2**20} MB")
    return data


@dataclass(frozen=True, slots=True)
class Export:
    """A scenario in another format: its main file, companions, and losses within the parts that the format carries.

    Whole parts that a format does not carry follow from ``Format.carries``.
    """

    content: bytes
    losses: tuple[str, ...] = ()
    companions: tuple[Companion, ...] = ()


class UnmappedCode(NamedTuple):
    """A code of a map, or the name of a tile, that neither the legend nor the ruleset has; the first of its hexes."""

    code: str
    hexes: int
    label: str


@dataclass(slots=True)
class LegendDraft:
    """What a legend for a map needs: the codes of the one that it was read with, and those that were not recognised."""

    legend: Legend | None = None
    unmapped: list[UnmappedCode] = field(default_factory=list)


class Imported(NamedTuple):
    """A scenario from another program's file.

    ``losses`` are warnings (not mapped, not as announced) and advice (assumptions), each with its line in the imported
    file and the first hex.
    """

    scenario: Scenario
    losses: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The options of an import; None where the file or the format decides.

    ``ruleset`` is a shipped id or a .yaml file in or below ``folder``, the folder of the new scenario. ``expect_size`` is
    columns and rows; readers may use it where the file leaves the size open.
    """

    layout: Layout | None = None
    ruleset: str | None = None
    legend: Legend | None = None
    expect_size: tuple[int, int] | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class ImportSource:
    """A file to import: its text with LF and no byte order mark, its name, its folder (None for a bare text), and options.

    A reader of a format with codes fills the ``draft``.
    """

    text: str
    file_name: str
    options: ImportOptions = field(default_factory=ImportOptions)
    folder: Path | None = None
    draft: LegendDraft = field(default_factory=LegendDraft)

    @property
    def title(self) -> str:
        """The file name without its ending, as a name for the scenario."""
        return self.file_name.rpartition(".")[0] or self.file_name

    def beside(self, name: str) -> bytes:
        """Return the content of a file that this one refers to; errors as ``read_beside``."""
        return read_beside(self.folder, name)


@dataclass(frozen=True, slots=True)
class Format:
    """A format that scenarios can be exported to, imported from, or both.

    ``ending`` includes the dot; ``other_endings`` are those of other kinds of file that it can read or write. ``write`` returns an ``Export``, touches no file, and raises FileError for a scenario it
    cannot hold. ``carries`` are the parts it writes. ``read`` raises FileError with all problems, and adds
    ``import.layout`` when it guesses the layout. ``recognises`` quickly tells a file of the format by its text. ``purpose`` is
    a short description of an export's use.
    """

    name: str
    title: str
    ending: str
    write: Callable[[Scenario, ExportSettings], Export] | None = None
    read: Callable[[ImportSource], Imported] | None = None
    recognises: Callable[[str], bool] | None = None
    carries: frozenset[ScenarioPart] = frozenset()
    options: tuple[Option, ...] = ()
    purpose: str = ""
    other_endings: tuple[str, ...] = ()
