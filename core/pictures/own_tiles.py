"""Tiles of one's own terrain: a shipped tile on ground of another colour, or an image that covers the hex."""

from __future__ import annotations

import hashlib
import math
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairground.core.errors import FileError
from fairground.core.files.images import PNG, ImageFault, ScenarioImage, embedded_image, inspected
from fairground.core.files.untrusted_files import read_regular_file
from fairground.core.pictures.colours import channels, luminance, mix
from fairground.core.pictures.display_list import Circle, PathShape, PlacedImage
from fairground.core.pictures.tiles import TILE_SIZE, register_tile
from fairground.core.rules.ruleset_files import PNG_SIGNATURE, data_url

if TYPE_CHECKING:
    from os import PathLike

    from PIL.Image import Image

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.tiles import Tile, TileBand

#: Pixels a mm of an image that covers a hex, 22 mm wide.
_SHARPNESS: Final = 18
#: The largest file that is read and that is stored in a ruleset, in bytes, and the longest side of a PNG, in pixels.
_MOST_READ: Final = 20_000_000
_MOST_STORED: Final = 300_000
_LONGEST_SIDE: Final = 440
_MOST_PIXELS: Final = 8192
#: The share of a hex that an image must cover to give the hex its colour.
_COVERING: Final = 0.9
#: Symbols are lighter on ground below the first luminance, and darker above the second.
_DARK: Final = 0.18
_LIGHT: Final = 0.6


def own_tile(tile: Tile, *, colour: str | None = None, image: str = "", flat: bool = True) -> Tile:
    """Return a tile with another colour of the ground, and with an image (a ``data:`` URL) in place of its symbol.

    The image covers the hex, whose top is ``flat`` or pointed, and is clipped to it. One that cannot be drawn is ignored.
    """
    drawn = hex_image(image, flat=flat) if image else None
    if colour is None and drawn is None:
        return tile
    return _own_tile(tile, colour.lower() if colour else None, drawn)


@lru_cache(maxsize=256)
def _own_tile(tile: Tile, colour: str | None, image: ScenarioImage | None) -> Tile:
    own = recoloured(tile, colour) if colour else tile
    if image is not None:
        own = own if colour else replace(own, fill=_average(image) or own.fill)
        digest = hashlib.sha256(image.content).hexdigest()[:16]
        across, down = (side / _SHARPNESS for side in (image.width, image.height))
        name = f"image-{digest}{f'.{colour[1:]}' if colour else ''}"
        placed = PlacedImage(name, 0.0, 0.0, across, down)
        own = replace(own, name=name, variants=((placed,),), image=image, band=None, has_axis=False)
    register_tile(own)
    return own


# -- another colour -----------------------------------------------------------------------------------------


def recoloured(tile: Tile, colour: str) -> Tile:
    """Return a tile on ground of another colour; its symbols keep their contrast with the ground."""
    ground = tile.fill

    def fit(paint: str) -> str:
        return _beside(paint, ground, colour)

    return replace(
        tile,
        name=f"{tile.name}.{colour[1:]}",
        fill=colour,
        ink=fit(tile.ink),
        shore=fit(tile.shore) if tile.shore else None,
        band=_recoloured_band(tile.band, colour) if tile.band else None,
        variants=tuple(
            tuple(_recoloured_item(item, ground, colour) for item in variant) for variant in tile.variants
        ),
    )


def _recoloured_band(band: TileBand, colour: str) -> TileBand:
    """Return a road or stream of another colour: its own, not that of the ground below."""
    lines = tuple(line._replace(colour=_beside(line.colour, band.fill, colour)) for line in band.lines)
    return replace(band, fill=colour, edge=_beside(band.edge, band.fill, colour), lines=lines)


def _recoloured_item(item: Item, ground: str, colour: str) -> Item:
    if not isinstance(item, (PathShape, Circle)):
        return item
    fill, stroke = (_beside(paint, ground, colour) if paint else paint for paint in (item.fill, item.stroke))
    return replace(item, fill=fill, stroke=stroke)


def _beside(paint: str, ground: str, colour: str) -> str:
    """Return a paint that differs from ``colour`` as ``paint`` does from ``ground``, lighter on dark colours."""
    difference = luminance(paint) - luminance(ground)
    strength = min(1.0, sum(abs(a - b) for a, b in zip(channels(paint), channels(ground), strict=True)) / 420)
    bright = luminance(colour)
    towards = "#ffffff" if bright < _DARK or (difference > 0 and bright < _LIGHT) else "#000000"
    return mix(colour, towards, round(strength, 3))


# -- an image -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def hex_image(text: str, *, flat: bool) -> ScenarioImage | None:
    """Return an image (a ``data:`` URL) scaled to cover a hex and clipped to it; None if it cannot be drawn."""
    from PIL import Image as Images

    from fairground.core.pictures.png import image_to_png

    image = embedded_image(text)
    if not isinstance(image, ScenarioImage):
        return None
    width, height = _hex_box(flat=flat)
    share = max(width / image.width, height / image.height)
    longest = math.ceil(share * max(image.width, image.height))
    picture = Images.open(BytesIO(image_to_png(image, longest))).convert("RGBA")
    left, top = (picture.width - width) // 2, (picture.height - height) // 2
    picture = picture.crop((left, top, left + width, top + height))
    clipped = Images.new("RGBA", (width, height))
    clipped.paste(picture, mask=_hex_mask(width, height, flat=flat))
    stored = BytesIO()
    clipped.save(stored, "PNG", optimize=True)
    return ScenarioImage(PNG, stored.getvalue(), float(width), float(height))


@lru_cache(maxsize=64)
def _average(image: ScenarioImage) -> str | None:
    """Return the average colour of an image that covers a hex; None if much of the hex shows through it."""
    from PIL import Image as Images

    picture = Images.open(BytesIO(image.content))
    # Scaling to one pixel averages colours by their opacity.
    red, green, blue, opacity = picture.convert("RGBa").resize((1, 1), Images.Resampling.BOX).getpixel((0, 0))  # type: ignore[misc]  # four numbers
    # A hex is three quarters of the rectangle around it.
    if opacity < _COVERING * 0.75 * 255:
        return None
    return "#" + "".join(f"{min(255, round(it * 255 / opacity)):02x}" for it in (red, green, blue))


def _hex_box(*, flat: bool) -> tuple[int, int]:
    """Return the width and height of a hex in pixels."""
    across, down = round(2 * TILE_SIZE * _SHARPNESS), round(math.sqrt(3) * TILE_SIZE * _SHARPNESS)
    return (across, down) if flat else (down, across)


def _hex_mask(width: int, height: int, *, flat: bool) -> Image:
    """Return a hex that fills a box, white on black with smooth edges."""
    from PIL import Image as Images
    from PIL import ImageDraw

    finer = 4
    across, down = width * finer, height * finer
    long, short = (across, down) if flat else (down, across)
    corners = [(0, short / 2), (long / 4, 0), (3 * long / 4, 0), (long, short / 2), (3 * long / 4, short)]
    corners.append((long / 4, short))
    mask = Images.new("L", (across, down))
    ImageDraw.Draw(mask).polygon(corners if flat else [(y, x) for x, y in corners], fill=255)
    return mask.resize((width, height), Images.Resampling.LANCZOS)


def terrain_image(path: str | PathLike[str]) -> str:
    """Return a PNG or SVG file as a ``data:`` URL for the key ``image`` of terrain; large PNGs are made smaller.

    Raises
    ------
    FileError
        When it cannot be read, is no image that may be drawn, or is too large.
    """
    content = read_regular_file(path, most_bytes=_MOST_READ)
    if content.startswith(PNG_SIGNATURE) and len(content) <= _MOST_READ:
        content = _smaller(content)
    image = inspected(content)
    if isinstance(image, ImageFault):
        raise FileError(f"{Path(path).name}: {image.message}")
    if len(content) > _MOST_STORED:
        raise FileError(f"{Path(path).name} is larger than {_MOST_STORED // 1000} kB; simplify the drawing")
    return data_url(content)


def _smaller(content: bytes) -> bytes:
    """Return a PNG whose sides are at most those that a hex is drawn with; the same content if it is small or damaged."""
    from PIL import Image as Images

    try:
        with Images.open(BytesIO(content), formats=["PNG"]) as picture:
            if max(picture.size) <= _LONGEST_SIDE or max(picture.size) > _MOST_PIXELS:
                return content
            picture.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
            stored = BytesIO()
            picture.save(stored, "PNG", optimize=True)
    except (OSError, SyntaxError, ValueError):
        return content
    return stored.getvalue()
