"""The goals of a repair, how far a scenario is from them, and whether edits keep it sound."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.metrics.fairness.measured_values import imbalance
from fairground.core.metrics.fairness.measures import readings
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.ratings import NEVER, judged
from fairground.core.movement.areas import Areas
from fairground.core.validation.validator import errors_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_bands import Standard, Verdict

    #: A class with its mode, and the places of two parties of which it gets from the first to the second.
    Link = tuple[str, str, int, int]


class Soundness:
    """What edits must keep: no new errors in validation, and every way of ``movers`` from one party's zones to another's."""

    def __init__(self, contest: Contest, movers: Sequence[Mover]) -> None:
        self._contest, self._movers = contest, movers

    def is_kept_by(self, contest: Contest) -> bool:
        """Whether an edited contest is sound; ``contest`` came from the original one by ``after``."""
        return self._links <= set(self._links_of(contest)) and not _errors(contest.scenario) - self._errors

    @cached_property
    def _errors(self) -> Counter[tuple[object, ...]]:
        return _errors(self._contest.scenario)

    @cached_property
    def _links(self) -> set[Link]:
        return set(self._links_of(self._contest))

    def _links_of(self, contest: Contest) -> Iterator[Link]:
        """Yield which movers get from which party's zones to which other's."""
        for it in self._movers:
            steps = contest.steps(it)
            areas = Areas(steps)
            ends = [party.mask & steps.may_end for party in contest.parties]
            reached = [areas.numbers_reached(end) for end in ends]
            areas_in = [np.unique(areas.labels[end]).tolist() for end in ends]
            for i, j in contest.pairs():
                if not reached[i].isdisjoint(areas_in[j]):
                    yield it.class_id, it.mode_id, i, j


def _errors(scenario: Scenario) -> Counter[tuple[object, ...]]:
    """Return the errors of a scenario by code and place, and how many there are of each."""
    return Counter((it.code, it.place.path) for it in errors_of(scenario))


class Key(NamedTuple):
    """One thing that a report judges: a measure, in one weapon band where it is about weapons, for one class of units."""

    measure: str
    range_band: str | None
    class_id: str


#: What is known of everything that is judged; None: nothing any more that could be compared.
Known = dict[Key, "MeasuredValues | None"]


class Distance(NamedTuple):
    """How far a board is from all goals together; less is better.

    ``beyond`` adds up how far each is past the bound of its band, ``spread`` how far apart the values wanted are even so.
    """

    beyond: Fraction
    spread: Fraction


@dataclass(frozen=True, eq=False)
class Goals:
    """The band that everything judged has to be in at the end.

    That is the band asked for, for the measures wanted; every other one that gates may stay as it is. ``bounds`` has the
    worst band that is good enough.
    """

    wanted: tuple[str, ...]
    bounds: Mapping[Key, Verdict]
    standards: Mapping[str, Standard]
    roles: Mapping[str, str]

    @classmethod
    def of(
        cls, report: Fairness, wanted: tuple[str, ...], band: Verdict, standards: Mapping[str, Standard]
    ) -> Goals:
        """Return the goals for a board of which a report is known."""
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
        """Return what some of the measures say of a contest."""
        known: Known = {key: None for key in self.bounds if key.measure in measures}
        contest.watch.look()
        for classes, it in readings(contest, movers, measures, ProgressWatch()):
            for kind in classes:
                key = Key(it.id, it.range_band, kind)
                if key in known and it.is_judged:
                    known[key] = it
        return known

    def beyond(self, key: Key, reading: MeasuredValues | None) -> Fraction:
        """Return how far something is past the bound of its band, where amber is 1 wide."""
        bound = self.bounds[key]
        if reading is None:
            return NEVER
        found = judged(reading, self.standards[key.measure], self.roles)
        return sum((it.beyond(bound) for it in found), Fraction(0))

    def distance(self, known: Known) -> Distance:
        """Return how far a board is from the goals, by what is known of it."""
        spread = Fraction(0)
        for key, reading in known.items():
            if reading is not None and key.measure in self.wanted:
                spread += imbalance([it for it in reading.values.values() if it is not None])
        return Distance(sum((self.beyond(*it) for it in known.items()), Fraction(0)), spread)

    def harmed(self, known: Known) -> bool:
        """Whether something that is not wanted is in a worse band than before."""
        return any(key.measure not in self.wanted and self.beyond(key, it) for key, it in known.items())

    def unmet(self, known: Known) -> list[Key]:
        """Return what is not in its band, the farthest from it first, and of each measure the worst alone."""
        worst: dict[str, Key] = {}
        for key in self.unmet_of_all(known):
            worst.setdefault(key.measure, key)
        return [*worst.values()]

    def unmet_of_all(self, known: Known) -> list[Key]:
        """Return all that is not in its band, the farthest from it first."""
        far = {key: self.beyond(key, reading) for key, reading in known.items()}
        return sorted((it for it in far if far[it]), key=lambda it: -far[it])

    def met_by(self, report: Fairness) -> bool:
        """Whether a whole report says that everything is where it has to be."""
        bands = bands_of(report)
        return all(
            (verdict := bands.get(key)) is not None and verdict.severity <= bound.severity
            for key, bound in self.bounds.items()
        )


def bands_of(report: Fairness) -> dict[Key, Verdict | None]:
    """Return the band of every measure for every class; the class is empty where it is for none."""
    return {
        Key(it.id, it.range_band, kind): it.band for it in report.measures for kind in (it.classes or ("",))
    }
