"""GeoJSON: a polygon for each hex, a line for each hexside with features, and zones, objectives and units.

Coordinates are on a plane, not on the earth: x to the right and y up from A1, in units of the option ``size``. Shared
corners have identical coordinates. When reading, only properties count, not geometry, unless no feature has a column and row.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import shapely

from fairground.core.clients.format import Export, Format, Imported, Option
from fairground.core.clients.geojson_polygons import has_polygons, read_polygons
from fairground.core.clients.hex_records import JOIN, KNOWN, HexRecord, HexRecords, hex_properties, size_of
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.json_pieces import JsonPiece, json_pieces
from fairground.core.clients.scenario_head import HEAD, Head, MarkedData, Unknown, as_json
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.errors import UsageError
from fairground.core.files.emitter import decimal
from fairground.core.files.read_parts import ObjectiveFile, UnitFile, ZoneFile
from fairground.core.files.writer import to_data
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.grid.polygons import hex_polygons, hexes_to_region, hexside_to_line
from fairground.core.scenario.board import MAX_SIDE, VOID
from fairground.core.text.foreign import json_value, own_decimal, to_utf8, whole_number
from fairground.core.text.wording import describe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pydantic.fields import FieldInfo
    from shapely.geometry.base import BaseGeometry

    from fairground.core.clients.format import ExportSettings, ImportSource
    from fairground.core.files.file_model import FileModel
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone

#: The parts that are features, with the models of their properties.
_PARTS: Final[dict[str, type[FileModel]]] = {"zone": ZoneFile, "objective": ObjectiveFile, "unit": UnitFile}
_HEX_KEYS: Final = KNOWN | {"feature", "label", "col", "row", "q", "r"}
_LISTED: Final = re.compile("[A-Z]+[0-9]+(?:, ?[A-Z]+[0-9]+)+")
_HEXSIDE_KEYS: Final = ("hex", "direction", "features")
#: Layouts that q and r can distinguish, the default first.
_LAYOUTS: Final = (Layout.ODD_Q, Layout.EVEN_Q, Layout.ODD_R, Layout.EVEN_R)


def read_geojson(source: ImportSource) -> Imported:
    """Return the scenario of a GeoJSON file; errors as ``import_file``."""
    findings = ImportFindings()
    pieces = json_pieces(source.text, findings, apart=frozenset((HEAD, "features")))
    features = _features(pieces, findings)
    findings.refuse_errors(source.file_name)
    title = (pieces or {}).get("name", JsonPiece(source.title, 1))
    if not isinstance(title.value, str) or not title.value:
        title = JsonPiece(source.title, 1)
    if not any(map(_has_place, features)) and has_polygons(features):
        return read_polygons(features, title.value, source, findings)
    head = Head(pieces or {}, findings)
    name, rules = head.rules(source)
    reader = _Reader(findings)
    for it in features:
        reader.feature(it)
    reader.report()
    if not reader.hexes:
        findings.refuse_errors(source.file_name)
        findings.add("import.no-rows", _without_hexes(len(features)), line=head.line)
        findings.refuse_errors(source.file_name)
    layout = _layout(head.layout(), reader, source, findings)
    size = size_of([(it.column, it.row) for it in reader.hexes], findings, line=head.line)
    findings.refuse_errors(source.file_name)
    data = MarkedData()
    head.tell(data, title, name)
    for noun in _PARTS:
        found = reader.parts[noun]
        if found:
            data.tell(f"{noun}s", [it.value for it in found], found[0].line, lines=[it.line for it in found])
    board = HexRecords(rules, findings).board_data(reader.hexes, head.size_for(size or (1, 1)))
    board |= {"layout": layout.value, **head.inches(), "source": head.board_text("source")}
    board |= {"hexsides": "".join(f"{it.value}\n" for it in reader.hexsides)}
    data.tell_board(board, head.line, hexside_lines=[it.line for it in reader.hexsides])
    scenario = data.scenario(findings, file_name=source.file_name, folder=source.options.folder)
    return Imported(scenario, findings.findings())


def _features(pieces: dict[str, JsonPiece] | None, findings: ImportFindings) -> list[JsonPiece]:
    if pieces is None:
        return []
    features = pieces.get("features", JsonPiece(None, 1))
    if not isinstance(features.value, list):
        message = f"a feature collection must have a list under 'features', not {describe(features.value)}"
        findings.add("import.json", message, line=features.line)
        return []
    return features.value


def _has_place(piece: JsonPiece) -> bool:
    """Return whether a feature says what it is, or has a column and a row."""
    properties = piece.value.get("properties") if isinstance(piece.value, dict) else None
    if not isinstance(properties, dict):
        return False
    said = properties.get("feature")
    is_part = isinstance(said, str) and said in {*_PARTS, "hex", "hexside"}
    return is_part or all(properties.get(key) is not None for key in ("col", "row"))


def _without_hexes(count: int) -> str:
    """Return the fault of a collection of ``count`` features without a hex."""
    if not count:
        return "the collection has no features"
    which = "its only feature is not a hex" if count == 1 else f"none of its {count:,} features is a hex"
    return f"{which}: a hex needs the properties col and row, or a polygon in a hex grid"


class _Reader:
    """Sorts features by what they are."""

    def __init__(self, findings: ImportFindings) -> None:
        self._findings = findings
        self.hexes: list[HexRecord] = []
        #: The lines of the hexsides block.
        self.hexsides: list[JsonPiece] = []
        self.parts: dict[str, list[JsonPiece]] = {noun: [] for noun in _PARTS}
        #: The layouts that fit q and r of all hexes so far; None before the first.
        self.layouts: list[Layout] | None = None
        self._unknown = Unknown()
        self._unknown_hex = Unknown()
        self._meaningless = Unknown()

    def feature(self, piece: JsonPiece) -> None:
        """Sort in a feature."""
        value, line = piece
        properties = value.get("properties") if isinstance(value, dict) else None
        if not isinstance(properties, dict):
            message = "this feature has no properties"
            fix = 'Write, for example, {"type": "Feature", "properties": {"col": 0, "row": 0}, "geometry": null}.'
            self._findings.add("import.bad-line", message, line=line, fix=fix)
            return
        # Programs for maps give every feature the properties of all, most of them null.
        properties = {key: it for key, it in properties.items() if it is not None}
        noun = properties.get("feature", "hex" if {"col", "row"} <= set(properties) else None)
        if noun == "hex":
            self._hex(properties, line)
        elif noun == "hexside":
            self._hexside(properties, line)
        elif isinstance(noun, str) and noun in _PARTS:
            self._part(noun, properties, line)
        else:
            self._meaningless.note(
                noun if noun and isinstance(noun, str) else "feature without col and row", line
            )

    def _hex(self, properties: dict[str, Any], line: int) -> None:
        place = [whole_number(properties.get(key)) for key in ("col", "row")]
        if any(it is None or not 0 <= it < MAX_SIDE for it in place):
            shown = ", ".join(describe(properties.get(key)) for key in ("col", "row"))
            message = f"col and row of a hex must be whole numbers from 0 to {MAX_SIDE - 1}, not {shown}"
            self._findings.add("import.bad-number", message, line=line)
            return
        column, row = (it or 0 for it in place)
        record = HexRecord(column, row, properties, line)
        self.hexes.append(record)
        q, r = (whole_number(properties.get(key)) for key in ("q", "r"))
        if q is not None and r is not None:
            agreeing = _LAYOUTS if self.layouts is None else self.layouts
            self.layouts = [it for it in agreeing if it.from_offset(column, row) == Hex(q, r)]
        for key in properties.keys() - _HEX_KEYS:
            self._unknown_hex.note(key, line, record.label)

    def _hexside(self, properties: dict[str, Any], line: int) -> None:
        texts = [properties.get(key) for key in _HEXSIDE_KEYS]
        if not all(isinstance(word, str) and word and len(word.split()) == 1 for word in texts):
            message = "a hexside needs hex, direction and features, each as text without spaces"
            fix = 'Write, for example, "hex": "C3", "direction": "N", "features": "hedge".'
            self._findings.add("import.bad-line", message, line=line, fix=fix)
            return
        self.hexsides.append(JsonPiece(" ".join(map(str, texts)), line))
        for key in properties.keys() - {*_HEXSIDE_KEYS, "feature"}:
            self._unknown.note(key, line)

    def _part(self, noun: str, properties: dict[str, Any], line: int) -> None:
        fields = {field.alias or key: field for key, field in _PARTS[noun].model_fields.items()}
        said = {key: _as_exported(it, fields[key]) for key, it in properties.items() if key in fields}
        self.parts[noun].append(JsonPiece(said, line))
        for key in properties.keys() - fields.keys() - {"feature"}:
            self._unknown.note(key, line)

    def report(self) -> None:
        """Add findings about ignored properties and features."""
        parts = frozenset(key for model in _PARTS.values() for key in model.model_fields)
        self._unknown_hex.report(self._findings, known=_HEX_KEYS, noun="hex", plural="hexes")
        self._unknown.report(self._findings, known=parts, noun="feature")
        self._meaningless.report(self._findings, known=frozenset((*_PARTS, "hex", "hexside")), noun="feature")


def _as_exported(value: Any, field: FieldInfo) -> Any:  # noqa: ANN401  # whatever the file has
    """Return a property of a part as it was before a map program saved it.

    Such programs write 3.0 for 3 and 1 for true in a column with gaps, and some write a list as text.
    """
    if isinstance(value, str):
        # A name is text, whatever it looks like.
        return value if field.annotation is str else _list_of(value)
    number = whole_number(value)
    if number is None:
        return value
    return bool(number) if field.annotation is bool and number in (0, 1) else number


def _list_of(text: str) -> Any:  # noqa: ANN401  # whatever the file has
    """Return the list that a text stands for, ``A1, B2`` or in JSON; the text itself if it is none."""
    if _LISTED.fullmatch(text):
        return text.replace(" ", "").split(",")
    return json_value(text) if text.startswith("[") else text


def _layout(own: Layout | None, reader: _Reader, source: ImportSource, findings: ImportFindings) -> Layout:
    """Return the layout by the file, by q and r, by the options, or the default; raise UsageError if file and options differ."""
    asked, fitting = source.options.layout, reader.layouts
    if own is None and fitting and len(fitting) == 1:
        own = fitting[0]
    if own is not None:
        if asked not in (None, own):
            raise UsageError(
                f"{source.file_name} has the layout {own.value} and cannot be read as {asked.value}"
            )
        return own
    if asked is not None:
        return asked
    if fitting == []:
        message = "the col, row, q and r of the hexes do not all fit one layout"
        findings.add("import.bad-number", message, line=reader.hexes[0].line, label=reader.hexes[0].label)
    guess = fitting[0] if fitting else _LAYOUTS[0]
    message = f"the file does not say which rows or columns are shifted; {guess.value} was assumed"
    findings.add("import.layout", message)
    return guess


_SIZE: Final = Option(
    "size", "distance from the centre of a hex to its corners, in plane units", "1", "number"
)
_PLANE: Final = "plane coordinates, not geographic ones: x to the right, y up, A1 at 0, 0"
#: An engineering system, which GDAL and the programs built on it read; without one they assume degrees on the earth.
_CRS: Final = {
    "type": "name",
    "properties": {
        "name": 'ENGCRS["Fairground plane",EDATUM["Fairground plane"],CS[Cartesian,2],'
        'AXIS["x",east],AXIS["y",north],LENGTHUNIT["unit",1]]'
    },
}
#: Keys written as features or elsewhere.
_NOT_IN_HEAD: Final = ("format", "name", "board", "zones", "objectives", "units")
#: The number of characters read to recognise a file.
_LOOKED_AT: Final = 5_000


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    data, board = to_data(scenario), scenario.board
    place = {
        "layout": board.layout.value,
        "columns": board.columns,
        "rows": board.rows,
        **({} if board.inches is None else {"inches": decimal(board.inches)}),
        "source": board.source,
    }
    head = {
        **{key: value for key, value in data.items() if key not in _NOT_IN_HEAD},
        "board": {key: value for key, value in place.items() if value != ""},
    }
    features = list(
        map(as_json, _feature_objects(scenario, data, max(own_decimal(settings.number(_SIZE.name)), 1e-6)))
    )
    lines = [
        '{"type": "FeatureCollection",',
        f'"name": {as_json(scenario.name)},',
        f'"description": {as_json(_PLANE)},',
        f'"crs": {as_json(_CRS)},',
        f'"{HEAD}": {as_json(head)},',
        '"features": [',
        ",\n".join(features),
        "]}",
    ]
    return Export(to_utf8("".join(f"{line}\n" for line in lines)))


def _feature_objects(scenario: Scenario, data: dict[str, Any], size: float) -> Iterator[dict[str, object]]:
    board = scenario.board
    layout = board.layout
    hexes = list(board.hexes())
    polygons = _upwards(hex_polygons(hexes, layout, size=size))
    for at, polygon in zip(hexes, polygons, strict=True):
        properties = hex_properties(board, at)
        if properties != {"terrain": VOID, "elevation": 0}:
            column, row = layout.to_offset(at)
            place = {"label": board.label(at), "col": column, "row": row, "q": at.q, "r": at.r}
            yield _feature("hex", {**place, **properties}, polygon)
    for side, names in sorted(board.hexsides.items()):
        near, direction = side.hex, side.direction
        if not board.contains(near):
            near, direction = side.hexes[1], side.direction + 3
        line: dict[str, object] = {
            "hex": board.label(near),
            "direction": layout.direction_name(direction),
            "features": JOIN.join(names),
        }
        yield _feature("hexside", line, _upwards(hexside_to_line(side, layout, size=size)))
    shaped: tuple[tuple[str, Sequence[Zone | Objective]], ...] = (
        ("zone", scenario.zones),
        ("objective", scenario.objectives),
    )
    for noun, parts in shaped:
        for part, said in zip(parts, data.get(f"{noun}s", []), strict=True):
            inside = board.hexes_of(part.shape.mask(board) & ~board.void)
            yield _feature(noun, said, _upwards(hexes_to_region(inside, layout, size=size)))
    for unit, said in zip(scenario.units, data.get("units", []), strict=True):
        yield _feature("unit", said, _upwards(shapely.Point(layout.centre(unit.hex, size=size))))


def _feature(noun: str, properties: dict[str, object], geometry: BaseGeometry) -> dict[str, object]:
    return {
        "type": "Feature",
        "properties": {"feature": noun, **{key: _plain(key, it) for key, it in properties.items()}},
        "geometry": None if geometry.is_empty else shapely.geometry.mapping(geometry),
    }


def _plain(key: str, value: object) -> object:
    """Return a list as text: hexes with commas between, other lists as JSON.

    Map programs give a property one type in all features, and some lose lists.
    """
    if not isinstance(value, list):
        return value
    return ", ".join(value) if key == "hexes" else as_json(value)


def _upwards(geometry: Any) -> Any:  # noqa: ANN401  # a geometry, or an array of them
    """Return a geometry, or each of an array, with y upwards and outer rings counter-clockwise."""
    # Adding zero makes a zero of a negative one.
    turned = shapely.transform(geometry, lambda points: points * np.array([1.0, -1.0]) + 0.0)
    return shapely.orient_polygons(turned)


def _recognises(text: str) -> bool:
    return text.lstrip()[:1] == "{" and '"FeatureCollection"' in text[:_LOOKED_AT]


FORMAT = Format(
    "geojson",
    "GeoJSON",
    ".geojson",
    _write,
    read_geojson,
    _recognises,
    carries=frozenset(ScenarioPart) - {ScenarioPart.COMMENTS},
    options=(_SIZE,),
    purpose="a map of areas and points, for web maps",
)
