"""Images that go along with a scenario: embedded, or copied beside its file, and made small enough for that."""

from __future__ import annotations

import warnings
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.errors import FileError
from fairground.core.files.atomic import make_folder, write_bytes
from fairground.core.files.images import (
    ENDINGS,
    JPEG,
    MAX_BYTES,
    MAX_PIXELS,
    SVG,
    UNREAD,
    ScenarioImage,
    find_image,
    inspected,
    shipped_images,
)
from fairground.core.files.untrusted_files import is_there, path_beside, read_regular_file
from fairground.core.scenario.decorations import DATA, MAX_IMAGES
from fairground.core.scenario.parts import free_id, id_like

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

#: The largest file of an image to be made smaller, in bytes, and the most pixels of it: 256 MB in memory.
MAX_SOURCE_BYTES: Final = 64 * 2**20
_MOST_SOURCE_PIXELS: Final = 67_000_000
_SIGNATURES: Final = (b"\x89PNG", b"\xff\xd8")
_SMALLER: Final = "Save it in a lower resolution."
_AGAIN: Final = "Open it in a drawing program and save it as PNG or JPEG."
_TOO_MANY_PIXELS: Final = f"has more than {_MOST_SOURCE_PIXELS // 10**6} million pixels. {_SMALLER}"
#: The qualities of a JPEG to try, and then how much smaller each further try is.
_QUALITIES: Final = (85, 70, 55)
_SHRINK: Final = 0.7
#: The EXIF tag of the orientation, and the values of images that lie on their side.
_ORIENTATION: Final = 0x0112
_SIDEWAYS: Final = (5, 6, 7, 8)


def with_images_embedded(scenario: Scenario) -> Scenario:
    """Return a scenario with the images of its files embedded, so that it can be read anywhere; faulty ones stay paths."""
    found = {name: find_image(scenario, name) for name in scenario.images}
    images = {
        name: image.data_url if isinstance(image, ScenarioImage) else scenario.images[name]
        for name, image in found.items()
    }
    return replace(scenario, images=images)


def carry_images(scenario: Scenario, folder: Path) -> tuple[str, ...]:
    """Copy the image files of a scenario that will be written to another folder, and return their paths from there.

    Files that exist there with the same content stay; those that cannot be drawn are not copied.

    Raises
    ------
    FileError
        When a file cannot be read or written, or one with other content has its name; nothing has been copied then.
    """
    if scenario.folder is None or scenario.folder.absolute() == folder.absolute():
        return ()
    wanted: dict[Path, tuple[str, bytes]] = {}
    for name, text in scenario.images.items():
        image = None if text.startswith(DATA) else find_image(scenario, name)
        if not isinstance(image, ScenarioImage):
            if image is not None and image.code == UNREAD and is_there(scenario.folder / text):
                raise FileError(
                    f"{scenario.folder / text} cannot be read, so it cannot be copied to {folder}"
                )
            continue
        target = path_beside(folder, text, beside="the scenario")
        if not is_there(target):
            wanted[target] = text, image.content
        elif read_regular_file(target, most_bytes=MAX_BYTES) != image.content:
            raise FileError(
                f"{target} already exists and differs from the image {name!r}; rename it, or embed the image"
            )
    for target, (_, content) in wanted.items():
        try:
            make_folder(target.parent)
        except OSError as error:
            raise FileError(f"{target.parent} cannot be created: {error.strerror}") from error
        write_bytes(target, content)
    return tuple(text for text, _ in wanted.values())


def copy_beside(path: Path, folder: Path, image: ScenarioImage) -> str:
    """Return the path of an image from the folder of a scenario, with its file copied there unless it is below already.

    ``image`` is the content to copy, which is not that of ``path`` if it was made smaller.

    Raises
    ------
    FileError
        When the copy cannot be written.
    """
    is_below = path.absolute().is_relative_to(folder.absolute()) and not path.is_symlink()
    if is_below and read_regular_file(path, most_bytes=MAX_BYTES) == image.content:
        return path.absolute().relative_to(folder.absolute()).as_posix()
    ending = path.suffix if path.suffix.lower() in _endings(image) else ENDINGS[image.media_type]
    target, number = folder / f"{path.stem}{ending}", 2
    while is_there(target) and read_regular_file(target, most_bytes=MAX_BYTES) != image.content:
        target, number = folder / f"{path.stem}-{number}{ending}", number + 1
    if not is_there(target):
        write_bytes(target, image.content)
    return target.name


def _endings(image: ScenarioImage) -> tuple[str, ...]:
    return (".jpg", ".jpeg") if image.media_type == JPEG else (ENDINGS[image.media_type],)


def image_name(scenario: Scenario, path: Path, taken: tuple[str, ...] = ()) -> str:
    """Return a name for a new image from that of its file, which neither the scenario nor ``taken`` has.

    Raises
    ------
    FileError
        When the scenario has as many images as it may have.
    """
    if len(scenario.images) >= MAX_IMAGES:
        raise FileError(f"a scenario can have at most {MAX_IMAGES} images")
    name = id_like(path.stem)
    known = {*scenario.images, *taken}
    return free_id(name, known) if name in known else name


def with_tracing_image(
    scenario: Scenario, path: Path, *, folder: Path | None = None, image: ScenarioImage | None = None
) -> Scenario:
    """Return a scenario with a PNG or JPEG as its tracing image, covering the board, instead of the one it has.

    The image is embedded, or copied to ``folder``, that of the scenario's file. One that is too large is made smaller, see
    ``fitted_image``; ``image`` is its result if it is known already.

    Raises
    ------
    FileError
        When the file cannot be read or copied, or is not an image of these kinds.
    """
    from fairground.core.scenario.tracing_image import TracingImage, without_tracing_image

    image = image or fitted_image(path).image
    if image.media_type == SVG:
        raise FileError(f"{path} is an SVG; a tracing image must be a PNG or JPEG")
    bare = without_tracing_image(scenario)
    name = image_name(bare, path, tuple(shipped_images()))
    text = image.data_url if folder is None else copy_beside(path, folder, image)
    board = scenario.board
    extent = board.layout.extent(board.columns, board.rows)
    underlay = TracingImage.covering(name, (image.width, image.height), extent)
    return replace(bare, images={**bare.images, name: text}, underlay=underlay)


class FittedImage(NamedTuple):
    """An image that may be drawn, and width and height in pixels of the upright image that it was made from."""

    image: ScenarioImage
    source_size: tuple[float, float]
    #: Whether it is a new JPEG, not the file as it was.
    is_converted: bool


def fitted_image(path: Path) -> FittedImage:
    """Read an image, and make it small enough to go along with a scenario if it is not.

    A PNG or JPEG that is too large, stored turned or in other colours than RGB becomes an upright JPEG within the limits;
    transparent pixels become white.

    Raises
    ------
    FileError
        When the file cannot be read, or is no image that could be made to fit.
    """
    content = read_regular_file(path, most_bytes=MAX_SOURCE_BYTES)
    if len(content) > MAX_SOURCE_BYTES:
        raise FileError(f"{path} is larger than {MAX_SOURCE_BYTES // 2**20} MB. {_SMALLER}")
    if len(content) <= MAX_BYTES:
        found = inspected(content)
        if isinstance(found, ScenarioImage):
            return FittedImage(found, (found.width, found.height), is_converted=False)
    try:
        return _made_to_fit(content)
    except FileError as error:
        raise FileError(f"{path} {error}") from None


def _made_to_fit(content: bytes) -> FittedImage:
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings():
            # Its own limit below is lower.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            source = Image.open(BytesIO(content), formats=["PNG", "JPEG"])
        with source as image:
            size = image.size
            if size[0] * size[1] > _MOST_SOURCE_PIXELS:
                raise FileError(_TOO_MANY_PIXELS)  # noqa: TRY301  # passed on below
            if image.getexif().get(_ORIENTATION, 1) in _SIDEWAYS:
                size = size[::-1]
            # A JPEG is decoded at a fraction of its size.
            image.draft("RGB", (MAX_PIXELS, MAX_PIXELS))
            upright = ImageOps.exif_transpose(image)
            if upright.has_transparency_data:
                coloured = upright.convert("RGBA")
                plain = Image.new("RGB", coloured.size, "white")
                plain.paste(coloured, mask=coloured.getchannel("A"))
            else:
                plain = upright.convert("RGB")
    except Image.DecompressionBombError:
        raise FileError(_TOO_MANY_PIXELS) from None
    except FileError:
        raise
    except (OSError, SyntaxError, ValueError):
        fault = "is damaged" if content.startswith(_SIGNATURES) else "is not a PNG or JPEG"
        raise FileError(f"{fault}. {_AGAIN}") from None
    side = MAX_PIXELS
    while side >= 1:
        plain.thumbnail((side, side))
        for quality in _QUALITIES:
            written = BytesIO()
            plain.save(written, "JPEG", quality=quality, optimize=True)
            found = inspected(written.getvalue())
            if isinstance(found, ScenarioImage):
                return FittedImage(found, size, is_converted=True)
        side = int(max(plain.size) * _SHRINK)
    raise FileError(f"cannot be made small enough. {_SMALLER}")
