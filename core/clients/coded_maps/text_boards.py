"""Boards of text through a legend: brackets, ``[F ][R ][  ][E1]``, and numbered rows of codes, ``ROW1: PC PC FR OG``. Import only."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.coded_maps.code_map import CodeMap, lines_named, spans, to_scenario
from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.format import Format, Imported
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.text.foreign import matched_whole
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import first_few, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.clients.format import ImportSource


_BRACKET: Final = re.compile(r"\[([^\[\]]*)\]")
#: A line that is only a row.
_BRACKET_ROW: Final = re.compile(r"\s*(?:\[[^\[\]]*\][ \t]*){2,}(?:#.*)?")
#: The number of lines read to recognise a file.
_HEAD: Final = 200


def _read_brackets(source: ImportSource) -> Imported:
    findings = ImportFindings()
    codes = _bracket_codes(source.text, findings)
    codes.check(findings)
    findings.refuse_errors(source.file_name)
    legend = source.options.legend or load_legend("brackets")
    scenario = to_scenario(codes, source, legend, findings)
    source.draft.legend = legend
    source.draft.unmapped.extend(findings.unmapped)
    return Imported(scenario, findings.findings())


def _has_brackets(text: str) -> bool:
    return any(_BRACKET_ROW.fullmatch(line) for line in text.split("\n", _HEAD)[:_HEAD])


def _bracket_codes(text: str, findings: ImportFindings) -> CodeMap:
    codes = CodeMap()
    indents: dict[str, list[int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        before = findings.count
        row = _bracket_row(line, number, codes, findings)
        # The length of a faulty row says nothing.
        if row and findings.count == before:
            codes.add(row, number)
            indents.setdefault(line[: len(line) - len(line.lstrip())], []).append(number)
    if len(indents) > 1:
        widths = first_few([f"{_width(indent)} ({lines_named(lines)})" for indent, lines in indents.items()])
        message = f"rows are indented by {widths}; the indent was ignored"
        findings.add("import.indent", message, line=min(list(indents.values())[1]))
    return codes


def _bracket_row(line: str, number: int, codes: CodeMap, findings: ImportFindings) -> list[str]:
    """Return the codes of a line, none for one without brackets; its comment is put with the others."""
    row: list[str] = []
    at = 0
    for match in _BRACKET.finditer(line):
        if "#" in line[at : match.start()]:
            break
        _check_between(line, at, match.start(), number, findings)
        row.append(match[1].strip())
        at = match.end()
    rest, mark, comment = line[at:].partition("#")
    _check_between(line, at, at + len(rest), number, findings)
    if mark:
        codes.add_comment(comment)
    return row


def _check_between(line: str, start: int, end: int, number: int, findings: ImportFindings) -> None:
    """Add a finding for text outside brackets, from ``start`` to ``end`` (from 0, excluded)."""
    between = line[start:end]
    text = between.strip()
    if not text:
        return
    column = start + len(between) - len(between.lstrip()) + 1
    if "[" in between:
        column = start + between.index("[") + 1
        message, fix = "this bracket is not closed", "Close it with ']'."
    elif "]" in between:
        column = start + between.index("]") + 1
        message, fix = "this closing bracket has no opening bracket", "Add '[' before it."
    else:
        shown = text if len(text) <= 40 else f"{text[:39]}…"
        message = f"{shown!r} is outside brackets"
        fix = "Put it in brackets, or put '#' in front of it if it is a comment."
    findings.add("import.bad-line", message, line=number, column=column, fix=fix)


def _width(indent: str) -> str:
    """Return an indent in words."""
    if "\t" in indent:
        return repr(indent)
    return f"{len(indent)} space{'' if len(indent) == 1 else 's'}"


BRACKETS: Final = Format("brackets", "Bracketed board", ".txt", read=_read_brackets, recognises=_has_brackets)


_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#")
#: The longest key of a line.
_LONGEST_KEY: Final = 40
_ROW_KEY: Final = re.compile(r"row\s*([0-9]{1,6})", re.IGNORECASE)
#: A row, to recognise the format.
_NUMBERED_ROW: Final = re.compile(r"^[ \t]*row[ \t]*[0-9]{1,6}[ \t]*:", re.IGNORECASE | re.MULTILINE)
_TITLE, _SUBTITLE = "TITLE", "SUBTITLE"


class _Row(NamedTuple):
    """A row of the file; ``number`` is what the file gives it."""

    number: int
    line: int
    codes: list[str]


def _read_rows(source: ImportSource) -> Imported:
    findings = ImportFindings()
    codes = _RowReader(findings).read(source.text)
    codes.check(findings)
    findings.refuse_errors(source.file_name)
    legend = source.options.legend or load_legend("row-codes")
    scenario = to_scenario(codes, source, legend, findings)
    source.draft.legend = legend
    source.draft.unmapped.extend(findings.unmapped)
    return Imported(scenario, findings.findings())


def _has_rows(text: str) -> bool:
    return _NUMBERED_ROW.search(text) is not None


class _RowReader:
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
        key, colon, value = (it.strip() for it in text.partition(":"))
        if not colon or not 0 < len(key) <= _LONGEST_KEY:
            message = f"{shorten(text.strip())!r} does not have the form 'KEY: value'"
            fix = "Start the line with ROW and its number, or with '#' if it is a comment."
            self._findings.add("import.bad-line", message, line=line, fix=fix)
            return
        row = _ROW_KEY.fullmatch(key)
        if row:
            self._row(matched_whole(row[1]), line, value)
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
            message = f"the map already has a title, on line {self._codes.name_line}"
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
                message = f"row {row.number} appears again (first on line {before.line})"
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


ROW_CODES: Final = Format("row-codes", "Row-code board", ".txt", read=_read_rows, recognises=_has_rows)
