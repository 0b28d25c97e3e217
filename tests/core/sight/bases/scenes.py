"""Random tables of polygons with two discs, a brute force by many lines, and a check of witnesses in exact arithmetic."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from fairground.core.grid.layout import Layout
from fairground.core.grid.polygons import hexes_to_region
from fairground.core.sight.bases.discs import Disc
from fairground.core.sight.bases.obstacles import walls_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.bases.free_line import FreeLine
    from fairground.core.sight.bases.obstacles import Walls

RADII = (0.0, 0.3, 0.63, 1.2, 3.0)


class Scene(NamedTuple):
    """Two discs and what stands about them; neither centre is inside anything."""

    first: Disc
    second: Disc
    obstacles: tuple[shapely.Polygon, ...]

    @property
    def walls(self) -> Walls:
        return walls_of(self.obstacles)


def random_scene(seed: int) -> Scene:
    """Return a scene of stray polygons, or of hexes."""
    rng = random.Random(seed)  # noqa: S311  # the same scenes each time
    first = Disc(rng.uniform(-1, 4), rng.uniform(-3, 3), rng.choice(RADII))
    second = Disc(rng.uniform(2, 22), rng.uniform(-3, 3), rng.choice(RADII))
    shapes = _stray(rng) if seed % 2 else _hexes(rng)
    parts = [it for it in shapely.get_parts(shapely.union_all(shapes)) if isinstance(it, shapely.Polygon)]
    centres = [shapely.Point(it.x, it.y) for it in (first, second)]
    return Scene(first, second, tuple(it for it in parts if not any(it.covers(at) for at in centres)))


def _stray(rng: random.Random) -> list[shapely.Polygon]:
    found = []
    for _ in range(rng.randint(1, 40)):
        x, y, size = rng.uniform(-2, 22), rng.uniform(-6, 6), rng.uniform(0.3, 2.5)
        turns = sorted(rng.uniform(0, math.tau) for _ in range(rng.randint(3, 6)))
        far = [size * rng.uniform(0.5, 1) for _ in turns]
        polygon = shapely.Polygon(
            [(x + r * math.cos(it), y + r * math.sin(it)) for r, it in zip(far, turns, strict=True)]
        )
        if polygon.is_valid and polygon.area > 1e-3:
            found.append(polygon)
    return found or [shapely.box(5, -1, 6, 1)]


def _hexes(rng: random.Random) -> list[shapely.Polygon]:
    layout = rng.choice(list(Layout))
    every = [layout.from_offset(column, row) for column in range(-1, 14) for row in range(-5, 5)]
    chosen: list[Hex] = rng.sample(every, rng.randint(1, len(every) // 2))
    return list(shapely.get_parts(hexes_to_region(chosen, layout, size=2 / math.sqrt(3))))


def free_lines_found(scene: Scene, count: int, seed: int) -> int:
    """Return how many of some random lines between the discs meet no obstacle, by another library's geometry."""
    rng = np.random.default_rng(seed)

    def points(disc: Disc) -> NDArray[np.float64]:
        far, turn = disc.radius * np.sqrt(rng.random(count)), rng.random(count) * math.tau
        return np.stack([disc.x + far * np.cos(turn), disc.y + far * np.sin(turn)], axis=1)

    lines = shapely.linestrings(np.stack([points(scene.first), points(scene.second)], axis=1))
    whole = shapely.MultiPolygon(list(scene.obstacles))
    shapely.prepare(whole)
    return int((~shapely.intersects(whole, lines)).sum())


def faults_of(found: FreeLine, scene: Scene) -> list[str]:
    """Return what is wrong with a witness: exact ones are looked at in exact arithmetic, others to 1e-9 inch."""
    ends = [(scene.first, found.start), (scene.second, found.end)]
    return _faults(found, ends, scene) if found.exact else _faults_but_for_rounding(found, ends, scene)


def _faults(found: FreeLine, ends: list[tuple[Disc, tuple[float, float]]], scene: Scene) -> list[str]:
    faults = [
        "it ends outside a disc"
        for disc, (x, y) in ends
        if (Fraction(x) - Fraction(disc.x)) ** 2 + (Fraction(y) - Fraction(disc.y)) ** 2
        > Fraction(disc.radius) ** 2
    ]
    for polygon in scene.obstacles:
        rings = (polygon.exterior, *polygon.interiors)
        if any(_meet(found.start, found.end, *edge) for ring in rings for edge in pairwise(ring.coords)):
            faults.append("it touches an edge")
        if polygon.contains(shapely.Point(found.start)):
            faults.append("it lies in an obstacle")
    return faults


def _faults_but_for_rounding(
    found: FreeLine, ends: list[tuple[Disc, tuple[float, float]]], scene: Scene
) -> list[str]:
    faults = [
        "it ends outside a disc"
        for disc, (x, y) in ends
        if math.hypot(x - disc.x, y - disc.y) > disc.radius + 1e-9
    ]
    line = shapely.LineString([found.start, found.end])
    deep = shapely.MultiPolygon(list(scene.obstacles)).buffer(-2e-9, join_style="mitre")
    if found.start != found.end and deep.intersects(line):
        faults.append("it goes deeper than it may")
    return faults


def _meet(p: tuple[float, ...], q: tuple[float, ...], u: tuple[float, ...], v: tuple[float, ...]) -> bool:
    """Whether two closed segments have a point in common, in exact arithmetic."""

    def side(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> int:
        (ax, ay), (bx, by), (cx, cy) = (tuple(map(Fraction, it)) for it in (a, b, c))
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        return (area > 0) - (area < 0)

    if any(max(p[k], q[k]) < min(u[k], v[k]) or max(u[k], v[k]) < min(p[k], q[k]) for k in (0, 1)):
        return False
    return side(p, q, u) * side(p, q, v) <= 0 and side(u, v, p) * side(u, v, q) <= 0
