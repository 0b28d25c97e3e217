"""The search for edits that make a measure fairer, as long as there is time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from fairground.core.analysis.fairness.candidates import Candidates
from fairground.core.analysis.fairness.symmetry import best_image
from fairground.core.grid.hexes import disc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fairground.core.analysis.fairness.edits import Edit
    from fairground.core.analysis.fairness.report import Measure
    from fairground.core.analysis.fairness.trials import Trial, Trials, Unfairness
    from fairground.core.grid.hexes import Hex

#: The edits tried, at most.
MOST_TRIALS: Final = 4_000
#: The share of the time in which every hex is tried once, before those that helped most are tried in every way.
_ONCE: Final = 0.6
#: How many hexes that helped are tried in every way, and how far around them.
_BEST, _AROUND = 8, 1
#: One edit of a zone for so many of hexes.
_ZONES_EVERY: Final = 3


class Search:
    """Looks for edits that make a measure fairer: first one of each hex, then all of those that helped most."""

    def __init__(
        self, trials: Trials, told: Measure, seconds: float | None, progress: Callable[[float], None] | None
    ) -> None:
        self._trials, self._progress = trials, progress
        contest = trials.contest
        self._candidates = Candidates(contest, contest.board.mask(told.hexes), best_image(contest))
        self._hexes = told.hexes
        self._seconds = seconds
        self._begun = time.monotonic()
        self._tried: dict[Edit, Trial | None] = {}
        self.exhausted = True

    def better_than(self, now: Unfairness) -> list[Trial]:
        """Return the edits with which the measure is fairer, the best first."""
        self._try(self._once(), _ONCE)
        best = self._better(now)[:_BEST]
        around = dict.fromkeys(
            near
            for it in best
            for near in disc(it.edit.hex, _AROUND)
            if self._trials.contest.board.contains(near)
        )
        # Where nothing helped, every hex may be tried in every way.
        self._try((edit for at in [*around, *self._candidates.hexes] for edit in self._every(at)), 1)
        return self._better(now)

    def _once(self) -> Iterator[Edit]:
        zones = iter(self._candidates.zones())
        for place, at in enumerate(self._candidates.hexes):
            yield from self._candidates.first(at)
            if place % _ZONES_EVERY == 0:
                yield from (edit for edit in (next(zones, None),) if edit is not None)
        yield from zones

    def _every(self, at: Hex) -> Iterator[Edit]:
        yield from self._candidates.first(at)
        yield from self._candidates.rest(at)

    def _better(self, now: Unfairness) -> list[Trial]:
        found = [it for it in self._tried.values() if it is not None and it.unfairness < now]
        # Of what is as good the hexes responsible come first, and then the order is always the same.
        return sorted(
            found,
            key=lambda it: (
                it.unfairness,
                it.edit.hex not in self._hexes,
                it.edit.hex,
                it.edit.change,
                it.edit.terrain,
                it.edit.level,
            ),
        )

    def _try(self, edits: Iterator[Edit], share: float) -> None:
        """Try edits until a share of the time has gone by."""
        for edit in edits:
            if edit in self._tried:
                continue
            gone = time.monotonic() - self._begun
            if (self._seconds is not None and gone >= share * self._seconds) or len(
                self._tried
            ) >= MOST_TRIALS:
                self.exhausted = False
                return
            self._trials.contest.watch.look()
            self._tried[edit] = self._trials.attempt(edit)
            if self._progress is not None and self._seconds:
                self._progress(min(gone / self._seconds, 1.0))
