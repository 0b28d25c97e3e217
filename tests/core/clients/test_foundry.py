from __future__ import annotations

import io
import json
import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
import shapely
from PIL import Image

from fairground.core.clients import load_format
from fairground.core.clients.board_image import pixel_frame
from fairground.core.clients.format import export_settings
from fairground.core.files import read_bytes
from fairground.core.grid.hexsides import corners
from fairground.core.grid.layout import Layout
from fairground.core.grid.polygons import hexes_to_region
from fairground.core.scenario.decorations import Decoration, DecorationLayer
from tests.core.clients.blocked_boards import blocked_board, open_pairs
from tests.core.clients.foundry_checker import faults, hex_centre
from tests.core.clients.rays import Walls
from tests.core.clients.table_sight import compared

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapely.geometry.base import BaseGeometry

    from fairground.core.clients import Export
    from fairground.core.scenario.document import Scenario

SMALL = {"pixels": "20"}
TEXT = """\
format: fairground/1
name: Both
ruleset: penance-2.0
weather: rain
board:
  layout: {layout}
  size: [6, 5]
  palette: {{'.': clear, '#': wall, '-': void}}
  terrain: |
    ......
    .#..-.
    .##...
    ......
    ......
  elevation: |
    ......
    ....33
    .....2
    222...
    2.2...
sides:
  - {{id: a, name: Ants, team: north}}
  - {{id: b, name: Bees}}
zones:
  - {{id: a-start, side: a, hexes: "rows 1-5 & columns 1-5 - C3"}}
  - {{id: off, side: b, kind: exit, hexes: [E2]}}
objectives:
  - {{id: top, name: Mill, hexes: [D4, E4], points: 1, hold: 2, side: b}}
units:
  - {{id: one, side: a, class: scout, hex: A1, facing: 1, shield: right}}
  - {{id: two, side: b, name: Queen, class: scout, hex: F3, facing: 3}}
"""


def both(layout: Layout = Layout.ODD_Q) -> Scenario:
    reading = read_bytes(TEXT.format(layout=layout.value).encode())
    assert reading.scenario is not None, reading.findings
    return reading.scenario


def made(scenario: Scenario, **said: str) -> Export:
    target = load_format("foundry")
    assert target.write is not None
    return target.write(scenario, export_settings(target.options, SMALL | said, "My table"))


def exported(scenario: Scenario, **said: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(made(scenario, **said).content)
    return found


@pytest.mark.parametrize("version", [13, 14])
@pytest.mark.parametrize("layout", list(Layout))
def test_the_models_take_a_scene_and_know_all_of_it(layout: Layout, version: int) -> None:
    scene = exported(both(layout), version=str(version))
    assert faults(scene, version) == []
    assert all(scene[name] for name in ("walls", "regions", "tokens"))


def test_one_version_does_not_take_the_scene_of_the_other() -> None:
    assert faults(exported(both(), version="13"), 14)
    assert faults(exported(both(), version="14"), 13)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda it: it.pop("fog"), "scene has no fog"),
        (lambda it: it.update(surprise=1), "scene has surprise, which there is not"),
        (lambda it: it["grid"].update(type=1), "scene.grid cannot be"),
        (lambda it: it["grid"].update(size=19.5), "scene.grid cannot be"),
        (lambda it: it.update(padding=0.25), "scene.padding cannot be 0.25"),
        (lambda it: it["walls"][0].update(c=[1, 2, 1, 2]), "walls[0].c cannot be"),
        (lambda it: it["walls"][0].update(move=10), "walls[0].move cannot be 10"),
        (lambda it: it["walls"][0].update(_id="short"), "walls[0]._id cannot be"),
        (lambda it: it["walls"][0].update(_id=it["walls"][1]["_id"]), "two documents of a kind have one id"),
        (
            lambda it: it["regions"][0]["shapes"][0].update(points=[0, 0, 9, 9, 9, 0, 0, 9]),
            "regions[0].shapes cannot",
        ),
        (lambda it: it["regions"][0].update(color="red"), "regions[0].color cannot be"),
        (lambda it: it["tokens"][0].update(x=1.5), "tokens[0].x cannot be 1.5"),
        (lambda it: it["tokens"][0].update(level="A" * 16), "a token is on no level"),
        (lambda it: it["levels"].clear(), "there is no default level"),
    ],
)
def test_the_checker_finds_what_is_wrong(spoil: Callable[[dict[str, Any]], object], fault: str) -> None:
    scene = exported(both())
    spoil(scene)
    assert any(fault in it for it in faults(scene, 14))


# -- grid and picture -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", list(Layout))
def test_the_hexes_of_the_grid_are_those_of_the_picture_and_its_walls(layout: Layout) -> None:
    scenario = both(layout)
    scene = exported(scenario, pixels="40")
    spaces = [hex_centre(scene, column, row) for column in range(8) for row in range(8)]
    # One region marks two hexes, which are spaces of the grid.
    region = next(it for it in scene["regions"] if it["name"].startswith("Mill"))
    points = region["shapes"][0]["points"]
    area = shapely.Polygon(list(zip(points[::2], points[1::2], strict=True)))
    inside = [at for at in spaces if area.contains(shapely.Point(at))]
    assert len(inside) == 2
    assert math.dist(area.centroid.coords[0], [sum(it) / 2 for it in zip(*inside, strict=True)]) < 1
    # Each wall is a side of a space: half a hex from its middle.
    for wall in scene["walls"]:
        x, y = (wall["c"][0] + wall["c"][2]) / 2, (wall["c"][1] + wall["c"][3]) / 2
        assert abs(min(math.dist((x, y), at) for at in spaces) - 20) < 1.2


@pytest.mark.parametrize("layout", list(Layout))
def test_tokens_stand_on_spaces_of_the_grid(layout: Layout) -> None:
    scene = exported(both(layout), pixels="40")
    spaces = [hex_centre(scene, column, row) for column in range(8) for row in range(8)]
    wide, high = (80 / 3**0.5, 40) if scene["grid"]["type"] in (4, 5) else (40, 80 / 3**0.5)
    for token in scene["tokens"]:
        middle = token["x"] + wide / 2, token["y"] + high / 2
        assert min(math.dist(middle, at) for at in spaces) < 1


def test_the_scene_is_as_large_as_its_picture() -> None:
    export = made(both())
    scene = json.loads(export.content)
    picture = export.companions[0]
    size = tuple(int.from_bytes(picture.content[at : at + 4]) for at in (16, 20))
    assert (scene["width"], scene["height"]) == size


@pytest.mark.parametrize(
    ("folder", "path"),
    [("", ""), ("maps", "maps/"), ("/maps/of mine/", "maps/of%20mine/"), ("..\\..\\maps", "maps/")],
)
def test_the_picture_is_named_by_its_path_in_the_user_data(folder: str, path: str) -> None:
    export = made(both(), folder=folder)
    name = export.companions[0].name.replace(" ", "%20")
    scene = json.loads(export.content)
    assert scene["levels"][0]["background"]["src"] == path + name
    assert json.loads(made(both(), folder=folder, version="13").content)["background"]["src"] == path + name


# -- walls ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", list(Layout))
def test_walls_that_meet_have_the_same_pixel_the_one_next_to_their_corner(layout: Layout) -> None:
    scenario = both(layout)
    scene = exported(scenario, pixels="33")
    frame = pixel_frame(scenario.board, 33)
    exact = {frame.corner(it) for at in scenario.board.hexes() for it in corners(at)}
    points = {tuple(wall["c"][at : at + 2]) for wall in scene["walls"] for at in (0, 2)}
    gaps = [math.dist(a, b) for a in points for b in points if a != b]
    assert min(gaps) > 15
    for x, y in points:
        assert any(abs(x - a) <= 0.5 + 1e-9 and abs(y - b) <= 0.5 + 1e-9 for a, b in exact)


def test_what_ends_sight_is_seen_into_unless_it_is_to_be_hidden() -> None:
    scenario = both()
    seen = {(it["sight"], it["light"], it["move"], it["sound"]) for it in exported(scenario)["walls"]}
    assert seen == {(10, 10, 20, 10), (0, 0, 20, 0)}
    hidden = {(it["sight"], it["move"]) for it in exported(scenario, blockers="hidden")["walls"]}
    assert hidden == {(20, 20), (0, 20)}


@pytest.mark.long
def test_rays_between_spaces_of_the_grid_agree_with_sight_but_for_ties() -> None:
    """Walls lie on whole pixels: a ray along one, or through an end of one, may fall on either side of it."""
    rng = random.Random(8)  # noqa: S311  # boards, no secrets
    total = 0
    for layout in Layout:
        scenario = blocked_board(rng, layout, size=(6, 6))
        scene = exported(scenario, pixels="100")
        barriers = Walls((*wall["c"], wall["sight"] // 10) for wall in scene["walls"])
        assert {wall["sight"] for wall in scene["walls"]} == {10}
        barriers.at[:] = 2
        spaces = {}
        for at in scenario.board.hexes():
            column, row = layout.to_offset(at)
            # Lines that the grid shifts begin with a space that is half off the scene.
            flat = scene["grid"]["type"] in (4, 5)
            shifted = (column if flat else row) % 2 == (1 if layout.is_odd else 0)
            spaces[at] = hex_centre(scene, column + (shifted and not flat), row + (shifted and flat))
        told = {(it.start, it.end): it for it in compared(scenario)}
        for start, end in open_pairs(scenario):
            ray = barriers.ray(spaces[start], spaces[end])
            rules = told[start, end]
            assert rules.is_tie or ray.left == (not rules.clear), rules
            total += not rules.is_tie
    assert total > 500


# -- regions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", list(Layout))
def test_regions_hold_the_hexes_of_their_zones(layout: Layout) -> None:
    scenario = both(layout)
    across = 90
    region = next(
        it for it in exported(scenario, pixels=str(across))["regions"] if "Ants' zone" in it["name"]
    )
    area: BaseGeometry = shapely.Polygon()
    for shape in region["shapes"]:
        points = shape["points"]
        ring = shapely.Polygon(list(zip(points[::2], points[1::2], strict=True)))
        area = area.difference(ring) if shape["hole"] else area.union(ring)
    mask = scenario.zones[0].shape.mask(scenario.board) & ~scenario.board.void
    wanted = hexes_to_region(scenario.board.hexes_of(mask), layout, size=across / 3**0.5)
    assert any(shape["hole"] for shape in region["shapes"])
    assert abs(area.area / wanted.area - 1) < 0.01


def test_regions_are_named_for_people_and_flagged_for_macros() -> None:
    regions = {it["name"]: it for it in exported(both())["regions"]}
    assert list(regions) == [
        "Ants' zone (deployment)",
        "Mill (Bees, 1 point, hold 2 turns)",
        "Level 2",
        "Level 3",
    ]
    assert regions["Mill (Bees, 1 point, hold 2 turns)"]["flags"]["fairground"]["hold"] == 2
    assert regions["Level 3"]["elevation"] == {"bottom": 3, "top": None}
    assert regions["Ants' zone (deployment)"]["elevation"] == {"bottom": None, "top": None}


# -- tokens and what is lost ----------------------------------------------------------------------------------


def test_tokens_look_where_units_do() -> None:
    flat, pointy = (
        [it["rotation"] for it in exported(both(at))["tokens"]] for at in (Layout.ODD_Q, Layout.ODD_R)
    )
    # Clockwise from the lower edge: N and SE, NE and SE.
    assert flat == [180, 300]
    assert pointy == [210, 330]


def test_tokens_of_a_kind_share_a_picture_that_turns_with_them() -> None:
    scenario = both()
    first = scenario.units[0]
    scenario.units.append(replace(first, id="again", facing=1 + first.facing % 6))
    files = made(scenario)
    one, other, again = json.loads(files.content)["tokens"]
    assert one["texture"] == again["texture"]
    assert one["rotation"] != again["rotation"]
    assert not one["lockRotation"]
    art = {quote(it.name): it.content for it in files.companions if "-token-" in it.name}
    assert {one["texture"]["src"], other["texture"]["src"]} == art.keys()
    image = Image.open(io.BytesIO(art[one["texture"]["src"]]))
    assert image.size == (200, 200)
    # Round about the counter there is nothing, and the wedge reaches farther down than the counter does up.
    box = image.getchannel("A").getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert min(left, top, 200 - right, 200 - bottom) > 0
    assert bottom - 100 > 100 - top


def test_tokens_can_be_hidden_or_left_out() -> None:
    assert [it["hidden"] for it in exported(both())["tokens"]] == [False, False]
    assert [it["hidden"] for it in exported(both(), units="hidden")["tokens"]] == [True, True]
    assert exported(both(), units="none")["tokens"] == []
    assert "2 units are dropped" in made(both(), units="none").losses


def test_tokens_are_friends_of_the_first_side_and_have_its_colour() -> None:
    first, second = exported(both())["tokens"]
    assert (first["disposition"], second["disposition"]) == (1, -1)
    assert first["texture"]["src"] != second["texture"]["src"]
    assert (first["name"], second["name"]) == ("Scout", "Queen")
    assert second["elevation"] == 2


def test_what_is_lost_is_said() -> None:
    told = made(both()).losses
    assert told == (
        (
            "2 units will be tokens without actors; class and shield are drawn on them and stored only in their "
            "flags"
        ),
        "1 zone or objective without hexes cannot become a region",
        (
            "the rules let units see one hex deep into 3 hexes; with these walls, they see to the far edge of "
            "the group of hexes"
        ),
        "the sides' teams and roles are dropped; teams appear only as token dispositions",
    )
    scenario = both()
    scenario.weather = "sandstorm"
    assert "Foundry has no weather 'sandstorm'" in made(scenario).losses
    assert exported(scenario)["weather"] == ""
    assert exported(both())["weather"] == "rain"


def test_an_export_is_the_same_each_time() -> None:
    assert made(both()) == made(both())


# -- decorations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [13, 14])
@pytest.mark.parametrize("layout", list(Layout))
def test_decorations_above_the_grid_are_tiles_where_the_map_has_them(layout: Layout, version: int) -> None:
    scenario = both(layout)
    at = layout.from_offset(2, 3)
    scenario.decorations = [
        Decoration("compass", at, layer=DecorationLayer.BELOW),
        Decoration("tree", at, offset=(0.5, -0.25), scale=2.0, rotation=30),
    ]
    written = made(scenario, version=str(version))
    scene = json.loads(written.content)
    assert faults(scene, version) == []
    (tile,) = scene["tiles"]
    x, y = pixel_frame(scenario.board, 20).centre(at)
    corner = (0, 0) if version >= 14 else (-20, -20)
    assert (tile["x"], tile["y"]) == pytest.approx((x + 10 + corner[0], y - 5 + corner[1]), abs=0.6)
    assert (tile["width"], tile["height"], tile["rotation"]) == (40, 40, 30)
    (image,) = [it for it in written.companions if it.name.endswith(".svg")]
    assert tile["texture"]["src"].endswith(quote(image.name))
    assert b"<svg" in image.content
    # The one below the grid is part of the board's picture, and the tile is not.
    below = made(replace(scenario, decorations=scenario.decorations[:1]), version=str(version))
    none = made(replace(scenario, decorations=[]), version=str(version))
    assert below.companions[0].content == written.companions[0].content != none.companions[0].content
