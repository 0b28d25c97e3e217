"""How long the turns of an event loop take, what each had to do, and where the main thread was in the long ones."""

from __future__ import annotations

import faulthandler
import os
import re
import resource
import tempfile
import threading
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractEventDispatcher, QObject, QSocketNotifier

from benchmarks.evening import BLOCK_MS

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Where the kernel says how long a thread ran and how long it waited for a core, in nanoseconds.
_SCHEDULE = "/proc/thread-self/schedstat"
#: Turns from so many milliseconds on are kept, with where they were seen.
KEPT_MS = 16.0
_LOOK_EVERY = 0.004
#: After turns of so many milliseconds of the processor, how fast the machine is then is looked at.
_JUDGED_MS = 25.0
#: How much work that is: some milliseconds.
_WORK = 30_000
#: How many frames of a stack are kept.
_DEPTH = 9
_FRAME = re.compile(r'File "(.*)", line (\d+) in (.*)')


@dataclass
class Turn:
    """A long turn: times in milliseconds.

    ``own`` is the wall time less the time for which the thread could have run and had no core: what a machine with
    nothing else to do would have taken. ``ran`` is the processor time of the thread alone, and ``kernel`` what of it the
    system took for itself: mostly to find memory and fill it with zeros. ``slow`` is how many times as
    long as at best a fixed piece of work took right after it: machines that share their cores are not always as fast.
    """

    what: str
    wall: float
    own: float
    ran: float
    at: float
    slow: float = 1.0
    kernel: float = 0.0
    stacks: list[tuple[str, int]] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


class LongTurns:
    """Long turns: all that are over the budget, and of the others the longest about each thing.

    Keeping all of them would look like a leak.
    """

    def __init__(self) -> None:
        self._over: list[Turn] = []
        #: By what it was about, and by the way to measure.
        self._longest: dict[tuple[str, str], Turn] = {}

    def __iter__(self) -> Iterator[Turn]:
        """Yield them in the order in which they were."""
        kept = {id(turn): turn for turn in (*self._over, *self._longest.values())}
        return iter(sorted(kept.values(), key=lambda turn: turn.at))

    def keep(self, turn: Turn) -> None:
        """Take one more into account."""
        if turn.ran > BLOCK_MS:
            self._over.append(turn)
            return
        for kind in ("wall", "own", "ran"):
            known = self._longest.get((turn.what, kind))
            if known is None or getattr(known, kind) < getattr(turn, kind):
                self._longest[turn.what, kind] = turn

    def clear(self) -> None:
        """Keep none of those that were."""
        self._over.clear()
        self._longest.clear()


class Turns(QObject):
    """Watches the event loop of the thread that it is made in, from one look for events to the next.

    ``what`` is to be set to what is being done. The dispatcher must be Qt's own (``QT_NO_GLIB=1``): GLib's works while
    it says that it waits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.what = "start"
        #: Whether the turn that is on counts: what the measuring itself does need not.
        self.counts = True
        self.long = LongTurns()
        self.count = 0
        self._schedule = os.open(_SCHEDULE, os.O_RDONLY) if os.path.exists(_SCHEDULE) else -1  # noqa: PTH110
        self._first = time.perf_counter()
        self._clock = time.pthread_getcpuclockid(threading.get_ident())
        #: When the turn that is on was first seen; None while it is not known to have begun.
        self._start: float | None = None
        self._ran, self._waited = self._processor(), 0.0
        self._kernel = _kernel()
        self._seen: Counter[str] = Counter()
        self._main = threading.get_ident()
        # The dispatcher says when it delivers what was posted, and when it is about to wait for events. When more was
        # posted meanwhile it looks for them without waiting, and without a word: then a byte lies ready for it to find.
        self._bell, self._ringer = os.pipe()
        self._rings = False
        self._notifier = QSocketNotifier(self._bell, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._looked)
        dispatcher = QAbstractEventDispatcher.instance()
        assert dispatcher is not None  # noqa: S101  # an application has one
        dispatcher.awake.connect(self._awake)
        dispatcher.aboutToBlock.connect(self._rest)
        #: The shortest time that the fixed piece of work has taken.
        self._best = min(self._work() for _ in range(20))
        self._stacks = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the watch is on
        self._ends = threading.Event()
        self._looker = threading.Thread(target=self._look, daemon=True)
        self._looker.start()

    def close(self) -> None:
        """End the watch."""
        self._ends.set()
        self._looker.join()
        self._stacks.close()
        self._notifier.setEnabled(False)
        for handle in (self._bell, self._ringer, self._schedule):
            if handle >= 0:
                os.close(handle)

    def begin(self) -> None:
        """Say that a turn is on: what the timers of the editor do before this is in its processor time alone."""
        if self._start is None:
            self._start, self._waited = time.perf_counter(), self._wait()

    def _awake(self) -> None:
        self.begin()
        if not self._rings and self._notifier.isEnabled():
            self._rings = True
            os.write(self._ringer, b".")

    def _looked(self) -> None:
        self._rest()
        self.begin()

    def _rest(self) -> None:
        """End a turn: the processor is used for the next from now on."""
        if self._rings:
            self._rings = False
            os.read(self._bell, 1)
        now = self._processor()
        ran = now - self._ran
        if self._start is not None:
            wall = max(1000 * (time.perf_counter() - self._start), ran)
            self.count += 1
            if wall >= KEPT_MS and self.counts:
                own = max(wall - (self._wait() - self._waited), ran) if self._schedule >= 0 else ran
                stacks = self._seen.copy().most_common(3)
                at = time.perf_counter() - self._first
                kernel = _kernel() - self._kernel
                self.long.keep(Turn(self.what, wall, own, ran, at, self._slowness(ran), kernel, stacks))
                now = self._processor()
        self.counts = True
        self._start = None
        self._seen.clear()
        self._ran, self._kernel = now, _kernel()

    def _slowness(self, ran: float) -> float:
        """Return how many times as long as at best work takes now; 1 after short turns, of which it is not asked."""
        if ran < _JUDGED_MS:
            return 1.0
        took = min(self._work(), self._work())
        self._best = min(self._best, took)
        return took / self._best

    def _work(self) -> float:
        """Return how long a fixed piece of work takes the processor, in milliseconds."""
        before = self._processor()
        sum(number * number for number in range(_WORK))
        return self._processor() - before

    def _processor(self) -> float:
        """Return how long the thread used a core, in milliseconds."""
        return 1000 * time.clock_gettime(self._clock)

    def _wait(self) -> float:
        """Return how long the thread waited for a core, in milliseconds."""
        return int(os.pread(self._schedule, 80, 0).split()[1]) / 1e6 if self._schedule >= 0 else 0.0

    def _look(self) -> None:
        """See where the main thread is, in turns that are long already."""
        while not self._ends.wait(_LOOK_EVERY):
            if self._processor() - self._ran > KEPT_MS / 2:
                self._seen[self._place()] += 1

    def _place(self) -> str:
        """Return where the main thread is: its innermost frames, the innermost first."""
        # Frames in Python's hands would keep what their functions hold, a painter for one, beyond their end.
        self._stacks.seek(0)
        self._stacks.truncate()
        faulthandler.dump_traceback(self._stacks)
        self._stacks.seek(0)
        text = self._stacks.read().decode(errors="replace")
        _, _, own = text.partition(f"0x{self._main:016x}")
        frames = _FRAME.findall(own.split("\n\n")[0])[:_DEPTH]
        return " < ".join(f"{_short(file)}:{line} {name}" for file, line, name in frames)


def _short(file: str) -> str:
    return file.rsplit("fairground/", maxsplit=1)[-1].rsplit("site-packages/", maxsplit=1)[-1]


def _kernel() -> float:
    """Return how long the kernel worked for the thread, in milliseconds; 0 where it keeps no figures of threads."""
    thread = getattr(resource, "RUSAGE_THREAD", None)
    return 0.0 if thread is None else 1000 * resource.getrusage(thread).ru_stime
