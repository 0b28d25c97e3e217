"""Decorations keep their place on the ground when boards are turned, mirrored, resized and given another layout."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.compare import compare
from fairground.core.scenario.decorations import Decoration, at_point, decoration_point
from fairground.core.scenario.players_copy import players_copy
from fairground.core.scenario.transform.whole_board import Anchor, resized, turned

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def scenario_of(layout: Layout, *decorations: Decoration) -> Scenario:
    scenario = blank_scenario("Painted", layout=layout, size=(6, 5), ruleset="penance-2.0")
    return replace(scenario, decorations=list(decorations))


@settings(max_examples=60)
@given(
    st.sampled_from(Layout),
    st.integers(0, 5),
    st.booleans(),
    st.none() | st.integers(0, 5),
    st.integers(0, 359),
    st.tuples(st.integers(-900, 900), st.integers(-900, 900)),
)
def test_a_turned_board_turns_its_decorations_about_the_ground(
    layout: Layout,
    turn: int,
    mirrored: bool,  # noqa: FBT001  # drawn by hypothesis
    side: int | None,
    rotation: int,
    offset: tuple[int, int],
) -> None:
    at = layout.from_offset(2, 2)
    one = Decoration("arrow", at, side, (offset[0] / 1000, offset[1] / 1000), rotation=rotation)
    # Where its tip points to is a place on the ground too.
    tip = replace(
        one,
        offset=(
            one.offset[0] + math.sin(math.radians(rotation)),
            one.offset[1] - math.cos(math.radians(rotation)),
        ),
    )
    found = turned(scenario_of(layout, one), Symmetry(turn, mirrored))
    after, board = found.scenario.decorations[0], found.scenario.board
    assert after.hex == found.way.hex(at)
    x, y = decoration_point(layout, one)
    centre = layout.centre(at)
    wanted = found.way.offset(x - centre[0], y - centre[1])
    to = board.layout.centre(after.hex)
    got = decoration_point(board.layout, after)
    assert (got[0] - to[0], got[1] - to[1]) == pytest.approx(wanted, abs=0.01)
    tip_x, tip_y = decoration_point(layout, tip)
    across, down = found.way.offset(tip_x - x, tip_y - y)
    assert (math.degrees(math.atan2(across, -down)) - after.rotation + 180) % 360 - 180 == pytest.approx(
        0, abs=0.51
    )


@settings(max_examples=40)
@given(st.sampled_from(Layout), st.floats(-20, 20), st.floats(-20, 20))
def test_a_decoration_moved_to_a_point_is_there(layout: Layout, x: float, y: float) -> None:
    moved = at_point(layout, Decoration("tree", Hex(0, 0), 3), x, y)
    assert decoration_point(layout, moved) == pytest.approx((x, y), abs=0.002)
    assert moved.hex == layout.hex_at(x, y)


def test_a_decoration_off_the_new_board_is_lost_and_named() -> None:
    layout = Layout.ODD_Q
    scenario = scenario_of(
        layout, Decoration("tree", layout.from_offset(5, 4)), Decoration("rock", Hex(0, 0))
    )
    found = resized(scenario, 4, 4, Anchor.TOP_LEFT)
    assert [it.image for it in found.scenario.decorations] == ["rock"]
    assert "decoration tree (F5)" in map(str, found.lost)


def test_values_out_of_range_are_refused() -> None:
    for change in ({"side": 6}, {"scale": 0.0}, {"rotation": 360}, {"offset": (101.0, 0.0)}):
        with pytest.raises(ScenarioError):
            replace(Decoration("tree", Hex(0, 0)), **change)


def test_a_difference_is_told_in_words() -> None:
    before = scenario_of(Layout.ODD_Q, Decoration("tree", Hex(0, 0)))
    after = scenario_of(Layout.ODD_Q, Decoration("tree", Hex(0, 0), 1, (0.5, 0.0), 2.0, 30))
    after.images = {"logo": "logo.svg"}
    assert list(map(str, compare(before, after))) == [
        "images: added logo logo.svg",
        "decorations: tree on A1 -> tree on A1 NE offset [0.5, 0] scale 2 rotation 30",
    ]


def test_a_players_copy_has_no_unused_images() -> None:
    scenario = scenario_of(Layout.ODD_Q, Decoration("logo", Hex(0, 0)))
    scenario.images = {"logo": "logo.svg", "secret": "traps.svg"}
    copy = players_copy(scenario)
    assert copy.images == {"logo": "logo.svg"}
    assert copy.decorations == scenario.decorations
