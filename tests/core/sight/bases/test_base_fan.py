"""What a base sees of the table: the area against single lines, and the hexes against single verdicts (BV-01, BV-10)."""

from __future__ import annotations

import json
import math
import random

import pytest
import shapely
from jsonschema import Draft202012Validator

import fairground.core
from fairground.core import base_fan, load
from fairground.core.cli.commands.schema import schema_text
from fairground.core.errors import UsageError
from fairground.core.sight.bases.base_positions import edge_to_edge, placed
from fairground.core.sight.bases.discs import Disc
from fairground.core.sight.bases.fan import BaseFan
from fairground.core.sight.bases.free_line import free_line, seen_region
from fairground.core.sight.bases.obstacles import walls_of
from fairground.core.sight.bases.verdict import BaseVerdicts
from tests.core.sight.bases.scenes import random_scene

ABBEY = "scenarios/broken-abbey.yaml"


@pytest.mark.parametrize("seed", range(6))
def test_bv_01_a_point_is_in_the_area_when_a_line_to_it_is_free(seed: int) -> None:
    scene = random_scene(seed)
    solid = shapely.union_all(scene.obstacles)
    ground = shapely.box(-3, -8, 23, 8).difference(solid)
    region = seen_region(scene.first, scene.walls, ground)
    assert region.is_valid
    rng = random.Random(seed)  # noqa: S311
    walls, edge = scene.walls, region.boundary
    looked_at = 0
    for _ in range(60):
        x, y = rng.uniform(-3, 23), rng.uniform(-8, 8)
        at = shapely.Point(x, y)
        # The edge of the disc is drawn with corners.
        on_rim = abs(math.hypot(x - scene.first.x, y - scene.first.y) - scene.first.radius) < 0.01
        if solid.distance(at) < 1e-6 or edge.distance(at) < 1e-6 or on_rim:
            continue
        looked_at += 1
        assert region.contains(at) == (free_line(scene.first, Disc(x, y, 0), walls) is not None)
    assert looked_at > 10


def test_bv_01_the_shadow_of_a_wall_ends_where_both_edges_of_the_base_see_past_it() -> None:
    ground = shapely.box(-3, -6, 20, 6).difference(wall := shapely.box(4, -0.5, 4.5, 0.5))
    region = seen_region(Disc(0, 0, 1), walls_of([wall]), ground)
    shadow = ground.difference(region)
    # The tangents over the far corners of the wall, at (4.5, 0.5) and (4.5, -0.5), meet behind it.
    far = max(x for x, _ in shapely.get_coordinates(shadow))
    slope = math.tan(math.asin(1 / math.hypot(4.5, 0.5)) - math.atan2(0.5, 4.5))
    assert far == pytest.approx(4.5 + 0.5 / slope, abs=1e-3)
    assert seen_region(Disc(0, 0, 0), walls_of([wall]), ground).area < region.area


def test_an_empty_table_is_seen_all_over() -> None:
    ground = shapely.box(0, 0, 10, 10)
    assert seen_region(Disc(5, 5, 1), walls_of([]), ground).area == pytest.approx(100)
    assert seen_region(Disc(5, 5, 0), walls_of([]), ground).area == pytest.approx(100)


def test_bv_10_the_fan_marks_the_hexes_that_single_verdicts_see() -> None:
    scenario = load(ABBEY)
    verdicts = BaseVerdicts(scenario)
    board = scenario.board
    hexes = random.Random(3).sample(list(board.hexes()), 60)  # noqa: S311
    for who in ("west-guard-1", "N1"):
        found = base_fan(scenario, who)
        assert (found.visible ^ found.blocked).all()
        for at in hexes:
            assert bool(found.visible[board.cell(at)]) == verdicts.sight(who, at).clear


def test_a_range_is_in_inches_from_edge_to_edge() -> None:
    scenario = load(ABBEY)
    found = base_fan(scenario, "west-guard-1", range=6)
    origin = placed(scenario, "west-guard-1").base
    for at in scenario.board.hexes():
        near = edge_to_edge(origin, placed(scenario, at).base) <= 6
        cell = scenario.board.cell(at)
        assert bool(found.visible[cell] or found.blocked[cell]) == near
    with pytest.raises(UsageError, match="not -1"):
        base_fan(scenario, "west-guard-1", range=-1)


def test_the_public_fan_is_that_of_bases_and_keeps_to_its_schema() -> None:
    scenario = load(ABBEY)
    found = fairground.core.fan(scenario, "A1", range=4)
    assert isinstance(found, BaseFan)
    told = json.loads(json.dumps(found.to_json()))
    Draft202012Validator(json.loads(schema_text("base-fan"))).validate(
        {"schema": "fairground/base-fan/1", **told}
    )
    rings = [ring for area in told["region"] for ring in area]
    assert all(ring[0] == ring[-1] for ring in rings)
    areas = [shapely.Polygon(area[0], area[1:]) for area in told["region"]]
    assert sum(it.area for it in areas) == pytest.approx(found.region.area)
