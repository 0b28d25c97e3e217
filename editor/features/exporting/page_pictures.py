"""The pages of an export, drawn from the PDF or PNG file that will be written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pypdfium2
    from PySide6.QtGui import QImage

#: The maximum size of the picture of a page, in pixels: larger ones block the window.
MAX_PIXELS: Final = 3_000_000
_MM_PER_POINT: Final = 25.4 / 72
_MM_PER_METRE: Final = 1000
#: The maximum size of a PNG that is previewed, at four bytes a pixel.
_MAX_BYTES: Final = 400 * 2**20


@dataclass(frozen=True, slots=True)
class PageSize:
    """The size of a page on paper, in mm, its title in the document, if any, and its pixels, if it has pixels."""

    width: float
    height: float
    title: str = ""
    pixels: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as a picture: rows of BGRX pixels, four bytes each, without gaps."""

    page: int
    width: int
    height: int
    pixels: bytes


class Pages(Protocol):
    """The pages of a document."""

    @property
    def sizes(self) -> tuple[PageSize, ...]:
        """Their sizes."""
        ...

    def draw(self, page: int, width: int) -> PagePicture:
        """Return a page, at most ``width`` pixels wide."""
        ...


def pages_of(content: bytes) -> Pages | None:
    """Return the pages of a PDF or PNG file; None for other files, and for pictures that are too large."""
    if content.startswith(b"%PDF-"):
        return _PdfPages(content)
    if content.startswith(b"\x89PNG\r\n"):
        return _OnePicture.of(content)
    return None


class _PdfPages:
    """The pages of a PDF, rendered by PDFium."""

    def __init__(self, content: bytes) -> None:
        import pypdfium2

        self._document: pypdfium2.PdfDocument = pypdfium2.PdfDocument(content)
        titles = dict(_bookmarks(self._document))
        self.sizes = tuple(
            PageSize(width * _MM_PER_POINT, height * _MM_PER_POINT, titles.get(at, ""))
            for at in range(len(self._document))
            for width, height in [self._document.get_page_size(at)]
        )

    def draw(self, page: int, width: int) -> PagePicture:
        """Return a page as it is printed."""
        size = self.sizes[page]
        across, down = _pixels(width, size.height / size.width)
        scale = across / (size.width / _MM_PER_POINT)
        bitmap = self._document[page].render(scale=scale, rev_byteorder=False, prefer_bgrx=True)
        across, down = bitmap.width, bitmap.height
        data = bytes(bitmap.buffer)
        rows = (data[at * bitmap.stride : at * bitmap.stride + 4 * across] for at in range(down))
        return PagePicture(page, across, down, b"".join(rows))


def _bookmarks(document: pypdfium2.PdfDocument) -> Iterator[tuple[int, str]]:
    """Yield the pages in the outline, and their titles."""
    for entry in document.get_toc(max_depth=1):
        target = entry.get_dest()
        if target is not None and target.get_index() is not None:
            yield target.get_index(), entry.get_title()


class _OnePicture:
    """A picture as a single page."""

    def __init__(self, image: QImage) -> None:
        self._image = image
        self.sizes = (
            PageSize(
                image.width() * _MM_PER_METRE / image.dotsPerMeterX(),
                image.height() * _MM_PER_METRE / image.dotsPerMeterY(),
                pixels=(image.width(), image.height()),
            ),
        )

    @classmethod
    def of(cls, content: bytes) -> _OnePicture | None:
        """Return a PNG as a page; None if it is too large or invalid."""
        from PySide6.QtCore import QBuffer, QByteArray, QIODevice
        from PySide6.QtGui import QImageReader

        data = QByteArray(content)
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        reader = QImageReader(buffer)
        size = reader.size()
        if 4 * size.width() * size.height() > _MAX_BYTES:
            return None
        reader.setAllocationLimit(_MAX_BYTES // 2**20)
        image = reader.read()
        return None if image.isNull() else cls(image)

    def draw(self, page: int, width: int) -> PagePicture:
        """Return the picture."""
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QImage

        across, down = _pixels(width, self._image.height() / self._image.width())
        scaled = self._image.scaled(
            across, down, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        ).convertToFormat(QImage.Format.Format_RGB32)
        # Four bytes a pixel: rows have no gaps.
        return PagePicture(page, across, down, bytes(scaled.constBits()))


def _pixels(width: int, ratio: float) -> tuple[int, int]:
    """Return width and height in pixels, limited to ``MAX_PIXELS``."""
    most = int((MAX_PIXELS / ratio) ** 0.5)
    across = max(1, min(width, most))
    return across, max(1, round(across * ratio))
