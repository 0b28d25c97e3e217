from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.pictures import Layer, Picture, draw_board, to_png
from fairground.core.pictures.clipping import ClippedItems, extent_of
from fairground.core.pictures.display_list import Circle, Group, PathShape, Polygon, Window
from fairground.core.pictures.plan import line

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Command
    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import Pixels


def square(x: float, y: float, side: float) -> tuple[Command, ...]:
    return line(((x, y), (x + side, y), (x + side, y + side), (x, y + side)), closed=True)


def test_items_out_of_sight_are_left_out() -> None:
    near, far = Circle(5, 5, 2, fill="#000000"), Circle(50, 5, 2, fill="#000000")
    wide = Circle(50, 5, 2, stroke="#000000", width=84)
    assert ClippedItems([Group((near, far)), wide]).within(0, 0, 10, 10) == (near, wide)


def test_a_path_is_cut_down_to_its_lines_in_sight_and_stays_one() -> None:
    area = PathShape((*square(0, 0, 30), *square(10, 10, 5), *square(80, 0, 5)), fill="#000000")
    pieces = ClippedItems([area, PathShape(square(2, 2, 1), fill="#ffffff")])
    assert pieces.within(9, 9, 20, 20) == (
        PathShape((*square(0, 0, 30), *square(10, 10, 5)), fill="#000000"),
    )
    assert pieces.within(40, 0, 60, 10) == ()


def test_a_faint_group_stays_whole() -> None:
    group = Group((Circle(5, 5, 2, fill="#000000"), Circle(50, 5, 2, fill="#000000")), opacity=0.5)
    assert ClippedItems([group]).within(0, 0, 10, 10) == (group,)


@settings(max_examples=20)
@given(st.floats(0, 100), st.floats(0, 100), st.floats(0.1, 50))
def test_extents_hold_what_is_drawn(x: float, y: float, reach: float) -> None:
    circle = Circle(x, y, reach, fill="#000000")
    assert extent_of(circle) == (x - reach, y - reach, x + reach, y + reach)
    box = Polygon(((x, y), (x + reach, y), (x, y + reach)), fill="#000000")
    assert extent_of(Group((circle, box))) == (x - reach, y - reach, x + reach, y + reach)


def test_a_board_seen_through_windows_looks_as_a_whole(arena: Scenario, pixels: Pixels) -> None:
    whole = draw_board(arena)
    items = [item for layer in whole.layers for item in layer.items]
    pieces = ClippedItems(items)
    halves = []
    for top in (0.0, 76.2):
        seen = pieces.within(0, top, whole.width_mm, top + 76.2)
        halves.append(Window(seen, 0, top, whole.width_mm, 76.2, 0, top))
    fewer = sum(len(half.items) for half in halves)
    assert fewer < 2 * len(pieces.within(0, 0, 1e6, 1e6))
    cut = Picture(
        whole.width_mm,
        152.4,
        (Layer("a", "A", tuple(halves)),),
        symbols=whole.symbols,
        hatches=whole.hatches,
    )
    one, other = (pixels(to_png(it, dpi=25)).astype(np.int32)[:150] for it in (whole, cut))
    assert abs(one - other).mean() < 0.2
