"""What every layer is drawn from: the scenario, where its hexes lie, how they look, and what was chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairground.core.pictures.colours import DEPTH_INK, mix
from fairground.core.pictures.display_list import TileSymbol
from fairground.core.pictures.tiles import UNKNOWN, load_tile

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Hatch, Item
    from fairground.core.pictures.looks import Looks
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.plan import Place, Plan
    from fairground.core.pictures.tiles import Tile
    from fairground.core.scenario.document import Scenario

_HEIGHT_TINT = "#94632f"


@dataclass(slots=True)
class Scene:
    """A scenario on its page; ``symbols`` and ``hatches`` collect what the layers use of them."""

    scenario: Scenario
    plan: Plan
    looks: Looks
    options: PictureOptions
    symbols: dict[str, tuple[Item, ...]] = field(default_factory=dict)
    hatches: dict[str, Hatch] = field(default_factory=dict)
    _stacks: list[Stack] = field(default_factory=list)

    def __post_init__(self) -> None:
        palette = self.scenario.board.palette
        self._stacks = [Stack(tuple(self.looks.terrain(kind) for kind in entry.kinds)) for entry in palette]

    def stack(self, place: Place) -> Stack:
        """Return the tiles of a hex."""
        return self._stacks[int(self.scenario.board.terrain[place.row, place.column])]

    def kinds(self, place: Place) -> tuple[str, ...]:
        """Return the terrain stack of a hex, bottom first."""
        board = self.scenario.board
        return board.palette[int(board.terrain[place.row, place.column])].kinds

    def level(self, place: Place) -> int:
        """Return the level of a hex."""
        return int(self.scenario.board.elevation[place.row, place.column])

    def ground(self, place: Place) -> str:
        """Return the colour of a hex's ground, tinted for its level."""
        return tinted(self.stack(place).ground, self.level(place))

    def symbol(
        self,
        tile: Tile,
        variant: int,
        x: float,
        y: float,
        *,
        scale: float | None = None,
        rotation: float = 0.0,
        opacity: float = 1.0,
    ) -> TileSymbol:
        """Return a symbol and note that the picture uses it; the usual scale is the board's."""
        scale = self.plan.unit if scale is None else scale
        placed = TileSymbol(tile.name, variant, x, y, scale, rotation, opacity)
        self.symbols.setdefault(placed.name, tile.variants[variant - 1])
        return placed


class Stack:
    """The tiles of a hex, bottom first.

    The topmost tile that covers the hex gives the ground; bands (road, stream) lie on it, and a bridge over it. A hex
    without any is unknown.
    """

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        tiles = tiles or (load_tile(UNKNOWN),)
        self.areas = tuple(tile for tile in tiles if tile.band is None)
        self.bands = tuple(tile for tile in tiles if tile.band is not None)
        self.top = (self.areas or self.bands)[-1]

    @property
    def ground(self) -> str:
        """The colour of the ground on level 0."""
        return self.top.fill


def tinted(colour: str, level: int) -> str:
    """Return a ground colour for its level: browner the higher, bluer the deeper, in ever smaller steps."""
    share = round(min(0.62, 1 - 0.85 ** abs(level)), 3)
    return mix(colour, _HEIGHT_TINT if level > 0 else DEPTH_INK, share) if level else colour
