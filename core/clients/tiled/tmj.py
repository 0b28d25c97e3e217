"""Maps of Tiled in JSON: ``.tmj``, in the form of Tiled 1.8."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fairground.core.clients.format import Export, Format
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.clients.tiled.model import TiledOutline, TileLayer
from fairground.core.clients.tiled.reading import read_map
from fairground.core.clients.tiled.tmx import type_name
from fairground.core.clients.tiled.tmx_tree import looks_like_tmj
from fairground.core.clients.tiled.writing import OPTIONS, map_of_scenario

if TYPE_CHECKING:
    from fairground.core.clients.format import ExportSettings
    from fairground.core.clients.tiled.model import (
        MapObject,
        ObjectLayer,
        Point,
        Properties,
        TiledMap,
        Tileset,
    )
    from fairground.core.scenario.document import Scenario


def write_tmj(tiled: TiledMap) -> bytes:
    """Return a map as TMJ, a line for each of its keys, layers and tilesets."""
    grid = tiled.grid
    numbers = [it.id for layer in tiled.object_layers for it in layer.objects]
    layers = [_layer(it, number) for number, it in enumerate(tiled.layers, start=1)]
    whole: dict[str, Any] = {
        "type": "map",
        "version": "1.8",
        # Some parsers want to know a version of Tiled.
        "tiledversion": "1.8.2",
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "width": tiled.columns,
        "height": tiled.rows,
        "tilewidth": grid.tile_width,
        "tileheight": grid.tile_height,
        "infinite": False,
        "hexsidelength": grid.side,
        "staggeraxis": grid.stagger_axis,
        "staggerindex": grid.stagger_index,
        "nextlayerid": len(tiled.layers) + 1,
        "nextobjectid": max(numbers, default=0) + 1,
        "properties": _properties(tiled.properties),
    }
    lines = [f"{json.dumps(key)}:{_dumped(value)}" for key, value in whole.items()]
    lines += [_list("tilesets", [_tileset(it, tiled) for it in tiled.tilesets]), _list("layers", layers)]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    return text.encode(errors="replace")


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _list(key: str, items: list[dict[str, Any]]) -> str:
    return f'"{key}":[\n' + ",\n".join(map(_dumped, items)) + "\n]"


def _properties(properties: Properties) -> list[dict[str, Any]]:
    return [{"name": name, "type": type_name(value), "value": value} for name, value in properties.items()]


def _tileset(tileset: Tileset, tiled: TiledMap) -> dict[str, Any]:
    width, height = tiled.grid.tile_width, tiled.grid.tile_height
    if not tileset.image:
        return {
            "firstgid": tileset.first_gid,
            "name": tileset.name,
            "tilewidth": width,
            "tileheight": height,
            "tilecount": tileset.count,
            "columns": 0,
            "margin": 0,
            "spacing": 0,
            "tiles": [
                {
                    "id": number,
                    "type": it.type,
                    "image": it.image,
                    "imagewidth": it.size[0],
                    "imageheight": it.size[1],
                }
                for number, it in tileset.tiles.items()
            ],
        }
    return {
        "firstgid": tileset.first_gid,
        "name": tileset.name,
        "tilewidth": width,
        "tileheight": height,
        "tilecount": tileset.count,
        "columns": tileset.columns,
        "margin": 0,
        "spacing": 0,
        "image": tileset.image,
        "imagewidth": tileset.columns * width,
        "imageheight": -(-tileset.count // tileset.columns) * height,
        "tiles": [
            {"id": number, "type": it.type, "properties": _properties(it.properties)}
            for number, it in tileset.tiles.items()
        ],
    }


def _layer(layer: TileLayer | ObjectLayer, number: int) -> dict[str, Any]:
    shared = {"id": number, "name": layer.name, "opacity": 1, "x": 0, "y": 0}
    if isinstance(layer, TileLayer):
        rows, columns = layer.cells.shape
        return {
            **shared,
            "type": "tilelayer",
            "visible": True,
            "width": columns,
            "height": rows,
            "data": layer.cells.ravel().tolist(),
        }
    return {
        **shared,
        "type": "objectgroup",
        "visible": layer.visible,
        "color": layer.colour,
        "draworder": "index" if layer.in_order else "topdown",
        "objects": [_object(it) for it in layer.objects],
    }


def _object(it: MapObject) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": it.id,
        "name": it.name,
        "type": it.type,
        "x": it.x,
        "y": it.y,
        "width": it.width,
        "height": it.height,
        "rotation": it.rotation,
        "visible": True,
    }
    if it.gid:
        found["gid"] = it.gid
    if it.properties:
        found["properties"] = _properties(it.properties)
    match it.outline:
        case TiledOutline.POINT:
            found["point"] = True
        case TiledOutline.POLYLINE:
            found["polyline"] = [_point(at) for at in it.points]
        case TiledOutline.TEXT:
            size = max(6, round(it.height * 0.75))
            found["text"] = {"text": it.text, "pixelsize": size, "wrap": False, "halign": "center"}
    return found


def _point(at: Point) -> dict[str, float]:
    return {"x": at[0], "y": at[1]}


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    tiled, pictures = map_of_scenario(scenario, settings)
    return Export(write_tmj(tiled), (), pictures)


FORMAT = Format(
    "tiled-json",
    "Tiled map (JSON)",
    ".tmj",
    _write,
    read_map,
    looks_like_tmj,
    carries=frozenset(ScenarioPart),
    options=OPTIONS,
    purpose="a map for Tiled and for engines that load its JSON",
)
