"""The items of a picture that a rectangle shows, and the room that items take."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.pictures.display_list import (
    Circle,
    Group,
    PathShape,
    PlacedImage,
    Polygon,
    Text,
    TextAnchor,
    TileSymbol,
    Window,
)
from fairground.core.pictures.lettering import text_width
from fairground.core.pictures.tiles import TILE_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Command, Item, Point

#: Left, top, right and bottom in mm.
Extent = tuple[float, float, float, float]
#: The reach of a line's corner in widths from its middle, by the miter limit of 4.
_MITER: Final = 2.0


def extent_of(item: Item) -> Extent:
    """Return a bounding rectangle of an item, possibly a little too large."""
    match item:
        case Group():
            return joined(map(extent_of, item.items))
        case Window():
            return item.x, item.y, item.x + item.width, item.y + item.height
        case TileSymbol() | PlacedImage():
            return _around(item.x, item.y, _reach(item))
        case Text():
            return _of_text(item)
        case Circle():
            return _around(item.x, item.y, item.radius + item.width / 2)
        case Polygon() | PathShape():
            return grown(of_points(points_of(item)), _MITER * item.width)


def _reach(item: TileSymbol | PlacedImage) -> float:
    """Return the distance from the middle to the corners."""
    if isinstance(item, TileSymbol):
        return TILE_SIZE * item.scale * 2**0.5
    return math.hypot(item.width, item.height) / 2


def points_of(shape: Polygon | PathShape) -> Sequence[Point]:
    """Return all points of a shape with the handles of its curves, whose hull contains it."""
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


#: The size in mm at which pieces are no longer split.
_SMALL: Final = 25.0


class _Piece(NamedTuple):
    """An item, or one of the lines of a path: ``whole`` tells the paths apart."""

    item: Item
    extent: Extent
    whole: int = -1


class ClippedItems:
    """The items of a picture, prepared for viewing through many rectangles.

    Long paths are split into lines and plain groups into their items, so that a page holds little more than its visible
    content.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._pieces = list(_taken_apart(items))
        extents = [it.extent for it in self._pieces]
        self._extents: NDArray[np.float64] = np.array(extents, np.float64).reshape(-1, 4)

    def within(self, left: float, top: float, right: float, bottom: float) -> tuple[Item, ...]:
        """Return the items that a rectangle may show, in order, with the pieces of a path rejoined."""
        it = self._extents
        seen = (it[:, 0] < right) & (it[:, 2] > left) & (it[:, 1] < bottom) & (it[:, 3] > top)
        found: list[Item] = []
        pieces = (self._pieces[i] for i in np.flatnonzero(seen).tolist())
        for whole, group in groupby(pieces, key=lambda piece: piece.whole):
            items = [piece.item for piece in group]
            found += items if whole < 0 else [_joined(items)]
        return tuple(found)


def _taken_apart(items: Iterable[Item]) -> Iterator[_Piece]:
    for number, item in enumerate(_ungrouped(items)):
        lines = list(_lines(item.commands)) if isinstance(item, PathShape) else []
        if isinstance(item, PathShape) and len(lines) > 1:
            for commands in _gathered(lines):
                piece = replace(item, commands=commands)
                yield _Piece(piece, extent_of(piece), number)
        else:
            yield _Piece(item, extent_of(item))


def _gathered(lines: Iterable[tuple[Command, ...]]) -> Iterator[tuple[Command, ...]]:
    """Yield lines, grouping neighbouring short ones: slopes have thousands of strokes."""
    gathered: list[Command] = []
    box: Extent = (0.0, 0.0, 0.0, 0.0)
    for line in lines:
        extent = of_points(at[-2:] for _, at in line if at)
        both = joined((box, extent)) if gathered else extent
        if gathered and max(both[2] - both[0], both[3] - both[1]) > _SMALL:
            yield tuple(gathered)
            gathered, both = [], extent
        gathered += line
        box = both
    yield tuple(gathered)


def _ungrouped(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group) and item.opacity == 1:
            yield from _ungrouped(item.items)
        else:
            yield item


def _lines(commands: tuple[Command, ...]) -> Iterator[tuple[Command, ...]]:
    """Yield the lines of a path: each begins with a step ``M``."""
    starts = [i for i, (letter, _) in enumerate(commands) if letter == "M"]
    for start, end in zip(starts, [*starts[1:], len(commands)], strict=True):
        yield commands[start:end]


def _joined(items: list[Item]) -> Item:
    """Return pieces of a path as one path, which keeps its holes."""
    paths = [it for it in items if isinstance(it, PathShape)]
    return replace(paths[0], commands=tuple(step for it in paths for step in it.commands))
