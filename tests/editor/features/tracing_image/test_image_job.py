from __future__ import annotations

import os
import struct
import zlib
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor, QImage

from fairground.editor.features.tracing_image import image_job as picture_reading
from fairground.editor.features.tracing_image.image_job import LARGEST, TracingPicture, TracingPictureJob

if TYPE_CHECKING:
    from pathlib import Path


def picture(path: Path, width: int, height: int, colour: str = "#336699") -> Path:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(QColor(colour))
    assert image.save(str(path))
    return path


@pytest.mark.parametrize("name", ["map.png", "map.jpg", "map.dat.jpeg"])
def test_pictures_come_as_rgb(tmp_path: Path, name: str) -> None:
    found = TracingPictureJob((1,), picture(tmp_path / name, 7, 5)).run()
    assert isinstance(found, TracingPicture)
    assert (found.width, found.height, len(found.pixels)) == (7, 5, 105)
    assert all(abs(a - b) < 4 for a, b in zip(found.pixels[:3], (0x33, 0x66, 0x99), strict=True))


def test_what_is_seen_through_is_paper(tmp_path: Path) -> None:
    found = TracingPictureJob((1,), picture(tmp_path / "map.png", 2, 2, "#00000000")).run()
    assert isinstance(found, TracingPicture)
    assert set(found.pixels) == {255}


def test_large_pictures_come_smaller(tmp_path: Path) -> None:
    found = TracingPictureJob((1,), picture(tmp_path / "map.png", 2 * LARGEST, 100)).run()
    assert isinstance(found, TracingPicture)
    assert (found.width, found.height) == (LARGEST, 50)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("map.png", b"", "its content is not a PNG or JPEG image"),
        ("map.png", b"GIF89a" + bytes(40), "its content is not a PNG or JPEG image"),
        ("map.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "its content is not a PNG or JPEG image"),
        ("map.png", b"\x89PNG\r\n\x1a\n" + bytes(60), "cannot be read"),
    ],
)
def test_what_is_no_picture_is_told(tmp_path: Path, name: str, data: bytes, why: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    found = TracingPictureJob((1,), path).run()
    assert isinstance(found, str)
    assert why in found


def test_files_that_are_none_or_too_large_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cannot be opened" in str(TracingPictureJob((1,), tmp_path / "nowhere.png").run())
    assert "cannot be opened" in str(TracingPictureJob((1,), tmp_path).run())
    path = picture(tmp_path / "map.png", 40, 40)
    monkeypatch.setattr(picture_reading, "MOST_PIXELS", 39)
    assert "40 by 40 pixels" in str(TracingPictureJob((1,), path).run())
    monkeypatch.setattr(picture_reading, "MOST_BYTES", 20)
    assert "larger than" in str(TracingPictureJob((1,), path).run())


def test_a_small_file_that_unpacks_to_a_huge_picture_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", 20_000, 20_000, 8, 6, 0, 0, 0),
        b"IDAT": zlib.compress(bytes(80_001)),
        b"IEND": b"",
    }
    path = tmp_path / "bomb.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in chunks.items()
        )
    )
    assert (
        TracingPictureJob((1,), path).run()
        == "it is 20000 by 20000 pixels; the maximum is 67 million pixels in total"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "map.png")
    assert "it is not a file" in str(TracingPictureJob((1,), tmp_path / "map.png").run())
