"""Readers of pictures: images of decorations, and tracing images."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

from tools.fuzzing.samples import Sample, started_qt

if TYPE_CHECKING:
    from collections.abc import Mapping


def read_image(data: bytes, _: Mapping[str, bytes]) -> str:
    """Inspect the image of a decoration, and draw it where it may be drawn; return the outcome."""
    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    from fairground.core.files.images import SVG, ImageFault, inspected

    found = inspected(data)
    if isinstance(found, ImageFault):
        return "refused"
    if found.media_type == SVG:
        started_qt()
        renderer = QSvgRenderer(QByteArray(found.content))
        image = QImage(32, 32, QImage.Format.Format_ARGB32)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
    return "read"


def read_tracing_image(data: bytes, _: Mapping[str, bytes]) -> str:
    """Read a tracing image as the worker does; return the outcome."""
    import tempfile
    from pathlib import Path

    from fairground.editor.features.tracing_image.image_job import TracingPicture, TracingPictureJob

    started_qt()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.png"
        path.write_bytes(data)
        found = TracingPictureJob((0,), path).run()
    if not isinstance(found, TracingPicture):
        return "refused"
    if len(found.pixels) != 3 * found.width * found.height:
        raise AssertionError("the pixels are not those of the size")
    return "read"


@cache
def tracing_images() -> list[Sample]:
    """Return a small picture in both formats."""
    from PIL import Image

    picture = Image.effect_noise((40, 30), 50)
    found = []
    for name in ("png", "jpeg"):
        file = BytesIO()
        picture.save(file, name)
        found.append(Sample(f"tracing.{name}", file.getvalue()))
    return found
