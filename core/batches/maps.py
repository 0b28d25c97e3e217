"""The scenarios of a folder, each with the ruleset files it needs to be sent to another machine."""

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

#: The prefix of the formats of other Fairground files, such as rulesets and forces.
_OTHER_KINDS: Final = f"{FORMAT_NAME}-"


@dataclass(frozen=True)
class JobInput:
    """A scenario file and the files it refers to, as bytes.

    ``rulesets`` are the existing files of its own ruleset and those it extends, each with its path relative to the scenario;
    None for a shipped ruleset.
    """

    data: bytes
    rulesets: tuple[tuple[str, bytes], ...] | None = None

    @cached_property
    def key(self) -> str:
        """A hash of the file and its ruleset files, as 64 hex digits."""
        found = hashlib.sha256(hashlib.sha256(self.data).digest())
        for name, content in sorted(self.rulesets or ()):
            found.update(hashlib.sha256(name.encode()).digest())
            found.update(hashlib.sha256(content).digest())
        return found.hexdigest()

    @contextmanager
    def opened(self) -> Iterator[tuple[ReadResult, str]]:
        """Read the scenario; yield it with the temporary folder of its ruleset files, which lasts as long as the context."""
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
    """Return a scenario file with the files it refers to; None for another kind of Fairground file.

    Invalid YAML is returned too, for validation to report. Raises a ``FileError`` when the file can't be opened.
    """
    data = read_regular_file(path, most_bytes=Limits().bytes)
    try:
        content = parse(data).data
    except FileError:
        return JobInput(data)
    if not isinstance(content, dict):
        return JobInput(data)
    format_ = content.get("format")
    if isinstance(format_, str) and format_.startswith(_OTHER_KINDS):
        return None
    name = content.get("ruleset")
    if not isinstance(name, str) or not name.endswith(SUFFIXES):
        return JobInput(data)
    return JobInput(data, tuple(_rulesets(name, path.parent)))


def _rulesets(name: str | None, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a ruleset and those it extends, up to the first missing one, which the reader reports."""
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


#: The suffixes of scenario files.
_SUFFIXES: Final = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Map:
    """A scenario file of a folder.

    ``file`` is its path relative to the folder, with forward slashes. ``key`` is that of its ``JobInput``; if the file can't
    be opened it is empty, and ``problem`` says why.
    """

    file: str
    path: Path
    key: str
    problem: str = ""

    def subject(self) -> JobInput:
        """Return the content of the file; raise a ``FileError`` if it has changed or can't be opened."""
        found = read_subject(self.path)
        if found is None or found.key != self.key:
            raise FileError(f"{self.file} changed during the batch; run the batch again")
        return found


def maps_in(folder: Path) -> list[Map]:
    """Return the scenarios in a folder and below, sorted by path; raise a ``UsageError`` if there is no such folder.

    These are all .yaml and .yml files except other kinds of Fairground files, such as rulesets. Hidden files and folders are
    skipped, and links to folders are not followed.
    """
    if not is_folder(folder):
        raise UsageError(f"{folder} is not a folder; give the folder that contains the scenarios")
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
