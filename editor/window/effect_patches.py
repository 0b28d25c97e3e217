"""Patches that put effects on hexes and take them away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.patches import FieldPatch, Layer, cell_patch

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board
    from fairground.editor.document.patches import Patch

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def replaced_effect(board: Board, where: NDArray[np.bool_], kind: str, other: str | None) -> list[Patch]:
    """Return the patches that take an effect from hexes ``[rows, columns]``, and put ``other`` there if given."""

    def change(stack: tuple[str, ...]) -> tuple[str, ...]:
        wanted = dict.fromkeys(it if it != kind else other for it in stack)
        return tuple(it for it in wanted if it is not None)

    return _changed(board, where, change)


def added_effect(board: Board, where: NDArray[np.bool_], kind: str) -> list[Patch]:
    """Return the patches that put an effect on hexes ``[rows, columns]``, beside what is there."""
    return _changed(board, where, lambda stack: stack if kind in stack else (*stack, kind))


def _changed(
    board: Board, where: NDArray[np.bool_], change: Callable[[tuple[str, ...]], tuple[str, ...]]
) -> list[Patch]:
    palette = list(board.effects_palette)
    places = np.arange(len(palette), dtype=np.int32)
    for at in np.unique(board.effects[where]):
        places[at] = _index(palette, change(palette[at].kinds))
    patch = cell_patch(board, Layer.EFFECTS, where, places[board.effects])
    patches: list[Patch] = [patch] if patch else []
    if len(palette) > len(board.effects_palette):
        patches.insert(0, FieldPatch("board.effects_palette", board.effects_palette, palette))
    return patches


def _index(palette: list[PaletteEntry], stack: tuple[str, ...]) -> int:
    """Return the index of a stack of effects, appended to ``palette`` where it lacks it."""
    for at, entry in enumerate(palette):
        if entry.kinds == stack:
            return at
    taken = {entry.key for entry in palette}
    own = [it for it in "".join(stack) if it.isalpha()]
    keys = [*own, *_LETTERS, *(f"{stack[-1]}-{number}" for number in range(2, len(palette) + 3))]
    palette.append(PaletteEntry(next(key for key in keys if key not in taken), stack))
    return len(palette) - 1
