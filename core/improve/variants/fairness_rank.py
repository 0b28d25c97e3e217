"""Standing: how fair a board is by several measures at once, so that of two the fairer can be told."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.metrics.fairness.ratings import judged
from fairground.core.scenario.fairness_bands import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.scenario.fairness_bands import Standard


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
    readings: Iterable[MeasuredValues], standards: Mapping[str, Standard], roles: Mapping[str, str]
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
