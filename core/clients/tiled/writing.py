"""Write a whole scenario as a Tiled map, with the options of the export."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.clients.format import Option
from fairground.core.clients.tiled.decorations import decoration_layer, image_tiles
from fairground.core.clients.tiled.model import TiledGrid, TiledMap, TiledTile, TileLayer, Tileset, joined
from fairground.core.clients.tiled.writing_objects import object_layers
from fairground.core.files.companions import Companion
from fairground.core.files.writer import to_data
from fairground.core.grid.layout import Orientation
from fairground.core.pictures.colours import GRID
from fairground.core.pictures.display_list import Circle, Join, Layer, Picture, Polygon, TileSymbol
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.png import to_png
from fairground.core.pictures.scene import Stack
from fairground.core.pictures.terrain_layers import badge
from fairground.core.pictures.tiles import TILE_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.clients.format import ExportSettings
    from fairground.core.clients.tiled.model import Properties, Value
    from fairground.core.files.images import ScenarioImage
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.pictures.tiles import Tile
    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.document import Scenario

COLUMNS: Final = 16
#: One millimetre of a picture is one pixel of the sheet.
_DPI: Final = 25.4
#: The free dot, and the positions of effects and levels, in hex widths.
_DOT, _ABOVE, _BELOW = 0.055, 0.27, 0.33
#: The sizes of effect symbols and level badges.
_EFFECT, _BADGE = 0.4, 1.5
#: The line around a hex, in mm of our tiles.
_LINE: Final = 0.45


@dataclass(slots=True)
class TileSheet:
    """Tiles in the order in which they are added, ``COLUMNS`` side by side."""

    grid: TiledGrid
    looks: Looks
    count: int = 0
    _items: list[Item] = field(default_factory=list)
    _symbols: dict[str, tuple[Item, ...]] = field(default_factory=dict)
    _images: dict[str, ScenarioImage] = field(default_factory=dict)

    def add_terrain(self, kinds: Sequence[str]) -> str:
        """Add the tile of a stack of terrain, and return its colour, ``#rrggbb``."""
        x, y = self._next()
        stack = Stack(tuple(self.looks.terrain(kind) for kind in kinds))
        self._items.append(
            Polygon(
                self._hexagon(x, y), fill=stack.ground, stroke=GRID, width=_LINE * self._unit, join=Join.ROUND
            )
        )
        for tile, opacity in (*stack.symbols, *((band, 1.0) for band in stack.bands)):
            self._stamp(tile, x, y, scale=1.0, opacity=opacity)
        self._items.append(Circle(x, y, _DOT * self._across, fill=stack.ground))
        return stack.ground

    def add_effects(self, kinds: Sequence[str]) -> None:
        """Add the tile of effects, side by side above the middle."""
        x, y = self._next()
        for at, kind in enumerate(kinds):
            aside = (at - (len(kinds) - 1) / 2) * _EFFECT * self._across
            self._stamp(self.looks.effect(kind), x + aside, y - _ABOVE * self._across, scale=_EFFECT)

    def add_level(self, level: int) -> None:
        """Add the tile of a level: a badge with its number below the middle."""
        x, y = self._next()
        self._items += badge(level, x, y + _BELOW * self._across, _BADGE * self._unit)

    def add_nothing(self) -> None:
        """Add a tile that cannot be seen: void, and no effect."""
        self._next()

    def to_png(self) -> bytes:
        """Return the picture of all tiles so far; raise LimitError if it is too large for a PNG."""
        rows = -(-self.count // COLUMNS)
        sheet = Picture(
            width_mm=COLUMNS * self.grid.tile_width,
            height_mm=rows * self.grid.tile_height,
            layers=(Layer("tiles", "Tiles", tuple(self._items)),),
            title="Tiles",
            symbols=dict(sorted(self._symbols.items())),
            images=dict(sorted(self._images.items())),
        )
        return to_png(sheet, dpi=_DPI)

    @property
    def _across(self) -> int:
        """Pixels from side to side of a hex."""
        return min(self.grid.tile_width, self.grid.tile_height)

    @property
    def _unit(self) -> float:
        """Pixels for a millimetre of our tiles."""
        return max(self.grid.tile_width, self.grid.tile_height) / 2 / TILE_SIZE

    def _next(self) -> Point:
        """Return the middle of the next tile, and count it."""
        row, column = divmod(self.count, COLUMNS)
        self.count += 1
        return (column + 0.5) * self.grid.tile_width, (row + 0.5) * self.grid.tile_height

    def _hexagon(self, x: float, y: float) -> tuple[Point, ...]:
        grid = self.grid
        half_width, half_height, half_side = grid.tile_width / 2, grid.tile_height / 2, grid.side / 2
        if grid.is_flat:
            upper = ((-half_width, 0.0), (-half_side, -half_height), (half_side, -half_height))
        else:
            upper = ((-half_width, half_side), (-half_width, -half_side), (0.0, -half_height))
        around = (*upper, *((-dx, -dy) for dx, dy in upper))
        # Half the width of the line is drawn outside: the line stays within the tile.
        inset = 1 - _LINE * self._unit / 2 / half_width
        return tuple((x + dx * inset, y + dy * inset) for dx, dy in around)

    def _stamp(self, tile: Tile, x: float, y: float, *, scale: float, opacity: float = 1.0) -> None:
        symbol = TileSymbol(tile.name, 1, x, y, scale * self._unit, 0.0, opacity)
        self._symbols.setdefault(symbol.name, tile.variants[0])
        if tile.image is not None:
            self._images.setdefault(tile.name, tile.image)
        self._items.append(symbol)


#: Pixels across the flats and the corners: nearly a regular hex, with whole halves.
SIZES: Final = {"28": (28, 32), "56": (56, 64), "112": (112, 128)}
OPTIONS: Final = (Option("hex-size", "hex width across the flats in pixels", "56", choices=tuple(SIZES)),)


#: The value of the map property ``fairground`` in exports.
FORMAT: Final = "tiled/1"
#: Levels that always get tiles, to paint with.
_LEVELS: Final = range(-3, 10)
#: Keys of a scenario file that are layers, or properties of their own kind.
_LAYERS: Final = ("format", "board", "zones", "objectives", "units", "images", "decorations", "rules")


class Outgoing(NamedTuple):
    """A map of Tiled and the pictures that its tilesets refer to."""

    map: TiledMap
    pictures: tuple[Companion, ...]


def map_of_scenario(scenario: Scenario, settings: ExportSettings) -> Outgoing:
    """Return the map of a scenario.

    Raise ScenarioError or GridError for what a scenario file could not hold, and LimitError for palettes that need too large
    a picture of tiles.
    """
    across, corners = SIZES[settings.text("hex-size")]
    board = scenario.board
    flat = board.layout.orientation is Orientation.FLAT
    grid = TiledGrid(board.layout, *((corners, across) if flat else (across, corners)), corners // 2)
    data = to_data(scenario)
    tiles = _Tiles(grid, Looks(scenario))
    layers = [
        TileLayer("terrain", tiles.terrain(board)),
        TileLayer("elevation", tiles.elevation(board)),
        TileLayer("effects", tiles.effects(board)),
    ]
    picture = Companion.of(settings.stem, "tiles", ".png", tiles.sheet.to_png())
    found = TiledMap(grid, board.columns, board.rows, dict(_map_properties(data, scenario)))
    found.tilesets = [
        Tileset(1, "fairground", tiles.sheet.count, dict(enumerate(tiles.tiles)), COLUMNS, picture.name)
    ]
    images = image_tiles(scenario, settings.stem, tiles.sheet.count + 1)
    if images:
        found.tilesets.append(
            Tileset(
                tiles.sheet.count + 1,
                "decorations",
                len(images),
                {
                    at: TiledTile("decoration", it.picture.name, size=it.size)
                    for at, it in enumerate(images.values())
                },
            )
        )
    decorations = [decoration_layer(scenario, grid, images)] if scenario.decorations else []
    found.layers = [*layers, *decorations, *object_layers(scenario, data, grid)]
    number = 0
    for layer in found.object_layers:
        for it in layer.objects:
            it.id = number = number + 1
    return Outgoing(found, (picture, *(it.picture for it in images.values())))


# -- tiles --------------------------------------------------------------------------------------------------


class _Tiles:
    """The tileset: the palette of the terrain, then the levels, then the palette of the effects."""

    def __init__(self, grid: TiledGrid, looks: Looks) -> None:
        self.sheet = TileSheet(grid, looks)
        self.tiles: list[TiledTile] = []

    def terrain(self, board: Board) -> NDArray[np.uint32]:
        """Add the palette and return the cells; plain void is no tile."""
        gids = []
        void = next((entry for entry in board.palette if _is_plain_void(entry)), None)
        for entry in board.palette:
            properties: Properties = {"terrain": joined(entry.kinds), **_entry_properties(entry)}
            if entry.is_void:
                self.sheet.add_nothing()
            else:
                properties["colour"] = self.sheet.add_terrain(entry.kinds)
            gids.append(
                self._add("terrain", properties) if entry is not void else self._add_unused(properties)
            )
        return np.array(gids, np.uint32)[board.terrain]

    def elevation(self, board: Board) -> NDArray[np.uint32]:
        """Add a tile for each level but 0 and return the cells."""
        keys = {level: key for key, level in reversed(board.elevation_palette.items())}
        used = np.unique(board.elevation).tolist()
        levels = sorted({*_LEVELS, *used, *keys} - {0})
        gids = {0: 0}
        for level in levels:
            self.sheet.add_level(level)
            key: Properties = {"key": keys[level]} if level in keys else {}
            gids[level] = self._add("elevation", {"elevation": level, **key})
        places = np.searchsorted(np.array(sorted(gids)), board.elevation)
        return np.array([gids[level] for level in sorted(gids)], np.uint32)[places]

    def effects(self, board: Board) -> NDArray[np.uint32]:
        """Add the palette and return the cells; its first entry, the empty one, is no tile."""
        gids = []
        for entry in board.effects_palette:
            properties: Properties = {"effects": joined(entry.kinds)} if entry.kinds else {}
            if entry.kinds:
                self.sheet.add_effects(entry.kinds)
            else:
                self.sheet.add_nothing()
            gids.append(self._add("effects", {**properties, **_entry_properties(entry)}))
        gids[0] = 0
        return np.array(gids, np.uint32)[board.effects]

    def _add(self, kind: str, properties: Properties) -> int:
        self.tiles.append(TiledTile(kind, properties=properties))
        return len(self.tiles)

    def _add_unused(self, properties: Properties) -> int:
        self._add("terrain", properties)
        return 0


def _is_plain_void(entry: PaletteEntry) -> bool:
    return entry.is_void and len(entry.kinds) == 1 and entry.source is None


def _entry_properties(entry: PaletteEntry) -> Properties:
    found: Properties = {"key": entry.key}
    if entry.source is not None:
        found["source"] = entry.source
    return found


# -- properties of the map ----------------------------------------------------------------------------------


def _map_properties(data: Mapping[str, object], scenario: Scenario) -> Iterator[tuple[str, Value]]:
    yield "fairground", FORMAT
    for key, value in data.items():
        if key not in _LAYERS:
            yield from _flat(key, value)
    yield from _overrides(scenario.ruleset.overrides)
    for name, text in scenario.images.items():
        yield f"images.{name}", text
    if scenario.board.source:
        yield "board.source", scenario.board.source
    if scenario.board.inches is not None:
        yield "board.inches", scenario.board.inches
    for path, lines in scenario.comments.items():
        # A list of lines is never empty, or it would not be there.
        yield ".".join(("comment", *((joined(path),) if path else ()))), "\n".join(lines)


def _flat(key: str, value: object) -> Iterator[tuple[str, Value]]:
    """Yield the properties for one key of a scenario file: ``victory.points``, ``sides.1.name``, ``locked``."""
    match value:
        case str() | bool() | int():
            yield key, value
        case Mapping():
            for name, part in value.items():
                yield from _flat(f"{key}.{name}", part)
        case [Mapping(), *_] if key.endswith(".wins"):
            # Tasks have lists in lists, so ways to win are one JSON text.
            yield key, json.dumps(value, ensure_ascii=False, default=str)
        case [Mapping(), *_]:
            yield from _flat(key, dict(enumerate(value, start=1)))
        case [_, *_]:
            yield key, joined(map(str, value))


def _overrides(rules: Mapping[str, object]) -> Iterator[tuple[str, Value]]:
    """Yield the properties for single keys of the ruleset; their values may be anything, and are written as JSON."""
    for path, value in rules.items():
        yield f"rules.{path}", json.dumps(value, ensure_ascii=False)
