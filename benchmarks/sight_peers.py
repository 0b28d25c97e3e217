"""What other programs take for all pairs of a flat board with walls; none of them keeps quite the same rule."""

from __future__ import annotations

import random
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np
import shapely

from benchmarks.measure import Peer, median_ms
from benchmarks.nudged_walk import sees
from fairground.core.grid.polygons import hexes_to_region

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.sight.field.visibility import VisibilityTable

#: How many pairs are taken where all would take too long; the time is scaled to all of them.
SAMPLE = 20_000
#: How to get the peers that are no part of what Fairground needs.
GET = 'not installed; make EXTRAS="editor benchmarks" bench gets it'


def sight_peers(board: Board, walls: NDArray[np.bool_], table: VisibilityTable) -> Iterator[Peer]:
    """Yield the peers on a board, given which hexes are walls and our own answers, to compare theirs with."""
    yield square_views(walls)
    blocking = board.hexes_of(walls)
    open_hexes = [at for at in board.hexes() if at not in blocking]
    rng = random.Random(1)
    pairs = [(a, b) for a, b in (rng.sample(open_hexes, 2) for _ in range(SAMPLE))]
    expected = np.array([table.sees(a, b) for a, b in pairs])
    share = walls.size * (walls.size - 1) / 2 / SAMPLE
    yield nudged_walk(blocking, pairs, expected, share)
    yield drawn_lines(board, blocking, pairs, expected, share)


def square_views(walls: NDArray[np.bool_]) -> Peer:
    """Return python-tcod's time for the field of view of every cell, on squares."""
    name = "tcod, a field of view from every cell"
    try:
        compute_fov = import_module("tcod.map").compute_fov
        mutual = import_module("tcod.constants").FOV_SYMMETRIC_SHADOWCAST
    except ImportError:
        return Peer(name, None, GET)
    transparent = ~walls

    def every_view() -> None:
        for cell in np.ndindex(transparent.shape):
            compute_fov(transparent, cell, algorithm=mutual)

    took = median_ms(every_view, runs=3 if walls.size <= 10_000 else 1)
    return Peer(name, took, "not the same rule: squares, shadows cast")


def nudged_walk(
    blocking: frozenset[Hex], pairs: Sequence[tuple[Hex, Hex]], expected: NDArray[np.bool_], share: float
) -> Peer:
    """Return the time of the usual walk in plain Python; ``share`` is what to scale it by."""
    blockers = {(at.q, at.r) for at in blocking}

    def walk() -> list[bool]:
        return [sees(blockers, a, b) for a, b in pairs]

    note = _note("pairs walked one by one", np.array(walk()), expected)
    return Peer("nudged cube_lerp walk, plain Python, sampled", share * median_ms(walk, runs=3), note)


def drawn_lines(
    board: Board,
    blocking: frozenset[Hex],
    pairs: Sequence[tuple[Hex, Hex]],
    expected: NDArray[np.bool_],
    share: float,
) -> Peer:
    """Return the time of Shapely for lines drawn between centres; ``share`` is what to scale it by.

    A line that touches a wall meets it; on one along hexsides rounding has a say in whether it touches.
    """
    region = hexes_to_region(blocking, board.layout)
    shapely.prepare(region)
    ends = np.array([[board.layout.centre(at) for at in pair] for pair in pairs])
    work = partial(_clear, region, ends)
    note = _note("a touch counts as block", work(), expected)
    return Peer("Shapely, prepared, a line a pair, sampled", share * median_ms(work, runs=3), note)


def _clear(region: shapely.Geometry, ends: NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.logical_not(shapely.intersects(region, shapely.linestrings(ends)))


def _note(what: str, found: NDArray[np.bool_], expected: NDArray[np.bool_]) -> str:
    """Return in how many of the pairs the answers differ from ours."""
    wrong = int((found != expected).sum())
    return (
        f"{what}; other than ours in {wrong:,} of {expected.size:,} pairs ({wrong / expected.size:.2%}), "
        f"{int(expected.sum()):,} of them in sight"
    )
