"""Long texts of clips, read by the worker: the window does not wait for what another one put into the clipboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.app.texts import tr
from fairground.editor.jobs.single_request import SingleRequest

if TYPE_CHECKING:
    from fairground.core.scenario.transform.clip import Clip


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
        return tr("the process that reads it ended; it may be too large")
