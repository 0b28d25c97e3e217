"""Clips in the system's clipboard, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from fairground.core.errors import FairgroundError, FileError
from fairground.editor.app.texts import tr
from fairground.editor.features.clipboard.reading_job import ClipRequest
from fairground.editor.jobs.latest_answer import READING_LIMIT

if TYPE_CHECKING:
    from fairground.core.scenario.transform.clip import Clip
    from fairground.editor.jobs.worker import Worker

#: Identifies the text of a clip; it is in one of the first lines.
_SIGN = "format: fairground-clip/"
_SIGN_WITHIN = 400
#: Longer texts, in characters, are read by the worker.
_READ_AT_ONCE = 100_000
#: Clips of more hexes and hexsides are written by the worker.
_WRITTEN_AT_ONCE = 500


class MapClipboard(QObject):
    """Holds one clip as text; large ones are written and read by the worker, so the window never waits.

    A clip that was put here can be read back at once, even before the worker has written its text.
    """

    #: The ``Clip`` that the clipboard holds, after ``read``.
    clip_read = Signal(object)
    #: The clipboard holds no clip, after ``read``.
    nothing_to_paste = Signal()
    #: A sentence: why a clip cannot be copied or pasted, or that reading it takes a moment.
    reported = Signal(str)

    def __init__(self, worker: Worker, parent: QObject) -> None:
        super().__init__(parent)
        #: The clip that this window copied last; its text is None while the worker writes it.
        self._copied: tuple[str | None, Clip] | None = None
        self._writer = ClipRequest(worker, self)
        self._writer.answered.connect(self._set_text)
        self._writer.failed.connect(self._refuse_to_copy)
        QGuiApplication.clipboard().dataChanged.connect(self._replaced)
        self._reader = ClipRequest(worker, self, limit=READING_LIMIT)
        self._reader.answered.connect(self.clip_read)
        self._reader.failed.connect(self._refuse_to_paste)

    def put(self, clip: Clip) -> bool:
        """Put a clip into the clipboard; return whether that was possible."""
        self._writer.forget()
        if len(clip) + len(clip.hexsides) + len(clip.rim) > _WRITTEN_AT_ONCE:
            self._copied = None, clip
            self._writer.ask(clip)
            return True
        from fairground.core.files.clip_text import clip_to_text

        try:
            text = clip_to_text(clip)
        except FairgroundError as error:
            self._refuse_to_copy(str(error))
            return False
        self._copied = text, clip
        QGuiApplication.clipboard().setText(text)
        return True

    def read(self) -> None:
        """Read the clip in the clipboard; ``clip_read`` comes with it, at once unless its text is long."""
        if self._copied is not None and self._copied[0] is None:
            self.clip_read.emit(self._copied[1])
            return
        text = QGuiApplication.clipboard().text()
        if self._copied is not None and text == self._copied[0]:
            self.clip_read.emit(self._copied[1])
            return
        if _SIGN not in text[:_SIGN_WITHIN]:
            self.nothing_to_paste.emit()
            return
        if len(text) > _READ_AT_ONCE:
            self.reported.emit(tr("Reading the clipboard…"))
            self._reader.ask(text)
            return
        from fairground.core.files.clip_text import clip_from_text

        try:
            clip = clip_from_text(text)
        except FileError as error:
            self._refuse_to_paste(str(error))
            return
        self.clip_read.emit(clip)

    def stop_reading(self) -> None:
        """Ignore the clip that the worker is still reading, if any."""
        self._reader.forget()

    def _set_text(self, text: str) -> None:
        """Put the text that the worker has written into the clipboard."""
        if self._copied is not None:
            self._copied = text, self._copied[1]
            QGuiApplication.clipboard().setText(text)

    def _replaced(self) -> None:
        """Discard the text being written when someone else fills the clipboard meanwhile."""
        if self._writer.is_waiting:
            self._writer.forget()
            self._copied = None

    def _refuse_to_copy(self, reason: str) -> None:
        self._copied = None
        self.reported.emit(tr("Cannot copy: {error}.").format(error=reason))

    def _refuse_to_paste(self, reason: str) -> None:
        self.reported.emit(tr("Cannot paste the clipboard: {reason}.").format(reason=reason))
