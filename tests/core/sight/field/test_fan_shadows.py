"""What lies behind hexsides and corners: the lines that cross them, and no others, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex, distance
from fairground.core.grid.hexsides import hexside
from fairground.core.sight.field import fan_features
from fairground.core.sight.field.fan_features import Corners, Shadows, ShadowSides
from fairground.core.sight.line.trace import Across, AtCorner, sight_line

if TYPE_CHECKING:
    import pytest

#: A board whose second, fourth ... line is half a hex to the right.
LINES, LENGTH = 9, 8
STARTS = np.array([-(y // 2) for y in range(LINES)])
HEXES = [Hex(x, y) for y in range(LINES) for x in range(STARTS[y], STARTS[y] + LENGTH)]

hexes = st.sampled_from(HEXES)
reaches = st.sampled_from([None, None, 1, 3, 6])


def shadows(origin: Hex, reach: int | None) -> Shadows:
    return Shadows(STARTS, LENGTH, (origin.q, origin.r), reach)


def compare(found: Shadows, origin: Hex, reach: int | None, expected: dict[Hex, int]) -> None:
    """Ends beyond the range mean nothing."""
    sums = found.sums()
    assert sums.shape == (LINES, LENGTH)
    for at in HEXES:
        if reach is None or distance(origin, at) <= reach:
            assert sums[at.r, at.q - STARTS[at.r]] == expected[at], at


@given(
    hexes, st.lists(st.tuples(hexes, st.integers(0, 5)), max_size=12), reaches, st.booleans(), st.booleans()
)
def test_hs_08_what_is_behind_hexsides_is_what_lines_across_them_end_in(
    origin: Hex,
    chosen: list[tuple[Hex, int]],
    reach: int | None,
    start_free: bool,  # noqa: FBT001
    end_free: bool,  # noqa: FBT001
) -> None:
    sides = [hexside(*it) for it in chosen]
    worth = {side: 1 + i for i, side in enumerate(sides)}
    sides = list(worth)
    found = shadows(origin, reach)
    found.add_sides(
        ShadowSides(
            np.array([[(it.q3, it.r3) for it in side.corners] for side in sides], np.int64).reshape(-1, 2, 2),
            np.array([[(it.q, it.r) for it in side.hexes] for side in sides], np.int64).reshape(-1, 2, 2),
            np.array([worth[side] for side in sides], np.int64),
        ),
        start_free=start_free,
        end_free=end_free,
    )
    expected = {
        end: sum(
            worth.get(it.side, 0)
            for it in sight_line(origin, end).meetings
            if isinstance(it, Across)
            and not (start_free and origin in it.side.hexes)
            and not (end_free and end in it.side.hexes)
        )
        for end in HEXES
    }
    compare(found, origin, reach, expected)


@given(hexes, st.sets(st.tuples(hexes, st.sampled_from([0, 1])), min_size=1, max_size=12), reaches)
def test_hs_09_what_is_behind_corners_is_what_lines_that_touch_a_hex_there_end_in(
    origin: Hex, chosen: set[tuple[Hex, int]], reach: int | None
) -> None:
    corners = [(hexside(at, index).corners[1], at, index) for at, index in chosen]
    around = [(at, hexside(at, index).hexes[1], hexside(at, index + 1).hexes[1]) for _, at, index in corners]
    worth = {
        (corner, touched): 1 + 3 * i + k
        for i, ((corner, _, _), three) in enumerate(zip(corners, around, strict=True))
        for k, touched in enumerate(three)
    }
    found = shadows(origin, reach)
    found.add_corners(
        Corners(
            np.array([(corner.q3, corner.r3) for corner, _, _ in corners]),
            np.array([[(it.q, it.r) for it in three] for three in around]),
            np.array(list(worth.values())).reshape(-1, 3),
        )
    )
    expected = {
        end: sum(
            worth.get((it.corner, it.touches), 0)
            for it in sight_line(origin, end).meetings
            if isinstance(it, AtCorner) and it.touches is not None
        )
        for end in HEXES
    }
    compare(found, origin, reach, expected)


def test_many_hexsides_are_looked_at_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [hexside(at, direction) for at in HEXES for direction in range(3)]
    across = ShadowSides(
        np.array([[(it.q3, it.r3) for it in side.corners] for side in sides]),
        np.array([[(it.q, it.r) for it in side.hexes] for side in sides]),
        np.ones(len(sides), np.int64),
    )
    sums = []
    for at_once in (1 << 20, 20):
        monkeypatch.setattr(fan_features, "_AT_ONCE", at_once)
        found = shadows(Hex(2, 3), None)
        found.add_sides(across, start_free=False, end_free=False)
        sums.append(found.sums())
    assert np.array_equal(sums[0], sums[1])
    assert sums[0].max() > 5
