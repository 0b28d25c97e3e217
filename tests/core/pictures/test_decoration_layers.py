"""Decorations in pictures: their layers, and the pixels of SVG, PNG and PDF."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pypdfium2
import pytest
from PIL import Image

from fairground.core.grid.layout import SQRT3, Layout
from fairground.core.pictures import PictureOptions, draw_board, to_pdf, to_png, to_svg
from fairground.core.pictures.display_list import PlacedImage
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.decorations import Decoration, DecorationLayer

if TYPE_CHECKING:
    from fairground.core.pictures import Picture
    from fairground.core.scenario.document import Scenario

PLAIN = PictureOptions(title=False, legend=False, labels=False, zones=False, names=False)
#: A bar twice as wide as high: red on its left, blue on its right.
BAR = (
    "data:image/svg+xml;base64,"
    "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDQiPjxwYXRoIGQ9Ik0wIDBINFY0SDBaIiBmaWxsPSIj"
    "ZmYwMDAwIi8+PHBhdGggZD0iTTQgMEg4VjRINFoiIGZpbGw9IiMwMDAwZmYiLz48L3N2Zz4="
)
RED, BLUE = (255, 0, 0), (0, 0, 255)


def scenario_of(*decorations: Decoration) -> Scenario:
    scenario = blank_scenario("Painted", layout=Layout.ODD_Q, size=(6, 5), ruleset="penance-2.0")
    return replace(scenario, images={"bar": BAR}, decorations=list(decorations))


def as_pixels(picture: Picture, kind: str) -> Image.Image:
    if kind == "png":
        return Image.open(BytesIO(to_png(picture, dpi=96))).convert("RGB")
    page = pypdfium2.PdfDocument(to_pdf([picture]))[0]
    drawn: Image.Image = page.render(scale=96 / 72).to_pil()
    return drawn.convert("RGB")


@pytest.mark.parametrize("kind", ["png", "pdf"])
@pytest.mark.parametrize(("rotation", "left"), [(0, (-1, 0)), (90, (0, -1)), (180, (1, 0))])
def test_an_image_lies_where_the_scenario_says(kind: str, rotation: int, left: tuple[int, int]) -> None:
    at = Layout.ODD_Q.from_offset(2, 2)
    picture = draw_board(scenario_of(Decoration("bar", at, scale=1.5, rotation=rotation)), PLAIN)
    pixels = as_pixels(picture, kind)
    x, y = Layout.ODD_Q.centre(at, size=picture.hex_size)
    step = 0.4 * SQRT3 * picture.hex_size
    for sign, colour in ((1, RED), (-1, BLUE)):
        point = x + sign * left[0] * step + picture.origin[0], y + sign * left[1] * step + picture.origin[1]
        seen = pixels.getpixel((round(point[0] * 96 / 25.4), round(point[1] * 96 / 25.4)))
        assert isinstance(seen, tuple)
        assert max(abs(a - b) for a, b in zip(seen, colour, strict=True)) < 12


def test_the_grid_is_drawn_over_those_below_it() -> None:
    at = Layout.ODD_Q.from_offset(2, 2)
    below = draw_board(scenario_of(Decoration("bar", at, scale=3, layer=DecorationLayer.BELOW)), PLAIN)
    names = [layer.id for layer in below.layers]
    assert names.index("decorations-below") < names.index("grid") < names.index("edge")
    bare = draw_board(
        scenario_of(Decoration("bar", at, layer=DecorationLayer.BELOW)), replace(PLAIN, grid=False)
    )
    assert bare.layer("grid") is None
    above = draw_board(scenario_of(Decoration("bar", at)), PLAIN)
    assert above.layer("grid") is None
    assert above.layer("decorations") is not None


def test_an_svg_has_each_image_once_and_nothing_to_run() -> None:
    hexes = [Layout.ODD_Q.from_offset(column, 1) for column in range(4)]
    text = to_svg(draw_board(scenario_of(*(Decoration("bar", it) for it in hexes)), PLAIN))
    assert text.count(BAR) == 1
    assert text.count('"#image-bar"') == 4
    elements = ET.fromstring(text).iter()  # noqa: S314  # drawn above
    assert {it.tag.rpartition("}")[2] for it in elements}.isdisjoint({"script", "foreignObject"})


def test_grey_pictures_have_grey_images() -> None:
    at = Layout.ODD_Q.from_offset(2, 2)
    picture = draw_board(scenario_of(Decoration("bar", at, scale=2)), replace(PLAIN, grey=True))
    pixels = as_pixels(picture, "png")
    assert all(max(pixel) - min(pixel) < 3 for _, pixel in pixels.getcolors(1 << 24) or [(0, (0, 255, 0))])  # type: ignore[arg-type]  # of RGB


def test_decorations_off_the_board_or_without_an_image_are_not_drawn() -> None:
    gone = Decoration("nothing", Layout.ODD_Q.from_offset(1, 1))
    away = Decoration("bar", Layout.ODD_Q.from_offset(20, 20))
    assert draw_board(scenario_of(gone, away), PLAIN).layer("decorations") is None


def test_part_of_a_board_has_its_own_decorations() -> None:
    near, far = (Decoration("bar", Layout.ODD_Q.from_offset(column, 1)) for column in (0, 5))
    layer = draw_board(scenario_of(near, far), replace(PLAIN, hexes="columns 1-2")).layer("decorations")
    assert layer is not None
    assert [type(it) for it in layer.items] == [PlacedImage]
