from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.pictures import PictureOptions, draw_board
from fairground.core.pictures.display_list import (
    Circle,
    Group,
    PathShape,
    PlacedImage,
    Polygon,
    Text,
    TileSymbol,
    Window,
)
from fairground.core.pictures.legend import LegendItem, LegendSection, PictureLegend
from fairground.core.pictures.lettering import text_width
from fairground.core.scenario.parts import Side, Zone
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item, Picture
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import MakeScenario


def nothing(_scene: Scene, _x: float, _y: float, _size: float) -> list[Item]:
    return []


def example(*sizes: int) -> PictureLegend:
    sections = (
        LegendSection(f"S{i}", tuple(LegendItem(nothing, "x") for _ in range(n))) for i, n in enumerate(sizes)
    )
    return PictureLegend(tuple(sections), 1.0)


def texts_of(picture: Picture, layer_id: str) -> list[Text]:
    layer = picture.layer(layer_id)
    return [item for item in layer.items if isinstance(item, Text)] if layer else []


def words(picture: Picture) -> list[str]:
    return [item.text for item in texts_of(picture, "legend")]


def test_the_legend_names_what_the_board_has(arena: Scenario) -> None:
    text = words(draw_board(arena))
    for heading in ("TERRAIN", "LEVELS", "EFFECTS", "HEXSIDES", "SIDES", "OBJECTIVES", "UNITS"):
        assert heading in text
    for name in (
        "Clear",
        "Wall",
        "Player 1",
        "Centre",
        "3 points, hold 2 turns",
        "impassable, blocks sight, 10 hit points …",
    ):
        assert name in text
    assert "Scale: a hex is 19.1 mm across" in text


def test_what_the_picture_does_not_show_is_not_explained(arena: Scenario) -> None:
    text = words(draw_board(arena, PictureOptions(zones=False, units=False, objectives=False)))
    assert not {"SIDES", "UNITS", "OBJECTIVES", "AREAS"} & set(text)


@pytest.mark.parametrize("sizes", [(1,), (5, 3, 8), (16, 1, 1, 1, 9)])
def test_columns_keep_their_height_and_headings_stay_with_an_entry(sizes: tuple[int, ...]) -> None:
    legend = example(*sizes)
    for height in (20.0, 47.0, 90.0, 500.0):
        columns = legend.flow(height)
        parts = [part for column in columns for _, part in column]
        assert sum(isinstance(part, LegendItem) for part in parts) == sum(sizes)
        for column in columns:
            assert column[-1][0] + 9.2 <= height + 1e-9
            assert isinstance(column[-1][1], LegendItem)


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_the_height_for_so_many_columns_is_enough_and_no_more(columns: int) -> None:
    legend = example(6, 2, 7)
    height = legend.height_in(columns)
    assert len(legend.flow(height + 0.01)) <= columns
    assert len(legend.flow(height - 9.3)) > columns


def test_a_long_section_is_cut_and_counted(arena: Scenario) -> None:
    arena.sides = [Side(f"p{i}", f"Player {i}") for i in range(60)]
    text = words(draw_board(arena))
    assert "Player 39" in text
    assert "and 20 more" in text
    assert "Player 40" not in text


def text_box(item: Text) -> tuple[tuple[float, float], ...]:
    width = text_width(item.text, item.size, bold=item.bold, spacing=item.spacing)
    left = item.x - (width / 2 if item.anchor == "middle" else 0)
    return ((left, item.y - 0.75 * item.size), (left + width, item.y))


def extent(item: Item) -> tuple[tuple[float, float], ...]:
    match item:
        case Text():
            return text_box(item)
        case Polygon():
            return item.points
        case PathShape():
            return tuple((values[-2], values[-1]) for _, values in item.commands if values)
        case Circle():
            return (item.x - item.radius, item.y - item.radius), (item.x + item.radius, item.y + item.radius)
        case Group() | Window():
            return tuple(point for child in item.items for point in extent(child))
        case TileSymbol() | PlacedImage():
            return ((item.x, item.y),)


@pytest.mark.parametrize("layout", [Layout.ODD_Q, Layout.ODD_R])
@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 20), (20, 3), (25, 25)])
def test_everything_lies_within_the_page_and_lines_do_not_overlap(
    make_scenario: MakeScenario, layout: Layout, size: tuple[int, int]
) -> None:
    scenario = make_scenario(("." * size[0],) * size[1], layout)
    scenario.name = "A name much too long for so small a page, which must be shortened to fit on it"
    scenario.sides = [Side("a", "A side with a long name " * 4), Side("b")]
    scenario.zones = [Zone("z", "a", parse_shape("A1"))]
    picture = draw_board(scenario)
    for layer in picture.layers:
        for x, y in (point for item in layer.items for point in extent(item)):
            assert -0.01 <= x <= picture.width_mm + 0.01
            assert -0.01 <= y <= picture.height_mm + 0.01
    lines = [
        item for name in ("title", "legend") for item in texts_of(picture, name) if item.anchor == "start"
    ]
    boxes = [text_box(item) for item in lines]
    for i, (a, b) in enumerate(boxes):
        for c, d in boxes[:i]:
            assert b[0] <= c[0] or d[0] <= a[0] or b[1] <= c[1] or d[1] <= a[1]
