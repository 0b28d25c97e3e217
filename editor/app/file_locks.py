"""Claims on files: whoever opens one that another editor has open hears of it."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from fairground.editor.app.process_lock import ProcessLock

if TYPE_CHECKING:
    from pathlib import Path


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
