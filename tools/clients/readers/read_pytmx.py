"""Tile numbers, tile properties and objects of a TMX file as pytmx has them."""

import logging
from typing import Any

import pytmx
from reader import answer_all


def read(request: dict[str, Any]) -> dict[str, Any]:
    parsed = pytmx.TiledMap(request["file"])
    layers, objects = {}, {}
    for layer in parsed.layers:
        if isinstance(layer, pytmx.TiledTileLayer):
            layers[layer.name] = [list(row) for row in layer.data]
        else:
            # pytmx gives a line the corner of its box for a place.
            objects[layer.name] = [(it.name, it.x, it.y) for it in layer]
    return {"layers": layers, "tiles": parsed.tile_properties, "objects": objects}


logging.getLogger("pytmx").setLevel(logging.CRITICAL)
answer_all(read)
