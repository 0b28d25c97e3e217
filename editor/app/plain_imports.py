"""Imports as Python does them, while PySide is there.

PySide puts an import of its own in the place of Python's, which reads the source of each module that is loaded after it
to see whether it names PySide, for a switch of spellings (``from __feature__ import snake_case``) that nothing here
uses. The sources stay in memory: some 16 MB for the editor, and a module comes later by its reading.
"""

from __future__ import annotations

import builtins
import linecache

import PySide6.QtCore  # noqa: F401  # what puts its import in the place of Python's


def import_plainly() -> None:
    """Let Python import by itself again, where PySide has said which import was there before; else nothing is changed."""
    plain = getattr(builtins, "__orig_import__", None)
    if plain is not None and getattr(builtins.__import__, "__name__", "") == "__feature_import__":
        builtins.__import__ = plain
        linecache.clearcache()
