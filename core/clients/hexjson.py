"""HexJSON, ``{layout, hexes: {id: {q, r, …}}}``: columns from left to right, rows upwards.

Its two best known readers shift lines differently: Open Innovations shifts where ``r`` (``q``) is odd, columns up;
d3-hexjson counts rows from the top (columns from the left), columns down. Exports start at 0 or 1 so that both show the
same board. Imports follow Open Innovations, whose format it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairground.core.clients.format import Export, Format, Imported
from fairground.core.clients.hex_records import KNOWN, HexRecord, HexRecords, hex_properties, size_of
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.json_pieces import JsonPiece, json_pieces
from fairground.core.clients.scenario_head import HEAD, Head, MarkedData, Unknown, as_json
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.errors import UsageError
from fairground.core.files.emitter import decimal
from fairground.core.files.writer import to_data
from fairground.core.grid.layout import Layout, Orientation
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.scene import Stack, tinted
from fairground.core.scenario.board import VOID
from fairground.core.text.foreign import own_whole, to_utf8, whole_number
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import describe, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.clients.format import ExportSettings, ImportSource
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

_NAME: Final = "n"
_COLOUR: Final = "colour"
_HEX_KEYS: Final = (KNOWN - {"name"}) | {"q", "r", _NAME, _COLOUR}
_FARTHEST: Final = 1_000_000
#: The number of characters read to recognise a file.
_LOOKED_AT: Final = 20_000
_SIGNS: Final = (re.compile(r'"layout"\s*:\s*"(?:odd|even)-[qr]"'), re.compile(r'"hexes"\s*:\s*\{'))
_OTHER: Final = {
    Layout.ODD_Q: Layout.EVEN_Q,
    Layout.EVEN_Q: Layout.ODD_Q,
    Layout.ODD_R: Layout.EVEN_R,
    Layout.EVEN_R: Layout.ODD_R,
}


# -- writing ------------------------------------------------------------------------------------------------


def _write(scenario: Scenario, _settings: ExportSettings) -> Export:
    board, data = scenario.board, to_data(scenario)
    hexsides = data["board"].get("hexsides", "") if isinstance(data["board"], dict) else ""
    place = {
        "layout": board.layout.value,
        "columns": board.columns,
        "rows": board.rows,
        **({} if board.inches is None else {"inches": decimal(board.inches)}),
        "hexsides": hexsides,
        "source": board.source,
    }
    head = {
        **{key: value for key, value in data.items() if key not in ("format", "board")},
        "board": {key: value for key, value in place.items() if value != ""},
    }
    corner = _own_corner(scenario)
    hexes = ",\n".join(f"{as_json(name)}: {as_json(stated)}" for name, stated in _hexes(scenario, corner))
    text = f'{{"layout": {as_json(corner.layout.value)},\n"{HEAD}": {as_json(head)},\n"hexes": {{\n{hexes}\n}}}}\n'
    return Export(to_utf8(text))


class _Corner(NamedTuple):
    """How an export counts: the layout that it states, q of the first column and r of the first row."""

    layout: Layout
    left: int
    top: int


def _own_corner(scenario: Scenario) -> _Corner:
    """Return how an export counts.

    d3-hexjson counts from the first line that has a hex, whose q is odd, or whose r is even. So the layout is the one of
    a board that begins there.
    """
    board = scenario.board
    axis = 1 if board.layout.orientation is Orientation.FLAT else 0
    lines = [board.layout.to_offset(at)[1 - axis] for at, _ in _there(board)]
    begins_odd = min(lines, default=0) % 2 == 1
    return _corner_of(_OTHER[board.layout] if begins_odd else board.layout, board.layout, board.rows)


def _corner_of(stated: Layout, layout: Layout, rows: int) -> _Corner:
    """Return how an export of a board of some layout and rows counts that states a layout."""
    same = stated is layout
    if layout.orientation is Orientation.FLAT:
        return _Corner(stated, 1 if same else 0, rows - 1)
    return _Corner(stated, 0, rows - 1 + (rows - 1 + (not same)) % 2)


def _there(board: Board) -> Iterator[tuple[Hex, dict[str, object]]]:
    """Yield the hexes of an export, with their properties: all but plain void."""
    for at in board.hexes():
        found = hex_properties(board, at)
        if found != {"terrain": VOID, "elevation": 0}:
            yield at, found


def _hexes(scenario: Scenario, corner: _Corner) -> Iterator[tuple[str, dict[str, object]]]:
    board, looks = scenario.board, Looks(scenario)
    stacks = [Stack(tuple(map(looks.terrain, entry.kinds))) for entry in board.palette]
    for at, found in _there(board):
        name = {_NAME: found.pop("name")} if "name" in found else {}
        column, row = board.layout.to_offset(at)
        ground = stacks[own_whole(board.terrain[board.cell(at)])].ground
        colour = tinted(ground, board.level_at(at))
        place = {"q": corner.left + column, "r": corner.top - row}
        yield board.label(at), {**place, **name, _COLOUR: colour, **found}


# -- reading ------------------------------------------------------------------------------------------------


def _read(source: ImportSource) -> Imported:
    findings = ImportFindings()
    pieces = json_pieces(source.text, findings, apart=frozenset((HEAD, "hexes"))) or {}
    findings.refuse_errors(source.file_name)
    head = Head(pieces, findings)
    stated = _stated_layout(pieces, findings)
    places = _places(pieces, findings)
    findings.refuse_errors(source.file_name)
    for key in pieces.keys() - {HEAD, "layout", "hexes"}:
        message = f"unknown key {shorten(key)!r} is dropped"
        findings.add("import.left-out", message, line=pieces[key].line)
    name, rules = head.rules(source)
    layout, left, top = _frame(stated, places, head, source, findings)
    offsets = [(it.q - left, top - it.r) for it in places]
    if offsets and min(map(min, offsets)) < 0:
        message = "some hexes are left of or above the board described in the file"
        findings.add("import.bad-size", message, line=head.line)
    size = size_of(offsets, findings, line=pieces["hexes"].line)
    findings.refuse_errors(source.file_name)
    records = [
        HexRecord(column, row, {**it.attributes, "name": it.attributes.get(_NAME)}, it.line)
        for (column, row), it in zip(offsets, places, strict=True)
    ]
    _report_unknown(records, findings)
    data = MarkedData()
    head.tell(data, JsonPiece(source.title, 1), name)
    board = HexRecords(rules, findings).board_data(records, head.size_for(size or (1, 1)))
    hexsides = head.board_text("hexsides")
    board |= {
        "layout": layout.value,
        **head.inches(),
        "hexsides": hexsides,
        "source": head.board_text("source"),
    }
    data.tell_board(board, head.line, hexside_lines=[head.line] * hexsides.count("\n"))
    scenario = data.scenario(findings, file_name=source.file_name, folder=source.options.folder)
    return Imported(scenario, findings.findings())


def _stated_layout(pieces: dict[str, JsonPiece], findings: ImportFindings) -> Layout:
    member = pieces.get("layout", JsonPiece(None, 1))
    stated, line = member.value, member.line
    if stated in tuple(Layout):
        return Layout(stated)
    near = did_you_mean(stated, tuple(Layout)) if isinstance(stated, str) else ""
    message = f"the layout must be one of {', '.join(Layout)}, not {describe(stated)}{near}"
    findings.add("import.bad-line", message, line=line, fix='Write, for example, "layout": "odd-r".')
    return Layout.ODD_R


class _Place(NamedTuple):
    """A hex of the file: where it is, what it has, and its line."""

    q: int
    r: int
    attributes: dict[str, Any]
    line: int


def _places(pieces: dict[str, JsonPiece], findings: ImportFindings) -> list[_Place]:
    member = pieces.get("hexes", JsonPiece(None, 1))
    hexes, line = member.value, member.line
    if not isinstance(hexes, dict) or not hexes:
        message = "the file has no hexes: 'hexes' must be an object with one entry for each hex" + (
            "" if isinstance(hexes, dict) else f", not {describe(hexes)}"
        )
        findings.add("import.no-rows", message, line=line)
        return []
    found = []
    for name, (it, at) in hexes.items():
        place = [it.get(key) if isinstance(it, dict) else None for key in ("q", "r")]
        q, r = map(whole_number, place)
        if q is not None and r is not None and max(abs(q), abs(r)) <= _FARTHEST:
            found.append(_Place(q, r, it, at))
            continue
        shown = " and ".join(map(describe, place))
        message = f"q and r of the hex {shorten(name)!r} must be whole numbers, not {shown}"
        findings.add("import.bad-number", message, line=at, fix='Write, for example, {"q": 0, "r": 3}.')
    return found


def _frame(
    stated: Layout, places: Sequence[_Place], head: Head, source: ImportSource, findings: ImportFindings
) -> tuple[Layout, int, int]:
    """Return the layout, q of the first column and r of the first row; raise UsageError for a layout that cannot fit."""
    asked = source.options.layout
    own, size = head.layout(), head.size()
    if own is not None and size is not None:
        # Hexes at the edges may be void, and not be there.
        if asked not in (None, own):
            raise UsageError(
                f"{source.file_name} has the layout {own.value} and cannot be read as {asked.value}"
            )
        corner = _corner_of(stated, own, size[1])
        return own, corner.left, corner.top
    left, top = min((it.q for it in places), default=0), max((it.r for it in places), default=0)
    flat = stated.orientation is Orientation.FLAT
    if asked is not None:
        if asked.orientation is not stated.orientation:
            raise UsageError(
                f"{source.file_name} has the layout {stated.value} and cannot be read as {asked.value}"
            )
        return asked, left, top
    # Both readers agree where columns begin at an odd number, or rows end at an even one.
    if left % 2 == 1 if flat else top % 2 == 0:
        return stated, left, top
    other = _OTHER[stated]
    message = (
        f"programs disagree on which {('columns' if flat else 'rows')} {stated.value} shifts here; the board "
        f"was read as {other.value}, as Open Innovations does (d3-hexjson would read {stated.value})"
    )
    findings.add("import.layout", message)
    return other, left, top


def _report_unknown(records: Sequence[HexRecord], findings: ImportFindings) -> None:
    unknown = Unknown()
    for it in records:
        for key in it.properties.keys() - _HEX_KEYS - {"name"}:
            unknown.note(key, it.line, it.label)
    unknown.report(findings, known=_HEX_KEYS, noun="hex", plural="hexes")


def _recognises(text: str) -> bool:
    return text.lstrip()[:1] == "{" and all(sign.search(text[:_LOOKED_AT]) for sign in _SIGNS)


FORMAT = Format(
    "hexjson",
    "HexJSON",
    ".hexjson",
    _write,
    _read,
    _recognises,
    carries=frozenset(ScenarioPart) - {ScenarioPart.COMMENTS},
    purpose="a plain list of hexes, for web pages and scripts",
)
