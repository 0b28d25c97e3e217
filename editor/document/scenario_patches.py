"""Patches from one scenario to another, and those that keep ways to win consistent when the parts they name are removed."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.mission_references import fitted_missions
from fairground.editor.document.board_patch import STILL, BoardPatch, Motion, StoredBoard
from fairground.editor.document.patches import (
    BoardLayer,
    FieldPatch,
    ListPatch,
    cell_patch,
    hexside_patch,
    list_patch,
)
from fairground.editor.document.stack_patches import found_or_added, palette_patches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.board_transform import BoardTransform
    from fairground.editor.document.patches import Patch

#: The fields that a what-if may change, apart from the board and lists.
_STATE_FIELDS = ("weather", "turns")
_LISTS = ("zones", "objectives", "units")


def state_patches(before: Scenario, after: Scenario) -> list[Patch]:
    """Return the patches from one state of a scenario to another with a board of the same size, as fine as manual edits.

    Palettes only grow: entries in use on ``after`` are added to those of ``before``.
    """
    old, new = before.board, after.board
    patches: list[Patch | None] = []
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
        different = was != is_now
        if different.any():
            patch = cell_patch(old, layer, different, is_now.astype(np.int32))
            patches += [*palette_patches(old, layer, palette), patch]
    patches.append(
        cell_patch(old, BoardLayer.ELEVATION, new.elevation != old.elevation, new.elevation.astype(np.int32))
    )
    if old.hexsides is not new.hexsides:
        sides = {side: new.hexsides.get(side, ()) for side in {**old.hexsides, **new.hexsides}}
        patches.append(hexside_patch(old, sides))
    for name in _STATE_FIELDS:
        first, second = getattr(before, name), getattr(after, name)
        if first != second:
            patches.append(FieldPatch(name, first, second))
    patches += [list_patch(name, getattr(before, name), getattr(after, name)) for name in _LISTS]
    return [patch for patch in patches if patch is not None]


#: The fields that change with the board or the ruleset; the ruleset first, because views need it.
_FIELDS = ("ruleset", "weather", "zones", "objectives", "units", "sides", "locked", "comments")


def scenario_patches(
    before: Scenario, after: Scenario, transform: BoardTransform | None = None
) -> list[Patch]:
    """Return the patches of a change of the board or the ruleset, the board first.

    Title, author, notes and victory stay. ``transform`` is that of the hexes, if known.
    """
    return _patches(before, after, _FIELDS, Motion.of(transform) if transform is not None else STILL)


def reload_patches(before: Scenario, after: Scenario) -> list[Patch]:
    """Return the patches from one scenario to another in everything that a file contains."""
    names = tuple(it.name for it in fields(after) if it.compare and it.name != "board")
    return _patches(before, after, names, STILL)


def _patches(before: Scenario, after: Scenario, names: tuple[str, ...], moved: Motion) -> list[Patch]:
    patches: list[Patch] = []
    if before.board != after.board:
        patches.append(BoardPatch(StoredBoard.of(before.board), StoredBoard.of(after.board), moved))
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            patches.append(FieldPatch(name, old, new))
    return patches


_NAMED = frozenset(("sides", "zones", "objectives", "units"))


def fit_missions(scenario: Scenario, patches: Sequence[Patch]) -> tuple[ListPatch | None, tuple[str, ...]]:
    """Return the patch to follow others so that ways to win name only what is left, None if they do.

    Also return the ways to win that it drops, such as ``Raiders: destroy Wagon``.
    """
    lists = [it for it in patches if isinstance(it, FieldPatch | ListPatch) and it.field in _NAMED]
    if not lists or not any(side.wins for side in scenario.sides):
        return None, ()
    after = replace(scenario)
    for patch in lists:
        patch.apply(after, forward=True)
    missions = fitted_missions(scenario, after)
    return list_patch("sides", after.sides, missions.sides), missions.gone
