"""Patches from one scenario to another, and of suggested edits."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from fairground.core.scenario.hex_edits import edited
from fairground.core.scenario.parts import Objective, Zone
from fairground.core.scenario.shapes import shape_of
from fairground.editor.document.board_patch import STILL, BoardPatch, Motion, StoredBoard
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch, hexside_patch, list_patch
from fairground.editor.document.stack_patches import found_or_added, palette_patches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.hex_edits import Edit
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
_FIELDS = (
    "ruleset",
    "weather",
    "zones",
    "objectives",
    "units",
    "sides",
    "decorations",
    "underlay",
    "locked",
    "comments",
)


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


_Drawn = TypeVar("_Drawn", Zone, Objective)


def suggested_patches(
    scenario: Scenario, edits: Sequence[Edit], palette: Sequence[PaletteEntry] = ()
) -> list[Patch | None]:
    """Return the patches of edits of the current scenario, taken together.

    ``palette`` is the palette of their terrain where it extends that of the board.
    """
    board = scenario.board
    after = edited(scenario, edits)
    terrain, elevation = after.board.terrain.astype(np.int32), after.board.elevation.astype(np.int32)
    zones = _redrawn(board, scenario.zones, after.zones)
    objectives = _redrawn(board, scenario.objectives, after.objectives)
    everywhere = np.ones(board.terrain.shape, np.bool_)
    return [
        *palette_patches(board, BoardLayer.TERRAIN, [*board.palette, *palette[len(board.palette) :]]),
        cell_patch(board, BoardLayer.TERRAIN, everywhere, terrain),
        cell_patch(board, BoardLayer.ELEVATION, everywhere, elevation),
        FieldPatch("zones", scenario.zones, zones) if zones != scenario.zones else None,
        FieldPatch("objectives", scenario.objectives, objectives)
        if objectives != scenario.objectives
        else None,
        FieldPatch("units", scenario.units, after.units) if after.units != scenario.units else None,
    ]


def _redrawn(board: Board, before: Sequence[_Drawn], after: Sequence[_Drawn]) -> list[_Drawn]:
    """Return zones or objectives, with the shapes of changed ones written as the editor writes those that are drawn."""
    return [
        it if it == old else replace(it, shape=shape_of(board, it.shape.mask(board)))
        for old, it in zip(before, after, strict=True)
    ]
