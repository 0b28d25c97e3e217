"""Locks that end with their process, however that ends."""

from __future__ import annotations

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
