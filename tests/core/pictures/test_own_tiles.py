"""Own terrain on pictures: colours and images in SVG, PNG, PDF, the terrain table and Tiled's tiles."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from fairground.core.clients import export
from fairground.core.errors import FileError
from fairground.core.files import load
from fairground.core.pictures import PictureOptions, draw_board, draw_terrain_table, to_pdf, to_png, to_svg
from fairground.core.pictures.colours import channels, contrast
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.own_tiles import hex_image, own_tile, recoloured, terrain_image
from fairground.core.pictures.tiles import load_tile, tile_names
from fairground.core.rules import load_ruleset
from fairground.core.rules.ruleset_files import data_url

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#c02040"/></svg>'
RED, BROWN = (0xC0, 0x20, 0x40), "#6b4f2a"
RULES = f"""\
format: fairground-ruleset/1
extends: penance-2.0
id: own
title: Own
terrain:
  mud: {{name: Mud, tile: rough, colour: '{BROWN}', cost: 3}}
  bog: {{name: Bog, tile: rough, image: bog.svg, cost: 3}}
"""
MAP = """\
format: fairground/1
name: Moor
ruleset: own.yaml
board:
  layout: LAYOUT
  size: [3, 1]
  palette: {'.': clear, m: mud, b: bog}
  terrain: |
    .mb
"""


def moor(folder: Path, layout: str = "odd-q") -> Scenario:
    (folder / "own.yaml").write_text(RULES, encoding="utf-8")
    (folder / "bog.svg").write_bytes(SVG)
    (folder / "moor.yaml").write_text(MAP.replace("LAYOUT", layout), encoding="utf-8")
    return load(folder / "moor.yaml")


def shown_colours(png: bytes) -> set[tuple[int, int, int]]:
    picture = Image.open(BytesIO(png)).convert("RGB")
    colours = picture.getcolors(picture.width * picture.height)
    return {colour for count, colour in colours if count > 50}  # type: ignore[union-attr, misc]  # RGB


@pytest.mark.parametrize("layout", ["odd-q", "odd-r"])
def test_pictures_show_colour_and_image(tmp_path: Path, layout: str) -> None:
    scenario = moor(tmp_path, layout)
    picture = draw_board(scenario, PictureOptions(legend=False, title=False))
    colours = shown_colours(to_png(picture, dpi=90))
    assert {channels(BROWN), RED} <= colours
    svg = to_svg(draw_board(scenario))
    assert svg.count("data:image/png;base64,") == 1
    assert f'fill="{BROWN}"' in svg
    assert ">Mud<" in svg
    assert ">Bog<" in svg


def test_images_are_in_pdf_files(tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    pdf = pdfium.PdfDocument(to_pdf([draw_board(moor(tmp_path))]))
    stored = BytesIO()
    pdf[0].render(scale=2).to_pil().convert("RGB").save(stored, "PNG")
    assert {channels(BROWN), RED} <= shown_colours(stored.getvalue())


def test_grey_pictures_have_no_colour(tmp_path: Path) -> None:
    grey = draw_board(moor(tmp_path), PictureOptions(grey=True))
    assert all(len(set(it)) == 1 for it in shown_colours(to_png(grey, dpi=90)))


def test_the_terrain_table_shows_them(tmp_path: Path) -> None:
    table = to_png(draw_terrain_table(moor(tmp_path).rules), dpi=90)
    assert {channels(BROWN), RED} <= shown_colours(table)


def test_tiled_gets_their_tiles(tmp_path: Path) -> None:
    export(moor(tmp_path), "tiled-json", tmp_path / "moor.tmj")
    (tiles,) = tmp_path.glob("*tiles*.png")
    assert {channels(BROWN), RED} <= shown_colours(tiles.read_bytes())


@pytest.mark.parametrize("flat", [True, False])
def test_images_are_clipped_to_the_hex(flat: bool) -> None:  # noqa: FBT001  # a parameter
    image = hex_image(data_url(SVG), flat=flat)
    assert image is not None
    picture = Image.open(BytesIO(image.content))
    width, height = picture.size
    assert (width > height) is flat
    corners = [
        picture.getpixel(at) for at in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1))
    ]
    assert [it[3] for it in corners] == [0] * 4  # type: ignore[index]  # RGBA
    assert picture.getpixel((width // 2, height // 2)) == (*RED, 255)
    covered = sum(picture.getchannel("A").histogram()[255:]) / (width * height)
    assert covered == pytest.approx(0.75, abs=0.02)


def test_an_image_colours_the_ground_it_covers() -> None:
    tile = own_tile(load_tile("rough"), image=data_url(SVG))
    assert channels(tile.fill) == RED
    assert load_tile(tile.name) is tile
    clear = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="2" fill="#c02040"/></svg>'
    assert own_tile(load_tile("rough"), image=data_url(clear)).fill == load_tile("rough").fill


def test_an_image_that_cannot_be_drawn_is_ignored() -> None:
    rough = load_tile("rough")
    assert own_tile(rough, image="data:image/png;base64,AAAA") is rough
    assert own_tile(rough, image="nope.png") is rough


@pytest.mark.parametrize("colour", ["#101010", "#6b4f2a", "#f8f8f8", "#2f7d32"])
def test_symbols_stand_out_from_any_colour(colour: str) -> None:
    for name in tile_names():
        before, tile = load_tile(name), recoloured(load_tile(name), colour)
        assert tile.fill == colour
        assert len(tile.variants) == len(before.variants)
        if before.variants and contrast(before.ink, before.fill) > 2:
            assert contrast(tile.ink, colour) > 1.25, name


def test_missing_images_leave_the_tile(tmp_path: Path) -> None:
    scenario = moor(tmp_path)
    (tmp_path / "bog.svg").unlink()
    scenario.refresh_rules()
    assert Looks(scenario).terrain("bog").name == "rough"


def test_images_outside_the_folder_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.svg").write_bytes(SVG)
    inner = tmp_path / "maps"
    inner.mkdir()
    text = RULES.replace("bog.svg", "../secret.svg")
    (inner / "own.yaml").write_text(text, encoding="utf-8")
    assert load_ruleset("own.yaml", folder=inner).terrain["bog"].image == "../secret.svg"
    (inner / "link.svg").symlink_to(tmp_path / "secret.svg")
    (inner / "own.yaml").write_text(RULES.replace("bog.svg", "link.svg"), encoding="utf-8")
    assert load_ruleset("own.yaml", folder=inner).terrain["bog"].image == "link.svg"


def test_large_images_are_made_smaller(tmp_path: Path) -> None:
    path = tmp_path / "grass.png"
    Image.effect_noise((1500, 900), 40).convert("RGB").save(path)
    text = terrain_image(path)
    stored = base64.b64decode(text.partition(",")[2])
    assert Image.open(BytesIO(stored)).size == (440, 264)
    path.write_bytes(b"no image")
    with pytest.raises(FileError, match=r"grass\.png: the file is not PNG, JPEG or SVG"):
        terrain_image(path)


def test_a_jpeg_covers_the_hex(tmp_path: Path) -> None:
    path = tmp_path / "field.jpg"
    Image.new("RGB", (60, 60), (40, 160, 60)).save(path, quality=95)
    image = hex_image(terrain_image(path), flat=True)
    assert image is not None
    middle = Image.open(BytesIO(image.content)).getpixel((198, 171))
    assert all(abs(one - other) < 8 for one, other in zip(middle[:3], (40, 160, 60), strict=True))  # type: ignore[index]  # RGBA
