"""The store of answers: a SQLite file, by content hash of the input, question and version of the program.

It uses a write-ahead log (WAL), so two batches can share it and readers never wait. Each answer is a transaction of its own with
``synchronous`` NORMAL: all survive if the program is killed, and after a power failure only the last few may be missing.
Stored answers may be damaged or forged, and are used only if they have the shape of an answer.
"""

from __future__ import annotations

import base64
import json
import sqlite3
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from fairground.core.batches.questions import FairnessQuestion, PictureQuestion, ValidationQuestion
from fairground.core.batches.simulation_jobs import GamesShare, games_of_part
from fairground.core.errors import FileError
from fairground.core.files.atomic import make_folder
from fairground.core.files.untrusted_files import is_there
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.core.text.foreign import parse_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from fairground.core.batches.questions import Answer, Question

Band = Literal["green", "amber", "red"]
Count = Annotated[int, Field(ge=0)]


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class _Reason(_Shape):
    """The reason why there is no answer."""

    reason: str


class _Place(_Shape):
    line: Count | None
    column: Count | None
    hex: str | None
    file: str | None


class _Finding(_Shape):
    severity: Literal["error", "warning", "advice"]
    code: str
    place: _Place
    message: str
    fix: str | None
    rule: str | None


class _Checked(_Shape):
    name: str
    columns: Count | None
    rows: Count | None
    layout: str | None
    ruleset: str
    findings: list[_Finding]


class _Standing(_Shape):
    title: str
    gate: bool
    band: Band | None
    imbalance: float | None
    #: Missing in stores of earlier versions.
    figure: str = ""
    text: str


def _known(measure: str) -> str:
    if measure not in MEASURES:
        raise ValueError(f"there is no measure {measure!r}")
    return measure


class _Measured(_Shape):
    verdict: Band | None
    sentence: str
    because: list[str]
    measures: dict[Annotated[str, AfterValidator(_known)], _Standing]


def _decoded(text: str) -> str:
    base64.b64decode(text, validate=True)
    return text


class _Pictured(_Shape):
    webp: Annotated[str, AfterValidator(_decoded)]


class _End(_Shape):
    winner: Count | None
    way: str
    games: Count


class _Tally(_Shape):
    wins: list[list[Count]]
    draws: list[Count]
    turns: Count
    ends: list[_End]


class _Played(_Shape):
    parties: Annotated[list[str], Field(min_length=2)]
    #: Missing in stores of earlier versions.
    titles: list[str] = []
    force_title: str = ""
    bots: list[str]
    force: str
    order: str
    first: bool
    missions: list[str]
    left_out: list[str]
    without: list[str]
    deciding: list[str]
    errors: list[_Finding]
    tally: _Tally

    def is_of(self, part: GamesShare) -> bool:
        """Whether the counts fit a part of the games."""
        cells = len(self.parties) if self.first else 1
        wins, draws, ends = self.tally.wins, self.tally.draws, self.tally.ends
        return (
            len(self.titles) in (0, len(self.parties))
            and len(self.bots) == len(self.parties)
            and sum(it.games for it in ends) == sum(map(sum, wins)) + sum(draws)
            and all(it.winner is None or it.winner < len(self.parties) for it in ends)
            and [len(it) for it in wins] == [len(self.parties)] * cells
            and len(draws) == cells
            and sum(map(sum, wins)) + sum(draws) == len(games_of_part(part, cells))
        )


_SHAPES: dict[type, TypeAdapter[_Shape]] = {
    ValidationQuestion: TypeAdapter(_Checked),
    FairnessQuestion: TypeAdapter(_Measured | _Reason),
    PictureQuestion: TypeAdapter(_Pictured | _Reason),
    GamesShare: TypeAdapter(_Played | _Reason),
}


def fits(question: Question, answer: object) -> bool:
    """Whether data has the shape of an answer to a question."""
    try:
        found = _SHAPES[type(question)].validate_python(answer)
    except ValidationError:
        return False
    return not (isinstance(found, _Played) and isinstance(question, GamesShare)) or found.is_of(question)


#: The application id of the file: FGRD.
_APPLICATION: Final = 0x46475244
_VERSION: Final = 1
#: The time to wait for another batch that is writing, in seconds.
_PATIENCE: Final = 60.0
#: The longest answer that is read or stored, in bytes.
_MOST_BYTES: Final = 2**26
#: The time between attempts, in seconds.
_PAUSE: Final = 0.01

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS answer (
    subject TEXT NOT NULL,
    question TEXT NOT NULL,
    program TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (subject, question, program)
) WITHOUT ROWID
"""


#: Reasons and fixes for errors of SQLite that the user can do something about.
_REASONS: Final = {
    sqlite3.SQLITE_BUSY: "another program is writing to it; wait until it has finished",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened or created; choose another file with --store",
    sqlite3.SQLITE_FULL: "the disk is full; make room, or choose a file on another disk with --store",
    sqlite3.SQLITE_READONLY: "it is write-protected; choose another file with --store",
}


def _reason(error: sqlite3.DatabaseError) -> str:
    """Return why a file cannot be used, and what to do."""
    reason = _REASONS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    if reason is not None:
        return reason
    is_usable = isinstance(error, sqlite3.OperationalError)
    return f"{error}; {'' if is_usable else 'delete it, or '}choose another file with --store"


class Store:
    """The answers of one version of the program; a context manager for one thread.

    All methods raise a ``FileError`` when the file can't be opened, read or written, is damaged, or isn't a store.
    """

    def __init__(self, path: Path, *, program: str) -> None:
        self._path, self._program = path, program
        with self._file_errors():
            make_folder(path.parent)
            if is_there(path) and not path.is_file():
                raise FileError(
                    f"{path} cannot be used as a store: it is not a file; choose another file with --store"
                )
            self._connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
        try:
            with self._file_errors():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._connection.close()

    def find(self, subject: str, question: str) -> object:
        """Return the unchecked answer to a question about the input with this hash; None if there is none."""
        with self._file_errors():
            row = self._connection.execute(
                "SELECT answer FROM answer WHERE subject = ? AND question = ? AND program = ?",
                (subject, question, self._program),
            ).fetchone()
            if row and not isinstance(row[0], str):
                raise ValueError("a saved answer is not text")
            found: object = parse_json(row[0]) if row else None
        return found

    def keep(self, subject: str, question: str, answer: Answer) -> None:
        """Store an answer, replacing any other."""
        with self._file_errors():
            self._connection.execute(
                "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)",
                (subject, question, self._program, json.dumps(answer, separators=(",", ":"))),
            )

    def _prepare(self) -> None:
        ask = self._connection.execute
        # The schema of a foreign file runs no functions; see also below.
        ask("PRAGMA trusted_schema = OFF")
        # One transaction: another program may be creating the same file.
        ask("BEGIN IMMEDIATE")
        with self._connection:
            application = ask("PRAGMA application_id").fetchone()[0]
            used = ask("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            if application != _APPLICATION and used:
                raise FileError(
                    f"{self._path} is another program's database; choose another file with --store"
                )
            version = ask("PRAGMA user_version").fetchone()[0]
            if version > _VERSION:
                raise FileError(
                    f"{self._path} was made by a newer version of Fairground; choose another file with "
                    "--store"
                )
            ask(_TABLE)
            # A trigger or a view would run whenever an answer is stored or found, perhaps without end.
            schema = [
                (kind, " ".join(str(text).split()))
                for kind, text in ask("SELECT type, sql FROM sqlite_schema")
            ]
            if schema != [("table", " ".join(_TABLE.replace("IF NOT EXISTS ", "").split()))]:
                raise FileError(
                    f"{self._path} contains more than saved results, for example triggers; choose another "
                    "file with --store"
                )
            ask(f"PRAGMA application_id = {_APPLICATION}")
            ask(f"PRAGMA user_version = {_VERSION}")
        self._write_ahead()
        ask("PRAGMA synchronous = NORMAL")

    def _write_ahead(self) -> None:
        # SQLite doesn't wait for other programs here, to prevent deadlocks.
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(_PAUSE)
            else:
                return

    @contextmanager
    def _file_errors(self) -> Iterator[None]:
        """Convert errors of SQLite and the system into a ``FileError`` that names the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise FileError(f"{self._path} cannot be used as a store: {_reason(error)}") from error
        except (ValueError, RecursionError) as error:
            if isinstance(error, FileError):
                raise
            raise FileError(
                f"{self._path} is damaged; delete it, or choose another file with --store"
            ) from error
        except OSError as error:
            raise FileError(
                f"{self._path} cannot be created: {error.strerror}; choose another file with --store"
            ) from error
