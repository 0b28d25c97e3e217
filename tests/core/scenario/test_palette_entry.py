from __future__ import annotations

import pytest

from fairground.core.errors import LimitError
from fairground.core.scenario.board import MAX_ENTRIES, PaletteEntry, entry_index


def test_an_entry_is_found_by_what_it_stands_for() -> None:
    palette = [PaletteEntry(".", ("clear",)), PaletteEntry("r", ("road",), "road:1")]
    assert entry_index(palette, PaletteEntry("x", ("road",), "road:1")) == 1
    assert len(palette) == 2
    assert entry_index(palette, PaletteEntry("x", ("road",))) == 2


def test_a_new_entry_keeps_its_key_where_that_is_free() -> None:
    palette = [PaletteEntry(".", ("clear",))]
    for key in ("w", "w", "w", "w"):
        entry_index(palette, PaletteEntry(key, ("wo", f"ow-{len(palette)}")))
    assert [entry.key for entry in palette] == [".", "w", "o", "O", "W"]


def test_more_entries_than_characters_get_longer_keys() -> None:
    palette = [PaletteEntry(".", ("clear",))]
    for number in range(100):
        entry_index(palette, PaletteEntry("w", ("woods",), str(number)))
    keys = [entry.key for entry in palette]
    assert len(set(keys)) == 101
    assert keys[-1].startswith("wood")


def test_a_full_palette_is_said_to_be_so() -> None:
    palette = [PaletteEntry(str(number), ("clear",), str(number)) for number in range(MAX_ENTRIES)]
    with pytest.raises(LimitError, match="at most 65,536 entries"):
        entry_index(palette, PaletteEntry("w", ("woods",)))
