"""The patches that make one scenario another, board and all.

The patches that lead from one state of a board to another of the same size, as fine as edits by hand.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from fairground.editor.document.board_patch import STILL, BoardPatch, Motion, StoredBoard
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch, hexside_patch, list_patch
from fairground.editor.document.stack_patches import found_or_added, palette_patches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.board_transform import BoardTransform
    from fairground.editor.document.patches import Patch

#: What a what-if may change besides the board.
_BOARD_STATE_PATCHES_FIELDS = ("weather", "turns")
_LISTS = ("zones", "objectives", "units")


def state_patches(before: Scenario, after: Scenario) -> list[Patch]:
    """Return the patches that make of ``before`` what ``after`` is; none where they are alike.

    Palettes only grow: what hexes of ``after`` have is added to that of ``before`` where it lacks it.
    """
    old, new = before.board, after.board
    found: list[Patch | None] = []
    for layer in (BoardLayer.TERRAIN, BoardLayer.EFFECTS):
        known, wanted = (
            it.effects_palette if layer is BoardLayer.EFFECTS else it.palette for it in (old, new)
        )
        palette = list(known)
        places = np.arange(len(wanted), dtype=np.int32)
        for index in np.flatnonzero(np.bincount(layer.of(new).reshape(-1))).tolist():
            entry = wanted[index]
            if index >= len(known) or known[index] != entry:
                places[index] = found_or_added(before, layer, palette, entry.kinds, entry.source)
        was: NDArray[np.integer] = layer.of(old)
        is_now: NDArray[np.integer] = layer.of(new)
        if (places != np.arange(len(places))).any():
            is_now = places[is_now].astype(was.dtype)
        # Most boards differ in a few hexes: those alone are looked at any closer.
        different = was != is_now
        if different.any():
            patch = cell_patch(old, layer, different, is_now.astype(np.int32))
            found += [*palette_patches(old, layer, palette), patch]
    found.append(
        cell_patch(old, BoardLayer.ELEVATION, new.elevation != old.elevation, new.elevation.astype(np.int32))
    )
    if old.hexsides is not new.hexsides:
        sides = {side: new.hexsides.get(side, ()) for side in {**old.hexsides, **new.hexsides}}
        found.append(hexside_patch(old, sides))
    for name in _BOARD_STATE_PATCHES_FIELDS:
        first, second = getattr(before, name), getattr(after, name)
        if first != second:
            found.append(FieldPatch(name, first, second))
    found += [list_patch(name, getattr(before, name), getattr(after, name)) for name in _LISTS]
    return [patch for patch in found if patch is not None]


#: What changes with a board or with its ruleset; the ruleset first, for the others are shown by it.
_FIELDS = ("ruleset", "weather", "zones", "objectives", "units", "locked", "comments")


def scenario_patches(before: Scenario, after: Scenario, way: BoardTransform | None = None) -> list[Patch]:
    """Return the patches that make the one scenario the other, the board first; none where they are alike.

    Title, author, notes, sides and victory are as before. ``way`` is where the hexes went, if it is known.
    """
    return _patches(before, after, _FIELDS, Motion.of(way) if way is not None else STILL)


def reload_patches(before: Scenario, after: Scenario) -> list[Patch]:
    """Return the patches that make the one scenario the other in everything that a file holds."""
    names = tuple(it.name for it in fields(after) if it.compare and it.name != "board")
    return _patches(before, after, names, STILL)


def _patches(before: Scenario, after: Scenario, names: tuple[str, ...], moved: Motion) -> list[Patch]:
    found: list[Patch] = []
    if before.board != after.board:
        found.append(BoardPatch(StoredBoard.of(before.board), StoredBoard.of(after.board), moved))
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            found.append(FieldPatch(name, old, new))
    return found
