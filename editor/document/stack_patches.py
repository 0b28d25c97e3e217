"""Patches of the terrain, effects and texts of single hexes, and of the palettes."""

from __future__ import annotations

from itertools import chain, count
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Literal

import numpy as np

from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.document.readable_ruleset import known_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules.terrain import Drawn
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch

    Texts = Literal["names", "notes"]
    Stack = tuple[str, ...]

#: Unmistakable letters for palettes that have used up the keyboard: Greek, then Cyrillic.
_FURTHER = "αβγδεζηθλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩбгджзийлпфцчшщъыьэюяБГДЖЗИЙЛПЦЧШЩЪЫЬЭЮЯ"
_MARKS = "~%*+-=^o$&@!?<>:;_/|"


def palette_index(document: Document, stack: tuple[str, ...]) -> tuple[int, list[Patch]]:
    """Return the palette index of a terrain stack without a source of an import, and the patches that add it."""
    board = document.scenario.board
    palette = list(board.palette)
    index = found_or_added(document.scenario, BoardLayer.TERRAIN, palette, stack)
    return index, palette_patches(board, BoardLayer.TERRAIN, palette)


def found_or_added(
    scenario: Scenario,
    layer: BoardLayer,
    palette: list[PaletteEntry],
    stack: tuple[str, ...],
    source: str | None = None,
) -> int:
    """Return the index of an entry of ``palette`` (of terrain or effects), which is appended if missing."""
    for index, entry in enumerate(palette):
        if entry.kinds == stack and entry.source == source:
            return index
    taken = {entry.key for entry in palette}
    key = next(key for key in _keys(scenario, layer, stack) if key not in taken)
    palette.append(PaletteEntry(key, stack, source))
    return len(palette) - 1


def palette_patches(board: Board, layer: BoardLayer, palette: list[PaletteEntry]) -> list[Patch]:
    """Return the patch that sets a grown palette of terrain or effects; none if it did not grow."""
    field, before = (
        ("board.effects_palette", board.effects_palette)
        if layer is BoardLayer.EFFECTS
        else ("board.palette", board.palette)
    )
    return [FieldPatch(field, before, palette)] if len(palette) > len(before) else []


def _keys(scenario: Scenario, layer: BoardLayer, stack: tuple[str, ...]) -> Iterator[str]:
    """Yield keys for a stack, the best first: the ruleset's symbol, letters of the name, any single character."""
    top = stack[-1]
    rules = known_rules(scenario)
    drawn: Mapping[str, Drawn] = {}
    if rules:
        drawn = rules.effects if layer is BoardLayer.EFFECTS else rules.terrain
    known = drawn.get(top)
    if known and known.symbol and len(stack) == 1:
        yield known.symbol
    # Symbols of other terrains are the last choice.
    symbols = {it.symbol for it in drawn.values()}
    name = [letter for letter in top if letter.isascii() and letter.isalpha()]
    single = [*name, *map(str.upper, name), *ascii_lowercase, *ascii_uppercase, *digits, *_MARKS, *_FURTHER]
    yield from (key for key in single if key not in symbols)
    yield from single
    yield from chain((top,), (f"{top}-{number}" for number in count(2)))


def text_patch(board: Board, texts: Texts, at: Hex, text: str) -> FieldPatch | None:
    """Return the patch that sets the stripped text of a hex, or removes it if empty; None if nothing changes."""
    before: dict[Hex, str] = getattr(board, texts)
    text = text.strip()
    if before.get(at, "") == text:
        return None
    after = {**before, at: text}
    if not text:
        del after[at]
    return FieldPatch(f"board.{texts}", before, after)


def swapped_texts(board: Board, one: Hex, other: Hex) -> list[FieldPatch]:
    """Return the patches that swap the names and notes of two hexes."""
    patches = []
    texts: Texts
    for texts in ("names", "notes"):
        before: dict[Hex, str] = getattr(board, texts)
        after = dict(before)
        for old, new in ((one, other), (other, one)):
            after.pop(new, None)
            if old in before:
                after[new] = before[old]
        if after != before:
            patches.append(FieldPatch(f"board.{texts}", before, after))
    return patches


def replaced_effect(
    scenario: Scenario, where: NDArray[np.bool_], kind: str, other: str | None
) -> list[Patch]:
    """Return the patches that remove an effect from hexes ``[rows, columns]``, or replace it by ``other``."""

    def change(stack: tuple[str, ...]) -> tuple[str, ...]:
        wanted = dict.fromkeys(it if it != kind else other for it in stack)
        return tuple(it for it in wanted if it is not None)

    return stack_patches(scenario, BoardLayer.EFFECTS, where, change)


def added_effect(scenario: Scenario, where: NDArray[np.bool_], kind: str) -> list[Patch]:
    """Return the patches that add an effect to hexes ``[rows, columns]``."""
    return stack_patches(
        scenario, BoardLayer.EFFECTS, where, lambda stack: stack if kind in stack else (*stack, kind)
    )


def only_effect(scenario: Scenario, where: NDArray[np.bool_], kind: str | None) -> list[Patch]:
    """Return the patches that replace all effects of hexes ``[rows, columns]`` by one; None clears them."""
    wanted = () if kind is None else (kind,)
    return stack_patches(scenario, BoardLayer.EFFECTS, where, lambda _: wanted)


def stack_patches(
    scenario: Scenario, layer: BoardLayer, where: NDArray[np.bool_], change: Callable[[Stack], Stack]
) -> list[Patch]:
    """Return the patches that ``change`` the stacks of terrain or effects of hexes, bottom first.

    Hexes keep the source of an import unless the new stack is empty.
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
