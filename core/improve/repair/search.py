"""Beam search for the shortest list of edits: extend the most promising lists of each length by one edit."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.improve.repair.exhaustive import ExhaustiveSearch
from fairground.core.improve.repair.goals import Soundness
from fairground.core.metrics.fairness.edit_search import EditSearch
from fairground.core.metrics.fairness.trials import Trials, touched, work_of
from fairground.core.scenario.fairness_titles_and_limits import MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fairground.core.improve.repair.goals import Distance, Goals, Known
    from fairground.core.metrics.fairness.candidates import Allowed, Edit
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.report import MeasureKey
    from fairground.core.metrics.fairness.trials import Trial, Unfairness
    from fairground.core.movement.mover import Mover

#: The number of lists of each length that are extended, and the number of extensions of each.
_WIDTH, _WAYS = 3, 10
#: The number of measures that edits are searched for if none is found for the worst.
_LEADS: Final = 3
#: The work allowed, as ``Trials`` counts it, on a board of ``_HEXES``; on smaller boards more, up to a factor.
_WORK, _HEXES, _MORE = 2_400, 900, 3
#: The share of it for making hexes equal their images, for the first edit of any kind, and for each further one.
_LIKENING, _FIRST, _NEXT = 0.6, 0.25, 0.05


@dataclass(eq=False)
class EditPlan:
    """A list of edits with the known values after them; ``open`` are the measures that must be computed again."""

    edits: tuple[Edit, ...]
    known: Known
    open: frozenset[str] = frozenset()
    contest: Contest | None = field(default=None, repr=False)


class Planner:
    """Searches for a short list of edits that meets all goals; the same every time.

    ``tried`` counts the edits tried. ``best`` is the list nearest to the goals, of those that are sound and make no measure
    worse. No list of at most ``ruled_out`` edits meets the goals.
    """

    def __init__(
        self,
        contest: Contest,
        movers: list[Mover],
        goals: Goals,
        allowed: Allowed,
        most_edits: int,
        progress: Callable[[float], None] | None,
    ) -> None:
        self._contest, self._movers, self._goals, self._allowed = contest, movers, goals, allowed
        self._most_edits, self._progress = most_edits, progress
        self.tried = self._work = self.ruled_out = 0
        self._soundness = Soundness(contest, movers)
        self._most_work = round(_WORK * min(max(_HEXES / contest.board.terrain.size, 1), _MORE))
        self._told = 0.0
        #: The lists found so far, by their edits in any order; None for invalid ones.
        self._plans: dict[frozenset[Edit], EditPlan | None] = {}
        self.best = self._start = EditPlan((), goals.look(contest, movers, goals.measures), contest=contest)
        known = self._start.known
        masks = [
            it.hexes for key in goals.unmet(known) if (it := known[key]) is not None and it.hexes is not None
        ]
        self._responsible = contest.board.hexes_of(np.logical_or.reduce([contest.void, *masks]))

    def plan(self) -> EditPlan:
        """Return the shortest list found that meets the goals, without spare edits; else ``best``.

        The search first makes hexes equal their images, then looks for fewer edits of any kind, and last tries all lists
        that are shorter still, as far as the work allows.
        """
        found = self._solved(self._most_edits, self._likened, _LIKENING * self._most_work)
        most = self._most_edits if found is None else len(found.edits) - 1
        shorter = self._solved(most, self._any, self._most_work) if most else None
        best = self._without_spare(shorter or found or self.best)
        return self._shorter_than(best) or best

    def _shorter_than(self, plan: EditPlan) -> EditPlan | None:
        """Return the shortest of all lists with fewer edits that meets the goals; None if none is found."""
        every = ExhaustiveSearch(
            self._contest,
            self._movers,
            self._goals,
            self._start.known,
            self._allowed,
            self._soundness,
            self._spend,
        )
        edits = every.shortest(len(plan.edits) - 1 if self.meets(plan) else self._most_edits)
        self.tried, self.ruled_out = self.tried + every.tried, every.ruled_out
        return None if edits is None else self._in_full(edits)

    def distance(self, plan: EditPlan) -> Distance:
        """Return the distance of the board from the goals after a list of edits."""
        return self._goals.distance(plan.known)

    def meets(self, plan: EditPlan) -> bool:
        """Whether all values after a list are known and meet the goals."""
        return not plan.open and not self.distance(plan).beyond

    def _solved(
        self, most: int, expand: Callable[[EditPlan], Iterable[EditPlan]], work: float
    ) -> EditPlan | None:
        """Return the first list of at most ``most`` edits that meets all goals, shortest first."""
        waiting: dict[int, dict[frozenset[Edit], EditPlan]] = {0: {frozenset(): self._start}}
        for length in range(most + 1):
            chosen: list[EditPlan] = []
            for it in self._best_of(waiting.get(length, {}).values()):
                if self.meets(it):
                    if self._is_sound(it):
                        return it
                    continue
                self._keep(it)
                chosen.append(it)
                if len(chosen) == _WIDTH:
                    break
            for it in chosen if length < most else ():
                if self._work >= work:
                    break
                for child in expand(it):
                    if len(child.edits) <= most:
                        waiting.setdefault(len(child.edits), {}).setdefault(frozenset(child.edits), child)
        return None

    def _best_of(self, plans: Iterable[EditPlan]) -> Iterator[EditPlan]:
        """Yield fully computed lists, best first, computing no more than that takes."""

        def entry(plan: EditPlan) -> tuple[Distance, int, Any, EditPlan]:
            # Ties: the hexes responsible first, then a fixed order.
            elsewhere = sum(it.hex not in self._responsible for it in plan.edits)
            return self.distance(plan), elsewhere, [it.order for it in plan.edits], plan

        heap = [entry(it) for it in plans]
        heapify(heap)
        while heap:
            *_, plan = heappop(heap)
            if plan.open:
                # More values can only increase the distance.
                heappush(heap, entry(self._looked_at(plan)))
            else:
                yield plan

    def _keep(self, plan: EditPlan) -> None:
        better = self.distance(plan) < self.distance(self.best) and not self._goals.harmed(plan.known)
        if better and self._is_sound(plan):
            self.best = plan

    def _is_sound(self, plan: EditPlan) -> bool:
        return self._soundness.is_kept_by(self._contest.after(plan.edits))

    # -- measures -------------------------------------------------------------------------------------------

    def _contest_of(self, plan: EditPlan) -> Contest:
        if plan.contest is None:
            plan.contest = self._contest.after(plan.edits)
        return plan.contest

    def _looked_at(self, plan: EditPlan) -> EditPlan:
        """Return a list with the next measures computed: those requested, then the quick ones, then the rest."""
        wanted = plan.open & set(self._goals.wanted)
        quick = {it for it in plan.open if not MEASURES[it].is_sighted}
        now = wanted or quick or plan.open
        contest = self._contest_of(plan)
        self._spend(sum(work_of(it) for it in now))
        known = {**plan.known, **self._goals.look(contest, self._movers, now)}
        # The contest's caches take much memory, and few lists are extended.
        plan.contest = None
        return EditPlan(plan.edits, known, plan.open - now)

    def _child(self, plan: EditPlan, edits: tuple[Edit, ...]) -> EditPlan | None:
        """Return a list with more edits and the measures requested computed; None if it is invalid."""
        places = {(it.hex, it.change, it.zone) for it in plan.edits}
        if any((it.hex, it.change, it.zone) in places for it in edits):
            return None
        before = self._contest_of(plan)
        try:
            after = before.after(edits)
            open_ = touched(before, after, self._movers, edits) & self._goals.measures
            child = EditPlan((*plan.edits, *edits), plan.known, open_, after)
            if open_ & set(self._goals.wanted):
                return self._looked_at(child)
            child.contest = None
        except FairgroundError:
            # Such as a party that has no hex left.
            return None
        return child

    def _spend(self, work: float) -> None:
        self._work += round(work)
        share = min(self._work / (self._most_work + ExhaustiveSearch.work_for(self._contest)), 0.99)
        if self._progress is not None and share > self._told:
            self._told = share
            self._progress(share)

    def _likened(self, plan: EditPlan) -> Iterator[EditPlan]:
        """Yield the list with one more hex made like its image."""
        for key in self._goals.unmet(plan.known)[:1]:
            search, trials = self._search(plan, key)
            found = [(it,) for it in search.likened_edits]
            if len(found) > _WAYS:
                found = [(it,) for trial in search.likened() for it in trial.edits]
            self._count(trials)
            yield from self._children(plan, found)

    def _any(self, plan: EditPlan) -> Iterator[EditPlan]:
        """Yield the list with one more edit that helps or, where none does, two beside each other."""
        leads = self._goals.unmet(plan.known)[:_LEADS]
        found: list[tuple[Edit, ...]] = []
        for key in leads:
            found = self._better(plan, key, EditSearch.better_than)
            if found:
                break
        for key in leads[:1] if not found and len(plan.edits) + 2 <= self._most_edits else ():
            found = self._better(plan, key, EditSearch.pairs_better_than)
        yield from self._children(plan, found)

    def _better(
        self, plan: EditPlan, key: MeasureKey, look: Callable[[EditSearch, Unfairness], list[Trial]]
    ) -> list[tuple[Edit, ...]]:
        search, trials = self._search(plan, key)
        if trials.base is None:
            return []
        found = look(search, trials.unfairness(trials.base))
        self._count(trials)
        return [it.edits for it in found]

    def _search(self, plan: EditPlan, key: MeasureKey) -> tuple[EditSearch, Trials]:
        contest, measured = self._contest_of(plan), plan.known[key]
        who = [it for it in self._movers if it.class_id == key.class_id]
        trials = Trials(contest, who, self._goals.standards[key.measure], key.measure, key.range_band)
        near = contest.void & False if measured is None or measured.hexes is None else measured.hexes
        share = _NEXT if plan.edits else _FIRST
        return EditSearch(trials, near, allowed=self._allowed, work=round(share * self._most_work)), trials

    def _count(self, trials: Trials) -> None:
        self.tried += trials.count
        self._spend(trials.work)

    def _children(self, plan: EditPlan, found: Iterable[tuple[Edit, ...]]) -> Iterator[EditPlan]:
        """Yield the list extended by each of the first few edits, no two of them in the same hexes."""
        seen = set()
        for edits in found:
            hexes = frozenset(it.hex for it in edits)
            if hexes in seen:
                continue
            together = frozenset((*plan.edits, *edits))
            if together not in self._plans:
                self.tried += 1
                self._plans[together] = self._child(plan, edits)
            child = self._plans[together]
            if child is not None:
                seen.add(hexes)
                yield child
            if len(seen) == _WAYS:
                return

    def _without_spare(self, plan: EditPlan) -> EditPlan:
        """Return a list without the edits that it doesn't need."""
        place = 0
        while place < len(plan.edits):
            edits = plan.edits[:place] + plan.edits[place + 1 :]
            without = self._in_full(edits)
            if without is not None and self._as_good(without, plan) and self._is_sound(without):
                plan, place = without, 0
            else:
                place += 1
        return plan

    def _as_good(self, without: EditPlan, plan: EditPlan) -> bool:
        if self.meets(plan):
            return self.meets(without)
        return self.distance(without) <= self.distance(plan) and not self._goals.harmed(without.known)

    def _in_full(self, edits: tuple[Edit, ...]) -> EditPlan | None:
        if not edits:
            return self._start
        plan = EditPlan(edits, self._start.known, self._goals.measures)
        try:
            while plan.open:
                plan = self._looked_at(plan)
        except FairgroundError:
            return None
        return plan
