"""Patches that change the stacks of hexes one by one: what each has decides what it gets.

Patches that put effects on hexes and take them away.
Patches of what is written on hexes: names of places and the designer's notes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from fairground.editor.document.palette_entries import found_or_added, palette_patches
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch

    #: Which texts of a board.
    Texts = Literal["names", "notes"]

    Stack = tuple[str, ...]


def text_patch(board: Board, texts: Texts, at: Hex, text: str) -> FieldPatch | None:
    """Return the patch that writes ``text`` on a hex in place of what is there, or nothing when it is empty.

    Spaces around it do not count. None when it says so already.
    """
    before: dict[Hex, str] = getattr(board, texts)
    text = text.strip()
    if before.get(at, "") == text:
        return None
    after = {**before, at: text}
    if not text:
        del after[at]
    return FieldPatch(f"board.{texts}", before, after)


def swapped_texts(board: Board, one: Hex, other: Hex) -> list[FieldPatch]:
    """Return the patches that move name and note of a hex to another, and those of that one back."""
    found = []
    texts: Texts
    for texts in ("names", "notes"):
        before: dict[Hex, str] = getattr(board, texts)
        after = dict(before)
        for old, new in ((one, other), (other, one)):
            after.pop(new, None)
            if old in before:
                after[new] = before[old]
        if after != before:
            found.append(FieldPatch(f"board.{texts}", before, after))
    return found


def replaced_effect(
    scenario: Scenario, where: NDArray[np.bool_], kind: str, other: str | None
) -> list[Patch]:
    """Return the patches that take an effect from hexes ``[rows, columns]``, and put ``other`` there if given."""

    def change(stack: tuple[str, ...]) -> tuple[str, ...]:
        wanted = dict.fromkeys(it if it != kind else other for it in stack)
        return tuple(it for it in wanted if it is not None)

    return stack_patches(scenario, BoardLayer.EFFECTS, where, change)


def added_effect(scenario: Scenario, where: NDArray[np.bool_], kind: str) -> list[Patch]:
    """Return the patches that put an effect on hexes ``[rows, columns]``, beside what is there."""
    return stack_patches(
        scenario, BoardLayer.EFFECTS, where, lambda stack: stack if kind in stack else (*stack, kind)
    )


def only_effect(scenario: Scenario, where: NDArray[np.bool_], kind: str | None) -> list[Patch]:
    """Return the patches that put an effect on hexes ``[rows, columns]`` in place of what is there; None clears them."""
    wanted = () if kind is None else (kind,)
    return stack_patches(scenario, BoardLayer.EFFECTS, where, lambda _: wanted)


def stack_patches(
    scenario: Scenario, layer: BoardLayer, where: NDArray[np.bool_], change: Callable[[Stack], Stack]
) -> list[Patch]:
    """Return the patches that give the hexes of ``where`` other stacks of terrain or effects, bottom first.

    ``change`` tells the new stack for an old one. What an import found on a hex stays with it while it has any.
    """
    board = scenario.board
    array = layer.of(board)
    palette = list(board.effects_palette if layer is BoardLayer.EFFECTS else board.palette)
    places = np.arange(len(palette), dtype=np.int32)
    for at in np.unique(array[where]).tolist():
        entry = palette[at]
        stack = change(entry.kinds)
        if stack != entry.kinds:
            places[at] = found_or_added(scenario, layer, palette, stack, entry.source if stack else None)
    cells = cell_patch(board, layer, where, places[array])
    return [*palette_patches(board, layer, palette), cells] if cells else []
