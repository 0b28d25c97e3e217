"""Work that an editor left behind when it ended unasked: said in a notice, opened or thrown away from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.editor.session.session import Recoverable, Session
    from fairground.editor.shell.file_flow import FileFlow
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
        told = tr("What an editor left when it ended cannot be read; it was set aside as {names}.").format(
            names=", ".join(map(str, journals))
        )
        self._notice.say(told, {tr("Understood"): self.offer}, sign="warning")

    def _offer(self, work: Recoverable) -> None:
        when = f"{work.when:%d %B, %H:%M}"
        self._notice.say(
            tr("Unsaved work on {title} was left when the editor ended ({when}).").format(
                title=work.title, when=when
            ),
            {
                tr("Recover"): lambda: self._flow.recover(work.journal),
                tr("Discard"): lambda: self._ask_again(work),
            },
        )

    def _ask_again(self, work: Recoverable) -> None:
        """Ask before the only copy is gone."""
        self._notice.say(
            tr("Throw away the recovered work on {title}? It cannot be brought back.").format(
                title=work.title
            ),
            {tr("Throw away"): lambda: self._discard(work), tr("Keep"): lambda: self._offer(work)},
            sign="warning",
        )

    def _discard(self, work: Recoverable) -> None:
        self._session.forget(work.journal)
        self.offer()
