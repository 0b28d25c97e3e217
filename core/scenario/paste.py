"""What putting a clip down on a board would write, as data: the board itself is not touched.

Of the hexes that are written, everything chosen becomes as in the clip; hexsides between two of them lose what the
clip does not have there. Features on the rim of the clip come to those that are there, and so do place names and notes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.arrays import ends, ends_within
from fairground.core.scenario.palette_entry import entry_index

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.clip import Clip


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
    to_place, features = Symmetry(translation=at), board.hexsides
    # What stands between two hexes of the clip goes where the clip has nothing there.
    sides = tuple(features)
    within = np.flatnonzero(ends_within(board.layout, where, sides).all(axis=1))
    wanted: dict[Hexside, tuple[str, ...]] = dict.fromkeys((sides[at] for at in within.tolist()), ())
    inner = to_place.hexsides(clip.hexsides)
    written = ends_within(board.layout, where, inner).sum(axis=1)
    for side, names, count in zip(inner, clip.hexsides.values(), written.tolist(), strict=True):
        if count:
            wanted[side] = names if count > 1 else tuple(sorted({*features.get(side, ()), *names}))
    rim = to_place.hexsides(clip.rim)
    on_rim = (clip.holds(*ends(clip.rim)) & ends_within(board.layout, where, rim)).sum(axis=1)
    for side, names, count in zip(rim, clip.rim.values(), on_rim.tolist(), strict=True):
        if count:
            wanted[side] = tuple(sorted({*features.get(side, ()), *names}))
    return {side: names for side, names in wanted.items() if features.get(side, ()) != names}


def _texts(
    board: Board, texts: Mapping[Hex, str], others: Mapping[Hex, str], at: Hex, where: NDArray[np.bool_]
) -> dict[Hex, str]:
    found = dict(texts)
    for place, text in others.items():
        new = place + at
        if board.contains(new) and where[board.cell(new)]:
            found[new] = text
    return found
