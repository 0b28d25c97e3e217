from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.hexes import neighbour
from fairground.core.grid.layout import Layout
from fairground.core.pictures import draw_board
from fairground.core.pictures.display_list import Group, PathShape, Polygon, Text
from fairground.core.pictures.looks import class_codes
from fairground.core.scenario.parts import Objective, ObjectiveKind, Shield, Side, Unit
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Picture
    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import MakeScenario


def drawn_unit(
    make_scenario: MakeScenario, layout: Layout, facing: int, shield: Shield
) -> tuple[Scenario, Picture, Group]:
    scenario = make_scenario(layout=layout)
    scenario.sides = [Side("p1")]
    scenario.units = [Unit("u", "p1", "scout", scenario.board.parse("D4"), facing, shield)]
    picture = draw_board(scenario)
    layer = picture.layer("units")
    assert layer is not None
    (group,) = layer.items
    assert isinstance(group, Group)
    return scenario, picture, group


def heading(scenario: Scenario, facing: int) -> float:
    """The angle from D4 to the neighbour that the facing looks at, worked out from the two centres."""
    layout = scenario.board.layout
    at = scenario.board.parse("D4")
    (ax, ay), (bx, by) = (layout.centre(h) for h in (at, neighbour(at, layout.facing_direction(facing))))
    return math.atan2(by - ay, bx - ax)


def turn(angle: float, base: float) -> float:
    """The angle from ``base`` to ``angle`` in degrees, -180 to 180."""
    return (math.degrees(angle - base) + 180) % 360 - 180


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("facing", range(1, 7))
def test_p2_11_the_wedge_points_in_the_facing_direction(
    make_scenario: MakeScenario, layout: Layout, facing: int
) -> None:
    scenario, picture, group = drawn_unit(make_scenario, layout, facing, Shield.NONE)
    wedge = next(item for item in group.items if isinstance(item, Polygon))
    x, y = layout.centre(scenario.board.parse("D4"), size=11)
    middle = (x + picture.origin[0], y + picture.origin[1])
    tip = max(wedge.points, key=lambda point: math.dist(point, middle))
    angle = math.atan2(tip[1] - middle[1], tip[0] - middle[0])
    assert turn(angle, heading(scenario, facing)) == pytest.approx(0, abs=1e-6)
    if layout is Layout.ODD_Q and facing == 1:
        assert tip[1] < middle[1]
        assert tip[0] == pytest.approx(middle[0])


@pytest.mark.parametrize("layout", [Layout.ODD_Q, Layout.EVEN_R])
@pytest.mark.parametrize("facing", [1, 2, 5])
@pytest.mark.parametrize(
    ("shield", "sides"), [(Shield.LEFT, (-90, 30)), (Shield.RIGHT, (-30, 90)), (Shield.NONE, None)]
)
def test_p2_13_and_p2_14_the_arc_covers_the_sides_of_the_shield(
    make_scenario: MakeScenario,
    layout: Layout,
    facing: int,
    shield: Shield,
    sides: tuple[int, int] | None,
) -> None:
    """Left: sides 6 and 1 (C-7); right: sides 1 and 2; each side is 60 degrees around its direction."""
    scenario, picture, group = drawn_unit(make_scenario, layout, facing, shield)
    arcs = [item for item in group.items if isinstance(item, PathShape)]
    assert bool(arcs) == (sides is not None)
    x, y = layout.centre(scenario.board.parse("D4"), size=11)
    for path in arcs:
        ends = [path.commands[0][1], path.commands[-1][1][-2:]]
        angles = [math.atan2(b - y - picture.origin[1], a - x - picture.origin[0]) for a, b in ends]
        assert [turn(angle, heading(scenario, facing)) for angle in angles] == pytest.approx(
            list(sides or ())
        )
        radii = {
            round(math.dist(v[-2:], (x + picture.origin[0], y + picture.origin[1])), 6)
            for _, v in path.commands
        }
        assert len(radii) == 1


def test_units_carry_their_data_and_class_code(arena: Scenario) -> None:
    layer = draw_board(arena).layer("units")
    assert layer is not None
    group = layer.items[0]
    assert isinstance(group, Group)
    assert dict(group.data) == {
        "unit": "scout-1",
        "side": "p1",
        "class": "scout",
        "facing": "4",
        "shield": "left",
    }
    assert [item.text for item in group.items if isinstance(item, Text)] == ["SC"]


def test_units_of_one_hex_do_not_hide_each_other(arena: Scenario) -> None:
    at = arena.board.parse("D4")
    arena.units = [Unit(f"u{i}", "p1", "scout", at) for i in range(3)]
    layer = draw_board(arena).layer("units")
    assert layer is not None
    places = {(t.x, t.y) for g in layer.items if isinstance(g, Group) for t in g.items if isinstance(t, Text)}
    assert len(places) == 3


def test_the_sides_of_units_differ_by_mark_as_well_as_colour(arena: Scenario) -> None:
    arena.sides = [Side(f"p{i}") for i in range(6)]
    arena.units = [Unit(f"u{i}", f"p{i}", "scout", arena.board.parse(f"{'ABCDEF'[i]}4")) for i in range(6)]
    layer = draw_board(arena).layer("units")
    assert layer is not None
    marks = [group.items[-1] for group in layer.items if isinstance(group, Group)]
    shapes = set()
    for mark in marks:
        points = mark.points if isinstance(mark, Polygon) else ()
        x, y = (sum(p[k] for p in points) / max(len(points), 1) for k in (0, 1))
        shapes.add(tuple((round(a - x, 3), round(b - y, 3)) for a, b in points))
    assert len(shapes) == 6


def test_class_codes_are_short_and_differ() -> None:
    codes = class_codes(["scout", "scavenger", "heavy-tank", "assault", "???", "scout"])
    assert codes["heavy-tank"] == "HT"
    assert len(set(codes.values())) == len(codes) == 5
    assert all(1 <= len(code) <= 3 for code in codes.values())


def test_objectives_ring_every_hex_and_say_their_points_once(arena: Scenario) -> None:
    arena.objectives = [
        Objective("gates", parse_shape("C4, D4, E4"), points=5, name="The gates"),
        Objective("out", parse_shape("A7"), points=10, kind=ObjectiveKind.EXIT, side="p1"),
    ]
    picture = draw_board(arena)
    layer, points = picture.layer("objectives"), picture.layer("points")
    assert layer is not None
    assert points is not None
    gates, out = (group for group in layer.items if isinstance(group, Group))
    radius = max(getattr(item, "radius", 0) for item in gates.items)
    rings = [item for item in gates.items if getattr(item, "radius", 0) == radius]
    assert len({(item.x, item.y) for item in rings if not isinstance(item, (Group, PathShape, Polygon))}) == 3
    said = [[i.text for i in g.items if isinstance(i, Text)] for g in points.items if isinstance(g, Group)]
    assert said == [["5"], ["10"]]
    names = picture.layer("names")
    assert names is not None
    assert "The gates" in [it.text for it in names.items if isinstance(it, Text)]
    assert all(
        item.dash for item in out.items if getattr(item, "radius", 0) == radius and hasattr(item, "dash")
    )
