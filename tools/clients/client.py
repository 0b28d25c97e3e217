"""A client: a program that opens exports, what it needs, and the check of what it makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from fairground.core.scenario.document import Scenario


class NotRunError(Exception):
    """A client could not be run; the text says why."""


class ShownBoard(NamedTuple):
    """A board that clients are shown, by a name that is used once."""

    name: str
    scenario: Scenario


class Fault(NamedTuple):
    """What a client has otherwise than the scenario."""

    board: str
    text: str


class Needs(Protocol):
    """What must be installed to run a client."""

    def version(self) -> str:
        """Return the version that will run; raise NotRunError if there is none."""

    def ask(self, reader: str, requests: Sequence[object]) -> list[Any]:
        """Return the answers of a reader in ``readers/``, one for each request; raise NotRunError if it fails."""


@dataclass(slots=True)
class Run:
    """One client with one format: its boards, their exports, and how many values were compared."""

    boards: Sequence[ShownBoard]
    needs: Needs
    #: Writes the export of a board and returns its path: board, format, options.
    export: Callable[..., Path]
    #: A folder for the client's own files.
    folder: Path
    compared: int = 0

    def ask_each(self, reader: str, name: str, **request: object) -> Iterator[tuple[ShownBoard, Any]]:
        """Yield each board with the answer of a reader to its export in a format."""
        requests = [{"file": str(self.export(it, name)), **request} for it in self.boards]
        yield from zip(self.boards, self.needs.ask(reader, requests), strict=True)


@dataclass(frozen=True, slots=True)
class Client:
    """A program that opens exports.

    ``check`` yields the faults of one format and adds to ``Run.compared``; ``takes`` leaves out boards that the program
    cannot show, for the reason in ``limits``.
    """

    name: str
    formats: tuple[str, ...]
    needs: Needs
    #: How it is run.
    how: str
    #: What is compared with the scenario.
    compares: str
    check: Callable[[Run, str], Iterator[Fault]]
    takes: Callable[[Scenario], bool] = lambda _scenario: True
    limits: str = ""
