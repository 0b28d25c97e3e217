"""Deltas: how each measure is judged of a variant, beside the sketch, whatever class or weapon band it is for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairground.core.metrics.fairness.report import number

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.scenario.fairness_bands import Verdict


@dataclass(frozen=True, slots=True)
class RatedMeasure:
    """The worst band of a measure, and how far apart the parties are at most, (max - min) / max; None where it has none."""

    band: Verdict | None
    apart: Fraction | None


@dataclass(frozen=True, slots=True)
class Delta:
    """A measure of the sketch and of a variant."""

    id: str
    title: str
    gates: bool
    before: RatedMeasure
    after: RatedMeasure

    @property
    def better(self) -> bool | None:
        """Whether it ends in a better band, or in a worse one (False); None where it does neither."""
        one, other = self.before.band, self.after.band
        if one is None or other is None or one is other:
            return None
        return other.severity < one.severity

    def to_json(self) -> dict[str, Any]:
        """Return the delta as plain data."""
        return {
            "id": self.id,
            "gate": self.gates,
            "imbalance": [number(self.before.apart), number(self.after.apart)],
            "band": [it.band and it.band.value for it in (self.before, self.after)],
        }


def deltas(before: Fairness, after: Fairness) -> tuple[Delta, ...]:
    """Return every measure of two reports, in their order; both measure the same."""
    was = _grouped(before.measures)
    return tuple(
        Delta(name, it[0].title, it[0].gates, _judged(was.get(name, ())), _judged(it))
        for name, it in _grouped(after.measures).items()
    )


def _grouped(measures: Iterable[Measure]) -> dict[str, list[Measure]]:
    found: dict[str, list[Measure]] = {}
    for it in measures:
        found.setdefault(it.id, []).append(it)
    return found


def _judged(measures: Iterable[Measure]) -> RatedMeasure:
    found = list(measures)
    return RatedMeasure(
        max((it.band for it in found if it.band is not None), key=lambda it: it.severity, default=None),
        max((it.imbalance for it in found if it.imbalance is not None), default=None),
    )
