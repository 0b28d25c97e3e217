from __future__ import annotations

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.pictures.label_layers import place_names
from fairground.core.scenario.board import Board


def elsewhere(layout: Layout, names: dict[str, str]) -> set[str]:
    """Return the labels of the hexes whose names stand elsewhere than those with room."""
    board = Board.blank(layout, 12, 6)
    for label, name in names.items():
        board.names[board.parse(label)] = name
    return {board.label(at) for at, name in place_names(board).items() if name.drop != 5.2}


@pytest.mark.parametrize("layout", Layout)
def test_every_second_of_names_side_by_side_stands_a_line_elsewhere(layout: Layout) -> None:
    run = dict.fromkeys(("A3", "C3", "E3", "G3"), "The Old Watermill")
    assert elsewhere(layout, run) == {"C3", "G3"}
    assert elsewhere(layout, dict(reversed(run.items()))) == {"C3", "G3"}, "not by the order of the file"


@pytest.mark.parametrize("layout", Layout)
def test_names_with_room_and_those_in_other_rows_stay_where_they_are(layout: Layout) -> None:
    assert (
        elsewhere(layout, {"A1": "Ford", "C1": "Mill", "A2": "The Old Watermill", "H2": "Toll House"})
        == set()
    )


def test_long_names_are_shortened_and_odd_letters_taken_out() -> None:
    board = Board.blank(Layout.ODD_R, 3, 3)
    board.names |= {board.parse("A1"): "x" * 4000, board.parse("C3"): "Old\n\u202eMill"}
    first, second = place_names(board).values()
    assert first.text.endswith("…")
    assert len(first.text) < 40
    assert second.text == "Old Mill"
