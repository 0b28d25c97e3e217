"""Notices about files: recovery of unsaved work, changes by other programs, and files that cannot be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fairground.editor.app.texts import tr, trn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.errors import RulesetError
    from fairground.editor.session.session import Recoverable, Session
    from fairground.editor.shell.file_flow import FileFlow
    from fairground.editor.shell.status_bar import Status
    from fairground.editor.widgets.labels_and_buttons import NoticeBar


class Recovery(QObject):
    """Offers what can be recovered, the newest first, one at a time."""

    def __init__(self, session: Session, flow: FileFlow, notice: NoticeBar) -> None:
        super().__init__(notice)
        self._session = session
        self._flow = flow
        self._notice = notice

    def offer(self) -> None:
        """Offer unsaved work; damaged journals come first, since they are reported only once."""
        work = self._session.recoverable()
        if work.damaged:
            self._report_damage(work.damaged)
        elif work.recoverable:
            self._offer(work.recoverable[-1])

    def _report_damage(self, journals: list[Path]) -> None:
        text = tr("Unsaved work from an earlier session cannot be read. It was moved to {names}.")
        names = ", ".join(map(str, journals))
        self._notice.say(text.format(names=names), {tr("OK"): self.offer}, sign="warning")

    def _offer(self, work: Recoverable) -> None:
        when = f"{work.when:%d %B, %H:%M}"
        self._notice.say(
            tr(
                "The editor closed unexpectedly ({when}). Unsaved changes to {title} can be recovered."
            ).format(title=work.title, when=when),
            {
                tr("Recover"): lambda: self._flow.recover(work.journal),
                tr("Discard"): lambda: self._ask_again(work),
            },
        )

    def _ask_again(self, work: Recoverable) -> None:
        """Confirm before the only copy is deleted."""
        self._notice.say(
            tr("Discard the recovered changes to {title}? This cannot be undone.").format(title=work.title),
            {tr("Discard"): lambda: self._discard(work), tr("Keep"): lambda: self._offer(work)},
            sign="warning",
        )

    def _discard(self, work: Recoverable) -> None:
        self._session.forget(work.journal)
        self.offer()


#: How long a note stays in the status bar, in milliseconds.
_NOTE = 8000
#: Topics of notices that are withdrawn: when the file matches the document again, when the document has another file,
#: and when the journal is written again.
_FILE, _PLACE, _JOURNAL = "file", "place", "journal"


class Notices(QObject):
    """Shows what needs a choice in the bar above the map, and the rest in the status bar."""

    def __init__(self, session: Session, flow: FileFlow, status: Status) -> None:
        super().__init__(status)
        self._session = session
        self._flow = flow
        self._status = status
        self.bar: NoticeBar | None = None
        self._save_as: dict[str, Callable[[], object]] = {tr("Save as…"): flow.save_as}
        session.changed_outside.connect(self._report_outside_change)
        session.file_matched.connect(lambda: self._withdraw(_FILE))
        session.saved_elsewhere.connect(lambda: self._withdraw(_PLACE))
        session.images_carried.connect(self._report_images)
        session.open_elsewhere.connect(self._report_other_editor)
        session.opened_read_only.connect(self._report_read_only)
        session.comments_at_risk.connect(self._report_comments)
        session.rules_changed.connect(self._report_rules)
        session.history_cut.connect(self._report_history)
        session.journal_failed.connect(self._report_journal)
        session.journal_repaired.connect(self._report_repaired_journal)
        session.journal_damaged.connect(self._report_damage)
        session.settings.failed.connect(self._say)

    def _say(
        self,
        text: str,
        choices: dict[str, Callable[[], object]] | None = None,
        *,
        sign: str = "warning",
        topic: str = "",
    ) -> None:
        if self.bar is not None:
            self.bar.say(text, choices, sign=sign, topic=topic)

    def _withdraw(self, topic: str) -> None:
        if self.bar is not None:
            self.bar.withdraw(topic)

    def _report_outside_change(self, exists: bool) -> None:  # noqa: FBT001  # slot of a signal
        document = self._session.document
        if document is None:
            return
        choices: dict[str, Callable[[], object]]
        if exists:
            choices = {tr("Reload"): self._flow.reload, tr("Keep mine"): self._session.keep_mine}
            text = tr("{title} was changed by another program. If you reload, Undo brings back your version.")
        else:
            text = tr("{title} was moved or deleted by another program.")
            choices = {tr("Save again"): self._flow.save, **self._save_as}
        self._say(text.format(title=document.title), choices, topic=_FILE)

    def _report_images(self, paths: tuple[str, ...]) -> None:
        text = trn(
            "{n} image file was copied beside the scenario: {files}",
            "{n} image files were copied beside the scenario: {files}",
            len(paths),
        )
        self._status.showMessage(text.format(n=len(paths), files=", ".join(paths)), _NOTE)

    def _report_other_editor(self, name: str) -> None:
        text = tr("{name} is also open in another editor. You will be asked before anything is overwritten.")
        self._say(text.format(name=name), self._save_as, topic=_PLACE)

    def _report_read_only(self, name: str) -> None:
        text = tr("{name} is read-only. Save your changes to another file.")
        self._say(text.format(name=name), self._save_as, sign="advice", topic=_PLACE)

    def _report_comments(self, count: int) -> None:
        text = trn(
            "Saving would drop {n} comment in this file, because it is beside or between keys.",
            "Saving would drop {n} comments in this file, because they are beside or between keys.",
            count,
        )
        self._say(text.format(n=count), sign="advice", topic=_FILE)

    def _report_journal(self, sentence: str) -> None:
        self._say(sentence, {tr("Save"): self._flow.save}, topic=_JOURNAL)

    def _report_repaired_journal(self) -> None:
        self._withdraw(_JOURNAL)
        self._status.showMessage(tr("The recovery journal can be written again."), _NOTE)

    def _report_damage(self, sentence: str) -> None:
        self._say(sentence, self._save_as)

    def _report_history(self) -> None:
        text = tr("The history used too much memory. Its oldest steps were dropped and cannot be undone.")
        self._say(text, sign="advice")

    def _report_rules(self, fault: RulesetError | None) -> None:
        """Report that a ruleset was changed outside; the findings list its errors."""
        document = self._session.document
        if document is None:
            return
        if fault is None:
            text = tr("{name} was changed. Its new rules now apply.")
        else:
            text = tr(
                "{name} was changed and has errors (see the findings). The previous rules apply until they "
                "are fixed."
            )
        self._status.showMessage(text.format(name=document.scenario.ruleset.name), _NOTE)
