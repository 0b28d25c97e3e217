"""Locks that end with their process, and claims on files that other editors can see."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QLockFile, QSysInfo

if TYPE_CHECKING:
    from pathlib import Path

#: The suffix of the lock that Qt takes while it removes a stale one.
_REMOVAL = ".rmlock"
#: The number of a process.
_PID = re.compile(r"[1-9][0-9]{0,9}")
#: How long a process may take to write its lock file, in seconds.
_WRITTEN = 60.0


class ProcessLock:
    """A lock file at ``path``, which ends with its process, whatever a crash or a power cut left of the file.

    Qt would keep some locks for ever: one without a whole owner, one whose process number another program has got, and on
    file systems without locks every one that a crash left. Those of other machines that share the folder are respected.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = _lock(str(path))

    def take(self) -> bool:
        """Take the lock; return False when another process has it or the folder cannot be written."""
        if self._lock.tryLock(0):
            return True
        if self.is_another_s:
            removal = self._path.with_name(f"{self._path.name}{_REMOVAL}")
            _remove_if_free(removal)
            # As Qt does, so that nobody removes a lock that was just taken again.
            guard = _lock(str(removal))
            if guard.tryLock(0):
                _remove_if_free(self._path)
                guard.unlock()
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


class _Owner(NamedTuple):
    """What a lock file says of its process."""

    pid: int
    host: str
    machine: str
    boot: str

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is a process of another machine."""
        if self.machine:
            return self.machine != bytes(QSysInfo.machineUniqueId().data()).decode()
        return bool(self.host) and self.host != QSysInfo.machineHostName()

    @property
    def is_gone(self) -> bool:
        """Whether it certainly does not run any more."""
        if self.boot and self.boot != bytes(QSysInfo.bootUniqueId().data()).decode():
            return True
        if os.name != "posix":
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except OSError:
            return False
        return False


def _owner_of(content: bytes) -> _Owner | None:
    """Return the owner in a lock file; None if the file is incomplete."""
    pid, _program, host, machine, boot, *_ = (*content.decode(errors="replace").split("\n"), *[""] * 5)
    is_whole = content.endswith(b"\n") and b"\0" not in content and _PID.fullmatch(pid) is not None
    return _Owner(int(pid), host, machine, boot) if is_whole else None


def _remove_if_free(path: Path) -> None:
    """Remove a lock file unless a running process may own it."""
    try:
        owner, since = _owner_of(path.read_bytes()), path.stat().st_mtime
        is_held = _is_held(path)
    except OSError:
        return
    if is_held or (owner is not None and owner.is_elsewhere):
        return
    is_unowned = time.time() - since > _WRITTEN if owner is None else owner.is_gone
    if is_held is False or is_unowned:
        with suppress(OSError):
            path.unlink()


def _is_held(path: Path) -> bool | None:
    """Whether a process holds a lock of the system on its lock file, as long as it lives; None without such locks."""
    if sys.platform == "win32":
        return None
    import fcntl

    descriptor = os.open(path, os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return False


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
