"""How much room items take: the rectangles that what they draw lies in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.pictures.display_list import (
    Circle,
    Group,
    PathShape,
    Polygon,
    Text,
    TextAnchor,
    TileSymbol,
    Window,
)
from fairground.core.pictures.lettering import text_width
from fairground.core.pictures.tiles import TILE_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fairground.core.pictures.display_list import Item, Point

#: Left, top, right and bottom in mm.
Extent = tuple[float, float, float, float]
#: How far the corner of a line reaches, in widths from its middle: as far as the limit of 4 for pointed ones lets it.
_MITER: Final = 2.0


def extent_of(item: Item) -> Extent:
    """Return a rectangle that holds all that an item draws; it may be a little too large."""
    match item:
        case Group():
            return joined(map(extent_of, item.items))
        case Window():
            return item.x, item.y, item.x + item.width, item.y + item.height
        case TileSymbol():
            return _around(item.x, item.y, TILE_SIZE * item.scale * 2**0.5)
        case Text():
            return _of_text(item)
        case Circle():
            return _around(item.x, item.y, item.radius + item.width / 2)
        case Polygon() | PathShape():
            return grown(of_points(points_of(item)), _MITER * item.width)


def points_of(shape: Polygon | PathShape) -> Sequence[Point]:
    """Return all points of a shape, the handles of its curves too: it lies among them."""
    if isinstance(shape, Polygon):
        return shape.points
    return [(at[i], at[i + 1]) for _, at in shape.commands for i in range(0, len(at), 2)]


def of_points(points: Iterable[Sequence[float]]) -> Extent:
    """Return the least rectangle around points; an empty one around (0, 0) for none."""
    listed = list(points) or [(0.0, 0.0)]
    xs, ys = [x for x, _ in listed], [y for _, y in listed]
    return min(xs), min(ys), max(xs), max(ys)


def grown(extent: Extent, by: float) -> Extent:
    """Return a rectangle that is larger by so much on every side."""
    return extent[0] - by, extent[1] - by, extent[2] + by, extent[3] + by


def joined(extents: Iterable[Extent]) -> Extent:
    """Return the least rectangle around others; an empty one around (0, 0) for none."""
    return of_points(point for it in extents for point in (it[:2], it[2:]))


def _around(x: float, y: float, reach: float) -> Extent:
    return x - reach, y - reach, x + reach, y + reach


def _of_text(item: Text) -> Extent:
    width = text_width(item.text, item.size, bold=item.bold, spacing=item.spacing)
    left = item.x - width * {TextAnchor.START: 0.0, TextAnchor.MIDDLE: 0.5, TextAnchor.END: 1.0}[item.anchor]
    return grown((left, item.y - item.size, left + width, item.y + 0.3 * item.size), item.halo_width)
