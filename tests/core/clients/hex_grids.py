"""Grids of hexagons as other programs draw them: corners from columns and rows, stretched, turned and far from zero."""

from __future__ import annotations

import json
import math
from typing import Any


def ring(  # a parameter for whatever may differ
    column: int,
    row: int,
    *,
    pointy: bool = False,
    even: bool = False,
    size: tuple[float, float] = (1.0, 1.0),
    origin: tuple[float, float] = (0.0, 0.0),
    turn: float = 0.0,
) -> list[list[float]]:
    """Return the closed ring of a hex, y upwards; ``size`` stretches x and y, ``turn`` is in degrees, counter-clockwise."""
    line = row if pointy else column
    shift = 0.5 if line % 2 == (0 if even else 1) else 0.0
    root = math.sqrt(3)
    x, y = (root * (column + shift), 1.5 * row) if pointy else (1.5 * column, root * (row + shift))
    angles = [math.radians(60 * number + (30 if pointy else 0)) for number in range(6)]
    points = [((x + math.cos(it)) * size[0], (-y + math.sin(it)) * size[1]) for it in angles]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    turned = [[origin[0] + a * cos - b * sin, origin[1] + a * sin + b * cos] for a, b in points]
    return [*turned, turned[0]]


def feature(rings: list[list[list[float]]], properties: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a polygon as a feature."""
    return {
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": "Polygon", "coordinates": rings},
    }


def collection(features: list[dict[str, Any]], **members: object) -> str:
    """Return features as a file, each on a line of its own, the first in line 2."""
    head = json.dumps({"type": "FeatureCollection", **members})[:-1]
    return f'{head}, "features": [\n' + ",\n".join(map(json.dumps, features)) + "\n]}"
