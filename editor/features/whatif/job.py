"""What-if changes, tried on a scenario: as jobs for the worker."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from fairground.editor.jobs.job_scenario import JobScenario, cached

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.whatif.changes import Change
    from fairground.core.whatif.what_if import Done


class WhatIfReply(NamedTuple):
    """A sentence on what came of a change, and a hex that it is about; None for none in particular."""

    text: str
    hex: Hex | None
    is_refusal: bool = False


class WhatIfOutcome(NamedTuple):
    """What came of one change; an idle one has changed nothing."""

    told: tuple[WhatIfReply, ...]
    is_idle: bool


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """The scenario after the changes, its ruleset unread, and what came of each of them."""

    scenario: Scenario
    outcomes: tuple[WhatIfOutcome, ...]


class _Ground:
    """A scenario, and what came of the changes that were tried on it last: most go on from there."""

    def __init__(self, scenario: Scenario) -> None:
        from fairground.core.whatif.stacks import PlayState

        self._start = scenario, PlayState(), ()
        self._changes: tuple[Change, ...] = ()
        self._known: tuple[Scenario, PlayState, tuple[Done, ...]] = self._start

    def tried(self, changes: tuple[Change, ...]) -> Tried:
        """Return what comes of changes, in their order."""
        from fairground.core.whatif.what_if import what_if

        more = len(self._changes)
        if changes[:more] != self._changes:
            more, self._known = 0, self._start
        scenario, state, done = self._known
        found = what_if(scenario, changes[more:], state)
        self._changes, self._known = changes, (found.scenario, found.state, (*done, *found.done))
        board = found.scenario.board
        outcomes = []
        for it in self._known[2]:
            told = [WhatIfReply(str(each), next(iter(each.hexes), None)) for each in it.happened]
            told += [
                WhatIfReply(each.text, board.parse(each.hex) if each.hex else None, is_refusal=True)
                for each in it.refused
            ]
            outcomes.append(WhatIfOutcome(tuple(told), it.idle))
        return Tried(replace(found.scenario, _rules=None), tuple(outcomes))


@dataclass(frozen=True, slots=True)
class WhatIfJob:
    """Changes to try on a scenario; the answer is ``Tried``, or None when the worker does not have the scenario."""

    topic: ClassVar[str] = "what-if"
    is_pressing: ClassVar[bool] = True
    tag: tuple[int, ...]
    subject: JobScenario
    changes: tuple[Change, ...]

    def run(self) -> Tried | None:
        """Try them."""
        ground = cached(self.topic, self.subject, _Ground)
        return ground.tried(self.changes) if ground is not None else None
