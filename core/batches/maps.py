"""The maps of a folder: which of its files are scenarios, and what each is known by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fairground.core.batches.job_input import JobInput, read_subject
from fairground.core.errors import FileError, UsageError
from fairground.core.files.path_checks import is_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: How the names of scenario files end.
_SUFFIXES: Final = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Map:
    """A scenario file of a folder.

    ``file`` is its path from the folder, with forward slashes; ``key`` is that of its ``JobInput``, empty where it cannot be
    opened: ``problem`` says why then.
    """

    file: str
    path: Path
    key: str
    problem: str = ""

    def subject(self) -> JobInput:
        """Return the file as it is now.

        Raises
        ------
        FileError
            When it cannot be opened any more, or is another than it was.
        """
        found = read_subject(self.path)
        if found is None or found.key != self.key:
            raise FileError(f"{self.file} was changed meanwhile; run the batch again")
        return found


def maps_in(folder: Path) -> list[Map]:
    """Return the scenarios in a folder and all folders below it, in the order of their paths.

    Those are all .yaml and .yml files but the ones that say they are another kind of Fairground file, such as a ruleset.
    Hidden files and folders are left out, and links to folders are not followed.

    Raises
    ------
    UsageError
        When there is no such folder.
    """
    if not is_folder(folder):
        raise UsageError(f"{folder} is no folder; name the one that the scenarios are in")
    return [it for path in sorted(_files(folder)) if (it := _map(folder, path))]


def _files(folder: Path) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise UsageError(f"{folder} cannot be opened: {error.strerror}") from error
    for path in entries:
        if path.name.startswith("."):
            continue
        if is_folder(path):
            if not path.is_symlink():
                yield from _files(path)
        elif path.suffix.lower() in _SUFFIXES:
            yield path


def _map(folder: Path, path: Path) -> Map | None:
    file = path.relative_to(folder).as_posix()
    try:
        subject = read_subject(path)
    except FileError as error:
        return Map(file, path, "", str(error))
    return Map(file, path, subject.key) if subject else None
