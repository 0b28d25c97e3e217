"""The editor's side of the worker: hands it the scenario when it rests, and says when answers are there."""

from __future__ import annotations

import multiprocessing
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.editor.worker.process import Job, Result, serve

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from fairground.editor.document.document import Document

#: How long the document must rest before it is looked at, in milliseconds.
_DEBOUNCE = 120
#: How often an awaited answer is looked for, in milliseconds.
_POLL = 15


class Analyst(QObject):
    """Keeps the findings about one document up to date.

    The worker process starts with the first job. Answers that are older than the document are shown, but
    ``is_current`` is false until one of its present revision has come.
    """

    #: The revision that was looked at, and the list of findings.
    findings_ready = Signal(int, list)
    #: Whether the findings belong to the document as it is now.
    current_changed = Signal(bool)
    #: A sentence: the worker could not do its work.
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._watch = 0
        self._asked = (0, -1)
        self._answered = -1
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE)
        self._timer.timeout.connect(self._ask)
        # Asking for answers now and then, while some are awaited, needs no thread: objects of Qt that a thread's
        # garbage collection came upon would be destroyed in the wrong one.
        self._waiting = QTimer(self)
        self._waiting.setInterval(_POLL)
        self._waiting.timeout.connect(self._listen)

    @property
    def is_current(self) -> bool:
        """Whether the last findings belong to the document as it is now."""
        return self._document is not None and self._answered == self._document.revision

    def watch(self, document: Document | None) -> None:
        """Look at ``document`` from now on, and at no other."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        self._watch += 1
        self._answered = -1
        if document is not None:
            document.changed.connect(self._changed)
            self._ask()

    def close(self) -> None:
        """End the worker."""
        self.watch(None)
        self._timer.stop()
        self._waiting.stop()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.terminate()
            self._process.join()
            self._process = None

    def _changed(self, _event: object) -> None:
        self._timer.start()
        self.current_changed.emit(False)

    def _ask(self) -> None:
        if self._document is None:
            return
        self._asked = self._watch, self._document.revision
        job = Job(*self._asked, self._document.scenario)
        try:
            self._link().send(job)
        except OSError:
            # The worker died (out of memory, killed): a new one takes the job.
            self._connection = None
            self._link().send(job)
        self._waiting.start()

    def _link(self) -> Connection:
        """Return the connection to the worker, starting one when there is none."""
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            mine, theirs = context.Pipe()
            self._process = context.Process(
                target=serve, args=(theirs,), name="fairground-worker", daemon=True
            )
            self._process.start()
            theirs.close()
            self._connection = mine
        return self._connection

    def _listen(self) -> None:
        """Take the answers that have come."""
        try:
            while self._connection is not None and self._connection.poll():
                self._answer(self._connection.recv())
        except (EOFError, OSError):
            self._connection = None
            self._waiting.stop()
            self.failed.emit("the checker ended unasked; it starts again with the next change")

    def _answer(self, result: Result) -> None:
        if (result.watch, result.revision) == self._asked:
            self._waiting.stop()
        if result.watch != self._watch:
            return  # about a document that was closed meanwhile
        if result.failure:
            self.failed.emit(result.failure)
            return
        self._answered = result.revision
        self.findings_ready.emit(result.revision, list(result.findings))
        self.current_changed.emit(self.is_current)
