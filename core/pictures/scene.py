"""The input of every layer: the scenario, the plan of its hexes, their looks, and the options."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.pictures.colours import DEPTH_INK, mix
from fairground.core.pictures.display_list import Hatch, TileSymbol
from fairground.core.pictures.options import in_chosen_style
from fairground.core.pictures.tiles import UNKNOWN, TileRole, load_tile

if TYPE_CHECKING:
    from fairground.core.files.images import ScenarioImage
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.looks import Looks
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.plan import BoardPlan, HexPosition
    from fairground.core.pictures.tiles import Tile
    from fairground.core.scenario.document import Scenario

_HEIGHT_TINT = "#94632f"
#: The opacity of a symbol under another one.
_COVERED = 0.45


@dataclass(slots=True)
class Scene:
    """A scenario on its page; ``symbols``, ``hatches`` and ``images`` collect those that the layers use."""

    scenario: Scenario
    plan: BoardPlan
    looks: Looks
    options: PictureOptions
    symbols: dict[str, tuple[Item, ...]] = field(default_factory=dict)
    hatches: dict[str, Hatch] = field(default_factory=dict)
    images: dict[str, ScenarioImage] = field(default_factory=dict)
    _stacks: list[Stack] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scenario = in_chosen_style(self.scenario, self.options)
        palette = self.scenario.board.palette
        self._stacks = [Stack(tuple(self.looks.terrain(kind) for kind in entry.kinds)) for entry in palette]

    def stack(self, place: HexPosition) -> Stack:
        """Return the tiles of a hex."""
        return self._stacks[int(self.scenario.board.terrain[place.row, place.column])]

    def kinds(self, place: HexPosition) -> tuple[str, ...]:
        """Return the terrain stack of a hex, bottom first."""
        board = self.scenario.board
        return board.palette[int(board.terrain[place.row, place.column])].kinds

    def level(self, place: HexPosition) -> int:
        """Return the level of a hex."""
        return int(self.scenario.board.elevation[place.row, place.column])

    def ground(self, place: HexPosition) -> str:
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
        """Return a symbol and register it with the picture; default scale: the board's."""
        scale = self.plan.unit if scale is None else scale
        placed = TileSymbol(tile.name, variant, x, y, scale, rotation, opacity)
        self.symbols.setdefault(placed.name, tile.variants[variant - 1])
        if tile.image is not None:
            self.images.setdefault(tile.name, tile.image)
        return placed


class Hatching(NamedTuple):
    """A hatch with its name in pictures, and the opacity of the filled shape."""

    name: str
    hatch: Hatch
    opacity: float = 1.0

    def used_in(self, scene: Scene) -> str:
        """Return the key of the hatch in a picture, and register it there."""
        key, unit = f"hatch-{self.name}", scene.plan.unit
        sized = replace(self.hatch, spacing=self.hatch.spacing * unit, width=self.hatch.width * unit)
        scene.hatches.setdefault(key, sized)
        return key


class Stack:
    """The tiles of a hex, bottom first.

    The topmost ground tile gives the colour. Trees and buildings stand on other terrain of the hex, or on their own ground.
    Bands (road, stream) are above the ground, bridges above bands. An empty stack is unknown.
    """

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        tiles = tuple({tile.name: tile for tile in tiles}.values()) or (load_tile(UNKNOWN),)
        areas = [tile for tile in tiles if tile.band is None]
        #: Tiles other than bands, in drawing order.
        self.areas = tuple(tile for role in TileRole for tile in areas if tile.role is role)
        self.bands = tuple(tile for tile in tiles if tile.band is not None)
        grounds = [tile for tile in areas if tile.role is TileRole.GROUND]
        standing = [tile for tile in areas if tile.role is TileRole.STANDING]
        self.top = (grounds[-1:] or standing[:1] or self.bands[:1] or self.areas)[-1]
        last = len(grounds) + len(standing) - 1
        #: The areas with the opacity of their symbols; covered ones are fainter.
        self.symbols = tuple((tile, _COVERED ** max(last - i, 0)) for i, tile in enumerate(self.areas))

    @property
    def ground(self) -> str:
        """The colour of the ground on level 0."""
        return self.top.fill


def tinted(colour: str, level: int) -> str:
    """Return a ground colour for its level: browner the higher, bluer the deeper, in ever smaller steps."""
    share = round(min(0.62, 1 - 0.85 ** abs(level)), 3)
    return mix(colour, _HEIGHT_TINT if level > 0 else DEPTH_INK, share) if level else colour
