"""Clips: parts of a board in axial coordinates, to turn, mirror and paste on any layout."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.arrays import ends_within

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board, PaletteEntry


class ClipCells(NamedTuple):
    """The cells of a clip on a board.

    ``rows``, ``columns`` and ``places`` (indices in the clip) are those of the hexes on the board. ``off_board`` and ``void``
    count the others.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    places: NDArray[np.int64]
    off_board: int
    void: int


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """A part of a board, relative to its anchor, ``Hex(0, 0)``.

    Arrays have one element for each hex, sorted by q, then r. ``terrain`` and ``effects`` have indices into the palettes,
    which have only used entries, in order of occurrence. ``hexsides`` have both hexes in the clip, ``rim`` one; they are
    canonical, with sorted features.
    """

    q: NDArray[np.int64]
    r: NDArray[np.int64]
    palette: tuple[PaletteEntry, ...]
    terrain: NDArray[np.int64]
    elevation: NDArray[np.int64]
    effects_palette: tuple[PaletteEntry, ...]
    effects: NDArray[np.int64]
    hexsides: Mapping[Hexside, tuple[str, ...]] = field(default_factory=dict)
    rim: Mapping[Hexside, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[Hex, str] = field(default_factory=dict)
    notes: Mapping[Hex, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        order = np.lexsort((self.r, self.q))
        for name in ("q", "r", "elevation"):
            object.__setattr__(self, name, getattr(self, name)[order])
        for layer, entries in (("terrain", "palette"), ("effects", "effects_palette")):
            palette, indices = _pruned(getattr(self, entries), getattr(self, layer)[order])
            object.__setattr__(self, entries, palette)
            object.__setattr__(self, layer, indices)

    def __len__(self) -> int:
        return len(self.q)

    def __eq__(self, other: object) -> bool:
        """Whether two clips have the same content."""
        if not isinstance(other, Clip):
            return NotImplemented
        arrays = ("q", "r", "terrain", "elevation", "effects")
        rest = ("palette", "effects_palette", "hexsides", "rim", "names", "notes")
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in arrays) and all(
            getattr(self, name) == getattr(other, name) for name in rest
        )

    __hash__ = None  # type: ignore[assignment]  # it holds arrays

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes, relative to the anchor, by q, then r."""
        return tuple(map(Hex, self.q.tolist(), self.r.tolist()))

    def transformed(self, symmetry: Symmetry) -> Clip:
        """Return the clip turned, mirrored and shifted by a symmetry."""
        q, r = symmetry.arrays(self.q, self.r)
        return Clip(
            q,
            r,
            self.palette,
            self.terrain,
            self.elevation,
            self.effects_palette,
            self.effects,
            dict(zip(symmetry.hexsides(self.hexsides), self.hexsides.values(), strict=True)),
            dict(zip(symmetry.hexsides(self.rim), self.rim.values(), strict=True)),
            {symmetry(at): text for at, text in self.names.items()},
            {symmetry(at): text for at, text in self.notes.items()},
        )

    def cells_on(self, board: Board, at: Hex) -> ClipCells:
        """Return the cells of the clip with its anchor at ``at``, which may be off the board."""
        column, row = board.layout.to_offset_arrays(self.q + at.q, self.r + at.r)
        inside = (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)
        index = np.flatnonzero(inside)
        present = ~board.void[row[index], column[index]]
        index = index[present]
        off_board, void = int((~inside).sum()), int((~present).sum())
        return ClipCells(row[index], column[index], index, off_board, void)


def clip_of(board: Board, hexes: Collection[Hex], anchor: Hex | None = None) -> Clip:
    """Return the clip of hexes of a board; void ones, and ones off the board, are skipped.

    Default ``anchor``: the hex nearest to the middle of the clip, the first by q, then r.

    Raises
    ------
    ScenarioError
        When the clip would be empty.
    """
    where = board.mask(hexes) & ~board.void
    row, column = np.nonzero(where)
    if not len(row):
        raise ScenarioError("nothing to copy: none of the hexes is on the board")
    q, r = board.layout.from_offset_arrays(column, row)
    if anchor is None:
        anchor = _middle(q, r)
    sides = tuple(board.hexsides)
    counts = ends_within(board.layout, where, sides).sum(axis=1)
    inside, rim = (
        _moved(board, [sides[index] for index in np.flatnonzero(counts == count).tolist()], -anchor)
        for count in (2, 1)
    )
    return Clip(
        q - anchor.q,
        r - anchor.r,
        tuple(board.palette),
        board.terrain[where].astype(np.int64),
        board.elevation[where].astype(np.int64),
        tuple(board.effects_palette),
        board.effects[where].astype(np.int64),
        inside,
        rim,
        {at - anchor: text for at, text in board.names.items() if _holds(board, where, at)},
        {at - anchor: text for at, text in board.notes.items() if _holds(board, where, at)},
    )


def _moved(board: Board, sides: Sequence[Hexside], by: Hex) -> dict[Hexside, tuple[str, ...]]:
    """Return the features of hexsides, by the moved hexsides."""
    moved = Symmetry(translation=by).hexsides(sides)
    return {new: board.hexsides[side] for new, side in zip(moved, sides, strict=True)}


def _holds(board: Board, where: NDArray[np.bool_], at: Hex) -> bool:
    return board.contains(at) and bool(where[board.cell(at)])


def _middle(q: NDArray[np.int64], r: NDArray[np.int64]) -> Hex:
    """Return the hex nearest to the mean of all, in exact integers."""
    count = len(q)
    dq, dr = count * q - q.sum(), count * r - r.sum()
    off = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
    nearest = np.flatnonzero(off == off.min())
    first = nearest[np.lexsort((r[nearest], q[nearest]))[0]]
    return Hex(int(q[first]), int(r[first]))


def _pruned(
    palette: Sequence[PaletteEntry], indices: NDArray[np.int64]
) -> tuple[tuple[PaletteEntry, ...], NDArray[np.int64]]:
    """Return the used entries, in order of occurrence, and indices into them."""
    used, first = np.unique(indices, return_index=True)
    used = used[np.argsort(first)]
    places = np.zeros(len(palette), np.int64)
    places[used] = np.arange(len(used))
    return tuple(palette[index] for index in used.tolist()), places[indices]
