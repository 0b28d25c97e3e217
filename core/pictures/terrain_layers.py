"""The ground of every hex, shores of water and walls, symbols, the roads and streams that connect hexes, and heights: crests, hachures and badges with the levels."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.grid.labels import LabelStyle, label
from fairground.core.pictures.colours import DEPTH_INK, GRID, PAPER, RELIEF_INK, mix
from fairground.core.pictures.display_list import (
    Cap,
    Circle,
    Group,
    Join,
    Layer,
    PathShape,
    Polygon,
    Text,
    TextAnchor,
)

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Command, Item, Point, TileSymbol
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene
    from fairground.core.pictures.tiles import Tile, TileBand

#: The distance of a badge below the centre, in hex sizes.
BADGE_DROP = 0.655
BADGE_RADIUS = 1.85


def relief_layer(scene: Scene) -> Layer:
    """Return a crest line and hachures for every change of level, heavier for bigger drops, blue-grey from level 0 down."""
    crests: dict[tuple[bool, int], list[Command]] = defaultdict(list)
    ticks: dict[bool, list[Command]] = defaultdict(list)
    for place in scene.plan.places:
        low = scene.level(place)
        corners: tuple[Point, ...] | None = None
        for direction, other in enumerate(scene.plan.beside(place)):
            if other is None or scene.level(other) <= low:
                continue
            corners = corners or scene.plan.outline(place)
            drop = scene.level(other) - low
            deep = scene.level(other) <= 0
            start, end = corners[direction - 1], corners[direction]
            crests[deep, min(drop, 4)] += [("M", start), ("L", end)]
            ticks[deep] += _hachures(start, end, place, drop=drop, unit=scene.plan.unit)
    items: list[Item] = [
        PathShape(tuple(commands), fill=_ink(deep=deep), opacity=0.85)
        for deep, commands in sorted(ticks.items())
    ]
    items += [
        PathShape(
            tuple(commands),
            stroke=_ink(deep=deep),
            width=(0.3 + 0.26 * drop) * scene.plan.unit,
            cap=Cap.ROUND,
            data=(("drop", str(drop)),),
        )
        for (deep, drop), commands in sorted(crests.items())
    ]
    return Layer("relief", "Slopes", tuple(items))


def _ink(*, deep: bool) -> str:
    return DEPTH_INK if deep else RELIEF_INK


def _hachures(start: Point, end: Point, place: HexPosition, *, drop: int, unit: float) -> list[Command]:
    """Return tapered strokes from a hexside into the lower hex, at a right angle to it."""
    (ax, ay), (bx, by) = start, end
    mx, my = place.x - (ax + bx) / 2, place.y - (ay + by) / 2
    depth = math.hypot(mx, my)
    nx, ny = mx / depth, my / depth
    side = math.hypot(bx - ax, by - ay)
    ex, ey = (bx - ax) / side, (by - ay) / side
    count = 7 + 2 * min(drop - 1, 2)
    longest = min(1.7 + 0.8 * (drop - 1), 3.9) * unit
    half = (0.15 + 0.05 * min(drop, 4)) * unit
    commands: list[Command] = []
    for i in range(count):
        at = side * (i + 0.5) / count
        # Short near the ends, where the strokes of the next hexside begin.
        length = min(longest * (1 if i % 2 == 0 else 0.66), 1.3 * min(at, side - at) + 0.35 * unit)
        x, y = ax + ex * at, ay + ey * at
        commands += [
            ("M", (x - ex * half, y - ey * half)),
            ("L", (x + nx * length, y + ny * length)),
            ("L", (x + ex * half, y + ey * half)),
            ("Z", ()),
        ]
    return commands


def badge_layer(scene: Scene) -> Layer:
    """Return the level of every hex that is not on level 0, in a small disc at its bottom."""
    discs: list[Item] = []
    numbers: list[Item] = []
    drop = BADGE_DROP * scene.plan.size
    for place in scene.plan.places:
        if level := scene.level(place):
            disc, number = badge(level, place.x, place.y + drop, scene.plan.unit)
            discs.append(disc)
            numbers.append(number)
    return Layer("levels", "Levels", (Group(tuple(discs)), Group(tuple(numbers))) if discs else ())


def badge(level: int, x: float, y: float, unit: float) -> tuple[Circle, Text]:
    """Return the disc and the number that say a level."""
    ink = _ink(deep=level < 0)
    text = str(level).replace("-", "\N{MINUS SIGN}")
    size = (2.7 if len(text) == 1 else 2.35 if len(text) == 2 else 1.8) * unit
    disc = Circle(x, y, BADGE_RADIUS * unit, fill=PAPER, stroke=ink, width=0.3 * unit)
    return disc, Text(x, y + 0.36 * size, text, size, ink, anchor=TextAnchor.MIDDLE, bold=True)


#: Roads are drawn over other bands.
_UPPERMOST = "road"


def ground_layer(scene: Scene) -> Layer:
    """Return the hexes as polygons, each with its id (``h0304``), label, terrain and level.

    Without the grid their outlines have the colour of the ground, to avoid seams.
    """
    board = scene.scenario.board
    width = 0.22 * scene.plan.unit
    # Ids stay the same whatever the style of the labels.
    numbers = replace(board.file_names, style=LabelStyle.NUMERIC)
    items: list[Item] = []
    for place in scene.plan.places:
        data = [
            ("label", label(place.column, place.row)),
            ("terrain", " ".join(scene.kinds(place))),
            ("level", str(scene.level(place))),
        ]
        effects = board.effects_palette[int(board.effects[place.row, place.column])].kinds
        if effects:
            data.append(("effects", " ".join(effects)))
        ground = scene.ground(place)
        items.append(
            Polygon(
                scene.plan.outline(place),
                fill=ground,
                stroke=GRID if scene.options.grid else ground,
                width=width,
                join=Join.ROUND,
                id="h" + numbers.of(place.hex),
                data=tuple(data),
            )
        )
    return Layer("terrain", "Terrain", tuple(items))


def shore_layer(scene: Scene) -> Layer:
    """Return the lines along the borders of water, lava and masonry, inside their hexes."""
    areas: dict[tuple[str, str], list[HexPosition]] = defaultdict(list)
    for place in scene.plan.places:
        top = scene.stack(place).top
        if top.shore:
            areas[top.name, top.shore].append(place)
    unit = scene.plan.unit
    items: list[Item] = []
    for (_, colour), places in sorted(areas.items()):
        for inset, width, opacity in ((0.42, 0.75, 1.0), (1.35, 0.28, 0.6)):
            commands = _joined(scene.plan.borders(places, at_edge=False, inset=inset * unit))
            if commands:
                items.append(PathShape(commands, stroke=colour, width=width * unit, opacity=opacity))
    return Layer("shores", "Shores", tuple(items))


def symbol_layer(scene: Scene) -> Layer:
    """Return the symbols of area terrain; covered ones are faint."""
    items = [
        _stamp(scene, tile, place, opacity=opacity)
        for place in scene.plan.places
        for tile, opacity in scene.stack(place).symbols
    ]
    return Layer("symbols", "Terrain symbols", tuple(items))


def effect_layer(scene: Scene) -> Layer:
    """Return the symbols of smoke, steam and fire; several on a hex are side by side, so that none hides another."""
    board, unit = scene.scenario.board, scene.plan.unit
    palette = [[scene.looks.effect(kind) for kind in entry.kinds] for entry in board.effects_palette]
    items = []
    for place in scene.plan.places:
        tiles = palette[int(board.effects[place.row, place.column])]
        for tile, (x, y, scale) in zip(tiles, effect_places(len(tiles)), strict=True):
            variant = tile.variant_at(place.column, place.row)
            items.append(
                scene.symbol(tile, variant, place.x + x * unit, place.y + y * unit, scale=scale * unit)
            )
    return Layer("effects", "Effects", tuple(items))


def effect_places(count: int) -> list[tuple[float, float, float]]:
    """Return where the symbols of the effects on a hex are: right of and below its middle, in mm on a hex of 11, and scale."""
    if count < 2:
        return [(0.0, 0.0, 1.0)] * count
    share = max(0.6 - 0.08 * (count - 2), 0.36)
    turn = 2 * math.pi / count
    return [
        (-4.4 * math.cos(i * turn), 4.4 * math.sin(i * turn) if count > 2 else 0.0, share)
        for i in range(count)
    ]


def band_layer(scene: Scene) -> Layer:
    """Return roads and streams from hex to hex, and bridges along them."""
    bands: dict[TileBand, list[tuple[Command, ...]]] = defaultdict(list)
    stamps: list[Item] = []
    for place in scene.plan.places:
        tiles = scene.stack(place).bands
        joins = {tile.band.network: _joins(scene, place, tile.band.network) for tile in tiles if tile.band}
        for tile in tiles:
            if tile.band is None:
                continue
            joined = joins[tile.band.network]
            if joined:
                bands[tile.band].append(_band_path(scene, place, joined))
            if tile.has_axis:
                turn = math.degrees(scene.plan.angle(_axis(tile.band.network, joins)))
                stamps.append(_stamp(scene, tile, place, rotation=round((turn + 90) % 180 - 90, 3)))
            elif not joined:
                stamps.append(_stamp(scene, tile, place))
    unit = scene.plan.unit
    items: list[Item] = []
    for band in sorted(bands, key=lambda it: (it.network == _UPPERMOST, it.network, it.width, it.fill)):
        commands = _joined(bands[band])
        lines = (
            PathShape(
                commands,
                stroke=stroke.colour,
                width=stroke.width * unit,
                dash=tuple(length * unit for length in stroke.dash),
                # A dash with round ends would be longer than it says.
                cap=Cap.BUTT if stroke.dash else Cap.ROUND,
                join=Join.ROUND,
            )
            for stroke in band.strokes
        )
        items.append(Group(tuple(lines), data=(("network", band.network),)))
    return Layer("bands", "Roads and streams", (*items, *stamps))


def _axis(network: str, joins: dict[str, tuple[int, ...]]) -> float:
    """Return the direction of a bridge: along its road, straight if possible, and across the bridged band.

    1.5 is a quarter turn from direction 0.
    """
    own = joins[network]
    crossed = [direction for name, others in joins.items() if name != network for direction in others]

    def clearance(direction: float) -> float:
        return min((abs((direction - other + 1.5) % 3 - 1.5) for other in crossed), default=0.0)

    if own:
        return max(own, key=lambda direction: ((direction + 3) % 6 in own, clearance(direction)))
    return max((direction / 2 for direction in range(6)), key=clearance) if crossed else 0.0


def _stamp(
    scene: Scene, tile: Tile, place: HexPosition, *, rotation: float = 0.0, opacity: float = 1.0
) -> TileSymbol:
    variant = tile.variant_at(place.column, place.row)
    return scene.symbol(tile, variant, place.x, place.y, rotation=rotation, opacity=opacity)


def _joins(scene: Scene, place: HexPosition, network: str) -> tuple[int, ...]:
    """Return the directions of the neighbours that have a tile of the same network."""
    return tuple(
        direction
        for direction, other in enumerate(scene.plan.around(place))
        if other is not None
        and any(tile.band and tile.band.network == network for tile in scene.stack(other).bands)
    )


def _band_path(scene: Scene, place: HexPosition, joined: tuple[int, ...]) -> tuple[Command, ...]:
    """Return a curve through a hex that joins two others; straight arms from the middle of any other."""
    reach = scene.plan.size * math.sqrt(3) / 2
    ends: list[Point] = []
    for direction in joined:
        angle = scene.plan.angle(direction)
        ends.append((place.x + reach * math.cos(angle), place.y + reach * math.sin(angle)))
    middle = (place.x, place.y)
    if len(ends) == 2:
        return (("M", ends[0]), ("Q", (*middle, *ends[1])))
    return tuple(step for end in ends for step in (("M", middle), ("L", end)))


def _joined(pieces: list[tuple[Command, ...]] | tuple[tuple[Command, ...], ...]) -> tuple[Command, ...]:
    return tuple(command for piece in pieces for command in piece)


def swatch(scene: Scene, tile: Tile, x: float, y: float, *, size: float) -> list[Item]:
    """Return a small hex that shows a tile, for the legend."""
    scale = size / 11
    edge = mix(GRID, tile.fill, 0.2)
    hexagon = scene.plan.hexagon(x, y, size)
    return [
        Polygon(hexagon, fill=tile.fill, stroke=edge, width=0.3 * scale, join=Join.ROUND),
        scene.symbol(tile, 1, x, y, scale=scale),
    ]
