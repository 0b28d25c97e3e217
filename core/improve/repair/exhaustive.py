"""The exhaustive search: every list of a few edits, the shortest first, as far as the work allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.errors import FairgroundError
from fairground.core.improve.repair.designs import Designs
from fairground.core.improve.repair.map_edit import MapEdit, hex_edits
from fairground.core.metrics.fairness.candidates import Candidates
from fairground.core.metrics.fairness.symmetry import best_likeness
from fairground.core.metrics.fairness.trials import touched, work_of
from fairground.core.scenario.fairness_titles_and_limits import MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from fairground.core.improve.repair.goals import Distance, Goals, Known, Soundness
    from fairground.core.metrics.fairness.candidates import Allowed
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.movement.mover import Mover

    #: A list of edits, and the distance of the worst measure from its goal after them.
    _Tried = tuple[tuple[MapEdit, ...], Distance]

#: The work allowed, in the unit of ``work_of``, on a board of ``_HEXES``; on smaller boards more, up to a factor.
_WORK, _HEXES, _MORE = 400, 900, 4
#: The work of a measure of sight on the smallest board, and the additional work on a board of ``_HEXES``.
_SIGHTS, _MORE_SIGHTS = 2, 23
#: The most work of a measure for all movers, as a multiple of that for one: many of them make the same steps.
_MOVERS: Final = 4


class ExhaustiveSearch:
    """Tries every list of edits, of length 1, then 2 and so on, until the work is used up.

    ``ruled_out`` is the greatest length up to which every list was tried and none meets the goals. ``tried`` counts the
    lists. The order, and so the answer, is always the same.
    """

    def __init__(
        self,
        contest: Contest,
        movers: Sequence[Mover],
        goals: Goals,
        known: Known,
        allowed: Allowed,
        soundness: Soundness,
        spend: Callable[[float], None],
    ) -> None:
        self._contest, self._movers, self._goals = contest, movers, goals
        self._allowed, self._soundness, self._spend = allowed, soundness, spend
        self._size = contest.board.terrain.size
        self._left = float(self.work_for(contest))
        # Quick measures first: most lists fail there.
        leads = dict.fromkeys((it.measure, it.class_id) for it in goals.unmet_of_all(known))
        self._leads = sorted(leads, key=lambda it: MEASURES[it[0]].is_sighted)
        self.ruled_out = self.tried = 0

    @staticmethod
    def work_for(contest: Contest) -> int:
        """Return the work allowed for the search."""
        return round(_WORK * min(max(_HEXES / contest.board.terrain.size, 1), _MORE))

    def shortest(self, most: int) -> tuple[MapEdit, ...] | None:
        """Return the first list of at most ``most`` edits that meets all goals; None if none was found."""
        layer: list[tuple[MapEdit, ...]] = [()]
        for length in range(1, most + 1):
            if length == 1 and not self._is_affordable():
                return None
            tried: list[_Tried] = []
            for edits, contest in self._lists(layer):
                if self._left <= 0:
                    return None
                self._contest.watch.look()
                self.tried += 1
                try:
                    distance = self._distance(contest)
                    if not distance.beyond and self._meets(edits, contest):
                        return edits
                except FairgroundError:
                    # Such as a party that has no hex left.
                    continue
                tried.append((edits, distance))
            self.ruled_out = length
            # The most promising first, in case the work runs out.
            layer = [edits for edits, _ in sorted(tried, key=lambda it: it[1])]
        return None

    def _is_affordable(self) -> bool:
        """Whether every single edit can be tried."""
        return len(self._edits(self._contest)) * self._work_of(self._leads[0][0]) <= self._left

    def _lists(self, shorter: Iterable[tuple[MapEdit, ...]]) -> Iterator[tuple[tuple[MapEdit, ...], Contest]]:
        """Yield every list with one more edit, once for any order of its edits, with its contest."""
        seen = set()
        for edits in shorter:
            before = self._contest.after(hex_edits(edits))
            changed = frozenset().union(*(it.targets for it in edits))
            for edit in self._edits(before):
                together = frozenset((*edits, edit))
                if edit.targets & changed or together in seen:
                    continue
                seen.add(together)
                try:
                    after = before.after(edit.edits)
                except FairgroundError:
                    continue
                yield (*edits, edit), after

    def _edits(self, contest: Contest) -> list[MapEdit]:
        """Return every edit, of whole parts and of single hexes, the cheapest first."""
        candidates = Candidates(contest, contest.void & False, best_likeness(contest), self._allowed)
        likened = {*candidates.likened()}
        singles = [MapEdit.of_hex(it, likened=it in likened) for it in candidates.every()]
        every = [*Designs(contest, self._allowed).every(), *singles]
        found = dict.fromkeys(image for it in every if (image := self._soundness.images.of(it)) is not None)
        return sorted(found, key=lambda it: it.order)

    def _distance(self, contest: Contest) -> Distance:
        """Return the distance from the goals of the first measure that misses them for a class, else of the last."""
        for measure, class_id in self._leads:
            who = [it for it in self._movers if it.class_id == class_id]
            self._pay({measure}, who)
            looked_at = self._goals.look(contest, who, {measure})
            distance = self._goals.distance(
                {key: it for key, it in looked_at.items() if key.class_id == class_id}
            )
            if distance.beyond:
                break
        return distance

    def _meets(self, edits: tuple[MapEdit, ...], contest: Contest) -> bool:
        """Whether a list meets every goal and is sound."""
        wanted, every = set(self._goals.wanted), self._goals.measures
        changed = touched(self._contest, contest, self._movers, hex_edits(edits))
        sighted = {it for it in every - wanted if MEASURES[it].is_sighted}
        for measures in (every & wanted, every - wanted - sighted, sighted):
            now = measures & changed
            self._pay(now, self._movers)
            if self._goals.distance(self._goals.look(contest, self._movers, now)).beyond:
                return False
        return self._soundness.is_kept_by(contest)

    def _work_of(self, measure: str) -> float:
        return (
            _SIGHTS + _MORE_SIGHTS * self._size / _HEXES if MEASURES[measure].is_sighted else work_of(measure)
        )

    def _pay(self, measures: Collection[str], movers: Sequence[Mover]) -> None:
        work = sum(map(self._work_of, measures)) * min(len(movers), _MOVERS)
        self._left -= work
        self._spend(work)
