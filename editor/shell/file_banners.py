"""Notices about files: recovery of unsaved work, changes by other programs, and files that cannot be written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer

from fairground.editor.app.settings import LastMap
from fairground.editor.app.texts import tr, trn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from PySide6.QtGui import QAction

    from fairground.core.errors import RulesetError
    from fairground.editor.document.recovery import Recoverable
    from fairground.editor.session.session import Session
    from fairground.editor.shell.file_flow import FileFlow
    from fairground.editor.shell.status_bar import Status
    from fairground.editor.widgets.labels_and_buttons import NoticeBar


class Say(Protocol):
    """Shows a notice on the page that is in front, with a button for each choice."""

    def __call__(
        self, text: str, choices: Mapping[str, Callable[[], object]] | None = None, *, sign: str = ...
    ) -> None:
        """Show the notice."""


#: Whether maps are reopened at the start, in the settings.
_REOPENS = "session/reopen"
#: Whether maps are being reopened, and how long after that the editor counts as running well, in milliseconds.
_UNDER_WAY, _SETTLED = "session/reopening", 4000


class Recovery(QObject):
    """Offers what can be recovered, and reopens the maps of the last session."""

    def __init__(self, session: Session, flow: FileFlow, say: Say, reopens: QAction) -> None:
        super().__init__(flow)
        self._session = session
        self._flow = flow
        self._say = say
        #: The maps of the last session, before this one writes its own.
        self._last = session.last_maps()
        setting = str(session.settings.value(_REOPENS, "true")).lower() == "true"
        self._reopens = reopens
        reopens.setCheckable(True)
        reopens.setChecked(setting)
        reopens.toggled.connect(self._keep_setting)

    def reopen(self) -> None:
        """Reopen the maps of the last session, unless there is unsaved work to recover, which is offered with them."""
        if not self._reopens.isChecked() or self._session.recoverable().recoverable or not self._last[0]:
            return
        if str(self._session.settings.value(_UNDER_WAY, "false")).lower() == "true":
            self.end_reopening()
            self._say(
                tr("The editor closed while it was reopening the maps of your last session."),
                {tr("Reopen maps"): self._reopen},
                sign="warning",
            )
            return
        self._reopen()

    def _reopen(self) -> None:
        # A map that makes the editor crash must not do so at every start.
        self._session.settings.setValue(_UNDER_WAY, True)
        self._session.settings.sync()
        self._flow.reopen(*self._last)
        QTimer.singleShot(_SETTLED, self, self.end_reopening)

    def end_reopening(self) -> None:
        """Take note that the maps were reopened without a crash."""
        self._session.settings.setValue(_UNDER_WAY, False)

    def _keep_setting(self, on: bool) -> None:  # noqa: FBT001  # slot of a signal
        self._session.settings.setValue(_REOPENS, on)

    def offer(self) -> None:
        """Offer unsaved work; damaged journals come first, since they are reported only once."""
        work = self._session.recoverable()
        if work.damaged:
            self._report_damage(work.damaged)
        elif len(work.recoverable) == 1:
            self._offer(work.recoverable[0])
        elif work.recoverable:
            self._offer_all(work.recoverable)

    def _report_damage(self, journals: list[Path]) -> None:
        text = tr("Unsaved work from an earlier session cannot be read. It is in {names}.")
        names = ", ".join(map(str, journals))
        self._say(text.format(names=names), {tr("OK"): self.offer}, sign="warning")

    def _offer_all(self, works: list[Recoverable]) -> None:
        """Offer the unsaved work on several maps."""
        when, titles = f"{works[-1].when:%d %B, %H:%M}", [it.title for it in works]
        # Two editors may each have had a new map of the same name.
        names = ", ".join(
            f"{it.title} ({it.when:%H:%M:%S})" if titles.count(it.title) > 1 else it.title for it in works
        )
        self._say(
            tr(
                "The editor closed unexpectedly ({when}). Unsaved changes to {n} maps can be recovered: {names}."
            ).format(when=when, n=len(works), names=names),
            {
                tr("Recover all"): lambda: self._recover(works),
                tr("Choose…"): lambda: self._offer(works[-1]),
            },
        )

    def _recover(self, works: list[Recoverable]) -> None:
        """Recover unsaved work, and reopen the other maps of the last session around it."""
        maps, shown = self._last
        journals = {it.journal for it in works}
        if not journals & {it.journal for it in maps}:
            maps, shown = (), len(works) - 1
        known = {it.journal for it in maps}
        others = [LastMap(None, it.journal) for it in works if it.journal not in known]
        self._flow.reopen([*maps, *others], shown, journals)

    def _offer(self, work: Recoverable) -> None:
        when = f"{work.when:%d %B, %H:%M}"
        self._say(
            tr(
                "The editor closed unexpectedly ({when}). Unsaved changes to {title} can be recovered."
            ).format(title=work.title, when=when),
            {
                tr("Recover"): lambda: self._recover_one(work),
                tr("Discard"): lambda: self._ask_again(work),
            },
        )

    def _recover_one(self, work: Recoverable) -> None:
        """Recover one map; the others are offered after it."""
        left = self._session.recoverable().recoverable
        if [it.journal for it in left] == [work.journal]:
            self._recover([work])
        else:
            self._flow.recover(work.journal)
            self.offer()

    def _ask_again(self, work: Recoverable) -> None:
        """Confirm before the only copy is deleted."""
        self._say(
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
        flow.not_reopened.connect(self._report_missing)

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

    def _report_missing(self, names: str) -> None:
        """Report the maps of the last session that could not be opened."""
        self._status.showMessage(tr("Could not reopen {names}.").format(names=names), _NOTE)

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
                "{name} was changed and has errors (see the findings). The previous rules apply until "
                "the errors are fixed."
            )
        self._status.showMessage(text.format(name=document.scenario.ruleset.name), _NOTE)
