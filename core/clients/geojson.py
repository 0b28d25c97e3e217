"""GeoJSON: a polygon for each hex, a line for each hexside with features, and zones, objectives and units, to look at.

The plane of the board is no place on the earth: x grows to the right and y upwards from A1, and a unit is what the
option ``size`` makes it. Corners are the same to the last digit in all hexes, zones and hexsides that have them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import shapely

from fairground.core.clients.export_options import Option
from fairground.core.clients.format import Export, Format
from fairground.core.clients.geojson_reading import read_geojson
from fairground.core.clients.hex_records import JOIN, hex_properties
from fairground.core.clients.scenario_head import HEAD, as_json
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.files.emitter import decimal
from fairground.core.files.writer import to_data
from fairground.core.grid.polygons import hex_polygons, hexes_to_region, hexside_to_line
from fairground.core.scenario.board import VOID

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapely.geometry.base import BaseGeometry

    from fairground.core.clients.export_options import ExportSettings
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone

_SIZE: Final = Option(
    "size", "distance from the centre of a hex to its corners, in plane units", "1", "number"
)
_PLANE: Final = "plane coordinates, not on the earth: x to the right, y up, A1 at 0, 0"
#: What is written as features, or stands elsewhere.
_NOT_IN_HEAD: Final = ("format", "name", "board", "zones", "objectives", "units")
#: So much of a file is looked at to recognise it.
_LOOKED_AT: Final = 5_000


def _write(scenario: Scenario, order: ExportSettings) -> Export:
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
    features = list(map(as_json, _features(scenario, data, max(float(order.number(_SIZE.name)), 1e-6))))
    lines = [
        '{"type": "FeatureCollection",',
        f'"name": {as_json(scenario.name)},',
        f'"description": {as_json(_PLANE)},',
        '"crs": null,',
        f'"{HEAD}": {as_json(head)},',
        '"features": [',
        ",\n".join(features),
        "]}",
    ]
    return Export("".join(f"{line}\n" for line in lines).encode(errors="replace"))


def _features(scenario: Scenario, data: dict[str, Any], size: float) -> Iterator[dict[str, object]]:
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
        "properties": {"feature": noun, **properties},
        "geometry": None if geometry.is_empty else shapely.geometry.mapping(geometry),
    }


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
    purpose="areas and points, for web maps",
)
