"""Terrain in the near view (ground, shores, symbols, roads, slopes, edge, effects), and its tones for the far view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage, QPainter

from fairground.core.pictures.colours import channels, mix
from fairground.core.pictures.scene import tinted
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.core.scenario.board import MAX_LEVEL, MIN_LEVEL
from fairground.editor.canvas.art import stamp
from fairground.editor.canvas.camera import around, cut
from fairground.editor.canvas.facts import SEEDS
from fairground.editor.canvas.item_painter import paint_items
from fairground.editor.canvas.layers import BORDERS_FROM, MapLayer
from fairground.editor.canvas.sprites import Sprite

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import TileSymbol
    from fairground.core.pictures.scene import Stack
    from fairground.core.pictures.tiles import Tile
    from fairground.editor.canvas.frame import Frame

#: Pixels from centre to corner of the hex that is averaged.
_SIZE = 12
#: The weight of a road in the tone of a hex: more than it covers, so that it stays visible.
_BAND_SHARE = 0.55


@dataclass(frozen=True, slots=True)
class Tone:
    """The average of symbols over a hex: red, green and blue (0-255) times the share they cover, and that share."""

    red: float
    green: float
    blue: float
    share: float

    def over(self, ground: str) -> str:
        """Return the colour of a hex whose ground is ``ground``."""
        added = self.red, self.green, self.blue
        mixed = (own + (1 - self.share) * base for own, base in zip(added, channels(ground), strict=True))
        return "#" + "".join(f"{min(round(value), 255):02x}" for value in mixed)


def tone_of(stack: Stack) -> Tone:
    """Return the tone of a stack of terrain, roads and streams included."""
    tone = _tone(tuple(stamp(tile, 0, opacity=opacity) for tile, opacity in stack.symbols))
    for tile in stack.bands:
        if tile.band:
            red, green, blue = (_BAND_SHARE * channel for channel in channels(tile.band.fill))
            rest = 1 - _BAND_SHARE
            tone = Tone(
                red + rest * tone.red,
                green + rest * tone.green,
                blue + rest * tone.blue,
                _BAND_SHARE + rest * tone.share,
            )
    return tone


def effect_tone(tiles: tuple[Tile, ...]) -> Tone:
    """Return the tone of effects."""
    return _tone(tuple(stamp(tile, 0) for tile in tiles))


@cache
def _tone(symbols: tuple[TileSymbol, ...]) -> Tone:
    image = QImage(2 * _SIZE, 2 * _SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(_SIZE, _SIZE)
    painter.scale(_SIZE / TILE_SIZE, _SIZE / TILE_SIZE)
    paint_items(painter, symbols)
    painter.end()
    pixels: NDArray[np.float64] = np.array(image.constBits(), np.uint8).reshape(-1, 4).sum(axis=0) / 255
    # The pixels of a hex, which contains everything that is drawn.
    area = 3 * 3**0.5 / 2 * _SIZE**2
    blue, green, red, share = (pixels / area).tolist()
    return Tone(255 * red, 255 * green, 255 * blue, min(share, 1.0))


#: Below this pitch symbols are too small, and the ground has their tone.
SYMBOLS_FROM = 12.0
LEVELS = MAX_LEVEL - MIN_LEVEL + 1
_STEEPEST = 5
#: How many sets of directions there are.
_MASKS = 64

SpriteKey = tuple["Hashable", "Callable[[], Sprite]"]


def paint_ground(frame: Frame) -> None:
    """Draw every hex in the colour of its ground and level, void hexes as a faint outline."""
    if not frame.use(MapLayer.TERRAIN):
        return
    facts, art = frame.facts, frame.scale.art
    tint = frame.layers.strength(MapLayer.ELEVATION)
    plain = frame.pitch < SYMBOLS_FROM
    levels = cut(facts.board.elevation, frame.cells).astype(np.int64) - MIN_LEVEL

    def sprite_of(value: int) -> SpriteKey:
        stack, level = divmod(value, LEVELS)
        if facts.is_void[stack]:
            return "void", art.void
        colour = ground_colour(facts.stacks[stack].ground, level + MIN_LEVEL, tint)
        if plain:
            colour = tone_of(facts.stacks[stack]).over(colour)
        return colour, lambda: art.ground(colour)

    values = frame.stacks * LEVELS + levels
    frame.stamp(frame.scale.sprites("ground", values, sprite_of, meaning=(tint, plain)))


def ground_colour(ground: str, level: int, tint: float) -> str:
    """Return the colour of ground on a level; ``tint`` is the opacity of levels, 0 to 1."""
    return mix(ground, tinted(ground, level), tint) if tint < 1 else tinted(ground, level)


def paint_shores(frame: Frame) -> None:
    """Draw the lines along the borders of water and walls."""
    facts, art = frame.facts, frame.scale.art
    if not facts.shores.any() or frame.pitch < BORDERS_FROM or not frame.use(MapLayer.TERRAIN):
        return
    # The last entry is for neighbours off the board, which end a shore as void does.
    shores = np.append(np.where(facts.is_void, -1, facts.shores), -1)
    own = shores[frame.stacks]
    if own.max(initial=0) <= 0:
        return
    inside, outside = np.zeros(own.shape, np.int64), np.zeros(own.shape, np.int64)
    for direction, stacks in enumerate(frame.stacks_around):
        beside = shores[stacks]
        inside |= (beside == own).astype(np.int64) << direction
        outside |= ((beside != own) & (beside >= 0)).astype(np.int64) << direction
    where = (own > 0) & (outside > 0)

    def sprite_of(value: int) -> SpriteKey:
        stack, masks = divmod(value, 4096)
        inner, outer = divmod(masks, 64)
        top = facts.stacks[stack].top
        kind = next(kind for kind in facts.board.palette[stack].kinds if facts.looks.terrain(kind) is top)
        return (top.name, inner, outer), lambda: art.shore((kind,), inner, outer)

    values = frame.stacks[where] * 4096 + inside[where] * 64 + outside[where]
    frame.stamp(frame.scale.sprites("shore", values, sprite_of, meaning=()), where=where)


def paint_symbols(frame: Frame) -> None:
    """Draw the symbols of the terrain."""
    if frame.pitch < SYMBOLS_FROM or not frame.use(MapLayer.TERRAIN):
        return
    facts, art = frame.facts, frame.scale.art

    def sprite_of(value: int) -> SpriteKey:
        stack, seed = divmod(value, SEEDS)
        entry = facts.stacks[stack]
        if facts.is_void[stack]:
            return (), Sprite.nothing
        key = tuple((tile.name, seed % len(tile.variants)) for tile in entry.areas)
        return key, lambda: art.symbols(entry, seed)

    values = frame.stacks * SEEDS + cut(facts.seeds, frame.cells)
    frame.stamp(frame.scale.sprites("symbols", values, sprite_of, meaning=()))


def paint_bands(frame: Frame) -> None:
    """Draw roads and streams."""
    facts, art = frame.facts, frame.scale.art
    if not facts.networks or not frame.use(MapLayer.TERRAIN):
        return
    names = tuple(facts.networks)
    has = {name: np.append(entries, False) for name, entries in facts.networks.items()}
    where = np.logical_or.reduce([has[name][frame.stacks] for name in names])
    if not where.any():
        return
    # The palette entry, and six bits for the directions of each network.
    values = frame.stacks[where]
    for name in names:
        joined = sum(
            has[name][stacks[where]].astype(np.int64) << direction
            for direction, stacks in enumerate(frame.stacks_around)
        )
        values = values * _MASKS + np.where(has[name][frame.stacks[where]], joined, 0)

    def sprite_of(value: int) -> SpriteKey:
        networks = {}
        for name in reversed(names):
            value, mask = divmod(value, _MASKS)
            if mask:
                networks[name] = mask
        # Without the rest of the stack, boards with hundreds of stacks have few bands.
        tiles = ((kind, facts.looks.terrain(kind)) for kind in facts.board.palette[value].kinds)
        kinds = tuple(kind for kind, tile in tiles if tile.band is not None)
        return (kinds, *networks.items()), lambda: art.bands(kinds, networks, facts.network_kinds)

    frame.stamp(frame.scale.sprites("bands", values, sprite_of, meaning=names), where=where)


def paint_slopes(frame: Frame) -> None:
    """Draw crests and hachures on the low side of every change of level."""
    facts, art = frame.facts, frame.scale.art
    board = facts.board
    if not frame.use(MapLayer.ELEVATION):
        return
    levels = cut(board.elevation, frame.cells).astype(np.int64)
    on_board = ~np.append(facts.is_void, True)

    def sprite_of(value: int) -> SpriteKey:
        rest, drop = divmod(value, _STEEPEST + 1)
        direction, deep = divmod(rest, 2)
        return (direction, deep, drop), lambda: art.slope(direction, drop, deep=bool(deep))

    beside = around(board.elevation, frame.cells, board.layout, off=MIN_LEVEL)
    for direction, (high, stacks) in enumerate(zip(beside, frame.stacks_around, strict=True)):
        drop = np.minimum(high - levels, _STEEPEST)
        where = drop > 0
        if not where.any():
            continue
        where &= on_board[stacks] & on_board[frame.stacks]
        deep = (high[where] <= 0).astype(np.int64)
        values = (2 * direction + deep) * (_STEEPEST + 1) + drop[where]
        frame.stamp(frame.scale.sprites("slope", values, sprite_of, meaning=()), where=where)


def paint_edge(frame: Frame) -> None:
    """Draw the line around the board and around holes in it."""
    if frame.pitch < BORDERS_FROM or not frame.use(MapLayer.TERRAIN):
        return
    art = frame.scale.art
    on_board = ~np.append(frame.facts.is_void, True)
    own = on_board[frame.stacks]
    for direction, stacks in enumerate(frame.stacks_around):
        where = own & ~on_board[stacks]
        if where.any():
            sprite = frame.scale.sheet.index(("edge", direction), partial(art.edge, direction))
            frame.scale.sheet.stamp(frame.painter, sprite, frame.centres[where])


def paint_effects(frame: Frame) -> None:
    """Draw smoke, steam and fire."""
    facts, art = frame.facts, frame.scale.art
    effects = cut(facts.board.effects, frame.cells).astype(np.int64)
    where = effects > 0
    if not where.any() or not frame.use(MapLayer.EFFECTS):
        return

    def sprite_of(value: int) -> SpriteKey:
        entry, seed = divmod(value, SEEDS)
        tiles = facts.effects[entry]
        key = tuple((tile.name, seed % len(tile.variants)) for tile in tiles)
        return key, lambda: art.effects(tiles, seed)

    values = (effects * SEEDS + cut(facts.seeds, frame.cells))[where]
    frame.stamp(frame.scale.sprites("effects", values, sprite_of, meaning=()), where=where)
