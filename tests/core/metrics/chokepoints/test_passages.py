"""Narrow passages, on plans whose answer a person would give at a glance."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import IDENTITY, POINT_SYMMETRIES, BoardSymmetry, board_symmetry
from fairground.core.metrics.chokepoints.basins import LAKE, field
from fairground.core.metrics.chokepoints.cuts import node_cut
from fairground.core.metrics.chokepoints.passages import _Passages, passages
from fairground.core.scenario.transform.whole_board import turned
from tests.core.metrics.plans import labels, plan, random_steps, steps_on

if TYPE_CHECKING:
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.document import Scenario


def found_on(scenario: Scenario) -> list[list[str]]:
    """Return the hexes of each passage by their labels."""
    found = passages(steps_on(scenario))
    assert all(it.width <= len(it.hexes) <= 2 * it.width for it in found)
    return [labels(scenario, it.hexes) for it in found]


def two_rooms(between: int, opening: str) -> tuple[str, ...]:
    """Return two rooms of seven by seven hexes, with rows of a wall or corridor of some length between them."""
    return tuple("......." + mark * between + "......." for mark in opening)


@pytest.mark.parametrize("layout", Layout)
def test_a_pass_of_one_hex(layout: Layout) -> None:
    found = found_on(plan(*two_rooms(1, "###.###"), layout=layout))
    # With rows there is but one hex before the gap on one side, as good as the gap itself.
    beside = {Layout.ODD_R: ["G4", "H4"], Layout.EVEN_R: ["H4", "I4"]}
    assert found == [beside.get(layout, ["H4"])]


def test_a_bridge_of_two_hexes() -> None:
    assert found_on(plan(*two_rooms(1, "##..###"))) == [["H3", "H4"]]


def test_a_gap_that_is_hardly_narrower_than_the_rooms_is_none() -> None:
    assert found_on(plan(*two_rooms(1, "#.....#"))) == []


@pytest.mark.parametrize("length", [2, 5, 12, 25])
@pytest.mark.parametrize("opening", ["###.###", "##..###", "##...##"])
@pytest.mark.parametrize("layout", Layout)
def test_a_long_corridor_is_one_passage(length: int, opening: str, layout: Layout) -> None:
    rows = two_rooms(length, opening)
    scenario = plan(*rows, layout=layout)
    found = passages(steps_on(scenario))
    assert [it.width for it in found] == [opening.count(".")]
    columns = {layout.to_offset(at)[0] for at in found[0].hexes}
    # In the middle of it, give or take the slant of the line.
    assert all(abs(column - (6 + (length + 1) / 2)) <= 3 for column in columns)


def test_two_gaps_between_the_same_rooms_are_two_passages() -> None:
    room = "." * 15
    assert found_on(plan(*[room] * 6, "##.########.###", *[room] * 6)) == [["L6", "L7"], ["C7", "C8"]]


def test_a_rock_in_a_gap_divides_no_passage() -> None:
    room = "." * 21
    scenario = plan(*[room] * 8, "#" * 9 + ".#." + "#" * 9, *[room] * 8, layout=Layout.ODD_R)
    # The rock touches the walls on neither side.
    assert found_on(scenario) == [["J9", "L9"]]


def test_three_rooms_in_a_row_have_two_passages() -> None:
    rows = [a + b[7:] for a, b in zip(two_rooms(1, "###.###"), two_rooms(1, "#.#####"), strict=True)]
    assert found_on(plan(*rows)) == [["P2"], ["H4"]]


@pytest.mark.parametrize("size", [1, 2, 5, 10, 40])
@pytest.mark.parametrize("layout", Layout)
def test_an_open_field_has_none(size: int, layout: Layout) -> None:
    assert found_on(plan(*["." * size] * size, layout=layout)) == []
    assert found_on(plan(*["." * size] * 3, layout=layout)) == []


@pytest.mark.parametrize("share", [0.02, 0.05, 0.1, 0.15])
def test_scattered_rocks_are_no_noise(share: float) -> None:
    for seed in range(5):
        assert strewn(seed, share) == []


def test_many_scattered_rocks_are_next_to_no_noise() -> None:
    # On 2,500 hexes with 500 rocks there is a pocket at the edge now and then.
    assert sum(len(strewn(seed, 0.2)) for seed in range(10)) <= 5


def strewn(seed: int, share: float) -> list[list[str]]:
    """Return the passages of a large board with rocks anywhere."""
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    rows = ["".join("#" if rng.random() < share else "." for _ in range(50)) for _ in range(50)]
    return found_on(plan(*rows, layout=rng.choice(list(Layout))))


def test_a_ring_road_has_none() -> None:
    inner = ["..." + "#" * 9 + "..."] * 9
    assert found_on(plan(*["." * 15] * 3, *inner, *["." * 15] * 3)) == []


def test_a_ring_road_between_two_squares_has_one_on_either_side() -> None:
    square, walled = ["." * 15] * 7, ["#" + "." + "#" * 11 + "." + "#"] * 3
    assert [it.width for it in passages(steps_on(plan(*square, *walled, *square)))] == [1, 1]


def test_a_nook_is_no_room() -> None:
    assert found_on(plan(*["." * 12] * 9, "#####.######", "####...#####", "############")) == []


def test_a_corridor_without_rooms_has_none() -> None:
    assert found_on(plan("." * 30)) == []
    assert found_on(plan("." * 30, "." * 30)) == []


def test_rooms_apart_have_none() -> None:
    assert found_on(plan(*two_rooms(1, "#######"))) == []


def test_cliffs_make_passages() -> None:
    scenario = plan(*["." * 15] * 7)
    scenario.board.elevation[:, 7] = 9
    scenario.board.elevation[3, 7] = 0
    assert found_on(scenario) == [["H4"]]


@given(st.randoms(use_true_random=False))
def test_on_any_board_lines_hold_together_on_open_ground(rng: random.Random) -> None:
    found = random_steps(rng, most=14)
    answer = passages(found)
    widths = [it.width for it in answer]
    assert widths == sorted(widths)
    for it in answer:
        cells = [found.layout.to_offset(at) for at in it.hexes]
        assert all(found.open[row, column] for column, row in cells)
        # From each hex of a line another is beside it, or across a lake.
        assert it.width == 1 or all(
            min(distance(at, other) for other in it.hexes - {at}) <= LAKE + 1 for at in it.hexes
        )


@pytest.mark.parametrize("share", [0.3, 0.35, 0.4, 0.45])
def test_lines_are_smallest_cuts_between_what_is_wide_in_two_rooms(share: float) -> None:
    compared = 0
    for seed in range(4):
        rng = random.Random(seed)  # noqa: S311  # the same boards each time
        rows = ["".join("#" if rng.random() < share else "." for _ in range(40)) for _ in range(40)]
        ground = field(steps_on(plan(*rows, layout=rng.choice(list(Layout)))))
        divided = _Passages(ground)
        rooms = divided._rooms
        pairs = rooms.saddles()
        direction, start = np.nonzero(ground.crossed)
        end = ground.neighbours[direction, start].astype(np.int64)
        for (pair, depth), lines in zip(pairs.items(), divided._lines(pairs), strict=True):
            one, other = (np.array([room in it for it in (*rooms.owners, ())])[rooms.owner] for room in pair)
            wide = (rooms.depth > depth) & ground.open
            assert not (one & other & wide).any()
            inside = (one | other)[start] & (one | other)[end]
            width = np.ones(len(one), np.int32)
            expected = node_cut((start[inside], end[inside]), one & wide, other & wide, width).weight
            # Where two lines apart are as good, both are there.
            assert expected is not None
            assert expected <= sum(it.width for it in lines) <= 2 * expected
            closed = np.zeros(len(one), np.bool_)
            closed[[node for it in lines for node in it.nodes]] = True
            inside &= ~closed[start] & ~closed[end]
            assert node_cut((start[inside], end[inside]), one & wide, other & wide, width).weight == 0
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("symmetry", [it for it in POINT_SYMMETRIES if it != IDENTITY], ids=str)
def test_turned_ground_has_the_same_passages(symmetry: Symmetry) -> None:
    compared = 0
    for seed in range(12):
        rng = random.Random(seed)  # noqa: S311  # the same boards each time
        rows = ["".join("#" if rng.random() < 0.35 else "." for _ in range(30)) for _ in range(30)]
        scenario = plan(*rows, layout=rng.choice(list(Layout)))
        image = turned(scenario, symmetry)
        before = {(frozenset(map(image.way.hex, it.hexes)), it.width) for it in passages(steps_on(scenario))}
        assert before == {(it.hexes, it.width) for it in passages(steps_on(image.scenario))}
        compared += len(before)
    assert compared > 20


def test_a_half_turn_takes_the_passages_of_a_board_to_one_another() -> None:
    compared = 0
    for seed in range(60):
        rng = random.Random(seed)  # noqa: S311  # the same boards each time
        rows = ["".join("#" if rng.random() < 0.35 else "." for _ in range(24)) for _ in range(12)]
        rows += ["#" * 24] if seed % 2 else []
        scenario = plan(*rows, *(row[::-1] for row in reversed(rows[:12])), layout=Layout.ODD_R)
        board = scenario.board
        half_turn = board_symmetry(BoardSymmetry.TURN_180, board.layout, board.columns, board.rows)
        if half_turn is None:
            continue
        found = {it.hexes for it in passages(steps_on(scenario))}
        assert found == {frozenset(map(half_turn, it)) for it in found}
        compared += len(found)
    assert compared > 20
