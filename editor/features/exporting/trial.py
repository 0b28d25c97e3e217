"""The requests of the export dialog to the worker, and a progress bar for those that take long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from fairground.editor.app.deferred import delayed
from fairground.editor.app.texts import tr
from fairground.editor.features.exporting.job import (
    DrawPage,
    ExportPlan,
    PlanExport,
    WriteExport,
    WrittenFiles,
)
from fairground.editor.features.exporting.page_pictures import PagePicture
from fairground.editor.widgets.labels_and_buttons import fill

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.exporting.job import ExportRequest
    from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.jobs.worker import Worker

#: Milliseconds between the last change of the form and the plan.
_DEBOUNCE = 250
#: Milliseconds before the bar is shown.
_PATIENCE = 300


class ExportTrial(QWidget):
    """Requests plans, pages and files of an export; only the last request is answered."""

    #: The form has not changed for a while: a plan is due.
    due = Signal()
    #: An ``ExportPlan``.
    planned = Signal(object)
    #: A ``PagePicture`` of the last plan.
    drawn = Signal(object)
    #: A ``WrittenFiles``.
    written = Signal(object)
    #: A sentence: why the job failed.
    failed = Signal(str)
    #: The bar is shown, since the job takes long.
    late = Signal()
    #: The user stopped the job.
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
        self.progress.setAccessibleName(tr("Running a trial export"))
        self.stop = QPushButton(tr("Stop"), self)
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self._stop)
        fill(QHBoxLayout(self), (self.progress, 1), self.stop).addStretch(0)
        self.rest = delayed(self, self.due.emit, _DEBOUNCE)
        self.patience = delayed(self, self._show_late, _PATIENCE)
        self._show_busy(shown=False)
        inquiry.answered.connect(self._take)
        inquiry.failed.connect(self._fail)
        worker.progressed.connect(self._show_progress)

    @property
    def is_settled(self) -> bool:
        """Whether no request is due or waiting for its answer."""
        return not self.rest.isActive() and not self._inquiry.is_waiting

    # -- asking ---------------------------------------------------------------------------------------------

    def delay(self) -> None:
        """Ask for a plan later, since the form has changed."""
        self.rest.start()

    def plan(self, request: ExportRequest) -> None:
        """Ask for the plan of an export."""
        self.rest.stop()
        self.patience.start()
        self._inquiry.ask_about(self._document, lambda tag, subject: PlanExport(tag, subject, request))

    def draw(self, request: ExportRequest, page: int, width: int) -> None:
        """Ask for the picture of a page, unless a plan is due or files are being written."""
        if self.rest.isActive() or self.is_writing:
            return
        self.patience.start()
        self._inquiry.ask_about(
            self._document, lambda tag, subject: DrawPage(tag, subject, request, page, width)
        )

    def write(self, request: ExportRequest, *, overwrite: bool) -> None:
        """Ask for the files to be written."""
        self.is_writing = True
        self.patience.start()
        self._inquiry.ask_about(
            self._document, lambda tag, subject: WriteExport(tag, subject, request, overwrite=overwrite)
        )

    def give_up(self) -> None:
        """Drop the last request."""
        self.rest.stop()
        self._inquiry.forget()
        self._show_busy(shown=False)

    def end(self) -> None:
        """Drop the last request, and disconnect from the worker."""
        self.give_up()
        self._inquiry.answered.disconnect(self._take)
        self._inquiry.failed.disconnect(self._fail)
        self._worker.progressed.disconnect(self._show_progress)

    # -- answers --------------------------------------------------------------------------------------------

    def _take(self, answer: object) -> None:
        if self.rest.isActive():
            return  # a newer plan is due
        signal = next((signal for kind, signal in self._signals() if isinstance(answer, kind)), None)
        if signal is not None:
            self.is_writing = False
            self._show_busy(shown=False)
            signal.emit(answer)

    def _signals(self) -> tuple[tuple[type, SignalInstance], ...]:
        return (ExportPlan, self.planned), (PagePicture, self.drawn), (WrittenFiles, self.written)

    def _fail(self, reason: str) -> None:
        self.is_writing = False
        self._show_busy(shown=False)
        self.failed.emit(tr("Export failed: {reason}.").format(reason=reason.removesuffix(".")))

    def _show_progress(self, progress: JobProgress) -> None:
        if self._inquiry.is_about(progress):
            self.progress.setRange(0, 100)
            self.progress.setValue(round(100 * progress.share))

    def _stop(self) -> None:
        self.give_up()
        self.stopped.emit()

    def _show_late(self) -> None:
        self._show_busy(shown=True)
        self.late.emit()

    def _show_busy(self, *, shown: bool) -> None:
        if not shown:
            self.patience.stop()
        self.progress.setRange(0, 0)
        self.progress.setVisible(shown)
        # Writing cannot be stopped: it is quick, and writes all files or none.
        self.stop.setVisible(shown and not self.is_writing)
