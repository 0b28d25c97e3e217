"""What importers of Universal VTT files take for granted, unchecked: whether a file has it.

Written from what three of them do with a file: the one for Foundry (which looks into every key but that of objects, and
leaves out points less than 0.3 cells apart), the one for Owlbear Rodeo and the converter for Fantasy Grounds.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import struct
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS = {
    "format",
    "resolution",
    "line_of_sight",
    "objects_line_of_sight",
    "portals",
    "environment",
    "lights",
    "image",
}
#: Points of a line that are nearer than this are dropped by an importer that takes them for a cave.
NEAREST = 0.3


def faults(file: dict[str, Any]) -> list[str]:
    """Return all that importers would stumble over."""
    missing = sorted(KEYS - set(file))
    if missing:
        return [f"has no {', '.join(missing)}"]
    return [
        *(["format is not 0.3"] if file["format"] != 0.3 else []),
        *_resolution(file["resolution"]),
        *_image(file),
        *(fault for key in ("line_of_sight", "objects_line_of_sight") for fault in _lines(file, key)),
        *_environment(file["environment"]),
        *(["portals is no list"] if not isinstance(file["portals"], list) else []),
        *(["lights is no list"] if not isinstance(file["lights"], list) else []),
    ]


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _resolution(found: dict[str, Any]) -> Iterator[str]:
    if found["map_origin"] != {"x": 0, "y": 0}:
        yield "the map does not start at 0, 0"
    if set(found["map_size"]) != {"x", "y"} or not all(map(_whole, found["map_size"].values())):
        yield "the size is not in whole cells"
    if not _whole(found["pixels_per_grid"]):
        yield "pixels_per_grid is no whole number"


def _image(file: dict[str, Any]) -> Iterator[str]:
    try:
        image = base64.b64decode(file["image"], validate=True)
    except (binascii.Error, TypeError):
        yield "the image is no base64"
        return
    if image[:8] != b"\x89PNG\r\n\x1a\n":
        yield "the image is no PNG"
        return
    cells = file["resolution"]["map_size"]
    size = tuple(cells[axis] * file["resolution"]["pixels_per_grid"] for axis in "xy")
    if struct.unpack(">II", image[16:24]) != size:
        yield f"the image has not the {size} pixels of its cells"


def _lines(file: dict[str, Any], key: str) -> Iterator[str]:
    size = file["resolution"]["map_size"]
    for line in file[key]:
        if len(line) < 2:
            yield f"a line of {key} has {len(line)} points"
        for at in line:
            if set(at) != {"x", "y"} or not all(map(_number, at.values())):
                yield f"a point of {key} is {at}"
            elif not all(-1e-6 <= at[axis] <= size[axis] + 1e-6 for axis in "xy"):
                yield f"a point of {key} is off the map: {at}"
        for a, b in pairwise(line):
            if math.hypot(a["x"] - b["x"], a["y"] - b["y"]) < NEAREST:
                yield f"two points of {key} are too near: {a}, {b}"


def _environment(found: dict[str, Any]) -> Iterator[str]:
    if not isinstance(found["baked_lighting"], bool):
        yield "baked_lighting is neither true nor false"
    if not re.fullmatch(r"[0-9a-f]{8}", found["ambient_light"]):
        yield "ambient_light is no colour of 8 digits"
