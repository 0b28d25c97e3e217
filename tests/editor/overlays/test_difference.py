from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from fairground.editor.overlays.earlier_state import AnswerDifference, HexChange, of_counts, of_kinds

boards = arrays(np.int64, (3, 4), elements=st.integers(0, 3))


@given(boards, boards)
def test_what_is_gained_one_way_is_lost_the_other(before: np.ndarray, after: np.ndarray) -> None:
    for differ in (of_kinds, of_counts):
        there, back = differ(before, after), differ(after, before)
        assert there.count(HexChange.GAINED) == back.count(HexChange.LOST)
        assert there.count(HexChange.OTHER) == back.count(HexChange.OTHER)
        assert (there.cells == HexChange.SAME).tolist() == (before == after).tolist()


@given(boards, boards)
def test_gained_and_lost_tell_how_the_number_of_hexes_of_some_kind_changes(
    before: np.ndarray, after: np.ndarray
) -> None:
    found = of_kinds(before, after)
    grown = int((after > 0).sum()) - int((before > 0).sum())
    assert found.count(HexChange.GAINED) - found.count(HexChange.LOST) == grown


def test_it_is_told_in_words() -> None:
    def words(*cells: HexChange) -> str:
        return AnswerDifference(np.array([cells], np.uint8)).words

    assert words(HexChange.SAME, HexChange.SAME) == "no hex has changed"
    assert words(HexChange.GAINED, HexChange.GAINED, HexChange.LOST) == "+2 hexes, -1 hex"
    assert words(HexChange.OTHER, HexChange.SAME) == "1 hex different"
