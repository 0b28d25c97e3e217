"""The board as a picture in the page, for print and for browsers without scripts."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fairground.core.pictures.board_picture import draw_board
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.png import MAX_DPI, MIN_DPI, to_png
from fairground.core.pictures.svg import to_svg
from fairground.core.report.markup import Markup, element

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

#: Larger drawings are shown as dots, so that the page stays small; the map itself is sharp at any size.
MOST_SVG: Final = 700_000
#: The longer side of such a picture, in pixels.
_SIDE: Final = 2000
_MM_PER_INCH: Final = 25.4
_OPTIONS: Final = PictureOptions(title=False, margin=3.0)
#: A board of more hexes has letters too small for the picture.
_MOST_LETTERED: Final = 3_000


def still_picture(scenario: Scenario) -> Markup:
    """Return the picture of the board with its legend: lines where they are few, else dots."""
    return element("figure", _picture(scenario), class_="picture", id="picture")


def _picture(scenario: Scenario) -> Markup:
    hexes = scenario.board.columns * scenario.board.rows
    label = f"Map of {scenario.name}"
    if hexes <= _MOST_LETTERED:
        drawn = to_svg(draw_board(scenario, _OPTIONS))
        if len(drawn) <= MOST_SVG:
            return inline(drawn)
    options = replace(_OPTIONS, hex_size=max(1.0, 11.0 * (_MOST_LETTERED / hexes) ** 0.5), legend=False)
    if hexes > _MOST_LETTERED:
        options = replace(options, labels=False, elevation_numbers=False, relief=False, grid=False)
    url = f"data:image/webp;base64,{base64.b64encode(_dots(scenario, options)).decode()}"
    return element("img", src=url, alt=label, loading="lazy")


def inline(svg: str) -> Markup:
    """Return an SVG file as an element of HTML, with ids that nothing else in the page has."""
    start = svg.index("<svg")
    text = svg[start:].strip()
    # In HTML, the size comes from the style of the page.
    head, rest = text.split(">", 1)
    head = re.sub(r' (xmlns:xlink|xmlns|version|width|height)="[^"]*"', "", head)
    rest = re.sub(r'\bxlink:href="#', 'href="#still-', rest)
    rest = re.sub(r'\bid="', 'id="still-', rest).replace("url(#", "url(#still-")
    return Markup(f"{head}>{rest}")


def _dots(scenario: Scenario, options: PictureOptions) -> bytes:
    from PIL import Image

    drawn = draw_board(scenario, options)
    dpi = min(max(_SIDE * _MM_PER_INCH / max(drawn.width_mm, drawn.height_mm), MIN_DPI), MAX_DPI)
    with Image.open(io.BytesIO(to_png(drawn, dpi=dpi))) as large:
        small = large.convert("RGB")
    small.thumbnail((_SIDE, _SIDE))
    written = io.BytesIO()
    small.save(written, "webp", quality=70)
    return written.getvalue()
