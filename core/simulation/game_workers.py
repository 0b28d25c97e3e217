"""Play numbered games, each with its own seed, in this process or several."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from fairground.core.errors import CancelledError, FairgroundError
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.synchronize import Event
    from types import TracebackType

    from fairground.core.simulation.settings import Setting


def play_out(
    arena: Plays,
    setting: Setting,
    *,
    jobs: int = 1,
    progress: Callable[[float], None] | None = None,
    running: Callable[[Simulation], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    is_decided: Callable[[Simulation], bool] = attrgetter("is_decided"),
) -> Simulation:
    """Play the games of a setting until they decide by its stopping rule, or all are played; see ``simulate``.

    ``is_decided`` is asked whether the games so far decide. Default: whether they decide about the zones.
    """
    watch = ProgressWatch(progress, cancelled, parts=-(-setting.games // setting.chunk))
    watch.look()
    tally = Tally.empty(setting.cells, len(setting.parties))
    if running is not None:
        running(Simulation(setting, tally, finished=False))
    with GameWorkers(arena, setting, jobs) as players:
        for chunk in players.play(0, setting.games, watch.look):
            tally += chunk
            watch.step()
            if running is not None:
                running(Simulation(setting, tally, finished=False))
            may_stop = setting.has_pairs or tally.played in setting.looks
            if may_stop and is_decided(Simulation(setting, tally)):
                break
    return Simulation(setting, tally)


class Ended(Protocol):
    """The part of a ``GameOutcome`` that is counted; the winner is the number of a party, None for a draw."""

    @property
    def winner(self) -> int | None:
        """The party that won."""

    @property
    def turns(self) -> int:
        """The number of turns played."""

    @property
    def end(self) -> str:
        """The way in which it ended."""


class Plays(Protocol):
    """Something that plays games, such as a ``GameArena``; parties are numbered from 0."""

    def play(self, seed: int, first: int) -> Ended:
        """Return the outcome of a game in which party ``first`` moves first, or has the first seat if all move at once."""
        ...


def play(
    arena: Plays,
    parties: int,
    cells: int,
    seed: int,
    numbers: Iterable[int],
    look: Callable[[], None] = lambda: None,
) -> Tally:
    """Play numbered games and count the wins by first mover; ``look`` is called before each and may raise to stop."""
    tally = Tally.empty(cells, parties)
    for number in numbers:
        look()
        of_cell, cell = divmod(number, cells)
        # All at once, the parties take turns in the first seat.
        outcome = arena.play(seed_of(seed, cell, of_cell), number % parties)
        tally = tally.with_game(cell, outcome.winner, outcome.turns, outcome.end)
    return tally


def play_pair(
    arena: Plays, cells: int, seed: int, number: int, look: Callable[[], None] = lambda: None
) -> Tally:
    """Play a pair of games between two parties, with the same seed and the seats exchanged."""
    tally = Tally.empty(cells, 2)
    winners: list[int | None] = []
    for first in range(2):
        look()
        outcome = arena.play(seed_of(seed, 0, number), first)
        tally = tally.with_game(first if cells > 1 else 0, outcome.winner, outcome.turns, outcome.end)
        winners.append(outcome.winner)
    return tally.with_pair(*winners)


def seed_of(seed: int, cell: int, number: int) -> int:
    """Return the seed of a game: the same on every machine, and different for every game.

    >>> seed_of(1, 0, 0)
    16324991306305204772
    """
    return int.from_bytes(sha256(f"{seed} {cell} {number}".encode()).digest()[:8])


#: The interval between checks for cancellation, in seconds.
_CHECKING: Final = 0.1
#: The most processes that every system can wait for.
_MOST_JOBS: Final = 61
#: The number of chunks dispatched for each process, so that none waits for work.
_AHEAD: Final = 4


class InterruptFreePool(ProcessPoolExecutor):
    """A pool whose processes ignore Ctrl+C, which reaches all processes of a terminal; the main process ends them."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        """Dispatch a call."""
        with _interrupts_held_back():
            # Processes start here and inherit the signal mask of this thread.
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Delay interrupts; not on Windows, where a process that is just starting may print a traceback."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class GameWorkers:
    """Plays games in this process (one job) or in spawned ones, which end with the context."""

    def __init__(self, arena: Plays, setting: Setting, jobs: int) -> None:
        self._arena, self._setting = arena, setting
        self._pool: ProcessPoolExecutor | None = None
        jobs = min(jobs, _MOST_JOBS)
        self._ahead = _AHEAD * jobs
        if jobs > 1:
            context = multiprocessing.get_context("spawn")
            self._stop = context.Event()
            self._pool = InterruptFreePool(
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
        """Play games ``start`` to ``stop`` - 1; yield the tally of each chunk, in order.

        A chunk is a pair of games, or a game for each first mover. ``look`` is called often and may raise to stop. Raises a
        ``FairgroundError`` when a process died.
        """
        size = self._setting.chunk
        chunks = (range(at, min(at + size, stop)) for at in range(start, stop, size))
        if self._pool is None:
            for chunk in chunks:
                yield _play(self._arena, self._setting, chunk, look)
            return
        try:
            yield from self._side_by_side(self._pool, chunks, look)
        except BrokenProcessPool:
            raise FairgroundError(
                "a self-play process ended unexpectedly: out of memory, killed, or started by a script "
                "without an if __name__ == '__main__' guard. Try fewer jobs"
            ) from None

    def _side_by_side(
        self, pool: ProcessPoolExecutor, chunks: Iterator[range], look: Callable[[], None]
    ) -> Iterator[Tally]:
        waiting: deque[Future[Tally]] = deque()
        while True:
            fresh = islice(chunks, self._ahead - len(waiting))
            waiting.extend(pool.submit(_play_here, chunk) for chunk in fresh)
            if not waiting:
                return
            # In order, so that the number of processes doesn't decide which games count when play stops.
            wait((waiting[0],), _CHECKING)
            look()
            while waiting and waiting[0].done():
                yield waiting.popleft().result()


def _play(arena: Plays, setting: Setting, numbers: range, look: Callable[[], None]) -> Tally:
    if setting.has_pairs:
        return play_pair(arena, setting.cells, setting.seed, numbers.start // 2, look)
    return play(arena, len(setting.parties), setting.cells, setting.seed, numbers, look)


#: The games of a worker process and the signal to stop; set once, when it starts.
_work: list[tuple[Plays, Setting, Event]] = []


def _begin(arena: Plays, setting: Setting, stop: Event) -> None:
    """Start a worker process."""
    # Ctrl+C reaches all processes of a terminal; the main process stops the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _work[:] = [(arena, setting, stop)]


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_here(numbers: range) -> Tally:
    """Play games in a worker process."""
    arena, setting, stop = _work[0]

    def look() -> None:
        if stop.is_set():
            raise CancelledError("self-play was stopped before it finished")

    return _play(arena, setting, numbers, look)
