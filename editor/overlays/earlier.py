"""The earlier state: what the overlays told at some moment, kept to be compared with what they tell now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.texts import tr

if TYPE_CHECKING:
    from fairground.editor.document.document import Document


class Earlier(QObject):
    """Remembers a moment of a document, and the answers that overlays had then, by their ids.

    Whoever else can be compared listens to ``changed`` and asks ``is_kept`` and ``is_shown``.
    """

    #: A moment was kept or forgotten, or is shown in place of now, or no longer.
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: Whether the overlays show the earlier state instead of what is now.
        self.is_shown = False
        self._revision: int | None = None
        self._words = ""
        self._answers: dict[str, object] = {}

    @property
    def is_kept(self) -> bool:
        """Whether there is an earlier state."""
        return self._revision is not None

    @property
    def words(self) -> str:
        """Which state it is: ``step 3, Paint``; empty while none is kept."""
        return self._words

    def keep(self, document: Document) -> None:
        """Keep this moment in place of any other; the answers are handed in with ``offer``."""
        stack = document.undo_stack
        name = f", {stack.undoText()}" if stack.undoText() else ""
        self._words = (
            tr("step {index}{name}").format(index=stack.index(), name=name)
            if stack.index()
            else tr("the map as it was opened")
        )
        self._revision = document.revision
        self._answers = {}
        self.is_shown = False
        self.changed.emit()

    def flip(self) -> None:
        """Show the earlier state instead of what is now, or the other way round; nothing happens without one."""
        if self.is_kept:
            self.is_shown = not self.is_shown
            self.changed.emit()

    def drop(self) -> None:
        """Forget the earlier state."""
        if self.is_kept:
            self._revision, self._words, self._answers = None, "", {}
            self.is_shown = False
            self.changed.emit()

    def offer(self, name: str, answer: object, revision: int) -> bool:
        """Hand in the answer of an overlay about a revision; return whether it is the one that is kept.

        It is, when it is about the moment that is kept and the first about it: slow answers come a while later.
        """
        if self._revision != revision or name in self._answers:
            return False
        self._answers[name] = answer
        return True

    def answer(self, name: str) -> object | None:
        """Return what an overlay told at that moment; None when it told nothing."""
        return self._answers.get(name)
