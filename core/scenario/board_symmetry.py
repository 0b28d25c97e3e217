"""Compare each hex of a board with its image under a turn or mirror."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.grid.symmetry import BoardSymmetry, Symmetry, board_symmetry
from fairground.core.scenario.arrays import inside, kind_numbers, step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.arrays import HexsideTable, Ints
    from fairground.core.scenario.board import Board

    Mask = NDArray[np.bool_]

#: Size of the sample of a zone's hexes that decides which zone it maps to.
SAMPLE = 1000


class Image(NamedTuple):
    """A symmetry, and the row and column of each hex's image, ``[rows, columns]``; 0 where ``on_board`` is False."""

    kind: BoardSymmetry
    symmetry: Symmetry
    on_board: Mask
    row: Ints
    column: Ints


def content_of(board: Board, void: Mask) -> NDArray[np.int64]:
    """Return a number for each hex, equal for equal terrain, effects and level; -1 for void hexes."""
    terrain = kind_numbers(board.palette)[board.terrain]
    effects = kind_numbers(board.effects_palette)[board.effects]
    level = board.elevation.astype(np.int64) & 0xFFFF
    content: NDArray[np.int64] = (terrain << 32) | (effects << 16) | level
    content[void] = -1
    return content


def board_images(board: Board, void: Mask) -> Iterator[Image]:
    """Yield the turns (both ways) and mirrors of the rectangle, and those of the hexes that are not void."""
    seen: set[Symmetry] = set()
    for present in (None, ~void) if void.any() else (None,):
        for kind in BoardSymmetry:
            symmetry = board_symmetry(kind, board.layout, board.columns, board.rows, present=present)
            for it in () if symmetry is None else (symmetry, symmetry.inverse()):
                if it not in seen:
                    seen.add(it)
                    yield _image(board, kind, it)


def centred_images(board: Board, void: Mask) -> Iterator[Image]:
    """Yield all turns and mirrors that move the middle by less than a hex, those of ``board_images`` first."""
    yield from board_images(board, void)
    row, column = np.nonzero(~void)
    q, r = board.layout.from_offset_arrays(column, row)
    for kind, linear in _linear_parts(board.layout) if len(q) else ():
        image_q, image_r = linear.arrays(q, r)
        totals = int(q.sum() - image_q.sum()), int(r.sum() - image_r.sum())
        for move_q, move_r in product(*({it // len(q), -(-it // len(q))} for it in totals)):
            # The distance of the middle of the images from that of the hexes, times the number of hexes.
            away_q, away_r = totals[0] - move_q * len(q), totals[1] - move_r * len(q)
            if max(abs(away_q), abs(away_r), abs(away_q + away_r)) < len(q):
                yield _image(board, kind, Symmetry(linear.turn, linear.mirrored, Hex(move_q, move_r)))


def _linear_parts(layout: Layout) -> Iterator[tuple[BoardSymmetry, Symmetry]]:
    """Yield each kind with its turn or mirror, and with its inverse if that differs."""
    for kind in BoardSymmetry:
        linear = kind.linear(layout)
        for it in dict.fromkeys((linear, linear.inverse())):
            yield kind, it


def _image(board: Board, kind: BoardSymmetry, symmetry: Symmetry) -> Image:
    q, r = board.layout.axial_arrays(board.columns, board.rows)
    return Image(kind, symmetry, *inside(board.layout, (board.rows, board.columns), *symmetry.arrays(q, r)))


def partners(zones: Mapping[str, Mask], image: Image) -> dict[str, str]:
    """Return the zone that each zone overlaps most; itself if there is none, or a tie."""
    partner_by_zone = {}
    for zone, mask in zones.items():
        row, column = np.nonzero(mask & image.on_board)
        every = max(1, len(row) // SAMPLE)
        row, column = row[::every], column[::every]
        at = image.row[row, column], image.column[row, column]
        common = {other: int(np.count_nonzero(there[at])) for other, there in zones.items()}
        highest = max(common.values())
        most = [other for other, count in common.items() if count == highest]
        partner_by_zone[zone] = most[0] if len(most) == 1 else zone
    return partner_by_zone


def deviating(
    board: Board,
    content: NDArray[np.int64],
    zones: Mapping[str, Mask],
    exchanged: Mapping[str, str],
    table: HexsideTable,
    image: Image,
) -> Mask:
    """Return the hexes that differ from their images, or have none; ``exchanged`` is the result of ``partners``."""
    return deviating_without_hexsides(content, zones, exchanged, image) | _deviating_hexsides(
        board, table, image
    )


def deviating_without_hexsides(
    content: NDArray[np.int64], zones: Mapping[str, Mask], exchanged: Mapping[str, str], image: Image
) -> Mask:
    """Return the same, but compare no hexside features."""
    mask: Mask = (content != content[image.row, image.column]) | ~image.on_board
    for zone, partner in exchanged.items():
        mask |= zones[zone] != zones[partner][image.row, image.column]
    return mask


def _deviating_hexsides(board: Board, table: HexsideTable, image: Image) -> Mask:
    """Return the hexes at features that differ from their images."""
    marked = np.zeros(board.terrain.shape, np.bool_)
    if not table.kinds:
        return marked
    own = table.q, table.r, table.direction
    here = _keys(*own, table.features)
    becoming, coming_from = (it.side_arrays(*own) for it in (image.symmetry, image.symmetry.inverse()))
    for others, compared in ((becoming, own), (coming_from, coming_from)):
        lacking = ~np.isin(_keys(*others, table.features), here)
        q, r, direction = (it[lacking] for it in compared)
        for at_q, at_r in ((q, r), step(q, r, direction)):
            on_board, row, column = inside(board.layout, marked.shape, at_q, at_r)
            marked[row[on_board], column[on_board]] = True
    return marked


def _keys(q: Ints, r: Ints, direction: Ints, features: Ints) -> Ints:
    """Return a unique number for each hexside with its features; q and r have 13 bits on any board."""
    return (((q + 4096 << 13) + r + 4096) * 3 + direction << 32) + features
