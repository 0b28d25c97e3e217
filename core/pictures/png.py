"""A picture as PNG, rasterised from its SVG with a font that ships with the program; pictures and images in grey."""

from __future__ import annotations

import struct
import zlib
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from typing import TYPE_CHECKING

from fairground.core.errors import LimitError
from fairground.core.files.images import MAX_PIXELS as MAX_PIXELS_OF_IMAGE
from fairground.core.files.images import PNG
from fairground.core.pictures.colours import grey
from fairground.core.pictures.display_list import Group, PlacedImage, Text, TileSymbol, Window
from fairground.core.pictures.lettering import FONT_FAMILY
from fairground.core.pictures.svg import to_svg

if TYPE_CHECKING:
    from fairground.core.files.images import ScenarioImage
    from fairground.core.pictures.display_list import Item, Picture

#: The longest side and the largest area of a PNG, in pixels; the area keeps memory under half a gigabyte.
MAX_PIXELS_A_SIDE = 20_000
MAX_PIXELS = 100_000_000
#: The range of resolutions, in pixels per inch.
MIN_DPI, MAX_DPI = 10, 2400
MM_PER_INCH = 25.4
#: The fewest pixels of a drawing made grey.
_LEAST_PIXELS = 512
#: The length of a PNG's signature and its first chunk.
_HEADER = 33
_FONT_FILES = ("FairgroundSans.ttf", "FairgroundSans-Bold.ttf")


def to_png(picture: Picture, *, dpi: float = 150) -> bytes:
    """Return a picture as a PNG file of ``dpi`` pixels an inch, with the shipped font alone, so that all machines agree.

    Raise LimitError when the resolution is not within ``MIN_DPI`` to ``MAX_DPI`` or the PNG would be over
    ``MAX_PIXELS_A_SIDE`` or ``MAX_PIXELS``; the message names a resolution that fits.
    """
    # Rasterising is the one thing here that needs it, and editors draw without.
    import resvg_py

    if not MIN_DPI <= dpi <= MAX_DPI:
        raise LimitError(f"a PNG must have {MIN_DPI} to {MAX_DPI} pixels per inch, not {dpi:g}")
    width, height = (side / MM_PER_INCH for side in (picture.width_mm, picture.height_mm))
    if max(width, height) * dpi > MAX_PIXELS_A_SIDE or width * height * dpi * dpi > MAX_PIXELS:
        fitting = int(min(MAX_PIXELS_A_SIDE / max(width, height), (MAX_PIXELS / (width * height)) ** 0.5))
        raise LimitError(
            f"at {dpi:g} pixels per inch the PNG would be {width * dpi:.0f}x{height * dpi:.0f} pixels; the limits "
            f"are {MAX_PIXELS_A_SIDE:,} per side and {MAX_PIXELS:,} in total; use at most {fitting} pixels per inch"
        )
    fonts = files("fairground.resources") / "fonts"
    with ExitStack() as stack:
        paths = [str(stack.enter_context(as_file(fonts / name))) for name in _FONT_FILES]
        png = resvg_py.svg_to_bytes(
            svg_string=to_svg(picture),
            dpi=dpi,
            # Letters that the font lacks would come from whatever fonts the machine has.
            skip_system_fonts=True,
            font_files=paths,
            font_family=FONT_FAMILY,
            sans_serif_family=FONT_FAMILY,
        )
    return _with_resolution(bytes(png), dpi)


@lru_cache(maxsize=32)  # terrain has the same image on many hexes
def image_to_png(image: ScenarioImage, pixels: int, *, as_grey: bool = False) -> bytes:
    """Return an image as a PNG whose longer side has that many pixels, but at most ``MAX_PIXELS`` of images; maybe in grey."""
    import resvg_py

    share = min(MAX_PIXELS_OF_IMAGE, max(1, pixels)) / max(image.width, image.height)
    width, height = (max(1, round(side * share)) for side in (image.width, image.height))
    drawn = resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<image width="{width}" height="{height}" preserveAspectRatio="none" href="{image.data_url}"/></svg>',
        skip_system_fonts=True,
    )
    return _grey_png(bytes(drawn)) if as_grey else bytes(drawn)


def in_grey(picture: Picture) -> Picture:
    """Return ``picture`` as printed without colour."""
    return replace(
        picture,
        layers=tuple(replace(layer, items=_grey_items(layer.items)) for layer in picture.layers),
        symbols={name: _grey_items(items) for name, items in picture.symbols.items()},
        hatches={name: replace(hatch, colour=grey(hatch.colour)) for name, hatch in picture.hatches.items()},
        images={name: _grey_image(image) for name, image in picture.images.items()},
    )


def _grey_items(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(_grey_item(item) for item in items)


def _grey_item(item: Item) -> Item:
    match item:
        case Group() | Window():
            return replace(item, items=_grey_items(item.items))
        case TileSymbol() | PlacedImage():
            return item
        case Text():
            return replace(item, fill=grey(item.fill), halo=item.halo and grey(item.halo))
        case _:
            return replace(item, fill=item.fill and grey(item.fill), stroke=item.stroke and grey(item.stroke))


def _grey_image(image: ScenarioImage) -> ScenarioImage:
    """Return an image as printed without colour."""
    pixels = min(MAX_PIXELS_OF_IMAGE, round(max(image.width, image.height, _LEAST_PIXELS)))
    return replace(image, media_type=PNG, content=image_to_png(image, pixels, as_grey=True))


def _grey_png(png: bytes) -> bytes:
    from PIL import Image

    content = BytesIO()
    with Image.open(BytesIO(png)) as drawn:
        drawn.convert("LA").save(content, "PNG")
    return content.getvalue()


def _with_resolution(png: bytes, dpi: float) -> bytes:
    """Return a PNG with its resolution, so that programs print it in its size."""
    a_metre = round(dpi / MM_PER_INCH * 1000)
    body = b"pHYs" + struct.pack(">IIB", a_metre, a_metre, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:_HEADER] + chunk + png[_HEADER:]
