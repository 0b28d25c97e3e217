from __future__ import annotations

import io
import random
import re
import zlib

import numpy as np
import pytest
from PIL import Image

from fairground.core.clients import load_format
from fairground.core.clients.board_image import board_image, pixel_frame
from fairground.core.clients.format import export_settings
from fairground.core.errors import LimitError, UsageError
from fairground.core.grid.hexes import Hex, distance
from fairground.core.grid.hexsides import corners
from fairground.core.grid.layout import Layout
from fairground.core.pictures.options import PictureOptions
from fairground.core.scenario.board import Board
from tests.core.clients.blocked_boards import blocked_board
from tests.core.clients.test_carried import full

NOTHING = PictureOptions(
    labels=False, zones=False, objectives=False, units=False, names=False, elevation_numbers=False
)


def pixels(image: bytes) -> tuple[list[bytes], int]:
    """Return the rows of a PNG without interlacing, undone of their filters, and the bytes a pixel."""
    width, channels = int.from_bytes(image[16:20]), {2: 3, 6: 4}[image[25]]
    data, at = b"", 8
    while at < len(image):
        length = int.from_bytes(image[at : at + 4])
        if image[at + 4 : at + 8] == b"IDAT":
            data += image[at + 8 : at + 8 + length]
        at += length + 12
    raw = zlib.decompress(data)
    rows, above, stride = [], bytes(width * channels), width * channels
    for start in range(0, len(raw), stride + 1):
        kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for i in range(stride):
            left = row[i - channels] if i >= channels else 0
            corner = above[i - channels] if i >= channels else 0
            row[i] = (row[i] + _predicted(kind, left, above[i], corner)) % 256
        above = bytes(row)
        rows.append(above)
    return rows, channels


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        guess = left + up - corner
        return min((left, up, corner), key=lambda it: abs(guess - it))
    return (0, left, up, (left + up) // 2)[kind]


@pytest.mark.parametrize("layout", list(Layout))
def test_every_pixel_lies_in_the_hex_that_the_frame_says(layout: Layout) -> None:
    scenario = blocked_board(random.Random(2), layout, size=(4, 4), share=0.5)  # noqa: S311
    frame = pixel_frame(scenario.board, 24)
    rows, channels = pixels(board_image(scenario, frame, NOTHING, grid=False))
    assert (len(rows[0]) // channels, len(rows)) == (frame.width, frame.height)
    for at in scenario.board.hexes():
        x, y = frame.centre(at)
        # Halfway to each corner, off the symbols' middle and off the lines.
        near = [((x + 3 * cx) / 4, (y + 3 * cy) / 4) for cx, cy in map(frame.corner, corners(at))]
        colours = [rows[int(b)][int(a) * channels : int(a) * channels + 3] for a, b in near]
        dark = sum(sum(colour) < 400 for colour in colours)
        is_wall = bool(scenario.board.terrain[scenario.board.cell(at)])
        assert dark >= 5 if is_wall else dark <= 1, scenario.board.label(at)


def test_a_hex_is_so_many_pixels_across_in_every_layout() -> None:
    for layout in Layout:
        frame = pixel_frame(Board.blank(layout, 3, 3), 50)
        a = frame.centre(Hex(1, 1))
        for other in (Hex(1, 2), Hex(2, 1), Hex(2, 0)):
            b = frame.centre(other)
            assert (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 == pytest.approx(2500)


@pytest.mark.parametrize("layout", list(Layout))
def test_the_rectangle_of_hexes_touches_all_edges(layout: Layout) -> None:
    board = Board.blank(layout, 3, 3)
    frame = pixel_frame(board, 50)
    points = [frame.corner(it) for at in board.hexes() for it in corners(at)]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert min(y for _, y in points) == pytest.approx(0)
    assert 0 <= frame.width - max(x for x, _ in points) < 1
    assert 0 <= frame.height - max(y for _, y in points) < 1


def test_whole_cells_are_added_at_the_right_and_below() -> None:
    board = Board.blank(Layout.ODD_Q, 3, 3)
    plain, padded = pixel_frame(board, 50), pixel_frame(board, 50, whole_cells=True)
    assert (padded.width % 50, padded.height % 50) == (0, 0)
    assert 0 <= padded.width - plain.width < 50
    assert padded.centre(Hex(0, 0)) == plain.centre(Hex(0, 0))
    # Three hexes of pointy tops and half a one are whole and a half.
    assert pixel_frame(Board.blank(Layout.ODD_R, 3, 3), 50, whole_cells=True).width == 200
    assert pixel_frame(Board.blank(Layout.ODD_R, 3, 1), 50, whole_cells=True).width == 150


def test_too_large_an_image_is_refused_with_what_fits() -> None:
    board = Board.blank(Layout.ODD_R, 300, 300)
    with pytest.raises(LimitError, match=r"Hexes of (\d+) pixels would fit") as caught:
        pixel_frame(board, 100)
    fits = int(str(caught.value).split("Hexes of ")[1].split()[0])
    assert pixel_frame(board, fits).width > 0


# -- the image as a format ----------------------------------------------------------------------------------

IMAGE = load_format("image")


def image_of(ending: str, **options: str) -> tuple[Image.Image, tuple[str, ...]]:
    assert IMAGE.write is not None
    values = {key.replace("_", "-"): value for key, value in options.items()}
    found = IMAGE.write(full(), export_settings(IMAGE.options, values, "board", ending))
    return Image.open(io.BytesIO(found.content)), found.losses


@pytest.mark.parametrize(
    ("ending", "kind"), [(".png", "PNG"), (".webp", "WEBP"), (".jpg", "JPEG"), ("", "WEBP")]
)
def test_the_ending_chooses_the_kind_of_image(ending: str, kind: str) -> None:
    image, _ = image_of(ending, pixels="40")
    frame = pixel_frame(full().board, 40)
    assert (image.format, image.size) == (kind, (frame.width, frame.height))


def test_the_grid_that_a_table_needs_is_told() -> None:
    _, losses = image_of(".png", pixels="40")
    assert losses == (
        (
            "the grid is dropped: set up flat-top hexes (odd-q) in rows 40 pixels apart and columns 34.64 apart, with the "
            "centre of A1 at 23.09, 20.00 on an image of 151x180 pixels"
        ),
    )
    _, losses = image_of(".png", pixels="40", units="no")
    assert losses[1:] == ("1 unit not drawn: set units=yes to draw them",)


def test_an_image_can_be_whole_cells() -> None:
    image, _ = image_of(".png", pixels="40", whole_cells="yes")
    assert image.size[0] % 40 == image.size[1] % 40 == 0


def test_what_is_no_image_is_refused() -> None:
    with pytest.raises(
        UsageError, match=r"the image's file name must end in \.png, \.webp, \.jpg, \.jpeg, not \.gif"
    ):
        image_of(".gif")


def image_with_note(table: str, layout: Layout = Layout.ODD_Q, **options: str) -> tuple[Image.Image, str]:
    assert IMAGE.write is not None
    scenario = blocked_board(random.Random(2), layout, size=(5, 4), share=0.5)  # noqa: S311
    values = {"note": table, **{key.replace("_", "-"): value for key, value in options.items()}}
    found = IMAGE.write(scenario, export_settings(IMAGE.options, values, "board", ".png"))
    (note,) = found.companions
    assert re.fullmatch(r"board-note-[0-9a-f]{8}\.txt", note.name)
    return Image.open(io.BytesIO(found.content)), note.content.decode()


@pytest.mark.parametrize("layout", list(Layout))
def test_a_note_has_the_sizes_of_its_image(layout: Layout) -> None:
    image, note = image_with_note("tabletop-simulator", layout, pixels="60")
    assert f"Image: {image.width} x {image.height} pixels" in note
    frame = pixel_frame(Board.blank(layout, 5, 4), 60)
    x, y = frame.centre(layout.from_offset(0, 0))
    assert f"Centre of A1: {x:.2f} pixels from the left edge, {y:.2f} from the top edge" in note
    # Two neighbours in a line, and two lines, are as far apart as it says.
    flat = layout in (Layout.ODD_Q, Layout.EVEN_Q)
    beside = layout.from_offset(0, 1) if flat else layout.from_offset(1, 0)
    next_line = layout.from_offset(1, 0) if flat else layout.from_offset(0, 1)
    near, line = frame.centre(beside), frame.centre(next_line)
    steps = (near[1] - y, line[0] - x) if flat else (near[0] - x, line[1] - y)
    lines, places = ("columns", "rows") if flat else ("rows", "columns")
    assert f"Spacing: {places} {steps[0]:.0f} pixels apart, {lines} {steps[1]:.2f} apart" in note
    share = re.search(r"Size: ([\d.]+) of the width", note)
    assert share is not None
    assert float(share[1]) * image.width == pytest.approx(60 * 2 / 3**0.5, abs=1e-3)


def test_a_note_for_roll20_counts_cells_of_70_pixels() -> None:
    image, note = image_with_note("roll20", pixels="70", whole_cells="yes")
    assert f"Page size: {image.width // 70} x {image.height // 70} cells of 70 pixels" in note
    assert image.width % 70 == image.height % 70 == 0


def test_without_terrain_the_image_is_a_transparent_grid() -> None:
    off = dict.fromkeys(("zones", "objectives", "units", "names", "levels", "terrain"), "no")
    image, losses = image_of(".png", pixels="40", **off)
    assert any(it.startswith("terrain, levels, effects and hexside features not drawn") for it in losses)
    frame = pixel_frame(full().board, 40)
    alpha = np.asarray(image.convert("RGBA"))[:, :, 3]
    decorations = [it.hex for it in full().decorations]
    for at in full().board.hexes():
        if any(distance(at, it) < 2 for it in decorations):
            continue
        x, y = map(int, frame.centre(at))
        assert alpha[y, x] == 0
        # The middle of a side, where the line is.
        (ax, ay), (bx, by) = (frame.corner(it) for it in corners(at)[:2])
        x, y = int((ax + bx) / 2), int((ay + by) / 2)
        assert alpha[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].max() > 100
    plain, _ = image_of(".jpg", pixels="40", **off)
    assert plain.mode == "RGB"
    x, y = map(int, frame.centre(Hex(0, 0)))
    assert np.asarray(plain)[y, x].min() > 240
    assert image_of(".webp", pixels="40", **off)[0].mode == "RGBA"
