from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.scenario.board import Board
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Side, Zone
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.validation import validate

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from fairground.core.finding import Finding

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    One = Callable[..., Finding]

# Seven rows of odd-r: the top and the bottom half mirror each other.
STANDARD = "..#.#.. .~...~. #..o..# ....... #..o..# .~...~. ..#.#.."


def test_an_exactly_symmetric_board_is_fine(arena: Arena, codes: Codes) -> None:
    assert "symmetry.near" not in codes(arena(STANDARD))


def test_one_pair_that_differs_is_named(arena: Arena, finding: One) -> None:
    found = finding("symmetry.near", arena(STANDARD.replace(".~...~.", ".~.~.~.", 1)))
    assert found.message == (
        "the board is 95.9% symmetric (top-bottom mirror), but 2 hexes of 49 differ from their counterparts: D2 and D6"
    )
    assert found.place.path == ("board", "terrain", 1, 3)
    assert (found.place.hex, found.severity) == ("D2", "advice")


def test_one_hex_that_differs_is_told_in_the_singular(arena: Arena, finding: One) -> None:
    found = finding("symmetry.near", arena("-" + STANDARD[1:]))
    assert "1 hex of 48 differs from its counterpart: A7" in found.message


def test_two_pairs_are_too_many_on_49_hexes(arena: Arena, codes: Codes) -> None:
    assert "symmetry.near" not in codes(arena(STANDARD.replace(".~...~.", ".~~.~~.", 1)))


def test_levels_and_effects_count(arena: Arena, finding: One) -> None:
    higher = arena(STANDARD, levels="....... ....... .1..... ....... ....... ....... .......")
    assert "B3 and B5" in finding("symmetry.near", higher).message
    smoky = arena(STANDARD, effects="....... ....... .s..... ....... ....... ....... .......")
    assert "B3 and B5" in finding("symmetry.near", smoky).message


def test_features_of_hexsides_count(arena: Arena, finding: One, codes: Codes) -> None:
    # The mirror image of north-east is south-east.
    assert "symmetry.near" not in codes(arena(STANDARD, hexsides="D3 NE hedge\nD5 SE hedge"))
    assert "symmetry.near" not in codes(arena(STANDARD, hexsides="D3 E hedge\nD5 E hedge"))
    lone = "." * 13
    board = " ".join([lone, "...#.....#...", *[lone] * 9, "...#.....#...", lone])
    for features in ("G3 NE hedge", "G3 NE hedge\nG11 SE wall"):
        found = finding("symmetry.near", arena(board, hexsides=features))
        assert found.message.endswith("4 hexes of 169 differ from their counterparts: G2 and G12; G3 and G11")


def test_zones_change_sides(arena: Arena, finding: One, codes: Codes) -> None:
    zones = [Zone("n", "red", parse_shape("rows 1-2")), Zone("s", "blue", parse_shape("rows 6-7"))]
    assert "symmetry.near" not in codes(arena(STANDARD, zones=zones))
    zones[0] = Zone("n", "red", parse_shape("rows 1-2 - D2"))
    assert "D2 and D6" in finding("symmetry.near", arena(STANDARD, zones=zones)).message


def test_a_mirror_that_keeps_the_sides_does_not_make_a_board_fair(arena: Arena, codes: Codes) -> None:
    # Exactly symmetric top to bottom, but the sides face each other left and right.
    zones = [Zone("w", "red", parse_shape("columns 1")), Zone("e", "blue", parse_shape("columns 7"))]
    assert "symmetry.near" not in codes(arena(STANDARD, zones=zones))


def test_scattered_woods_do_not_make_a_symmetric_board(arena: Arena, codes: Codes) -> None:
    rows = ["." * 13 for _ in range(13)]
    rows[3], rows[8] = "...#.........", ".......#....."
    assert "symmetry.near" not in codes(arena(" ".join(rows)))


def test_a_board_cut_to_a_hexagon_has_its_turns(arena: Arena, finding: One, codes: Codes) -> None:
    scenario = arena(" ".join(["." * 11] * 10 + ["." * 10 + "-"]))
    board = scenario.board
    middle = board.parse("F6")
    board.terrain[:] = [
        [distance(middle, board.layout.from_offset(c, r)) > 5 for c in range(11)] for r in range(11)
    ]
    scenario.sides = [Side("a"), Side("b"), Side("c")]
    # Every other corner.
    scenario.zones = [
        Zone(at, at, parse_shape(hex_)) for at, hex_ in zip("abc", ("A6", "I1", "I11"), strict=True)
    ]
    for hill in ("E6", "G5", "G7", "F6"):
        board.elevation[board.cell(board.parse(hill))] = 1
    assert "symmetry.near" not in codes(scenario)
    board.elevation[board.cell(board.parse("G7"))] = 2
    found = finding("symmetry.near", scenario)
    assert found.message.startswith("the board is 97.8% symmetric (120° turn), but 2 hexes of 91 differ")
    assert {"E6", "G5", "G7"} >= set(re.findall(r"[A-K][0-9]+", found.message)) >= {"G7"}


@pytest.mark.parametrize("layout", list(Layout))
def test_every_layout_has_a_symmetry_to_be_near_to(layout: Layout, arena: Arena, finding: One) -> None:
    rows = ["." * 8 for _ in range(8)]
    rows[2], rows[5] = "..#.....", ".....#.."
    scenario = arena(" ".join(rows), layout=layout)
    scenario.zones = []
    scenario.board.elevation[4, 4] = 1
    scenario.board.elevation[3, 3] = 2
    found = finding("symmetry.near", scenario)
    assert found.message.endswith("(180° turn), but 2 hexes of 64 differ from their counterparts: D4 and E5")


def test_no_more_than_a_dozen_pairs_are_named(arena: Arena, finding: One) -> None:
    rows = ["#" * 30 + "." * 10] * 41
    rows[0] = "~" * 13 + rows[0][13:]
    found = finding("symmetry.near", arena(" ".join(rows)))
    assert "26 hexes of 1,640 differ from their counterparts: A1 and A41; " in found.message
    assert found.message.endswith("K1 and K41; L1 and L41; and more")


@given(
    st.sampled_from(Layout),
    st.integers(5, 9),
    st.integers(5, 9),
    st.sampled_from(BoardSymmetry),
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=3),
    st.randoms(use_true_random=False),
)
def test_the_count_is_that_of_a_plain_walk_over_the_hexes(
    layout: Layout,
    columns: int,
    rows: int,
    kind: BoardSymmetry,
    edits: list[tuple[int, int]],
    random: Random,
) -> None:
    board = Board.blank(layout, columns, rows)
    board.elevation[:] = [[random.randint(0, 3) for _ in range(columns)] for _ in range(rows)]
    symmetry = board_symmetry(kind, layout, columns, rows)
    if symmetry is not None:
        for at in board.hexes():  # the last hex of an orbit passes its level on around it
            image = symmetry(at)
            while image != at:
                board.elevation[board.cell(image)] = board.elevation[board.cell(at)]
                image = symmetry(image)
    for column, row in edits:
        board.elevation[row % rows, column % columns] = 9
    best = max((matching(board, other) for other in BoardSymmetry), default=0)
    scenario = Scenario(name="Any", ruleset=RulesetReference("none-such"), board=board)
    told = [it.message for it in validate(scenario) if it.code == "symmetry.near"]
    total = rows * columns
    if best == total or best * 100 < 95 * total:
        assert told == []
    else:
        (message,) = told
        assert f"; {total - best} hex" in message


def matching(board: Board, kind: BoardSymmetry) -> int:
    symmetry = board_symmetry(kind, board.layout, board.columns, board.rows)
    if symmetry is None:
        return 0
    return sum(board.level_at(at) == board.level_at(symmetry(at)) for at in board.hexes())
