"""Sprites and the items they are made of."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from fairground.core.pictures.display_list import (
    Circle,
    Group,
    PathShape,
    Polygon,
    Text,
    TextAnchor,
    TileSymbol,
    Window,
)
from fairground.editor.canvas.item_painter import bounds, paint_items
from fairground.editor.canvas.sprites import Fit, OutOfTimeError, Sprite, SpriteSheet

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item

pytestmark = pytest.mark.usefixtures("qapp")


def square(side: float, colour: str = "#ff0000") -> Polygon:
    return Polygon(((-side, -side), (side, -side), (side, side), (-side, side)), fill=colour)


def stamped(sheet: SpriteSheet, indices: np.ndarray | int, centres: list[tuple[float, float]]) -> QImage:
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    sheet.stamp(painter, indices, np.array(centres, float).reshape(-1, 2))
    painter.end()
    return image


def coloured(image: QImage) -> list[tuple[int, int]]:
    return [(x, y) for y in range(100) for x in range(100) if image.pixel(x, y) != 0xFFFFFFFF]


def test_sprites_are_stamped_around_their_centres_to_the_pixel() -> None:
    sheet = SpriteSheet((2.0, 2.0), most_pixels=10**6)
    red = sheet.index("red", lambda: Sprite((square(3),)))
    blue = sheet.index("blue", lambda: Sprite((square(1, "#0000ff"),)))
    image = stamped(sheet, np.array((red, blue, 0)), [(20, 30), (60.3, 70.4), (90, 90)])
    found = coloured(image)
    assert (min(found), max(found)) == ((14, 24), (61, 71))
    assert len(found) == 12 * 12 + 4 * 4
    assert image.pixelColor(20, 30).name() == "#ff0000"
    assert image.pixelColor(60, 70).name() == "#0000ff"


def test_a_sprite_is_drawn_once_and_stays_when_the_sheet_grows() -> None:
    sheet = SpriteSheet((1.0, 1.0), most_pixels=10**7)
    drawn: list[int] = []

    def sprite(i: int) -> Sprite:
        drawn.append(i)
        return Sprite((square(20, f"#{i:02x}0000"),)) if i % 7 else Sprite.nothing()

    first = [sheet.index(i, partial(sprite, i)) for i in range(200)]
    again = [sheet.index(i, partial(sprite, i)) for i in range(200)]
    assert first == again
    assert drawn == list(range(200))
    for i in (1, 50, 199):
        assert stamped(sheet, first[i], [(50, 50)]).pixelColor(50, 50).name() == f"#{i:02x}0000"
    assert coloured(stamped(sheet, first[7], [(50, 50)])) == []


def test_what_fits_the_grid_is_stretched_and_figures_are_not() -> None:
    sheet = SpriteSheet((1.0, 4.0), most_pixels=10**6)
    wide = coloured(stamped(sheet, sheet.index("grid", lambda: Sprite((square(5),))), [(50, 50)]))
    even = coloured(
        stamped(sheet, sheet.index("even", lambda: Sprite((square(5),), fit=Fit.FIGURE)), [(50, 50)])
    )
    own = coloured(stamped(sheet, sheet.index("own", lambda: Sprite((square(5),), scale=1.0)), [(50, 50)]))
    assert (len(wide), len(even), len(own)) == (10 * 40, 20 * 20, 10 * 10)


def test_nothing_is_drawn_outside_of_a_clip() -> None:
    sheet = SpriteSheet((2.0, 2.0), most_pixels=10**6)
    clip = ((-5.0, -5.0), (0.0, -5.0), (0.0, 5.0), (-5.0, 5.0))
    found = coloured(stamped(sheet, sheet.index("it", lambda: Sprite((square(9),), clip=clip)), [(50, 50)]))
    assert (min(found), max(found)) == ((40, 40), (49, 59))


def test_sprites_of_one_clip_leave_nothing_to_one_another() -> None:
    sheet = SpriteSheet((1.0, 1.0), most_pixels=10**6)
    clip = square(10).points
    sheet.index("all", lambda: Sprite((square(30),), clip=clip))
    small = sheet.index("small", lambda: Sprite((square(4, "#0000ff"),), clip=clip))
    # At another scale it is another clip.
    figure = sheet.index("large", lambda: Sprite((square(30),), clip=clip, scale=2.0))
    assert len(coloured(stamped(sheet, small, [(50, 50)]))) == 8 * 8
    assert len(coloured(stamped(sheet, figure, [(50, 50)]))) == 40 * 40


def test_an_error_in_a_clipped_sprite_leaves_the_clip_to_the_next() -> None:
    sheet = SpriteSheet((1.0, 1.0), most_pixels=10**6)
    clip = square(10).points
    broken = TileSymbol("clear", 99, 0.0, 0.0)
    with pytest.raises(IndexError):
        sheet.index("broken", lambda: Sprite((broken,), clip=clip))
    whole = sheet.index("whole", lambda: Sprite((square(30),), clip=clip))
    assert len(coloured(stamped(sheet, whole, [(50, 50)]))) == 20 * 20


def test_new_sprites_wait_when_time_is_out() -> None:
    sheet = SpriteSheet((1.0, 1.0), most_pixels=10**6)
    known = sheet.index("known", lambda: Sprite((square(2),)))
    with sheet.hurried(-math.inf):
        assert sheet.index("known", lambda: Sprite((square(2),))) == known
        sheet.index("new", lambda: Sprite((square(2),)))
        with pytest.raises(OutOfTimeError):
            sheet.index("newer", lambda: Sprite((square(2),)))
    assert sheet.index("newer", lambda: Sprite((square(2),))), "the time is over, not the sheet"


def test_new_sprites_are_left_out_when_they_are_spared() -> None:
    sheet = SpriteSheet((1.0, 1.0), most_pixels=10**6)
    with sheet.sparing(math.inf):
        known = sheet.index("known", lambda: Sprite((square(2),)))
    assert not sheet.lacks
    with sheet.sparing(-math.inf):
        assert sheet.index("known", lambda: Sprite((square(2),))) == known
        assert sheet.index("new", lambda: Sprite((square(2),)))
        assert not sheet.lacks
        assert sheet.index("newer", lambda: Sprite((square(2),))) == 0
        assert sheet.lacks
    with sheet.hurried(-math.inf):
        assert sheet.index("newer", lambda: Sprite((square(2),))), "what was dropped is still to be drawn"
        with pytest.raises(OutOfTimeError):
            sheet.index("newest", lambda: Sprite((square(2),)))


def test_each_hurry_gets_at_least_one_sprite_drawn() -> None:
    """However long a view takes to look through, it is finished one day."""
    sheet = SpriteSheet((1.0, 1.0), most_pixels=10**6)
    for number in range(20):
        with sheet.hurried(-math.inf):
            for before in range(number + 1):
                sheet.index(before, lambda: Sprite((square(2),)))


def test_a_sheet_that_is_too_large_starts_anew() -> None:
    sheet = SpriteSheet((1.0, 1.0), most_pixels=1024 * 512)
    for i in range(300):
        sheet.index(i, lambda: Sprite((square(30),)))
    sheet.tidy()
    found = coloured(stamped(sheet, sheet.index(299, lambda: Sprite((square(3),))), [(50, 50)]))
    assert len(found) == 36


def test_no_sprites_no_drawing() -> None:
    sheet = SpriteSheet((1.0, 1.0), most_pixels=10**6)
    assert coloured(stamped(sheet, np.zeros(0, int), [])) == []


@pytest.mark.parametrize(
    "item",
    [
        square(4),
        Circle(3.0, -2.0, 4.0, stroke="#112233", width=2.0),
        PathShape((("M", (-5.0, 0.0)), ("Q", (0.0, 9.0, 6.0, 1.0)), ("C", (1.0, 2.0, 3.0, 4.0, 9.0, 9.0))), stroke="#000000", width=3.0),
        TileSymbol("forest", 2, 1.0, 1.0, scale=0.5, rotation=30),
        Text(0.0, 0.0, "Old Mill", 5.0, "#000000", anchor=TextAnchor.MIDDLE, bold=True, halo="#00ff00", halo_width=1.0),
        Text(-4.0, 2.0, "A1", 4.0, "#000000"),
        Group((square(2), Circle(8.0, 8.0, 1.0, fill="#ff0000")), opacity=0.5),
        Window((square(20),), left=-4.0, top=-3.0, width=8.0, height=6.0, x=1.0, y=2.0),
    ],
    ids=lambda item: type(item).__name__,
)  # fmt: skip
def test_items_are_drawn_within_their_bounds(item: Item) -> None:
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(50, 50)
    painter.scale(2, 2)
    paint_items(painter, (item,))
    painter.end()
    found = coloured(image)
    assert found
    box = bounds((item,)).adjusted(-1, -1, 1, 1)
    assert all(box.contains(QPointF((x - 50) / 2, (y - 50) / 2)) for x, y in found)
    drawn = max(x for x, _ in found) - min(x for x, _ in found)
    assert box.width() <= drawn / 2 + 14
