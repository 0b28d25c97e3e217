"""Long work on a whole scenario, as a job for a worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from fairground.editor.jobs.job_scenario import JobScenario, failure_text, kept
from fairground.editor.jobs.process import JobWatch, Unwatched

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

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

        scenario = kept(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        try:
            return self.result(scenario, watch)
        except FairgroundError as error:
            return failure_text(error)

    def result(self, scenario: Scenario, watch: JobWatch) -> Result | str:
        """Return the result for a scenario, or why there is none; may raise ``FairgroundError``."""
        raise NotImplementedError
