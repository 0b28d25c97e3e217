"""The objects of a Tiled map, as outlines that leave the middle of hexes free."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.tiled.model import (
    LISTS,
    SCENARIO_ID,
    MapObject,
    ObjectLayer,
    TiledOutline,
    flat,
    joined,
)
from fairground.core.files.emitter import Block
from fairground.core.grid.hexsides import hexes_enclosed, region_boundary
from fairground.core.pictures.colours import GOLD, INK, RELIEF_INK, SIDE_COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fairground.core.clients.tiled.model import Point, Properties, TiledGrid
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone

#: The corners of a unit's arrowhead: degrees from where it faces, and hexes from side to side.
_ARROWHEAD: Final = ((0, 0.4), (55, 0.28), (140, 0.32), (220, 0.32), (305, 0.28), (0, 0.4))
#: The position of a place name, in hex widths.
_NAME_ABOVE, _NAME_HEIGHT, _NAME_WIDTH = 0.42, 0.25, 4.0
#: Keys that objects express by name, position or another property.
_SAID: Final = ("id", "name", "hexes", "hex")


def object_layers(scenario: Scenario, data: Mapping[str, object], grid: TiledGrid) -> list[ObjectLayer]:
    """Return the layers of objects, the lowest first; ``data`` is the mapping of the scenario's file."""
    board = scenario.board
    zones = _areas("zone", scenario.zones, _items(data, "zones"), board, grid)
    objectives = _areas("objective", scenario.objectives, _items(data, "objectives"), board, grid)
    return [
        ObjectLayer("zones", list(zones), "zones", SIDE_COLOURS[0]),
        ObjectLayer("objectives", list(objectives), "objectives", GOLD),
        ObjectLayer("hexsides", list(_hexsides(board, grid)), "hexsides", RELIEF_INK),
        ObjectLayer("units", list(_units(scenario, _items(data, "units"), grid)), "units", SIDE_COLOURS[1]),
        ObjectLayer("names", list(_names(board, grid)), "names", INK),
        # They are for the designer alone, and pins would hide the hexes.
        ObjectLayer("notes", list(_notes(board, grid)), "notes", INK, visible=False),
    ]


def _items(data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data.get(key, [])
    return found


def _properties(item: Mapping[str, Any]) -> Properties:
    """Return the properties of a part, without those that the object itself expresses."""
    found: Properties = {
        key: flat(key, value) if key in LISTS else value
        for key, value in item.items()
        if key not in _SAID and value is not None
    }
    if item.get("name") == item["id"]:
        # As the name of the object it would say that the part has none.
        found["title"] = item["name"]
    return {SCENARIO_ID: item["id"], **found}


# -- zones and objectives -----------------------------------------------------------------------------------


def _areas(
    kind: str,
    parts: Iterable[Zone | Objective],
    items: Iterable[Mapping[str, Any]],
    board: Board,
    grid: TiledGrid,
) -> Iterator[MapObject]:
    for part, item in zip(parts, items, strict=True):
        hexes = item["hexes"]
        hexes = (
            ", ".join(hexes) if isinstance(hexes, list) else hexes.text if isinstance(hexes, Block) else hexes
        )
        properties: Properties = {**_properties(item), "hexes": hexes}
        rings = region_boundary(board.hexes_of(part.shape.mask(board)))
        # The largest first, so that a hole is within what was drawn before, and an island within the hole.
        for ring in sorted(rings, key=lambda it: -abs(hexes_enclosed(it))):
            if hexes_enclosed(ring) < 0:
                properties = {**properties, "hole": True}
            yield _line(part.name or part.id, kind, [grid.corner(at) for at in (*ring, ring[0])], properties)
            properties = {SCENARIO_ID: part.id}
        if not rings:
            # Off the board, since it has no hexes.
            yield MapObject(
                part.name or part.id, kind, -grid.tile_width, -grid.tile_height, properties=properties
            )


def _line(name: str, kind: str, points: list[Point], properties: Properties) -> MapObject:
    x, y = points[0]
    relative = tuple((px - x, py - y) for px, py in points)
    return MapObject(name, kind, x, y, outline=TiledOutline.POLYLINE, points=relative, properties=properties)


# -- on hexsides and hexes ----------------------------------------------------------------------------------


def _hexsides(board: Board, grid: TiledGrid) -> Iterator[MapObject]:
    for side, features in board.hexsides.items():
        if features:
            # Without names: Tiled would write them all over the map.
            ends = [grid.corner(at) for at in side.corners]
            yield _line("", "hexside", ends, {"features": joined(features)})


def _units(scenario: Scenario, items: Iterable[Mapping[str, Any]], grid: TiledGrid) -> Iterator[MapObject]:
    across = min(grid.tile_width, grid.tile_height)
    for unit, item in zip(scenario.units, items, strict=True):
        x, y = grid.centre(unit.hex)
        # Facing 1 is straight up on flat-top boards, and half a step further on others.
        looks = 60 * (unit.facing - 1) + (0 if grid.is_flat else 30)
        points = tuple(
            (
                round(far * across * math.sin(math.radians(looks + turn)), 2),
                round(-far * across * math.cos(math.radians(looks + turn)), 2),
            )
            for turn, far in _ARROWHEAD
        )
        properties: Properties = {**_properties(item), "hex": item["hex"]}
        yield MapObject(
            unit.name or unit.id,
            "unit",
            x,
            y,
            outline=TiledOutline.POLYLINE,
            points=points,
            properties=properties,
        )


def _names(board: Board, grid: TiledGrid) -> Iterator[MapObject]:
    across = min(grid.tile_width, grid.tile_height)
    width, height = _NAME_WIDTH * across, _NAME_HEIGHT * across
    for at, name in board.names.items():
        x, y = grid.centre(at)
        left, top = round(x - width / 2, 2), round(y - _NAME_ABOVE * across, 2)
        yield MapObject("", "name", left, top, width, height, outline=TiledOutline.TEXT, text=name)


def _notes(board: Board, grid: TiledGrid) -> Iterator[MapObject]:
    for at, says in board.notes.items():
        x, y = grid.centre(at)
        yield MapObject(board.label(at), "note", x, y, outline=TiledOutline.POINT, properties={"note": says})
