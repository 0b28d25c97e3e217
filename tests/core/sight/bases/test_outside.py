"""What of edges lies outside discs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fairground.core.sight.bases.sweep import outside


def pieces(
    discs: list[tuple[tuple[float, float], float]], *edges: tuple[float, float, float, float]
) -> set[tuple[float, ...]]:
    both = np.array(edges, np.float64)
    starts, ends = outside(discs, both[:, :2], both[:, 2:])
    return {tuple(round(float(it), 9) for it in (*a, *b)) for a, b in zip(starts, ends, strict=True)}


UNIT = ((0.0, 0.0), 1.0)


@pytest.mark.parametrize(
    ("edge", "left"),
    [
        ((-3, 0, 3, 0), {(-3, 0, -1, 0), (1, 0, 3, 0)}),
        ((0, 3, 0, 0), {(0, 3, 0, 1)}),
        ((0, 0, 0, 4), {(0, 1, 0, 4)}),
        ((-0.5, 0.2, 0.5, -0.2), set()),
        ((-3, 2, 3, 2), {(-3, 2, 3, 2)}),
        ((2, 0, 5, 0), {(2, 0, 5, 0)}),
        ((-2, 0.6, 2, 0.6), {(-2, 0.6, -0.8, 0.6), (0.8, 0.6, 2, 0.6)}),
    ],
)
def test_an_edge_is_cut_where_it_enters_and_leaves(
    edge: tuple[float, ...], left: set[tuple[float, ...]]
) -> None:
    assert pieces([UNIT], tuple(map(float, edge))) == left  # type: ignore[arg-type]  # four of them


def test_of_several_discs_each_takes_its_part() -> None:
    found = pieces([UNIT, ((4.0, 0.0), 1.0)], (-2.0, 0.0, 6.0, 0.0), (0.0, -9.0, 0.0, -8.0))
    assert found == {(-2, 0, -1, 0), (1, 0, 3, 0), (5, 0, 6, 0), (0, -9, 0, -8)}
    assert math.isclose(sum(math.dist(it[:2], it[2:]) for it in found), 5.0)
