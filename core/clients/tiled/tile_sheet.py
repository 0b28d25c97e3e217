"""The picture of a tileset. The pixel in the middle of a hex keeps the colour of its terrain."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from fairground.core.pictures.colours import GRID
from fairground.core.pictures.display_list import Circle, Join, Layer, Picture, Polygon, TileSymbol
from fairground.core.pictures.png import to_png
from fairground.core.pictures.relief_layers import badge
from fairground.core.pictures.scene import Stack
from fairground.core.pictures.tiles import TILE_SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.clients.tiled.grid import TiledGrid
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.pictures.looks import Looks
    from fairground.core.pictures.tiles import Tile

#: Tiles side by side.
COLUMNS: Final = 16
#: One millimetre of a picture is one pixel of the sheet.
_DPI: Final = 25.4
#: The dot that is left free, and where effects and levels stand, in hexes from side to side.
_DOT, _ABOVE, _BELOW = 0.055, 0.27, 0.33
#: How large the symbols of effects are, and the badges of levels.
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
        """Return the picture of all tiles so far.

        Raises
        ------
        LimitError
            When it would have more pixels than a PNG may have.
        """
        rows = -(-self.count // COLUMNS)
        sheet = Picture(
            width_mm=COLUMNS * self.grid.tile_width,
            height_mm=rows * self.grid.tile_height,
            layers=(Layer("tiles", "Tiles", tuple(self._items)),),
            title="Tiles",
            symbols=dict(sorted(self._symbols.items())),
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
        self._items.append(symbol)
