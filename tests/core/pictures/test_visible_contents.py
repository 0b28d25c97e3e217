from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import UsageError
from fairground.core.grid.layout import Layout
from fairground.core.pictures import PictureOptions, draw_board, to_svg
from fairground.core.pictures.colours import GRID
from fairground.core.pictures.display_list import Polygon
from fairground.core.scenario.board import PaletteEntry

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import MakeScenario


def drawn_ids(scenario: Scenario, hexes: str) -> set[str]:
    return set(re.findall(r'id="(h\d+)"', to_svg(draw_board(scenario, PictureOptions(hexes=hexes)))))


def test_only_the_hexes_asked_for_are_drawn(arena: Scenario) -> None:
    assert drawn_ids(arena, "rows 1-2 & columns 1-2") == {"h0101", "h0201", "h0102", "h0202"}
    assert drawn_ids(arena, "within 1 of D4") == {
        "h0404",
        "h0304",
        "h0504",
        "h0403",
        "h0503",
        "h0405",
        "h0505",
    }
    assert len(drawn_ids(arena, "")) == 49


def test_labels_stay_those_of_the_board_and_the_page_is_smaller(arena: Scenario) -> None:
    bare = PictureOptions(hexes="F6", legend=False, title=False, margin=2)
    picture = draw_board(arena, bare)
    assert ">F6<" in to_svg(picture)
    assert (picture.width_mm, picture.height_mm) == pytest.approx((3**0.5 * 11 + 4, 22 + 4), abs=0.01)
    x, y = arena.board.layout.centre(arena.board.parse("F6"), size=11)
    middle = (picture.origin[0] + x, picture.origin[1] + y)
    assert middle == pytest.approx((picture.width_mm / 2, picture.height_mm / 2), abs=0.01)


def test_title_and_legend_tell_of_these_hexes_alone(arena: Scenario) -> None:
    svg = to_svg(draw_board(arena, PictureOptions(hexes="rows 1-2")))
    assert "rows 1-2" in svg
    for there in ("Rubble", "Player 1", "Scout"):
        assert there in svg
    for elsewhere in ("Centre", "Heavy", "Hedge", "Smoke", ">LEVELS<", "Old Mill", "south"):
        assert elsewhere not in svg


def test_roads_go_on_to_hexes_that_are_not_drawn(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("rrr",), Layout.ODD_R, ruleset="none", kinds={"r": "road"})
    cut = draw_board(scenario, PictureOptions(hexes="A1, B1", legend=False)).layer("bands")
    whole = draw_board(scenario, PictureOptions(legend=False)).layer("bands")
    assert cut is not None
    assert whole is not None
    # From edge to edge of B1, though C1 is not there.
    assert str(cut.items).count("'Q'") == 2
    assert str(whole.items).count("'Q'") == 2


def test_without_the_grid_hexes_have_the_outline_of_their_ground(arena: Scenario) -> None:
    for grid in (True, False):
        ground = draw_board(arena, PictureOptions(grid=grid)).layer("terrain")
        assert ground is not None
        strokes = {it.stroke == GRID for it in ground.items if isinstance(it, Polygon)}
        assert strokes == {grid}


def test_a_part_of_a_board_too_large_for_a_picture_is_drawn(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("." * 600,) * 420, Layout.ODD_Q)
    assert len(drawn_ids(scenario, "within 2 of SX300")) == 19


@pytest.mark.parametrize(
    ("hexes", "words"),
    [
        ("rows", "Expected a number"),
        ("Z99", "Z99 is off the board"),
        ("rows 30-40", "none of them is on the board"),
        ("A1 & B2", "none of them is on the board"),
        ("C3", "none of them is on the board"),
    ],
)
def test_hexes_that_cannot_be_shown_are_refused(arena: Scenario, hexes: str, words: str) -> None:
    board = arena.board
    board.palette.append(PaletteEntry("-", ("void",)))
    board.terrain[board.cell(board.parse("C3"))] = len(board.palette) - 1
    with pytest.raises(UsageError, match=words):
        draw_board(arena, PictureOptions(hexes=hexes))


def test_a_way_that_leaves_the_hexes_shown_is_left_out(arena: Scenario) -> None:
    for hexes, there in (("rows 3-6", True), ("rows 6-7", False)):
        picture = draw_board(arena, PictureOptions(hexes=hexes, path=("B6", "F3")))
        assert (picture.layer("path") is not None) == there
