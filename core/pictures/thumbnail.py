"""Thumbnails of boards, and outlines of hexes to lay over them."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fairground.core.errors import LimitError
from fairground.core.pictures.board_picture import draw_board
from fairground.core.pictures.label_layers import marked_layer
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.plan import BoardPlan, board_extent
from fairground.core.pictures.png import MAX_DPI, MIN_DPI, to_png
from fairground.core.pictures.scene import Scene
from fairground.core.pictures.svg import layer_group, number

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def thumbnail_marks(scenario: Scenario, marked: frozenset[str]) -> tuple[str, str]:
    """Return the outlines of the hexes with these labels as a group of SVG, and the view box of the thumbnail's picture."""
    options = replace(OPTIONS, marked=marked)
    plan = BoardPlan(scenario.board, size=options.hex_size, left=0.0, top=0.0)
    layer = marked_layer(Scene(scenario, plan, Looks(scenario), options))
    across, down = board_extent(scenario.board, options.hex_size)
    drawn = layer_group(layer).replace(f' id="layer-{layer.id}"', "", 1)
    return drawn, f"0 0 {number(across)} {number(down)}"


#: The longer side of a thumbnail, in pixels.
SIDE: Final = 160
#: Larger boards take seconds, and their hexes a pixel or two.
MOST_HEXES: Final = 20_000
#: The WebP quality: at 60 colours and edges are clear, in a few thousand bytes.
_QUALITY: Final = 60
_MM_PER_INCH: Final = 25.4
#: Ground, zones and objectives; texts would be illegible.
OPTIONS: Final = PictureOptions(
    hex_size=2.0,
    margin=0.0,
    labels=False,
    title=False,
    legend=False,
    units=False,
    names=False,
    elevation_numbers=False,
    grid=False,
)

#: The same with units.
WITH_UNITS: Final = replace(OPTIONS, units=True)
#: The board as on the map, for large pictures: with units, names, labels, levels and the grid.
DETAILED: Final = replace(
    WITH_UNITS, hex_size=8.0, labels=True, names=True, elevation_numbers=True, grid=True
)


def thumbnail(
    scenario: Scenario,
    *,
    side: int = SIDE,
    marked: frozenset[str] = frozenset(),
    options: PictureOptions = OPTIONS,
) -> bytes:
    """Return a board as WebP, its longer side at most ``side`` pixels, ``marked`` hexes outlined.

    ``options`` say what it shows; default: ground, zones and objectives.


    Raise LimitError for a board of more than ``MOST_HEXES`` hexes.
    """
    hexes = scenario.board.columns * scenario.board.rows
    if hexes > MOST_HEXES:
        raise LimitError(f"a thumbnail can show at most {MOST_HEXES:,} hexes, but the board has {hexes:,}")
    from PIL import Image

    drawn = draw_board(scenario, replace(options, marked=marked))
    # A large board is shrunk after it is drawn, and one of a hex or two stays smaller.
    dpi = min(max(side * _MM_PER_INCH / max(drawn.width_mm, drawn.height_mm), MIN_DPI), MAX_DPI)
    with Image.open(io.BytesIO(to_png(drawn, dpi=dpi))) as large:
        small = large.convert("RGB")
    small.thumbnail((side, side))
    written = io.BytesIO()
    small.save(written, "webp", quality=_QUALITY)
    return written.getvalue()
