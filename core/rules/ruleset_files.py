"""Find and read ruleset files safely."""

from __future__ import annotations

import base64
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from fairground.core.plugin_groups import PluginError, PluginGroup
from fairground.core.text.foreign import to_utf8
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint

#: Folder of the shipped rulesets.
SHIPPED: Final = Path(__file__).parents[2] / "resources" / "rulesets"
#: Folder of the shipped tiles.
TILES: Final = SHIPPED.parent / "tiles"
#: The tiles that hexside features can have; others are drawn as a plain line.
FEATURE_TILES: Final = ("hedge", "hedgerow", "wall", "fence", "stream", "cliff", "bridge")
#: The default ruleset of a new map.
DEFAULT_RULESET: Final = "penance-2.0"
#: The largest ruleset file, in bytes.
MAX_BYTES: Final = 2**20
#: Suffixes of ruleset files; ids never end so.
SUFFIXES: Final = (".yaml", ".yml")
#: The beginning of an embedded image, and of a PNG.
DATA: Final = "data:"
_JPEG_SIGNATURE: Final = b"\xff\xd8\xff"
PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


#: Most files of a folder that are read, and most bytes of each.
_MOST_FILES: Final = 200
_HEAD_BYTES: Final = 4096
_TITLE: Final = re.compile(rb"^title: *(.*)$", re.MULTILINE)
_HEAD: Final = re.compile(rb"""^(?:\xef\xbb\xbf)?format: *["']?fairground-ruleset/""", re.MULTILINE)


def rulesets_in(folder: Path) -> tuple[str, ...]:
    """Return the ruleset files in a folder and its direct subfolders, as names for ``load_ruleset``, sorted.

    They are recognized by their first lines; only the first 200 files are read. Empty if the folder cannot be read.
    """
    names = []
    try:
        paths = [
            path for pattern in ("*", "*/*") for suffix in SUFFIXES for path in folder.glob(pattern + suffix)
        ]
    except OSError:
        return ()
    for path in sorted(paths)[:_MOST_FILES]:
        with suppress(OSError):
            if path.is_file() and _HEAD.search(_first_lines(path)):
                names.append(path.relative_to(folder).as_posix())
    return tuple(sorted(names))


def _first_lines(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(_HEAD_BYTES)


class NotFoundError(ValueError):
    """There is no readable file for a name; the message gives the reason."""


@dataclass(frozen=True)
class RulesetFile:
    """A ruleset's file; ``shown`` is its name in messages."""

    shown: str
    path: Path
    folder: Path | None
    #: The content, if it is not that on disk.
    content: bytes | None = None

    @property
    def identity(self) -> str:
        """The resolved path, equal for all names of the file."""
        return str(self.path)


@cache
def shipped_rulesets() -> tuple[str, ...]:
    """Return the ids of the shipped rulesets, sorted."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.yaml")))


class _RulesetPlugins(PluginGroup[Path]):
    """The ruleset files of other packages.

    An entry point has the id of a ruleset as its name and, as its value, the folder of ``ID.yaml`` as a package. No code of
    the package is run, since a scenario chooses the ruleset.
    """

    def load(self, point: EntryPoint) -> Path:
        """Return the path of a ruleset file."""
        top, *folders = point.module.split(".")
        spec = find_spec(top)
        places = (spec and spec.submodule_search_locations) or ()
        for place in places:
            path = Path(place).joinpath(*folders, f"{point.name}.yaml")
            if path.is_file():
                return path
        raise PluginError(f"there is no file {point.name}.yaml in {point.module}")


def _title_of(path: Path) -> str:
    found = _TITLE.search(_first_lines(path))
    return found[1].decode("utf-8", "replace").strip(" \"'\r") if found else path.stem


#: The rulesets of other packages, by id.
RULESET_PLUGINS: Final = _RulesetPlugins(
    "rulesets", lambda _name, path: Path(path), title=_title_of, taken=shipped_rulesets
)


def known_rulesets() -> tuple[str, ...]:
    """Return the ids of the shipped rulesets and those of plugins, each sorted."""
    return *shipped_rulesets(), *sorted(RULESET_PLUGINS.members())


def locate(name: str, folder: Path | None) -> RulesetFile:
    """Return the file of a shipped id or of one of a plugin, or of a relative path to a .yaml file in or below ``folder``.

    Raises
    ------
    NotFoundError
        When there is none, or the path leads out of the folder.
    """
    if not name.endswith(SUFFIXES):
        if name in shipped_rulesets():
            return RulesetFile(f"{name}.yaml", SHIPPED / f"{name}.yaml", None)
        if (path := RULESET_PLUGINS.members().get(name)) is not None:
            return RulesetFile(f"{name}.yaml", path, None)
        raise NotFoundError(f"there is no ruleset {name[:100]!r}{did_you_mean(name, known_rulesets())}")
    if folder is None:
        raise NotFoundError(f"ruleset file {name[:100]!r} not found: there is no scenario folder to look in")
    check_path(name)
    try:
        top = folder.resolve(strict=True)
        path = (folder / name).resolve(strict=True)
        kind = path.stat().st_mode
    except (OSError, ValueError, RuntimeError) as error:
        raise NotFoundError(f"ruleset file {name!r} not found{_nearby(name, folder)}") from error
    if not path.is_relative_to(top):
        raise NotFoundError(f"the ruleset file {name!r} links to a file outside its folder")
    if not stat.S_ISREG(kind):
        raise NotFoundError(f"the ruleset file {name!r} is not a regular file")
    return RulesetFile(str(folder / name), path, (folder / name).parent)


def read(file: RulesetFile) -> bytes:
    """Return the bytes of a ruleset's file.

    Raises
    ------
    NotFoundError
        When it cannot be read, or is over ``MAX_BYTES``.
    """
    data = file.content
    if data is None:
        try:
            with file.path.open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except OSError as error:
            raise NotFoundError(
                f"the ruleset file {file.shown!r} cannot be read: {error.strerror}"
            ) from error
    if len(data) > MAX_BYTES:
        raise NotFoundError(f"the ruleset file {file.shown!r} is larger than {MAX_BYTES:,} bytes")
    return data


def check_path(name: str) -> None:
    """Check that the path of a ruleset file is relative and stays below its folder.

    Raises
    ------
    NotFoundError
        When it does not.
    """
    parts = PurePosixPath(name).parts
    if len(name) > 500 or "\0" in name:
        raise NotFoundError("the path of the ruleset file is too long or contains a NUL character")
    if "\\" in name or ":" in name or name.startswith("/") or ".." in parts:
        raise NotFoundError(
            f"the path of a ruleset file must be relative, use forward slashes and stay in or below the folder; {name!r} does not"
        )


@cache
def shipped_tiles() -> tuple[str, ...]:
    """Return the names of the tiles that terrain and effects can have, sorted."""
    return tuple(sorted(path.stem for path in TILES.glob("*.svg")))


def drafted(name: str, folder: Path | None, text: str) -> RulesetFile:
    """Return a ruleset file whose content is ``text``, whether or not it exists in ``folder``.

    Raises
    ------
    NotFoundError
        When the path leads out of the folder.
    """
    check_path(name)
    home = None if folder is None else (folder / name).parent
    return RulesetFile(name, (folder or Path()) / name, home, to_utf8(text))


def with_images(data: dict[str, Any], folder: Path | None) -> dict[str, Any]:
    """Return a ruleset file's data with the images of its terrain embedded; those that cannot be read stay paths."""
    terrain = data.get("terrain")
    if folder is None or not isinstance(terrain, dict):
        return data
    embedded = {
        name: {**entry, "image": _embedded(entry["image"], folder)}
        for name, entry in terrain.items()
        if isinstance(entry, dict) and isinstance(entry.get("image"), str)
    }
    return {**data, "terrain": {**terrain, **embedded}} if embedded else data


def image_paths(data: object, folder: Path) -> Iterator[Path]:
    """Yield the image files that the terrain of a ruleset file names, whether or not they exist."""
    terrain = data.get("terrain") if isinstance(data, dict) else None
    for entry in terrain.values() if isinstance(terrain, dict) else ():
        name = entry.get("image") if isinstance(entry, dict) else None
        if isinstance(name, str) and name and not name.startswith(DATA):
            with suppress(NotFoundError):
                check_path(name)
                yield folder / name


def _embedded(name: str, folder: Path) -> str:
    """Return an image file in the folder or below it as a ``data:`` URL; the name itself if it cannot be read."""
    try:
        check_path(name)
        path = (folder / name).resolve(strict=True)
        if not path.is_relative_to(folder.resolve()) or not path.is_file():
            return name
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (NotFoundError, OSError, ValueError, RuntimeError):
        return name
    return name if len(content) > MAX_BYTES else data_url(content)


def data_url(content: bytes) -> str:
    """Return a PNG, JPEG or SVG as text, to embed it."""
    is_jpeg = content.startswith(_JPEG_SIGNATURE)
    kind = "png" if content.startswith(PNG_SIGNATURE) else "jpeg" if is_jpeg else "svg+xml"
    return f"{DATA}image/{kind};base64,{base64.b64encode(content).decode('ascii')}"


def _nearby(name: str, folder: Path) -> str:
    """Return the suggestion of a similar ruleset, in the folder or shipped."""
    return did_you_mean(name, (*rulesets_in(folder), *known_rulesets()))
