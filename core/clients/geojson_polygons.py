"""GeoJSON of hexagons without columns and rows, such as Turf's hexGrid and grids of QGIS: the geometry is the board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fairground.core.clients.coded_maps.legend import form
from fairground.core.clients.foreign_map import ForeignHex, ForeignMap, foreign_scenario
from fairground.core.clients.polygon_grid import MAX_POINTS, corners_of, find_grid, is_hexagon
from fairground.core.grid.layout import Orientation
from fairground.core.scenario.board import MAX_LEVEL, MIN_LEVEL
from fairground.core.text.foreign import finite_number, own_whole, whole_number
from fairground.core.text.wording import counted, describe, first_few, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.clients.format import Imported, ImportSource
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.clients.json_pieces import JsonPiece
    from fairground.core.clients.polygon_grid import Point, PolygonGrid

#: Properties that usually give the ground of a hex, the most telling first.
_GROUND: Final = (
    "terrain",
    "landcover",
    "land-cover",
    "landuse",
    "land-use",
    "biome",
    "ground",
    "surface",
    "cover",
    "class",
    "type",
    "kind",
)
_LEVELS: Final = ("elevation", "level", "height")
_NAMES: Final = ("name", "label")
#: A property with more different values says which hex it is, not what is there.
_MOST_VALUES: Final = 100


class _Hexagon(NamedTuple):
    """A feature that is a hexagon: its corners, properties and line."""

    corners: list[Point]
    properties: dict[str, Any]
    line: int


def has_polygons(features: Sequence[JsonPiece]) -> bool:
    """Return whether there is a polygon among features."""
    return any(_geometry(it.value).get("type") in ("Polygon", "MultiPolygon") for it in features)


def read_polygons(
    features: Sequence[JsonPiece], title: str, source: ImportSource, findings: ImportFindings
) -> Imported:
    """Return the scenario of features whose polygons form a hex grid; errors as ``import_file``."""
    hexagons, others = _sorted(features)
    lines = {reason: line for reason, (_, line) in others.items()}
    counts = Counter({reason: count for reason, (count, _) in others.items()})
    if not hexagons or len(hexagons) < counts.total():
        few = (
            f"only {len(hexagons):,} of {len(features):,} features are hexagons"
            if hexagons
            else "no feature is a hexagon"
        )
        reason, count = counts.most_common(1)[0]
        message = f"{few}: there {'is' if count == 1 else 'are'} {counted(count, 'feature')} {reason}"
        findings.add("import.no-grid", message, line=lines[reason])
        findings.refuse_errors(source.file_name)
    for reason, count in counts.items():
        message = f"{counted(count, 'feature')} {reason} {'is' if count == 1 else 'are'} dropped"
        findings.add("import.left-out", message, line=lines[reason])
    grid = find_grid(np.array([it.corners for it in hexagons]))
    _report_grid(grid, hexagons, source, findings)
    reader = _Properties(hexagons, source.options.legend)
    hexes = [
        reader.hex(it, column, row, findings)
        for it, column, row, lost in zip(
            hexagons, grid.columns.tolist(), grid.rows.tolist(), grid.misfits.tolist(), strict=True
        )
        if not lost
    ]
    reader.report(findings)
    return foreign_scenario(ForeignMap(grid.layout, hexes, title), source, findings)


def _report_grid(
    grid: PolygonGrid, hexagons: Sequence[_Hexagon], source: ImportSource, findings: ImportFindings
) -> None:
    """Describe the grid; refuse hexagons that form none, and report those outside it."""
    lost = own_whole(grid.misfits.sum())
    if lost:
        first = hexagons[own_whole(grid.misfits.argmax())].line
        which = f"{lost:,} of {len(hexagons):,} hexagons {'does' if lost == 1 else 'do'} not fit into one grid with the others"
        if 2 * lost >= len(hexagons):
            findings.add("import.no-grid", which, line=first)
            findings.refuse_errors(source.file_name)
        findings.add(
            "import.left-out", f"{which}, so {'it is' if lost == 1 else 'they are'} dropped", line=first
        )
    top = "flat-top" if grid.layout.orientation is Orientation.FLAT else "pointy-top"
    turned = f", turned by {grid.turn:.1f} degrees (the rotation is dropped)" if abs(grid.turn) >= 0.1 else ""
    message = (
        f"the polygons are {top} hexes, {grid.width:.6g} wide and {grid.height:.6g} high{turned}; "
        f"the board was read as {grid.layout.value}"
    )
    findings.add("import.grid", message)


# -- geometry -----------------------------------------------------------------------------------------------


def _sorted(features: Sequence[JsonPiece]) -> tuple[list[_Hexagon], dict[str, tuple[int, int]]]:
    """Return the hexagons among features, and how many others there are for each reason, with the line of the first."""
    hexagons: list[_Hexagon] = []
    others: dict[str, tuple[int, int]] = {}
    for value, line in features:
        corners = _corners(_geometry(value))
        if isinstance(corners, str):
            count, first = others.get(corners, (0, line))
            others[corners] = (count + 1, first)
            continue
        properties = value.get("properties") if isinstance(value, dict) else None
        known = properties if isinstance(properties, dict) else {}
        hexagons.append(_Hexagon(corners, {key: it for key, it in known.items() if it is not None}, line))
    return hexagons, others


def _geometry(feature: object) -> dict[str, Any]:
    found = feature.get("geometry") if isinstance(feature, dict) else None
    return found if isinstance(found, dict) else {}


def _corners(geometry: dict[str, Any]) -> list[Point] | str:
    """Return the corners of a hexagon, or why a geometry is none."""
    kind, rings = geometry.get("type"), geometry.get("coordinates")
    several = kind == "MultiPolygon" and isinstance(rings, list) and len(rings) > 1
    if kind == "MultiPolygon" and isinstance(rings, list) and len(rings) == 1:
        rings = rings[0]
    if several or kind not in ("Polygon", "MultiPolygon") or not isinstance(rings, list) or len(rings) != 1:
        has_holes = kind in ("Polygon", "MultiPolygon") and isinstance(rings, list) and rings
        return "with several polygons" if several else "with holes" if has_holes else "without a polygon"
    ring = rings[0]
    if not isinstance(ring, list) or not 4 <= len(ring) <= MAX_POINTS:
        return f"without 4 to {MAX_POINTS} points"
    points = [_point(it) for it in ring]
    found = [it for it in points if it is not None]
    if len(found) < len(points):
        return "with coordinates that are not numbers"
    corners = corners_of(found)
    if len(corners) != 6:
        return f"with {len(corners)} corners instead of 6"
    return corners if is_hexagon(corners) else "with six corners that don't form a regular hexagon"


def _point(value: object) -> Point | None:
    if not isinstance(value, list) or len(value) < 2:
        return None
    x, y = finite_number(value[0]), finite_number(value[1])
    return None if x is None or y is None else (x, y)


# -- properties ---------------------------------------------------------------------------------------------


class _Properties:
    """Reads the properties of hexagons: ground as ``property=value``, level and name."""

    def __init__(self, hexagons: Sequence[_Hexagon], legend: Legend | None) -> None:
        counts = Counter(key for it in hexagons for key in it.properties)
        self._ground = _ground_keys(hexagons, list(counts), legend)
        self._level = next((key for wanted in _LEVELS for key in counts if form(key) == wanted), None)
        self._name = next((key for wanted in _NAMES for key in counts if form(key) == wanted), None)
        used = {*self._ground, self._level, self._name}
        self._dropped = [key for key in counts if key not in used]
        self._first_line = hexagons[0].line if hexagons else 1

    def hex(self, found: _Hexagon, column: int, row: int, findings: ImportFindings) -> ForeignHex:
        """Return a hexagon as a hex of a map."""
        names = ((key, _as_text(found.properties.get(key))) for key in self._ground)
        ground = tuple((f"{key}={value}", value) for key, value in names if value)
        name = found.properties.get(self._name) if self._name else None
        level = self._level_of(found, findings)
        return ForeignHex(column, row, found.line, ground, level, name if isinstance(name, str) else "")

    def _level_of(self, found: _Hexagon, findings: ImportFindings) -> int | None:
        value = found.properties.get(self._level) if self._level else None
        level = whole_number(value)
        if value is None or (level is not None and MIN_LEVEL <= level <= MAX_LEVEL):
            return level
        message = (
            f"{self._level} of a hex must be a whole number from {MIN_LEVEL} to {MAX_LEVEL} to be its level, not "
            f"{describe(value)}; it is dropped"
        )
        findings.add("import.left-out", message, line=found.line)
        return None

    def report(self, findings: ImportFindings) -> None:
        """Add a finding about the properties that are dropped."""
        if self._dropped:
            names = first_few([shorten(key) for key in self._dropped])
            message = f"the {'property' if len(self._dropped) == 1 else 'properties'} {names} of the hexes "
            message += f"{'is' if len(self._dropped) == 1 else 'are'} dropped"
            fix = "If one of them gives the terrain, write a legend with codes such as property=value."
            findings.add("import.left-out", message, line=self._first_line, fix=fix)


def _ground_keys(hexagons: Sequence[_Hexagon], keys: Sequence[str], legend: Legend | None) -> list[str]:
    """Return the properties that give the ground.

    They are those that the legend names, else the first with a usual name, else all texts with few different values.
    """
    named = {code.partition("=")[0] for code in legend.codes if "=" in code} if legend else set()
    by_legend = [key for key in keys if key in named]
    if by_legend:
        return by_legend
    usual = next((key for wanted in _GROUND for key in keys if form(key) == wanted), None)
    return [usual] if usual is not None else list(_kinds(hexagons, keys))


def _kinds(hexagons: Sequence[_Hexagon], keys: Sequence[str]) -> Iterator[str]:
    """Yield the properties whose values are texts that several hexes share."""
    for key in keys:
        values = [it.properties[key] for it in hexagons if key in it.properties]
        if form(key) not in _NAMES and all(isinstance(value, str) for value in values):
            different = len(set(values))
            if different <= _MOST_VALUES and (different == 1 or 2 * different <= len(values)):
                yield key


def _as_text(value: object) -> str:
    """Return a value of a ground property as text; empty for what is none."""
    if isinstance(value, bool):
        return "true" if value else "false"
    number = whole_number(value)
    if number is not None:
        return str(number)
    return value if isinstance(value, str) else ""
