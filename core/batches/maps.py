"""The scenarios of a folder, each with the ruleset files it needs, ready to be sent to any machine."""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from fairground.core.errors import FileError, UsageError
from fairground.core.files import read_bytes
from fairground.core.files.scenario_file import FORMAT_NAME
from fairground.core.files.untrusted_files import is_folder, read_regular_file
from fairground.core.rules.loading import LIMITS, MAX_EXTENDS
from fairground.core.rules.ruleset_files import SUFFIXES, NotFoundError, locate
from fairground.core.rules.ruleset_files import read as read_ruleset
from fairground.core.text.guarded_yaml import Limits, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.files import ReadResult

#: What the formats of other files of the program begin with: rulesets, forces, clips and the like.
_OTHER_KINDS: Final = f"{FORMAT_NAME}-"


@dataclass(frozen=True)
class JobInput:
    """A scenario file and all that it refers to, as bytes.

    ``rulesets`` are the files of its own ruleset and of those that it extends, as far as they are there, each with its path
    from the scenario's folder; None where its ruleset is a shipped one.
    """

    data: bytes
    rulesets: tuple[tuple[str, bytes], ...] | None = None

    @cached_property
    def key(self) -> str:
        """64 hex digits that change when, and only when, a byte of the file or of its ruleset files does."""
        found = hashlib.sha256(hashlib.sha256(self.data).digest())
        for name, content in sorted(self.rulesets or ()):
            found.update(hashlib.sha256(name.encode()).digest())
            found.update(hashlib.sha256(content).digest())
        return found.hexdigest()

    @contextmanager
    def opened(self) -> Iterator[tuple[ReadResult, str]]:
        """Read the scenario, and yield the folder of its ruleset files; both last as long as the context."""
        if self.rulesets is None:
            yield read_bytes(self.data), ""
            return
        with TemporaryDirectory(prefix="fairground-") as name:
            folder = Path(name)
            for path, content in self.rulesets:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(content)
            yield read_bytes(self.data, folder=folder), name


def read_subject(path: Path) -> JobInput | None:
    """Return a scenario file with what it refers to; None for one that says it is another kind of Fairground file.

    A file that is no YAML at all is a subject too: what is wrong with it is for whoever asks.

    Raises
    ------
    FileError
        When it cannot be opened.
    """
    data = read_regular_file(path, most_bytes=Limits().bytes)
    try:
        content = parse(data).data
    except FileError:
        return JobInput(data)
    if not isinstance(content, dict):
        return JobInput(data)
    said = content.get("format")
    if isinstance(said, str) and said.startswith(_OTHER_KINDS):
        return None
    name = content.get("ruleset")
    if not isinstance(name, str) or not name.endswith(SUFFIXES):
        return JobInput(data)
    return JobInput(data, tuple(_rulesets(name, path.parent)))


def _rulesets(name: str | None, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the file of a ruleset and those that it extends, as far as they are there: the reader says what is wrong."""
    at = PurePosixPath()
    for _ in range(MAX_EXTENDS + 2):
        if name is None:
            return
        try:
            data = read_ruleset(locate(name, folder / at))
        except NotFoundError:
            return
        yield str(at / name), data
        at = (at / name).parent
        try:
            content = parse(data, limits=LIMITS).data
        except FileError:
            return
        found = content.get("extends") if isinstance(content, dict) else None
        name = found if isinstance(found, str) and found.endswith(SUFFIXES) else None


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
            raise FileError(f"{self.file} changed in the meantime; run the batch again")
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
        raise UsageError(f"{folder} is not a folder; name the folder with the scenarios")
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
