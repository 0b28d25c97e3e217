"""Claims on files: whoever opens one that another editor has open hears of it.

Locks that end with their process, however that ends.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

if TYPE_CHECKING:
    from pathlib import Path

#: The lock that Qt takes while it removes one of a process that is gone, after the name of that.
_REMOVAL = ".rmlock"


class ProcessLock:
    """A lock at ``path``; whoever is to be kept out takes it as well.

    A process that was killed while it took the lock leaves a file that does not say whose it is yet. Qt alone holds such
    a one for somebody's for ever, and that of a removal for half a minute; here it is nobody's.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = _lock(str(path))

    def take(self) -> bool:
        """Take the lock, unless another process has it or the folder cannot be written; return whether it was taken."""
        if self._lock.tryLock(0):
            return True
        _remove_if_torn(_lock(f"{self._path}{_REMOVAL}"))
        _remove_if_torn(self._lock)
        return self._lock.tryLock(0)

    @property
    def is_another_s(self) -> bool:
        """Whether another process had it when it was to be taken; a folder that cannot be written tells nothing."""
        return self._lock.error() == QLockFile.LockError.LockFailedError

    def let_go(self) -> None:
        """Have the lock no more."""
        self._lock.unlock()


def remove_leftovers(folder: Path) -> None:
    """Remove what is left in a folder of processes that were killed while they removed a lock."""
    for path in folder.glob(f"*{_REMOVAL}"):
        lock = ProcessLock(path)
        if lock.take():
            lock.let_go()


def _lock(name: str) -> QLockFile:
    lock = QLockFile(name)
    # It is stale only when its process is gone, however old it is.
    lock.setStaleLockTime(0)
    return lock


def _remove_if_torn(lock: QLockFile) -> None:
    """Remove a lock that does not say whose it is, unless a process that lives holds the file."""
    pid, _host, _program = lock.getLockInfo()
    if not pid:
        lock.removeStaleLockFile()


class FileClaim:
    """Says to other editors of the same user, on the same machine, that this one has a file open.

    It hinders nobody, and ends with its process, however that ends. ``folder`` is where all of them leave their claims.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        # One file may be reached by several names. Path.resolve would raise for links in a circle up to Python 3.12.
        name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:20]
        self._lock = ProcessLock(folder / f"{name}.open.lock")
        self._lock.take()

    @property
    def is_alone(self) -> bool:
        """Whether no other editor had the file open first."""
        return not self._lock.is_another_s

    def give_up(self) -> None:
        """Have the file open no more."""
        self._lock.let_go()
