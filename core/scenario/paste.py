"""What putting a clip down on a board would write, as data: the board itself is not touched.

Of the hexes that are written, everything chosen becomes as in the clip; hexsides between two of them lose what the
clip does not have there. Features on the rim of the clip come to those that are there, and so do place names and notes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.arrays import hexside_table, look_up, side_ends, side_numbers
from fairground.core.scenario.palette_entry import entry_index

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.clip import Clip


#: The place of hexsides without features, and the number of no features.
_NONE = -1


class ClipLayer(StrEnum):
    """What of a clip is written."""

    TERRAIN = "terrain"
    ELEVATION = "elevation"
    EFFECTS = "effects"
    HEXSIDES = "hexsides"
    #: Place names and notes.
    NAMES = "names"


@dataclass(frozen=True, slots=True, eq=False)
class Pasted:
    """What a paste writes.

    ``where`` marks the hexes, ``[rows, columns]``. ``terrain``, ``elevation`` and ``effects`` are whole layers of that
    shape as they are afterwards, with the palettes that they refer to: the board's, grown where the clip has more.
    ``hexsides`` has the features of the canonical hexsides that get others (empty for none), ``names`` and ``notes``
    all texts of the board as they are afterwards. Layers that were not chosen are as they were. ``off_board`` and
    ``void`` count the hexes of the clip that could not be written.
    """

    where: NDArray[np.bool_]
    palette: list[PaletteEntry]
    terrain: NDArray[np.int32]
    elevation: NDArray[np.int32]
    effects_palette: list[PaletteEntry]
    effects: NDArray[np.int32]
    hexsides: Mapping[Hexside, tuple[str, ...]]
    names: dict[Hex, str]
    notes: dict[Hex, str]
    off_board: int
    void: int

    def applied(self, board: Board) -> Board:
        """Return the board with the clip on it; ``board`` is the one that the paste was made for, and stays as it is."""
        # Whole dicts take over what is known of their keys; one by one, these would be worked through again.
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


def paste(board: Board, clip: Clip, at: Hex, *, layers: Collection[ClipLayer] = tuple(ClipLayer)) -> Pasted:
    """Return what putting ``clip`` down with its anchor on ``at`` would write; hexes that are not there are left out.

    Raises
    ------
    LimitError
        When a palette is full.
    """
    cells = clip.cells_on(board, at)
    there = cells.rows, cells.columns
    where = np.zeros(board.terrain.shape, np.bool_)
    where[there] = True
    palette, effects_palette = list(board.palette), list(board.effects_palette)
    terrain, elevation, effects = (
        layer.astype(np.int32) for layer in (board.terrain, board.elevation, board.effects)
    )
    if ClipLayer.TERRAIN in layers:
        terrain[there] = _entries(palette, clip.palette, clip.terrain[cells.places])
    if ClipLayer.ELEVATION in layers:
        elevation[there] = clip.elevation[cells.places]
    if ClipLayer.EFFECTS in layers:
        effects[there] = _entries(effects_palette, clip.effects_palette, clip.effects[cells.places])
    with_names = ClipLayer.NAMES in layers
    return Pasted(
        where=where,
        palette=palette,
        terrain=terrain,
        elevation=elevation,
        effects_palette=effects_palette,
        effects=effects,
        hexsides=_hexsides(board, clip, at, where) if ClipLayer.HEXSIDES in layers else {},
        names=_texts(board, board.names, clip.names if with_names else {}, at, where),
        notes=_texts(board, board.notes, clip.notes if with_names else {}, at, where),
        off_board=cells.off_board,
        void=cells.void,
    )


def _entries(
    palette: list[PaletteEntry], others: Sequence[PaletteEntry], indices: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return indices into ``others`` as indices into ``palette``, which gets what it lacks of those that occur."""
    places = np.zeros(len(others), np.int64)
    for index in np.unique(indices).tolist():
        places[index] = entry_index(palette, others[index])
    return places[indices]


def _hexsides(board: Board, clip: Clip, at: Hex, where: NDArray[np.bool_]) -> dict[Hexside, tuple[str, ...]]:
    """Return the features of the hexsides that get others than they have.

    In arrays as far as that goes, and with the board's own hexsides as keys: it takes long to look up thousands in a dict.
    """
    layout, table, to_place = board.layout, hexside_table(board), Symmetry(translation=at)
    inner, rim = side_numbers(clip.hexsides), side_numbers(clip.rim)
    moved_inner, moved_rim = to_place.side_arrays(*inner), to_place.side_arrays(*rim)
    written = look_up(layout, where, *side_ends(*moved_inner)).sum(axis=1)
    on_rim = (clip.holds(*side_ends(*rim)) & look_up(layout, where, *side_ends(*moved_rim))).any(axis=1)
    counts = np.concatenate((written, on_rim))
    q, r, direction = (np.concatenate(it)[counts > 0] for it in zip(moved_inner, moved_rim, strict=True))
    places = table.places(q, r, direction)
    # Of hexsides with one hex that is written, what is there stays.
    is_whole = counts[counts > 0] > 1
    numbers = {names: number for number, names in enumerate(table.kinds)}

    def number(names: tuple[str, ...]) -> int:
        return numbers.setdefault(names, len(numbers)) if names else _NONE

    own = list(compress((*clip.hexsides.values(), *clip.rim.values()), (counts > 0).tolist()))
    present = table.features_at(places)
    wanted = np.array([number(names) for names in own], np.int64)
    for index in np.flatnonzero(~is_whole).tolist():
        there = table.kinds[present[index]] if present[index] != _NONE else ()
        names = tuple(sorted({*there, *own[index]}))
        wanted[index] = number(names)

    kinds, sides = list(numbers), tuple(board.hexsides)
    # What stands between two hexes of the clip goes where the clip has nothing there.
    gone = np.array(look_up(layout, where, *side_ends(table.q, table.r, table.direction)).all(axis=1))
    gone[places[places != _NONE]] = False
    found: dict[Hexside, tuple[str, ...]] = dict.fromkeys(compress(sides, gone.tolist()), ())
    changed = np.flatnonzero(wanted != present)
    rows = zip(*(it[changed].tolist() for it in (places, q, r, direction, wanted)), strict=True)
    for place, side_q, side_r, side_direction, kind in rows:
        side = sides[place] if place != _NONE else Hexside(Hex(side_q, side_r), side_direction)
        found[side] = kinds[kind] if kind != _NONE else ()
    return found


def _texts(
    board: Board, texts: Mapping[Hex, str], others: Mapping[Hex, str], at: Hex, where: NDArray[np.bool_]
) -> dict[Hex, str]:
    found = dict(texts)
    for place, text in others.items():
        new = place + at
        if board.contains(new) and where[board.cell(new)]:
            found[new] = text
    return found
