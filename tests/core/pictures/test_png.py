from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.errors import LimitError
from fairground.core.grid.layout import Layout
from fairground.core.pictures import Layer, Picture, PictureOptions, draw_board, to_png
from fairground.core.pictures.colours import channels
from fairground.core.pictures.display_list import Polygon, Text
from fairground.core.pictures.lettering import text_width
from fairground.core.pictures.tiles import load_tile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import MakeScenario, Pixels

BARE = PictureOptions(title=False, legend=False, margin=2, labels=False)
PAGE = Picture(
    254, 127, (Layer("a", "A", (Polygon(((0, 0), (127, 0), (127, 127), (0, 127)), fill="#ff0000"),)),)
)


def test_a_resolution_is_pixels_an_inch(pixels: Pixels) -> None:
    image = pixels(to_png(PAGE, dpi=20))
    assert image.shape == (100, 200, 4)
    assert image[50, 98].tolist() == [255, 0, 0, 255]
    assert image[50, 102, 3] == 0


@pytest.mark.parametrize("layout", Layout)
def test_the_middle_of_every_hex_has_its_ground(
    layout: Layout, make_scenario: MakeScenario, pixels: Pixels
) -> None:
    kinds = {".": "clear", "s": "sand", "r": "road", "n": "snow"}
    scenario = make_scenario((".sn.", "n..s", "s.n."), layout, ruleset="none", kinds=kinds)
    picture = draw_board(scenario, BARE)
    symbols = dict.fromkeys(picture.symbols, ())
    image = pixels(to_png(replace(picture, symbols=symbols), dpi=50))
    for at in scenario.board.hexes():
        x, y = layout.centre(at, size=11)
        pixel = image[round((y + picture.origin[1]) / 25.4 * 50), round((x + picture.origin[0]) / 25.4 * 50)]
        (kind,) = scenario.board.terrain_at(at)
        assert tuple(pixel[:3]) == channels(load_tile(kind).fill)


def test_the_whole_picture_renders_the_same_twice(arena: Scenario) -> None:
    assert to_png(draw_board(arena), dpi=40) == to_png(draw_board(arena), dpi=40)


def ink_columns(pixels: Pixels, text: str, *, bold: bool) -> NDArray[np.intp]:
    """The columns of pixels, 100 an inch, that a line of 10 mm letters from x = 2 mm touches."""
    words = Text(2, 15, text, 10, "#000000", bold=bold)
    image = pixels(to_png(Picture(90, 20, (Layer("a", "A", (words,)),)), dpi=100))
    return np.flatnonzero(image[..., 3].any(axis=0))


@pytest.mark.parametrize("bold", [False, True])
def test_letters_have_the_widths_that_places_are_reckoned_with(*, bold: bool, pixels: Pixels) -> None:
    one, five = (ink_columns(pixels, "M" * count, bold=bold)[-1] for count in (1, 5))
    assert (five - one) / 100 * 25.4 == pytest.approx(text_width("MMMM", 10, bold=bold), abs=0.4)


def test_letters_come_from_the_font_that_ships(pixels: Pixels) -> None:
    """Greek and Cyrillic are drawn, although the fonts of the machine are not used."""
    for text in ("Mill", "ΩЖ…", "→ñ½"):
        assert len(ink_columns(pixels, text, bold=False)) > 30


@pytest.mark.parametrize(
    ("page", "dpi", "words"),
    [
        (replace(PAGE, width_mm=20_000.0, height_mm=1.0), 150, "20,000 per side"),
        (replace(PAGE, width_mm=2000.0, height_mm=2000.0), 200, "100,000,000 in total"),
        (PAGE, 0, "10 to 2400"),
        (PAGE, 1e9, "10 to 2400"),
        (PAGE, float("nan"), "10 to 2400"),
    ],
)
def test_too_large_a_png_is_refused(page: Picture, dpi: float, words: str) -> None:
    with pytest.raises(LimitError, match=words):
        to_png(page, dpi=dpi)


def test_the_resolution_that_is_offered_fits() -> None:
    page = replace(PAGE, width_mm=3000.0, height_mm=3000.0, layers=())
    with pytest.raises(LimitError, match="use at most 84 pixels per inch"):
        to_png(page, dpi=150)
