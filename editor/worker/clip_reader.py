"""Long texts of clips, read by the worker: the window does not wait for what another one put into the clipboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from fairground.core.scenario.clip import Clip
    from fairground.editor.worker.process import Answer
    from fairground.editor.worker.worker import Worker


@dataclass(frozen=True, slots=True)
class ReadClip:
    """A text to read; the answer is the clip, or a sentence on what is wrong with it."""

    topic: ClassVar[str] = "clip"
    tag: tuple[int, ...]
    text: str

    def run(self) -> Clip | str:
        """Read it."""
        from fairground.core.errors import FairgroundError  # noqa: PLC0415  # loaded in the worker
        from fairground.core.files.clip_text import clip_from_text  # noqa: PLC0415

        try:
            return clip_from_text(self.text)
        except FairgroundError as error:
            return str(error)


class ClipReader(QObject):
    """Answers the last request; those before it are dropped."""

    #: The ``Clip``.
    done = Signal(object)
    #: What is wrong with the text.
    failed = Signal(str)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._number = 0
        self._is_busy = False
        worker.answered.connect(self._take)
        worker.ended.connect(self._ended)

    def ask(self, text: str) -> None:
        """Have a text read; ``done`` or ``failed`` comes when it is."""
        self._number += 1
        self._is_busy = True
        self._worker.send(ReadClip((self._number,), text))

    def forget(self) -> None:
        """Want no answer any more."""
        self._is_busy = False

    def _take(self, answer: Answer) -> None:
        if answer.topic != ReadClip.topic or answer.tag != (self._number,) or not self._is_busy:
            return
        self._is_busy = False
        if answer.failure or isinstance(answer.result, str):
            self.failed.emit(answer.failure or answer.result)
        else:
            self.done.emit(answer.result)

    def _ended(self, _unasked: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self._is_busy:
            self._is_busy = False
            self.failed.emit("the process that reads it ended; it may be too large")
