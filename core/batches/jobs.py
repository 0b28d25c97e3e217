"""Jobs: one question about one scenario, answered by a plain function on whichever machine."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

from fairground.core.errors import UsageError

if TYPE_CHECKING:
    from fairground.core.batches.job_input import JobInput
    from fairground.core.batches.maps import Map
    from fairground.core.batches.questions import Answer, Question


@dataclass(frozen=True, slots=True)
class BatchJob:
    """A question about a map of a folder."""

    map: Map
    question: Question


class OtherVersionError(UsageError):
    """A worker that has another version of the program: its answers would be others."""


def program_version() -> str:
    """Return the version of the program on this machine."""
    return version("fairground")


def answer(subject: JobInput, question: Question, program: str) -> Answer:
    """Return what a question comes to, as the same version of the program answers it everywhere.

    Raises
    ------
    OtherVersionError
        When this machine has another version than ``program``.
    """
    if (own := program_version()) != program:
        raise OtherVersionError(
            f"a worker has Fairground {own}, and this is {program}; install the same on all machines"
        )
    with subject.opened() as (reading, folder):
        found = question.answer(reading)
    return _without(found, folder) if folder else found


def _without(found: Answer, folder: str) -> Answer:
    """Return an answer in which files are named as seen from the scenario's folder, wherever that was."""
    text = json.dumps(found)
    for name in (os.path.realpath(folder), folder):
        text = text.replace(json.dumps(name + os.sep)[1:-1], "")
    stripped: Answer = json.loads(text)
    return stripped
