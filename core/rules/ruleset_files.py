"""Find and read ruleset files safely."""

from __future__ import annotations

import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from fairground.core.plugin_groups import PluginError, PluginGroup
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: Folder of the shipped rulesets.
SHIPPED: Final = Path(__file__).parents[2] / "resources" / "rulesets"
#: The default ruleset of a new map.
DEFAULT_RULESET: Final = "penance-2.0"
#: The largest ruleset file, in bytes.
MAX_BYTES: Final = 2**20
#: Suffixes of ruleset files; ids never end so.
SUFFIXES: Final = (".yaml", ".yml")


#: Most files of a folder that are read, and most bytes of each.
_MOST_FILES: Final = 200
_HEAD_BYTES: Final = 4096
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
    found = re.search(rb"^title: *(.*)$", _first_lines(path), re.MULTILINE)
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
        raise NotFoundError(f"ruleset file {name[:100]!r} not found: the scenario has no folder to look in")
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
    try:
        with file.path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise NotFoundError(f"the ruleset file {file.shown!r} cannot be read: {error.strerror}") from error
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
            f"the path of a ruleset file must be relative, use forward slashes and stay in or below the folder, not {name!r}"
        )


def _nearby(name: str, folder: Path) -> str:
    """Return the suggestion of a similar ruleset, in the folder or shipped."""
    return did_you_mean(name, (*rulesets_in(folder), *known_rulesets()))
