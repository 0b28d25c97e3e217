"""Jobs that parse and write long clip texts, so that the window does not wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.app.texts import tr
from fairground.editor.jobs.latest_answer import SingleRequest

if TYPE_CHECKING:
    from fairground.core.scenario.transform.clip import Clip


@dataclass(frozen=True, slots=True)
class ClipAnswer:
    """A clip, or its text, or why it could not be read or written."""

    content: Clip | str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class WriteClip:
    """A clip to write; the answer holds its text."""

    topic: ClassVar[str] = "clip-text"
    tag: tuple[int, ...]
    clip: Clip

    def run(self) -> ClipAnswer:
        """Write it."""
        from fairground.core.errors import FairgroundError
        from fairground.core.files.clip_text import clip_to_text

        try:
            return ClipAnswer(clip_to_text(self.clip))
        except FairgroundError as error:
            return ClipAnswer(fault=str(error))


@dataclass(frozen=True, slots=True)
class ReadClip:
    """A text to parse; the answer holds its clip."""

    topic: ClassVar[str] = "clip"
    tag: tuple[int, ...]
    text: str

    def run(self) -> ClipAnswer:
        """Parse it."""
        from fairground.core.errors import FairgroundError
        from fairground.core.files.clip_text import clip_from_text

        try:
            return ClipAnswer(clip_from_text(self.text))
        except FairgroundError as error:
            return ClipAnswer(fault=str(error))


class ClipRequest(SingleRequest):
    """Answers the last request by the text of a clip or the ``Clip`` of a text; fails with the reason if there is none."""

    def ask(self, content: Clip | str) -> None:
        """Have a text parsed or a clip written."""
        tag = self.next_tag()
        self.send(ReadClip(tag, content) if isinstance(content, str) else WriteClip(tag, content))

    def accept(self, result: object) -> None:
        """Emit the content or the reason."""
        assert isinstance(result, ClipAnswer)  # noqa: S101  # what the jobs return
        if result.fault:
            self.failed.emit(result.fault)
        else:
            super().accept(result.content)

    def lost(self) -> str:
        """Return why there is no answer when the worker process has ended unexpectedly."""
        return tr("the worker process ended; the data may be too large")
