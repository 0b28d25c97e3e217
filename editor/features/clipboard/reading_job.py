"""Long texts of clips, read by the worker: the window does not wait for what another one put into the clipboard.

Texts of large clips, written by the worker: the window does not wait for what goes into the clipboard.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.app.texts import tr
from fairground.editor.jobs.latest_answer import SingleRequest

if TYPE_CHECKING:
    from fairground.core.scenario.transform.clip import Clip


@dataclass(frozen=True, slots=True)
class WrittenClip:
    """What came of writing a clip: its text, or a sentence on what it cannot hold."""

    text: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class WriteClip:
    """A clip to write; the answer is what came of it."""

    topic: ClassVar[str] = "clip-text"
    tag: tuple[int, ...]
    clip: Clip

    def run(self) -> WrittenClip:
        """Write it."""
        from fairground.core.errors import FairgroundError
        from fairground.core.files.clip_text import clip_to_text

        try:
            return WrittenClip(clip_to_text(self.clip))
        except FairgroundError as error:
            return WrittenClip("", str(error))


class ClipWriter(SingleRequest):
    """Answers the last request by the text, or by what cannot be written."""

    def ask(self, clip: Clip) -> None:
        """Have a clip written; ``answered`` or ``failed`` comes when it is."""
        self.send(WriteClip(self.next_tag(), clip))

    def accept(self, result: object) -> None:
        """Tell of the text, or of what is wrong."""
        assert isinstance(result, WrittenClip)  # noqa: S101  # what the job returns
        if result.fault:
            self.failed.emit(result.fault)
        else:
            super().accept(result.text)

    def lost(self) -> str:
        """Return what to say when the process ended unasked."""
        return tr("the writing process ended; the data may be too large")


@dataclass(frozen=True, slots=True)
class ReadClip:
    """A text to read; the answer is the clip, or a sentence on what is wrong with it."""

    topic: ClassVar[str] = "clip"
    tag: tuple[int, ...]
    text: str

    def run(self) -> Clip | str:
        """Read it."""
        from fairground.core.errors import FairgroundError
        from fairground.core.files.clip_text import clip_from_text

        try:
            return clip_from_text(self.text)
        except FairgroundError as error:
            return str(error)


class ClipReader(SingleRequest):
    """Answers the last request by a ``Clip``, or by what is wrong with the text."""

    def ask(self, text: str) -> None:
        """Have a text read; ``answered`` or ``failed`` comes when it is."""
        self.send(ReadClip(self.next_tag(), text))

    def accept(self, result: object) -> None:
        """Tell of the clip, or of what is wrong."""
        if isinstance(result, str):
            self.failed.emit(result)
        else:
            super().accept(result)

    def lost(self) -> str:
        """Return what to say when the process ended unasked."""
        return tr("the reading process ended; the data may be too large")
