"""Palette entries for terrain and effects that are painted for the first time."""

from __future__ import annotations

from itertools import chain, count
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING

from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.patches import BoardLayer, FieldPatch
from fairground.editor.document.readable_ruleset import known_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.rules.terrain import Drawn
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch

#: Letters that look like no other, for palettes that have used up the keyboard: Greek, then Cyrillic.
_FURTHER = "αβγδεζηθλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩбгджзийлпфцчшщъыьэюяБГДЖЗИЙЛПЦЧШЩЪЫЬЭЮЯ"
_MARKS = "~%*+-=^o$&@!?<>:;_/|"


def palette_index(document: Document, stack: tuple[str, ...]) -> tuple[int, list[Patch]]:
    """Return the palette index of a terrain stack, and the patches that add it where the palette lacks it.

    Entries that carry what an import found on their hexes are passed over: new hexes carry nothing.
    """
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
    """Return the index of an entry of ``palette`` (of terrain or effects), appended to it where it lacks it."""
    for index, entry in enumerate(palette):
        if entry.kinds == stack and entry.source == source:
            return index
    taken = {entry.key for entry in palette}
    key = next(key for key in _keys(scenario, layer, stack) if key not in taken)
    palette.append(PaletteEntry(key, stack, source))
    return len(palette) - 1


def palette_patches(board: Board, layer: BoardLayer, palette: list[PaletteEntry]) -> list[Patch]:
    """Return the patch that gives the board a grown palette of terrain or effects; none when it did not grow."""
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
    # Symbols of other terrains are left to them while there is anything else.
    symbols = {it.symbol for it in drawn.values()}
    name = [letter for letter in top if letter.isascii() and letter.isalpha()]
    single = [*name, *map(str.upper, name), *ascii_lowercase, *ascii_uppercase, *digits, *_MARKS, *_FURTHER]
    yield from (key for key in single if key not in symbols)
    yield from single
    yield from chain((top,), (f"{top}-{number}" for number in count(2)))
