"""The worker's side: a process of its own that does slow work for the editor.

Threads would not do: numpy and scipy hold the interpreter for long stretches, and the window would stutter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True)
class Job:
    """A scenario to look at, as it was at ``revision`` of its document.

    ``watch`` counts the documents that the editor has looked at, so that answers about a closed one are known.
    """

    watch: int
    revision: int
    scenario: Scenario


@dataclass(frozen=True, slots=True)
class Result:
    """What was found; ``failure`` is set, and the findings empty, when the work itself broke."""

    watch: int
    revision: int
    findings: tuple[Finding, ...]
    failure: str = ""


def serve(connection: Connection) -> None:
    """Answer jobs until the editor closes its end; of several that wait, only the newest is done."""
    from fairground.core.validation import validate  # noqa: PLC0415  # loaded in the worker, not in the editor

    while True:
        try:
            job = connection.recv()
            while connection.poll():
                job = connection.recv()
        except (EOFError, OSError):
            return
        try:
            result = Result(job.watch, job.revision, tuple(validate(job.scenario)))
        except Exception as error:  # noqa: BLE001  # any fault of an analysis is told, and the worker lives on
            result = Result(job.watch, job.revision, (), f"{type(error).__name__}: {error}")
        try:
            connection.send(result)
        except OSError:
            return
