"""Finding a ruleset's file by its name, and reading it without trusting it."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

from fairground.core.text.suggest import did_you_mean

#: Where the shipped rulesets are.
SHIPPED: Final = Path(__file__).parents[2] / "resources" / "rulesets"
#: The ruleset of a new map when none is asked for.
DEFAULT_RULESET: Final = "penance-2.0"
#: The largest ruleset file, in bytes.
MAX_BYTES: Final = 2**20
#: How the names of ruleset files end; ids end otherwise.
SUFFIXES: Final = (".yaml", ".yml")


class NotFoundError(ValueError):
    """A name that leads to no readable file; the message says why."""


@dataclass(frozen=True)
class RulesetFile:
    """A ruleset's file: ``shown`` is how messages name it, ``identity`` tells files apart."""

    shown: str
    path: Path
    folder: Path | None

    @property
    def identity(self) -> str:
        """The same for the same file, however it is named."""
        return str(self.path)


@cache
def shipped_rulesets() -> tuple[str, ...]:
    """Return the ids of the rulesets that come with Fairground, sorted."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.yaml")))


def locate(name: str, folder: Path | None) -> RulesetFile:
    """Return the file of a shipped id, or of a relative path to a .yaml file in or below ``folder``.

    Raises
    ------
    NotFoundError
        When there is none, or the path would lead out of the folder.
    """
    if not name.endswith(SUFFIXES):
        if name not in shipped_rulesets():
            near = did_you_mean(name, shipped_rulesets())
            raise NotFoundError(
                f"there is no ruleset {name[:100]!r} (a ruleset of your own is named by its .yaml file){near}"
            )
        return RulesetFile(f"{name}.yaml", SHIPPED / f"{name}.yaml", None)
    if folder is None:
        raise NotFoundError(f"the ruleset {name[:100]!r} is a file, and there is no folder to look for it in")
    check_path(name)
    try:
        top = folder.resolve(strict=True)
        path = (folder / name).resolve(strict=True)
        kind = path.stat().st_mode
    except (OSError, ValueError, RuntimeError) as error:
        raise NotFoundError(f"the ruleset file {name!r} cannot be found{_nearby(name, folder)}") from error
    if not path.is_relative_to(top):
        raise NotFoundError(f"the ruleset file {name!r} is a link that leads out of the folder")
    if not stat.S_ISREG(kind):
        raise NotFoundError(f"the ruleset {name!r} is not a regular file")
    return RulesetFile(str(folder / name), path, (folder / name).parent)


def read(file: RulesetFile) -> bytes:
    """Return what a ruleset's file holds.

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
    """Make sure that the path of a ruleset file is relative and stays below its folder.

    Raises
    ------
    NotFoundError
        When it is another one.
    """
    parts = PurePosixPath(name).parts
    if len(name) > 500 or "\0" in name:
        raise NotFoundError("the path of the ruleset file is no path")
    if "\\" in name or ":" in name or name.startswith("/") or ".." in parts:
        raise NotFoundError(
            f"a ruleset file is named by a relative path with forward slashes, in or below the folder, not {name!r}"
        )


def _nearby(name: str, folder: Path) -> str:
    """Return a suggestion out of the folder that the file was looked for in."""
    try:
        names = [path.name for path in (folder / name).parent.glob("*.yaml")]
    except OSError:
        return ""
    return did_you_mean(PurePosixPath(name).name, names)
