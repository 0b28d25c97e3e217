"""Players: processes that play games side by side, or this one alone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING, Final, Self

from fairground.core.errors import CancelledError, FairgroundError
from fairground.core.simulation.games import play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.synchronize import Event
    from types import TracebackType

    from fairground.core.simulation.games import Plays
    from fairground.core.simulation.settings import Setting
    from fairground.core.simulation.statistics.tally import Tally

#: How often one asks whether the games are still wanted, in seconds.
_ASKING: Final = 0.1
#: More processes than this some systems cannot wait for.
_MOST_JOBS: Final = 61
#: How many chunks are handed out at a time for each process, so that none has to wait for work.
_AHEAD: Final = 4


class GameWorkers:
    """Play games; used with ``with``, at the end of which no process is left.

    One job plays in this process. More are processes of their own, begun anew (spawned) with the arena; they end when this
    one does, however it ends.
    """

    def __init__(self, arena: Plays, setting: Setting, jobs: int) -> None:
        self._arena, self._setting = arena, setting
        self._pool: ProcessPoolExecutor | None = None
        jobs = min(jobs, _MOST_JOBS)
        self._ahead = _AHEAD * jobs
        if jobs > 1:
            context = multiprocessing.get_context("spawn")
            self._stop = context.Event()
            self._pool = ProcessPoolExecutor(
                jobs, context, initializer=_begin, initargs=(arena, setting, self._stop)
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._stop.set()
            self._pool.shutdown(cancel_futures=True)

    def play(self, start: int, stop: int, look: Callable[[], None]) -> Iterator[Tally]:
        """Play the games from one number to before another; yield the tally of each chunk as it is done, in no order.

        A chunk is a game of each cell. ``look`` is called often; what it raises ends the work.

        Raises
        ------
        FairgroundError
            When a process died.
        """
        chunks = _chunks(start, stop, self._setting.cells)
        if self._pool is None:
            for chunk in chunks:
                yield _play(self._arena, self._setting, chunk, look)
            return
        try:
            yield from self._side_by_side(self._pool, chunks, look)
        except BrokenProcessPool:
            raise FairgroundError(
                "a process that played games died: out of memory, killed, or begun by a script without "
                "the guard that processes need (if __name__ == '__main__'); try fewer jobs"
            ) from None

    def _side_by_side(
        self, pool: ProcessPoolExecutor, chunks: Iterator[range], look: Callable[[], None]
    ) -> Iterator[Tally]:
        waiting: set[Future[Tally]] = set()
        while True:
            fresh = islice(chunks, self._ahead - len(waiting))
            waiting |= {pool.submit(_play_here, chunk) for chunk in fresh}
            if not waiting:
                return
            done, waiting = wait(waiting, _ASKING, FIRST_COMPLETED)
            look()
            yield from (it.result() for it in done)


def _chunks(start: int, stop: int, size: int) -> Iterator[range]:
    return (range(at, min(at + size, stop)) for at in range(start, stop, size))


def _play(arena: Plays, setting: Setting, numbers: range, look: Callable[[], None]) -> Tally:
    return play(arena, len(setting.parties), setting.cells, setting.seed, numbers, look)


#: What a player process plays, and whether it is to stop; set once, when it begins.
_mine: list[tuple[Plays, Setting, Event]] = []


def _begin(arena: Plays, setting: Setting, stop: Event) -> None:
    """Begin a player process."""
    # Ctrl+C goes to all processes of a terminal: the one that asked for the games ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _mine[:] = [(arena, setting, stop)]


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_here(numbers: range) -> Tally:
    """Play games in a player process."""
    arena, setting, stop = _mine[0]

    def look() -> None:
        if stop.is_set():
            raise CancelledError("the games were stopped before they were done")

    return _play(arena, setting, numbers, look)
