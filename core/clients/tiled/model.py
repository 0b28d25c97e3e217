"""A hexagonal map of Tiled: what TMX and TMJ both say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.clients.tiled.grid import TiledGrid

Value: TypeAlias = str | int | float | bool
Properties: TypeAlias = dict[str, Value]
Point: TypeAlias = tuple[float, float]


class TiledOutline(StrEnum):
    """What an object is drawn as; the names are those of TMX and TMJ, but for the plain rectangle."""

    RECTANGLE = "rectangle"
    POINT = "point"
    ELLIPSE = "ellipse"
    POLYGON = "polygon"
    POLYLINE = "polyline"
    TEXT = "text"


@dataclass(slots=True)
class MapObject:
    """An object; ``points`` are relative to (x, y), ``rotation`` is clockwise degrees, ``line`` from 1 (None outside TMX)."""

    name: str
    type: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    rotation: float = 0.0
    outline: TiledOutline = TiledOutline.RECTANGLE
    points: tuple[Point, ...] = ()
    text: str = ""
    #: Its tile, with the lower left corner at (x, y); 0 for none.
    gid: int = 0
    properties: Properties = field(default_factory=dict)
    id: int = 0
    line: int | None = None


@dataclass(slots=True)
class TileLayer:
    """Cells, in the shape ``[rows, columns]`` of the map: the gid of a tile, 0 for none."""

    name: str
    cells: NDArray[np.uint32]
    type: str = ""
    properties: Properties = field(default_factory=dict)
    line: int | None = None


@dataclass(slots=True)
class ObjectLayer:
    """Objects; ``colour`` (``#rrggbb``) is what Tiled draws them in."""

    name: str
    objects: list[MapObject] = field(default_factory=list)
    type: str = ""
    colour: str = ""
    visible: bool = True
    properties: Properties = field(default_factory=dict)


@dataclass(slots=True)
class TiledTile:
    """What is said of a tile; ``image`` is the name of its own picture, empty where the tileset is one picture."""

    type: str = ""
    image: str = ""
    properties: Properties = field(default_factory=dict)


@dataclass(slots=True)
class Tileset:
    """Tiles by number; a gid is ``first_gid`` plus the number. ``image`` holds them all, ``columns`` side by side."""

    first_gid: int
    name: str
    count: int
    tiles: dict[int, TiledTile] = field(default_factory=dict)
    columns: int = 0
    image: str = ""
    #: Whether ``count`` is what the file says.
    says_count: bool = True


@dataclass(slots=True)
class TiledMap:
    """A map; ``layers`` are those of all groups, the lowest first."""

    grid: TiledGrid
    columns: int
    rows: int
    properties: Properties = field(default_factory=dict)
    tilesets: list[Tileset] = field(default_factory=list)
    layers: list[TileLayer | ObjectLayer] = field(default_factory=list)

    def tile(self, gid: int) -> tuple[Tileset, int] | None:
        """Return the tileset of a tile and its number there; None when no tileset has it."""
        found = [it for it in self.tilesets if it.first_gid <= gid < it.first_gid + it.count]
        return (found[-1], gid - found[-1].first_gid) if found else None

    @property
    def tile_layers(self) -> list[TileLayer]:
        """The layers of tiles, the lowest first."""
        return [it for it in self.layers if isinstance(it, TileLayer)]

    @property
    def object_layers(self) -> list[ObjectLayer]:
        """The layers of objects, the lowest first."""
        return [it for it in self.layers if isinstance(it, ObjectLayer)]


_SPECIAL: Final = re.compile(r"[\\+]")
_PIECE: Final = re.compile(r"\\(.)|(\+)|([^\\+]+|\\)", re.DOTALL)


def joined(names: Iterable[str]) -> str:
    """Return names as one text; none give the same as one empty name."""
    return "+".join(_SPECIAL.sub(r"\\\g<0>", name) for name in names)


def split(text: str) -> tuple[str, ...]:
    """Return the names of a text, at least one."""
    names: list[list[str]] = [[]]
    for escaped, plus, plain in _PIECE.findall(text):
        if plus:
            names.append([])
        else:
            names[-1].append(escaped or plain)
    return tuple("".join(pieces) for pieces in names)


LISTS: Final = ("at", "parts", "traits")


def flat(key: str, value: Any) -> str:  # noqa: ANN401  # whatever a file says of one of the keys
    """Return a list as one text: two numbers, names, or name, place and diameter of one part after another."""
    if key == "parts":
        return joined(str(it) for part in value for it in (part["name"], *part["at"], part["base"]))
    return joined(map(str, value))


def listed(properties: Mapping[str, Value]) -> dict[str, object]:
    """Return the lists in properties; an invalid one stays a text, which the file's model refuses."""
    return {key: _listed(key, str(properties[key])) for key in LISTS if key in properties}


def _listed(key: str, text: str) -> object:
    pieces = split(text)
    if key == "traits":
        return [*pieces]
    try:
        if key == "at":
            return [float(it) for it in pieces]
        fours = [pieces[start : start + 4] for start in range(0, len(pieces), 4)]
        return [{"name": name, "at": [float(x), float(y)], "base": float(base)} for name, x, y, base in fours]
    except ValueError:
        return text
