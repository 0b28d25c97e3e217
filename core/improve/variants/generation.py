"""The maker of variants: changes boards by chance, measures them, and keeps the fairest of each kind."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.improve.variants.axes import FINENESS
from fairground.core.improve.variants.mutation import Mutations
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.measures import compute_measures
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import judged
from fairground.core.metrics.fairness.report import fairness, movers_for
from fairground.core.metrics.fairness.symmetry import symmetry_report
from fairground.core.movement.areas import Areas
from fairground.core.scenario.fairness_bands import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.improve.variants.axes import VariantAxis
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_measures import MeasureSpec


class FairnessRank(NamedTuple):
    """How far from fair a board is; less is better, and what comes first counts first.

    ``severity`` is that of the worst band, ``unfair`` the number of readings that are not green, ``beyond`` how far past green
    all are together (each at most ``MOST_BEYOND``).
    """

    severity: int
    unfair: int
    beyond: Fraction


#: One reading that is hopeless is not to hide what the others say.
MOST_BEYOND = Fraction(10)


def standing(
    readings: Iterable[MeasuredValues], standards: Mapping[str, MeasureSpec], roles: Mapping[str, str]
) -> FairnessRank:
    """Return what the readings of measures that gate come to; others do not count."""
    severity, unfair, beyond = 0, 0, Fraction(0)
    for it in readings:
        if not standards[it.id].gates:
            continue
        found = judged(it, standards[it.id], roles)
        worst = max((one.verdict.severity for one in found), default=0)
        severity = max(severity, worst)
        unfair += worst > 0
        beyond += min(sum((one.beyond(Verdict.GREEN) for one in found), Fraction(0)), MOST_BEYOND)
    return FairnessRank(severity, unfair, beyond)


#: Where a board lies on the two axes; None where it has no value.
Places = tuple[Fraction | None, Fraction | None]
#: A cell of the grid.
Cell = tuple[int | None, int | None]


@dataclass(frozen=True, eq=False)
class ArchivedBoard:
    """A board, where it lies and how fair it is.

    ``root`` is the id of the scenario that it was changed from, itself or by others in between; ``symmetry`` is what it is
    kept symmetric by. ``given`` is whether nothing was changed by chance.
    """

    scenario: Scenario
    places: Places
    standing: FairnessRank
    root: str
    symmetry: Symmetry | None
    given: bool = False


class Archive:
    """The fairest board of each cell; the first of several that are as fair."""

    def __init__(self, steps: tuple[Fraction, Fraction]) -> None:
        self._steps = steps
        self._cells: dict[Cell, ArchivedBoard] = {}

    def __len__(self) -> int:
        return len(self._cells)

    def cell(self, places: Places) -> Cell:
        """Return the cell of a place."""
        one, other = (
            None if it is None else int(it // step) for it, step in zip(places, self._steps, strict=True)
        )
        return one, other

    def wants(self, places: Places, standing: FairnessRank) -> bool:
        """Return whether a board would be the fairest of its cell."""
        known = self._cells.get(self.cell(places))
        return known is None or standing < known.standing

    def keep(self, found: ArchivedBoard) -> None:
        """Keep a board in its cell, in place of another."""
        self._cells[self.cell(found.places)] = found

    @property
    def boards(self) -> list[ArchivedBoard]:
        """The boards that are kept, cell by cell."""
        return [self._cells[it] for it in sorted(self._cells, key=_order)]

    def far_apart(self, count: int, start: Places) -> list[ArchivedBoard]:
        """Return up to ``count`` boards, none of them given, as far from each other and from ``start`` as can be.

        The farthest is taken first, and then always that which is farthest from all before. Distances are counted in cells, and
        each axis is as long as the other. They are returned in the order of the first axis, then the second. Where enough boards are no worse than red, amber or green, as the best are, others
        are left out.
        """
        waiting = {self.cell(it.places): it for it in self.boards if not it.given}
        for severity in range(3):
            good = {cell: it for cell, it in waiting.items() if it.standing.severity <= severity}
            if len(good) >= count:
                waiting = good
                break
        lengths = self._lengths()
        chosen: list[Cell] = [self.cell(start)]
        found: list[ArchivedBoard] = []
        while waiting and len(found) < count:
            best = max(
                waiting,
                key=lambda it: (
                    min(_apart(it, other, lengths) for other in chosen),
                    [-part for part in waiting[it].standing],
                    _order(it),
                ),
            )
            chosen.append(best)
            found.append(waiting.pop(best))
        return sorted(found, key=lambda it: _order(self.cell(it.places)))

    def _lengths(self) -> tuple[int, int]:
        return _length([it[0] for it in self._cells]), _length([it[1] for it in self._cells])


def _length(numbers: Sequence[int | None]) -> int:
    known = [it for it in numbers if it is not None]
    return max(known) - min(known) + 1 if known else 1


def _apart(one: Cell, other: Cell, lengths: tuple[int, int]) -> Fraction:
    """Return the square of how far two cells are apart; what has no value is a whole axis away from what has one."""
    total = Fraction(0)
    for a, b, length in zip(one, other, lengths, strict=True):
        far = Fraction(int(a is not b)) if a is None or b is None else Fraction(a - b, length)
        total += far * far
    return total


def _order(cell: Cell) -> tuple[tuple[bool, int], ...]:
    return tuple((it is None, it or 0) for it in cell)


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
