from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.errors import UsageError
from fairground.core.grid.hexes import neighbours
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout
from fairground.core.pictures import PictureOptions, draw_board
from fairground.core.pictures.colours import channels, grey
from fairground.core.pictures.display_list import Circle, Group, PathShape, Polygon, Text, TileSymbol
from fairground.core.pictures.tiles import load_tile
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.pictures.display_list import Item, Picture
    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import MakeScenario

LAYERS = [
    "paper",
    "terrain",
    "zones",
    "shores",
    "symbols",
    "relief",
    "edge",
    "hexsides",
    "effects",
    "zone-outlines",
    "objectives",
    "units",
    "points",
    "labels",
    "levels",
    "names",
    "title",
    "legend",
]


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def items_of(picture: Picture, layer_id: str) -> list[Item]:
    layer = picture.layer(layer_id)
    return list(flat(layer.items)) if layer else []


def hexes_of(picture: Picture) -> dict[str, Polygon]:
    found = [item for item in items_of(picture, "terrain") if isinstance(item, Polygon)]
    return {item.id: item for item in found}


def texts_of(picture: Picture, layer_id: str) -> list[str]:
    return [item.text for item in items_of(picture, layer_id) if isinstance(item, Text)]


def test_layers_come_in_order(arena: Scenario) -> None:
    assert [layer.id for layer in draw_board(arena).layers] == LAYERS


@pytest.mark.parametrize("layout", Layout)
def test_every_hex_has_its_polygon_in_its_place(layout: Layout, make_scenario: MakeScenario) -> None:
    scenario = make_scenario(layout=layout)
    scenario.board.elevation[3, 2] = 2
    picture = draw_board(scenario)
    hexes = hexes_of(picture)
    assert len(hexes) == 49
    one = hexes["h0304"]
    assert dict(one.data) == {"label": "C4", "terrain": "clear", "level": "2"}
    assert dict(hexes["h0301"].data)["terrain"] == "wall"
    x, y = layout.centre(scenario.board.parse("C4"), size=11)
    middle = np.mean(one.points, axis=0)
    assert middle == pytest.approx([x + picture.origin[0], y + picture.origin[1]])
    assert {round(math.dist(point, tuple(middle)), 6) for point in one.points} == {11.0}


def test_neighbouring_hexes_share_their_corners_to_the_last_digit(make_scenario: MakeScenario) -> None:
    hexes = hexes_of(draw_board(make_scenario()))
    assert len(set(hexes["h0304"].points) & set(hexes["h0404"].points)) == 2


def test_void_hexes_are_not_drawn(arena: Scenario) -> None:
    arena.board.palette.append(PaletteEntry("-", ("void",)))
    arena.board.terrain[0, 0] = len(arena.board.palette) - 1
    picture = draw_board(arena)
    assert "h0101" not in hexes_of(picture)
    assert len(hexes_of(picture)) == 48
    assert "A1" not in texts_of(picture, "labels")
    assert not any("void" in text.lower() for text in texts_of(picture, "legend"))
    # The scout stands in the hole.
    assert len(picture.layer("units").items) == 1  # type: ignore[union-attr]  # the layer is there


def test_a_board_of_void_alone_is_an_empty_page(make_scenario: MakeScenario) -> None:
    picture = draw_board(make_scenario(("  ", "  "), kinds={" ": "void"}))
    assert [layer.id for layer in picture.layers] == ["paper", "title"]


def test_options_leave_layers_out(arena: Scenario) -> None:
    bare = PictureOptions(
        labels=False, title=False, legend=False, zones=False, units=False, objectives=False, names=False,
        elevation_numbers=False, margin=0,
    )  # fmt: skip
    picture = draw_board(arena, bare)
    assert [layer.id for layer in picture.layers] == [
        "paper", "terrain", "shores", "symbols", "relief", "edge", "hexsides", "effects",
    ]  # fmt: skip
    assert picture.width_mm == pytest.approx(11 * math.sqrt(3) * 7.5, abs=0.01)
    assert picture.height_mm == pytest.approx(11 * 1.5 * 6 + 22, abs=0.01)
    assert len(items_of(picture, "paper")) == 1


@pytest.mark.parametrize("options", [{"hex_size": 0.5}, {"hex_size": math.nan}, {"margin": -1.0}])
def test_impossible_sizes_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="mm"):
        PictureOptions(**options)  # type: ignore[arg-type]  # all are floats


def test_hex_size_scales_the_board_and_all_on_it(arena: Scenario) -> None:
    small, large = (draw_board(arena, PictureOptions(hex_size=size)) for size in (5.5, 22))
    a, b = (hexes_of(picture)["h0101"].points for picture in (small, large))
    assert math.dist(a[0], a[1]) * 4 == pytest.approx(math.dist(b[0], b[1]))
    scales = [
        next(item for item in items_of(picture, "symbols") if isinstance(item, TileSymbol)).scale
        for picture in (small, large)
    ]
    assert scales == [0.5, 2]


@pytest.mark.parametrize(
    ("style", "first", "last"),
    [
        (LabelStyle.COLUMN_LETTER, "A1", "G7"),
        (LabelStyle.NUMERIC, "0101", "0707"),
        (LabelStyle.ROW_LETTER, "A1", "G7"),
    ],
)
def test_labels_follow_the_style_and_ids_do_not(
    arena: Scenario, style: LabelStyle, first: str, last: str
) -> None:
    picture = draw_board(arena, PictureOptions(label_style=style))
    labels = texts_of(picture, "labels")
    assert len(labels) == 49
    assert {first, last} <= set(labels)
    assert dict(hexes_of(picture)["h0304"].data)["label"] == "C4"


def test_the_ground_is_that_of_the_rulesets_tile(arena: Scenario) -> None:
    hexes = hexes_of(draw_board(arena))
    assert hexes["h0101"].fill == load_tile("clear").fill
    assert hexes["h0301"].fill == load_tile("wall").fill
    assert hexes["h0403"].fill != load_tile("clear").fill  # one level up


def test_terrain_outside_the_ruleset_is_drawn_with_a_question_mark(arena: Scenario) -> None:
    arena.board.palette[0] = PaletteEntry("#", ("orchard",))
    picture = draw_board(arena)
    assert any(isinstance(i, TileSymbol) and i.tile == "unknown" for i in items_of(picture, "symbols"))
    assert "not in the ruleset" in texts_of(picture, "legend")


def test_without_its_ruleset_a_board_is_drawn_by_the_names_alone(arena: Scenario) -> None:
    arena.ruleset = RulesetReference("no-such-ruleset")
    arena.board.palette[0] = PaletteEntry("#", ("orchard",))
    hexes = hexes_of(draw_board(arena))
    assert load_tile("orchard").fill in {one.fill for one in hexes.values()}


def of_stack(make_scenario: MakeScenario, *kinds: str) -> Picture:
    """Return the picture of three hexes in a row with that stack each; a kind is the name of its tile."""
    scenario = make_scenario(("...",), ruleset="none")
    scenario.board.palette[0] = PaletteEntry(".", kinds)
    return draw_board(scenario)


def stamps_of(picture: Picture, layer_id: str) -> list[TileSymbol]:
    """Return the symbols of a layer in the first hex."""
    x, y = picture.origin
    found = [item for item in items_of(picture, layer_id) if isinstance(item, TileSymbol)]
    return [item for item in found if math.hypot(item.x - x, item.y - y) < 1]


def test_a_stack_is_drawn_bottom_first(make_scenario: MakeScenario) -> None:
    picture = of_stack(make_scenario, "sand", "woods", "road")
    sand, woods = stamps_of(picture, "symbols")
    assert (sand.tile, woods.tile) == ("sand", "woods")
    assert sand.opacity < woods.opacity == 1
    # The trees stand on the sand.
    assert hexes_of(picture)["h0101"].fill == load_tile("sand").fill
    # The road runs through the middle of all three hexes in one line, over the trees.
    band = next(item for item in items_of(picture, "bands") if isinstance(item, PathShape))
    points = {(round(v[-2], 3), round(v[-1], 3)) for _, v in band.commands}
    middles = [np.mean(one.points, axis=0) for one in hexes_of(picture).values()]
    assert {(round(x, 3), round(y, 3)) for x, y in (middles[0], middles[2])} <= points


@pytest.mark.parametrize("stack", [("swamp", "light-woods"), ("light-woods", "swamp")])
def test_what_stands_on_the_ground_is_drawn_over_it_wherever_the_stack_names_it(
    make_scenario: MakeScenario, stack: tuple[str, ...]
) -> None:
    picture = of_stack(make_scenario, *stack)
    assert [it.tile for it in stamps_of(picture, "symbols")] == ["swamp", "light-woods"]
    assert hexes_of(picture)["h0101"].fill == load_tile("swamp").fill


def test_of_two_grounds_the_upper_one_covers(make_scenario: MakeScenario) -> None:
    picture = of_stack(make_scenario, "water", "ice")
    water, ice = stamps_of(picture, "symbols")
    assert (water.tile, ice.tile) == ("water", "ice")
    assert 0.3 < water.opacity < ice.opacity == 1
    assert hexes_of(picture)["h0101"].fill == load_tile("ice").fill


def test_of_two_that_stand_both_show(make_scenario: MakeScenario) -> None:
    picture = of_stack(make_scenario, "rough", "heavy-woods")
    rough, woods = stamps_of(picture, "symbols")
    assert 0.3 < rough.opacity < woods.opacity == 1
    assert hexes_of(picture)["h0101"].fill == load_tile("rough").fill


def test_details_leave_everything_in_sight(make_scenario: MakeScenario) -> None:
    picture = of_stack(make_scenario, "pavement", "detail", "medium-building")
    assert hexes_of(picture)["h0101"].fill == load_tile("pavement").fill
    shown = {it.tile: it.opacity for it in stamps_of(picture, "symbols")}
    assert list(shown) == ["pavement", "medium-building", "detail"]
    assert shown["medium-building"] == shown["detail"] == 1


def test_a_kind_named_twice_is_drawn_once(make_scenario: MakeScenario) -> None:
    assert len(stamps_of(of_stack(make_scenario, "clear", "detail", "detail"), "symbols")) == 2


def test_a_hex_without_terrain_is_unknown(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(("..",))
    scenario.board.palette[0] = PaletteEntry(".", ())
    assert hexes_of(draw_board(scenario))["h0101"].fill == load_tile("unknown").fill


def test_a_bridge_lies_along_its_road(make_scenario: MakeScenario) -> None:
    kinds = {"=": "road", "H": "bridge", ".": "clear"}
    scenario = make_scenario((".=.", ".H.", ".=."), Layout.ODD_Q, ruleset="none", kinds=kinds)
    picture = draw_board(scenario)
    bridge = next(item for item in items_of(picture, "bands") if isinstance(item, TileSymbol))
    assert abs(bridge.rotation) == pytest.approx(90)


@pytest.mark.parametrize("water", ["stream", "canal", "gully"])
def test_a_bridge_lies_across_what_it_bridges_until_a_road_leads_to_it(
    make_scenario: MakeScenario, water: str
) -> None:
    kinds = {"~": water, "H": "bridge", "=": "road", ".": "clear"}
    scenario = make_scenario((".~.", ".H.", ".~."), Layout.ODD_Q, ruleset="none", kinds=kinds)
    at = next(i for i, entry in enumerate(scenario.board.palette) if entry.key == "H")
    scenario.board.palette[at] = PaletteEntry("H", (water, "bridge"))
    bands = items_of(draw_board(scenario), "bands")
    bridge = next(item for item in bands if isinstance(item, TileSymbol))
    assert bridge.rotation == pytest.approx(0)
    # It is drawn last, on top of the water that runs under it; of that the strokes lie on one line.
    assert bands[-1] == bridge
    assert len({item.commands for item in bands if isinstance(item, PathShape)}) == 1


def test_a_road_crosses_over_streams(make_scenario: MakeScenario) -> None:
    kinds = {"~": "stream", "+": "stream", "=": "road", ".": "clear"}
    scenario = make_scenario((".~.", "=+=", ".~."), ruleset="none", kinds=kinds)
    at = next(i for i, entry in enumerate(scenario.board.palette) if entry.key == "+")
    scenario.board.palette[at] = PaletteEntry("+", ("road", "stream"))
    layer = draw_board(scenario).layer("bands")
    assert layer is not None
    names = [dict(item.data)["network"] for item in layer.items if isinstance(item, Group)]
    assert names == ["stream", "road"]


def test_levels_have_badges_and_slopes_on_the_low_side(arena: Scenario) -> None:
    picture = draw_board(arena)
    assert sorted(texts_of(picture, "levels")) == ["1", "2", "\N{MINUS SIGN}1"]
    widths = {
        dict(item.data)["drop"]: item.width
        for item in items_of(picture, "relief")
        if isinstance(item, PathShape) and item.stroke
    }
    assert widths["1"] < widths["2"]
    # The tip of every hachure lies in a hex lower than one next to it.
    layout, board = arena.board.layout, arena.board
    for item in items_of(picture, "relief"):
        if not isinstance(item, PathShape) or not item.fill:
            continue
        tips = [item.commands[i + 1][1] for i in range(0, len(item.commands), 4)]
        for x, y in tips:
            at = layout.hex_at(x - picture.origin[0], y - picture.origin[1], size=11)
            around = [board.level_at(other) for other in neighbours(at) if board.contains(other)]
            assert max(around) > board.level_at(at)


def test_a_flat_board_has_no_slopes(make_scenario: MakeScenario) -> None:
    picture = draw_board(make_scenario())
    assert picture.layer("relief") is None
    assert picture.layer("levels") is None
    assert "LEVELS" not in texts_of(picture, "legend")


def test_hexsides_name_their_side_and_a_blocking_one_is_unbroken(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(ruleset="none")
    at = scenario.board.parse("D5")
    scenario.board.hexsides = {hexside(at, 1): ("hedge",), hexside(at, 4): ("hedgerow", "wall")}
    layer = draw_board(scenario).layer("hexsides")
    assert layer is not None
    groups = [item for item in layer.items if isinstance(item, Group)]
    assert sorted(dict(group.data)["feature"] for group in groups) == ["hedge", "hedgerow", "wall"]
    assert {dict(group.data)["hexside"] for group in groups} >= {"D5 NE"}
    dashes = {
        dict(g.data)["feature"]: [i.dash for i in g.items[1:] if isinstance(i, PathShape)] for g in groups
    }
    assert all(dashes["hedge"])
    assert not dashes["hedgerow"][0]


def test_a_hexside_owned_by_a_hex_off_the_board_is_named_from_within(make_scenario: MakeScenario) -> None:
    scenario = make_scenario(layout=Layout.ODD_Q)
    side = hexside(scenario.board.parse("A3"), 5)
    scenario.board.hexsides = {side: ("hedge",), hexside(scenario.board.parse("A1"), 5): ("hedge",)}
    layer = draw_board(scenario).layer("hexsides")
    assert layer is not None
    assert [dict(g.data)["hexside"] for g in layer.items if isinstance(g, Group)] == ["A1 NW", "A3 NW"]


def test_title_tells_what_the_board_is(arena: Scenario) -> None:
    arena = replace(arena, author="A. Designer", weather="extreme-heat", turns=12)
    name, facts = texts_of(draw_board(arena), "title")
    assert name == "Test board"
    assert [fact in facts for fact in ("7 × 7 hexes", "by A. Designer", "extreme heat", "12 turns")] == [
        True
    ] * 4


def test_grey_keeps_everything_but_the_colours(arena: Scenario) -> None:
    coloured, greys = draw_board(arena), draw_board(arena, PictureOptions(grey=True))
    assert [layer.id for layer in greys.layers] == [layer.id for layer in coloured.layers]
    assert hexes_of(greys)["h0301"].fill == grey(load_tile("wall").fill)
    used = set()
    for layer in greys.layers:
        for item in flat(layer.items):
            if isinstance(item, Text):
                used |= {item.fill, item.halo}
            elif isinstance(item, (Polygon, PathShape, Circle)):
                used |= {item.fill, item.stroke}
    used |= {hatch.colour for hatch in greys.hatches.values()}
    for items in greys.symbols.values():
        used |= {paint for i in items if isinstance(i, (PathShape, Circle)) for paint in (i.fill, i.stroke)}
    assert all(len(set(channels(colour))) == 1 for colour in used if colour)


def test_a_place_name_has_a_halo_and_is_shortened(arena: Scenario) -> None:
    arena.board.names[arena.board.parse("C6")] = "The Very Long and Winding Road to Nowhere in Particular"
    arena.board.names[arena.board.parse("C5")] = "\u202e"
    names = [item for item in items_of(draw_board(arena), "names") if isinstance(item, Text)]
    assert [name.text for name in names if not name.text.endswith("…")] == ["Old Mill"]
    assert len(names) == 2
    assert all(name.halo for name in names)


def test_marked_hexes_are_outlined_and_labels_off_the_board_ignored(arena: Scenario) -> None:
    assert draw_board(arena).layer("marked") is None
    picture = draw_board(arena, PictureOptions(marked=frozenset(("A1", "D4", "ZZ99"))))
    lines = [item for item in items_of(picture, "marked") if isinstance(item, PathShape)]
    assert lines
    assert all([letter for letter, _ in line.commands].count("Z") == 2 for line in lines)
