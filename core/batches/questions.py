"""Questions about a scenario as plain data, answered from its bytes alone on any machine."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from fairground.core.errors import FairgroundError, UsageError
from fairground.core.finding import Severity

if TYPE_CHECKING:
    from fairground.core.batches.maps import JobInput, Map
    from fairground.core.files import ReadResult
    from fairground.core.scenario.document import Scenario


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
            f"a worker has Fairground {own}, but this is {program}; install the same version on all machines"
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


#: Plain data, as JSON holds it.
Answer = dict[str, Any]


class Question(Protocol):
    """Something to ask of a scenario; its fields are plain data."""

    @property
    def key(self) -> str:
        """What tells the question from every other, in a line of text."""

    def answer(self, reading: ReadResult) -> Answer:
        """Return the answer; the same for the same scenario, question and version of the program."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """What questions have in common."""

    kind: ClassVar[str]

    @property
    def key(self) -> str:
        """What tells the question from every other: its kind and all its fields."""
        return json.dumps({"kind": self.kind, **asdict(self)}, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class ValidationQuestion(AskedQuestion):
    """What the scenario is, and what is wrong with it."""

    kind: ClassVar[str] = "check"
    profile: str | None = None

    def answer(self, reading: ReadResult) -> Answer:
        """Return the facts of the map and its findings, in file order."""
        from fairground.core.validation.file_report import reading_report

        found, scenario = reading_report(reading, "", profile=self.profile), reading.scenario
        board = scenario.board if scenario is not None else None
        return {
            "name": scenario.name if scenario is not None else "",
            "columns": board.columns if board else None,
            "rows": board.rows if board else None,
            "layout": board.layout.value if board else None,
            "ruleset": scenario.ruleset.name if scenario is not None else "",
            "findings": [it.to_json() for it in found.findings],
        }


@dataclass(frozen=True, slots=True)
class FairnessQuestion(AskedQuestion):
    """How fair it is, by these bands and gates, for these classes and zones."""

    kind: ClassVar[str] = "measure"
    zones: tuple[str, ...] | None = None
    unit_class: str | None = None
    mode: str | None = None
    bands: tuple[str, ...] = ()
    gates: tuple[str, ...] = ()
    despite_errors: bool = False

    def answer(self, reading: ReadResult) -> Answer:
        """Return the verdict, and of each measure the reading that tells most."""
        try:
            return self._measured(readable(reading))
        except FairgroundError as error:
            return {"reason": str(error)}

    def _measured(self, scenario: Scenario) -> Answer:
        from fairground.core.metrics.fairness.report import fairness, number
        from fairground.core.report.wording import families
        from fairground.core.scenario.fairness_standards import standards_asked

        found = fairness(
            scenario,
            self.zones,
            self.unit_class,
            self.mode,
            standards=standards_asked(scenario, self.bands, self.gates),
            despite_errors=self.despite_errors,
        )
        return {
            "verdict": found.verdict and found.verdict.value,
            "sentence": found.sentence,
            "because": list(dict.fromkeys(it.title for it in found.because)),
            "measures": {
                it.id: {
                    "title": it.title,
                    "gate": it.gates,
                    "band": it.band and it.band.value,
                    "imbalance": number(it.leading.imbalance),
                    "text": it.leading.text,
                }
                for it in families(found)
            },
        }


@dataclass(frozen=True, slots=True)
class PictureQuestion(AskedQuestion):
    """What it looks like, in little."""

    kind: ClassVar[str] = "picture"

    def answer(self, reading: ReadResult) -> Answer:
        """Return a thumbnail, as WebP in base 64."""
        from fairground.core.pictures.thumbnail import thumbnail

        if reading.scenario is None:
            return {"reason": "the file cannot be read"}
        try:
            return {"webp": base64.b64encode(thumbnail(reading.scenario)).decode()}
        except FairgroundError as error:
            return {"reason": str(error)}


def readable(reading: ReadResult) -> Scenario:
    """Return the scenario of a file that its reader finds no error in.

    Raises
    ------
    FairgroundError
        When it finds some.
    """
    if reading.scenario is None or any(it.severity is Severity.ERROR for it in reading.findings):
        raise FairgroundError("the file has errors")
    return reading.scenario
