"""Exports: the dialog, and the last export of a file once more by one key."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QObject, QTimer

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.paths import export_presets_file
from fairground.editor.app.texts import tr
from fairground.editor.features.exporting.job import ExportRequest, WriteExport, WrittenFiles
from fairground.editor.features.exporting.presets import ExportMemory, LastExport, Presets
from fairground.editor.features.exporting.report import written_words
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.document.document import Document
    from fairground.editor.features.exporting.dialog import ExportDialog
    from fairground.editor.jobs.job_scenario import JobScenario
    from fairground.editor.jobs.process import JobAnswer
    from fairground.editor.session.feature_context import FeatureContext

#: What is written sooner than this is not announced, in milliseconds.
_PATIENCE = 300


def install(context: FeatureContext) -> ExportController:
    """Install the export."""
    return ExportController(context)


class ExportController(QObject):
    """Opens the dialog of the export, and remembers for each file what was exported last.

    A scenario that has no file yet is remembered until it is closed, and with its file once it has one.
    """

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.window)
        session, actions = context.session, context.actions
        self._context, self._session, self._window = context, session, context.window
        self._presets = Presets(export_presets_file())
        self._memory = ExportMemory(session.settings)
        self._document: Document | None = None
        self._last: LastExport | None = None
        #: What the dialog said when it was closed.
        self._draft: LastExport | None = None
        self._dialog: ExportDialog | None = None
        self._inquiry = ScenarioLatestAnswer(session.worker, self)
        self._again = False
        #: Whose exports may be written by now, by their tags: those that nobody waits for any more, too.
        self._sent: dict[tuple[int, ...], ref[Document]] = {}
        session.worker.answered.connect(self._hear)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        session.worker.ended.connect(self._ended)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PATIENCE)
        self._soon.timeout.connect(self._announce)
        session.rules_changed.connect(lambda _fault: self._inquiry.renew())
        actions.on("file.export", self.ask)
        actions.on("file.export-again", self.again)
        session.document_changed.connect(self._follow)
        self._follow(session.document)

    @property
    def last(self) -> LastExport | None:
        """What was exported last from the document that is open."""
        return self._last

    def _follow(self, document: Document | None) -> None:
        """Export another document from now on; close the dialog for the one before."""
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
        """Show the dialog, as it was left."""
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
            last=self._draft or self._last,
            parent=self._window,
        )
        dialog.exported.connect(lambda written: self._exported(document, written))
        dialog.left.connect(self._keep_draft)
        dialog.finding_chosen.connect(self._context.show_finding)
        dialog.finished.connect(self._closed)
        self._dialog = dialog
        # To fill it in and to lay it out together would hold the window up.
        next_turn(dialog, partial(self._open, dialog))

    def _open(self, dialog: ExportDialog) -> None:
        if dialog is self._dialog:
            dialog.open()

    def _closed(self, _result: int) -> None:
        self._dialog = None

    def _exported(self, document: Document, written: WrittenFiles) -> None:
        self._remember(document, written)
        # Over a file that was being written, the dialog could not go with its document.
        if document is not self._document and self._dialog is not None:
            self._dialog.reject()

    def _keep_draft(self, draft: LastExport) -> None:
        self._draft = draft

    # -- again ----------------------------------------------------------------------------------------------

    def again(self) -> None:
        """Make the last export of the document once more; where there is none, show the dialog.

        A file that somebody else has changed since is only replaced when that is said.
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
        request = ExportRequest(
            last.format_name, last.path, last.options, force=last.force, strict=last.strict
        )
        self._again = True
        self._soon.start()

        def job(tag: tuple[int, ...], subject: JobScenario) -> WriteExport:
            self._sent[tag] = ref(document)
            return WriteExport(tag, subject, request, overwrite=overwrite, known=last.digest)

        self._inquiry.ask_about(document, job)

    def _announce(self) -> None:
        if self._last is not None:
            told = tr("Exporting {name}…").format(name=self._last.path.name)
            self._context.notify(told, {tr("Stop"): self._drop})

    def _drop(self) -> None:
        """Wait for no export any more."""
        self._soon.stop()
        if self._again:
            self._again = False
            self._inquiry.forget()

    def _hear(self, answer: JobAnswer) -> None:
        """Remember what was written, also where nobody waits for it any more: it is what the file holds now."""
        about = self._sent.pop(answer.tag, None)
        document = about() if about is not None else None
        if document is not None and isinstance(answer.result, WrittenFiles) and not answer.result.told:
            self._remember(document, answer.result)

    def _ended(self, _unasked: bool) -> None:  # noqa: FBT001  # slot of a signal
        """Expect no more than the export that is begun anew, if one is waited for."""
        self._sent = dict([*self._sent.items()][-1:]) if self._again else {}

    def _take(self, answer: object) -> None:
        if not self._again or not isinstance(answer, WrittenFiles):
            return  # the dialog's
        self._soon.stop()
        self._again = False
        if not answer.told:
            self._say(_told(answer), {}, sign="warning" if answer.losses else "advice")
        elif answer.is_foreign:
            told = tr("{name} has changed since the last export and was not overwritten.")
            self._say(
                told.format(name=answer.request.path.name),
                {tr("Overwrite"): lambda: self._write(overwrite=True), tr("Export…"): self.ask},
            )
        else:
            self._say(tr("Not exported: {reason}.").format(reason=answer.told), {tr("Export…"): self.ask})

    def _fail(self, reason: str) -> None:
        if self._again:
            self._drop()
            told = tr("Export failed: {reason}.").format(reason=reason.removesuffix("."))
            self._say(told, {tr("Export…"): self.ask})

    def _say(self, text: str, choices: dict[str, Callable[[], object]], *, sign: str = "warning") -> None:
        self._context.notify(text, choices, sign=sign)

    # -- remembering ----------------------------------------------------------------------------------------

    def _remember(self, document: Document, written: WrittenFiles) -> None:
        it = written.request
        last = LastExport(
            it.format_name,
            it.path.absolute(),
            it.options,
            force=it.force,
            strict=it.strict,
            digest=written.digest,
        )
        if document is self._document:
            self._last, self._draft = last, None
            self._moved()
        elif document.path is not None:
            self._memory.keep(document.path, last)

    def _moved(self) -> None:
        """Keep what was exported last with the file that the document has now."""
        if self._document is not None and self._document.path is not None and self._last is not None:
            self._memory.keep(self._document.path, self._last)


def _told(written: WrittenFiles) -> str:
    """Return what was written and what was lost, in words."""
    files = written_words(written.files[0].name, len(written.files))
    if written.losses:
        return tr("{files}. Lost: {losses}.").format(files=files, losses="; ".join(written.losses))
    return tr("{files}. Nothing was lost.").format(files=files)
