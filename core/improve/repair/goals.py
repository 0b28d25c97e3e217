"""Goals of a repair, and lists of edits on the way to them: the band that each measure must reach or keep; and its soundness: ways and style kept, no new errors."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.finding import Severity
from fairground.core.improve.map_style import MapStyle
from fairground.core.improve.repair.map_edit import EditImages, hex_edits, total_cost
from fairground.core.metrics.fairness.measure_functions import compute_measures
from fairground.core.metrics.fairness.measured_values import imbalance
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import FAR_PAST_GREEN, judged
from fairground.core.metrics.fairness.report import MeasureKey
from fairground.core.metrics.territory import NEVER, points_from
from fairground.core.movement.areas import Areas, in_play, on_foot
from fairground.core.scenario.mission import places_to_go
from fairground.core.validation.validator import validate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.improve.repair.map_edit import MapEdit
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec, Verdict
    from fairground.core.scenario.hex_edits import Edit

    Mask = NDArray[np.bool_]
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


class Soundness:
    """The conditions on edits: all ways stay, the map keeps its style, and validation has no new errors."""

    def __init__(self, contest: Contest, movers: Sequence[Mover]) -> None:
        self._contest = contest
        self.ways = KeptWays(contest, movers)
        self._style = MapStyle(contest.scenario)
        #: Adds the images of edits, so that a symmetric map stays symmetric.
        self.images = EditImages(contest)

    def is_kept_by(self, contest: Contest) -> bool:
        """Whether an edited contest, made by ``after``, is sound."""
        kept = self._style.is_kept_by(contest.scenario) and self.ways.are_kept_by(contest)
        return kept and not _errors(contest.scenario) - self._errors

    def may_be_kept_by(self, contest: Contest) -> bool:
        """Whether an edited contest keeps the style, and the ways of the movers measured, which is quicker to check."""
        return self._style.is_kept_by(contest.scenario) and self.ways.are_kept_by(contest, measured_only=True)

    @cached_property
    def _errors(self) -> Counter[tuple[object, ...]]:
        return _errors(self._contest.scenario)


def _errors(scenario: Scenario) -> Counter[tuple[object, ...]]:
    """Return the number of errors of a scenario by code and place, and of units outside their zones."""
    return Counter(
        (it.code, it.place.path)
        for it in validate(scenario)
        if it.severity is Severity.ERROR or it.code == "unit.outside-zone"
    )


#: The values of every rating that counts; None if they can't be compared any more.
Known = dict[MeasureKey, "MeasuredValues | None"]


class Distance(NamedTuple):
    """The distance of a board from all goals; less is better.

    ``beyond`` adds up how far each is past the limit of its band, ``spread`` how far apart the values requested are.
    """

    beyond: Fraction
    spread: Fraction


@dataclass(eq=False)
class EditPlan:
    """A list of edits with the known values after them; ``open`` are the measures that must be computed again."""

    edits: tuple[MapEdit, ...]
    known: Known
    open: frozenset[str] = frozenset()
    contest: Contest | None = field(default=None, repr=False)
    #: The distance of the known values from the goals; None if it wasn't computed yet.
    distance: Distance | None = field(default=None, repr=False)

    @property
    def hexes(self) -> tuple[Edit, ...]:
        """The edits of hexes, in order."""
        return hex_edits(self.edits)

    @property
    def cost(self) -> int:
        """The cost of the edits."""
        return total_cost(self.edits)

    @property
    def subjects(self) -> frozenset[tuple[str, str]]:
        """The kinds of edit with the zones and objectives that they change; lists are different offers if these differ."""
        return frozenset(
            (edit.kind, next((it.zone or it.objective for it in edit.edits if it.zone or it.objective), ""))
            for edit in self.edits
        )


@dataclass(frozen=True, eq=False)
class Goals:
    """The worst acceptable band of each rating, in ``bounds``.

    For the measures ``wanted`` it is the band requested; every other one that gates must not get worse.
    """

    wanted: tuple[str, ...]
    bounds: Mapping[MeasureKey, Verdict]
    standards: Mapping[str, MeasureSpec]
    roles: Mapping[str, str]

    @classmethod
    def of(
        cls, report: Fairness, wanted: tuple[str, ...], band: Verdict, standards: Mapping[str, MeasureSpec]
    ) -> Goals:
        """Return the goals for the board of a report."""
        bounds = {
            key: band if key.measure in wanted else verdict
            for key, verdict in bands_of(report).items()
            if verdict is not None and (key.measure in wanted or standards[key.measure].gates)
        }
        return cls(wanted, bounds, standards, {it.id: it.role for it in report.parties})

    @property
    def measures(self) -> frozenset[str]:
        """The ids of all measures that count."""
        return frozenset(it.measure for it in self.bounds)

    def look(self, contest: Contest, movers: Sequence[Mover], measures: Collection[str]) -> Known:
        """Return the values of some of the measures on a contest."""
        known: Known = {key: None for key in self.bounds if key.measure in measures}
        contest.watch.look()
        for classes, it in compute_measures(contest, movers, measures, ProgressWatch()):
            for kind in classes:
                key = MeasureKey(it.id, it.range_band, kind)
                if key in known and it.is_judged:
                    known[key] = it
        return known

    def beyond(self, key: MeasureKey, measured: MeasuredValues | None) -> Fraction:
        """Return how far values are past the limit of their band, in widths of the amber band."""
        bound = self.bounds[key]
        if measured is None:
            return FAR_PAST_GREEN
        found = judged(measured, self.standards[key.measure], self.roles)
        return sum((it.beyond(bound) for it in found), Fraction(0))

    def distance(self, known: Known) -> Distance:
        """Return the distance of a board from the goals, by its known values."""
        spread = Fraction(0)
        for key, measured in known.items():
            if measured is not None and key.measure in self.wanted:
                spread += imbalance([it for it in measured.values.values() if it is not None])
        return Distance(sum((self.beyond(*it) for it in known.items()), Fraction(0)), spread)

    def room(self, known: Known) -> Fraction:
        """Return how far all figures are within the limits of their bands, in widths of the amber band, each at most 1."""
        total = Fraction(0)
        for key, measured in known.items():
            if measured is not None:
                for it in judged(measured, self.standards[key.measure], self.roles):
                    total += min(it.within(self.bounds[key]), Fraction(1))
        return total

    def harmed(self, known: Known) -> bool:
        """Whether a measure that wasn't requested is in a worse band than before."""
        return any(key.measure not in self.wanted and self.beyond(key, it) for key, it in known.items())

    def unmet(self, known: Known) -> list[MeasureKey]:
        """Return the worst rating of each measure that misses its goal, farthest first."""
        worst: dict[str, MeasureKey] = {}
        for key in self.unmet_of_all(known):
            worst.setdefault(key.measure, key)
        return [*worst.values()]

    def unmet_of_all(self, known: Known) -> list[MeasureKey]:
        """Return all ratings that miss their goal, farthest first."""
        far = {key: self.beyond(key, measured) for key, measured in known.items()}
        return sorted((it for it in far if far[it]), key=lambda it: -far[it])

    def met_by(self, report: Fairness) -> bool:
        """Whether a whole report meets the goals."""
        bands = bands_of(report)
        return all(
            (verdict := bands.get(key)) is not None and verdict.severity <= bound.severity
            for key, bound in self.bounds.items()
        )


def bands_of(report: Fairness) -> dict[MeasureKey, Verdict | None]:
    """Return the rating of every measure for every class; the class is empty if it has none."""
    return {key: it.band for key, it in report.by_class.items()}
