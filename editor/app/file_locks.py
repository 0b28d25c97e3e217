"""Locks that end with their process, and claims on files that other editors can see."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

if TYPE_CHECKING:
    from pathlib import Path

#: The suffix of the lock that Qt takes while it removes a stale one.
_REMOVAL = ".rmlock"


class ProcessLock:
    """A lock file at ``path``.

    A process that is killed while it takes the lock leaves a file without an owner. Qt would treat that as taken for ever,
    and the lock of a removal for half a minute; here it counts as free.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = _lock(str(path))

    def take(self) -> bool:
        """Take the lock; return False when another process has it or the folder cannot be written."""
        if self._lock.tryLock(0):
            return True
        _remove_if_torn(_lock(f"{self._path}{_REMOVAL}"))
        _remove_if_torn(self._lock)
        return self._lock.tryLock(0)

    @property
    def is_another_s(self) -> bool:
        """Whether another process had the lock; False also where the folder cannot be written."""
        return self._lock.error() == QLockFile.LockError.LockFailedError

    def let_go(self) -> None:
        """Release the lock."""
        self._lock.unlock()


def remove_leftovers(folder: Path) -> None:
    """Remove the leftovers of processes that were killed while they removed a lock."""
    for path in folder.glob(f"*{_REMOVAL}"):
        lock = ProcessLock(path)
        if lock.take():
            lock.let_go()


def _lock(name: str) -> QLockFile:
    lock = QLockFile(name)
    # Stale only when its process is gone, whatever its age.
    lock.setStaleLockTime(0)
    return lock


def _remove_if_torn(lock: QLockFile) -> None:
    """Remove a lock without an owner, unless a running process holds the file."""
    pid, _host, _program = lock.getLockInfo()
    if not pid:
        lock.removeStaleLockFile()


class FileClaim:
    """Shows other editors of the same user and machine that a file is open; it blocks nothing and ends with the process.

    ``folder`` is where all editors leave their claims.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        # One file may have several names. Path.resolve raises for circular links up to Python 3.12.
        name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:20]
        self._lock = ProcessLock(folder / f"{name}.open.lock")
        self._lock.take()

    @property
    def is_alone(self) -> bool:
        """Whether no other editor had the file open first."""
        return not self._lock.is_another_s

    def give_up(self) -> None:
        """Withdraw the claim."""
        self._lock.let_go()
