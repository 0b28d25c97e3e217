"""The store: answers stay, through kills and beside others, and a file that is none is not touched."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.batches.store import Store
from fairground.core.errors import FileError

if TYPE_CHECKING:
    from multiprocessing.synchronize import Barrier


def test_an_answer_is_found_by_subject_question_and_program(tmp_path: Path) -> None:
    path = tmp_path / "new" / "store.sqlite"
    with Store(path, program="1") as store:
        assert store.find("s", "q") is None
        store.keep("s", "q", {"n": [1, None, "é"]})
        store.keep("s", "other", {})
        store.keep("s", "q", {"n": 2})
        assert store.find("s", "q") == {"n": 2}
        assert store.find("t", "q") is None
    with Store(path, program="1") as store:
        assert store.find("s", "q") == {"n": 2}
    with Store(path, program="2") as store:
        assert store.find("s", "q") is None


def keep_many(path: Path, first: int, ready: Barrier, *, then_die: bool = False) -> None:
    ready.wait()
    with Store(path, program="1") as store:
        for number in range(first, first + 60):
            store.keep("s", f"{number}", {"n": number})
        if then_die:
            os.kill(os.getpid(), signal.SIGKILL)


def test_several_use_a_store_at_once_and_one_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    context = multiprocessing.get_context("fork")
    ready = context.Barrier(4)
    them = [
        context.Process(target=keep_many, args=(path, 40 * it, ready), kwargs={"then_die": it == 1})
        for it in range(4)
    ]
    for it in them:
        it.start()
    for it in them:
        it.join()
    assert [it.exitcode for it in them] == [0, -signal.SIGKILL, 0, 0]
    with Store(path, program="1") as store:
        assert all(store.find("s", f"{number}") == {"n": number} for number in range(180))
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_it_waits_for_another_that_writes_just_before_it_writes_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.sqlite"
    others: list[sqlite3.Connection] = []

    class Meets(sqlite3.Connection):
        """A connection that finds another one writing when it first asks to write ahead."""

        def execute(self, asked: str, *values: Any) -> sqlite3.Cursor:
            if "WAL" in asked:
                if others:
                    others[0].close()
                else:
                    others.append(sqlite3.Connection(path, isolation_level=None))
                    others[0].execute("BEGIN IMMEDIATE")
            return super().execute(asked, *values)

    monkeypatch.setattr(sqlite3, "connect", Meets)
    with Store(path, program="1") as store:
        store.keep("s", "q", {"n": 1})
        assert store.find("s", "q") == {"n": 1}
        mode = store._connection.execute("PRAGMA journal_mode").fetchone()
    assert len(others) == 1
    assert mode == ("wal",)


def test_another_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "photos.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE photo (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(FileError, match=r"photos.sqlite is another program's database.*--store"):
        Store(path, program="1")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"no database" * 200, "delete it, or choose another"), (b"", "")],
    ids=["other", "empty"],
)
def test_a_damaged_file_is_told_and_an_empty_one_is_begun(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(content)
    if words:
        with pytest.raises(FileError, match=words):
            Store(path, program="1")
        assert path.read_bytes() == content
    else:
        with Store(path, program="1") as store:
            assert store.find("s", "q") is None


def test_a_newer_store_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    Store(path, program="1").__exit__(None, None, None)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(FileError, match="newer version of Fairground"):
        Store(path, program="1")


@pytest.mark.parametrize(
    "planted",
    [
        "CREATE TRIGGER t AFTER INSERT ON answer BEGIN UPDATE answer SET answer = '{}'; END",
        "CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
        "CREATE INDEX i ON answer (length(answer))",
    ],
    ids=["trigger", "view", "index"],
)
def test_a_store_with_anything_besides_its_table_is_refused(planted: str, tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    Store(path, program="1").__exit__(None, None, None)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(planted)
    connection.close()
    with pytest.raises(FileError, match="contains more than saved results"):
        Store(path, program="1")


def test_a_view_in_the_place_of_the_answers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    Store(path, program="1").__exit__(None, None, None)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TABLE answer")
    connection.execute(
        "CREATE VIEW answer AS WITH RECURSIVE n(x) AS (SELECT '1' UNION ALL SELECT x || '' FROM n) "
        "SELECT x AS subject, x AS question, x AS program, x AS answer FROM n"
    )
    connection.close()
    with pytest.raises(FileError, match="contains more than saved results"):
        Store(path, program="1")


def test_an_answer_that_is_damaged_is_told(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path, program="1") as store:
        store.keep("s", "q", {})
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE answer SET answer = '{'")
    connection.close()
    with Store(path, program="1") as store, pytest.raises(FileError, match="is damaged"):
        store.find("s", "q")


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be created"):
        Store(tmp_path / "file" / "store.sqlite", program="1")
    with pytest.raises(FileError, match="cannot be used as a store"):
        Store(tmp_path, program="1")


def test_a_device_or_a_pipe_is_no_store(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(FileError, match="it is not a file; choose another file with --store"):
            Store(path, program="1")


def test_a_full_disk_is_named_with_what_to_do(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite", program="1") as store:
        store._connection.execute("PRAGMA max_page_count = 3")
        with pytest.raises(FileError, match="the disk is full; make room, or choose a file on another disk"):
            store.keep("s", "q", {"a": "b" * 100_000})


@pytest.mark.parametrize("kept", ["[" * 100_000, "{", b"\xff", "NaN and more"])
def test_an_answer_that_is_no_data_is_told(kept: object, tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path, program="1") as store:
        store.keep("s", "q", {})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE answer SET answer = ?", (kept,))
    connection.close()
    with Store(path, program="1") as store, pytest.raises(FileError, match="is damaged; delete it"):
        store.find("s", "q")
