"""The editor's side of the worker: starts it when there is work, hands over jobs, and passes answers on."""

from __future__ import annotations

import atexit
import multiprocessing
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.editor.app.deferred import next_turn
from fairground.editor.jobs.process import Dropped, JobProgress, PressingJob, Ready, begin

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from fairground.editor.jobs.process import Job, JobAnswer

#: How often an awaited answer is looked for, in milliseconds.
_POLL = 15
#: How long a job that nobody wants any more may go on, in seconds: beginning a new process takes about as long.
_PATIENCE = 2.0


class Worker(QObject):
    """A process for slow work of a session; it starts with the first job.

    One that ``has_helpers`` may start processes of its own, which have to end with it, however it ends.
    """

    #: An ``JobAnswer``.
    answered = Signal(object)
    #: ``JobProgress`` of a long job.
    told = Signal(object)
    #: It began with a job that had waited for another.
    went_on = Signal()
    #: The process ended, and what it had to do is undone: unasked when true, by ``stop`` when false.
    ended = Signal(bool)

    def __init__(self, parent: QObject | None = None, *, has_helpers: bool = False) -> None:
        super().__init__(parent)
        self._has_helpers = has_helpers
        self.process: SpawnProcess | None = None
        self._connection: Connection | None = None
        #: Whether the process has begun to listen. While it starts, and while it works, it does not, and a large job
        #: would have the window wait until it does: it gets one at a time.
        self._listens = False
        self._begun: Job | None = None
        self._since = 0.0
        #: Whether nobody wants the job any more that it is at.
        self._is_dropped = False
        #: The newest job of each topic that waits for its turn.
        self._held: dict[str, Job] = {}
        # Asking for answers now and then, while some are awaited, needs no thread: objects of Qt that a thread's
        # garbage collection came upon would be destroyed in the wrong one.
        self._waiting = QTimer(self, interval=_POLL)
        self._waiting.timeout.connect(self._listen)

    def send(self, job: Job) -> None:
        """Have a job done; one of its topic that is not begun yet is dropped."""
        if self.process is not None and self._is_idle and not self.process.is_alive():
            # It died while it had nothing to do, so that nothing is lost: a new one takes the job.
            self._end()
        if self._connection is not None and self._is_idle:
            try:
                self._connection.send(job)
            except OSError:
                # It died over the job (out of memory, say): another one might as well.
                self._end()
                self.ended.emit(True)  # Qt's signature
            else:
                self._begun, self._since, self._is_dropped = job, time.monotonic(), False
                self._waiting.start()
            return
        self._held[job.topic] = job
        if self._connection is None:
            self._start()

    def ahead_of(self, job: Job) -> str:
        """Return the topic of the job that another one waits for; empty when that waits for none."""
        is_held = self._held.get(job.topic) is job
        return self._begun.topic if is_held and self._begun is not None else ""

    @property
    def _is_idle(self) -> bool:
        """Whether the process has nothing to do, and listens."""
        return self._listens and self._begun is None

    def drop(self, job: Job) -> None:
        """Have a job not done after all; the process is ended once it has been at it for long."""
        if self._held.get(job.topic) is job:
            del self._held[job.topic]
        elif self._begun is job and self._connection is not None:
            self._is_dropped = True
            # A long job gives itself up; of others the process hears when it is done with them.
            with suppress(OSError):
                self._connection.send(Dropped(job.topic, job.tag))
            self._lose_patience()

    def stop(self) -> None:
        """End the process in the middle of its work; the next job starts another."""
        self._end()
        self.ended.emit(False)  # Qt's signature

    def close(self) -> None:
        """End the process for good."""
        process = self.process
        self._end()
        if process is not None:
            process.join()

    def _start(self) -> None:
        """Start a process; it tells when it listens."""
        context = multiprocessing.get_context("spawn")
        # Python lets no daemon have children. Without being one, the process would be waited for when the editor ends
        # in a way that closes nothing.
        is_daemon = not self._has_helpers
        try:
            mine, theirs = context.Pipe()
            process = context.Process(
                target=begin, args=(theirs,), name="fairground-worker", daemon=is_daemon
            )
            process.start()
        except OSError:
            # The system has no room for another process: to whoever has asked it is one that died over the job.
            self._held.clear()
            next_turn(self, lambda: self.ended.emit(True))  # Qt's signature
            return
        self.process = process
        if not is_daemon:
            atexit.register(process.terminate)
        theirs.close()
        self._connection = mine
        self._waiting.start()

    def _listen(self) -> None:
        """Look whether something has come; it is taken in a turn of its own, for it may be long."""
        if self._has_news():
            next_turn(self, self._hear)
        else:
            self._lose_patience()

    def _has_news(self) -> bool:
        try:
            return self._connection is not None and self._connection.poll()
        except OSError:
            # That it has ended is told by whoever takes what there is.
            return True

    def _hear(self) -> None:
        """Take what has come."""
        try:
            if self._connection is not None and self._connection.poll():
                self._take(self._connection.recv())
        except (EOFError, OSError):
            self._end()
            self.ended.emit(True)  # Qt's signature
        else:
            self._listen()

    def _lose_patience(self) -> None:
        """End the process when it has been at a job for long that nobody wants any more."""
        if self._is_dropped and time.monotonic() - self._since > _PATIENCE:
            self.stop()

    def _take(self, message: Ready | JobProgress | JobAnswer) -> None:
        if isinstance(message, JobProgress):
            self.told.emit(message)
            return
        self._listens, self._begun, self._is_dropped = True, None, False
        if self._held:
            topics = sorted(self._held, key=lambda topic: not isinstance(self._held[topic], PressingJob))
            self.send(self._held.pop(topics[0]))
            self.went_on.emit()
        else:
            self._waiting.stop()
        if not isinstance(message, Ready):
            # Whoever hears of it shows it, which takes as long as what was done by now.
            next_turn(self, partial(self._tell, message))

    def _tell(self, answer: JobAnswer) -> None:
        # Of a process that has ended meanwhile, everybody has heard, and asked again or given up.
        if self.process is not None:
            self.answered.emit(answer)

    def _end(self) -> None:
        self._waiting.stop()
        self._listens, self._begun, self._is_dropped = False, None, False
        self._held.clear()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self.process is not None:
            # It may take a tenth of a second to go; the next start, or the end, clears up after it.
            atexit.unregister(self.process.terminate)
            self.process.terminate()
            self.process = None
