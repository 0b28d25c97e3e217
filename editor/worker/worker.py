"""The editor's side of the worker: starts it when there is work, hands over jobs, and passes answers on."""

from __future__ import annotations

import multiprocessing
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.editor.worker.process import serve

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from fairground.editor.worker.process import Answer, Job

#: How often an awaited answer is looked for, in milliseconds.
_POLL = 15


class Worker(QObject):
    """One process for all slow work of a session; it starts with the first job."""

    #: An ``Answer``.
    answered = Signal(object)
    #: The process ended, and what it had to do is undone: unasked when true, by ``stop`` when false.
    ended = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.process: SpawnProcess | None = None
        self._connection: Connection | None = None
        #: The newest job of each topic that no answer has come to yet, by its tag.
        self._awaited: dict[str, tuple[int, ...]] = {}
        # Asking for answers now and then, while some are awaited, needs no thread: objects of Qt that a thread's
        # garbage collection came upon would be destroyed in the wrong one.
        self._waiting = QTimer(self)
        self._waiting.setInterval(_POLL)
        self._waiting.timeout.connect(self._listen)

    def send(self, job: Job) -> None:
        """Have a job done; one of its topic that is not begun yet is dropped."""
        try:
            self._link().send(job)
        except OSError:
            # The worker died (out of memory, killed): a new one takes the job.
            self._end()
            self.ended.emit(True)  # Qt's signature
            self._link().send(job)
        self._awaited[job.topic] = job.tag
        self._waiting.start()

    def stop(self) -> None:
        """End the process in the middle of its work; the next job starts another."""
        self._end()
        self.ended.emit(False)  # Qt's signature

    def close(self) -> None:
        """End the process for good."""
        self._end()

    def _link(self) -> Connection:
        """Return the connection to the worker, starting one when there is none."""
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            mine, theirs = context.Pipe()
            self.process = context.Process(
                target=serve, args=(theirs,), name="fairground-worker", daemon=True
            )
            self.process.start()
            theirs.close()
            self._connection = mine
        return self._connection

    def _listen(self) -> None:
        """Take the answers that have come."""
        try:
            while self._connection is not None and self._connection.poll():
                self._take(self._connection.recv())
        except (EOFError, OSError):
            self._end()
            self.ended.emit(True)  # Qt's signature

    def _take(self, answer: Answer) -> None:
        if self._awaited.get(answer.topic) == answer.tag:
            del self._awaited[answer.topic]
            if not self._awaited:
                self._waiting.stop()
        self.answered.emit(answer)

    def _end(self) -> None:
        self._waiting.stop()
        self._awaited.clear()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self.process is not None:
            self.process.terminate()
            self.process.join()
            self.process = None
