"""The store of answers: a SQLite file in which each is kept as soon as it is there.

Answers are found by what was asked about (the hash of its content), the question, and the version of the program, so that
an answer that is there is the one that would be worked out again.

The file is written ahead (WAL), so that two batches may use it side by side and a reader never waits. Each answer is a
transaction of its own, with ``synchronous`` NORMAL: when the program is killed all answers are there, and when the machine
loses its power the file is whole and may lack the last few, which are asked again. FULL would wait for the disk at every
answer to save no more than that.
"""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Self

from fairground.core.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from fairground.core.batches.questions import Answer

#: What tells the file from those of other programs: FGRD.
_APPLICATION: Final = 0x46475244
_VERSION: Final = 1
#: For how long is waited for another batch that is writing, in seconds.
_PATIENCE: Final = 60.0
#: How long it waits before it asks once more whether the other is done, in seconds.
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


class Store:
    """The answers of one version of the program; used with ``with``, by one thread.

    Raises
    ------
    FileError
        When the file cannot be opened, read or written, is damaged, or is none of these.
    """

    def __init__(self, path: Path, *, program: str) -> None:
        self._path, self._program = path, program
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        try:
            with self._told():
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
        """Return the answer to a question about what has this hash, as it is kept; None where there is none yet."""
        with self._told():
            row = self._connection.execute(
                "SELECT answer FROM answer WHERE subject = ? AND question = ? AND program = ?",
                (subject, question, self._program),
            ).fetchone()
            if row and not isinstance(row[0], str):
                raise ValueError("an answer is no text")
            # Of what shape it is, its question knows.
            found: object = json.loads(row[0]) if row else None
        return found

    def keep(self, subject: str, question: str, answer: Answer) -> None:
        """Keep an answer; one that is there already is replaced."""
        with self._told():
            self._connection.execute(
                "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)",
                (subject, question, self._program, json.dumps(answer, separators=(",", ":"))),
            )

    def _prepare(self) -> None:
        ask = self._connection.execute
        # Looked at and made in one: another program may be making the same file at this moment.
        ask("BEGIN IMMEDIATE")
        with self._connection:
            application = ask("PRAGMA application_id").fetchone()[0]
            used = ask("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            if application != _APPLICATION and used:
                raise FileError(f"{self._path} is another program's database; name another file with --store")
            version = ask("PRAGMA user_version").fetchone()[0]
            if version > _VERSION:
                raise FileError(
                    f"{self._path} was made by a newer version of Fairground; name another file with --store"
                )
            ask(_TABLE)
            ask(f"PRAGMA application_id = {_APPLICATION}")
            ask(f"PRAGMA user_version = {_VERSION}")
        self._write_ahead()
        ask("PRAGMA synchronous = NORMAL")

    def _write_ahead(self) -> None:
        # Here SQLite does not wait by itself for another program that has the file: two that change it at once would
        # wait for each other.
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
    def _told(self) -> Iterator[None]:
        """Turn what SQLite and the system say into an error that names the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            reason = f"{self._path} cannot be used as a store: {error}"
            # What is in it can be worked out again.
            hint = (
                ""
                if isinstance(error, sqlite3.OperationalError)
                else "; delete it, or name another with --store"
            )
            raise FileError(reason + hint) from error
        except (ValueError, RecursionError) as error:
            if isinstance(error, FileError):
                raise
            raise FileError(f"{self._path} is damaged; delete it, or name another with --store") from error
        except OSError as error:
            raise FileError(
                f"{self._path} cannot be made: {error.strerror}; name another place with --store"
            ) from error
