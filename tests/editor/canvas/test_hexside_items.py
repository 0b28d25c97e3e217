"""Features of hexsides on the canvas, changed one by one and read anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from fairground.editor.canvas.facts import SideParts

if TYPE_CHECKING:
    from collections.abc import Mapping

SIDES = st.builds(Hexside, st.builds(Hex, st.integers(-1, 4), st.integers(-1, 4)), st.integers(0, 2))
FEATURES = st.sampled_from(((), ("hedge",), ("wall",), ("hedge", "wall")))


def board(features: Mapping[Hexside, tuple[str, ...]]) -> Board:
    made = Board.blank(Layout.EVEN_R, 5, 5)
    made.hexsides = {side: names for side, names in features.items() if names}
    return made


@given(
    before=st.dictionaries(SIDES, FEATURES, max_size=20),
    steps=st.lists(st.dictionaries(SIDES, FEATURES, max_size=70)),
)
def test_single_changes_come_to_the_same_as_reading_anew(
    before: dict[Hexside, tuple[str, ...]], steps: list[dict[Hexside, tuple[str, ...]]]
) -> None:
    on = board(before)
    found = SideParts(on)
    for step in steps:
        on = board({**on.hexsides, **step})
        owners = found.update(on, tuple(step))
        assert owners.tolist() == [list(on.layout.to_offset(side.hex)) for side in step]
    anew = SideParts(on).parts
    assert found.parts.columns.tolist() == anew.columns.tolist()
    assert found.parts.rows.tolist() == anew.rows.tolist()
    assert list(found.parts.keys) == list(anew.keys)
    assert list(found.parts.subjects) == list(anew.subjects)
    assert len(anew.keys) == len(on.hexsides)


def test_parts_stand_in_the_order_of_the_hexsides_whatever_came_first() -> None:
    sides = [Hexside(Hex(q, 1), direction) for q in (3, 1, 2) for direction in (2, 0)]
    one = SideParts(board(dict.fromkeys(sides, ("hedge",))))
    other = SideParts(board(dict.fromkeys(reversed(sides), ("hedge",))))
    assert list(one.parts.keys) == list(other.parts.keys)
    assert one.parts.columns.tolist() == other.parts.columns.tolist() == sorted(one.parts.columns.tolist())
