"""Stamps: clip files, the user's in a folder of the editor and those that ship with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.core.errors import FileError
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from fairground.core.scenario.transform.clip import Clip

_ENDING = ".stamp.yaml"
_SHIPPED = Path(str(files("fairground.resources") / "stamps"))
#: Names must be valid file names on any system.
_LONGEST = 60
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)),
}


@dataclass(frozen=True, slots=True)
class Stamp:
    """The name and the file of a stamp; a ``shipped`` one cannot be replaced or deleted."""

    name: str
    path: Path
    shipped: bool = False


class Stamps:
    """The user's stamps in ``folder`` and the shipped ones."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[Stamp]:
        """Return the user's stamps, then the shipped ones, each sorted by name; ignore files with invalid names."""
        own = [Stamp(path.name.removesuffix(_ENDING), path) for path in self._folder.glob(f"*{_ENDING}")]
        own = [it for it in own if not why_no_name(it.name)]
        shipped = [
            Stamp(path.name.removesuffix(_ENDING).replace("-", " ").capitalize(), path, shipped=True)
            for path in _SHIPPED.glob(f"*{_ENDING}")
        ]
        return [*sorted(own, key=_order), *sorted(shipped, key=_order)]

    def find(self, name: str) -> Stamp | None:
        """Return the user's stamp of a name, ignoring case; None when there is none."""
        return next(
            (it for it in self.all() if not it.shipped and it.name.casefold() == name.casefold()), None
        )

    def load(self, stamp: Stamp) -> Clip:
        """Return the clip of a stamp.

        Raises
        ------
        FileError
            If the file is missing or not a clip.
        """
        from fairground.core.files.clip_text import LIMITS, clip_from_text
        from fairground.core.files.untrusted_files import read_regular_file

        try:
            data = read_regular_file(stamp.path, most_bytes=LIMITS.bytes)
        except FileError as error:
            raise FileError(
                tr("cannot read stamp {name}: {reason}").format(name=stamp.name, reason=error)
            ) from error
        return clip_from_text(data)

    def save(self, name: str, clip: Clip) -> Stamp:
        """Save a clip under a name, and replace a stamp of that name.

        Raises
        ------
        FileError
            If the name is not a valid file name, or the file cannot be written.
        ScenarioError
            If the clip cannot be written as text.
        """
        from fairground.core.files.atomic import make_folder, write_bytes
        from fairground.core.files.clip_text import clip_to_text

        if refusal := why_no_name(name):
            raise FileError(refusal)
        before = self.find(name)
        path = before.path if before else self._folder / f"{name}{_ENDING}"
        try:
            make_folder(self._folder)
        except OSError as error:
            raise FileError(
                tr("no folder for stamps: {reason}").format(reason=error.strerror or error)
            ) from error
        write_bytes(path, clip_to_text(clip).encode())
        return Stamp(name, path)

    def delete(self, stamp: Stamp) -> bytes:
        """Delete one of the user's stamps, and return the content of its file.

        Raises
        ------
        FileError
            If it cannot be deleted, or ships with the program.
        """
        if stamp.shipped:
            raise FileError(tr("the stamp {name} is built in and cannot be deleted").format(name=stamp.name))
        try:
            data = stamp.path.read_bytes()
            stamp.path.unlink()
        except OSError as error:
            raise FileError(
                tr("cannot delete stamp {name}: {reason}").format(
                    name=stamp.name, reason=error.strerror or error
                )
            ) from error
        return data

    def put_back(self, stamp: Stamp, data: bytes) -> None:
        """Restore the file of a deleted stamp.

        Raises
        ------
        FileError
            If it cannot be written.
        """
        from fairground.core.files import write_bytes

        write_bytes(stamp.path, data)


def why_no_name(name: str) -> str:
    """Return why a stamp cannot have a name, as a sentence; empty when it can."""
    if not name or len(name) > _LONGEST:
        return tr("A name must have 1 to {longest} characters.").format(longest=_LONGEST)
    if match := _FORBIDDEN.search(name):
        return tr("A name cannot contain {found!r}, because names are also file names.").format(
            found=match[0]
        )
    if name.strip() != name or name[0] == "." or name[-1] == ".":
        return tr("A name cannot begin or end with a dot or a space.")
    if name.partition(".")[0].casefold() in _RESERVED:
        return tr("{name} is reserved by some operating systems.").format(name=name)
    if not name.isprintable():
        return tr("A name may contain only printable characters.")
    return ""


def _order(stamp: Stamp) -> tuple[str, str]:
    return stamp.name.casefold(), stamp.name
