"""Which hexsides get other features when a part of a board is copied to its images."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.board import Board
from fairground.core.scenario.transform.symmetry_sources import (
    half_side_changes,
    half_side_sources,
    toward_top,
)


@settings(deadline=None)
@given(
    layout=st.sampled_from(Layout),
    turn=st.integers(0, 5),
    mirrored=st.booleans(),
    moved=st.tuples(st.integers(-4, 4), st.integers(-4, 4)),
    data=st.data(),
)
def test_hexsides_that_change_are_those_whose_model_has_something_else(
    layout: Layout, turn: int, *, mirrored: bool, moved: tuple[int, int], data: st.DataObject
) -> None:
    board = Board.blank(layout, 7, 6)
    places = st.tuples(
        st.sampled_from(list(board.hexes())), st.integers(0, 5), st.sampled_from(("hedge", "wall"))
    )
    for at, direction, feature in data.draw(st.lists(places, max_size=12)):
        board.hexsides[hexside(at, direction)] = (feature,)
    powers, toward = Symmetry(turn, mirrored, Hex(*moved)).powers, toward_top(layout)
    features = board.hexsides
    wanted = {
        side: features.get(model, ())
        for side, model in half_side_sources(board, powers, toward).items()
        if features.get(model, ()) != features.get(side, ())
    }
    assert half_side_changes(board, powers, toward) == wanted
