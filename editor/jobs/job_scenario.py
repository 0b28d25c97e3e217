"""What jobs are about: a scenario that the worker keeps, for a large one takes long to be sent.

Why a question about a scenario has no answer, in words for a panel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.errors import FairgroundError
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
