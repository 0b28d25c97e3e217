"""What all rulesets of lines from centre to centre share (rules H-01 to H-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.hexes import DIRECTIONS, Hex, disc
from fairground.core.grid.layout import Layout
from tests.core.sight.random_boards import hex_rulesets

if TYPE_CHECKING:
    from tests.core.sight.conftest import MakeField

#: Something that blocks by each of the rulesets.
WALLS = {
    "hexside-ww2": ("building",),
    "megamek": ("building", "bldg_elev-5"),
    "penance-1.0": ("wall",),
    "penance-2.0": ("wall",),
    "penance-arena": ("pillar",),
}
PENANCE = ["penance-1.0", "penance-2.0", "penance-arena"]


def test_every_ruleset_has_something_that_blocks() -> None:
    assert sorted(WALLS) == sorted(hex_rulesets())


def test_h_01_the_distance_leaves_out_the_own_hex(field: MakeField) -> None:
    board = field("penance-2.0")
    assert [board.sight("B3", end).distance for end in ("B3", "C3", "H3")] == [0, 1, 6]


def test_h_02_the_own_hex_is_seen(field: MakeField) -> None:
    for name, wall in WALLS.items():
        seen = field(name).put(wall, "C3").sight("C3", "C3")
        assert (seen.clear, seen.line.meetings, seen.hindrance, seen.cover) == (True, (), (0, 0), (0, 0))


@pytest.mark.parametrize("name", WALLS)
def test_h_03_a_hex_that_the_line_runs_through_counts(field: MakeField, name: str) -> None:
    board = field(name)
    assert board.sees("C3", "G4")
    for label in ("D3", "E3", "E4", "F4"):
        walled = field(name).put(WALLS[name], label)
        assert not walled.sees("C3", "G4")
        assert walled.blocked_by("C3", "G4") == [label]
    assert [it["hex"] for it in board.sight("C3", "G4").to_json()["line"] if "hex" in it] == [
        "D3",
        "E3",
        "E4",
        "F4",
    ]


def test_h_04_a_line_along_a_hexside_is_reported_with_the_hexes_on_either_side(field: MakeField) -> None:
    line = field("penance-2.0").sight("C2", "C4").to_json()["line"]
    assert line == [{"left": "D3", "right": "C3", "side": "W"}]
    back = field("penance-2.0").sight("C4", "C2").to_json()["line"]
    assert back == [{"left": "C3", "right": "D3", "side": "E"}]


@pytest.mark.parametrize("name", [it for it in WALLS if it != "megamek"])
def test_h_05_a_corner_is_no_crossing(field: MakeField, name: str) -> None:
    assert field(name).put(WALLS[name], "D4", "F3").sees("C3", "G4")


@pytest.mark.parametrize("name", WALLS)
def test_h_05_as_an_option_it_is_one(field: MakeField, name: str) -> None:
    board = field(name, overrides={"sight.corner": "crossed"}).put(WALLS[name], "D4")
    assert not board.sees("C3", "G4")
    assert board.blocked_by("C3", "G4") == ["D4"]


def test_h_05_hexes_that_block_are_told_in_order_along_the_line_touched_ones_too(field: MakeField) -> None:
    board = field("penance-2.0", overrides={"sight.corner": "crossed"}).put(
        "wall", "D4", "F3", "E3", "E4", "D3", "F4"
    )
    assert board.blocked_by("C3", "G4") == ["D3", "D4", "E3", "E4", "F3", "F4"]


@pytest.mark.parametrize("name", WALLS)
def test_h_07_the_two_ends_never_block(field: MakeField, name: str) -> None:
    board = field(name).put(WALLS[name], "B3", "H3")
    assert board.sees("B3", "H3")
    assert not board.put(WALLS[name], "E3").sees("B3", "H3")


@pytest.mark.parametrize("name", WALLS)
@pytest.mark.parametrize("direction", range(6))
def test_h_07_neighbours_see_one_another(field: MakeField, name: str, direction: int) -> None:
    board = field(name)
    at = board.board.parse("D4")
    beside = board.board.hex_name(at + DIRECTIONS[direction])
    board.put(WALLS[name], "D4", beside).raise_to(2, beside)
    assert board.sees("D4", beside)


@pytest.mark.parametrize("name", WALLS)
def test_h_08_void_hexes_are_open(field: MakeField, name: str) -> None:
    board = field(name).put("void", "D3", "E3").raise_to(2, "D3", "E3")
    assert board.sees("B3", "H3")
    assert board.modifiers("B3", "H3") == (0, 0)


def test_h_08_what_lies_in_a_void_hex_is_nothing(field: MakeField) -> None:
    board = field("penance-2.0").put(("void", "wall"), "D3").lay("smoke", "E3").put("void", "E3")
    assert board.sees("B3", "H3")


@pytest.mark.long
@pytest.mark.parametrize("layout", list(Layout))
def test_h_08_a_line_that_leaves_the_board_and_comes_back_meets_nothing_there(
    field: MakeField, layout: Layout
) -> None:
    for name, wall in WALLS.items():
        board = field(name, (8, 8), layout)
        labels = {board.board.hex_name(at) for at in board.board.hexes()}
        edge = [label for label in labels if label.endswith("1") or label.startswith("A")]
        for start in sorted(edge):
            for end in sorted(edge):
                seen = board.sight(start, end)
                out = [at for at in seen.line.crossed if not board.board.contains(at)]
                assert seen.clear
                if out:
                    inside = [board.board.label(at) for at in seen.line.crossed if board.board.contains(at)]
                    walled = field(name, (8, 8), layout).put(wall, *sorted(labels - {start, end, *inside}))
                    if not seen.line.stretches and not seen.line.touched:
                        assert walled.sees(start, end)


@pytest.mark.parametrize("name", PENANCE)
def test_h_09_no_sight_through_a_seam_between_two_walls(field: MakeField, name: str) -> None:
    assert not field(name).put("wall", "D3", "C3").sees("C2", "C4")
    assert not field(name).put("wall", "D3", "C5").sees("C2", "C6")


@pytest.mark.parametrize("name", PENANCE)
def test_h_09_none_lost_by_grazing_one(field: MakeField, name: str) -> None:
    assert field(name).put("wall", "D3", "D5").sees("C2", "C6")
    assert field(name).put("wall", "C3").sees("C2", "C4")


def test_h_09_opacity_is_that_of_the_lesser_side(field: MakeField) -> None:
    board = field("penance-arena").put("forest", "D3", "D5", "C3")
    seen = board.sight("C2", "C6")
    assert seen.clear
    assert seen.opacities == {"forest": 1}
    assert not board.put("forest", "C5").sees("C2", "C6")


def test_h_09_cover_is_that_of_the_lesser_side(field: MakeField) -> None:
    board = field("penance-2.0").put("forest", "D3")
    assert board.modifiers("C2", "C4") == (0, 0)
    assert board.put("fortress-wall", "C3").modifiers("C2", "C4") == (1, 1)


def test_h_09_as_an_option_the_worse_side_counts_cover_too(field: MakeField) -> None:
    board = field("penance-2.0", overrides={"sight.hexside": "worse_side"}).put("forest", "D3")
    assert board.modifiers("C2", "C4") == (1, 1)
    assert board.put("fortress-wall", "C3").modifiers("C2", "C4") == (2, 2)
    assert not board.put("wall", "C3").sees("C2", "C4")


@pytest.mark.long
def test_h_06_sight_is_mutual_from_every_hex_of_a_crowded_board(field: MakeField) -> None:
    for name, wall in WALLS.items():
        board = (
            field(name, (7, 7))
            .put(wall, "C3", "D5", "E2", "F6")
            .raise_to(2, "B4", "D4")
            .raise_to(1, "E4", "E5")
        )
        hexes = [at for at in disc(board.board.parse("D4"), 3) if board.board.contains(at)]
        assert Hex(0, 0) not in hexes
        for start in hexes:
            for end in hexes:
                board.sees(board.board.label(start), board.board.label(end))
