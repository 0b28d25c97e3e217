"""What-if changes on a scenario, as a job for the worker."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from fairground.editor.jobs.job_scenario import JobScenario, kept

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.whatif.changes import Change
    from fairground.core.whatif.what_if import Done


class WhatIfReply(NamedTuple):
    """A sentence about the effect of a change, and its hex; None for no particular hex."""

    text: str
    hex: Hex | None
    is_refusal: bool = False


class WhatIfOutcome(NamedTuple):
    """The effects of one change; an idle one has changed nothing."""

    replies: tuple[WhatIfReply, ...]
    is_idle: bool


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """The scenario after the changes, with its ruleset unread, and the outcome of each change."""

    scenario: Scenario
    outcomes: tuple[WhatIfOutcome, ...]


class _Trial:
    """A scenario with the result of the last changes, since most changes are added to them."""

    def __init__(self, scenario: Scenario) -> None:
        from fairground.core.whatif.stacks import PlayState

        self._start = scenario, PlayState(), ()
        self._changes: tuple[Change, ...] = ()
        self._cached: tuple[Scenario, PlayState, tuple[Done, ...]] = self._start

    def tried(self, changes: tuple[Change, ...]) -> Tried:
        """Apply changes in order."""
        from fairground.core.whatif.what_if import what_if

        count = len(self._changes)
        if changes[:count] != self._changes:
            count, self._cached = 0, self._start
        scenario, state, done = self._cached
        result = what_if(scenario, changes[count:], state)
        self._changes, self._cached = changes, (result.scenario, result.state, (*done, *result.done))
        board = result.scenario.board
        outcomes = []
        for it in self._cached[2]:
            replies = [WhatIfReply(str(each), next(iter(each.hexes), None)) for each in it.happened]
            replies += [
                WhatIfReply(each.text, board.parse(each.hex) if each.hex else None, is_refusal=True)
                for each in it.refused
            ]
            outcomes.append(WhatIfOutcome(tuple(replies), it.idle))
        return Tried(replace(result.scenario, _rules=None), tuple(outcomes))


@dataclass(frozen=True, slots=True)
class WhatIfJob:
    """Tries changes on a scenario; the answer is a ``Tried``, None if the worker doesn't have the scenario."""

    topic: ClassVar[str] = "what-if"
    is_pressing: ClassVar[bool] = True
    tag: tuple[int, ...]
    subject: JobScenario
    changes: tuple[Change, ...]

    def run(self) -> Tried | None:
        """Try them."""
        trial = kept(self.topic, self.subject, _Trial)
        return trial.tried(self.changes) if trial is not None else None
