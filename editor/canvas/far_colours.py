"""Tones: the colour that a hex has from afar, when its ground and its symbol are one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage, QPainter

from fairground.core.pictures.colours import channels
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.editor.canvas.art import stamp
from fairground.editor.canvas.item_painter import paint_items

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import TileSymbol
    from fairground.core.pictures.scene import Stack
    from fairground.core.pictures.tiles import Tile

#: Pixels from centre to corner of the hex that is averaged.
_SIZE = 12
#: How much of a hex the band of a road counts for: more than it covers, since a line is what the eye follows.
_BAND_SHARE = 0.55


@dataclass(frozen=True, slots=True)
class Tone:
    """What symbols add to a hex: red, green and blue (0-255) times their share of it, and that share."""

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
    # A hex has this many pixels; all that is drawn lies within it.
    area = 3 * 3**0.5 / 2 * _SIZE**2
    blue, green, red, share = (pixels / area).tolist()
    return Tone(255 * red, 255 * green, 255 * blue, min(share, 1.0))
