"""The importer: has maps of other programs read by the worker, for a dialog that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.worker.importing import MapImport

if TYPE_CHECKING:
    from fairground.editor.worker.importing import ImportRequest
    from fairground.editor.worker.process import Answer
    from fairground.editor.worker.worker import Worker


class Importer(QObject):
    """Answers the last request; those before it are dropped."""

    #: An ``ImportOutcome``, of the last request.
    done = Signal(object)
    #: A sentence: the work itself broke.
    failed = Signal(str)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._number = 0
        self.is_busy = False
        worker.answered.connect(self._take)
        worker.ended.connect(self._ended)

    def ask(self, request: ImportRequest) -> None:
        """Have a map read; ``done`` or ``failed`` comes when it is."""
        self._number += 1
        self._worker.send(MapImport((self._number,), request))
        self.is_busy = True

    def cancel(self) -> None:
        """Give up what was asked; neither ``done`` nor ``failed`` will come."""
        if self.is_busy:
            self.is_busy = False
            self._worker.stop()

    def _take(self, answer: Answer) -> None:
        if answer.topic != MapImport.topic or answer.tag != (self._number,) or not self.is_busy:
            return
        self.is_busy = False
        if answer.failure:
            self.failed.emit(answer.failure)
        else:
            self.done.emit(answer.result)

    def _ended(self, unasked: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self.is_busy:
            self.is_busy = False
            if unasked:
                self.failed.emit("the process that reads the map ended unasked; it may be too large")
