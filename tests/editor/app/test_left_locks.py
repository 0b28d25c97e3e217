"""Whatever a crash or a power cut left of a lock and of the locks around it, the journal is found; a living process keeps its own."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from itertools import product
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSysInfo

from fairground.editor.app.file_locks import ProcessLock
from fairground.editor.document.recovery import orphans

if TYPE_CHECKING:
    from pathlib import Path

HOST = QSysInfo.machineHostName()
MACHINE, BOOT = (bytes(it.data()).decode() for it in (QSysInfo.machineUniqueId(), QSysInfo.bootUniqueId()))


def ended_process() -> int:
    """Return the number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    return process.pid


def lock_file(pid: int, *, machine: str = MACHINE, boot: str = BOOT) -> bytes:
    return f"{pid}\n{os.path.basename(sys.executable)}\n{HOST}\n{machine}\n{boot}\n".encode()  # noqa: PTH119


@pytest.fixture(scope="module")
def left() -> dict[str, bytes | None]:
    """Return what may be left of a lock file."""
    whole = lock_file(ended_process())
    return {
        "nothing": None,
        "empty": b"",
        "half": whole[: len(whole) // 2],
        "zeros": bytes(len(whole)),
        "whole": whole,
        # Another program has got the number since.
        "number in use": lock_file(os.getpid()),
    }


def write_journal(path: Path) -> None:
    """Write a journal whose end is missing: it should be recovered, or at least reported."""
    line = b'{"format": "?"}'
    path.write_bytes(b"%08x %b\nxx\n" % (zlib.crc32(line), line))


@pytest.mark.long
def test_a_journal_is_found_whatever_is_left_of_its_locks(
    tmp_path: Path, left: dict[str, bytes | None]
) -> None:
    for number, names in enumerate(product(left, repeat=3)):
        folder = tmp_path / str(number)
        folder.mkdir()
        journal = folder / "1-1.journal"
        write_journal(journal)
        for ending, name in zip((".lock", ".lock.rmlock", ".lock.rmlock.rmlock"), names, strict=True):
            if (content := left[name]) is not None:
                journal.with_name(f"{journal.name}{ending}").write_bytes(content)
        found = orphans(folder)
        assert len(found.damaged) == 1, names
        assert [it.name for it in folder.iterdir()] == ["1-1.journal.damaged"], names


def test_locks_of_other_machines_stay(tmp_path: Path) -> None:
    lock = tmp_path / "a.lock"
    lock.write_bytes(lock_file(ended_process(), machine="another"))
    assert not ProcessLock(lock).take()
    assert lock.exists()


def test_locks_from_before_the_machine_was_started_are_nobodys(tmp_path: Path) -> None:
    (tmp_path / "a.lock").write_bytes(lock_file(os.getpid(), boot="earlier"))
    lock = ProcessLock(tmp_path / "a.lock")
    assert lock.take()
    lock.let_go()


def test_work_is_found_where_no_lock_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_journal(tmp_path / "1-1.journal")
    monkeypatch.setattr(ProcessLock, "take", lambda _: False)
    assert len(orphans(tmp_path).damaged) == 1
