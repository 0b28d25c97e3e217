"""Stamps: pieces of boards kept as clip files, the user's in a folder of the editor, others that ship with it."""

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
#: Names are those of files on any system.
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
    """A stamp by its name; one that is ``shipped`` cannot be replaced or deleted."""

    name: str
    path: Path
    shipped: bool = False


class Stamps:
    """The stamps there are: those in ``folder``, and those that ship with the program."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[Stamp]:
        """Return the user's stamps and then the shipped ones, each by name; a file of a wrong name is none."""
        own = [Stamp(path.name.removesuffix(_ENDING), path) for path in self._folder.glob(f"*{_ENDING}")]
        own = [it for it in own if not why_no_name(it.name)]
        shipped = [
            Stamp(path.name.removesuffix(_ENDING).replace("-", " ").capitalize(), path, shipped=True)
            for path in _SHIPPED.glob(f"*{_ENDING}")
        ]
        return [*sorted(own, key=_order), *sorted(shipped, key=_order)]

    def named(self, name: str) -> Stamp | None:
        """Return the user's stamp of a name, however its letters are written; None when there is none."""
        return next(
            (it for it in self.all() if not it.shipped and it.name.casefold() == name.casefold()), None
        )

    def load(self, stamp: Stamp) -> Clip:
        """Return the clip of a stamp.

        Raises
        ------
        FileError
            When the file is gone or is no clip.
        """
        from fairground.core.files.clip_text import LIMITS, clip_from_text
        from fairground.core.files.untrusted_files import read_regular_file

        try:
            # A byte more than may be: the reader says what is too much.
            data = read_regular_file(stamp.path, most_bytes=LIMITS.bytes)
        except FileError as error:
            raise FileError(
                tr("cannot read stamp {name}: {reason}").format(name=stamp.name, reason=error)
            ) from error
        return clip_from_text(data)

    def save(self, name: str, clip: Clip) -> Stamp:
        """Keep a clip under a name, in place of the stamp that has it already.

        Raises
        ------
        FileError
            When the name cannot be that of a file, or the file cannot be written.
        ScenarioError
            When the clip holds what its text cannot.
        """
        from fairground.core.files import write_bytes
        from fairground.core.files.clip_text import clip_to_text

        if sentence := why_no_name(name):
            raise FileError(sentence)
        before = self.named(name)
        path = before.path if before else self._folder / f"{name}{_ENDING}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(
                tr("no folder for stamps: {reason}").format(reason=error.strerror or error)
            ) from error
        write_bytes(path, clip_to_text(clip).encode())
        return Stamp(name, path)

    def delete(self, stamp: Stamp) -> bytes:
        """Remove one of the user's stamps, and return what was in its file.

        Raises
        ------
        FileError
            When it cannot be removed, or ships with the program.
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
        """Write the file of a stamp again that was deleted.

        Raises
        ------
        FileError
            When it cannot be written.
        """
        from fairground.core.files import write_bytes

        write_bytes(stamp.path, data)


def why_no_name(name: str) -> str:
    """Return the sentence that says why a stamp cannot have a name; empty when it can."""
    if not name or len(name) > _LONGEST:
        return tr("A name has 1 to {longest} characters.").format(longest=_LONGEST)
    if found := _FORBIDDEN.search(name):
        return tr("A name cannot contain {found!r}, because it becomes a file name.").format(found=found[0])
    if name.strip() != name or name[0] == "." or name[-1] == ".":
        return tr("A name cannot begin or end with a dot or a space.")
    if name.partition(".")[0].casefold() in _RESERVED:
        return tr("{name} is reserved by some operating systems.").format(name=name)
    if not name.isprintable():
        return tr("A name may contain only printable characters.")
    return ""


def _order(stamp: Stamp) -> tuple[str, str]:
    return stamp.name.casefold(), stamp.name
