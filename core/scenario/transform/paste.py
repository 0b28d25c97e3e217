"""Compute the result of pasting a clip, without changing the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.arrays import (
    HexsideTable,
    hexside_table,
    inside,
    look_up,
    side_ends,
    side_numbers,
)
from fairground.core.scenario.board import entry_index

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.transform.clip import Clip


#: Index of hexsides without features, and of no features.
_NONE = -1


class ClipLayer(StrEnum):
    """A layer of a clip that can be pasted."""

    TERRAIN = "terrain"
    ELEVATION = "elevation"
    EFFECTS = "effects"
    HEXSIDES = "hexsides"
    #: Place names and notes.
    NAMES = "names"


@dataclass(frozen=True, slots=True, eq=False)
class Pasted:
    """The result of a paste.

    ``where`` is a mask ``[rows, columns]`` of the pasted hexes. ``terrain``, ``elevation`` and ``effects`` are the complete
    new layers, with their palettes; ``names`` and ``notes`` are all new texts. ``hexsides`` has the new features of changed
    canonical hexsides (empty for none), and ``hexsides_before`` the old ones. ``off_board`` and ``void`` count the hexes of
    the clip that could not be pasted.
    """

    where: NDArray[np.bool_]
    palette: list[PaletteEntry]
    terrain: NDArray[np.int32]
    elevation: NDArray[np.int32]
    effects_palette: list[PaletteEntry]
    effects: NDArray[np.int32]
    hexsides: Mapping[Hexside, tuple[str, ...]]
    hexsides_before: Mapping[Hexside, tuple[str, ...]]
    names: dict[Hex, str]
    notes: dict[Hex, str]
    off_board: int
    void: int

    def applied(self, board: Board) -> Board:
        """Return a copy of ``board``, the one that the paste was computed for, with the clip on it."""
        # Merging dicts reuses the hashes of their keys.
        features = {**board.hexsides, **self.hexsides}
        for side, kinds in self.hexsides.items():
            if not kinds:
                del features[side]
        return replace(
            board,
            palette=self.palette,
            terrain=self.terrain.astype(np.uint16),
            elevation=self.elevation.astype(np.int16),
            effects_palette=self.effects_palette,
            effects=self.effects.astype(np.uint16),
            hexsides=features,
            names=self.names,
            notes=self.notes,
        )


def paste(
    board: Board,
    clip: Clip,
    at: Hex,
    *,
    layers: Collection[ClipLayer] = tuple(ClipLayer),
    images: Iterable[Symmetry] = (),
) -> Pasted:
    """Return the result of pasting ``clip`` with its anchor at ``at``; hexes off the board are skipped.

    Its ``images`` under symmetries are pasted first, in order, so that the clip itself overwrites them.

    Raises
    ------
    LimitError
        When a palette is full.
    """
    there = Symmetry(translation=at)
    where = np.zeros(board.terrain.shape, np.bool_)
    palette, effects_palette = list(board.palette), list(board.effects_palette)
    terrain, elevation, effects = (
        it.astype(np.int32) for it in (board.terrain, board.elevation, board.effects)
    )
    sides = _Sides(board, clip) if ClipLayer.HEXSIDES in layers else None
    names, notes = board.names, board.notes
    for to_place in (*(image.compose(there) for image in images), there):
        row, column, places = _cells(board, *to_place.arrays(clip.q, clip.r))
        own = np.zeros_like(where)
        own[row, column] = True
        if ClipLayer.TERRAIN in layers:
            terrain[row, column] = _entries(palette, clip.palette, clip.terrain[places])
        if ClipLayer.ELEVATION in layers:
            elevation[row, column] = clip.elevation[places]
        if ClipLayer.EFFECTS in layers:
            effects[row, column] = _entries(effects_palette, clip.effects_palette, clip.effects[places])
        if sides is not None:
            sides.put(to_place, own)
        if ClipLayer.NAMES in layers:
            names = _texts(board, names, clip.names, to_place, own)
            notes = _texts(board, notes, clip.notes, to_place, own)
        where |= own
    cells = clip.cells_on(board, at)
    hexsides, hexsides_before = sides.changes() if sides is not None else ({}, {})
    return Pasted(
        where=where,
        palette=palette,
        terrain=terrain,
        elevation=elevation,
        effects_palette=effects_palette,
        effects=effects,
        hexsides=hexsides,
        hexsides_before=hexsides_before,
        names=dict(names),
        notes=dict(notes),
        off_board=cells.off_board,
        void=cells.void,
    )


def _cells(
    board: Board, q: NDArray[np.int64], r: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return rows and columns of the hexes on the board, and their indices."""
    on_board, row, column = inside(board.layout, board.terrain.shape, q, r)
    places = np.flatnonzero(on_board & ~board.void[row, column])
    return row[places], column[places], places


def _entries(
    palette: list[PaletteEntry], others: Sequence[PaletteEntry], indices: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Convert indices into ``others`` to indices into ``palette``, adding missing entries."""
    places = np.zeros(len(others), np.int64)
    for index in np.unique(indices).tolist():
        places[index] = entry_index(palette, others[index])
    return places[indices]


class _Sides:
    """The hexsides of a board during a paste, as arrays, since looking up thousands in a dict is slow."""

    def __init__(self, board: Board, clip: Clip) -> None:
        self._board = board
        #: The board's own hexsides, in their order, then new ones; including ones without features.
        self._table = hexside_table(board)
        self._before = self._table.features
        self._numbers = {names: number for number, names in enumerate(self._table.kinds)}
        self._kinds = list(self._table.kinds)
        self._sides = side_numbers((*clip.hexsides, *clip.rim))
        own = (self._number(names) for names in (*clip.hexsides.values(), *clip.rim.values()))
        self._own = np.fromiter(own, np.int64, len(clip.hexsides) + len(clip.rim))

    def _number(self, names: tuple[str, ...]) -> int:
        if not names:
            return _NONE
        number = self._numbers.setdefault(names, len(self._kinds))
        if number == len(self._kinds):
            self._kinds.append(names)
        return number

    def put(self, to_place: Symmetry, where: NDArray[np.bool_]) -> None:
        """Paste the hexsides; ``where`` is the mask of pasted hexes."""
        layout, table = self._board.layout, self._table
        moved = to_place.side_arrays(*self._sides)
        # On the rim of the clip, at most one hex of a hexside is pasted.
        counts = look_up(layout, where, *side_ends(*moved)).sum(axis=1)
        met = counts > 0
        q, r, direction = (it[met] for it in moved)
        wanted = self._own[met]
        places = table.places(q, r, direction)
        present = table.features_at(places)
        # Hexsides with only one pasted hex keep their features.
        for index in np.flatnonzero(counts[met] == 1).tolist():
            there = self._kinds[present[index]] if present[index] != _NONE else ()
            own = self._kinds[wanted[index]] if wanted[index] != _NONE else ()
            wanted[index] = self._number(tuple(sorted({*there, *own})))
        # Features between two pasted hexes are removed unless the clip has them.
        is_inner = look_up(layout, where, *side_ends(table.q, table.r, table.direction)).all(axis=1)
        features = np.where(is_inner, _NONE, table.features)
        is_known = places != _NONE
        features[places[is_known]] = wanted[is_known]
        q, r, direction, features = (
            np.concatenate((old, new[~is_known]))
            for old, new in ((table.q, q), (table.r, r), (table.direction, direction), (features, wanted))
        )
        self._table = HexsideTable(q, r, direction, features, table.kinds)

    def changes(self) -> tuple[dict[Hexside, tuple[str, ...]], dict[Hexside, tuple[str, ...]]]:
        """Return the new and the old features of the changed hexsides."""
        table, sides = self._table, tuple(self._board.hexsides)
        before = np.full(table.features.shape, _NONE)
        before[: len(sides)] = self._before
        changed = np.flatnonzero(table.features != before)
        old = [sides[place] for place in changed[changed < len(sides)].tolist()]
        q, r, direction = (it[changed[len(old) :]].tolist() for it in table[:3])
        changed_sides = (*old, *map(Hexside, map(Hex, q, r), direction))
        kinds = [*self._kinds, ()]
        after = dict(
            zip(changed_sides, map(kinds.__getitem__, table.features[changed].tolist()), strict=True)
        )
        # Created from the other dict to reuse its hashes, which take most of the time.
        had: dict[Hexside, tuple[str, ...]] = dict.fromkeys(after, ())
        had.update(zip(old, map(kinds.__getitem__, before[changed[: len(old)]].tolist()), strict=True))
        return after, had


def _texts(
    board: Board,
    texts: Mapping[Hex, str],
    others: Mapping[Hex, str],
    to_place: Symmetry,
    where: NDArray[np.bool_],
) -> dict[Hex, str]:
    merged = dict(texts)
    for place, text in others.items():
        new = to_place(place)
        if board.contains(new) and where[board.cell(new)]:
            merged[new] = text
    return merged
