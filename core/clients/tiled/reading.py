"""Read a Tiled map into the form of a scenario file, so that it is checked like one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.clients.format import Imported
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.tiled.ground import read_ground
from fairground.core.clients.tiled.map_reading import read_tiled
from fairground.core.clients.tiled.meanings import TileMeanings
from fairground.core.clients.tiled.model import split
from fairground.core.clients.tiled.reading_objects import ObjectReader, hexes_of_mask
from fairground.core.clients.tiled.tmx_tree import line_of_name
from fairground.core.clients.tiled.writing import FORMAT
from fairground.core.errors import FairgroundError, UsageError
from fairground.core.files.reader import read_content
from fairground.core.files.scenario_file import FORMAT as SCENARIO_FORMAT
from fairground.core.files.write_board import board_data
from fairground.core.finding import Place
from fairground.core.rules import load_ruleset
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.parts import MAX_TITLE
from fairground.core.scenario.shapes import painted
from fairground.core.text.foreign import finite_number, json_value, matched_whole
from fairground.core.text.source import Node, Source
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairground.core.clients.format import ImportSource
    from fairground.core.clients.tiled.model import Properties, TiledMap, Value
    from fairground.core.clients.tiled.reading_objects import Area, ObjectParts
    from fairground.core.files.read_result import ReadResult
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone
    from fairground.core.text.source import Mark

_TEXTS: Final = ("name", "author", "notes", "ruleset", "ruleset_hash", "weather")
_LISTS: Final = ("house_rules", "locked")
_SIDE: Final = re.compile(r"sides\.([1-9][0-9]{0,3})\.(id|name|team|role|force|wins)")
_VICTORY: Final = ("points", "last_standing", "kill", "component")
_KNOWN: Final = (
    *_TEXTS,
    "turns",
    *_LISTS,
    *(f"victory.{key}" for key in _VICTORY),
    "fairness.gates",
    "board.source",
    "board.inches",
)


@dataclass(slots=True)
class Stated:
    """What the properties of a map say: keys of a scenario file, and what has no place among them."""

    data: dict[str, Any] = field(default_factory=dict)
    board_source: str = ""
    inches: float | None = None
    comments: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)


def read_properties(
    properties: Properties, findings: ImportFindings, lines: Mapping[str, int | None]
) -> Stated:
    """Return the data in a map's properties, and report unknown ones; ``lines`` are those of the properties."""
    stated = Stated()
    sides: dict[int, dict[str, Any]] = {}
    for name, value in properties.items():
        side = _SIDE.fullmatch(name)
        if side is not None:
            sides.setdefault(matched_whole(side[1]), {})[side[2]] = (
                _plain(value) if side[2] == "wins" else str(value)
            )
        elif not (_read_single(stated, name, value) or _read_part(stated, name, value)):
            near = did_you_mean(name, _KNOWN)
            message = f"the unknown property {shorten(name)!r} of the map is dropped{near}"
            findings.add("import.left-out", message, line=lines.get(name))
    if sides:
        stated.data["sides"] = [sides[number] for number in sorted(sides)]
    return stated


def _read_single(stated: Stated, name: str, value: Value) -> bool:
    """Take a property that is a key of its own; say whether it is one."""
    if name in _TEXTS:
        stated.data[name] = str(value)
    elif name == "turns":
        stated.data[name] = value
    elif name in _LISTS:
        stated.data[name] = list(split(str(value)))
    elif name == "board.source":
        stated.board_source = str(value)
    elif name == "board.inches" and isinstance(value, int | float):
        stated.inches = finite_number(value)
    return name in (*_TEXTS, *_LISTS, "turns", "board.source", "board.inches", "fairground")


def _read_part(stated: Stated, name: str, value: Value) -> bool:
    """Take a property that is part of a larger one, such as ``victory.points``; say whether it is one."""
    key, _, rest = name.partition(".")
    fairness, _, measure = rest.partition(".")
    if key == "victory" and rest in _VICTORY:
        stated.data.setdefault(key, {})[rest] = value
    elif name == "fairness.gates":
        stated.data.setdefault(key, {})[rest] = list(split(str(value)))
    elif key == "fairness" and fairness == "bands":
        stated.data.setdefault(key, {}).setdefault(fairness, {})[measure] = str(value)
    elif key == "rules" and "." in name:
        stated.data.setdefault(key, {})[rest] = _plain(value)
    elif key == "images" and rest:
        stated.data.setdefault(key, {})[rest] = str(value)
    elif key == "comment":
        stated.comments[split(rest) if "." in name else ()] = tuple(str(value).split("\n"))
    else:
        return False
    return True


def _plain(value: Value) -> object:
    """Return the value of an override or of ways to win, written as JSON or plain text."""
    return json_value(value) if isinstance(value, str) else value


#: At most this many properties of a map in JSON are sought in its text.
_MOST_SOUGHT: Final = 100
#: The default ruleset.
RULESET: Final = "penance-2.0"


def read_map(source: ImportSource) -> Imported:
    """Return the scenario of a map of Tiled; errors as ``import_file``."""
    findings = ImportFindings()
    tiled = read_tiled(source, findings)
    findings.refuse_errors(source.file_name)
    assert tiled is not None, "a map that cannot be read has an error"  # noqa: S101  # for the type checker
    _check(tiled, source, findings)
    ours = "fairground" in tiled.properties
    lines = _property_lines(tiled, source.text)
    stated = read_properties(tiled.properties, findings, lines)
    name, rules = _ruleset(tiled, source, findings)
    meanings = TileMeanings(rules, source.options.legend, literal=ours)
    board = read_ground(tiled, meanings, rules, findings, ours=ours)
    pieces = ObjectReader(tiled, board, rules, findings, ours=ours).read()
    data: dict[str, Any] = {
        "format": SCENARIO_FORMAT,
        "name": source.title[:MAX_TITLE],
        **stated.data,
        "ruleset": name,
        "zones": [it.item for it in pieces.zones],
        "objectives": [it.item for it in pieces.objectives],
        "units": pieces.units,
        "decorations": pieces.decorations,
    }
    if name != tiled.properties.get("ruleset"):
        data["ruleset_hash"] = rules.content_hash
    if not ours and "sides" not in data:
        data["sides"] = [
            {"id": side, "name": "" if side == name else name} for side, name in pieces.sides.items()
        ]
    for area in (*pieces.zones, *pieces.objectives):
        area.item.setdefault("hexes", hexes_of_mask(area.mask))
    board.source, board.inches = stated.board_source, stated.inches
    try:
        data["board"] = board_data(board, ())
    except FairgroundError as error:
        findings.add("import.bad-data", f"the board cannot be read: {error}")
    findings.refuse_errors(source.file_name)
    for block in ("terrain", "elevation", "effects", "hexsides"):
        if block in data["board"]:
            data["board"][block] = data["board"][block].text
    for area in (*pieces.zones, *pieces.objectives):
        area.item["hexes"] = getattr(area.item["hexes"], "text", area.item["hexes"])
    reading = read_content(data, _marks(pieces, lines), source.options.folder)
    scenario = _checked(reading, source, findings)
    scenario.comments = stated.comments
    _redraw(scenario, pieces, findings)
    source.draft.legend = source.options.legend
    source.draft.unmapped.extend(findings.unmapped)
    return Imported(scenario, findings.findings())


def _property_lines(tiled: TiledMap, text: str) -> dict[str, int | None]:
    """Return the lines of a map's properties; in JSON, of those whose name appears once."""
    names = [it for it, line in tiled.property_lines.items() if line is None]
    found = dict(tiled.property_lines)
    if names and len(names) <= _MOST_SOUGHT:
        found.update({it: line_of_name(text, it) for it in names})
    return found


def _check(tiled: TiledMap, source: ImportSource, findings: ImportFindings) -> None:
    """Refuse a map of a later version, and one that is not in the layout that was asked for."""
    version = tiled.properties.get("fairground", FORMAT)
    if version != FORMAT:
        message = (
            f"the map was exported from scenario format {str(version)[:40]!r}; this version reads {FORMAT!r}"
        )
        findings.add("import.newer", message, line=tiled.property_lines.get("fairground"))
        findings.refuse_errors(source.file_name)
    layout, asked = tiled.grid.layout, source.options.layout
    if asked not in (None, layout):
        raise UsageError(f"the map is {layout.value} and cannot be read as {asked.value}")


def _ruleset(tiled: TiledMap, source: ImportSource, findings: ImportFindings) -> tuple[str, Ruleset]:
    options = source.options
    stated = tiled.properties.get("ruleset")
    name = options.ruleset or (options.legend.ruleset if options.legend else None) or stated
    if not isinstance(name, str) or not name:
        name = RULESET
        findings.add("import.ruleset", f"the map does not name a ruleset; {RULESET} was assumed")
    return name, load_ruleset(name, folder=options.folder)


# -- as a scenario file -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Mark:
    """A line of the map, from 0; -1 where it is not known."""

    line: int
    column: int = 0


def _marks(pieces: ObjectParts, lines: Mapping[str, int | None]) -> Source:
    """Return the positions of a scenario's parts in the map, as the source of a scenario file."""
    nothing = _Mark(-1)

    def listed(lines: Sequence[int | None]) -> Node:
        parts: dict[str | int, Node | Mark] = {
            at: nothing if line is None else _Mark(line - 1) for at, line in enumerate(lines)
        }
        return Node(nothing, parts=parts)

    parts: dict[str | int, Node | Mark] = {
        **{name: _Mark(line - 1) for name, line in lines.items() if line is not None},
        "zones": listed([it.line for it in pieces.zones]),
        "objectives": listed([it.line for it in pieces.objectives]),
        "units": listed(pieces.unit_lines),
    }
    return Source(
        None,
        "",
        "\n",
        byte_order_mark=False,
        root=Node(nothing, parts=parts),
        blocks=frozenset(),
        comments={},
        loose_comments=(),
    )


def _checked(reading: ReadResult, source: ImportSource, findings: ImportFindings) -> Scenario:
    """Return the scenario and add its reader's findings; refuse errors."""
    for it in reading.findings:
        place = Place(path=it.place.path, hex=it.place.hex, line=it.place.line or None)
        findings.take(replace(it, place=place))
    findings.refuse_errors(source.file_name)
    assert reading.scenario is not None, "a scenario without errors can be read"  # noqa: S101  # for the type checker
    return reading.scenario


# -- what was redrawn ---------------------------------------------------------------------------------------


def _redraw(scenario: Scenario, pieces: ObjectParts, findings: ImportFindings) -> None:
    """Give zones and objectives the hexes of their outlines, where those are not the ones that they name."""
    board = scenario.board
    scenario.zones = [
        replace(it, shape=painted(area.mask)) if _is_moved(it, area, board, findings) else it
        for it, area in zip(scenario.zones, pieces.zones, strict=True)
    ]
    scenario.objectives = [
        replace(it, shape=painted(area.mask)) if _is_moved(it, area, board, findings) else it
        for it, area in zip(scenario.objectives, pieces.objectives, strict=True)
    ]


def _is_moved(it: Zone | Objective, area: Area, board: Board, findings: ImportFindings) -> bool:
    named = it.shape.mask(board)
    different = named != area.mask
    if not np.any(different):
        return False
    message = f"the outline of {it.id!r} and its list of hexes disagree on {hexes_named(board, different)}"
    findings.add("import.moved", message, line=area.line)
    return True
