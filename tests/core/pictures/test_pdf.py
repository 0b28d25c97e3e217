from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import pytest

from fairground.core.pictures import Layer, Picture, PictureOptions, draw_board, to_pdf, to_png
from fairground.core.pictures.display_list import (
    Circle,
    Group,
    Hatch,
    HatchMark,
    PathShape,
    Polygon,
    Text,
    TextAnchor,
    TileSymbol,
    Window,
)
from fairground.core.pictures.pdf import letters_lacking

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Item
    from fairground.core.scenario.document import Scenario
    from tests.core.pictures.conftest import Pixels

SQUARE = ((5.0, 5.0), (15.0, 5.0), (15.0, 15.0), (5.0, 15.0))


def page(
    *items: Item,
    symbols: Mapping[str, tuple[Item, ...]] | None = None,
    hatches: Mapping[str, Hatch] | None = None,
) -> Picture:
    """Return a picture of 25.4 x 25.4 mm on white."""
    ground = Polygon(((0, 0), (25.4, 0), (25.4, 25.4), (0, 25.4)), fill="#ffffff")
    layer = Layer("a", "A", (ground, *items))
    return Picture(25.4, 25.4, (layer,), symbols=symbols or {}, hatches=hatches or {})


def rastered(picture: Picture, dpi: int = 100) -> NDArray[np.int32]:
    """Return the first page of a picture's PDF, ``[height, width, 3]``."""
    (first,) = pypdfium2.PdfDocument(to_pdf([picture]))
    return np.asarray(first.render(scale=dpi / 72).to_numpy())[..., ::-1].astype(np.int32)


def drawn(picture: Picture, pixels: Pixels, dpi: int = 100) -> NDArray[np.int32]:
    return pixels(to_png(picture, dpi=dpi))[..., :3].astype(np.int32)


def test_pages_have_the_sizes_of_their_pictures() -> None:
    pages = pypdfium2.PdfDocument(to_pdf([page(), replace(page(), width_mm=50.8)]))
    assert [it.get_size() for it in pages] == [pytest.approx((72, 72)), pytest.approx((144, 72))]


@pytest.mark.parametrize(
    "item",
    [
        Polygon(SQUARE, fill="#aa3311"),
        Polygon(SQUARE, stroke="#aa3311", width=3, opacity=0.5),
        Circle(12, 12, 7, fill="#3311aa", stroke="#000000", width=1),
        PathShape((("M", (3, 20)), ("Q", (12, -10, 20, 20))), stroke="#117733", width=2),
        PathShape((("M", (3, 20)), ("C", (3, 0, 20, 0, 20, 20)), ("Z", ())), fill="#117733"),
        Group((Circle(12, 12, 7, fill="#3311aa"),), opacity=0.4),
        Window((Polygon(SQUARE, fill="#aa3311"),), left=8, top=2, width=5, height=9, x=10, y=12),
        # A hole runs the other way round.
        PathShape(
            (
                *(("M" if i == 0 else "L", point) for i, point in enumerate(SQUARE)),
                ("Z", ()),
                *(
                    ("M" if i == 0 else "L", p)
                    for i, p in enumerate(((8.0, 8.0), (8.0, 12.0), (12.0, 12.0), (12.0, 8.0)))
                ),
                ("Z", ()),
            ),
            fill="#aa3311",
        ),
        # Nothing shows twice where parts of a faint symbol lie over each other.
        TileSymbol("blob", 1, 12, 12, scale=2, rotation=30, opacity=0.5),
    ],
)
def test_items_look_as_in_svg(item: Item, pixels: Pixels) -> None:
    blob = (Polygon(((-3, -2), (3, -2), (3, 2), (-3, 2)), fill="#223344"), Circle(2, 1, 2, fill="#223344"))
    picture = page(item, symbols={"blob-1": blob})
    difference = abs(rastered(picture) - drawn(picture, pixels))
    assert difference.mean() < 1.5
    assert (difference.max(axis=2) > 100).mean() < 0.01
    assert (drawn(picture, pixels) < 200).any()


@pytest.mark.parametrize(
    ("mark", "inked", "bare"),
    [
        (HatchMark.LINES, (0.2, 0.5), (0.5, 0.05)),
        (HatchMark.DASHES, (0.31, 0.5), (0.81, 0.5)),
        (HatchMark.GRID, (0.5, 0.05), (0.05, 0.05)),
        (HatchMark.DOTS, (0.5, 0.5), (0.05, 0.5)),
    ],
)
def test_hatches_lie_as_in_a_pattern_from_the_corner(
    mark: HatchMark, inked: tuple[float, float], bare: tuple[float, float]
) -> None:
    hatch = Hatch("#202020", mark, 30, 4, 1.2, 0.8)
    hexagon = Polygon(((2, 8), (12, 2), (23, 8), (23, 18), (12, 23), (2, 18)), hatch="h")
    image = rastered(page(hexagon, hatches={"h": hatch}), 300)
    turn = np.array([[np.cos(np.pi / 6), np.sin(np.pi / 6)], [-np.sin(np.pi / 6), np.cos(np.pi / 6)]])
    for place, dark in ((inked, True), (bare, False)):
        for cell in ((4, -1), (4, 0), (3, 1)):
            x, y = (np.add(cell, place) * 4) @ turn / 25.4 * 300
            assert (image[round(y), round(x)].max() < 100) == dark
    assert (image[:20] == 255).all(), "nothing is drawn outside of the shape"


def test_a_board_looks_as_in_svg(arena: Scenario, pixels: Pixels) -> None:
    picture = draw_board(arena, PictureOptions(legend=False, title=False))
    one, other = rastered(picture, 50), drawn(picture, pixels, 50)
    height, width = (min(one.shape[i], other.shape[i]) // 10 for i in (0, 1))
    coarse = [
        it[: height * 10, : width * 10].reshape(height, 10, width, 10, 3).mean(axis=(1, 3))
        for it in (one, other)
    ]
    assert abs(coarse[0] - coarse[1]).mean() < 6


def test_streams_are_binary(arena: Scenario) -> None:
    assert b"ASCII85Decode" not in to_pdf([draw_board(arena)])


def test_letters_are_letters_and_names_mean_nothing(arena: Scenario) -> None:
    name = "(a) \\) <b>&amp; /Type %PDF\x00\u202e\r\nΩЖ"
    arena.name = name
    arena.board.names = {arena.board.parse("B4"): "Q) Tj (x"}
    pdf = to_pdf([draw_board(arena)], bookmarks=[name], author=name)
    document = pypdfium2.PdfDocument(pdf)
    text = document[0].get_textpage().get_text_range()
    assert "(a) \\) <b>&amp; /Type %PDF ΩЖ" in text
    assert "Q) Tj (x" in text
    assert document.get_metadata_value("Title") == "(a) \\) <b>&amp; /Type %PDF ΩЖ"
    assert [it.get_title() for it in document.get_toc()] == ["(a) \\) <b>&amp; /Type %PDF ΩЖ"]


def test_all_is_vectors_with_the_fonts_embedded(arena: Scenario) -> None:
    pdf = to_pdf([draw_board(arena)])
    assert b"/Subtype /Image" not in pdf
    names = {*re.findall(rb"/BaseFont /([\w+-]+)", pdf)}
    # The name of an embedded part of a font has a tag before a plus.
    assert all(b"+" in name for name in names)
    assert {name.split(b"+")[-1] for name in names} == {b"FairgroundSans", b"FairgroundSans-Bold"}
    assert pdf.count(b"/FontFile2") == 2
    assert not [it for it in (b"/JavaScript", b"/OpenAction", b"/URI", b"/Launch") if it in pdf]


def test_the_same_pictures_give_the_same_bytes(arena: Scenario) -> None:
    assert to_pdf([draw_board(arena)]) == to_pdf([draw_board(arena)])


def test_a_symbol_is_in_the_file_once(arena: Scenario) -> None:
    once, twice = draw_board(arena), draw_board(arena)
    pages = to_pdf([once, replace(twice, symbols=dict(twice.symbols))])
    assert pages.count(b"/Subtype /Form") == to_pdf([once]).count(b"/Subtype /Form") > 3


def test_the_margin_of_letters_lies_under_them(pixels: Pixels) -> None:
    text = Text(12.7, 15, "Mill", 6, "#000000", anchor=TextAnchor.MIDDLE, halo="#ff0000", halo_width=1)
    plain = Text(12.7, 23, "Mill", 4, "#000000", anchor=TextAnchor.END)
    picture = page(text, plain)
    one, other = rastered(picture, 200), drawn(picture, pixels, 200)
    assert abs(one - other).mean() < 6
    # The letters after those with a margin have none, and are filled.
    shares = [(it[150:] < 90).all(axis=2).mean() for it in (one, other)]
    assert shares[0] == pytest.approx(shares[1], rel=0.2)
    assert not ((one[150:, :, 0] - one[150:, :, 1]) > 60).any()


def test_the_user_s_own_settings_of_reportlab_are_not_run(tmp_path: Path) -> None:
    for name in (".reportlab_mods", ".reportlab_settings"):
        (tmp_path / name).write_text("raise SystemExit('it was run')")
    (tmp_path / "file").write_text("")
    command = "from fairground.core.pictures.pdf import letters_lacking; print(letters_lacking('水'))"
    for home in (tmp_path, tmp_path / "file"):
        ran = subprocess.run(
            [sys.executable, "-c", command],
            env={**os.environ, "HOME": str(home), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=False,
        )
        assert ran.stdout.decode() == "('水',)\n"


def test_letters_that_the_font_lacks_are_found() -> None:
    assert letters_lacking(["Mill ΩЖ…", "→ñ½"]) == ()
    assert letters_lacking(["水車", "Mill 水"]) == ("水", "車")
