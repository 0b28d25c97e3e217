"""Images: only what draws and does nothing else is accepted, and image files go along with their scenario."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from fairground.core.errors import FileError
from fairground.core.files import find_image, load, read_bytes, save, shipped_images, with_images_embedded
from fairground.core.files.images import MAX_BYTES, ImageFault, ScenarioImage, inspected

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

TEXT = """format: fairground/2
name: Painted
ruleset: penance-2.0
board:
  layout: odd-q
  size: [2, 1]
  palette: {'.': clear}
  terrain: |
    ..
images: {logo: IMAGE}
decorations:
  - {image: logo, hex: A1}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 4">%s</svg>'
RECT = '<rect width="8" height="4"/>'


def png(width: int, height: int) -> bytes:
    content = BytesIO()
    Image.new("RGBA", (width, height), "#336699").save(content, "PNG")
    return content.getvalue()


def scenario_with(image: str, folder: Path | None = None) -> Scenario:
    scenario = read_bytes(TEXT.replace("IMAGE", f'"{image}"').encode(), folder=folder).scenario
    assert scenario is not None
    return scenario


def code_of(content: bytes) -> str:
    found = inspected(content)
    assert isinstance(found, ImageFault), found
    return found.code


def test_all_images_that_ship_may_be_drawn() -> None:
    assert {
        "tree",
        "rock",
        "crater",
        "skull",
        "arrow",
        "banner",
        "barrel",
        "house",
        "bridge",
        "compass",
    } <= set(shipped_images())


def test_a_plain_drawing_and_a_png_are_accepted() -> None:
    drawing = inspected((SVG % RECT).encode())
    assert isinstance(drawing, ScenarioImage)
    assert (drawing.width, drawing.height) == (8, 4)
    picture = inspected(png(6, 3))
    assert isinstance(picture, ScenarioImage)
    assert (picture.width, picture.height) == (6, 3)


@pytest.mark.parametrize(
    "inner",
    [
        "<script>alert(1)</script>",
        '<rect onload="alert(1)"/>',
        '<a xlink:href="https://example.org"><rect/></a>',
        '<image xlink:href="https://example.org/a.png"/>',
        '<use xlink:href="other.svg#a"/>',
        '<use href="data:image/svg+xml;base64,AAAA"/>',
        '<rect fill="url(https://example.org/a)"/>',
        "<rect style=\"fill: URL( 'file:///etc/passwd')\"/>",
        '<rect style="fill: u\\72l(https://example.org)"/>',
        "<style>@import 'https://example.org/a.css';</style>",
        "<style>rect { clip-path: url(#a) }</style>",
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'/></foreignObject>",
        "<body xmlns='http://www.w3.org/1999/xhtml'/>",
        "<text>Words</text>",
        "<filter id='f'/>",
        "<animate/>",
        "<g xml:base='https://example.org/'/>",
        "<g id='a'><use href='#a'/></g>",
        "".join(f"<g id='g{i}'>" + f"<use href='#g{i + 1}'/>" * 10 + "</g>" for i in range(8)) + "<g id='g8'/>",
        "<clipPath id='a'><rect clip-path='url(#b)'/></clipPath>",
        "<g>" * 40 + "</g>" * 40,
        RECT * 10_001,
        "<path d='M0 0L10 10' stroke='red' stroke-dasharray='0.00001 0.00001'/>",
        "<g style='stroke-dasharray: 1e-5'><rect width='8' height='4' stroke='red'/></g>",
        "<style>path { stroke-dasharray: .00001 }</style><path d='M0 0L10 10'/>",
        "<rect width='1e999' height='4' stroke='red' stroke-dasharray='0.00001'/>",
        "<g transform='scale(1e-6)'><path d='M0 0H1e7' stroke-dasharray='1'/></g>",
        "<path id='a' d='M0 0H9000' stroke-dasharray='1'/>" + "<use href='#a'/>" * 20,
        "<?xml-stylesheet href='https://example.org/a.css'?>",
    ],
)  # fmt: skip
def test_an_svg_that_may_do_more_than_draw_is_refused(inner: str) -> None:
    assert code_of((SVG % inner).encode()) == "image.unsafe"


@pytest.mark.parametrize("dashes", ["none", "0", "0.5 0.25", "1,2,3", "1e9"])
def test_an_svg_may_have_dashed_lines(dashes: str) -> None:
    drawing = (
        f"<path d='M0 0L8 4' stroke='red' stroke-dasharray='{dashes}' style='stroke-dasharray:{dashes}'/>"
    )
    assert isinstance(inspected((SVG % drawing).encode()), ScenarioImage)


def test_entities_and_other_encodings_are_refused() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG % RECT
    assert code_of(bomb.encode()) == "image.unsafe"
    assert code_of(('<?xml version="1.0" encoding="utf-16"?>' + SVG % RECT).encode()) == "image.unsafe"
    assert code_of((SVG % RECT).encode("utf-16")) == "image.type"
    assert code_of((SVG % "\xe4").encode("latin-1")) == "image.unreadable"


def test_large_narrow_damaged_and_other_files_are_refused() -> None:
    assert code_of(b"<svg " + b" " * MAX_BYTES) == "image.size"
    assert code_of(png(2049, 1)) == "image.size"
    assert code_of(png(101, 1)) == "image.size"
    assert code_of(png(60, 60)[:-30]) == "image.unreadable"
    assert code_of(b"GIF89a") == "image.type"
    assert code_of((SVG % "<g>").encode()) == "image.unreadable"
    assert code_of((SVG % RECT).replace("viewBox", "box").encode()) == "image.unreadable"
    assert code_of((SVG % RECT).replace("0 0 8 4", "0 0 inf nan").encode()) == "image.unreadable"


@pytest.mark.parametrize(
    "name", ["../logo.svg", "/etc/logo.svg", "C:\\logo.svg", "file:logo.svg", "a/../../logo.svg"]
)
def test_a_path_that_leaves_the_folder_is_not_read(tmp_path: Path, name: str) -> None:
    found = find_image(scenario_with(name.replace("\\", "\\\\"), tmp_path), "logo")
    assert isinstance(found, ImageFault)
    assert found.code == "image.outside"


def test_a_symbolic_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text(SVG % RECT)
    (tmp_path / "logo.svg").symlink_to(tmp_path / "real.svg")
    found = find_image(scenario_with("logo.svg", tmp_path), "logo")
    assert isinstance(found, ImageFault)
    assert found.code == "image.outside"


def test_embedded_images_must_be_what_they_say() -> None:
    drawn = base64.b64encode((SVG % RECT).encode()).decode()
    assert isinstance(find_image(scenario_with(f"data:image/svg+xml;base64,{drawn}"), "logo"), ScenarioImage)
    for text in (
        f"data:image/png;base64,{drawn}",
        f"data:text/html;base64,{drawn}",
        "data:image/png;base64,***",
    ):
        assert isinstance(find_image(scenario_with(text), "logo"), ImageFault)


def test_images_go_along_with_a_saved_scenario(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    (old / "art").mkdir(parents=True)
    new.mkdir()
    (old / "art" / "logo.svg").write_text(SVG % RECT)
    scenario = scenario_with("art/logo.svg", old)
    save(scenario, new / "a.yaml")
    assert (new / "art" / "logo.svg").read_text() == SVG % RECT
    assert isinstance(find_image(load(new / "a.yaml"), "logo"), ScenarioImage)
    # Again, over the same content; other content is never overwritten.
    save(scenario, new / "a.yaml")
    (new / "art" / "logo.svg").write_text("mine")
    with pytest.raises(FileError, match="already exists and differs"):
        save(scenario, new / "b.yaml")
    assert not (new / "b.yaml").exists()
    assert (new / "art" / "logo.svg").read_text() == "mine"


def test_an_embedded_image_needs_no_file(tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_text(SVG % RECT)
    whole = with_images_embedded(scenario_with("logo.svg", tmp_path))
    (tmp_path / "elsewhere").mkdir()
    save(whole, tmp_path / "elsewhere" / "a.yaml")
    found = find_image(load(tmp_path / "elsewhere" / "a.yaml"), "logo")
    assert isinstance(found, ScenarioImage)
    assert found.content == (SVG % RECT).encode()
