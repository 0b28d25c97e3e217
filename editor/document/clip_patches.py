"""Patches that put a piece of a board down, with its mirror images, and that leave nothing where one was cut out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.arrays import ends_within
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.palette_entry import entry_index
from fairground.core.scenario.transform.paste import ClipLayer, paste
from fairground.editor.document.patches import (
    BoardLayer,
    FieldPatch,
    HexsidePatch,
    Patch,
    cell_patch,
    hexside_patch,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.transform.clip import Clip
    from fairground.core.scenario.transform.paste import Pasted

_CLEAR = "clear"


def paste_patches(
    board: Board,
    clip: Clip,
    at: Hex,
    *,
    layers: Collection[ClipLayer],
    images: Iterable[Symmetry] = (),
) -> list[Patch]:
    """Return the patches that put a clip down with its anchor on ``at``, and its images under some symmetries.

    Where an image and the clip itself overlap, the clip stays. None when nothing would change.

    Raises
    ------
    LimitError
        When a palette would have more entries than it can.
    """
    pasted = paste(board, clip, at, layers=layers, images=images)
    found = board_patches(board, pasted, {})
    if pasted.hexsides:
        found.append(HexsidePatch(pasted.hexsides_before, pasted.hexsides))
    return found


def cut_patches(board: Board, mask: NDArray[np.bool_], layers: Collection[ClipLayer]) -> list[Patch]:
    """Return the patches that leave bare ground on level 0 where a clip was cut out, ``[rows, columns]``.

    Hexsides between two of its hexes lose their features; those on the rim stay with the hexes outside. Void hexes stay
    void.
    """
    mask = mask & ~board.void
    after = replace(board, palette=list(board.palette), terrain=board.terrain.copy())
    if ClipLayer.TERRAIN in layers:
        after.terrain[mask] = entry_index(after.palette, PaletteEntry(".", (_CLEAR,)))
    if ClipLayer.ELEVATION in layers:
        after.elevation = np.where(mask, 0, board.elevation).astype(board.elevation.dtype)
    if ClipLayer.EFFECTS in layers:
        after.effects = np.where(mask, 0, board.effects).astype(board.effects.dtype)

    def lies_there(at: Hex) -> bool:
        return board.contains(at) and bool(mask[board.cell(at)])

    sides: dict[Hexside, tuple[str, ...]] = {}
    if ClipLayer.HEXSIDES in layers:
        known = tuple(board.hexsides)
        cut = np.flatnonzero(ends_within(board.layout, mask, known).all(axis=1))
        sides = dict.fromkeys((known[at] for at in cut.tolist()), ())
    if ClipLayer.NAMES in layers:
        after.names = {at: text for at, text in board.names.items() if not lies_there(at)}
        after.notes = {at: text for at, text in board.notes.items() if not lies_there(at)}
    return board_patches(board, after, sides)


def board_patches(
    before: Board, after: Board | Pasted, sides: Mapping[Hexside, tuple[str, ...]]
) -> list[Patch]:
    """Return the patches that make one board another of the same layout and size; none where they are alike.

    Palettes may only have grown. ``sides`` has the features of the hexsides that may be others on ``after``.
    """
    found: list[Patch | None] = [
        FieldPatch(f"board.{name}", getattr(before, name), getattr(after, name))
        for name in ("palette", "effects_palette", "names", "notes")
        if getattr(before, name) != getattr(after, name)
    ]
    everywhere = np.ones(before.terrain.shape, np.bool_)
    found += [
        cell_patch(before, layer, everywhere, getattr(after, layer).astype(np.int32)) for layer in BoardLayer
    ]
    found.append(hexside_patch(before, sides))
    return [patch for patch in found if patch is not None]
