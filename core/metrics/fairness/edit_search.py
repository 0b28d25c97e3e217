"""Search for edits that make a measure fairer, within a limit of time or work."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, Final

from fairground.core.grid.hexes import disc, neighbours
from fairground.core.metrics.fairness.candidates import EVERYTHING, Allowed, Candidates, scattered
from fairground.core.metrics.fairness.symmetry import best_likeness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.fairness.trials import Trial, Trials, Unfairness
    from fairground.core.scenario.hex_edits import Edit

#: The most edits tried.
MOST_TRIALS: Final = 4_000
#: The share of the time in which every hex is tried once, before the best are tried in every way.
_ONCE: Final = 0.6
#: The number of best hexes tried in every way, and the radius around them.
_BEST, _AROUND = 8, 1
#: One edit of a zone is tried for every 3 of hexes.
_ZONES_EVERY: Final = 3
#: The most edits tried that make a hex equal its image.
_MOST_LIKENED: Final = 60


class EditSearch:
    """Looks for edits that make a measure fairer.

    First those that make a hex like its image, then one of each hex responsible, then all of those that helped most.
    ``near``, ``[rows, columns]``, are the hexes responsible. ``seconds`` and ``work``, as ``Trials`` counts it, are how long
    it may take; None: as long as it takes. Where there is a limit to work alone, the answer is the same every time.
    ``images`` returns edits with those that are made together with them, or None if they can't be made.
    """

    def __init__(
        self,
        trials: Trials,
        near: NDArray[np.bool_],
        *,
        allowed: Allowed = EVERYTHING,
        seconds: float | None = None,
        work: int | None = None,
        progress: Callable[[float], None] | None = None,
        images: Callable[[tuple[Edit, ...]], tuple[Edit, ...] | None] = lambda edits: edits,
    ) -> None:
        self._trials, self._progress, self._images = trials, progress, images
        contest = trials.contest
        self._candidates = Candidates(contest, near, best_likeness(contest), allowed)
        self._near = contest.board.hexes_of(near)
        self._seconds, self._work = seconds, work
        self._begun = time.monotonic()
        self._tried: dict[tuple[Edit, ...], Trial | None] = {}
        self.exhausted = True

    def better_than(self, now: Unfairness) -> list[Trial]:
        """Return the edits that make the measure fairer, best first."""
        self.likened()
        self._try(self._once(), _ONCE)
        best = self._better(now)[:_BEST]
        around = dict.fromkeys(
            near
            for it in best
            for near in disc(it.edits[0].hex, _AROUND)
            if self._trials.contest.board.contains(near)
        )
        # If nothing helped, try every hex in every way.
        self._try((edit for at in [*around, *self._candidates.hexes] for edit in self._every(at)), 1)
        return self._better(now)

    def likened(self) -> list[Trial]:
        """Return the edits that make a hex equal its image, best first, whether they help or not."""
        self._try(self.likened_edits, _ONCE)
        tried = (self._tried.get((edit,)) for edit in self.likened_edits)
        return self._sorted(it for it in tried if it is not None)

    @cached_property
    def likened_edits(self) -> list[Edit]:
        """The edits that make a hex equal its image; of many, a spread over the board."""
        every = self._candidates.likened()
        return [every[it] for it in scattered(len(every))][:_MOST_LIKENED]

    def pairs_better_than(self, now: Unfairness) -> list[Trial]:
        """Return pairs of edits of neighbouring hexes that make the measure fairer, best first."""
        self._try(self._pairs(), 1)
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

    def _pairs(self) -> Iterator[tuple[Edit, Edit]]:
        board = self._trials.contest.board
        for at in self._candidates.hexes:
            for edit in self._candidates.first(at):
                for other in neighbours(at):
                    if board.contains(other):
                        yield from ((edit, second) for second in self._candidates.first(other))

    def _better(self, now: Unfairness) -> list[Trial]:
        return self._sorted(it for it in self._tried.values() if it is not None and it.unfairness < now)

    def _sorted(self, trials: Iterable[Trial]) -> list[Trial]:
        # Ties: the hexes responsible first, then a fixed order.
        return sorted(
            trials,
            key=lambda it: (
                it.unfairness,
                len(it.edits),
                [(edit.hex not in self._near, edit.order) for edit in it.edits],
            ),
        )

    def _try(self, edits: Iterable[Edit | tuple[Edit, ...]], share: float) -> None:
        """Try edits, or several at once, until a share of the time is used up."""
        for it in edits:
            together = it if isinstance(it, tuple) else (it,)
            if together in self._tried:
                continue
            gone = self._gone()
            if gone >= share or len(self._tried) >= MOST_TRIALS:
                self.exhausted = False
                return
            self._trials.contest.watch.look()
            made = self._images(together)
            trial = None if made is None else self._trials.attempt(*made)
            self._tried[together] = trial and trial._replace(edits=together)
            if self._progress is not None and (self._seconds or self._work):
                self._progress(min(gone, 1.0))

    def _gone(self) -> float:
        """Return the share of the time or work used up; 1 if there was none to begin with."""
        shares = [0.0]
        if self._seconds is not None:
            shares.append((time.monotonic() - self._begun) / self._seconds if self._seconds else 1.0)
        if self._work is not None:
            shares.append(self._trials.work / self._work if self._work else 1.0)
        return max(shares)
