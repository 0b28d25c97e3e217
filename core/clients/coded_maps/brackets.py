"""Boards of brackets, ``[F ][R ][  ][E1]``: a line a row, a code a hex. Import only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fairground.core.clients.coded_maps.code_map import CodeMap, lines_named
from fairground.core.clients.coded_maps.code_scenario import to_scenario
from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.format import Format, Imported
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.text.wording import first_few

if TYPE_CHECKING:
    from fairground.core.clients.format import ImportSource

_BRACKET: Final = re.compile(r"\[([^\[\]]*)\]")
#: A line that is only a row.
_ROW: Final = re.compile(r"\s*(?:\[[^\[\]]*\][ \t]*){2,}(?:#.*)?")
#: The number of lines read to recognise a file.
_HEAD: Final = 200


def _read(source: ImportSource) -> Imported:
    findings = ImportFindings()
    codes = _codes(source.text, findings)
    codes.check(findings)
    findings.refuse_errors(source.file_name)
    legend = source.options.legend or load_legend("brackets")
    scenario = to_scenario(codes, source, legend, findings)
    source.draft.legend = legend
    source.draft.unmapped.extend(findings.unmapped)
    return Imported(scenario, findings.findings())


def _recognises(text: str) -> bool:
    return any(_ROW.fullmatch(line) for line in text.split("\n", _HEAD)[:_HEAD])


def _codes(text: str, findings: ImportFindings) -> CodeMap:
    codes = CodeMap()
    indents: dict[str, list[int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        before = findings.count
        row = _row(line, number, codes, findings)
        # The length of a faulty row says nothing.
        if row and findings.count == before:
            codes.add(row, number)
            indents.setdefault(line[: len(line) - len(line.lstrip())], []).append(number)
    if len(indents) > 1:
        widths = first_few([f"{_width(indent)} ({lines_named(lines)})" for indent, lines in indents.items()])
        message = f"rows are indented by {widths}; the indent was ignored"
        findings.add("import.indent", message, line=min(list(indents.values())[1]))
    return codes


def _row(line: str, number: int, codes: CodeMap, findings: ImportFindings) -> list[str]:
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


FORMAT: Final = Format("brackets", "Bracketed board", ".txt", read=_read, recognises=_recognises)
