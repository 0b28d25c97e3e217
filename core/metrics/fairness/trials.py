"""Trials: the values of one measure after edits of a hex or a few.

Only measures that edits can change are computed again.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.metrics.fairness.measure_functions import compute_measures
from fairground.core.metrics.fairness.measured_values import imbalance
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import judged
from fairground.core.metrics.fairness.sight_tables import other_to_see
from fairground.core.metrics.fairness.symmetry import symmetry_report
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, MeasureInput
from fairground.core.scenario.fairness_verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
