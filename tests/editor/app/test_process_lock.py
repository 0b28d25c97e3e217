"""Locks that are nobody's once their process is gone, at whatever moment it went."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLockFile

from fairground.editor.app.file_locks import ProcessLock, remove_leftovers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OTHER = """
import sys
from pathlib import Path
from fairground.editor.app.file_locks import ProcessLock
lock = ProcessLock(Path(sys.argv[1]))
print(lock.take(), flush=True)
sys.stdin.read()
"""


@contextmanager
def other_process_with(lock: Path) -> Iterator[subprocess.Popen[str]]:
    """Have a process that lives take a lock."""
    command = [sys.executable, "-c", OTHER, str(lock)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "True\n"
        yield other


@pytest.mark.parametrize("content", [b"", b"\0" * 40, b"not a number\n"])
def test_a_lock_that_does_not_say_whose_it_is_is_nobodys(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.lock").write_bytes(content)
    # Its process was killed between making the file and writing to it; Qt would wait for ever.
    alone = QLockFile(str(tmp_path / "a.lock"))
    alone.setStaleLockTime(0)
    assert not alone.tryLock(0)
    lock = ProcessLock(tmp_path / "a.lock")
    assert lock.take()
    assert not lock.is_another_s
    assert not ProcessLock(tmp_path / "a.lock").take()
    lock.let_go()
    assert not list(tmp_path.iterdir())


def test_a_lock_whose_removal_was_cut_short_is_nobodys(tmp_path: Path) -> None:
    with other_process_with(tmp_path / "a.lock") as other:
        other.kill()
    assert (tmp_path / "a.lock").exists()
    (tmp_path / "a.lock.rmlock").touch()
    lock = ProcessLock(tmp_path / "a.lock")
    assert lock.take()
    lock.let_go()
    assert not list(tmp_path.iterdir())


def test_the_lock_of_a_process_that_lives_stays_whatever_became_of_its_file(tmp_path: Path) -> None:
    with other_process_with(tmp_path / "a.lock") as other:
        lock = ProcessLock(tmp_path / "a.lock")
        assert not lock.take()
        assert lock.is_another_s
        (tmp_path / "a.lock").write_bytes(b"")
        assert not lock.take()
        assert (tmp_path / "a.lock").exists()
        other.kill()
    assert lock.take()
    lock.let_go()


def test_what_was_left_of_removals_goes(tmp_path: Path) -> None:
    (tmp_path / "a.lock.rmlock").touch()
    (tmp_path / "a.journal").touch()
    remove_leftovers(tmp_path)
    assert [it.name for it in tmp_path.iterdir()] == ["a.journal"]


def test_a_folder_that_is_not_there_tells_of_nobody(tmp_path: Path) -> None:
    lock = ProcessLock(tmp_path / "nowhere" / "a.lock")
    assert not lock.take()
    assert not lock.is_another_s
