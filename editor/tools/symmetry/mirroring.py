"""The mirror images of hexes under the chosen symmetry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Corner, corner
from fairground.core.grid.layout import Orientation
from fairground.core.grid.symmetry import SYMMETRY_NAMES, about, board_symmetry, why_not
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout
    from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
    from fairground.core.scenario.board import Board

#: The centre of a symmetry; None for the middle of the board.
Centre = Hex | Corner | None


@dataclass(frozen=True, slots=True)
class Mirroring:
    """A symmetry on a board.

    ``symmetry`` is None when none is chosen or the board has none of that kind; in the second case ``refusal`` is
    the sentence that says why, else it is empty.
    """

    symmetry: Symmetry | None
    refusal: str

    def image(self, board: Board, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes that those of ``mask`` become, once; both are ``[rows, columns]``.

        Images off the board are left out; without a symmetry there are none.
        """
        return self._image(board, mask, self.powers[0]) if self.powers else np.zeros_like(mask)

    def images(self, board: Board, mask: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
        """Return the images of the hexes of ``mask`` under each power, without those off the board."""
        return [self._image(board, mask, power) for power in self.powers]

    def orbit(self, board: Board, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes of ``mask`` with all their images; a turn of 120 degrees gives two for each."""
        images = mask
        for image in self.images(board, mask):
            images = images | image
        return images

    def orbit_of_hex(self, board: Board, at: Hex) -> frozenset[Hex]:
        """Return a hex and its images, as far as they are on the board."""
        return frozenset(filter(board.contains, (at, *(power(at) for power in self.powers))))

    def leaves(self, board: Board, mask: NDArray[np.bool_]) -> bool:
        """Return whether images of the hexes of ``mask`` are off the board."""
        if not self.powers or not mask.any():
            return False
        # A board has no dents: where the ends of all lines of hexes stay, everything between them does.
        flat = board.layout.orientation is Orientation.FLAT
        lines = mask.T if flat else mask
        line = np.flatnonzero(lines.any(axis=1))
        first = lines[line].argmax(axis=1)
        last = lines.shape[1] - 1 - lines[line, ::-1].argmax(axis=1)
        at, line = np.concatenate((first, last)), np.concatenate((line, line))
        q, r = board.layout.from_offset_arrays(*((line, at) if flat else (at, line)))
        return not all(_on_board(board, *power.arrays(q, r))[2].all() for power in self.powers)

    def orbit_of_sides(self, sides: Iterable[Hexside]) -> frozenset[Hexside]:
        """Return hexsides with all their images, canonical; they may be off the board."""
        own = frozenset(sides)
        return own.union(*(map(power.hexside, own) for power in self.powers))

    @property
    def powers(self) -> tuple[Symmetry, ...]:
        """The symmetry applied once, twice and so on, without the identity."""
        return self.symmetry.powers if self.symmetry is not None else ()

    @staticmethod
    def _image(board: Board, mask: NDArray[np.bool_], power: Symmetry) -> NDArray[np.bool_]:
        row, column = np.nonzero(mask)
        q, r = power.arrays(*board.layout.from_offset_arrays(column, row))
        column, row, there = _on_board(board, q, r)
        images = np.zeros_like(mask)
        images[row[there], column[there]] = True
        return images


def mirroring(kind: BoardSymmetry | None, board: Board, centre: Centre = None) -> Mirroring:
    """Return the symmetry ``kind`` on ``board``.

    Without a ``centre`` it maps the board onto itself: the hexes that are not void, or else the whole rectangle. About a
    centre, images may be off the board.
    """
    if kind is None:
        return Mirroring(None, "")
    if centre is not None:
        symmetry = about(kind.linear(board.layout), centre)
        return Mirroring(symmetry, "" if symmetry else _impossible_about(kind, board, centre))
    void = board.void
    present = np.packbits(~void).tobytes() if void.any() else None
    return _mirroring(kind, board.layout, board.columns, board.rows, present)


def centre_words(board: Board, centre: Centre) -> str:
    """Describe the centre of a symmetry: ``hex D4``, ``the corner of D4, E4 and E5``; empty for the board."""
    if centre is None:
        return ""
    if isinstance(centre, Hex):
        return tr("hex {place_name}").format(place_name=board.hex_name(centre))
    around = sorted(hexes_at(centre), key=lambda at: board.layout.to_offset(at)[::-1])
    one, two, three = map(board.hex_name, around)
    return tr("the corner of {one}, {two} and {three}").format(one=one, two=two, three=three)


def hexes_at(at: Corner) -> tuple[Hex, Hex, Hex]:
    """Return the three hexes that meet in a corner, by q, then r."""
    near = Hex(at.q3 // 3, at.r3 // 3)
    around = (near + Hex(q, r) for q in (0, 1) for r in (0, 1))
    one, two, three = (it for it in around if at in (corner(it, index) for index in range(6)))
    return one, two, three


def _impossible_about(kind: BoardSymmetry, board: Board, centre: Hex | Corner) -> str:
    place = centre_words(board, centre)
    return tr(
        "{symmetry_names} is not possible about {place}: hexes would not land on hexes. Choose a hex as "
        "the centre."
    ).format(symmetry_names=SYMMETRY_NAMES[kind], place=place)


def _on_board(
    board: Board, q: NDArray[np.int64], r: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Return columns and rows of hexes, and which of them are on the board."""
    column, row = board.layout.to_offset_arrays(q, r)
    return column, row, (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)


@lru_cache(maxsize=16)
def _mirroring(
    kind: BoardSymmetry, layout: Layout, columns: int, rows: int, present: bytes | None
) -> Mirroring:
    symmetry = None
    if present is not None:
        marks = np.unpackbits(np.frombuffer(present, np.uint8), count=rows * columns).astype(np.bool_)
        symmetry = board_symmetry(kind, layout, columns, rows, present=marks.reshape(rows, columns))
    if symmetry is None:
        symmetry = board_symmetry(kind, layout, columns, rows)
    return Mirroring(symmetry, "" if symmetry else why_not(kind, layout, columns, rows))
