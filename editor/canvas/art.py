"""The art of the canvas: one sprite for each case of terrain, slope, border, road, hexside, counter and marker.

It is drawn by the layers of printed pictures. Unlike in print, letters and signs have a least size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.finding import Severity
from fairground.core.pictures import hexside_layer, terrain_layers, unit_layer, zone_layers
from fairground.core.pictures.colours import GRID, INK, PAPER
from fairground.core.pictures.display_list import (
    Cap,
    Circle,
    Join,
    PathShape,
    Polygon,
    Text,
    TextAnchor,
    TileSymbol,
)
from fairground.core.pictures.label_layers import NAME_SIZE, NAME_SPACING
from fairground.core.pictures.plan import line
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.core.scenario.parts import Zone
from fairground.core.scenario.shapes import Everything
from fairground.editor.canvas.sprites import Fit, Sprite

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.label_layers import PlacedName
    from fairground.core.pictures.scene import Scene, Stack
    from fairground.core.pictures.tiles import Tile
    from fairground.core.scenario.parts import Objective, Unit, ZoneKind
    from fairground.editor.canvas.stage import Kinds, Stage

#: Terrain that no ruleset has, for neighbours that only have to be different.
_OTHER = ("",)
_BADGE, _PLAQUE, _COUNTER = 2.5, 2.1, 1.35
_MARKERS = {
    Severity.ERROR: "#c62828",
    Severity.WARNING: "#e08a00",
    Severity.ADVICE: "#2f6f9f",
}


class OutlineStyle(NamedTuple):
    """An outline inside the border of a set of hexes; lengths in logical pixels."""

    name: str
    strokes: tuple[tuple[str, float, float, tuple[float, ...]], ...]
    inset: float = 0.0


def bits(mask: int) -> tuple[int, ...]:
    """Return the directions that are set in a mask of six bits."""
    return tuple(direction for direction in range(6) if mask >> direction & 1)


@dataclass(frozen=True)
class Art:
    """Draws sprites for a scale of ``unit`` pixels a mm; ``ratio`` is device pixels a logical one."""

    stage: Stage
    unit: float
    ratio: float

    @cached_property
    def _scene(self) -> Scene:
        return self.stage.scene()

    def _clip(self) -> tuple[tuple[float, float], ...]:
        # Half a pixel larger than the hex, to avoid seams.
        return self.stage.hexagon(grown=0.5 / self.unit)

    @property
    def _sign_scale(self) -> float:
        """Device pixels a pixel of signs and outlines, which grow with the map, but less."""
        return self.ratio * min(max(self.unit / (2.3 * self.ratio), 0.75), 1.9)

    def _at_least(self, pixels: float) -> float:
        """Return the scale of the map, or ``pixels`` logical ones a mm where that is larger."""
        return max(self.unit, pixels * self.ratio)

    # -- terrain --------------------------------------------------------------------------------------------

    def ground(self, colour: str) -> Sprite:
        """Return a hex of a colour, with the thin line of the grid."""
        return Sprite(
            (
                Polygon(self.stage.hexagon(grown=0.6 / self.unit), fill=colour),
                Polygon(self.stage.hexagon(), stroke=GRID, width=0.22, join=Join.ROUND),
            )
        )

    def void(self) -> Sprite:
        """Return the faint outline of a hex that is not on the board."""
        outline = self.stage.hexagon(grown=-0.4)
        return Sprite(
            (Polygon(outline, stroke=GRID, width=max(0.25, 0.7 / self.unit), dash=(1.2, 1.6), opacity=0.4),)
        )

    def shape(self) -> Sprite:
        """Return the plain shape of a hex, for masks."""
        return Sprite((Polygon(self.stage.hexagon(grown=0.5 / self.unit), fill="#000000"),))

    def symbols(self, stack: Stack, seed: int) -> Sprite:
        """Return the symbols of a stack of terrain, those below others faint."""
        return self._figures(stamp(tile, seed, opacity=opacity) for tile, opacity in stack.symbols)

    def effects(self, tiles: Sequence[Tile], seed: int) -> Sprite:
        """Return the symbols of the effects on a hex."""
        places = terrain_layers.effect_places(len(tiles))
        return self._figures(
            replace(stamp(tile, seed), x=x, y=y, scale=scale)
            for tile, (x, y, scale) in zip(tiles, places, strict=True)
        )

    def _figures(self, items: Iterable[Item]) -> Sprite:
        return Sprite(tuple(items), fit=Fit.FIGURE)

    def shore(self, kinds: Kinds, inside: int, outside: int) -> Sprite:
        """Return the line along the border of an area; ``inside`` and ``outside`` are masks of directions.

        The board ends in directions that are in neither.
        """

        def draw() -> tuple[Item, ...]:
            around = {**dict.fromkeys(bits(inside), kinds), **dict.fromkeys(bits(outside), _OTHER)}
            return terrain_layers.shore_layer(self.stage.scene(middle=kinds, around=around)).items

        return Sprite(self.stage.once(("shore", kinds, inside, outside), draw), clip=self._clip())

    def bands(self, kinds: Kinds, networks: Mapping[str, int], by_network: Mapping[str, str]) -> Sprite:
        """Return roads and streams through a hex; ``networks`` has masks of their directions.

        ``by_network`` has a terrain of each network.
        """

        def draw() -> tuple[Item, ...]:
            around: dict[int, Kinds] = {}
            for network, mask in networks.items():
                for direction in bits(mask):
                    around[direction] = (*around.get(direction, ()), by_network[network])
            return terrain_layers.band_layer(self.stage.scene(middle=kinds, around=around)).items

        return Sprite(self.stage.once(("bands", kinds, *networks.items()), draw), clip=self._clip())

    def slope(self, direction: int, drop: int, *, deep: bool) -> Sprite:
        """Return crest and hachures of a neighbour that is ``drop`` levels higher."""

        def draw() -> tuple[Item, ...]:
            levels: dict[int | None, int] = {None: -drop} if deep else {direction: drop}
            return terrain_layers.relief_layer(
                self.stage.scene(around={direction: _OTHER}, levels=levels)
            ).items

        return Sprite(self.stage.once(("slope", direction, drop, deep), draw))

    def edge(self, direction: int) -> Sprite:
        """Return the line along the edge of the board."""
        items = (
            PathShape(line(self.stage.side(direction)), stroke=INK, width=0.62, cap=Cap.ROUND, opacity=0.85),
        )
        return Sprite(items)

    def hexside(self, direction: int, features: Kinds) -> Sprite:
        """Return the features of a hexside."""
        start, end = self.stage.side(direction)
        items = [
            item
            for i, feature in enumerate(features)
            for item in hexside_layer.feature_items(
                self._scene, feature, start, end, shift=2.2 * (i - (len(features) - 1) / 2)
            )
        ]
        return Sprite(tuple(items))

    # -- outlines -------------------------------------------------------------------------------------------

    def zone_outline(self, side: str, kind: ZoneKind, below: int, inside: int) -> Sprite:
        """Return a zone's outline in a hex, inside those of ``below`` zones; ``inside`` is a mask of the zone."""

        def draw() -> tuple[Item, ...]:
            others = "" if side else next((it.id for it in self.stage.sides), "")
            own = Zone("zone", side, self.stage.region(bits(inside)), kind)
            zones = [*(Zone(f"below {i}", others, Everything(), kind) for i in range(below)), own]
            scene = self.stage.scene(around=dict.fromkeys(range(6), _OTHER), zones=zones)
            colour = zone_layers.side_colour(scene.scenario.side_index(side))
            _, outlines = zone_layers.zone_layers(scene)
            # Each outline is a pair, the margin of paper first.
            pairs = zip(outlines.items[::2], outlines.items[1::2], strict=True)
            return tuple(
                item for pair in pairs for item in pair if getattr(pair[1], "stroke", None) == colour
            )

        return Sprite(self.stage.once(("zone", side, kind, below, inside), draw), clip=self._clip())

    def outline(self, style: OutlineStyle, inside: int) -> Sprite:
        """Return the outline of a set of hexes in one of them."""
        pixel = self._sign_scale / self.unit
        paths = self.stage.borders(bits(inside), inset=style.inset * pixel)
        items = tuple(
            PathShape(
                commands,
                stroke=colour,
                width=width * pixel,
                opacity=opacity,
                dash=tuple(length * pixel for length in dash),
            )
            for colour, width, opacity, dash in style.strokes
            for commands in paths
        )
        return Sprite(items, clip=self._clip())

    # -- letters and signs ----------------------------------------------------------------------------------

    def level(self, level: int) -> Sprite:
        """Return the badge with a level, around the middle of the number."""
        return Sprite(
            terrain_layers.badge(level, 0.0, 0.0, 1.0), fit=Fit.FIGURE, scale=self._at_least(_BADGE)
        )

    def letters(self, text: str, ink: str, pixels: float) -> Sprite:
        """Return a part of a label, from its left end on the baseline."""
        return Sprite((Text(0.0, 0.0, text, pixels, ink),), fit=Fit.FIGURE, scale=1.0)

    def name(self, name: PlacedName) -> Sprite:
        """Return the name of a place, centred under the middle of its hex."""
        scale = self._at_least(3.6)
        item = Text(
            0.0, name.drop * self.unit / scale, name.text, NAME_SIZE, INK,
            anchor=TextAnchor.MIDDLE, bold=True, spacing=NAME_SPACING, halo=PAPER, halo_width=0.75,
        )  # fmt: skip
        return Sprite((item,), fit=Fit.FIGURE, scale=scale)

    def note(self) -> Sprite:
        """Return the sign of a note: a sheet of paper with a dog-ear and some lines."""
        sheet = ((-4.5, -5.5), (4.5, -5.5), (4.5, 2.5), (1.5, 5.5), (-4.5, 5.5))
        ear = ((4.5, 2.5), (1.5, 2.5), (1.5, 5.5))
        lines = (((-2.4, -2.6), (2.4, -2.6)), ((-2.4, 0.0), (2.4, 0.0)))
        items: tuple[Item, ...] = (
            Polygon(sheet, fill=PAPER, stroke=INK, width=1.1, join=Join.ROUND),
            *(PathShape(line(it), stroke=INK, width=1.1, cap=Cap.ROUND) for it in (ear, *lines)),
        )
        return Sprite(items, fit=Fit.FIGURE, scale=self._sign_scale)

    def ring(self, objective: Objective) -> Sprite:
        """Return the ring of an objective."""
        colour = zone_layers.objective_colour(self._scene, objective)
        items = zone_layers.ring(objective, 0.0, 0.0, scale=1.0, colour=colour)
        return Sprite(tuple(items), fit=Fit.FIGURE, scale=self._at_least(0.5))

    def plaque(self, objective: Objective) -> Sprite:
        """Return the disc with an objective's points, on its ring."""
        scale = self._at_least(_PLAQUE)
        share = self.unit / scale
        # The ring scales with the map; the plaque on it has a least size.
        colour = zone_layers.objective_colour(self._scene, objective)
        x, y = 5.5 * (share - 1), -3.8 * (share - 1)
        return Sprite(
            tuple(zone_layers.plaque(objective, x, y, scale=1.0, colour=colour)),
            fit=Fit.FIGURE,
            scale=scale,
        )

    def counter(self, unit: Unit, code: str, below: int) -> Sprite:
        """Return a unit's counter, which is on top of ``below`` others in its hex."""
        items = unit_layer.counter(self._scene, unit, code, 1.5 * below, -1.5 * below)
        scale = max(self.unit * (1.15 if self.unit < 3 * self.ratio else 1.0), self.ratio)
        return Sprite(tuple(items), fit=Fit.FIGURE, scale=scale)

    def base(self, unit: Unit, code: str, *, inches: float) -> list[Item]:
        """Return a unit's base around (0, 0), in mm on a hex of ``inches`` from centre to corner."""
        return unit_layer.base_disc(self._scene, unit, code, 0.0, 0.0, inch=TILE_SIZE / inches)

    def marker(self, severity: str) -> Sprite:
        """Return the sign of a finding: an octagon for errors, a triangle for warnings, a disc for advice."""
        return Sprite(_marker_items(severity), fit=Fit.FIGURE, scale=self._sign_scale)


def stamp(tile: Tile, seed: int, *, opacity: float = 1.0) -> TileSymbol:
    """Return a tile's symbol in the variant that a hex with ``seed`` shows."""
    return TileSymbol(tile.name, seed % len(tile.variants) + 1, 0.0, 0.0, opacity=opacity)


def _marker_items(severity: str) -> tuple[Item, ...]:
    """Return a finding's sign in logical pixels; its shape and its colour show the severity."""
    try:
        kind = Severity(severity)
    except ValueError:
        kind = Severity.ADVICE
    colour, radius = _MARKERS[kind], 7.0
    # Corners, the angle of the first one from the top as a share of a circle, and the size.
    corners, turn, size = {Severity.ERROR: (8, 0.0625, 1.0), Severity.WARNING: (3, 0.0, 1.2)}.get(
        kind, (0, 0.0, 1.0)
    )
    shape: Item = Circle(0.0, 0.0, 0.9 * radius, fill=colour, stroke="#ffffff", width=1.4)
    if corners:
        angles = (2 * math.pi * (k / corners + turn) for k in range(corners))
        points = tuple(
            (size * radius * math.sin(angle), -size * radius * math.cos(angle) + (1 if corners == 3 else 0))
            for angle in angles
        )
        shape = Polygon(points, fill=colour, stroke="#ffffff", width=1.4, join=Join.ROUND)
    ends = (-3.6, 1.0) if kind is not Severity.ADVICE else (-0.6, 3.6)
    dot = 3.6 if kind is not Severity.ADVICE else -3.2
    return (
        shape,
        PathShape(line(((0.0, ends[0]), (0.0, ends[1]))), stroke="#ffffff", width=1.7, cap=Cap.ROUND),
        Circle(0.0, dot, 1.05, fill="#ffffff"),
    )
