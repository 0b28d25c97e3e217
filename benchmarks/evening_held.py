"""What the process of an evening holds: memory, handles, threads, processes, widgets, objects; and the history apart."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import resource
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

from fairground.editor.document.undo_steps import DocumentEdit, size_of

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.shell.main_window import MainWindow


def held(window: MainWindow) -> dict[str, float]:
    """Return what the process holds; what nobody holds is given back first.

    The allocator keeps memory between what is still in use, more after each large answer, and gives it to whoever asks
    next; Qt keeps the last pictures that it scaled, up to its bound. That is no growth, and ``peak MB`` and the
    ``working MB`` of the history have it.
    """
    gc.collect()
    QPixmapCache.clear()
    _trim()
    return {
        "memory MB": _memory(),
        "in use MB": _in_use(),
        "handles": len(os.listdir("/proc/self/fd")),  # noqa: PTH208  # names are enough
        "threads": len(os.listdir("/proc/self/task")),  # noqa: PTH208
        "python threads": threading.active_count(),
        "children": len(multiprocessing.active_children()),
        "qt objects": len(window.findChildren(QObject)),
        "widgets": len(QApplication.allWidgets()),
        "windows": len(QApplication.topLevelWidgets()),
        "python objects": len(gc.get_objects()),
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def history(document: Document) -> dict[str, float]:
    """Return what the history of a document holds, and how large the process is with it.

    It has a bound of its own, and goes with its document: what it holds is no growth.
    """
    stack = document.undo_stack
    steps = [stack.command(at) for at in range(stack.count())]
    size = sum(size_of(it.patches) for it in steps if isinstance(it, DocumentEdit))
    return {"steps": stack.count(), "history MB": size / 2**20, "working MB": _memory()}


def _trim() -> None:
    """Have the allocator give back what it keeps, where it knows how."""
    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class _Mallinfo(ctypes.Structure):
    """Figures of the allocator of the GNU C library, in bytes or numbers of blocks; see ``mallinfo(3)``."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keepcost",
        )
    )


def _in_use() -> float:
    """Return what of the memory is held by whom asked the allocator for it; Python's small objects are not in it.

    Other than the memory of the process it has no gaps between what is held. 0 where the allocator does not tell.
    """
    told = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if told is None:
        return 0.0
    told.restype = _Mallinfo
    found = told()
    return float(found.uordblks + found.hblkhd) / 2**20


def _memory() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20
