"""The ways that a repair must keep: between parties and to objectives, for each class, with their cheapest costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.metrics.territory import NEVER, points_from
from fairground.core.movement.areas import Areas
from fairground.core.movement.travellers import in_play, on_foot
from fairground.core.scenario.scoring import places_to_go

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover

    Mask = NDArray[np.bool_]

    #: The number of a mover, that of a party, and the id of its goal.
    _Way = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class WayCost:
    """The cheapest way of a class from a party's zones to a goal: another party's zones, an objective, or a task's zone.

    ``start`` and ``goal`` are titles. ``before`` and ``after`` are its costs in movement points without and with the edits;
    None without a way.
    """

    class_id: str
    mode_id: str
    start: str
    goal: str
    before: Fraction | None
    after: Fraction | None

    @property
    def is_kept(self) -> bool:
        """Whether there is a way after the edits, if there was one before."""
        return self.before is None or self.after is not None


class _Goal(NamedTuple):
    """A goal of a party: an enemy's zones, an objective, or a zone that a task names."""

    id: str
    title: str
    mask: Mask


#: For each goal that a party can go to: the hexes of its zones, as cells, from which it can't.
_Links = dict[tuple[int, str], frozenset[int]]


class KeptWays:
    """Says whether edits keep all ways of a contest, for each class in play and each mover measured.

    A way is kept if the party can still go to the goal, and if no hex of its zones is cut off from the goal that wasn't
    before. Costs don't matter. Movers with equal steps are looked at once.
    """

    def __init__(self, contest: Contest, movers: Sequence[Mover]) -> None:
        self._contest = contest
        every = (*movers, *on_foot(in_play(contest.scenario)))
        #: All movers, each once: those measured, then the classes in play.
        self.movers = tuple({(it.class_id, it.mode_id): it for it in every}.values())
        self._measured = len({(it.class_id, it.mode_id) for it in movers})
        self._areas: dict[int, Areas] = {}
        self._before = self._links(contest, self.movers)

    def are_kept_by(self, contest: Contest, *, measured_only: bool = False) -> bool:
        """Whether an edited contest, made by ``after``, has all ways that there were, at least of the movers measured."""
        movers = self.movers[: self._measured] if measured_only else self.movers
        return all(
            before is after or all(link in after and after[link] <= stuck for link, stuck in before.items())
            for before, after in zip(self._before, self._links(contest, movers), strict=False)
            for link, stuck in before.items()
        )

    def costs(self, contest: Contest) -> tuple[WayCost, ...]:
        """Return the cheapest ways before edits and on the contest after them, by mover, party and goal."""
        after = dict(self._cheapest(contest))
        titles = [party_title(self._contest, at) for at in range(len(self._contest.parties))]
        goals = [{it.id: it.title for it in _goals(self._contest, at)} for at in range(len(titles))]
        return tuple(
            WayCost(
                self.movers[mover].class_id,
                self.movers[mover].mode_id,
                titles[party],
                goals[party][goal],
                before,
                after.get((mover, party, goal)),
            )
            for (mover, party, goal), before in self._cheapest(self._contest)
        )

    def _cheapest(self, contest: Contest) -> Iterator[tuple[_Way, Fraction | None]]:
        for at, mover in enumerate(self.movers):
            steps = contest.steps(mover)
            for party, it in enumerate(contest.parties):
                far = points_from(steps, it.mask)
                for goal in _goals(contest, party):
                    costs = far[goal.mask & steps.may_end & (far != NEVER)]
                    cost = Fraction(int(costs.min()), steps.scale) if costs.size else None
                    yield (at, party, goal.id), cost

    def _links(self, contest: Contest, movers: Sequence[Mover]) -> list[_Links]:
        """Return the links of each mover."""
        found: dict[int, _Links] = {}
        for mover in movers:
            steps = contest.steps(mover)
            # Movers that pay the same share their arrays.
            if id(steps.cost) not in found:
                found[id(steps.cost)] = dict(_linked(contest, steps, self._areas_of(mover, steps)))
        return [found[id(contest.steps(it).cost)] for it in movers]

    def _areas_of(self, mover: Mover, steps: Steps) -> Areas:
        """Return the areas of a mover with some steps, cached for those that edits don't change."""
        if steps is not self._contest.steps(mover):
            return Areas(steps)
        return self._areas.setdefault(id(steps.cost), Areas(steps))


def _linked(contest: Contest, steps: Steps, areas: Areas) -> Iterator[tuple[tuple[int, str], frozenset[int]]]:
    """Yield each party and goal that it can go to, with the hexes of its zones from which it can't."""
    for party, it in enumerate(contest.parties):
        starts = it.mask & steps.may_end
        labels, cells = areas.labels[starts], np.flatnonzero(starts.ravel())
        reached = {
            number: areas.numbers_reached(starts & (areas.labels == number))
            for number in np.unique(labels).tolist()
        }
        for goal in _goals(contest, party):
            ends = frozenset(np.unique(areas.labels[goal.mask & steps.may_end]).tolist())
            good = [number for number, there in reached.items() if not ends.isdisjoint(there)]
            if good:
                yield (party, goal.id), frozenset(cells[~np.isin(labels, good)].tolist())


def party_title(contest: Contest, party: int) -> str:
    """Return the title of a party: of its zone, if it has one zone, else of its side, or the name of its team."""
    it = contest.parties[party]
    zones = [contest.scenario.zone_title(zone) for zone in it.zones]
    if len(zones) == 1:
        return zones[0]
    sides = [side.title for side in contest.scenario.sides if side.id in it.sides]
    return sides[0] if len(sides) == 1 else it.id


def _goals(contest: Contest, party: int) -> Iterator[_Goal]:
    """Yield the zones of a party's enemies, the objectives it can win, and the zones and objectives of its tasks."""
    for enemy in contest.enemies(party):
        it = contest.parties[enemy]
        yield _Goal(f"enemy {it.id}", party_title(contest, enemy), it.mask)
    for goal in places_to_go(contest.scenario, contest.parties[party].sides):
        mask = goal.shape.mask(contest.board) & ~contest.void
        yield _Goal(f"{type(goal).__name__} {goal.id}", goal.title, mask)
