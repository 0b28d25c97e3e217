"""What comes out of the printer, as far as a raster of 300 pixels an inch can tell."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import pytest

from fairground.core.clients import load_format
from fairground.core.clients.pdf import print_pages
from fairground.core.errors import LimitError, UsageError
from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.colours import GRID, channels
from fairground.core.pictures.display_list import Group, PathShape, Text, Window
from fairground.core.scenario.board import Board
from fairground.core.scenario.parts import Zone
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.clients.format import ExportSettings
    from fairground.core.pictures.display_list import Item, Picture
    from fairground.core.scenario.document import Scenario
    from tests.core.clients.pdf.conftest import Ask

DPI = 300
MM = DPI / 25.4


def pdf(scenario: Scenario, asked: ExportSettings) -> pypdfium2.PdfDocument:
    write = load_format("pdf").write
    assert write is not None
    return pypdfium2.PdfDocument(write(scenario, asked).content)


def raster(page: pypdfium2.PdfPage) -> NDArray[np.int32]:
    """Return a page as ``[height, width, 3]``, red, green and blue."""
    return np.asarray(page.render(scale=DPI / 72).to_numpy())[..., ::-1].astype(np.int32)


def text(page: pypdfium2.PdfPage) -> str:
    return str(page.get_textpage().get_text_range())


def items_of(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group | Window):
            yield from items_of(item.items)


def texts(picture: Picture) -> list[str]:
    every = (item for layer in picture.layers for item in items_of(layer.items))
    return [item.text for item in every if isinstance(item, Text)]


def plain(field: Scenario) -> Scenario:
    """Return a field without all that covers the grid."""
    field.board.terrain[:] = 0
    field.board.elevation[:] = 0
    return replace(field, zones=[], units=[], objectives=[])


@pytest.mark.parametrize(("paper", "width"), [("a4", "31.75"), ("letter", "16")])
def test_hexes_have_their_width(field: Scenario, ask: Ask, paper: str, width: str) -> None:
    """Lines of the grid are as far apart in the raster as hexes are wide, to 0.1 mm, and stand where they should."""
    asked = ask(paper=paper, hex_width=width, assembly="no", labels="none")
    document = pdf(plain(field), asked)
    picture = print_pages(plain(field), asked)[0].picture
    image = raster(document[0])
    flat = field.board.layout.orientation is Orientation.FLAT
    # Along a line of hexes, the sides between them lie across: rows of pointy hexes, columns of flat ones.
    along = image.transpose(1, 0, 2) if flat else image
    size = picture.hex_size
    x, y = picture.origin
    beside, start = (x, y) if flat else (y, x)
    # Where the line of A1 is; a strip half as high as a side is long.
    strip = along[round((beside - size / 4) * MM) : round((beside + size / 4) * MM)]
    grey = (abs(strip - np.array(channels(GRID))).max(axis=2) < 60).mean(axis=0)
    expected = [start + (i + 0.5) * SQRT3 * size for i in range(3)]
    found = []
    for at in expected:
        near = np.arange(round((at - 2) * MM), round((at + 2) * MM))
        found.append(float((near * grey[near]).sum() / grey[near].sum() + 0.5) / MM)
    assert found == pytest.approx(expected, abs=0.1)
    assert np.diff(found) == pytest.approx([float(width)] * 2, abs=0.1)


def test_the_ruler_is_25_mm_long(field: Scenario, ask: Ask) -> None:
    for page in print_pages(field, ask(paper="letter")):
        (ruler,) = [
            it
            for layer in page.picture.layers
            for it in layer.items
            if isinstance(it, PathShape) and len(it.commands) == 2 + 2 * 26
        ]
        xs = [at[0] for _, at in ruler.commands if at]
        assert max(xs) - min(xs) == pytest.approx(25)
        assert max(xs) <= page.picture.width_mm - 10 + 1e-6
        assert "25 mm" in texts(page.picture)


@pytest.mark.long
def test_sheets_overlap_as_the_assembly_sheet_says(field: Scenario, ask: Ask) -> None:
    """Two sheets show the same, 4 mm of it, at the distance that the figures on the assembly sheet give."""
    asked = ask(paper="letter", hex_width="25.4", overlap="4", orientation="portrait", margin="40")
    document = pdf(field, asked)
    pages = {page.name: i for i, page in enumerate(print_pages(field, asked))}
    assert {"Assembly", "Sheet A1", "Sheet B1", "Sheet A2"} <= set(pages)
    said = [it for it in texts(print_pages(field, asked)[0].picture) if re.fullmatch(r"\d+\.\d", it)]
    assert all(it in text(document[pages["Assembly"]]) for it in said)
    # Column by column, then row by row: from the board's edge to the first seam, and so on.
    figures = list(map(float, said))
    count = len({name[6] for name in pages if name.startswith("Sheet ")})
    assert "Sheets overlap by 4 mm" in text(document[pages["Assembly"]]).replace("\r\n", " ")
    one = raster(document[pages["Sheet A1"]])
    margin, overlap = round(40 * MM), 4 * MM
    for axis, name, figure in ((1, "Sheet B1", figures[0]), (0, "Sheet A2", figures[count])):
        other = raster(document[pages[name]])
        offset = round((figure - 2) * MM)
        size = round(overlap) - 4
        here = [slice(margin, margin + 900), slice(margin, margin + 900)]
        there = list(here)
        there[axis] = slice(margin + 2, margin + 2 + size)
        here[axis] = slice(margin + 2 + offset, margin + 2 + offset + size)
        a, b = one[tuple(here)], other[tuple(there)]
        assert a.std() > 10, "there is something to compare"
        assert abs(a - b).mean() < 6
        shifted = [slice(it.start, it.stop) for it in there]
        shifted[axis] = slice(there[axis].start + 12, there[axis].stop + 12)
        assert abs(a - other[tuple(shifted)]).mean() > 2 * abs(a - b).mean()


def test_pages_have_names_and_the_letters_are_there(field: Scenario, ask: Ask) -> None:
    document = pdf(field, ask())
    names = [it.get_title() for it in document.get_toc()]
    assert names[0] == "Assembly"
    assert {"Sheet A1", names[-1]} <= {"Sheet A1", "Sheet A2", "Sheet B1", "Sheet B2"}
    assert len(names) == len(document)
    sheets = [text(page) for page in document][names.index("Sheet A1") :]
    whole = " ".join(sheets)
    for column in range(9):
        for row in range(1, 9):
            assert f"{'ABCDEFGHI'[column]}{row}" in whole
    assert "Old Mill" in whole
    for name, words in zip(names[names.index("Sheet A1") :], sheets, strict=True):
        assert name.removeprefix("Sheet ") in words
        assert "print at 100%" in words
    first = text(document[0])
    for words in ("Field", "by Somebody", "31.75 mm across flats (1.25 in)", "Ants", "TERRAIN"):
        assert words in first


def test_sheets_name_their_neighbours_and_share_crosses(field: Scenario, ask: Ask) -> None:
    pages = {
        page.name: page.picture for page in print_pages(field, ask(orientation="landscape", margin="20"))
    }
    crosses = {}
    for name, picture in pages.items():
        marks = picture.layer("marks")
        if marks is None:
            continue
        path = next(it for it in marks.items if isinstance(it, PathShape))
        ends = np.array([at for _, at in path.commands]).reshape(-1, 4, 2)
        crosses[name] = {(round(x, 3), round(y, 3)) for x, y in ends.mean(axis=1) - np.array(picture.origin)}
        own = name.removeprefix("Sheet ")
        named = {it.text for it in marks.items if isinstance(it, Text)}
        column, row = own[0], int(own[1:])
        beside = {
            f"{column}{row - 1}",
            f"{column}{row + 1}",
            f"{chr(ord(column) - 1)}{row}",
            f"{chr(ord(column) + 1)}{row}",
        }
        assert named == {it for it in beside if f"Sheet {it}" in pages}
    assert len(crosses["Sheet A1"] & crosses["Sheet B1"]) >= 3
    assert len(crosses["Sheet A1"] & crosses["Sheet A2"]) >= 3


def test_a_small_board_takes_one_sheet_without_marks(field: Scenario, ask: Ask) -> None:
    asked = ask(hex_width="16", assembly="no")
    (page,) = print_pages(field, asked)
    assert page.name == "Sheet A1"
    assert page.picture.layer("marks") is None
    (window,) = [it for layer in page.picture.layers for it in layer.items if isinstance(it, Window)]
    assert window.x + window.width / 2 == pytest.approx(page.picture.width_mm / 2)


@pytest.mark.parametrize("turn", ["portrait", "landscape"])
@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4)), ("a3", (297, 420))]
)
def test_pages_are_as_large_as_the_paper(
    field: Scenario, ask: Ask, paper: str, size: tuple[float, float], turn: str
) -> None:
    pages = print_pages(field, ask(paper=paper, orientation=turn))
    wanted = size if turn == "portrait" else size[::-1]
    assert {(page.picture.width_mm, page.picture.height_mm) for page in pages} == {wanted}


@pytest.mark.parametrize(
    "said", [{}, {"paper": "letter", "orientation": "landscape"}, {"margin": "40"}, {"margin": "5"}]
)
def test_assembly_and_legend_stay_within_the_margin(field: Scenario, ask: Ask, said: dict[str, str]) -> None:
    for i in range(60):
        field.zones.append(Zone(f"area-{i}", "", parse_shape("A1"), name=f"Area {i} " + "W" * 80))
    asked = ask(**said)
    document = pdf(field, asked)
    names = [page.name for page in print_pages(field, asked)]
    assert names.count("Legend") >= 1
    edge = round((float(asked.number("margin")) - 1) / 25.4 * 72)
    for name, page in zip(names, document, strict=True):
        if name in ("Assembly", "Legend"):
            image = np.asarray(page.render(scale=1).to_numpy())
            assert (image < 200).any()
            image[edge:-edge, edge:-edge] = 255
            assert (image > 240).all()


def test_the_players_copy_and_the_selection_reach_the_paper(field: Scenario, ask: Ask) -> None:
    full = [it for page in print_pages(field, ask()) for it in texts(page.picture)]
    copy = [it for page in print_pages(field, ask(copy="players", side="a")) for it in texts(page.picture)]
    assert {"SC", "HE"} <= set(full)
    assert "SC" in copy
    assert "HE" not in copy
    part = [it for page in print_pages(field, ask(hexes="within 1 of B2")) for it in texts(page.picture)]
    assert "B2" in part
    assert "E5" not in part


def test_grey_is_grey(field: Scenario, ask: Ask) -> None:
    (page,) = pdf(field, ask(hex_width="16", assembly="no", grey="yes"))
    image = np.asarray(page.render(scale=0.5).to_numpy()).astype(np.int32)
    assert (image.max(axis=2) - image.min(axis=2)).max() <= 3
    assert image.std() > 10


def test_the_same_scenario_gives_the_same_bytes(field: Scenario, ask: Ask) -> None:
    write = load_format("pdf").write
    assert write is not None
    assert write(field, ask()).content == write(field, ask()).content


def test_letters_that_the_font_lacks_are_told(field: Scenario, ask: Ask) -> None:
    write = load_format("pdf").write
    assert write is not None
    assert write(field, ask()).losses == ()
    field.board.names = {field.board.parse("A1"): "水車"}
    assert write(field, ask()).losses == ("2 characters missing from the font (水 車) are drawn as boxes",)


def test_more_hexes_than_can_be_printed_are_refused(field: Scenario, ask: Ask) -> None:
    field = replace(field, board=Board.blank(field.board.layout, 201, 200), zones=[], objectives=[], units=[])
    with pytest.raises(LimitError, match="at most 40,000 hexes can be printed, not 40,200"):
        print_pages(field, ask(hex_width="2"))
    assert print_pages(field, ask(hex_width="2", hexes="rows 1 & columns 1"))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"side": "a"}, "a side needs the players' copy"),
        ({"copy": "players", "side": "ants"}, "there is no side 'ants'"),
        ({"hexes": "Z99"}, "Z99 is off the board"),
        ({"paper": "a5"}, "paper must be a4, letter, a3"),
        ({"hex_width": "1"}, "hex-width must be a number from 2 to 150"),
        ({"margin": "4"}, "margin must be a number from 5 to 40"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    field: Scenario, ask: Ask, said: dict[str, str], words: str
) -> None:
    with pytest.raises(UsageError, match=re.escape(words)):
        print_pages(field, ask(**said))
