"""Maps of The Battle for Wesnoth (``.map``): a line a row, ``Gg, Gs^Fp, 1 Ke``, with a border around. Import only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.foreign_map import ForeignHex, ForeignMap, foreign_scenario, one_line
from fairground.core.clients.format import Format, Imported
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.files.file_model import MAX_SIDES
from fairground.core.grid.labels import label
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.parts import Side, Zone
from fairground.core.scenario.shapes import Listed
from fairground.core.text.foreign import parse_whole
from fairground.core.text.wording import counted, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.clients.format import ImportSource
    from fairground.core.scenario.document import Scenario

_LAYER: Final = r"[A-Za-z0-9_*|/\\]{1,4}"
_CODE: Final = rf"{_LAYER}(?:\^(?:{_LAYER})?)?"
#: A hex: its code, with the number of the side that starts there or the name of the place in front.
_CELL: Final = re.compile(rf"(?:(\S{{1,100}})\s+)?({_CODE})")
_SETTING: Final = re.compile(r"\s*([a-z_]{1,40})\s*=(.*)")
#: Two rows of at least two codes, which begin with a capital or an underscore.
# A name without commas can be read in one way only: in several, the time would grow exponentially.
_NAMED_CODE: Final = rf"(?:[^\s,]{{1,100}} )?(?=[A-Z_]){_CODE}"
_ROW: Final = rf"[ \t]*{_NAMED_CODE}(?:[ \t]*,[ \t]*{_NAMED_CODE})+[ \t]*"
_ROWS: Final = re.compile(rf"^{_ROW}\n{_ROW}$", re.MULTILINE)
_LOOKED_AT: Final = 50_000
_BORDER, _MOST_BORDER = 1, 10
#: Reading stops after this many lines with problems.
_MOST_PROBLEMS: Final = 1_000
#: A bridge is where its water is not.
_BRIDGE: Final = "^B"


class _Cell(NamedTuple):
    """A hex of the file: its code, and what stands in front of it."""

    code: str
    place: str


def _read(source: ImportSource) -> Imported:
    findings = ImportFindings()
    border, rows = _rows(source.text, findings)
    _check(rows, findings)
    findings.refuse_errors(source.file_name)
    inside = [
        (line, cells[border : len(cells) - border]) for line, cells in rows[border : len(rows) - border]
    ]
    if not inside or not inside[0][1]:
        message = f"the map has no hexes inside its border of {counted(border, 'hex', 'hexes')}"
        findings.add("import.no-rows", message)
        findings.refuse_errors(source.file_name)
    if border:
        message = f"the border of {counted(border, 'hex', 'hexes')} around the map, which nobody can enter, is dropped"
        findings.add("import.left-out", message, line=rows[0][0])
    legend = source.options.legend or load_legend("wesnoth")
    hexes: list[ForeignHex] = []
    starts: dict[str, str] = {}
    grounds: dict[str, tuple[tuple[str, ...], ...]] = {}
    for row, (line, cells) in enumerate(inside):
        for column, cell in enumerate(cells):
            ground = grounds.get(cell.code) or grounds.setdefault(cell.code, _ground(cell.code, legend))
            is_side = cell.place.isascii() and cell.place.isdigit()
            if is_side:
                starts.setdefault(cell.place, label(column, row))
            name = f"Start of side {cell.place}" if is_side else cell.place.replace("_", " ")
            hexes.append(ForeignHex(column, row, line, ground, name=one_line(name) if name else ""))
    found = ForeignMap(Layout.ODD_Q, hexes, source.title)
    imported = foreign_scenario(found, source, findings, legend=legend)
    _add_sides(imported.scenario, starts)
    return imported


def _rows(text: str, findings: ImportFindings) -> tuple[int, list[tuple[int, list[_Cell]]]]:
    """Return the width of the border, and the rows with their lines."""
    border = _BORDER
    rows: list[tuple[int, list[_Cell]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        setting = _SETTING.fullmatch(line)
        if not line.strip():
            continue
        if setting is not None and not rows:
            if setting[1] == "border_size":
                border = _border(setting[2].strip(), number, findings)
            elif (setting[1], setting[2].strip()) != ("usage", "map"):
                message = f"the setting {shorten(line.strip())!r} is dropped"
                findings.add("import.left-out", message, line=number)
            continue
        cells = _cells(line, number, findings)
        if cells:
            rows.append((number, cells))
        if len(rows) > MAX_SIDE + 2 * _MOST_BORDER:
            message = f"a board may have at most {MAX_SIDE:,} rows"
            findings.add("import.bad-size", message, line=number)
            break
        if findings.count > _MOST_PROBLEMS:
            findings.add("import.give-up", "reading stopped here: too many lines have problems", line=number)
            break
    return border, rows


def _border(value: str, line: int, findings: ImportFindings) -> int:
    value = value.strip()
    found = parse_whole(value, most_digits=2)
    if found is not None and 0 <= found <= _MOST_BORDER:
        return found
    message = f"border_size must be a whole number from 0 to {_MOST_BORDER}, not {shorten(value)!r}"
    findings.add("import.bad-number", message, line=line)
    return _BORDER


def _cells(line: str, number: int, findings: ImportFindings) -> list[_Cell]:
    """Return the hexes of a row; none, and a finding, for a line that is none."""
    words = line.split(",", MAX_SIDE + 2 * _MOST_BORDER)
    matches = [_CELL.fullmatch(word.strip()) for word in words]
    wrong = next((at for at, match in enumerate(matches) if match is None), None)
    if wrong is not None:
        message = f"{shorten(words[wrong].strip())!r} is not a terrain code such as Gg or Gs^Fp"
        fix = "Write one code for each hex, separated by commas."
        findings.add("import.bad-line", message, line=number, fix=fix)
        return []
    return [_Cell(match[2], match[1] or "") for match in matches if match is not None]


def _check(rows: Sequence[tuple[int, list[_Cell]]], findings: ImportFindings) -> None:
    if not rows:
        findings.add("import.no-rows", "the file has no rows of terrain codes")
        return
    length = len(rows[0][1])
    for line, cells in rows:
        if len(cells) != length:
            message = f"this row has {counted(len(cells), 'hex', 'hexes')}, but the first one has {length}"
            findings.add("import.row-length", message, line=line)


def _ground(code: str, legend: Legend) -> tuple[tuple[str, ...], ...]:
    """Return the names of a code: itself if the legend has it, else base and overlay, each also by its first letter."""
    base, mark, overlay = code.partition("^")
    if not mark or legend.entry(code) is not None:
        return ((code, base[:1]),)
    if not overlay:
        return ((base, base[:1]),)
    above = (f"^{overlay}", f"^{overlay[:1]}")
    return (above,) if above[1] == _BRIDGE else ((base, base[:1]), above)


def _add_sides(scenario: Scenario, starts: dict[str, str]) -> None:
    """Add the sides that start somewhere, each with that hex as its zone, unless the legend has sides."""
    if scenario.sides or len(starts) > MAX_SIDES:
        return
    for number, at in sorted(starts.items(), key=lambda it: (len(it[0]), it[0])):
        side = f"side-{number[:9]}"
        scenario.sides.append(Side(side, f"Side {number}"))
        scenario.zones.append(Zone(f"{side}-start", side, Listed((at,)), name=f"Start of side {number}"))


def _recognises(text: str) -> bool:
    return _ROWS.search(text[:_LOOKED_AT]) is not None


FORMAT: Final = Format("wesnoth", "Wesnoth map", ".map", read=_read, recognises=_recognises)
