"""Boards of row codes, ``ROW1: PC PC FR OG``: a line a row with its number, a code a hex. Import only."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.coded_maps.code_map import CodeMap, spans
from fairground.core.clients.coded_maps.code_scenario import to_scenario
from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.format import Format, Imported
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import first_few, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.clients.format import ImportSource

_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#")
_LINE: Final = re.compile(r"\s*([^\s:][^:]{0,39}?)\s*:(.*)")
_ROW_KEY: Final = re.compile(r"row\s*([0-9]{1,6})", re.IGNORECASE)
#: A row, to recognise the format.
_ROW: Final = re.compile(r"^[ \t]*row[ \t]*[0-9]{1,6}[ \t]*:", re.IGNORECASE | re.MULTILINE)
_TITLE, _SUBTITLE = "TITLE", "SUBTITLE"


class _Row(NamedTuple):
    """A row of the file; ``number`` is what the file gives it."""

    number: int
    line: int
    codes: list[str]


def _read(source: ImportSource) -> Imported:
    findings = ImportFindings()
    codes = _Reader(findings).read(source.text)
    codes.check(findings)
    findings.refuse_errors(source.file_name)
    legend = source.options.legend or load_legend("row-codes")
    scenario = to_scenario(codes, source, legend, findings)
    source.draft.legend = legend
    source.draft.unmapped.extend(findings.unmapped)
    return Imported(scenario, findings.findings())


def _recognises(text: str) -> bool:
    return _ROW.search(text) is not None


class _Reader:
    """Reads a file line by line into a map of codes."""

    def __init__(self, findings: ImportFindings) -> None:
        self._findings = findings
        self._codes = CodeMap()
        self._rows: list[_Row] = []

    def read(self, text: str) -> CodeMap:
        """Return the map, its rows sorted by number."""
        for number, line in enumerate(text.split("\n"), 1):
            if line.lstrip().startswith("#"):
                self._codes.add_comment(line.lstrip()[1:])
            elif line.strip():
                self._line(line, number)
        self._check_numbers()
        for row in sorted(self._rows, key=lambda row: row.number):
            self._codes.add(row.codes, row.line)
        return self._codes

    def _line(self, text: str, line: int) -> None:
        match = _LINE.fullmatch(text)
        if not match:
            message = f"{shorten(text.strip())!r} does not have the form 'KEY: value'"
            fix = "Start the line with ROW and its number, or with '#' if it is a comment."
            self._findings.add("import.bad-line", message, line=line, fix=fix)
            return
        key, value = match[1], match[2].strip()
        row = _ROW_KEY.fullmatch(key)
        if row:
            self._row(int(row[1]), line, value)
        elif key.upper() == _TITLE:
            self._title(value, line)
        elif key.upper() == _SUBTITLE:
            self._codes.subtitles.append(value)
        else:
            self._codes.comments.append(text.strip())
            near = did_you_mean(key, (_TITLE, _SUBTITLE, "ROW1"))
            message = f"unknown key {shorten(key)!r}; its line was moved to the notes{near}"
            self._findings.add("import.unknown-line", message, line=line)

    def _title(self, value: str, line: int) -> None:
        if self._codes.name_line is not None:
            message = f"the map already has a title, in line {self._codes.name_line}"
            self._findings.add("import.bad-line", message, line=line, fix="Remove one of the titles.")
            return
        self._codes.name, self._codes.name_line = value, line

    def _row(self, number: int, line: int, value: str) -> None:
        comment = _COMMENT.search(value)
        if comment:
            self._codes.add_comment(value[comment.end() :])
        if not 1 <= number <= MAX_SIDE:
            message = f"row numbers must be from 1 to {MAX_SIDE:,}, not {number:,}"
            self._findings.add("import.bad-number", message, line=line)
            return
        codes = value[: comment.start()] if comment else value
        self._rows.append(_Row(number, line, codes.split()))

    # -- numbers of rows ------------------------------------------------------------------------------------

    def _check_numbers(self) -> None:
        """Note rows that are there twice, missing, or out of order."""
        if not self._rows:
            return
        first: dict[int, _Row] = {}
        for row in self._rows:
            before = first.setdefault(row.number, row)
            if before is not row:
                message = f"row {row.number} appears again (first in line {before.line})"
                self._findings.add("import.row-twice", message, line=row.line)
        last = max(first)
        missing = [number for number in range(1, last + 1) if number not in first]
        if missing:
            after = first[min(number for number in first if number > missing[0])]
            what = f"row {missing[0]} is" if len(missing) == 1 else f"rows {spans(missing)} are"
            message = f"{what} missing; the last row is {last}"
            self._findings.add("import.row-missing", message, line=after.line)
        self._check_order(list(first.values()))

    def _check_order(self, rows: Sequence[_Row]) -> None:
        late = [after for before, after in pairwise(rows) if after.number < before.number]
        if late:
            numbers = first_few([str(row.number) for row in late])
            what = f"row {numbers} is" if len(late) == 1 else f"rows {numbers} are"
            message = f"{what} below a row with a higher number; the rows were sorted by number"
            self._findings.add("import.row-order", message, line=late[0].line)


FORMAT: Final = Format("row-codes", "Row-code board", ".txt", read=_read, recognises=_recognises)
