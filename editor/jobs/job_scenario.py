"""Scenarios that the worker keeps between jobs, and the jobs that need a scenario alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.errors import FairgroundError
    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario


def failure_text(error: FairgroundError) -> str:
    """Return what is wrong and, where the scenario has errors, how to get an answer all the same."""
    from fairground.core.errors import InvalidScenarioError

    if not isinstance(error, InvalidScenarioError):
        return str(error)
    return tr("{error}. Fix the errors, or choose Analysis > Continue despite errors.").format(error=error)


Made = TypeVar("Made")

#: What the worker made of the scenario that it was last asked about, by topic: its state and the thing made.
_kept: dict[str, tuple[int, object]] = {}


@dataclass(frozen=True, slots=True)
class JobScenario:
    """A scenario in one state; ``scenario`` is None where the worker should have it from the job before.

    ``state`` tells one state of what a topic is about from all others, those of other documents too.
    """

    state: int
    scenario: Scenario | None


def kept(topic: str, subject: JobScenario, make: Callable[[Scenario], Made]) -> Made | None:
    """Return what ``make`` makes of a scenario, once for each state; None when the worker does not have it after all."""
    if subject.scenario is not None:
        _kept[topic] = subject.state, make(subject.scenario)
    state, made = _kept.get(topic, (-1, None))
    return cast("Made", made) if state == subject.state else None


def forget() -> None:
    """Keep nothing any more, as a worker that has just begun."""
    _kept.clear()


@dataclass(frozen=True, slots=True)
class MeasureOverlayJob:
    """A scenario to measure for the overlay whose id is the topic; the answer is the kind of every hex, or why there is none."""

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
    """A scenario to validate; the answer is a tuple of findings."""

    topic: ClassVar[str] = "check"
    tag: tuple[int, ...]
    scenario: Scenario

    def run(self) -> tuple[Finding, ...]:
        """Validate it."""
        from fairground.core.validation import validate

        return tuple(validate(self.scenario))
