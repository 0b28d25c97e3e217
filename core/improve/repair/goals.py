"""Goals of a repair, and lists of edits on the way to them: the band that each measure must reach or keep; and its soundness: ways and style kept, no new errors."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.finding import Severity
from fairground.core.improve.map_style import MapStyle
from fairground.core.improve.repair.kept_ways import KeptWays
from fairground.core.improve.repair.map_edit import EditImages, hex_edits, total_cost
from fairground.core.metrics.fairness.measure_functions import compute_measures
from fairground.core.metrics.fairness.measured_values import imbalance
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import NEVER, judged
from fairground.core.metrics.fairness.report import MeasureKey
from fairground.core.validation.validator import validate

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from fairground.core.improve.repair.map_edit import MapEdit
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec
    from fairground.core.scenario.fairness_verdicts import Verdict
    from fairground.core.scenario.hex_edits import Edit


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
            return NEVER
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
