"""Claims on files: whoever opens one that another editor has open hears of it."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

if TYPE_CHECKING:
    from pathlib import Path


class FileClaim:
    """Says to other editors of the same user, on the same machine, that this one has a file open.

    It hinders nobody, and ends with its process, however that ends. ``folder`` is where all of them leave their claims.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        # One file may be reached by several names.
        name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:20]
        self._lock = QLockFile(str(folder / f"{name}.open.lock"))
        self._lock.setStaleLockTime(0)
        self._lock.tryLock(0)

    @property
    def is_alone(self) -> bool:
        """Whether no other editor had the file open first."""
        # A folder that cannot be written tells nothing.
        return self._lock.error() != QLockFile.LockError.LockFailedError

    def give_up(self) -> None:
        """Have the file open no more."""
        self._lock.unlock()
