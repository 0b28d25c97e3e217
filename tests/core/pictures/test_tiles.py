from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from fairground.core.pictures import Layer, Picture, to_png
from fairground.core.pictures.display_list import Circle, PathShape, Polygon, TileSymbol
from fairground.core.pictures.hexside_layer import FEATURE_STYLES
from fairground.core.pictures.png import in_grey
from fairground.core.pictures.tiles import TileRole, load_tile, parse_path, tile_names, tile_source
from fairground.core.rules import load_ruleset, shipped_rulesets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.core.pictures.conftest import Pixels

SVG = "{http://www.w3.org/2000/svg}"
DPI = 74  # 64 pixels for the 22 mm of a tile
EFFECTS = ("smoke", "smoke-1", "smoke-2", "steam", "fire")


def picture_of(name: str, variant: int, *, symbol: bool = True) -> Picture:
    tile = load_tile(name)
    square = ((0.0, 0.0), (22.0, 0.0), (22.0, 22.0), (0.0, 22.0))
    placed = (TileSymbol(tile.name, variant, 11, 11),) if symbol else ()
    return Picture(
        22,
        22,
        (Layer("tile", "Tile", (Polygon(square, fill=tile.fill), *placed)),),
        symbols={f"{tile.name}-{variant}": tile.variants[variant - 1]},
    )


@pytest.mark.parametrize("name", tile_names())
def test_a_file_keeps_to_what_all_renderers_draw(name: str) -> None:
    root = ET.fromstring(tile_source(name))  # noqa: S314 -- our own file
    assert root.attrib["viewBox"] == "-11 -11 22 22"
    groups = [element for element in root if element.tag == f"{SVG}g"]
    assert [group.attrib["id"] for group in groups] == [f"v{i + 1}" for i in range(len(groups))]
    assert 2 <= len(groups) <= 4
    for group in groups:
        assert group[0].attrib == {"x": "-11", "y": "-11", "width": "22", "height": "22", "fill": "none"}
        for element in group[1:]:
            assert element.tag in (f"{SVG}path", f"{SVG}circle")
            allowed = {"d", "cx", "cy", "r", "fill", "opacity"}
            allowed |= {"stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"}
            assert set(element.attrib) <= allowed
    assert len(tile_source(name)) < 40_000


@pytest.mark.parametrize("name", tile_names())
def test_every_shape_of_a_file_is_read(name: str) -> None:
    root = ET.fromstring(tile_source(name))  # noqa: S314 -- our own file
    shapes = [sum(1 for _ in group) - 1 for group in root.iter(f"{SVG}g")]
    assert [len(variant) for variant in load_tile(name).variants] == shapes
    for variant in load_tile(name).variants:
        assert all(isinstance(item, (PathShape, Circle)) and (item.fill or item.stroke) for item in variant)


@pytest.mark.parametrize("name", tile_names())
def test_every_variant_shows_within_both_hexes_and_leaves_room_for_the_label(
    name: str, pixels: Pixels
) -> None:
    for variant in range(1, len(load_tile(name).variants) + 1):
        with_symbol = pixels(to_png(picture_of(name, variant), dpi=DPI))[..., :3].astype(int)
        ground = pixels(to_png(picture_of(name, variant, symbol=False), dpi=DPI))[..., :3].astype(int)
        drawn = abs(with_symbol - ground).max(axis=2) > 24
        assert drawn.mean() > 0.004
        y, x = ((np.argwhere(drawn) + 0.5) * 22 / len(drawn) - 11).T
        assert np.hypot(x, y).max() < 11 * math.sqrt(3) / 2
        assert not ((abs(x) < 3) & (y < -6.7)).any() or name == "void"


@pytest.mark.long
def test_kinds_can_be_told_apart_in_grey(pixels: Pixels) -> None:
    """Every two kinds differ by 5 of 255 on average over the tile, whichever variants meet."""
    seen: dict[str, list[NDArray[np.int_]]] = {}
    for name in tile_names():
        if name not in (*EFFECTS, "void"):
            count = len(load_tile(name).variants)
            grey = [in_grey(picture_of(name, variant)) for variant in range(1, count + 1)]
            seen[name] = [pixels(to_png(page, dpi=DPI))[..., 0].astype(int) for page in grey]
    close = {
        (one, other): min(abs(a - b).mean() for a in seen[one] for b in seen[other])
        for one, other in combinations(seen, 2)
    }
    nearest = min(close, key=lambda pair: close[pair])
    assert close[nearest] >= 5, nearest


@pytest.mark.parametrize("name", shipped_rulesets())
def test_every_tile_that_a_shipped_ruleset_names_is_there(name: str) -> None:
    rules = load_ruleset(name)
    drawn = (*rules.terrain.items(), *rules.effects.items())
    assert {it.tile or kind for kind, it in drawn} <= set(tile_names())
    assert {it.tile or kind for kind, it in rules.hexsides.items()} <= set(FEATURE_STYLES)


@pytest.mark.parametrize("name", shipped_rulesets())
def test_the_tiles_of_a_ruleset_can_be_told_apart_when_small_and_grey(name: str, pixels: Pixels) -> None:
    """Every two differ by 5 of 255 on average, 16 pixels across, as on a map from afar and in a legend."""
    rules = load_ruleset(name)
    for entries in (rules.terrain, rules.effects):
        used = {it.tile or kind for kind, it in entries.items()} - {"void"}
        seen = {
            tile: pixels(to_png(in_grey(picture_of(tile, 1)), dpi=18.5))[..., 0].astype(int) for tile in used
        }
        close = [
            (one, other) for one, other in combinations(seen, 2) if abs(seen[one] - seen[other]).mean() < 5
        ]
        assert close == []


def test_the_kinds_of_the_first_rulesets_have_tiles() -> None:
    wanted = "clear difficult forest dense-forest rubble rubble-pile wall fortress-wall barricade cover building cliff "
    wanted += "water ice lava void unknown smoke steam fire road orchard hill pillar spire deep-water woods jungle marsh "
    wanted += "field crops bridge"
    assert set(wanted.split()) <= set(tile_names())


def test_an_unknown_name_gives_the_question_mark() -> None:
    assert load_tile("../../etc/passwd").name == "unknown"
    assert load_tile("no-such-tile") == load_tile("unknown")
    assert tile_source("no-such-tile") == tile_source("unknown")


def test_variants_are_scattered_and_stay_the_same() -> None:
    tile = load_tile("forest")
    chosen = [tile.variant_at(column, row) for column in range(30) for row in range(30)]
    assert chosen == [tile.variant_at(column, row) for column in range(30) for row in range(30)]
    shares = [chosen.count(variant) / len(chosen) for variant in range(1, len(tile.variants) + 1)]
    assert min(shares) > 0.8 / len(tile.variants)
    rows = [[tile.variant_at(column, row) for column in range(8)] for row in range(8)]
    assert len({tuple(row) for row in rows}) == 8


def test_roads_join_bridges_and_not_streams() -> None:
    names = ("road", "bridge", "stream", "canal", "gully")
    networks = {name: band.network for name in names if (band := load_tile(name).band)}
    assert networks == {name: "road" if name == "bridge" else name for name in names}
    assert load_tile("bridge").has_axis
    assert load_tile("forest").band is None


def test_bands_have_lines_along_them() -> None:
    gully = load_tile("gully").band
    assert gully is not None
    edge, fill, ticks, bed = gully.strokes
    assert (edge.width, fill.width) == (gully.width + 0.9, gully.width)
    assert ticks.dash
    assert bed.width < fill.width
    assert load_tile("road").band.lines == ()  # type: ignore[union-attr]  # a road has a band


def test_tiles_know_where_in_a_stack_they_belong() -> None:
    roles = {
        "water": TileRole.GROUND,
        "woods": TileRole.STANDING,
        "building": TileRole.STANDING,
        "detail": TileRole.DETAIL,
    }
    assert {name: load_tile(name).role for name in roles} == roles


def test_path_data_is_read_with_short_and_repeated_steps() -> None:
    assert parse_path("M1 2 3 4V-.5Q1 1 2 2 3 3 4 4Z") == (
        ("M", (1.0, 2.0)),
        ("L", (3.0, 4.0)),
        ("L", (3.0, -0.5)),
        ("Q", (1.0, 1.0, 2.0, 2.0)),
        ("Q", (3.0, 3.0, 4.0, 4.0)),
        ("Z", ()),
    )


def test_the_source_of_a_tile_and_its_reading_draw_alike(pixels: Pixels) -> None:
    """What Qt draws from the file and what pictures draw from the display list is the same symbol."""
    import resvg_py

    text = tile_source("pillar").decode()
    alone = text[: text.index('<g id="v2">')] + "</svg>"
    page = replace(picture_of("pillar", 1), layers=(Layer("t", "", (TileSymbol("pillar", 1, 11, 11),)),))
    from_file = pixels(bytes(resvg_py.svg_to_bytes(svg_string=alone, dpi=DPI))).astype(int)
    assert from_file[..., 3].any()
    assert abs(from_file - pixels(to_png(page, dpi=DPI)).astype(int)).max() <= 2
