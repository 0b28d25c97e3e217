"""Scenarios that the worker keeps between jobs, and the jobs that need a scenario alone, also long ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, cast

from fairground.editor.app.texts import tr
from fairground.editor.jobs.process import JobWatch, Unwatched

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.errors import FairgroundError
    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario


def failure_text(error: FairgroundError) -> str:
    """Return what is wrong and, if the scenario has errors, how to get an answer anyway."""
    from fairground.core.errors import InvalidScenarioError

    if not isinstance(error, InvalidScenarioError):
        return str(error)
    return tr("{error}. Fix the errors, or choose Analysis > Continue despite errors.").format(error=error)


Value = TypeVar("Value")

#: The worker's cache: by topic, the state of the last scenario and the value computed from it.
_cache: dict[str, tuple[int, object]] = {}


@dataclass(frozen=True, slots=True)
class JobScenario:
    """A scenario in one state; ``scenario`` is None if the worker should have it from the previous job.

    ``state`` identifies the state among all states of all documents.
    """

    state: int
    scenario: Scenario | None


def cached(topic: str, subject: JobScenario, compute: Callable[[Scenario], Value]) -> Value | None:
    """Return ``compute(scenario)``, cached by topic for one state; None if the worker does not have the scenario."""
    if subject.scenario is not None:
        _cache[topic] = subject.state, compute(subject.scenario)
    state, value = _cache.get(topic, (-1, None))
    return cast("Value", value) if state == subject.state else None


def forget() -> None:
    """Clear the cache."""
    _cache.clear()


@dataclass(frozen=True, slots=True)
class MeasureOverlayJob:
    """Measures a scenario for the overlay whose id is the topic; answers with the kind of every hex, or a reason."""

    topic: str
    tag: tuple[int, ...]
    scenario: Scenario

    def run(self) -> NDArray[np.integer] | str:
        """Measure."""
        from fairground.core.errors import FairgroundError
        from fairground.core.pictures.overlay_list import measured_overlays

        kind = next(it for it in measured_overlays() if it.id == self.topic)
        try:
            return kind.measure(self.scenario)
        except FairgroundError as error:
            return str(error)


@dataclass(frozen=True, slots=True)
class ValidationJob:
    """Validates a scenario; answers with a tuple of findings."""

    topic: ClassVar[str] = "check"
    tag: tuple[int, ...]
    scenario: Scenario

    def run(self) -> tuple[Finding, ...]:
        """Validate the scenario."""
        from fairground.core.validation import validate

        return tuple(validate(self.scenario))


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ScenarioJob(Generic[Result]):
    """The answer is a result or the reason why there is none; None if the worker doesn't have the scenario."""

    topic: ClassVar[str]
    tag: tuple[int, ...]
    subject: JobScenario

    def run(self) -> Result | str | None:
        """Do the work without reporting progress."""
        return self.run_watched(Unwatched())

    def run_watched(self, watch: JobWatch) -> Result | str | None:
        """Do the work and report progress."""
        from fairground.core.errors import FairgroundError

        scenario = cached(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        try:
            return self.result(scenario, watch)
        except FairgroundError as error:
            return failure_text(error)

    def result(self, scenario: Scenario, watch: JobWatch) -> Result | str:
        """Return the result for a scenario, or why there is none; may raise ``FairgroundError``."""
        raise NotImplementedError
