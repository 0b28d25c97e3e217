"""A hexagonal map of Tiled: what TMX and TMJ both say, and where its hexes lie in pixels."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import SQRT3, Layout, Orientation
from fairground.core.text.foreign import own_decimal, parse_decimal
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Corner, Hexside


Value: TypeAlias = str | int | float | bool
Properties: TypeAlias = dict[str, Value]
Point: TypeAlias = tuple[float, float]
#: The bits of a cell that name its tile; the others turn and mirror its picture.
GID_BITS: Final = 0x0FFF_FFFF


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
    #: Whether objects are drawn in their order, and not from top to bottom.
    in_order: bool = False
    properties: Properties = field(default_factory=dict)


@dataclass(slots=True)
class TiledTile:
    """What is said of a tile; ``image`` is the name of its own picture, empty where the tileset is one picture."""

    type: str = ""
    image: str = ""
    properties: Properties = field(default_factory=dict)
    #: Width and height of its own picture in pixels.
    size: tuple[int, int] = (0, 0)


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


def bounded(tilesets: Iterable[Tileset]) -> list[Tileset]:
    """Return tilesets by their first tile; one that does not say how many tiles it has goes on to the next."""
    found = sorted(tilesets, key=lambda it: it.first_gid)
    for it, after in zip_longest(found, found[1:]):
        end = after.first_gid if after is not None else GID_BITS
        if not it.says_count:
            it.count = max(it.count, end - it.first_gid)
    return found


@dataclass(slots=True)
class TiledMap:
    """A map; ``layers`` are those of all groups, the lowest first."""

    grid: TiledGrid
    columns: int
    rows: int
    properties: Properties = field(default_factory=dict)
    tilesets: list[Tileset] = field(default_factory=list)
    layers: list[TileLayer | ObjectLayer] = field(default_factory=list)
    #: The lines of its properties, from 1, where they are known.
    property_lines: dict[str, int | None] = field(default_factory=dict)

    def tile(self, gid: int) -> tuple[Tileset, int] | None:
        """Return the tileset of a tile and its number there; None when no tileset has it."""
        found = [it for it in self.tilesets if it.first_gid <= gid < it.first_gid + it.count]
        return (found[-1], gid - found[-1].first_gid) if found else None

    @property
    def described_tiles(self) -> list[dict[int, TiledTile]]:
        """The tiles of all tilesets by number; those of a file that several tilesets share are listed once."""
        return [*{id(it.tiles): it.tiles for it in self.tilesets}.values()]

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
#: The property with the id of a part; its object has the title for a name. Some programs take no property called ``id``.
SCENARIO_ID: Final = "scenario_id"


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
            return [_decimal(it) for it in pieces]
        fours = [pieces[start : start + 4] for start in range(0, len(pieces), 4)]
        return [
            {"name": name, "at": [_decimal(x), _decimal(y)], "base": _decimal(base)}
            for name, x, y, base in fours
        ]
    except ValueError:
        return text


def _decimal(text: str) -> float:
    found = parse_decimal(text)
    if found is None:
        raise ValueError(f"{shorten(text)!r} is not a number")
    return found


#: The tolerance between the middles of a line and a hexside, in hex distances.
_NEAR = 0.2


@dataclass(frozen=True, slots=True)
class TiledGrid:
    """Hexes of a layout in tiles of some pixels; ``side`` is ``hexsidelength``.

    Points are those of ``layout``, stretched to the tiles: a hex need not be regular.
    """

    layout: Layout
    tile_width: int
    tile_height: int
    side: int

    @property
    def is_flat(self) -> bool:
        """Whether columns are shifted."""
        return self.layout.orientation is Orientation.FLAT

    @property
    def stagger_axis(self) -> str:
        """``x`` where columns are shifted, ``y`` where rows are."""
        return "x" if self.is_flat else "y"

    @property
    def stagger_index(self) -> str:
        """``odd`` where the second and every other column (row) is shifted, ``even`` where the first is."""
        return "odd" if self.layout.is_odd else "even"

    @property
    def steps(self) -> tuple[float, float]:
        """Pixels from a hex to the next column, and to the next row."""
        if self.is_flat:
            return (self.tile_width + self.side) / 2, self.tile_height
        return self.tile_width, (self.tile_height + self.side) / 2

    @property
    def _start(self) -> Point:
        """The centre of A1."""
        x, y = self.tile_width / 2, self.tile_height / 2
        if self.layout.is_odd:
            return x, y
        return (x, 2 * y) if self.is_flat else (2 * x, y)

    @property
    def _scale(self) -> Point:
        """Pixels for each unit of the layout's plane at size 1."""
        across, down = self.steps
        return (across / 1.5, down / SQRT3) if self.is_flat else (across / SQRT3, down / 1.5)

    def centres(self, columns: int, rows: int) -> NDArray[np.float64]:
        """Return the centres of all hexes of a board, x and y, as an array of shape ``[rows, columns, 2]``."""
        column, row = np.meshgrid(np.arange(columns), np.arange(rows))
        shifted = ((column if self.is_flat else row) & 1) == (1 if self.layout.is_odd else 0)
        across, down = self.steps
        x = column * across + self.tile_width / 2 + (0 if self.is_flat else shifted * (self.tile_width / 2))
        y = row * down + self.tile_height / 2 + (shifted * (self.tile_height / 2) if self.is_flat else 0)
        return np.stack([x, y], axis=-1)

    def centre(self, at: Hex) -> Point:
        """Return the centre of a hex, on the board or off it."""
        return self._third(3 * at.q, 3 * at.r)

    def corner(self, at: Corner) -> Point:
        """Return the point of a corner."""
        return self._third(at.q3, at.r3)

    def _third(self, q3: int, r3: int) -> Point:
        """Return the point of axial coordinates in thirds: halves and thirds of whole pixels, without rounding before."""
        (x, y), (across, down) = self._start, self.steps
        if self.is_flat:
            return x + q3 * across / 3, y + (2 * r3 + q3) * down / 6
        return x + (2 * q3 + r3) * across / 6, y + r3 * down / 3

    def point(self, x: float, y: float) -> Point:
        """Return the pixels of a point of the layout's plane at size 1."""
        (left, top), (across, down) = self._start, self._scale
        return left + x * across, top + y * down

    def plane_point(self, point: Point) -> Point:
        """Return the point of the layout's plane at size 1 for pixels."""
        return self._unscaled(point)

    def hex_at(self, point: Point) -> Hex:
        """Return the hex that holds a point; near the sides of an irregular hex it may be the one beside."""
        return self.layout.hex_at(*self._unscaled(point))

    def hexside_at(self, start: Point, end: Point) -> Hexside | None:
        """Return the hexside along a line, or None."""
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        at = self.hex_at(middle)
        found = min(range(6), key=lambda direction: self._distance(self._middle(at, direction), middle))
        # A line through the middle of a hexside may cross it, or go on beyond its ends.
        one, other = (self.corner(it) for it in hexside(at, found).corners)
        ends = min(
            max(self._distance(start, one), self._distance(end, other)),
            max(self._distance(start, other), self._distance(end, one)),
        )
        is_near = self._distance(self._middle(at, found), middle) <= _NEAR and ends <= 2 * _NEAR
        return hexside(at, found) if is_near else None

    def _middle(self, at: Hex, direction: int) -> Point:
        (x, y), (to_x, to_y) = self.centre(at), self.centre(neighbour(at, direction))
        return (x + to_x) / 2, (y + to_y) / 2

    def _distance(self, one: Point, other: Point) -> float:
        """Return the distance of two points, in hex distances."""
        (x, y), (to_x, to_y) = self._unscaled(one), self._unscaled(other)
        return own_decimal(np.hypot(to_x - x, to_y - y)) / SQRT3

    def _unscaled(self, point: Point) -> Point:
        (x, y), (across, down) = self._start, self._scale
        return (point[0] - x) / across, (point[1] - y) / down
