"""The maker of variants: changes boards by chance, measures them, and keeps the fairest of each kind."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.improve.variants.archive import Archive, ArchivedBoard, standing
from fairground.core.improve.variants.axes import FINENESS
from fairground.core.improve.variants.mutation import Mutations
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.measures import compute_measures
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.report import fairness, movers_for
from fairground.core.metrics.fairness.symmetry import symmetry_report
from fairground.core.movement.areas import Areas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.improve.variants.archive import FairnessRank, Places
    from fairground.core.improve.variants.axes import VariantAxis
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_measures import MeasureSpec


class Looked:
    """A board that is looked at: its contest, who moves on it, what was measured, and what cannot be reached."""

    def __init__(self, contest: Contest, movers: Sequence[Mover], found: Sequence[MeasuredValues]) -> None:
        self.contest, self.movers, self.readings = contest, movers, found
        starts = np.logical_or.reduce([it.mask for it in contest.parties])
        self.cut_off = 0
        #: For each mover, which parties each party's units get to.
        self.together: list[tuple[frozenset[int], ...]] = []
        #: For each mover, how many hexes of each party's zones it can stand in.
        self.room: list[tuple[int, ...]] = []
        for who in movers:
            steps = contest.steps(who)
            areas = Areas(steps)
            self.room.append(tuple(int(np.count_nonzero(it.mask & steps.may_end)) for it in contest.parties))
            self.cut_off += int(np.count_nonzero(steps.may_end & ~areas.reachable(starts)))
            self.together.append(
                tuple(
                    frozenset(
                        i
                        for i, other in enumerate(contest.parties)
                        if (areas.reachable(it.mask) & other.mask & steps.may_end).any()
                    )
                    for it in contest.parties
                )
            )

    def keeps(self, other: Looked) -> bool:
        """Return whether all parties still reach each other, and nobody has less ground to start on or to get to."""
        if self.cut_off > other.cut_off:
            return False
        room = all(
            before <= after
            for one, two in zip(other.room, self.room, strict=True)
            for before, after in zip(one, two, strict=True)
        )
        return room and all(
            before <= after
            for one, two in zip(other.together, self.together, strict=True)
            for before, after in zip(one, two, strict=True)
        )


class VariantGeneration:
    """Makes variants of one sketch, and measures them."""

    def __init__(
        self,
        scenario: Scenario,
        axes: tuple[VariantAxis, VariantAxis],
        zones: Sequence[str] | None,
        who: tuple[str | None, str | None],
        standards: Mapping[str, MeasureSpec],
        fault: Callable[[Scenario], str] | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self._sketch, self._axes, self._zones, self._who = scenario, axes, zones, who
        self._standards, self._cancelled = standards, cancelled
        self.fault = fault or (lambda _: "")
        gates = {name for name, it in standards.items() if it.gates}
        # Measures that look at sight take longest: they are computed when a board is shown, not during the search.
        quick = {it for it in gates if not standards[it].is_sighted}
        self._wanted = (quick or gates) | {it.name for it in axes if it.measure}
        self._first = self._look(scenario)
        report = symmetry_report(self._first.contest)
        #: What the sketch is symmetric by as it is; None where it is not.
        self.own_symmetry: Symmetry | None = None if report.deviating.any() else report.symmetry

    def places(self, scenario: Scenario) -> Places:
        """Return where a board lies on the axes."""
        return self._places(self._look(scenario))

    def report(self, scenario: Scenario) -> Fairness:
        """Return the whole report of a board."""
        return fairness(
            scenario,
            self._zones,
            *self._who,
            standards=self._standards,
            # Of a sketch with errors nothing is made unless that was asked for.
            despite_errors=True,
            cancelled=self._cancelled,
        )

    def archive(self, roots: Sequence[tuple[str, Scenario, Symmetry | None]]) -> Archive:
        """Return an archive with the boards that others are made from."""
        places = self._places(self._first)
        steps = [
            it.step or max(abs(place or Fraction(0)) / FINENESS, Fraction(1, 4))
            for it, place in zip(self._axes, places, strict=True)
        ]
        found = Archive((steps[0], steps[1]))
        for name, scenario, symmetry in roots:
            looked = self._look(scenario)
            it = ArchivedBoard(
                scenario, self._places(looked), self._standing(looked), name, symmetry, given=True
            )
            if found.wants(it.places, it.standing):
                found.keep(it)
        return found

    def look(
        self,
        archive: Archive,
        roots: Sequence[tuple[str, Scenario, Symmetry | None]],
        random: Random,
        tries: int,
        watch: ProgressWatch,
    ) -> None:
        """Change boards of the archive by chance, and keep what is fairer than what its cell has."""
        mutations = {name: Mutations(self._sketch, symmetry) for name, _, symmetry in roots}
        bases = {name: self._look(scenario) for name, scenario, _ in roots}
        for _ in range(tries):
            parent = random.choice(archive.boards)
            made = mutations[parent.root].changed(parent.scenario, random)
            watch.step()
            try:
                looked = self._look(made)
            except ScenarioError:
                # Such as a party that has no hex left.
                continue
            base = bases[parent.root]
            if not looked.keeps(base):
                continue
            found = ArchivedBoard(
                made, self._places(looked), self._standing(looked), parent.root, parent.symmetry
            )
            if archive.wants(found.places, found.standing) and not self.fault(made):
                archive.keep(found)

    def _look(self, scenario: Scenario) -> Looked:
        watch = ProgressWatch(None, self._cancelled)
        contest = Contest(scenario, self._zones, watch)
        movers = movers_for(scenario, *self._who)
        return Looked(
            contest, movers, [it for _, it in compute_measures(contest, movers, self._wanted, watch)]
        )

    def _places(self, looked: Looked) -> Places:
        one, other = (it.value(looked.contest, looked.movers, looked.readings) for it in self._axes)
        return one, other

    def _standing(self, looked: Looked) -> FairnessRank:
        roles = {it.id: it.role for it in looked.contest.parties}
        return standing(looked.readings, self._standards, roles)
