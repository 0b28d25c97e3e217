from __future__ import annotations

import numpy as np

from fairground.core.scenario.arrays import kind_counts
from fairground.core.scenario.board import PaletteEntry


def test_every_kind_of_a_stack_counts_and_the_most_frequent_is_first() -> None:
    palette = [
        PaletteEntry(".", ("clear",)),
        PaletteEntry("r", ("woods", "road")),
        PaletteEntry("w", ("woods",)),
    ]
    layer = np.array([[0, 1, 1], [2, 1, 0]], np.uint16)
    assert list(kind_counts(palette, layer).items()) == [("woods", 4), ("road", 3), ("clear", 2)]


def test_a_kind_twice_in_a_stack_counts_once_and_one_that_no_hex_has_not_at_all() -> None:
    palette = [PaletteEntry(".", ("clear", "clear")), PaletteEntry("x", ("wall",))]
    assert kind_counts(palette, np.zeros((2, 2), np.uint16)) == {"clear": 4}


def test_an_entry_without_kinds_counts_nothing() -> None:
    assert kind_counts([PaletteEntry(".", ())], np.zeros((2, 2), np.uint16)) == {}
