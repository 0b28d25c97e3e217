"""Soundness: whether edits leave a scenario without new errors and without a zone that is walled in."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.movement.areas import Areas
from fairground.core.validation.errors import errors_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario

    #: A class with its mode, and the places of two parties of which it gets from the first to the second.
    Link = tuple[str, str, int, int]


class Soundness:
    """What edits of a contest must keep: no new errors in validation, and every way from one party's zones to another's.

    The ways are those of ``movers``.
    """

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
