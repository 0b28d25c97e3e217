from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from fairground.core.pictures import draw_terrain_table, to_png, to_svg
from fairground.core.pictures.display_list import Circle, Group, PathShape, Polygon, Text, TileSymbol
from fairground.core.pictures.lettering import text_width
from fairground.core.pictures.terrain_table import terrain_table
from fairground.core.rules import load_ruleset, shipped_rulesets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.pictures.display_list import Item, Picture
    from fairground.core.rules import Ruleset
    from tests.core.pictures.conftest import Pixels

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=shipped_rulesets())
def rules(request: pytest.FixtureRequest) -> Ruleset:
    """Every shipped ruleset in turn."""
    return load_ruleset(request.param)


def items_of(picture: Picture, layer_id: str) -> tuple[Item, ...]:
    layer = picture.layer(layer_id)
    assert layer is not None
    return layer.items


def texts_of(picture: Picture, layer_id: str) -> list[Text]:
    return [item for item in items_of(picture, layer_id) if isinstance(item, Text)]


def corners(item: Item) -> Iterator[tuple[float, float]]:
    match item:
        case Text():
            width = text_width(item.text, item.size, bold=item.bold, spacing=item.spacing)
            left = item.x - (width / 2 if item.anchor == "middle" else 0)
            yield from ((left, item.y - 0.8 * item.size), (left + width, item.y + 0.25 * item.size))
        case Polygon():
            yield from item.points
        case PathShape():
            yield from ((x, y) for _, values in item.commands for x, y in [values[-2:]] if values)
        case Circle() | TileSymbol():
            yield (item.x, item.y)
        case Group():
            for child in item.items:
                yield from corners(child)


def test_every_terrain_effect_and_feature_has_its_entry(rules: Ruleset) -> None:
    groups = {group.heading: [entry.id for entry in group.entries] for group in terrain_table(rules)}
    details = [kind for kind, it in rules.terrain.items() if it.detail]
    assert groups["Terrain"] == [kind for kind in rules.terrain if kind not in details]
    assert groups.get("Details, placed on other terrain", []) == details
    assert groups.get("Effects", []) == list(rules.effects)
    assert groups.get("Hexside features", []) == list(rules.hexsides)


def test_each_entry_is_drawn_with_name_symbol_and_facts(rules: Ruleset) -> None:
    picture = draw_terrain_table(rules)
    words = [text.text for text in texts_of(picture, "table")]
    tiles = [item.tile for item in items_of(picture, "table") if isinstance(item, TileSymbol)]
    entries = [entry for group in terrain_table(rules) for entry in group.entries]
    assert tiles == [entry.tile for entry in entries if not entry.is_hexside]
    for entry in entries:
        assert entry.name in words
        assert not entry.symbol or entry.symbol in words
        assert set(entry.lines) <= set(words)


def test_the_page_says_whose_rules_they_are(rules: Ruleset) -> None:
    words = " ".join(text.text for text in texts_of(draw_terrain_table(rules), "title"))
    assert rules.title in words
    assert rules.id in words
    for part in (rules.source.document, rules.source.author, rules.source.licence):
        assert part in words


def test_everything_lies_on_the_page_and_texts_do_not_overlap(rules: Ruleset) -> None:
    picture = draw_terrain_table(rules)
    for layer in picture.layers:
        for x, y in (point for item in layer.items for point in corners(item)):
            assert -0.01 <= x <= picture.width_mm + 0.01
            assert -0.01 <= y <= picture.height_mm + 0.01
    boxes = [tuple(corners(item)) for name in ("title", "table") for item in texts_of(picture, name)]
    for (a, b), (c, d) in combinations(boxes, 2):
        assert b[0] <= c[0] or d[0] <= a[0] or b[1] <= c[1] or d[1] <= a[1]


def test_the_page_keeps_about_the_shape_of_a4(rules: Ruleset) -> None:
    picture = draw_terrain_table(rules)
    assert picture.width_mm >= 210
    assert picture.height_mm <= 1.45 * picture.width_mm


def test_the_svg_is_well_formed_and_has_a_use_for_each_tile(rules: Ruleset) -> None:
    root = ET.fromstring(to_svg(draw_terrain_table(rules)))  # noqa: S314 -- our own output
    uses = list(root.iter(f"{SVG}use"))
    assert len(uses) == len(rules.terrain) + len(rules.effects)
    ids = {element.get("id") for element in root.iter()}
    assert {use.attrib["{http://www.w3.org/1999/xlink}href"].removeprefix("#") for use in uses} <= ids


def test_names_of_a_ruleset_are_inert() -> None:
    rules = load_ruleset("penance-1.0")
    evil = '<script>alert("1")</script>\x07\u202e&'
    terrain = {
        **rules.terrain,
        "clear": rules.terrain["clear"].model_copy(update={"name": evil, "symbol": "<"}),
    }
    effects = {kind: it.model_copy(update={"tile": "../../etc/passwd"}) for kind, it in rules.effects.items()}
    changed = rules.model_copy(
        update={"title": evil * 99, "description": evil, "terrain": terrain, "effects": effects}
    )
    svg = to_svg(draw_terrain_table(changed))
    ET.fromstring(svg)  # noqa: S314 -- our own output
    assert "<script" not in svg
    assert "passwd" not in svg
    assert "\u202e" not in svg


def test_in_grey_there_is_no_colour(pixels: Pixels) -> None:
    page = pixels(to_png(draw_terrain_table(load_ruleset("penance-2.0"), grey=True), dpi=40))[..., :3]
    assert (page.max(axis=2) - page.min(axis=2)).max() <= 1


def test_it_is_the_same_every_time() -> None:
    rules = load_ruleset("hexside-ww2")
    assert to_svg(draw_terrain_table(rules)) == to_svg(draw_terrain_table(rules))
