"""Imports at Python's own speed while Qt is loaded.

PySide replaces ``builtins.__import__`` by a function that also reads the source of every module that is imported later, in
case it asks for other spellings of Qt's names (``from __feature__ import snake_case``). Nothing here does. The reading delays
the start by a tenth, and Python caches what was read, which takes some 12 MB.
"""

from __future__ import annotations

import builtins
import linecache

import PySide6.QtCore  # noqa: F401  # replaces the function


def restore_import() -> None:
    """Put back the function that PySide replaced, if PySide says which one it was; otherwise do nothing."""
    original = getattr(builtins, "__orig_import__", None)
    if original is not None and getattr(builtins.__import__, "__name__", "") == "__feature_import__":
        builtins.__import__ = original
        linecache.clearcache()
