"""The trial of an export: what the worker is asked when the form rests, and a bar with a button where it takes long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.features.exporting.job import (
    DrawPage,
    ExportPlan,
    PlanExport,
    WriteExport,
    WrittenFiles,
)
from fairground.editor.features.exporting.page_pictures import PagePicture

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.exporting.job import ExportRequest
    from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.jobs.worker import Worker

#: How long the form must rest before the export is tried, in milliseconds.
_DEBOUNCE = 250
#: What is tried sooner than this shows no bar, in milliseconds.
_PATIENCE = 300


class ExportTrial(QWidget):
    """Has an export planned, its pages drawn, and its files written; of what was asked before, nothing is told."""

    #: The form has rested: it is time to ask for a plan.
    due = Signal()
    #: An ``ExportPlan``.
    planned = Signal(object)
    #: A ``PagePicture`` of the last plan.
    drawn = Signal(object)
    #: A ``WrittenFiles``.
    written = Signal(object)
    #: A sentence: the work itself broke.
    failed = Signal(str)
    #: It takes so long that the bar is shown.
    late = Signal()
    #: The user would not wait any longer.
    stopped = Signal()

    def __init__(
        self,
        document: Document,
        inquiry: ScenarioLatestAnswer,
        worker: Worker,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._inquiry, self._worker = document, inquiry, worker
        self.is_writing = False
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(tr("Trying the export"))
        self.stop = QPushButton(tr("Stop"), self)
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self._stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.progress, 1)
        row.addWidget(self.stop)
        row.addStretch(0)
        self.rest = _timer(self, _DEBOUNCE)
        self.rest.timeout.connect(self.due)
        self.patience = _timer(self, _PATIENCE)
        self.patience.timeout.connect(lambda: self._show_busy(shown=True))
        self.patience.timeout.connect(self.late)
        self._show_busy(shown=False)
        inquiry.answered.connect(self._take)
        inquiry.failed.connect(self._fail)
        worker.progressed.connect(self._hear)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is about to be tried, nor being tried."""
        return not self.rest.isActive() and not self._inquiry.is_waiting

    # -- asking ---------------------------------------------------------------------------------------------

    def delay(self) -> None:
        """Let the form rest again: it has changed."""
        self.rest.start()

    def plan(self, request: ExportRequest) -> None:
        """Ask what an export would come to."""
        self.rest.stop()
        self.patience.start()
        self._inquiry.ask_about(self._document, lambda tag, subject: PlanExport(tag, subject, request))

    def draw(self, request: ExportRequest, page: int, width: int) -> None:
        """Ask for the picture of a page, unless something else is about to be tried."""
        if self.rest.isActive() or self.is_writing:
            return
        self.patience.start()
        self._inquiry.ask_about(
            self._document, lambda tag, subject: DrawPage(tag, subject, request, page, width)
        )

    def write(self, request: ExportRequest, *, overwrite: bool) -> None:
        """Have the files written."""
        self.is_writing = True
        self.patience.start()
        self._inquiry.ask_about(
            self._document, lambda tag, subject: WriteExport(tag, subject, request, overwrite=overwrite)
        )

    def give_up(self) -> None:
        """Wait for nothing any more."""
        self.rest.stop()
        self._inquiry.forget()
        self._show_busy(shown=False)

    def end(self) -> None:
        """Give up, and hear no more."""
        self.give_up()
        self._inquiry.answered.disconnect(self._take)
        self._inquiry.failed.disconnect(self._fail)
        self._worker.progressed.disconnect(self._hear)

    # -- hearing --------------------------------------------------------------------------------------------

    def _take(self, answer: object) -> None:
        if self.rest.isActive():
            return  # another export is about to be tried
        told = next((signal for kind, signal in self._signals() if isinstance(answer, kind)), None)
        if told is not None:
            self.is_writing = False
            self._show_busy(shown=False)
            told.emit(answer)

    def _signals(self) -> tuple[tuple[type, SignalInstance], ...]:
        return (ExportPlan, self.planned), (PagePicture, self.drawn), (WrittenFiles, self.written)

    def _fail(self, reason: str) -> None:
        self.is_writing = False
        self._show_busy(shown=False)
        self.failed.emit(tr("Export failed: {reason}.").format(reason=reason.removesuffix(".")))

    def _hear(self, progress: JobProgress) -> None:
        if self._inquiry.is_about(progress):
            self.progress.setRange(0, 100)
            self.progress.setValue(round(100 * progress.share))

    def _stop(self) -> None:
        self.give_up()
        self.stopped.emit()

    def _show_busy(self, *, shown: bool) -> None:
        if not shown:
            self.patience.stop()
        self.progress.setRange(0, 0)
        self.progress.setVisible(shown)
        # What is being written is written in a moment, all of it or nothing.
        self.stop.setVisible(shown and not self.is_writing)


def _timer(parent: QWidget, interval: int) -> QTimer:
    found = QTimer(parent)
    found.setSingleShot(True)
    found.setInterval(interval)
    return found
