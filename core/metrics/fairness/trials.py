"""Try edits on one measure, and find the measures that edits can change."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.metrics.fairness.measured_values import imbalance
from fairground.core.metrics.fairness.measures import readings
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import judged
from fairground.core.metrics.fairness.sight_tables import other_to_see
from fairground.core.metrics.fairness.symmetry import symmetry_report
from fairground.core.scenario.fairness_bands import STANDARDS, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fairground.core.metrics.fairness.candidates import Edit
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.fairness_bands import Standard

#: Measures of lines of sight.
SIGHTED: Final = frozenset({"exposure", "exposure-after-move", "first-shot", "high-ground-view"})
#: Measures of how hexes lie above each other.
_OF_LEVELS: Final = frozenset({"high-ground", "high-ground-view"})
#: Measures that steps make no difference to.
_STILL: Final = frozenset({"exposure", "symmetry"})
_EVERY: Final = frozenset(STANDARDS)


def touched(
    before: Contest, after: Contest, movers: Iterable[Mover], edits: Sequence[Edit]
) -> frozenset[str]:
    """Return the ids of all measures that may say something else after some edits than they did before them.

    ``after`` is what ``before.after(edits)`` gave, and ``movers`` are those that are measured for.
    """
    if any(it.change == "zone" for it in edits):
        return _EVERY
    return frozenset({"symmetry"}).union(*_families(before, after, movers, edits))


def _families(
    before: Contest, after: Contest, movers: Iterable[Mover], edits: Sequence[Edit]
) -> Iterator[frozenset[str]]:
    if any(after.steps(it) is not before.steps(it) for it in movers):
        yield _EVERY - _STILL
    board = after.board
    nodes = [row * board.columns + column for row, column in sorted({board.cell(it.hex) for it in edits})]
    if other_to_see(before.scenario, after.scenario, nodes):
        yield SIGHTED
    if not np.array_equal(before.standable, after.standable):
        yield SIGHTED | _OF_LEVELS
    if not np.array_equal(before.board.elevation, board.elevation):
        yield _OF_LEVELS
    for name, measure in (("cover", "cover"), ("harm", "hazard"), ("cooling", "cooling")):
        if not np.array_equal(getattr(before, name), getattr(after, name)):
            yield frozenset({measure})


#: Looking at lines of sight again takes about as long as so many looks at ways, and looking at cuts at so many.
_SIGHTS, _CUTS = 25, 4
_OF_CUTS: Final = frozenset({"choke-width", "routes"})


class Unfairness(NamedTuple):
    """How far from fair a reading is, the worst band first; less is better.

    ``beyond`` is how far past green it is, ``spread`` how far apart the values are all the same.
    """

    severity: int
    beyond: Fraction
    spread: Fraction


class Trial(NamedTuple):
    """Edits, most often one, and what the measure says with them."""

    edits: tuple[Edit, ...]
    reading: MeasuredValues
    unfairness: Unfairness


class Trials:
    """Tries edits on one measure, for one mover and, where it is about weapons, in one band.

    Each looks again at what the edits can change, and takes the rest from the contest as it is. ``count`` is how many were
    tried, and ``work`` how much that came to: about 1 for each that distances had to be worked out for.
    """

    def __init__(
        self,
        contest: Contest,
        movers: Sequence[Mover],
        standard: Standard,
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
        """What the measure says without any edit; None where it says nothing that could be compared."""
        return self._reading(self.contest)

    def _reading(self, contest: Contest) -> MeasuredValues | None:
        if not self._movers:
            return symmetry_report(contest).reading()
        found = [
            it
            for _, it in readings(contest, self._movers, {self._measure}, ProgressWatch())
            if it.range_band == self._range_band and it.is_judged
        ]
        return found[0] if found else None

    def unfairness(self, reading: MeasuredValues) -> Unfairness:
        """Return how far from fair a reading is; of what is shown and not judged, the least is best."""
        found = judged(reading, self.standard, self.roles)
        if not self.standard.bands:
            marked = 0 if reading.hexes is None else int(np.count_nonzero(reading.hexes))
            most = max((it for it in reading.values.values() if it is not None), default=Fraction(marked))
            return Unfairness(0, Fraction(0), most)
        known = [it for it in reading.values.values() if it is not None]
        apart = imbalance(known)
        return Unfairness(
            max((it.verdict.severity for it in found), default=0),
            sum((it.beyond(Verdict.GREEN) for it in found), Fraction(0)),
            apart if any(it.by.compares for it in found) else Fraction(0),
        )

    def attempt(self, *edits: Edit) -> Trial | None:
        """Return what the measure says with edits made; None where it says nothing any more."""
        self.count += 1
        self.work += 1
        try:
            contest = self.contest.after(edits)
            reading = self.base
            if self._measure in touched(self.contest, contest, self._movers, edits):
                self.work += work_of(self._measure) - 1
                reading = self._reading(contest)
        except FairgroundError:
            # Such as a party that has no hex left.
            return None
        return None if reading is None else Trial(edits, reading, self.unfairness(reading))


def work_of(measure: str) -> int:
    """Return about how much work it is to look at a measure again."""
    return _SIGHTS if measure in SIGHTED else _CUTS if measure in _OF_CUTS else 1
