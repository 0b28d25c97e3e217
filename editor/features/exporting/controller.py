"""The export dialog, and the action that repeats the last export of a file."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QObject

from fairground.editor.app.deferred import delayed, next_turn
from fairground.editor.app.paths import export_presets_file
from fairground.editor.app.texts import tr
from fairground.editor.features.exporting.export_report import describe_written
from fairground.editor.features.exporting.job import WriteExport, WrittenFiles
from fairground.editor.features.exporting.presets import ExportMemory, LastExport, Presets
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.document.document import Document
    from fairground.editor.features.exporting.dialog import ExportDialog
    from fairground.editor.features.exporting.job import ExportRequest
    from fairground.editor.jobs.job_scenario import JobScenario
    from fairground.editor.jobs.process import JobAnswer
    from fairground.editor.session.feature_context import FeatureContext

#: Milliseconds before an export that takes long is announced.
_PATIENCE = 300


def install(context: FeatureContext) -> ExportController:
    """Install the export."""
    return ExportController(context)


class ExportController(QObject):
    """Opens the export dialog, and remembers the last export of each file.

    That of a scenario without a file is remembered until the scenario is closed, and for its file once it has one.
    """

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.window)
        session, actions = context.session, context.actions
        self._context, self._session, self._window = context, session, context.window
        self._presets = Presets(export_presets_file())
        self._memory = ExportMemory(session.settings)
        self._document: Document | None = None
        self._last: LastExport | None = None
        #: The request in the dialog when it was closed.
        self._draft: ExportRequest | None = None
        self._dialog: ExportDialog | None = None
        self._inquiry = ScenarioLatestAnswer(session.worker, self)
        self._again = False
        #: The documents of exports that may be written by now, by tag, including exports that were stopped.
        self._sent: dict[tuple[int, ...], ref[Document]] = {}
        session.worker.answered.connect(self._remember_answer)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        session.worker.ended.connect(self._ended)
        self._soon = delayed(self, self._announce, _PATIENCE)
        session.rules_changed.connect(lambda _fault: self._inquiry.renew())
        actions.on("file.export", self.ask)
        actions.on("file.export-again", self.again)
        session.document_changed.connect(self._follow)
        self._follow(session.document)

    @property
    def last(self) -> LastExport | None:
        """The last export of the open document."""
        return self._last

    def _follow(self, document: Document | None) -> None:
        """Switch to another document, and close the dialog of the one before."""
        self._drop()
        if self._dialog is not None:
            self._dialog.reject()
        if self._document is not None:
            self._document.path_changed.disconnect(self._moved)
        self._document, self._draft = document, None
        self._last = self._memory.recall(document.path) if document is not None and document.path else None
        if document is not None:
            document.path_changed.connect(self._moved)

    # -- the dialog -----------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Show the dialog, filled in as it was left."""
        from fairground.editor.features.exporting.dialog import ExportDialog

        self._context.commit()
        document = self._document
        if document is None or self._dialog is not None:
            return
        self._drop()
        dialog = ExportDialog(
            document,
            self._inquiry,
            self._session.worker,
            self._session.formats,
            self._presets,
            suggested=self._context.suggested_path(""),
            last=self._draft or (self._last.request if self._last else None),
            parent=self._window,
        )
        dialog.exported.connect(lambda written: self._exported(document, written))
        dialog.left.connect(self._keep_draft)
        dialog.finding_chosen.connect(self._context.show_finding)
        dialog.finished.connect(self._closed)
        self._dialog = dialog
        # In a turn of its own, to keep the window responsive.
        next_turn(dialog, partial(self._open, dialog))

    def _open(self, dialog: ExportDialog) -> None:
        if dialog is self._dialog:
            dialog.open()

    def _closed(self, _result: int) -> None:
        self._dialog = None

    def _exported(self, document: Document, written: WrittenFiles) -> None:
        self._remember(document, written)
        # The dialog could not close with its document while it was writing a file.
        if document is not self._document and self._dialog is not None:
            self._dialog.reject()

    def _keep_draft(self, draft: ExportRequest) -> None:
        self._draft = draft

    # -- again ----------------------------------------------------------------------------------------------

    def again(self) -> None:
        """Repeat the last export of the document, or show the dialog if there is none.

        A file that was changed by another program since is only overwritten on confirmation.
        """
        if self._last is None:
            self.ask()
        else:
            self._context.commit()
            self._write(overwrite=False)

    def _write(self, *, overwrite: bool) -> None:
        last, document = self._last, self._document
        if last is None or document is None or self._dialog is not None:
            return
        self._again = True
        self._soon.start()

        def job(tag: tuple[int, ...], subject: JobScenario) -> WriteExport:
            self._sent[tag] = ref(document)
            return WriteExport(tag, subject, last.request, overwrite=overwrite, known=last.digest)

        self._inquiry.ask_about(document, job)

    def _announce(self) -> None:
        if self._last is not None:
            text = tr("Exporting {name}…").format(name=self._last.request.path.name)
            self._context.notify(text, {tr("Stop"): self._drop})

    def _drop(self) -> None:
        """Stop waiting for an export."""
        self._soon.stop()
        if self._again:
            self._again = False
            self._inquiry.forget()

    def _remember_answer(self, answer: JobAnswer) -> None:
        """Remember an export that was written, even if it was stopped: the file has its content."""
        reference = self._sent.pop(answer.tag, None)
        document = reference() if reference is not None else None
        if document is not None and isinstance(answer.result, WrittenFiles) and not answer.result.refusal:
            self._remember(document, answer.result)

    def _ended(self, _unasked: bool) -> None:  # noqa: FBT001  # slot of a signal
        """Expect only the export that the next worker process begins again, if any."""
        self._sent = dict([*self._sent.items()][-1:]) if self._again else {}

    def _take(self, answer: object) -> None:
        if not self._again or not isinstance(answer, WrittenFiles):
            return  # an answer for the dialog
        self._soon.stop()
        self._again = False
        if not answer.refusal:
            sign = "warning" if answer.losses else "advice"
            self._context.notify(_describe_export(answer), {}, sign=sign)
        elif answer.is_foreign:
            text = tr("{name} has changed since the last export and was not overwritten.")
            self._warn(
                text.format(name=answer.request.path.name),
                {tr("Overwrite"): lambda: self._write(overwrite=True)},
            )
        else:
            self._warn(tr("Not exported: {reason}.").format(reason=answer.refusal))

    def _fail(self, reason: str) -> None:
        if self._again:
            self._drop()
            self._warn(tr("Export failed: {reason}.").format(reason=reason.removesuffix(".")))

    def _warn(self, text: str, choices: dict[str, Callable[[], object]] | None = None) -> None:
        self._context.notify(text, {**(choices or {}), tr("Export…"): self.ask}, sign="warning")

    # -- remembering ----------------------------------------------------------------------------------------

    def _remember(self, document: Document, written: WrittenFiles) -> None:
        request = replace(written.request, path=written.request.path.absolute())
        last = LastExport(request, written.digest)
        if document is self._document:
            self._last, self._draft = last, None
            self._moved()
        elif document.path is not None:
            self._memory.keep(document.path, last)

    def _moved(self) -> None:
        """Remember the last export for the present file of the document."""
        if self._document is not None and self._document.path is not None and self._last is not None:
            self._memory.keep(self._document.path, self._last)


def _describe_export(written: WrittenFiles) -> str:
    """Return a text about what was written and what was lost."""
    files = describe_written(written.files[0].name, len(written.files))
    if written.losses:
        return tr("{files}. Lost: {losses}.").format(files=files, losses="; ".join(written.losses))
    return tr("{files}. Nothing was lost.").format(files=files)
