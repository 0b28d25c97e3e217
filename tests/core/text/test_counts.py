from __future__ import annotations

from fractions import Fraction

import numpy as np

from fairground.core.text.wording import counted, hex_count


def test_nouns_agree_with_their_counts() -> None:
    assert [counted(count, "turn") for count in (0, 1, 2)] == ["0 turns", "1 turn", "2 turns"]
    assert counted(Fraction(7, 2), "point") == "7/2 points"
    assert counted(2, "entry", "entries") == "2 entries"


def test_hexes_are_counted_by_numpy_too() -> None:
    assert hex_count(1) == "1 hex"
    assert hex_count(np.array([True, True]).sum()) == "2 hexes"
