"""Paths, reach, territory and chokepoints over a board: what is drawn where, and what the legend says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from shapely import LineString, Point, Polygon

from fairground.core import chokepoints, mover, path, reach, territory
from fairground.core.errors import GridError, ScenarioError
from fairground.core.grid.layout import Layout
from fairground.core.pictures import PictureOptions, draw_board, to_png
from fairground.core.pictures.colours import SIDE_COLOURS, luminance, mix
from fairground.core.pictures.display_list import Circle, Group, PathShape, Text
from fairground.core.pictures.display_list import Polygon as Shape
from fairground.core.pictures.reach_drawing import shade
from fairground.core.scenario.parts import Side, Unit, Zone
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.text.wording import hex_count
from tests.core.pictures.drawn import flat, items, middle, words

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from fairground.core.pictures.display_list import Item, Picture
    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import MakeScenario, Pixels

#: Two rooms and a gap of one hex between them.
ROOMS = ("...#...", "...#...", ".......", "...#...", "...#...")


def groups(found: list[Item], key: str) -> dict[str, Group]:
    """Return the groups that carry a name, by its value."""
    return {dict(it.data)[key]: it for it in found if isinstance(it, Group) and key in dict(it.data)}


def texts(found: list[Item]) -> list[str]:
    return [it.text for it in flat(found) if isinstance(it, Text)]


def area(found: PathShape) -> BaseGeometry:
    """Return what a path of several rings encloses, by even and odd."""
    shape: BaseGeometry = Polygon()
    ring: list[tuple[float, ...]] = []
    for letter, numbers in found.commands:
        if letter == "Z":
            shape = shape.symmetric_difference(Polygon(ring))
        else:
            ring = [*([] if letter == "M" else ring), numbers]
    return shape


def areas(picture: Picture, layer_id: str, key: str) -> dict[str, BaseGeometry]:
    return {
        dict(it.data)[key]: area(it)
        for it in items(picture, layer_id)
        if isinstance(it, PathShape) and key in dict(it.data)
    }


@pytest.fixture
def rooms(make_scenario: MakeScenario) -> Scenario:
    """Two rooms with a zone in each."""
    scenario = make_scenario(ROOMS)
    scenario.sides = [Side("p1", "Player 1"), Side("p2", "Player 2")]
    scenario.zones = [
        Zone("west", "p1", parse_shape("columns 1")),
        Zone("east", "p2", parse_shape("columns 7"), name="The East"),
    ]
    return scenario


# -- paths ------------------------------------------------------------------------------------------------------


def test_a_path_runs_from_middle_to_middle_with_its_points_and_turns(rooms: Scenario) -> None:
    who = mover(rooms, "heavy")
    picture = draw_board(rooms, PictureOptions(path=("A1", "G1"), mover=who))
    found = path(rooms, "A1", "G1", mover=who)
    assert found.turns
    assert found.turns > 1
    board = rooms.board
    through = [middle(picture, rooms, board.label(at)) for at in found.hexes]
    drawn = [
        LineString([numbers for _, numbers in it.commands])
        for it in items(picture, "path")
        if isinstance(it, PathShape) and len(it.commands) == len(through)
    ]
    assert any(it.equals_exact(LineString(through), 1e-9) for it in drawn)
    costs: list[Item] = [
        it for it in items(picture, "path") if isinstance(it, Group) and "cost" in dict(it.data)
    ]
    moved = [it for before, it in zip(found.steps, found.steps[1:], strict=False) if it.hex != before.hex]
    assert texts(costs) == [str(it.cost) for it in moved]
    stops = groups(items(picture, "path"), "turn")
    assert list(stops) == [str(turn) for turn in range(1, found.turns + 1)]
    assert dict(stops[str(found.turns)].data)["label"] == "G1"
    said = f"A1 to G1: {found.cost} points, {found.turns} turns"
    assert said in words(picture)
    assert who.title in words(picture)


def test_a_disc_of_points_lies_on_the_hexside_crossed(rooms: Scenario) -> None:
    picture = draw_board(rooms, PictureOptions(path=("A1", "B1")))
    (cost,) = groups(items(picture, "path"), "cost").values()
    (disc,) = [it for it in cost.items if isinstance(it, Circle)]
    (ax, ay), (bx, by) = middle(picture, rooms, "A1"), middle(picture, rooms, "B1")
    assert (disc.x, disc.y) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


def test_p1_18_a_wedge_says_where_the_unit_looks(rooms: Scenario) -> None:
    options = PictureOptions(path=("A1", "C1"), mover=mover(rooms, "scout"), facing=2, end_facing=5)
    picture = draw_board(rooms, options)
    (last,) = groups(items(picture, "path"), "turn").values()
    (tip,) = [it for it in last.items if isinstance(it, Shape)]
    x, y = middle(picture, rooms, "C1")
    # Facing 5 of a pointy-top board is W: the tip is the corner farthest from the middle.
    far = max(tip.points, key=lambda it: Point(x, y).distance(Point(it)))
    assert far[0] < x
    assert far[1] == pytest.approx(y)
    assert "with its number; the tip shows the facing" in words(picture)


def test_p2_16_turning_in_place_adds_no_mark(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("........",) * 4, Layout.ODD_Q, ruleset="penance-2.0")
    options = PictureOptions(path=("A1", "G4"), mover=mover(scenario, "heavy"), facing=4, end_facing=1)
    picture = draw_board(scenario, options)
    found = path(scenario, "A1", "G4", mover=options.mover, facing=4, end_facing=1)
    assert len(found.steps) > len(found.hexes)
    marked = [
        dict(it.data)["label"]
        for it in items(picture, "path")
        if isinstance(it, Group) and "label" in dict(it.data)
    ]
    assert marked == [scenario.board.label(at) for at in found.hexes[1:]]


def test_p1_15_damage_on_the_way_is_told(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("..L..",), kinds={".": "clear", "L": "lava"})
    picture = draw_board(scenario, PictureOptions(path=("A1", "C1"), mover=mover(scenario, "scout")))
    assert "Scout, walk; 1 damage along the way" in words(picture)


def test_a_path_goes_around_what_harms_where_that_is_asked_for(make_scenario: MakeScenario) -> None:
    rows = ("..L..", ".....")
    scenario = make_scenario(rows, ruleset="penance-2.0", kinds={".": "clear", "L": "lava"})
    who = mover(scenario, "assault")
    drawn = []
    for avoid in (False, True):
        options = PictureOptions(path=("A1", "E1"), mover=who, avoid_danger=avoid)
        found = path(scenario, "A1", "E1", mover=who, avoid_danger=avoid)
        stops = groups(items(draw_board(scenario, options), "path"), "turn")
        assert [dict(it.data)["label"] for it in stops.values()][-1] == "E1"
        assert len(stops) == found.turns
        drawn.append({dict(it.data)["label"] for it in stops.values()})
    assert "C1" not in drawn[1]


def test_without_a_way_the_end_is_crossed_out_and_the_legend_says_why(make_scenario: MakeScenario) -> None:
    scenario = make_scenario((".#.", ".#.", ".#."))
    picture = draw_board(scenario, PictureOptions(path=("A1", "C1")))
    drawn = items(picture, "path")
    assert not groups(drawn, "turn")
    x, y = middle(picture, scenario, "C1")
    circles = [it for it in drawn if isinstance(it, Circle) and (it.x, it.y) == pytest.approx((x, y))]
    assert circles
    assert "A1 to C1: no route" in words(picture)
    found = path(scenario, "A1", "C1")
    assert found.obstacle in words(picture)


def test_the_path_of_a_hex_to_itself_is_drawn(rooms: Scenario) -> None:
    picture = draw_board(rooms, PictureOptions(path=("A1", "A1")))
    assert "A1 to A1: 0 points, 0 turns" in words(picture)
    assert not groups(items(picture, "path"), "turn")


# -- reach ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
def test_each_turn_has_its_tint_and_every_hex_its_number(make_scenario: MakeScenario, layout: Layout) -> None:
    scenario = make_scenario(ROOMS, layout)
    who = mover(scenario, "assault")
    picture = draw_board(scenario, PictureOptions(reach="A3", turns=3, mover=who))
    found = reach(scenario, "A3", 3, mover=who)
    tinted = areas(picture, "reach", "reach")
    assert set(tinted) == {"none", "1", "2", "3"}
    for at in scenario.board.hexes():
        turn = int(found.turns[scenario.board.cell(at)])
        point = Point(middle(picture, scenario, scenario.board.label(at)))
        inside = {name for name, shape in tinted.items() if shape.contains(point)}
        assert inside == ({"none"} if turn < 0 else {str(turn)} if turn else set())
    numbers = texts(items(picture, "reach-numbers"))
    assert sorted(numbers) == sorted(str(it) for it in found.turns[found.turns > 0].tolist())
    assert f"not reached in 3 turns: {int((found.turns < 0).sum())} hexes" in words(picture)


def test_the_reach_of_a_zone_rings_all_of_its_hexes(rooms: Scenario) -> None:
    picture = draw_board(rooms, PictureOptions(reach="east", turns=1))
    rings = {
        (round(it.x, 6), round(it.y, 6)) for it in items(picture, "reach-numbers") if isinstance(it, Circle)
    }
    hexes = [middle(picture, rooms, f"G{row}") for row in range(1, 6)]
    assert rings == {(round(x, 6), round(y, 6)) for x, y in hexes}
    assert "REACH FROM THE EAST" in words(picture)


def test_numbers_give_way_to_units(rooms: Scenario) -> None:
    rooms.units = [Unit("scout-1", "p1", "scout", rooms.board.parse("B2"))]
    picture = draw_board(rooms, PictureOptions(reach="A1", turns=1, mover=mover(rooms, "scout")))
    x, y = middle(picture, rooms, "B2")
    numbers = [it for it in items(picture, "reach-numbers") if isinstance(it, Text)]
    assert all(np.hypot(it.x - x, it.y - y) > 3 for it in numbers)


def test_later_turns_are_lighter() -> None:
    shades = [luminance(shade(turn)) for turn in range(1, 6)]
    assert shades == sorted(set(shades))
    assert shade(5) == shade(99)


# -- territory --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("in_turns", [False, True])
def test_territories_have_colour_and_hatch_of_their_sides(rooms: Scenario, in_turns: bool) -> None:  # noqa: FBT001  # a parameter
    who = mover(rooms, "heavy")
    picture = draw_board(rooms, PictureOptions(territory=True, in_turns=in_turns, mover=who))
    found = territory(rooms, mover=who, in_turns=in_turns)
    drawn = areas(picture, "territory", "territory")
    assert set(drawn) == {"west", "east", "tie"}
    for at in rooms.board.hexes():
        owner = int(found.owner[rooms.board.cell(at)])
        point = Point(middle(picture, rooms, rooms.board.label(at)))
        inside = {name for name, shape in drawn.items() if shape.contains(point)}
        assert inside == ({("west", "east")[owner]} if owner >= 0 else {"tie"} if owner == -2 else set())
    paths = [it for it in items(picture, "territory") if isinstance(it, PathShape)]
    assert {it.fill for it in paths} >= set(SIDE_COLOURS[:2])
    assert {it.hatch for it in paths} >= {"hatch-side-1", "hatch-side-2", "hatch-tie"}
    assert f"The East: {found.counts()['east']} hexes" in words(picture)
    assert f"tie: {hex_count(found.ties)}" in words(picture)
    numbers = texts(items(picture, "territory-marks"))
    # A zone's own hexes are there in turn 0, and have no number.
    assert len(numbers) == (sum(found.counts().values()) - 10 if in_turns else 0)


def test_every_tie_has_its_sign(rooms: Scenario) -> None:
    picture = draw_board(rooms, PictureOptions(territory=True))
    found = territory(rooms)
    signs = [it for it in items(picture, "territory-marks") if isinstance(it, PathShape)]
    # On a margin of paper.
    assert len(signs) == 2 * found.ties


# -- chokepoints ------------------------------------------------------------------------------------------------


def test_a_cut_is_a_chain_with_its_width(rooms: Scenario) -> None:
    picture = draw_board(rooms, PictureOptions(chokepoints=True))
    found = chokepoints(rooms)
    assert [cut.width for cut in found.cuts] == [1]
    cuts = groups(items(picture, "chokepoints"), "cut")
    # The one nearest each zone.
    assert list(cuts) == ["D3", "E3"]
    for label, group in cuts.items():
        for it in group.items:
            assert isinstance(it, Shape)
            at = Point(middle(picture, rooms, label))
            assert Polygon(it.points).centroid.distance(at) < 1e-6
    assert "Player 1's zone and The East: closed…" in words(picture)


def test_what_holds_the_board_together_is_ringed_twice(rooms: Scenario) -> None:
    picture = draw_board(rooms, PictureOptions(chokepoints=True))
    found = chokepoints(rooms)
    rings = groups(items(picture, "chokepoints"), "articulation")
    assert set(rings) == {rooms.board.label(it) for it in rooms.board.hexes_of(found.articulation)}
    assert "D3" in rings
    radii = {it.radius for it in rings["D3"].items if isinstance(it, Circle)}
    assert len(radii) == 2


def test_passages_are_outlined_with_a_broken_line_and_their_width(rooms: Scenario) -> None:
    picture = draw_board(rooms, PictureOptions(chokepoints=True))
    found = chokepoints(rooms)
    drawn = [
        it for it in items(picture, "chokepoints") if isinstance(it, Group) and "passage" in dict(it.data)
    ]
    assert [dict(it.data)["passage"] for it in drawn] == [str(it.width) for it in found.narrow]
    for passage, group in zip(found.narrow, drawn, strict=True):
        (broken,) = [it for it in group.items if isinstance(it, PathShape) and it.dash]
        for at in passage.hexes:
            point = Point(middle(picture, rooms, rooms.board.label(at)))
            assert area(broken).contains(point)


def test_traffic_is_deeper_where_more_ways_lead(rooms: Scenario) -> None:
    picture = draw_board(rooms, PictureOptions(chokepoints=True))
    tints = {
        tuple(round(v, 6) for v in it.points[0]): it.opacity
        for it in items(picture, "traffic")
        if isinstance(it, Shape)
    }
    found = chokepoints(rooms)
    assert found.traffic[2, 3] == found.traffic.max()
    assert tints
    most = max(tints.values())
    x, y = middle(picture, rooms, "D3")
    gap = next(
        it
        for it in items(picture, "traffic")
        if isinstance(it, Shape) and Polygon(it.points).contains(Point(x, y))
    )
    assert gap.opacity == most
    assert "traffic: up to 100%" in words(picture)


def test_zones_that_touch_cannot_be_cut_off(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("....",) * 3)
    scenario.zones = [Zone("a", "", parse_shape("columns 1-2")), Zone("b", "", parse_shape("columns 3-4"))]
    picture = draw_board(scenario, PictureOptions(chokepoints=True, between=("a", "b")))
    assert "a and b: touching, cannot be cut off" in words(picture)
    assert not groups(items(picture, "chokepoints"), "cut")


def test_zones_without_a_way_between_them_are_told_apart(make_scenario: MakeScenario) -> None:
    scenario = make_scenario((".#.", ".#.", ".#."))
    scenario.zones = [Zone("a", "", parse_shape("columns 1")), Zone("b", "", parse_shape("columns 3"))]
    picture = draw_board(scenario, PictureOptions(chokepoints=True, between=("a", "b")))
    assert "a and b: no route" in words(picture)


def test_a_board_without_narrow_places_says_so(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("....",) * 4)
    picture = draw_board(scenario, PictureOptions(chokepoints=True))
    assert "no chokepoints" in words(picture)


# -- all of them ------------------------------------------------------------------------------------------------

LAYERS = {
    "path",
    "path-hexes",
    "reach",
    "reach-numbers",
    "territory",
    "territory-marks",
    "traffic",
    "chokepoints",
}


def test_without_being_asked_for_nothing_is_drawn(rooms: Scenario) -> None:
    assert not LAYERS & {layer.id for layer in draw_board(rooms).layers}


@pytest.mark.long
def test_they_are_drawn_together_in_grey_and_as_pixels(rooms: Scenario, pixels: Pixels) -> None:
    options = PictureOptions(
        path=("A1", "G1"), reach="A1", territory=True, in_turns=True, chokepoints=True, grey=True, hex_size=4
    )
    picture = draw_board(rooms, options)
    assert {layer.id for layer in picture.layers} >= LAYERS
    shown = pixels(to_png(picture, dpi=60))
    assert np.ptp(shown[..., :3].astype(int), axis=-1).max() == 0


def test_territories_differ_in_grey_by_their_hatches(rooms: Scenario) -> None:
    hatches = draw_board(rooms, PictureOptions(territory=True)).hatches
    one, other = hatches["hatch-side-1"], hatches["hatch-side-2"]
    assert (one.mark, one.angle) != (other.mark, other.angle)
    assert mix(one.colour, other.colour, 0.5) != one.colour


def test_what_the_scenario_does_not_have_is_refused(rooms: Scenario) -> None:
    with pytest.raises(ScenarioError, match="H1 is off the board"):
        draw_board(rooms, PictureOptions(path=("A1", "H1")))
    with pytest.raises(GridError, match="Did you mean 'A1'"):
        draw_board(rooms, PictureOptions(reach="a1"))
    with pytest.raises(ScenarioError, match="Did you mean 'west'"):
        draw_board(rooms, PictureOptions(territory=True, between=("wst", "east")))
    with pytest.raises(ScenarioError, match="Did you mean 'east'"):
        draw_board(rooms, PictureOptions(chokepoints=True, between=("west", "eat")))
