"""What is said about the open document's files: changed outside, not to be written, comments and rules at stake.

Work that an editor left behind when it ended unasked: said in a notice, opened or thrown away from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fairground.editor.app.texts import tr, trn

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.errors import RulesetError
    from fairground.editor.session.session import Recoverable, Session
    from fairground.editor.shell.file_flow import FileFlow
    from fairground.editor.shell.status_bar import Status
    from fairground.editor.widgets.basics import NoticeBar


class Recovery(QObject):
    """Offers what can be recovered, the newest first, one at a time."""

    def __init__(self, session: Session, flow: FileFlow, notice: NoticeBar) -> None:
        super().__init__(notice)
        self._session = session
        self._flow = flow
        self._notice = notice

    def offer(self) -> None:
        """Look for unsaved work, and offer it; what cannot be read comes first, for it is told once."""
        found = self._session.recoverable()
        if found.damaged:
            self._tell_of_damage(found.damaged)
        elif found.recoverable:
            self._offer(found.recoverable[-1])

    def _tell_of_damage(self, journals: list[Path]) -> None:
        told = tr("Unsaved work from an earlier session cannot be read. It was moved to {names}.").format(
            names=", ".join(map(str, journals))
        )
        self._notice.say(told, {tr("OK"): self.offer}, sign="warning")

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
        """Ask before the only copy is gone."""
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
#: The topics of notices that end by themselves: when the file holds the document again, when the document has another
#: file, and when the journal is written again.
_FILE, _PLACE, _JOURNAL = "file", "place", "journal"


class Notices(QObject):
    """Puts what asks for a choice into the bar above the map, once there is one, and the rest into the status bar."""

    def __init__(self, session: Session, flow: FileFlow, status: Status) -> None:
        super().__init__(status)
        self._session = session
        self._flow = flow
        self._status = status
        self.bar: NoticeBar | None = None
        session.changed_outside.connect(self._changed_outside)
        session.file_matched.connect(lambda: self._withdraw(_FILE))
        session.saved_elsewhere.connect(lambda: self._withdraw(_PLACE))
        session.open_elsewhere.connect(self._tell_of_another_editor)
        session.opened_read_only.connect(self._tell_of_read_only)
        session.comments_at_risk.connect(self._tell_of_comments)
        session.rules_changed.connect(self._tell_of_rules)
        session.history_cut.connect(self._tell_of_history)
        session.journal_failed.connect(self._tell_of_journal)
        session.journal_repaired.connect(self._report_repaired_journal)
        session.journal_damaged.connect(self._tell_of_damage)
        session.settings.failed.connect(self._tell_of_settings)

    def _withdraw(self, topic: str) -> None:
        if self.bar is not None:
            self.bar.withdraw(topic)

    def _changed_outside(self, exists: bool) -> None:  # noqa: FBT001  # slot of a signal
        document = self._session.document
        if self.bar is None or document is None:
            return
        if not exists:
            self.bar.say(
                tr("{title} was moved or deleted by another program.").format(title=document.title),
                {tr("Save again"): self._flow.save, tr("Save as…"): self._flow.save_as},
                sign="warning",
                topic=_FILE,
            )
            return
        self.bar.say(
            tr(
                "{title} was changed by another program. If you reload, Undo brings back your version."
            ).format(title=document.title),
            {tr("Reload"): self._flow.reload, tr("Keep mine"): self._session.keep_mine},
            sign="warning",
            topic=_FILE,
        )

    def _tell_of_another_editor(self, name: str) -> None:
        if self.bar is not None:
            self.bar.say(
                tr(
                    "{name} is also open in another editor. You will be asked before anything is overwritten."
                ).format(name=name),
                {tr("Save as…"): self._flow.save_as},
                sign="warning",
                topic=_PLACE,
            )

    def _tell_of_comments(self, count: int) -> None:
        if self.bar is not None:
            self.bar.say(
                trn(
                    "Saving would drop {n} comment in this file, because it stands beside or between keys.",
                    "Saving would drop {n} comments in this file, because they stand beside or between keys.",
                    count,
                ).format(n=count),
                topic=_FILE,
            )

    def _tell_of_journal(self, sentence: str) -> None:
        if self.bar is not None:
            self.bar.say(sentence, {tr("Save"): self._flow.save}, sign="warning", topic=_JOURNAL)

    def _report_repaired_journal(self) -> None:
        self._withdraw(_JOURNAL)
        self._status.showMessage(tr("The journal can be written again."), _NOTE)

    def _tell_of_settings(self, sentence: str) -> None:
        if self.bar is not None:
            self.bar.say(sentence, sign="warning")

    def _tell_of_history(self) -> None:
        if self.bar is not None:
            self.bar.say(
                tr("The history used too much memory. Its oldest steps were dropped and cannot be undone.")
            )

    def _tell_of_damage(self, sentence: str) -> None:
        if self.bar is not None:
            self.bar.say(sentence, {tr("Save as…"): self._flow.save_as}, sign="warning")

    def _tell_of_read_only(self, name: str) -> None:
        if self.bar is not None:
            self.bar.say(
                tr("{name} is read-only. Save your changes to another file.").format(name=name),
                {tr("Save as…"): self._flow.save_as},
                topic=_PLACE,
            )

    def _tell_of_rules(self, fault: RulesetError | None) -> None:
        """Say what became of a ruleset that was changed outside; the findings tell its faults."""
        document = self._session.document
        if document is None:
            return
        name = document.scenario.ruleset.name
        if fault is None:
            told = tr("{name} was changed. Its new rules now apply.").format(name=name)
        else:
            told = tr(
                "{name} was changed and has errors (see the findings). The previous rules apply until they "
                "are fixed."
            ).format(name=name)
        self._status.showMessage(told, _NOTE)
