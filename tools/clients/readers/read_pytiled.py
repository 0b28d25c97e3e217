"""Tile numbers, tile properties and objects of a TMX or TMJ file as pytiled-parser has them."""

from pathlib import Path
from typing import Any

import pytiled_parser
from pytiled_parser import ObjectLayer, TileLayer
from reader import answer_all


def read(request: dict[str, Any]) -> dict[str, Any]:
    parsed = pytiled_parser.parse_map(Path(request["file"]))
    tiles = {
        first + number: dict(tile.properties or {})
        for first, tileset in parsed.tilesets.items()
        for number, tile in (tileset.tiles or {}).items()
    }
    layers = {it.name: it.data for it in parsed.layers if isinstance(it, TileLayer)}
    objects = {
        layer.name: [(it.name, it.coordinates.x, it.coordinates.y) for it in layer.tiled_objects]
        for layer in parsed.layers
        if isinstance(layer, ObjectLayer)
    }
    return {"layers": layers, "tiles": tiles, "objects": objects}


answer_all(read)
