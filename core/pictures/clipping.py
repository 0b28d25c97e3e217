"""A picture cut up: which of its items, or which pieces of a path, a rectangle of it shows."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.pictures.display_list import Group, PathShape
from fairground.core.pictures.extent import extent_of, joined, of_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Command, Item
    from fairground.core.pictures.extent import Extent


#: How large a piece is that is not taken apart any more, in mm.
_SMALL: Final = 25.0


class _Piece(NamedTuple):
    """An item, or one of the lines of a path: ``whole`` tells the paths apart."""

    item: Item
    extent: Extent
    whole: int = -1


class ClippedItems:
    """The items of a picture, ready to be looked at through one rectangle after another.

    Paths that run all over a board are taken apart into their lines, and groups that are only gathered into their
    items, so that a page holds what can be seen on it and hardly more.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._pieces = list(_taken_apart(items))
        extents = [it.extent for it in self._pieces]
        self._extents: NDArray[np.float64] = np.array(extents, np.float64).reshape(-1, 4)

    def within(self, left: float, top: float, right: float, bottom: float) -> tuple[Item, ...]:
        """Return the items that a rectangle may show, in their order; those of one path are one path again."""
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
    """Yield lines, those that follow each other in a small place together: slopes have thousands of strokes."""
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
    """Return pieces of one path as a path: what is filled keeps its holes."""
    paths = [it for it in items if isinstance(it, PathShape)]
    return replace(paths[0], commands=tuple(step for it in paths for step in it.commands))
