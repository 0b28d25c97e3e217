"""Sight from base to base: a pair among many corners, pairs of a shipped table, and what a base sees of it."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import shapely
from shapely import affinity

from benchmarks.measure import Figure, median_and_95, median_ms, times_ms
from fairground.core import base_fan, load
from fairground.core.sight.bases.discs import Disc
from fairground.core.sight.bases.free_line import free_line
from fairground.core.sight.bases.obstacles import walls_of
from fairground.core.sight.bases.verdict import BaseVerdicts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.sight.bases.obstacles import Walls

ABBEY = Path(__file__).parents[1] / "scenarios" / "broken-abbey.yaml"
#: Corners of obstacles about the lines between two bases, all of them between the bases; and the distance of these.
CORNERS, APART = 200, 24.0
#: Radii of the bases in inches: those of 32 mm and of 60 mm.
RADII = (0.63, 1.18)
BUDGET_MS = 5
TABLES = 100


def figures() -> Iterator[Figure]:
    """Yield the figures."""
    for radius in RADII:
        tables = [_crowded(seed, radius) for seed in range(TABLES)]
        pair = Disc(0, 0, radius), Disc(APART, 0, radius)

        def decide(walls: Walls, pair: tuple[Disc, Disc] = pair) -> None:
            free_line(*pair, walls)

        times_ms(decide, tables[:10])
        name = f"a pair of {2 * radius:g} inches, {CORNERS} corners between"
        yield from median_and_95(name, times_ms(decide, tables), BUDGET_MS)
    scenario = load(ABBEY)
    verdicts = BaseVerdicts(scenario)
    pairs = [*permutations([it.id for it in scenario.units], 2)]

    def judge(pair: tuple[str, str]) -> None:
        verdicts.sight(*pair)

    times_ms(judge, pairs)
    yield from median_and_95("one sight with reasons, broken-abbey", times_ms(judge, pairs), BUDGET_MS)
    origin = scenario.units[0].id
    yield Figure(
        "area that a base sees, broken-abbey", median_ms(lambda: base_fan(scenario, origin).region), None
    )
    yield Figure(
        "hexes that a base sees, broken-abbey", median_ms(lambda: base_fan(scenario, origin).visible), None
    )


def _crowded(seed: int, radius: float) -> Walls:
    """Return the walls of boxes strewn between two bases, with about so many corners in all."""
    rng = random.Random(seed)
    boxes: list[shapely.Polygon] = []
    while 4 * len(boxes) < CORNERS:
        x, y = rng.uniform(radius + 0.5, APART - radius - 0.5), rng.uniform(-radius, radius)
        size = rng.uniform(0.1, 0.5) * radius
        boxes.append(affinity.rotate(shapely.box(x, y, x + size / 2, y + size), rng.uniform(0, 90)))
    return walls_of(boxes)
