"""Trials: the values of one measure after edits of a hex or a few, and the search for edits that make it fairer.

Only measures that edits can change are computed again.
"""

from __future__ import annotations

import time
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.grid.hexes import disc, neighbours
from fairground.core.metrics.fairness.candidates import EVERYTHING, Allowed, Candidates, scattered
from fairground.core.metrics.fairness.measure_functions import compute_measures
from fairground.core.metrics.fairness.measured_values import imbalance
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import judged
from fairground.core.metrics.fairness.sight_tables import other_to_see
from fairground.core.metrics.fairness.symmetry import best_likeness, symmetry_report
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, MeasureInput, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec
    from fairground.core.scenario.hex_edits import Edit


def touched(
    before: Contest, after: Contest, movers: Iterable[Mover], edits: Sequence[Edit]
) -> frozenset[str]:
    """Return the ids of all measures that edits may change.

    ``after`` is ``before.after(edits)``, and ``movers`` are those that are measured for.
    """
    if any(it.change not in ("terrain", "level") for it in edits):
        return frozenset(MEASURES)
    changed = {MeasureInput.BOARD, *_changed_inputs(before, after, movers, edits)}
    return frozenset(name for name, it in MEASURES.items() if not it.depends_on.isdisjoint(changed))


def _changed_inputs(
    before: Contest, after: Contest, movers: Iterable[Mover], edits: Sequence[Edit]
) -> Iterator[MeasureInput]:
    if any(after.steps(it) is not before.steps(it) for it in movers):
        yield MeasureInput.STEPS
    board = after.board
    nodes = [row * board.columns + column for row, column in sorted({board.cell(it.hex) for it in edits})]
    can_stand_elsewhere = not np.array_equal(before.standable, after.standable)
    if can_stand_elsewhere or other_to_see(before.scenario, after.scenario, nodes):
        yield MeasureInput.SIGHT
    if can_stand_elsewhere or not np.array_equal(before.board.elevation, board.elevation):
        yield MeasureInput.LEVELS
    for name in (MeasureInput.COVER, MeasureInput.HARM, MeasureInput.COOLING):
        # The contest has an array of each by that name.
        if not np.array_equal(getattr(before, name), getattr(after, name)):
            yield name


def work_of(measure: str) -> int:
    """Return about how much work it is to compute a measure again: 1 for one that looks at distances only."""
    spec = MEASURES[measure]
    return _SIGHT_WORK if spec.is_sighted else _CUT_WORK if MeasureInput.CUTS in spec.depends_on else 1


_SIGHT_WORK, _CUT_WORK = 25, 4


class Unfairness(NamedTuple):
    """How far from fair the values of a measure are; less is better.

    ``severity`` is that of the worst rating, ``beyond`` how far they are past green, ``spread`` how far apart they are.
    """

    severity: int
    beyond: Fraction
    spread: Fraction


class Trial(NamedTuple):
    """Edits, most often one, and the values of the measure after them."""

    edits: tuple[Edit, ...]
    measured: MeasuredValues
    unfairness: Unfairness


class Trials:
    """Tries edits on one measure, for one mover and, where it is about weapons, in one weapon band.

    ``count`` is the number of edits tried, and ``work`` the work of all of them together, in the unit of ``work_of``.
    """

    def __init__(
        self,
        contest: Contest,
        movers: Sequence[Mover],
        standard: MeasureSpec,
        measure: str,
        range_band: str | None,
    ) -> None:
        self.contest = contest
        self.roles = {it.id: it.role for it in contest.parties}
        self.standard = standard
        self._movers, self._measure, self._range_band = movers, measure, range_band
        self.count = self.work = 0

    @cached_property
    def base(self) -> MeasuredValues | None:
        """The values without any edit; None where they can't be rated."""
        return self._measured(self.contest)

    def _measured(self, contest: Contest) -> MeasuredValues | None:
        if not self._movers:
            return symmetry_report(contest).measured()
        found = [
            it
            for _, it in compute_measures(contest, self._movers, {self._measure}, ProgressWatch())
            if it.range_band == self._range_band and it.is_judged
        ]
        return found[0] if found else None

    def unfairness(self, measured: MeasuredValues) -> Unfairness:
        """Return how far from fair values are; of a measure that isn't rated, the least is best."""
        found = judged(measured, self.standard, self.roles)
        if not self.standard.bands:
            marked = 0 if measured.hexes is None else int(np.count_nonzero(measured.hexes))
            most = max((it for it in measured.values.values() if it is not None), default=Fraction(marked))
            return Unfairness(0, Fraction(0), most)
        known = [it for it in measured.values.values() if it is not None]
        apart = imbalance(known)
        return Unfairness(
            max((it.verdict.severity for it in found), default=0),
            sum((it.beyond(Verdict.GREEN) for it in found), Fraction(0)),
            apart if any(it.by.compares for it in found) else Fraction(0),
        )

    def attempt(self, *edits: Edit) -> Trial | None:
        """Return the values after edits; None where they can't be rated."""
        self.count += 1
        self.work += 1
        try:
            contest = self.contest.after(edits)
            measured = self.base
            if self._measure in touched(self.contest, contest, self._movers, edits):
                self.work += work_of(self._measure) - 1
                measured = self._measured(contest)
        except FairgroundError:
            # Such as a party that has no hex left.
            return None
        return None if measured is None else Trial(edits, measured, self.unfairness(measured))


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
