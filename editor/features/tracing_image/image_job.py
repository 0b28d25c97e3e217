"""Reading a tracing image, and making it small enough to keep, as jobs for the worker: a bad file cannot harm the editor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.files.image_copies import FittedImage

#: The maximum size of a file in bytes, and of an image in pixels per side.
MOST_BYTES = 64 * 2**20
MOST_PIXELS = 30_000
#: The maximum number of pixels in millions: 256 MB when Qt unpacks them.
MOST_MILLIONS = 67
#: Larger images are scaled down to this size, in pixels per side.
LARGEST = 2560
_FORMATS = {b"png": "PNG", b"jpeg": "JPEG"}


@dataclass(frozen=True, slots=True)
class TracingPicture:
    """An image as rows of RGB, three bytes per pixel."""

    width: int
    height: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class StoredImage:
    """An image of a scenario, by its path or ``data:`` URL and the folder of the scenario."""

    text: str
    folder: Path | None


@dataclass(frozen=True, slots=True)
class FitImageJob:
    """Makes an image small enough to keep with a scenario; the answer is a ``FittedImage``, or why there is none."""

    topic: ClassVar[str] = "picture-to-keep"
    tag: tuple[int, ...]
    path: Path

    def run(self) -> FittedImage | str:
        """Read it, and make it smaller if need be."""
        from fairground.core.errors import FairgroundError
        from fairground.core.files.image_copies import fitted_image

        try:
            return fitted_image(self.path)
        except FairgroundError as error:
            return str(error)


@dataclass(frozen=True, slots=True)
class TracingPictureJob:
    """Reads a file or an image of a scenario; the answer is a ``TracingPicture``, or the reason why there is none."""

    topic: ClassVar[str] = "picture"
    tag: tuple[int, ...]
    source: Path | StoredImage

    def run(self) -> TracingPicture | str:
        """Read it."""
        from fairground.core.errors import FairgroundError
        from fairground.core.files.images import ImageFault, read_image
        from fairground.core.files.untrusted_files import read_regular_file

        if isinstance(self.source, StoredImage):
            found = read_image(self.source.text, self.source.folder)
            return found.message if isinstance(found, ImageFault) else _picture(found.content)
        try:
            data = read_regular_file(self.source, most_bytes=MOST_BYTES)
        except FairgroundError as error:
            return str(error)
        if len(data) > MOST_BYTES:
            return tr("it is larger than {most} MB").format(most=MOST_BYTES // 2**20)
        return _picture(data)


def _picture(data: bytes) -> TracingPicture | str:
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
    from PySide6.QtGui import QImage, QImageReader, QPainter

    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    # The format is that of the content, whatever the name of the file.
    if reader.format().data() not in _FORMATS:
        return tr("its content is not a {formats} image").format(formats=tr(" or ").join(_FORMATS.values()))
    size = reader.size()
    if max(size.width(), size.height()) > MOST_PIXELS:
        return tr("it is {width} by {height} pixels; the maximum per side is {most}").format(
            width=size.width(), height=size.height(), most=MOST_PIXELS
        )
    if size.width() * size.height() > MOST_MILLIONS * 1_000_000:
        return tr("it is {width} by {height} pixels; the maximum is {most} million pixels in total").format(
            width=size.width(), height=size.height(), most=MOST_MILLIONS
        )
    if max(size.width(), size.height()) > LARGEST:
        reader.setScaledSize(size.scaled(LARGEST, LARGEST, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        return tr("it cannot be read: {reason}").format(reason=reader.errorString().removesuffix(".").lower())
    # Transparent pixels become white.
    opaque = QImage(image.size(), QImage.Format.Format_RGB32)
    opaque.fill(Qt.GlobalColor.white)
    painter = QPainter(opaque)
    painter.drawImage(0, 0, image)
    painter.end()
    rgb = opaque.convertToFormat(QImage.Format.Format_RGB888)
    width, line = 3 * rgb.width(), rgb.bytesPerLine()
    bits = bytes(rgb.constBits())
    pixels = b"".join(bits[row * line : row * line + width] for row in range(rgb.height()))
    return TracingPicture(rgb.width(), rgb.height(), pixels)
