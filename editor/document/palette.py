"""Palette entries for terrain that is painted for the first time."""

from __future__ import annotations

from itertools import chain, count
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING

from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.known_rules import known_rules
from fairground.editor.document.patches import FieldPatch

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    palette = document.scenario.board.palette
    for index, entry in enumerate(palette):
        if entry.kinds == stack and entry.source is None:
            return index, []
    taken = {entry.key for entry in palette}
    key = next(key for key in _keys(document.scenario, stack) if key not in taken)
    return len(palette), [FieldPatch("board.palette", palette, [*palette, PaletteEntry(key, stack)])]


def _keys(scenario: Scenario, stack: tuple[str, ...]) -> Iterator[str]:
    """Yield keys for a stack, the best first: the ruleset's symbol, letters of the name, any single character."""
    top = stack[-1]
    rules = known_rules(scenario)
    known = rules.terrain.get(top) if rules else None
    if known and known.symbol and len(stack) == 1:
        yield known.symbol
    # Symbols of other terrains are left to them while there is anything else.
    symbols = {terrain.symbol for terrain in rules.terrain.values()} if rules else set()
    name = [letter for letter in top if letter.isascii() and letter.isalpha()]
    single = [*name, *map(str.upper, name), *ascii_lowercase, *ascii_uppercase, *digits, *_MARKS, *_FURTHER]
    yield from (key for key in single if key not in symbols)
    yield from single
    yield from chain((top,), (f"{top}-{number}" for number in count(2)))
