"""An entry that a palette may lack: found by what it stands for, or added under a key that is free."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Final

from fairground.core.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.board import PaletteEntry

#: Entries of a palette that a board's arrays can tell apart.
MAX_ENTRIES: Final = 2**16


def entry_index(palette: list[PaletteEntry], entry: PaletteEntry) -> int:
    """Return the index of the entry with the same kinds and source, appended to ``palette`` where it lacks it.

    A new entry keeps its key; where another has that, it gets a letter of its topmost kind, or any that is free.

    Raises
    ------
    LimitError
        When the palette is full.
    """
    for index, known in enumerate(palette):
        if (known.kinds, known.source) == (entry.kinds, entry.source):
            return index
    if len(palette) >= MAX_ENTRIES:
        raise LimitError(f"a palette has at most {MAX_ENTRIES:,} entries")
    taken = {known.key for known in palette}
    palette.append(replace(entry, key=next(key for key in _keys(entry) if key not in taken)))
    return len(palette) - 1


def _keys(entry: PaletteEntry) -> Iterator[str]:
    """Yield keys for an entry, the best first."""
    name = entry.kinds[-1] if entry.kinds else entry.key
    letters = "".join(letter for letter in name if letter.isascii() and letter.isalpha())
    yield entry.key
    yield from chain(letters, letters.upper(), ascii_letters, digits)
    yield from (f"{letters[:4] or 'x'}{number}" for number in count(2))
