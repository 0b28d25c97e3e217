"""The compiled part: small C functions for the inner loops, each with a slower twin in Python that answers the same.

``hatch_build.py`` compiles all C files of this folder into one library where there is a compiler. Callers ask ``library()``,
and take the Python path if it is None.
"""

from __future__ import annotations

import ctypes
import os
import sys
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

T = TypeVar("T")

#: Set to anything but nothing, this environment variable leaves the compiled part unused.
PURE: Final = "FAIRGROUND_PURE"
#: More would wait for Python, which only one thread runs at a time.
_MOST_THREADS: Final = 4
_HERE: Final = Path(__file__).parent
_SUFFIXES: Final = {"win32": ".dll", "darwin": ".dylib"}


def library() -> ctypes.CDLL | None:
    """Return the compiled functions, loaded on first use; None where Python has to do their work."""
    return None if os.environ.get(PURE) else _loaded()[0]


def begin(work: Callable[[], T]) -> Callable[[], T]:
    """Begin some work in a thread. The function returned waits for its answer, or raises its error.

    The work should be done nearly all by the compiled part, which runs beside Python; what it reads must not change. If no
    thread has begun it when it is asked for, it is done then: without the compiled part, if all threads are busy, and where
    the system allows no more of them.
    """
    waiting = None if library() is None else _waiting()
    if waiting is None:
        return work
    from concurrent.futures import Future

    answer: Future[T] = Future()
    waiting.put((answer, work))
    return lambda: work() if answer.cancel() else answer.result()


def do_all(works: Sequence[Callable[[], object]]) -> None:
    """Do some work beside each other, as far as threads are free; see ``begin``."""
    others = [begin(it) for it in works[1:]]
    try:
        works[0]()
    finally:
        # The others read what may be gone with an error. No thread may have begun the last ones.
        for wait in reversed(others):
            wait()


def cores() -> int:
    """Return how many things are worth doing at the same time."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return min(_MOST_THREADS + 1, len(allowed))


@cache
def _waiting() -> SimpleQueue[tuple[Future[Any], Callable[[], Any]]] | None:
    """Return what waits for a thread; None if the system allows none. The threads stay: some work is done before one has started."""
    waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
    started = 0
    with suppress(RuntimeError):
        for _ in range(max(1, cores() - 1)):
            Thread(target=_serve, args=(waiting,), daemon=True).start()
            started += 1
    return waiting if started else None


def _serve(waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]]]) -> NoReturn:
    while True:
        answer, work = waiting.get()
        if answer.set_running_or_notify_cancel():
            try:
                answer.set_result(work())
            except BaseException as error:  # noqa: BLE001  # raised again where it is asked for
                answer.set_exception(error)
        del answer, work


def structure_fields(numbers: str, pointers: str) -> list[tuple[str, Any]]:
    """Return the fields of a structure: 64-bit numbers, then pointers, by their names."""
    return [
        *((name, ctypes.c_int64) for name in numbers.split()),
        *((name, ctypes.c_void_p) for name in pointers.split()),
    ]


def engine() -> str:
    """Return whether the compiled part is in use, and why not, for people to read."""
    if os.environ.get(PURE):
        return f"not in use: {PURE} is set"
    loaded, problem = _loaded()
    return f"not in use: {problem}" if loaded is None else "in use"


def sources_checksum(folder: Path) -> int:
    """Return the number that a library has to carry to belong to the C files of a folder."""
    checksum = 0
    for path in sorted(folder.glob("*.[ch]")):
        # Line ends depend on how the files were checked out.
        checksum = zlib.crc32(path.read_bytes().replace(b"\r\n", b"\n"), checksum)
    return checksum


def library_path(folder: Path) -> Path:
    """Return the place of the library in a folder, by its name on this system."""
    return folder / f"libfairground{_SUFFIXES.get(sys.platform, '.so')}"


@cache
def _loaded() -> tuple[ctypes.CDLL | None, str]:
    """Return the library, or None and the reason."""
    path = library_path(_HERE)
    if not path.exists():
        return None, "none was built"
    try:
        found = ctypes.CDLL(str(path))
        belongs = found.fairground_sources
    except (OSError, AttributeError) as error:
        return None, f"it could not be loaded: {error}"
    belongs.restype = ctypes.c_uint32
    if belongs() != sources_checksum(_HERE):
        return None, "it was built from different C files; rebuild it with make setup"
    return found, ""
