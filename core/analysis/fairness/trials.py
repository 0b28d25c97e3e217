"""Trials: what one measure would say if a single hex were another."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.analysis.fairness.judging import judged
from fairground.core.analysis.fairness.measuring import readings
from fairground.core.analysis.fairness.reading import imbalance
from fairground.core.analysis.fairness.symmetry import symmetry_report
from fairground.core.analysis.fairness.watch import Watch
from fairground.core.errors import FairgroundError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.analysis.fairness.bands import Standard
    from fairground.core.analysis.fairness.contest import Contest
    from fairground.core.analysis.fairness.edits import Edit
    from fairground.core.analysis.fairness.reading import Reading
    from fairground.core.movement.mover import Mover


class Unfairness(NamedTuple):
    """How far from fair a reading is, the worst band first; less is better.

    ``beyond`` is how far past green it is, ``spread`` how far apart the values are all the same.
    """

    severity: int
    beyond: Fraction
    spread: Fraction


class Trial(NamedTuple):
    """An edit and what the measure says with it."""

    edit: Edit
    reading: Reading
    unfairness: Unfairness


class Trials:
    """Tries edits on one measure, for one mover and, where it is about weapons, in one band.

    Each looks again at what the edit can change, and takes the rest from the contest as it is.
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
        self.count = 0

    def reading(self, contest: Contest) -> Reading | None:
        """Return what the measure says of a contest; None where it says nothing that could be compared."""
        if not self._movers:
            return symmetry_report(contest).reading()
        found = [
            it
            for _, it in readings(contest, self._movers, {self._measure}, Watch())
            if it.range_band == self._range_band and not it.reason
        ]
        return found[0] if found else None

    def unfairness(self, reading: Reading) -> Unfairness:
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
            sum((it.beyond_green for it in found), Fraction(0)),
            apart if any(it.by.compares for it in found) else Fraction(0),
        )

    def after(self, edit: Edit) -> Contest:
        """Return the contest with an edit made."""
        changed = None if edit.change == "zone" else edit.hex
        return self.contest.after(edit.applied(self.contest.scenario), changed)

    def attempt(self, edit: Edit) -> Trial | None:
        """Return what the measure says with an edit made; None where it says nothing any more."""
        self.count += 1
        try:
            reading = self.reading(self.after(edit))
        except FairgroundError:
            # Such as a party that has no hex left.
            return None
        return None if reading is None else Trial(edit, reading, self.unfairness(reading))
