"""The board alone as a PNG whose hexes lie on whole pixels: no margin, no title, no legend."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from fairground.core.clients.format import Option
from fairground.core.errors import LimitError
from fairground.core.grid.layout import SQRT3
from fairground.core.pictures.board_picture import board_layers
from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.display_list import Layer, Picture, Polygon
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.plan import BoardPlan, board_extent
from fairground.core.pictures.png import MAX_PIXELS, MAX_PIXELS_A_SIDE, to_png
from fairground.core.pictures.scene import Scene

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Corner
    from fairground.core.pictures.display_list import Point
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: A pixel is a fifth of a millimetre: widths in whole pixels are exact.
_DPI = 127
_PIXELS_A_MM = 5


def pixels_option(usual: int, *, least: int) -> Option:
    """Return the option for the width of a hex on an image, in whole pixels."""
    return Option(
        "pixels",
        "width of a hex in pixels, between opposite sides",
        str(usual),
        "number",
        lowest=Fraction(least),
        highest=Fraction(400),
        whole=True,
    )


@dataclass(frozen=True, slots=True)
class PixelFrame:
    """The position of a board's hexes on its image, in whole pixels.

    ``across`` is the width of a hex from flat to flat, ``width`` and ``height`` are those of the image. The rectangle of
    hexes touches its left and upper edge. ``plan`` is the same in millimetres.
    """

    across: int
    width: int
    height: int
    plan: BoardPlan

    def corner(self, at: Corner) -> Point:
        """Return the point of a corner in pixels: the same floats from all three of its hexes."""
        x, y = self.plan.corner_point(at)
        return x * _PIXELS_A_MM, y * _PIXELS_A_MM

    def centre(self, at: Hex) -> Point:
        """Return the centre of a hex in pixels, on the board or off it."""
        x, y = self.plan.layout.centre(at, size=self.plan.size)
        return (x + self.plan.origin[0]) * _PIXELS_A_MM, (y + self.plan.origin[1]) * _PIXELS_A_MM


def pixel_frame(board: Board, across: int, *, whole_cells: bool = False) -> PixelFrame:
    """Return the frame of a board whose hexes are ``across`` pixels wide; raise LimitError, with a size that fits, if too large.

    With ``whole_cells`` the image grows at its right and lower edge until both sides are multiples of ``across``.
    """
    size = across / _PIXELS_A_MM / SQRT3
    step = across if whole_cells else 1
    # A side that is whole but for the last bits of its floats is whole.
    width, height = (
        math.ceil(side * _PIXELS_A_MM / step - 1e-6) * step for side in board_extent(board, size)
    )
    if max(width, height) > MAX_PIXELS_A_SIDE or width * height > MAX_PIXELS:
        share = min(MAX_PIXELS_A_SIDE / max(width, height), math.sqrt(MAX_PIXELS / (width * height)))
        raise LimitError(
            f"with hexes {across} pixels across, the image would be {width}x{height} pixels; the limits are "
            f"{MAX_PIXELS_A_SIDE:,} per side and {MAX_PIXELS:,} in total. Hexes of "
            f"{int(across * share * 0.99)} pixels would fit"
        )
    return PixelFrame(across, width, height, BoardPlan(board, size=size))


def board_image(scenario: Scenario, frame: PixelFrame, shown: PictureOptions, *, grid: bool) -> bytes:
    """Return the board as a PNG in a frame; size, margin, title and legend in ``shown`` are ignored, ``grid`` outlines hexes."""
    options = replace(shown, hex_size=frame.plan.size, margin=0.0, title=False, legend=False)
    scene = Scene(scenario, frame.plan, Looks(scenario), options)
    layers = [layer if grid or layer.id != "terrain" else _unlined(layer) for layer in board_layers(scene)]
    width, height = frame.width / _PIXELS_A_MM, frame.height / _PIXELS_A_MM
    page = Polygon(((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)), fill=PAPER)
    picture = Picture(
        width_mm=width,
        height_mm=height,
        layers=(Layer("paper", "Paper", (page,)), *(layer for layer in layers if layer.items)),
        hex_size=options.hex_size,
        origin=frame.plan.origin,
        symbols=dict(sorted(scene.symbols.items())),
        hatches=dict(sorted(scene.hatches.items())),
    )
    return to_png(picture, dpi=_DPI)


def _unlined(layer: Layer) -> Layer:
    """Return the ground with each hex outlined in its own colour, which leaves no seams."""
    items = (replace(it, stroke=it.fill) if isinstance(it, Polygon) else it for it in layer.items)
    return replace(layer, items=tuple(items))
