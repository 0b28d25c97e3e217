from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, union_all

from fairground.core.grid.layout import Layout
from fairground.core.pictures import PictureOptions, draw_board
from fairground.core.pictures.colours import SIDE_COLOURS
from fairground.core.pictures.display_list import PathShape
from fairground.core.pictures.plan import BoardPlan
from fairground.core.scenario.parts import Side, Zone, ZoneKind
from fairground.core.scenario.shapes import painted
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Picture
    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import MakeScenario

BARE = PictureOptions(title=False, legend=False, margin=0)


def outlines(picture: Picture, colour: str) -> list[PathShape]:
    layer = picture.layer("zone-outlines")
    return [i for i in layer.items if isinstance(i, PathShape) and i.stroke == colour] if layer else []


def closed_line(path: PathShape) -> LineString:
    points = [values for letter, values in path.commands if letter != "Z"]
    return LineString([*points, points[0]])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(layout=st.sampled_from(Layout), seed=st.integers(0, 999), share=st.floats(0.1, 0.9))
def test_outlines_lie_inside_the_border(
    make_scenario: MakeScenario, layout: Layout, seed: int, share: float
) -> None:
    scenario = make_scenario(("......",) * 5, layout)
    mask = np.random.default_rng(seed).random((5, 6)) < share
    scenario.sides = [Side("p1"), Side("p2")]
    scenario.zones = [Zone("a", "p1", painted(mask)), Zone("b", "p2", painted(~mask))]
    picture = draw_board(scenario, BARE)
    plan = BoardPlan(scenario.board, size=11)
    for index, hexes in enumerate((mask, ~mask)):
        area = union_all(
            [Polygon(plan.outline(p)).buffer(1e-7) for p in plan.places if hexes[p.row, p.column]]
        )
        drawn = outlines(picture, SIDE_COLOURS[index])
        assert bool(drawn) == hexes.any()
        for path in drawn:
            stroke = closed_line(path).buffer(path.width / 2, join_style="mitre")
            assert area.contains(stroke)


def test_zones_that_share_hexes_have_outlines_apart(arena: Scenario) -> None:
    arena.zones = [Zone("a", "p1", parse_shape("rows 1-2")), Zone("b", "p2", parse_shape("rows 1-2"))]
    picture = draw_board(arena)
    (one,), (other,) = (outlines(picture, colour) for colour in SIDE_COLOURS[:2])
    assert closed_line(one).distance(closed_line(other)) > (one.width + other.width) / 2


def test_hatches_differ_between_sides_by_more_than_colour(arena: Scenario) -> None:
    arena.sides = [Side(f"p{i}") for i in range(12)]
    arena.zones = [Zone(f"z{i}", f"p{i}", parse_shape("D4")) for i in range(12)]
    hatches = draw_board(arena).hatches
    assert len(hatches) == 12
    first = [hatches[f"hatch-side-{i + 1}"] for i in range(6)]
    for one, other in combinations(first, 2):
        assert (one.mark, one.angle) != (other.mark, other.angle)
    assert len({(hatch.colour, hatch.mark, hatch.angle) for hatch in hatches.values()}) == 12


def test_the_kind_of_a_zone_shows_in_its_outline(arena: Scenario) -> None:
    dashes = set()
    for kind in ZoneKind:
        arena.zones = [Zone("a", "p1", parse_shape("rows 1-2"), kind)]
        (path,) = outlines(draw_board(arena), SIDE_COLOURS[0])
        dashes.add(path.dash)
    assert len(dashes) == len(ZoneKind)


def test_a_hatch_covers_the_zone_and_not_its_hole(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("...", "...", "..."), Layout.ODD_Q)
    scenario.sides = [Side("p1")]
    scenario.zones = [Zone("a", "p1", parse_shape("all - B2"))]
    picture = draw_board(scenario, BARE)
    layer = picture.layer("zones")
    assert layer is not None
    (hatch,) = layer.items
    assert isinstance(hatch, PathShape)
    assert hatch.hatch == "hatch-side-1"
    rings: list[list[tuple[float, ...]]] = []
    for letter, values in hatch.commands:
        if letter == "M":
            rings.append([])
        if letter != "Z":
            rings[-1].append(values)
    outer, hole = sorted((Polygon(ring) for ring in rings), key=lambda ring: -ring.area)
    assert outer.exterior.is_ccw != hole.exterior.is_ccw
    assert outer.area == pytest.approx(hole.area * 9)


def test_a_zone_of_nobody_and_one_off_the_board(arena: Scenario) -> None:
    arena.zones = [
        Zone("quarry", "", parse_shape("within 1 of D4"), ZoneKind.AREA, "Quarry"),
        Zone("nowhere", "p1", parse_shape("rows 90-99")),
    ]
    picture = draw_board(arena)
    assert list(picture.hatches) == ["hatch-area", "hatch-side-1", "hatch-side-2"]
    layer = picture.layer("zones")
    assert layer is not None
    assert len(layer.items) == 1
