"""The editor's side of the worker: starts the process, sends jobs, and passes on answers."""

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

#: The interval of polling for answers, in milliseconds.
_POLL = 15
#: How long a cancelled job may continue, in seconds; starting a new process takes about as long.
_PATIENCE = 2.0


class Worker(QObject):
    """A process for slow work of a session; it starts with the first job.

    One that ``has_helpers`` may start child processes, which always end with it.
    """

    #: A ``JobAnswer``.
    answered = Signal(object)
    #: ``JobProgress`` of a long job.
    progressed = Signal(object)
    #: It has started a job that had been waiting.
    continued = Signal()
    #: The process has ended with its jobs undone: true if unexpectedly, false by ``stop``.
    ended = Signal(bool)

    def __init__(self, parent: QObject | None = None, *, has_helpers: bool = False) -> None:
        super().__init__(parent)
        self._has_helpers = has_helpers
        self.process: SpawnProcess | None = None
        self._connection: Connection | None = None
        #: Whether the process listens. While it starts or works, sending a large job would block the window, so it gets
        #: one job at a time.
        self._listens = False
        self._begun: Job | None = None
        self._since = 0.0
        #: Whether the current job was cancelled.
        self._is_dropped = False
        #: The waiting jobs, the newest of each topic.
        self._held: dict[str, Job] = {}
        # Polling instead of a thread, whose garbage collection could destroy Qt objects in the wrong thread.
        self._waiting = QTimer(self, interval=_POLL)
        self._waiting.timeout.connect(self._listen)

    def send(self, job: Job) -> None:
        """Send a job; a waiting job of the same topic is dropped."""
        if self.process is not None and self._is_idle and not self.process.is_alive():
            # It died while idle; a new process takes the job.
            self._end()
        if self._connection is not None and self._is_idle:
            try:
                self._connection.send(job)
            except OSError:
                # It died over the job, and a new process might as well.
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
        """Return the topic of the job that another one waits for; empty if it doesn't wait."""
        is_held = self._held.get(job.topic) is job
        return self._begun.topic if is_held and self._begun is not None else ""

    def has_begun(self, job: Job) -> bool:
        """Whether the process has a job."""
        return self._begun is job

    @property
    def _is_idle(self) -> bool:
        """Whether the process listens and has no job."""
        return self._listens and self._begun is None

    def drop(self, job: Job) -> None:
        """Cancel a job; if it does not stop in time, the process is ended."""
        if self._held.get(job.topic) is job:
            del self._held[job.topic]
        elif self._begun is job and self._connection is not None:
            self._is_dropped = True
            # A long job checks for this message.
            with suppress(OSError):
                self._connection.send(Dropped(job.topic, job.tag))
            self._lose_patience()

    def stop(self) -> None:
        """End the process with its work undone; the next job starts another one."""
        self._end()
        self.ended.emit(False)  # Qt's signature

    def close(self) -> None:
        """End the process for good."""
        process = self.process
        self._end()
        if process is not None:
            process.join()

    def _start(self) -> None:
        """Start a process, which announces when it listens."""
        context = multiprocessing.get_context("spawn")
        # Daemons can't have children. A process that is none would block an editor that exits without closing it.
        is_daemon = not self._has_helpers
        try:
            mine, theirs = context.Pipe()
            process = context.Process(
                target=begin, args=(theirs,), name="fairground-worker", daemon=is_daemon
            )
            process.start()
        except OSError:
            # Without memory for another process, the job fails as if the process had died.
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
        """Check for messages; they are received in a separate turn of the event loop, because they may be large."""
        if self._has_news():
            next_turn(self, self._receive)
        else:
            self._lose_patience()

    def _has_news(self) -> bool:
        try:
            return self._connection is not None and self._connection.poll()
        except OSError:
            # Receiving reports that the process has ended.
            return True

    def _receive(self) -> None:
        try:
            if self._connection is not None and self._connection.poll():
                self._take(self._connection.recv())
        except (EOFError, OSError):
            self._end()
            self.ended.emit(True)  # Qt's signature
        else:
            self._listen()

    def _lose_patience(self) -> None:
        """End the process if its cancelled job takes too long."""
        if self._is_dropped and time.monotonic() - self._since > _PATIENCE:
            self.stop()

    def _take(self, message: Ready | JobProgress | JobAnswer) -> None:
        if isinstance(message, JobProgress):
            self.progressed.emit(message)
            return
        self._listens, self._begun, self._is_dropped = True, None, False
        if self._held:
            topics = sorted(self._held, key=lambda topic: not isinstance(self._held[topic], PressingJob))
            self.send(self._held.pop(topics[0]))
            self.continued.emit()
        else:
            self._waiting.stop()
        if not isinstance(message, Ready):
            # Showing the answer may take as long as receiving it.
            next_turn(self, partial(self._emit, message))

    def _emit(self, answer: JobAnswer) -> None:
        # If the process has ended meanwhile, requests were notified and may have been sent again.
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
            # It may take a tenth of a second to exit; the next start, or the end, reaps it.
            atexit.unregister(self.process.terminate)
            self.process.terminate()
            self.process = None
