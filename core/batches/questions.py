"""Questions about a scenario as plain data, which any machine can answer from the files alone."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from fairground.core.errors import FairgroundError, UsageError
from fairground.core.finding import Severity
from fairground.core.plugin_groups import package_of, points_of

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
    """A worker has another version of the program, whose answers may differ."""


def program_version() -> str:
    """Return the version of the program on this machine, with those of its plugins, which may change answers."""
    kinds = ("checks", "measures", "rulesets", "bots")
    found = sorted({" ".join(package_of(it)) for kind in kinds for it in points_of(kind)})
    return " + ".join([version("fairground"), *found])


def answer(subject: JobInput, question: Question, program: str) -> Answer:
    """Return the answer to a question; raise an ``OtherVersionError`` if this machine doesn't have version ``program``."""
    if (own := program_version()) != program:
        raise OtherVersionError(
            f"a worker has Fairground {own}, but this machine has {program}; install the same version on all machines"
        )
    with subject.opened() as (reading, folder):
        found = question.answer(reading)
    return _without(found, folder) if folder else found


def _without(found: Answer, folder: str) -> Answer:
    """Return an answer with the paths of files relative to the scenario's folder."""
    text = json.dumps(found)
    for name in (os.path.realpath(folder), folder):
        text = text.replace(json.dumps(name + os.sep)[1:-1], "")
    stripped: Answer = json.loads(text)
    return stripped


#: JSON data.
Answer = dict[str, Any]


class Question(Protocol):
    """A question about a scenario; its fields are plain data."""

    @property
    def key(self) -> str:
        """A unique text for the question."""

    def answer(self, reading: ReadResult) -> Answer:
        """Return the answer; the same for the same scenario, question and version of the program."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """The base of questions."""

    kind: ClassVar[str]

    @property
    def key(self) -> str:
        """A unique text for the question, of its kind and all its fields."""
        return json.dumps({"kind": self.kind, **asdict(self)}, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class ValidationQuestion(AskedQuestion):
    """The facts of a scenario and its findings."""

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
    """The fairness of a scenario, by these bands and gates, for these classes and zones."""

    kind: ClassVar[str] = "measure"
    zones: tuple[str, ...] | None = None
    unit_class: str | None = None
    mode: str | None = None
    bands: tuple[str, ...] = ()
    gates: tuple[str, ...] = ()
    despite_errors: bool = False

    def answer(self, reading: ReadResult) -> Answer:
        """Return the verdict, and the leading values of each measure."""
        try:
            return self._measured(readable(reading))
        except FairgroundError as error:
            return {"reason": str(error)}

    def _measured(self, scenario: Scenario) -> Answer:
        from fairground.core.metrics.fairness.report import fairness, number
        from fairground.core.metrics.fairness.sentences import figure_text
        from fairground.core.report.sentences import families
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
                    "figure": figure_text(it.id, it.leading.worst) if it.leading.worst else "",
                    "text": it.leading.text,
                }
                for it in families(found)
            },
        }


@dataclass(frozen=True, slots=True)
class PictureQuestion(AskedQuestion):
    """A thumbnail of a scenario."""

    kind: ClassVar[str] = "picture"

    def answer(self, reading: ReadResult) -> Answer:
        """Return the thumbnail as WebP in base64."""
        from fairground.core.pictures.board_picture import thumbnail

        if reading.scenario is None:
            return {"reason": "the file cannot be read"}
        try:
            return {"webp": base64.b64encode(thumbnail(reading.scenario)).decode()}
        except FairgroundError as error:
            return {"reason": str(error)}


def readable(reading: ReadResult) -> Scenario:
    """Return the scenario of a file; raise a ``FairgroundError`` if the reader found errors in it."""
    if reading.scenario is None or any(it.severity is Severity.ERROR for it in reading.findings):
        raise FairgroundError("the file has errors")
    return reading.scenario
