"""The list of formats, as a job for the worker: their modules load too slowly for the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Signal

from fairground.editor.jobs.latest_answer import LatestAnswer

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.clients.format import Option
    from fairground.editor.jobs.worker import Worker


@dataclass(frozen=True, slots=True)
class FormatCard:
    """The description of a format for dialogs, and the options of an export to it."""

    name: str
    title: str
    ending: str
    purpose: str
    is_written: bool
    is_read: bool
    options: tuple[Option, ...]
    #: Endings of other kinds of file in the format.
    other_endings: tuple[str, ...] = ()

    @property
    def pattern(self) -> str:
        """The pattern of its files in a dialog: ``*.uvtt *.dd2vtt``."""
        return " ".join(f"*{it}" for it in (self.ending, *self.other_endings))


@dataclass(frozen=True, slots=True)
class ListFormats:
    """Answers with a card for each format: those that can be imported, in the order they are tried, then the others."""

    topic: ClassVar[str] = "formats"
    tag: tuple[int, ...]

    def run(self) -> tuple[FormatCard, ...]:
        """Load all formats."""
        from fairground.core.clients import export_formats, import_formats, load_format

        names = dict.fromkeys((*import_formats(), *export_formats()))
        return tuple(
            FormatCard(
                it.name,
                it.title,
                it.ending,
                it.purpose,
                is_written=it.write is not None,
                is_read=it.read is not None,
                options=it.options,
                other_endings=it.other_endings,
            )
            for it in map(load_format, names)
        )


class Formats(LatestAnswer):
    """The cards of all formats, requested once."""

    #: The cards have arrived.
    ready = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(worker, parent)
        self.cards: tuple[FormatCard, ...] = ()
        self.answered.connect(self._keep)

    @property
    def written(self) -> tuple[FormatCard, ...]:
        """The formats that can be exported to, by title."""
        return tuple(sorted((it for it in self.cards if it.is_written), key=lambda it: it.title.casefold()))

    @property
    def read(self) -> tuple[FormatCard, ...]:
        """The formats that can be imported, in the order they are tried."""
        return tuple(it for it in self.cards if it.is_read)

    def wish(self) -> None:
        """Request the cards, unless they are here or requested; ``ready`` follows."""
        if not self.cards and not self.is_waiting:
            self.ask(ListFormats)

    def _keep(self, cards: tuple[FormatCard, ...]) -> None:
        self.cards = cards
        self.ready.emit()
