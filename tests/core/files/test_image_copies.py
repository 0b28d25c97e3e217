"""Images that go along with a scenario: small enough, upright, embedded or beside its file."""

from __future__ import annotations

import random
import struct
import zlib
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from fairground.core.errors import FileError
from fairground.core.files import find_image, load, save
from fairground.core.files.image_copies import copy_beside, fitted_image, with_tracing_image
from fairground.core.files.images import (
    JPEG,
    MAX_BYTES,
    MAX_PIXELS,
    PNG,
    ImageFault,
    ScenarioImage,
    inspected,
)

if TYPE_CHECKING:
    from pathlib import Path


def picture(width: int, height: int, kind: str = "JPEG", mode: str = "RGB", **options: object) -> bytes:
    content = BytesIO()
    Image.new(mode, (width, height), None if mode == "CMYK" else "#336699").save(content, kind, **options)
    return content.getvalue()


def turned_photo(width: int, height: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return picture(width, height, exif=exif)


def test_a_jpeg_may_be_drawn() -> None:
    found = inspected(picture(6, 3))
    assert isinstance(found, ScenarioImage)
    assert (found.media_type, found.width, found.height) == (JPEG, 6, 3)
    assert found.data_url.startswith("data:image/jpeg;base64,")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (turned_photo(6, 3), "image.type"),
        (picture(6, 3, mode="CMYK"), "image.type"),
        (picture(6, 3)[:200], "image.unreadable"),
        (picture(MAX_PIXELS + 1, 3), "image.size"),
    ],
)
def test_a_jpeg_that_programs_draw_differently_is_refused(content: bytes, code: str) -> None:
    found = inspected(content)
    assert isinstance(found, ImageFault)
    assert found.code == code


def test_a_small_image_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "scan.png").write_bytes(picture(30, 20, "PNG"))
    found = fitted_image(tmp_path / "scan.png")
    assert not found.is_converted
    assert found.image.content == (tmp_path / "scan.png").read_bytes()
    assert found.image.media_type == PNG


def test_a_large_image_is_made_smaller(tmp_path: Path) -> None:
    noise = Image.frombytes("RGB", (2600, 1300), random.Random(7).randbytes(2600 * 1300 * 3))  # noqa: S311  # noise
    noise.save(tmp_path / "scan.png")
    found = fitted_image(tmp_path / "scan.png")
    assert found.is_converted
    assert found.source_size == (2600, 1300)
    assert len(found.image.content) <= MAX_BYTES
    assert max(found.image.width, found.image.height) <= MAX_PIXELS
    assert found.image.width / found.image.height == pytest.approx(2, abs=0.01)


def test_a_photo_stored_turned_becomes_upright(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(turned_photo(60, 30))
    found = fitted_image(tmp_path / "photo.jpg")
    assert found.is_converted
    assert found.source_size == (30, 60)
    assert (found.image.width, found.image.height) == (30, 60)


def test_what_is_no_image_is_refused(tmp_path: Path) -> None:
    (tmp_path / "scan.png").write_bytes(picture(30, 20, "PNG")[:60])
    with pytest.raises(FileError, match=r"scan\.png is damaged\. Open it"):
        fitted_image(tmp_path / "scan.png")
    (tmp_path / "scan.gif").write_bytes(b"GIF89a")
    with pytest.raises(FileError, match=r"scan\.gif is not a PNG or JPEG\. Open it"):
        fitted_image(tmp_path / "scan.gif")
    (tmp_path / "scan.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>')
    with pytest.raises(FileError, match=r"scan\.svg is an SVG; a tracing image must be a PNG or JPEG"):
        with_tracing_image(load("scenarios/standard-arena.yaml"), tmp_path / "scan.svg")


def test_a_tracing_image_beside_goes_along_with_a_saved_scenario(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    (tmp_path / "My scan.jpg").write_bytes(picture(40, 20))
    scenario = with_tracing_image(
        load("scenarios/standard-arena.yaml"), tmp_path / "My scan.jpg", folder=first
    )
    scenario.folder = first
    assert scenario.images == {"my-scan": "My scan.jpg"}
    save(scenario, first / "a.yaml")
    save(load(first / "a.yaml"), second / "a.yaml")
    again = load(second / "a.yaml")
    assert again.underlay == scenario.underlay
    found = find_image(again, "my-scan")
    assert isinstance(found, ScenarioImage)
    assert found.content == picture(40, 20)


def test_a_copy_never_replaces_another_file(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "scan.jpg").write_bytes(picture(40, 20))
    (tmp_path / "maps" / "scan.jpg").write_bytes(b"mine")
    image = inspected(picture(40, 20))
    assert isinstance(image, ScenarioImage)
    assert copy_beside(tmp_path / "scan.jpg", tmp_path / "maps", image) == "scan-2.jpg"
    assert copy_beside(tmp_path / "scan.jpg", tmp_path / "maps", image) == "scan-2.jpg"
    assert (tmp_path / "maps" / "scan.jpg").read_bytes() == b"mine"
    # A file below the folder is used where it is.
    assert copy_beside(tmp_path / "maps" / "scan-2.jpg", tmp_path, image) == "maps/scan-2.jpg"


@pytest.mark.parametrize("side", [8_200, 29_999])
def test_too_many_pixels_are_refused_before_they_are_unpacked(tmp_path: Path, side: int) -> None:
    """Pillow refuses the larger of them itself."""
    head = b"IHDR" + struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    (tmp_path / "scan.png").write_bytes(
        data + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))
    )
    with pytest.raises(FileError, match=r"scan\.png has more than 67 million pixels\. Save it in a lower"):
        fitted_image(tmp_path / "scan.png")
