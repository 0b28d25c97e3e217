"""Decorations: images on the board that the rules ignore, where they are, and how they move with the board."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.grid.layout import SQRT3

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.transform.board_transform import BoardTransform

#: Most decorations, and most images of a scenario.
MAX_DECORATIONS: Final = 2_000
MAX_IMAGES: Final = 200
#: The range of scales: the longer side of an image in hexes from side to side.
MIN_SCALE, MAX_SCALE = 0.1, 50.0
#: The largest offset from the hex, in hexes from side to side.
MAX_OFFSET: Final = 100.0
#: Decimals of scales and offsets.
DECIMALS: Final = 3
#: The start of an image that is embedded in the scenario.
DATA: Final = "data:"


class DecorationLayer(StrEnum):
    """Where a decoration is drawn."""

    #: Over the ground and its symbols, under the grid lines.
    BELOW = "below"
    #: Over the grid and hexsides, under zones, objectives, units and names.
    ABOVE = "above"


@dataclass(frozen=True, slots=True)
class Decoration:
    """An image on a hex, or on the middle of its side in the direction ``side`` (0-5), moved by ``offset``.

    ``image`` is a name in the scenario's ``images``, or that of one that ships. ``offset`` is right and down, ``scale`` the
    longer side of the image, both in hexes from side to side; ``rotation`` is in whole degrees clockwise, 0-359.
    """

    image: str
    hex: Hex
    side: int | None = None
    offset: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0
    rotation: int = 0
    layer: DecorationLayer = DecorationLayer.ABOVE

    def __post_init__(self) -> None:
        if self.side is not None and not 0 <= self.side <= 5:
            raise ScenarioError(f"a decoration is on side {self.side}; the side must be 0 to 5, clockwise")
        if not (MIN_SCALE <= self.scale <= MAX_SCALE and 0 <= self.rotation <= 359):
            raise ScenarioError(
                f"a decoration has scale {self.scale:g} and rotation {self.rotation}; the scale must be "
                f"{MIN_SCALE:g} to {MAX_SCALE:g}, the rotation 0 to 359"
            )
        if max(map(abs, self.offset)) > MAX_OFFSET:
            raise ScenarioError(f"a decoration is more than {MAX_OFFSET:g} hexes away from its hex")


def decoration_point(layout: Layout, decoration: Decoration, *, size: float = 1.0) -> tuple[float, float]:
    """Return the middle of a decoration, right of and below the centre of A1; ``size`` is centre to corner of a hex."""
    x, y = _anchor(layout, decoration.hex, decoration.side, size)
    across, down = decoration.offset
    return x + across * SQRT3 * size, y + down * SQRT3 * size


def at_point(layout: Layout, decoration: Decoration, x: float, y: float) -> Decoration:
    """Return a decoration moved to a point at size 1, which is in the hex there, off its middle by the offset."""
    at = layout.hex_at(x, y)
    to_x, to_y = layout.centre(at)
    return replace(decoration, hex=at, side=None, offset=rounded((x - to_x) / SQRT3, (y - to_y) / SQRT3))


def carried_decoration(decoration: Decoration, transform: BoardTransform) -> Decoration:
    """Return a decoration carried to another board, turned with its hexes; images are never flipped."""
    turn = math.radians(decoration.rotation)
    x, y = transform.offset(math.sin(turn), -math.cos(turn))
    return replace(
        decoration,
        hex=transform.hex(decoration.hex),
        side=None if decoration.side is None else transform.direction(decoration.side),
        offset=rounded(*transform.offset(*decoration.offset)),
        rotation=round(math.degrees(math.atan2(x, -y))) % 360,
    )


def rounded(across: float, down: float) -> tuple[float, float]:
    """Return an offset rounded as in files, within its limits."""
    return _rounded(across), _rounded(down)


def _rounded(value: float) -> float:
    return round(min(MAX_OFFSET, max(-MAX_OFFSET, value)), DECIMALS) + 0.0


def _anchor(layout: Layout, at: Hex, side: int | None, size: float) -> tuple[float, float]:
    x, y = layout.centre(at, size=size)
    if side is None:
        return x, y
    to_x, to_y = layout.centre(neighbour(at, side), size=size)
    return (x + to_x) / 2, (y + to_y) / 2
