"""Images of a scenario: files beside it, embedded ones, and those that ship; PNG, JPEG, and SVG that does nothing but draw."""

from __future__ import annotations

import base64
import binascii
import math
import re
import warnings
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Final

from fairground.core.errors import FileError
from fairground.core.files.untrusted_files import path_beside, read_regular_file
from fairground.core.scenario.decorations import DATA
from fairground.core.text.foreign import own_decimal, parse_decimal, to_utf8
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path
    from xml.etree import ElementTree as ET

    from PIL import Image

    from fairground.core.scenario.document import Scenario

#: The largest image in bytes, the longest side of a PNG in pixels, and the most a side may be longer than the other.
MAX_BYTES: Final = 2**20
MAX_PIXELS: Final = 2048
_MOST_ASPECT: Final = 100
#: Most elements of an SVG, those that are drawn again through ``use`` counted each time, and most levels.
_MOST_ELEMENTS: Final = 10_000
_DEEPEST: Final = 32
#: The most dashes of an SVG's lines, whose lengths are at most about the sum of their coordinates.
_MOST_DASHES: Final = 100_000
#: Longer lines count as this long, since infinity could not be multiplied.
_FARTHEST, _SHORTEST = 1e30, 1e-30
PNG, JPEG, SVG = "image/png", "image/jpeg", "image/svg+xml"
ENDINGS: Final = {PNG: ".png", JPEG: ".jpg", SVG: ".svg"}

#: The code of an image whose file is missing or unreadable.
UNREAD: Final = "image.missing"
#: The first bytes of a PNG and of a JPEG.
_SIGNATURES: Final = {PNG: b"\x89PNG\r\n\x1a\n", JPEG: b"\xff\xd8\xff"}
#: The modes of a JPEG, as Pillow calls them, that every program draws alike.
_JPEG_MODES: Final = ("RGB", "L")
#: The EXIF tag of the orientation of a JPEG.
_ORIENTATION: Final = 0x0112
_NAMESPACE: Final = "http://www.w3.org/2000/svg"
#: All that an SVG may contain. Text would look different on every machine, and filters can take very long.
_ELEMENTS: Final = frozenset(
    (
        "svg", "g", "defs", "title", "desc", "metadata", "style", "path", "rect", "circle", "ellipse", "line",
        "polyline", "polygon", "linearGradient", "radialGradient", "stop", "clipPath", "use", "symbol",
    )
)  # fmt: skip
#: Namespaces of what drawing programs note down for themselves.
_NOTES: Final = (
    "http://www.inkscape.org/", "http://sodipodi.sourceforge.net/", "http://www.w3.org/1999/02/22-rdf",
    "http://creativecommons.org/", "http://web.resource.org/cc/", "http://purl.org/dc/", "http://ns.adobe.com/",
)  # fmt: skip
#: Namespaces of attributes that have a meaning in an SVG.
_ATTRIBUTES: Final = ("", "{http://www.w3.org/1999/xlink", "{http://www.w3.org/XML/1998/namespace")
_INSTRUCTION: Final = re.compile(r"<\?(?!xml\s)")
_ENCODING: Final = re.compile(r"\A\s*<\?xml[^>]*encoding\s*=\s*[\"']([^\"']*)")
_URL: Final = re.compile(r"(?:url\(\s*(?:[\"']\s*)?[^#\s\"']|image-set\(|src\()", re.IGNORECASE)
_DASHES: Final = re.compile(r"stroke-dasharray\s*:\s*([^;}]*)", re.IGNORECASE)
_MEASURES: Final = frozenset(
    (
        "d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "pathLength",
    )
)  # fmt: skip
_NUMBER: Final = re.compile(r"[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]{1,4})?|\.[0-9]+(?:[eE][+-]?[0-9]{1,4})?")
_LENGTH: Final = re.compile(r"\s*([0-9.]+(?:e[+-]?[0-9]+)?)(?:\s*(?:px|mm|cm|in|pt|pc))?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ScenarioImage:
    """An image that may be drawn: its file, and width and height in pixels or in units of the SVG."""

    media_type: str
    content: bytes
    width: float
    height: float

    @property
    def data_url(self) -> str:
        """The image as text, to embed it."""
        return f"{DATA}{self.media_type};base64,{base64.b64encode(self.content).decode('ascii')}"


@dataclass(frozen=True, slots=True)
class ImageFault:
    """Why an image is not drawn: the code of the finding, the message, and the fix (None: that of the code)."""

    code: str
    message: str
    fix: str | None = None


@cache
def shipped_images() -> dict[str, ScenarioImage]:
    """Return the images that ship with Fairground, by name in their order in lists."""
    found = {}
    for path in sorted(_folder().iterdir(), key=lambda it: it.name):
        if path.name.endswith(".svg"):
            image = inspected(path.read_bytes())
            if isinstance(image, ScenarioImage):
                found[path.name.removesuffix(".svg")] = image
    return found


def _folder() -> Traversable:
    return files("fairground.resources") / "decorations"


def find_image(scenario: Scenario, name: str) -> ScenarioImage | ImageFault:
    """Return an image of a scenario, or one that ships, or why it cannot be drawn."""
    text = scenario.images.get(name)
    if text is None:
        shipped = shipped_images()
        if name in shipped:
            return shipped[name]
        known = [*scenario.images, *shipped]
        message = f"there is no image {shorten(name)!r}{did_you_mean(name, known)}"
        return ImageFault(
            "image.unknown", message, f"Add it to 'images', or use a built-in image: {', '.join(shipped)}."
        )
    return read_image(text, scenario.folder)


def read_image(text: str, folder: Path | None) -> ScenarioImage | ImageFault:
    """Return an image by its path from the folder of the scenario or its ``data:`` URL, or why it cannot be drawn."""
    if text.startswith(DATA):
        return embedded_image(text)
    try:
        path = path_beside(folder, text, beside="the scenario")
    except FileError as error:
        return ImageFault("image.outside", str(error))
    try:
        content = read_regular_file(path, most_bytes=MAX_BYTES)
    except FileError:
        return ImageFault(UNREAD, f"the file {shorten(text)!r} does not exist or cannot be read")
    return inspected(content)


def undrawn(scenario: Scenario) -> Iterator[str]:
    """Yield the names of images of decorations that cannot be drawn, each once."""
    for name in dict.fromkeys(it.image for it in scenario.decorations):
        if isinstance(find_image(scenario, name), ImageFault):
            yield name


@lru_cache(maxsize=256)
def embedded_image(text: str) -> ScenarioImage | ImageFault:
    """Return the image of a ``data:`` URL, or why it cannot be drawn."""
    head, comma, data = text.partition(",")
    heads = [f"{DATA}{it};base64" for it in ENDINGS]
    if not comma or head not in heads:
        starts = ", ".join(f"'{it},'" for it in heads)
        return ImageFault("image.type", f"an embedded image must begin with one of {starts}")
    try:
        content = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return ImageFault("image.unreadable", "the embedded image is not valid base64")
    found = inspected(content)
    if isinstance(found, ScenarioImage) and head != f"{DATA}{found.media_type};base64":
        return ImageFault(
            "image.type", f"the embedded image is {found.media_type}, but its data: URL gives another type"
        )
    return found


@lru_cache(maxsize=256)
def inspected(content: bytes) -> ScenarioImage | ImageFault:
    """Return the content of a file as an image, or why it is none that may be drawn."""
    if len(content) > MAX_BYTES:
        return ImageFault("image.size", f"the image is larger than {MAX_BYTES // 2**20} MB")
    for media_type, signature in _SIGNATURES.items():
        if content.startswith(signature):
            return _raster(media_type, content)
    if b"<svg" in content[:MAX_BYTES]:
        return _svg(content)
    return ImageFault("image.type", "the file is not PNG, JPEG or SVG")


def _raster(media_type: str, content: bytes) -> ScenarioImage | ImageFault:
    # Only embedding and validation need it.
    from PIL import Image

    name = media_type.removeprefix("image/").upper()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(content), formats=[name])
        if max(image.size) <= MAX_PIXELS:
            with image:
                image.load()
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return ImageFault("image.size", f"a side of the image is longer than {MAX_PIXELS:,} pixels")
    except (OSError, SyntaxError, ValueError):
        return ImageFault("image.unreadable", f"the {name} is damaged")
    width, height = image.size
    if max(width, height) > MAX_PIXELS:
        message = (
            f"the image is {width:,}x{height:,} pixels; neither width nor height may be over {MAX_PIXELS:,}"
        )
        return ImageFault("image.size", message)
    ambiguous = _ambiguous_jpeg(image) if media_type == JPEG else None
    return ambiguous or _of_size(media_type, content, own_decimal(width), own_decimal(height))


def _ambiguous_jpeg(image: Image.Image) -> ImageFault | None:
    """Return why programs may draw a JPEG differently; None if they don't."""
    if image.mode not in _JPEG_MODES:
        return ImageFault(
            "image.type", f"the JPEG has the colour mode {image.mode}", "Save it in RGB or greyscale."
        )
    if image.getexif().get(_ORIENTATION, 1) != 1:
        return ImageFault(
            "image.type",
            "the JPEG is stored rotated, which some programs ignore",
            "Open it in an image editor and save it upright.",
        )
    return None


def _of_size(media_type: str, content: bytes, width: float, height: float) -> ScenarioImage | ImageFault:
    if not (min(width, height) > 0 and max(width, height) <= _MOST_ASPECT * min(width, height)):
        message = f"one side of the image is more than {_MOST_ASPECT} times as long as the other"
        return ImageFault("image.size", message)
    return ScenarioImage(media_type, content, width, height)


# -- SVG ----------------------------------------------------------------------------------------------------


class _UnsafeError(Exception):
    """An SVG with more than a plain drawing; the text follows "the SVG contains"."""


def _svg(content: bytes) -> ScenarioImage | ImageFault:
    from xml.etree import ElementTree as ET

    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ImageFault("image.unreadable", "the SVG is not UTF-8")
    try:
        _check_text(text)
        root = ET.fromstring(to_utf8(text))  # noqa: S314  # no entities: _check_text refuses their declarations
        _check_tree(root)
    except _UnsafeError as error:
        return ImageFault("image.unsafe", f"the SVG contains {error}; only plain drawings are accepted")
    except ET.ParseError as error:
        return ImageFault("image.unreadable", f"the SVG is not valid XML: {error}")
    size = _size(root)
    if size is None:
        return ImageFault("image.unreadable", "the SVG has no size: it needs a viewBox, or width and height")
    return _of_size(SVG, content, *size)


def _check_text(text: str) -> None:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise _UnsafeError("a document type")
    if _INSTRUCTION.search(text):
        raise _UnsafeError("a processing instruction")
    encoding = _ENCODING.match(text)
    if encoding and encoding[1].lower() not in ("utf-8", "us-ascii"):
        raise _UnsafeError(f"the encoding {shorten(encoding[1])!r}")


def _check_tree(root: ET.Element) -> None:
    """Refuse scripts, references to other files, text, and drawings that would take too long."""
    by_id: dict[str, ET.Element] = {}
    waiting = [(root, 1, False)]
    count = 0
    if root.tag != f"{{{_NAMESPACE}}}svg":
        raise _UnsafeError("no svg element at its start")
    while waiting:
        element, depth, is_clip = waiting.pop()
        count += 1
        namespace, _, name = element.tag.rpartition("}")
        is_note = namespace.removeprefix("{").startswith(_NOTES)
        if not is_note and (namespace != f"{{{_NAMESPACE}" or name not in _ELEMENTS):
            raise _UnsafeError(f"<{shorten(name)}>")
        if count > _MOST_ELEMENTS or depth > _DEEPEST:
            raise _UnsafeError("too many elements")
        for key, value in element.attrib.items():
            space, _, attribute = key.rpartition("}")
            if space in _ATTRIBUTES:
                _check_attribute(attribute.lower(), value)
        if name == "style":
            _check_sheet("".join(element.itertext()))
        if is_clip and any(it.rpartition("}")[2] in ("clip-path", "style") for it in element.attrib):
            # Clips of clips multiply.
            raise _UnsafeError("a clip path that contains a style or another clip path")
        if element.get("id"):
            by_id[element.attrib["id"]] = element
        waiting += ((it, depth + 1, is_clip or name == "clipPath") for it in element)
    _check_dashes(root, again=_check_uses(root, by_id) - count)


def _check_attribute(name: str, value: str) -> None:
    if name.startswith("on"):
        raise _UnsafeError("a script")
    if name in ("href", "src") and not value.strip().startswith("#"):
        raise _UnsafeError("a reference to another file")
    if name == "base":
        raise _UnsafeError("a base address")
    _check_style(value)


def _check_sheet(text: str) -> None:
    _check_style(text)
    if "@" in text or "clip-path" in text:
        raise _UnsafeError("a style sheet with '@' or 'clip-path'")


def _check_style(text: str) -> None:
    if _URL.search(text):
        raise _UnsafeError("a reference to another file")
    if "\\" in text:
        raise _UnsafeError("escaped characters in a style")


def _check_dashes(root: ET.Element, *, again: int) -> None:
    """Refuse lines of so many dashes that they would take too long; so many elements are drawn ``again`` through ``use``."""
    dashes: list[str] = []
    measures: list[str] = []
    for element in root.iter():
        if element.tag.endswith("}style"):
            dashes += _DASHES.findall("".join(element.itertext()))
        for key, value in element.attrib.items():
            if key == "stroke-dasharray":
                dashes.append(value)
            elif key == "style":
                dashes += _DASHES.findall(value)
            elif key in _MEASURES:
                measures.append(value)
    # What cannot be read may be a dash of any shortness, and a line of any length.
    periods = [_sum(text, unreadable=_SHORTEST) for text in dashes]
    finest = min((it for it in periods if it > 0), default=math.inf)
    if finest == math.inf:
        return
    lengths = [_sum(text, unreadable=_FARTHEST) for text in measures]
    if sum(lengths) + again * max(lengths, default=0.0) > _MOST_DASHES * finest:
        raise _UnsafeError("lines with too many dashes")


def _sum(text: str, *, unreadable: float) -> float:
    """Return the sum of the numbers in a text, at most ``_FARTHEST``; numbers that cannot be read count as ``unreadable``."""
    found = map(parse_decimal, _NUMBER.findall(text))
    return min(_FARTHEST, sum(unreadable if it is None else it for it in found))


def _check_uses(root: ET.Element, by_id: dict[str, ET.Element]) -> int:
    """Return how many elements are drawn; refuse drawings that use each other so often that they would take too long."""
    sizes: dict[ET.Element, int] = {}

    def size(element: ET.Element, above: frozenset[ET.Element]) -> int:
        if element in above or len(above) > 2 * _DEEPEST:
            raise _UnsafeError("elements that refer to themselves")
        if element not in sizes:
            inner = above | {element}
            total = 1 + sum(size(it, inner) for it in element)
            if element.tag == f"{{{_NAMESPACE}}}use":
                target = next((v for k, v in element.attrib.items() if k.rpartition("}")[2] == "href"), "#")
                used = by_id.get(target.strip()[1:])
                total += 0 if used is None else size(used, inner)
            if total > _MOST_ELEMENTS:
                raise _UnsafeError("too many elements")
            sizes[element] = total
        return sizes[element]

    return size(root, frozenset())


def _size(root: ET.Element) -> tuple[float, float] | None:
    box = root.get("viewBox")
    if box is not None:
        numbers = [parse_decimal(it) for it in box.replace(",", " ").split(None, 5)]
        if len(numbers) != 4 or None in numbers:
            return None
        width, height = numbers[2:]
    else:
        sides = [_LENGTH.fullmatch(root.get(name, "")[:100]) for name in ("width", "height")]
        width, height = (parse_decimal(it[1]) if it else None for it in sides)
    return (width, height) if width and height and 0 < width < 1e6 and 0 < height < 1e6 else None
