"""A hexagonal map of Tiled: what TMX and TMJ both say."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.clients.tiled.grid import TiledGrid

#: What a property holds.
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
    #: The tile that it shows, whose lower left corner is at (x, y); 0 for none.
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
