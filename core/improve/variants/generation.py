"""Generate variants: change boards at random and archive the fairest of each cell of a grid over two axes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.improve.map_style import MapStyle
from fairground.core.improve.variants.axes import FINENESS
from fairground.core.improve.variants.mutation import Mutations
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.measure_functions import compute_measures
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import judged
from fairground.core.metrics.fairness.report import fairness, movers_for
from fairground.core.metrics.fairness.symmetry import symmetry_report
from fairground.core.movement.areas import Areas
from fairground.core.scenario.fairness_titles_and_limits import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.improve.variants.axes import VariantAxis
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec


class FairnessRank(NamedTuple):
    """How far from fair a board is, in lexicographic order; less is better.

    ``severity`` is that of the worst rating, ``unfair`` the number of ratings that aren't green, and ``beyond`` how far past
    green all are together (each at most ``MOST_BEYOND``).
    """

    severity: int
    unfair: int
    beyond: Fraction


#: A limit, so that one hopeless measure doesn't hide the others.
MOST_BEYOND = Fraction(10)


def rank(
    readings: Iterable[MeasuredValues], standards: Mapping[str, MeasureSpec], roles: Mapping[str, str]
) -> FairnessRank:
    """Return the rank of a board by the measures that gate."""
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


#: The most random changes made until one keeps the style of the map.
_ATTEMPTS = 12
#: The position of a board on the two axes; None without a value.
Places = tuple[Fraction | None, Fraction | None]
#: A cell of the grid.
Cell = tuple[int | None, int | None]


@dataclass(frozen=True, eq=False)
class ArchivedBoard:
    """A board with its position and rank.

    ``root`` is the id of the unchanged scenario that it descends from, ``symmetry`` the symmetry it preserves, and
    ``is_root`` whether it is that scenario itself.
    """

    scenario: Scenario
    places: Places
    rank: FairnessRank
    root: str
    symmetry: Symmetry | None
    is_root: bool = False


class Archive:
    """The fairest board of each cell; the first of equals."""

    def __init__(self, steps: tuple[Fraction, Fraction]) -> None:
        self._steps = steps
        self._cells: dict[Cell, ArchivedBoard] = {}

    def __len__(self) -> int:
        return len(self._cells)

    def cell(self, places: Places) -> Cell:
        """Return the cell of a position."""
        one, other = (
            None if it is None else int(it // step) for it, step in zip(places, self._steps, strict=True)
        )
        return one, other

    def wants(self, places: Places, rank: FairnessRank) -> bool:
        """Whether a board would be the fairest of its cell."""
        known = self._cells.get(self.cell(places))
        return known is None or rank < known.rank

    def keep(self, board: ArchivedBoard) -> None:
        """Put a board in its cell, replacing any other."""
        self._cells[self.cell(board.places)] = board

    @property
    def boards(self) -> list[ArchivedBoard]:
        """The boards, cell by cell."""
        return [self._cells[it] for it in sorted(self._cells, key=_order)]

    def far_apart(self, count: int, start: Places) -> list[ArchivedBoard]:
        """Return up to ``count`` boards, without roots, as far from each other and from ``start`` as possible.

        Each is the farthest from all before, in cells, with both axes scaled to the same length. If enough boards are green,
        or else amber, all others are skipped. The result is sorted by the first axis, then the second.
        """
        waiting = {self.cell(it.places): it for it in self.boards if not it.is_root}
        for severity in range(3):
            good = {cell: it for cell, it in waiting.items() if it.rank.severity <= severity}
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
                    [-part for part in waiting[it].rank],
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
    """Return the squared distance of two cells; a cell without a value is a whole axis away from one with a value."""
    total = Fraction(0)
    for a, b, length in zip(one, other, lengths, strict=True):
        far = Fraction(int(a is not b)) if a is None or b is None else Fraction(a - b, length)
        total += far * far
    return total


def _order(cell: Cell) -> tuple[tuple[bool, int], ...]:
    return tuple((it is None, it or 0) for it in cell)


class MeasuredBoard:
    """A board with its contest, movers and values, and the connections between its zones."""

    def __init__(self, contest: Contest, movers: Sequence[Mover], values: Sequence[MeasuredValues]) -> None:
        self.contest, self.movers, self.readings = contest, movers, values
        starts = np.logical_or.reduce([it.mask for it in contest.parties])
        self.cut_off = 0
        #: For each mover, the parties that each party's units can reach.
        self.together: list[tuple[frozenset[int], ...]] = []
        #: For each mover, the number of hexes of each party's zones that it can stand in.
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

    def preserves(self, other: MeasuredBoard) -> bool:
        """Whether all parties still reach each other, and none has less ground to start on or to reach."""
        tables: list[tuple[list[Any], list[Any]]] = [(other.room, self.room), (other.together, self.together)]
        return self.cut_off <= other.cut_off and all(
            before <= after
            for old, new in tables
            for one, two in zip(old, new, strict=True)
            for before, after in zip(one, two, strict=True)
        )


class VariantGeneration:
    """Generates variants of a sketch and measures them."""

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
        # Measures of sight take longest; they are computed for the results only.
        quick = {it for it in gates if not standards[it].is_sighted}
        self._wanted = (quick or gates) | {it.name for it in axes if it.measure}
        self._first = self._measured(scenario)
        report = symmetry_report(self._first.contest)
        #: The symmetry of the sketch; None for none.
        self.own_symmetry: Symmetry | None = None if report.deviating.any() else report.symmetry

    def places(self, scenario: Scenario) -> Places:
        """Return the position of a board on the axes."""
        return self._places(self._measured(scenario))

    def report(self, scenario: Scenario) -> Fairness:
        """Return the whole report of a board."""
        return fairness(
            scenario,
            self._zones,
            *self._who,
            standards=self._standards,
            # Checked before, for the sketch.
            despite_errors=True,
            cancelled=self._cancelled,
        )

    def archive(self, roots: Sequence[tuple[str, Scenario, Symmetry | None]]) -> Archive:
        """Return an archive with the roots."""
        places = self._places(self._first)
        steps = [
            it.step or max(abs(place or Fraction(0)) / FINENESS, Fraction(1, 4))
            for it, place in zip(self._axes, places, strict=True)
        ]
        archive = Archive((steps[0], steps[1]))
        for name, scenario, symmetry in roots:
            measured = self._measured(scenario)
            it = ArchivedBoard(
                scenario, self._places(measured), self._rank(measured), name, symmetry, is_root=True
            )
            if archive.wants(it.places, it.rank):
                archive.keep(it)
        return archive

    def search(
        self,
        archive: Archive,
        roots: Sequence[tuple[str, Scenario, Symmetry | None]],
        random: Random,
        tries: int,
        watch: ProgressWatch,
    ) -> None:
        """Change boards of the archive at random, and archive those fairer than the board of their cell, in its style."""
        mutations = {name: Mutations(self._sketch, symmetry) for name, _, symmetry in roots}
        bases = {name: self._measured(scenario) for name, scenario, _ in roots}
        styles = {name: MapStyle(scenario) for name, scenario, _ in roots}
        for _ in range(tries):
            parent = random.choice(archive.boards)
            watch.step()
            tried = (mutations[parent.root].changed(parent.scenario, random) for _ in range(_ATTEMPTS))
            mutated = next(filter(styles[parent.root].is_kept_by, tried), None)
            if mutated is None:
                continue
            try:
                measured = self._measured(mutated)
            except ScenarioError:
                # Such as a party that has no hex left.
                continue
            if not measured.preserves(bases[parent.root]):
                continue
            board = ArchivedBoard(
                mutated, self._places(measured), self._rank(measured), parent.root, parent.symmetry
            )
            if archive.wants(board.places, board.rank) and not self.fault(mutated):
                archive.keep(board)

    def _measured(self, scenario: Scenario) -> MeasuredBoard:
        watch = ProgressWatch(None, self._cancelled)
        contest = Contest(scenario, self._zones, watch)
        movers = movers_for(scenario, *self._who)
        return MeasuredBoard(
            contest, movers, [it for _, it in compute_measures(contest, movers, self._wanted, watch)]
        )

    def _places(self, board: MeasuredBoard) -> Places:
        one, other = (it.value(board.contest, board.movers, board.readings) for it in self._axes)
        return one, other

    def _rank(self, board: MeasuredBoard) -> FairnessRank:
        return rank(board.readings, self._standards, {it.id: it.role for it in board.contest.parties})
