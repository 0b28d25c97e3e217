"""Decorations in maps of Tiled: objects with images from a tileset of their own, in order."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairground.core.clients.tiled.meanings import middle
from fairground.core.clients.tiled.model import MapObject, ObjectLayer, joined, split
from fairground.core.errors import FairgroundError
from fairground.core.files.companions import Companion
from fairground.core.files.read_decorations import decoration_data
from fairground.core.grid.labels import parse_label
from fairground.core.grid.layout import SQRT3
from fairground.core.pictures.colours import INK
from fairground.core.pictures.decoration_layers import shown_decorations
from fairground.core.pictures.png import image_to_png
from fairground.core.scenario.decorations import (
    DECIMALS,
    MAX_SCALE,
    MIN_SCALE,
    Decoration,
    at_point,
    decoration_point,
)
from fairground.core.text.foreign import finite_number, own_whole, parse_decimal
from fairground.core.text.wording import describe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.clients.tiled.model import Properties, TiledGrid
    from fairground.core.scenario.document import Scenario

#: The type of the objects, and the name of their layer and tileset.
DECORATION: Final = "decoration"
#: The property with the name of the image; pytmx cannot read an object with a property named ``image``.
_IMAGE: Final = "picture"
#: The longer side of an image in pixels.
_PIXELS: Final = 256
#: How far in pixels, and by what share of its size, an object must be changed in Tiled to be another decoration.
_MOVED, _GROWN = 0.6, 0.01


class ImageTile(NamedTuple):
    """An image as a tile: its gid, its picture, and that picture's size in pixels."""

    gid: int
    picture: Companion
    size: tuple[int, int]


def image_tiles(scenario: Scenario, stem: str, first_gid: int) -> dict[str, ImageTile]:
    """Return the images of decorations that can be drawn as tiles, by name."""
    found: dict[str, ImageTile] = {}
    for it in shown_decorations(scenario):
        name, image = it.decoration.image, it.image
        if name not in found:
            picture = Companion.of(stem, f"image-{name}", ".png", image_to_png(image, _PIXELS))
            share = _PIXELS / max(image.width, image.height)
            size = max(1, round(image.width * share)), max(1, round(image.height * share))
            found[name] = ImageTile(first_gid + len(found), picture, size)
    return found


def decoration_layer(scenario: Scenario, grid: TiledGrid, images: Mapping[str, ImageTile]) -> ObjectLayer:
    """Return the layer of decorations; one without an image that can be drawn is a plain rectangle."""
    shown = {id(it.decoration): it.placed for it in shown_decorations(scenario)}
    objects = []
    for it in scenario.decorations:
        placed = shown.get(id(it))
        side = it.scale * SQRT3
        width, height = (placed.width, placed.height) if placed else (side, side)
        left, top = grid.point(0.0, 0.0)
        right, bottom = grid.point(width, height)
        x, y = grid.point(*decoration_point(grid.layout, it))
        gid = images[it.image].gid if placed else 0
        # Tiles are turned about their lower left corner, rectangles about the upper one.
        turn = math.radians(it.rotation)
        across, down = -(right - left) / 2, (bottom - top) / 2 if gid else -(bottom - top) / 2
        objects.append(
            MapObject(
                it.image,
                DECORATION,
                round(x + across * math.cos(turn) - down * math.sin(turn), 3),
                round(y + across * math.sin(turn) + down * math.cos(turn), 3),
                round(right - left, 3),
                round(bottom - top, 3),
                rotation=it.rotation,
                gid=gid,
                properties=_properties(it, grid),
            )
        )
    return ObjectLayer("decorations", objects, "decorations", INK, in_order=True)


def _properties(decoration: Decoration, grid: TiledGrid) -> Properties:
    data: dict[str, Any] = decoration_data(decoration, grid.layout)
    # The object has its rotation itself, and pytmx refuses a property of that name, too.
    return {
        _IMAGE if key == "image" else key: joined(map(str, value)) if isinstance(value, list) else value
        for key, value in data.items()
        if key != "rotation"
    }


def decoration_item(it: MapObject, grid: TiledGrid) -> dict[str, Any]:
    """Return a decoration as in a scenario file; where it was moved, turned or scaled in Tiled, that counts."""
    item: dict[str, Any] = {"image" if key == _IMAGE else key: value for key, value in it.properties.items()}
    offset = item.get("offset")
    try:
        if isinstance(offset, str):
            item["offset"] = [_number(part) for part in split(offset)]
        known = _known(item, grid)
    except (FairgroundError, ValueError, TypeError, KeyError):
        return item  # the reader of scenario files says what is wrong
    x, y = middle(it)
    was_x, was_y = grid.point(*decoration_point(grid.layout, known))
    if math.hypot(x - was_x, y - was_y) > _MOVED:
        moved = at_point(grid.layout, known, *grid.plane_point((x, y)))
        item = {"image": item.get("image"), **decoration_data(moved, grid.layout)}
    (left, top), (right, bottom) = grid.point(0.0, 0.0), grid.point(SQRT3, SQRT3)
    scale = max(it.width / (right - left), it.height / (bottom - top))
    if abs(scale - known.scale) > _GROWN * known.scale:
        item["scale"] = min(MAX_SCALE, max(MIN_SCALE, round(scale, DECIMALS)))
    rotation = round(it.rotation) % 360
    if rotation:
        item["rotation"] = rotation
    return item


def _known(item: Mapping[str, Any], grid: TiledGrid) -> Decoration:
    """Return the decoration that the properties of an object describe."""
    across, down = item.get("offset", (0.0, 0.0))
    return Decoration(
        str(item["image"]),
        grid.layout.from_offset(*parse_label(str(item["hex"]))),
        grid.layout.direction(str(item["side"])) if "side" in item else None,
        (_number(across), _number(down)),
        _number(item.get("scale", 1)),
        own_whole(_number(item.get("rotation", 0))),
    )


def _number(value: object) -> float:
    found = parse_decimal(value) if isinstance(value, str) else finite_number(value)
    if found is None:
        raise ValueError(f"{describe(value)} is not a number")
    return found
