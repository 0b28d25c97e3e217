"""Beam search for the shortest list of edits: extend the most promising lists of each length by one edit."""

from __future__ import annotations

from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.improve.repair.designs import Designs
from fairground.core.improve.repair.exhaustive import ExhaustiveSearch
from fairground.core.improve.repair.goals import Distance, EditPlan, Soundness
from fairground.core.improve.repair.map_edit import EditCost, MapEdit, hex_edits, total_cost
from fairground.core.improve.repair.offers import MOST_OFFERS, is_tiny
from fairground.core.metrics.fairness.trials import EditSearch, Trials, touched, work_of
from fairground.core.scenario.fairness_titles_and_limits import MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from fractions import Fraction

    from fairground.core.improve.repair.goals import Goals
    from fairground.core.metrics.fairness.candidates import Allowed
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.report import MeasureKey
    from fairground.core.metrics.fairness.trials import Trial, Unfairness
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.hex_edits import Edit

#: The number of lists of each length that are extended, and the number of extensions of each.
_WIDTH, _WAYS = 3, 10
#: The number of measures that edits are searched for if none is found for the worst.
_LEADS: Final = 3
#: The work allowed, as ``Trials`` counts it, on a board of ``_HEXES``; on smaller boards more, up to a factor.
_WORK, _HEXES, _MORE = 2_400, 900, 3
#: The share of it that is used up after edits of whole parts and after making hexes equal their images; and the shares for
#: the first edit of any single hex, and for each further one.
_DESIGNING, _LIKENING, _FIRST, _NEXT = 0.3, 0.7, 0.25, 0.05
#: The most edits of whole parts in a list.
_DESIGNED: Final = 2
#: The most lists of the least cost that are compared by how far all measures are from their limits.
_COMPARED: Final = 4
#: The most lists of a length that are looked at for offers.
_LOOKED_AT: Final = 12


class Planner:
    """Searches for a small list of edits that meets all goals; the same every time.

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
        self.contest, self.movers, self.goals, self._allowed = contest, movers, goals, allowed
        #: The sound lists found that meet the goals.
        self._enough: list[EditPlan] = []
        self._most_edits, self._progress = most_edits, progress
        self.tried = self._work = self.ruled_out = 0
        self.soundness = Soundness(contest, movers)
        self._most_work = round(_WORK * min(max(_HEXES / contest.board.terrain.size, 1), _MORE))
        self._told = 0.0
        #: The lists found so far, by their edits in any order; None for invalid ones.
        self._plans: dict[frozenset[MapEdit], EditPlan | None] = {}
        self.best = self._start = EditPlan((), goals.look(contest, movers, goals.measures), contest=contest)
        known = self._start.known
        masks = [
            it.hexes for key in goals.unmet(known) if (it := known[key]) is not None and it.hexes is not None
        ]
        self._responsible = contest.board.hexes_of(np.logical_or.reduce([contest.void, *masks]))

    def plans(self) -> list[EditPlan]:
        """Return the lists to offer, without spare edits, that of the least cost found first; else ``best``.

        The others are the cheapest that change other parts of the map, of those that the search came across.
        """
        first = self._plan()
        found = {first.subjects: first}
        for it in sorted(self._enough, key=self._rank) if self.meets(first) else ():
            if len(found) == MOST_OFFERS:
                break
            if it.subjects not in found:
                spared = self._without_spare(it)
                found.setdefault(spared.subjects, spared)
        return [*found.values()]

    def _plan(self) -> EditPlan:
        """Return the list of the least cost found that meets the goals, without spare edits; else ``best``.

        The search first moves whole zones, objectives and features, then makes hexes equal their images, then looks for
        single hexes of any kind, each time only for lists that cost less than the best so far. Last it tries all lists with
        fewer edits, as far as the work allows.
        """
        found: EditPlan | None = None
        for expand, least, most, share in (
            (self._designed, EditCost.OBJECTIVE, _DESIGNED, _DESIGNING),
            (self._likened, EditCost.LIKENED, self._most_edits, _LIKENING),
            (self._any, EditCost.ZONE, self._most_edits, 1),
        ):
            limit = min(most, self._most_edits)
            if found is not None:
                limit = min(limit, (found.cost - 1) // least)
            other = self._solved(limit, expand, share * self._most_work) if limit > 0 else None
            if other is not None and (found is None or self._rank(other) < self._rank(found)):
                found = other
        best = self._without_spare(found or self.best)
        return self._shorter_than(best) or best

    def _rank(self, plan: EditPlan) -> tuple[int, Fraction]:
        """Return the cost of a list, and how near to their limits all measures are after it; less is better."""
        return plan.cost, -self.goals.room(plan.known)

    def _shorter_than(self, plan: EditPlan) -> EditPlan | None:
        """Return a list with fewer edits that meets the goals; None if none is found, or if it costs more.

        On tiny boards the cost doesn't matter.
        """
        every = ExhaustiveSearch(
            self.contest,
            self.movers,
            self.goals,
            self._start.known,
            self._allowed,
            self.soundness,
            self._spend,
        )
        is_met = self.meets(plan)
        edits = every.shortest(len(plan.edits) - 1 if is_met else self._most_edits)
        self.tried, self.ruled_out = self.tried + every.tried, every.ruled_out
        may_cost_more = is_tiny(self.contest.scenario)
        if edits is None or (is_met and not may_cost_more and total_cost(edits) > plan.cost):
            return None
        return self._in_full(edits)

    def distance(self, plan: EditPlan) -> Distance:
        """Return the distance of the board from the goals after a list of edits."""
        if plan.distance is None:
            # Most values are those of the board without edits.
            changed = {key: it for key, it in plan.known.items() if it is not self._start.known[key]}
            far, first = self.goals.distance(changed), [self._far[key] for key in changed]
            plan.distance = Distance(
                self._far_in_all.beyond - sum(it.beyond for it in first) + far.beyond,
                self._far_in_all.spread - sum(it.spread for it in first) + far.spread,
            )
        return plan.distance

    @cached_property
    def _far(self) -> dict[MeasureKey, Distance]:
        """The distance of each value from its goal without edits."""
        return {key: self.goals.distance({key: it}) for key, it in self._start.known.items()}

    @cached_property
    def _far_in_all(self) -> Distance:
        return self.goals.distance(self._start.known)

    def meets(self, plan: EditPlan) -> bool:
        """Whether all values after a list are known and meet the goals."""
        return not plan.open and not self.distance(plan).beyond

    def _solved(
        self, most: int, expand: Callable[[EditPlan], Iterable[EditPlan]], work: float
    ) -> EditPlan | None:
        """Return the best of the shortest lists, of at most ``most`` edits, that meet all goals."""
        waiting: dict[int, dict[frozenset[MapEdit], EditPlan]] = {0: {frozenset(): self._start}}
        for length in range(most + 1):
            solved, chosen = self._picked(waiting.get(length, {}).values(), work)
            if solved:
                return min(solved, key=self._rank)
            for it in chosen if length < most else ():
                if self._work >= work:
                    break
                for child in expand(it):
                    if len(child.edits) <= most:
                        waiting.setdefault(len(child.edits), {}).setdefault(frozenset(child.edits), child)
        return None

    def _picked(self, plans: Iterable[EditPlan], work: float) -> tuple[list[EditPlan], list[EditPlan]]:
        """Return sound lists that meet all goals, the cheapest first, and those to extend if there are none.

        Of the least cost there are up to ``_COMPARED``, then others while they change something else and work is left.
        """
        chosen: list[EditPlan] = []
        solved: list[EditPlan] = []
        for count, it in enumerate(self._best_of(plans)):
            meets, cheapest = self.meets(it), solved[0].cost if solved else it.cost
            if solved and (not meets or count >= _LOOKED_AT):
                break
            if it.cost > cheapest or len(solved) >= _COMPARED:
                subjects = {one.subjects for one in solved}
                if len(subjects) >= MOST_OFFERS or self._work >= work:
                    break
                if it.subjects in subjects:
                    continue
            if not meets:
                self._keep(it)
                chosen.append(it)
            elif self._is_sound(it):
                solved.append(it)
            if len(chosen) == _WIDTH:
                break
        self._enough.extend(solved)
        return solved, chosen

    def _best_of(self, plans: Iterable[EditPlan]) -> Iterator[EditPlan]:
        """Yield fully computed lists, best first, computing no more than that takes."""

        def entry(plan: EditPlan) -> tuple[Any, ...]:
            # Ties: the hexes responsible first, then a fixed order.
            beyond, spread = self.distance(plan)
            elsewhere = sum(it.hex not in self._responsible for it in plan.hexes)
            return beyond, plan.cost, spread, elsewhere, [it.order for it in plan.edits], plan

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
        better = self.distance(plan) < self.distance(self.best) and not self.goals.harmed(plan.known)
        if better and self._is_sound(plan):
            self.best = plan

    def _is_sound(self, plan: EditPlan) -> bool:
        return self.soundness.is_kept_by(self.contest.after(plan.hexes))

    # -- measures -------------------------------------------------------------------------------------------

    def _contest_of(self, plan: EditPlan) -> Contest:
        if plan.contest is None:
            plan.contest = self.contest.after(plan.hexes)
        return plan.contest

    def _looked_at(self, plan: EditPlan) -> EditPlan:
        """Return a list with the next measures computed: those requested, then the quick ones, then the rest."""
        wanted = plan.open & set(self.goals.wanted)
        quick = {it for it in plan.open if not MEASURES[it].is_sighted}
        now = wanted or quick or plan.open
        contest = self._contest_of(plan)
        self._spend(sum(work_of(it) for it in now))
        known = {**plan.known, **self.goals.look(contest, self.movers, now)}
        # The contest's caches take much memory, and few lists are extended.
        plan.contest = None
        return EditPlan(plan.edits, known, plan.open - now)

    def _child(self, plan: EditPlan, edits: tuple[MapEdit, ...]) -> EditPlan | None:
        """Return a list with more edits and the measures requested computed; None if it is invalid."""
        changed: set[tuple[object, ...]] = set()
        for it in (*plan.edits, *edits):
            if changed & it.targets:
                return None
            changed |= it.targets
        before = self._contest_of(plan)
        try:
            after = before.after(hex_edits(edits))
            if not self.soundness.may_be_kept_by(after):
                return None
            open_ = touched(before, after, self.movers, hex_edits(edits)) & self.goals.measures
            child = EditPlan((*plan.edits, *edits), plan.known, open_, after)
            if open_ & set(self.goals.wanted):
                return self._looked_at(child)
            child.contest = None
        except FairgroundError:
            # Such as a party that has no hex left.
            return None
        return child

    def _spend(self, work: float) -> None:
        self._work += round(work)
        share = min(self._work / (self._most_work + ExhaustiveSearch.work_for(self.contest)), 0.99)
        if self._progress is not None and share > self._told:
            self._told = share
            self._progress(share)

    def _designed(self, plan: EditPlan) -> Iterator[EditPlan]:
        """Yield the list with one more edit of a whole zone, objective or feature, as far as the work allows."""
        for it in Designs(self._contest_of(plan), self._allowed).every():
            if self._work >= _DESIGNING * self._most_work:
                return
            image = self.soundness.images.of(it)
            yield from () if image is None else self._children(plan, [(image,)])

    def _likened(self, plan: EditPlan) -> Iterator[EditPlan]:
        """Yield the list with one more hex made like its image."""
        for key in self.goals.unmet(plan.known)[:1]:
            search, trials = self._search(plan, key)
            found = search.likened_edits
            if len(found) > _WAYS:
                found = [it for trial in search.likened() for it in trial.edits]
            self._count(trials)
            yield from self._children(plan, self._map_edits(((it,) for it in found), found))

    def _any(self, plan: EditPlan) -> Iterator[EditPlan]:
        """Yield the list with one more edit that helps or, where none does, two beside each other."""
        leads = self.goals.unmet(plan.known)[:_LEADS]
        found: list[tuple[MapEdit, ...]] = []
        for key in leads:
            found = self._better(plan, key, EditSearch.better_than)
            if found:
                break
        for key in leads[:1] if not found and len(plan.edits) + 2 <= self._most_edits else ():
            found = self._better(plan, key, EditSearch.pairs_better_than)
        yield from self._children(plan, found)

    def _better(
        self, plan: EditPlan, key: MeasureKey, look: Callable[[EditSearch, Unfairness], list[Trial]]
    ) -> list[tuple[MapEdit, ...]]:
        search, trials = self._search(plan, key)
        if trials.base is None:
            return []
        found = look(search, trials.unfairness(trials.base))
        self._count(trials)
        return list(self._map_edits((it.edits for it in found), search.likened_edits))

    def _map_edits(
        self, found: Iterable[tuple[Edit, ...]], likened: Collection[Edit]
    ) -> Iterator[tuple[MapEdit, ...]]:
        """Yield edits of single hexes with their images, without those that aren't possible."""
        for edits in found:
            images = [self.soundness.images.of(MapEdit.of_hex(it, likened=it in likened)) for it in edits]
            possible = [it for it in images if it is not None]
            if len(possible) == len(edits):
                yield tuple(dict.fromkeys(possible))

    def _search(self, plan: EditPlan, key: MeasureKey) -> tuple[EditSearch, Trials]:
        contest, measured = self._contest_of(plan), plan.known[key]
        who = [it for it in self.movers if it.class_id == key.class_id]
        trials = Trials(contest, who, self.goals.standards[key.measure], key.measure, key.range_band)
        near = contest.void & False if measured is None or measured.hexes is None else measured.hexes
        share = _NEXT if plan.edits else _FIRST
        work = round(share * self._most_work)
        search = EditSearch(
            trials, near, allowed=self._allowed, work=work, images=self.soundness.images.of_hexes
        )
        return search, trials

    def _count(self, trials: Trials) -> None:
        self.tried += trials.count
        self._spend(trials.work)

    def _children(self, plan: EditPlan, found: Iterable[tuple[MapEdit, ...]]) -> Iterator[EditPlan]:
        """Yield the list extended by each of the first few edits, no two of them in the same hexes."""
        seen = set()
        for edits in found:
            hexes = frozenset(it.hex for it in hex_edits(edits))
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
        return self.distance(without) <= self.distance(plan) and not self.goals.harmed(without.known)

    def _in_full(self, edits: tuple[MapEdit, ...]) -> EditPlan | None:
        if not edits:
            return self._start
        plan = EditPlan(edits, self._start.known, self.goals.measures)
        try:
            while plan.open:
                plan = self._looked_at(plan)
        except FairgroundError:
            return None
        return plan
