"""Bands: the limits between green, amber and red."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from fractions import Fraction


class Verdict(StrEnum):
    """A rating of fairness, best first."""

    GREEN = "green"
    AMBER = "amber"
    RED = "red"

    @property
    def severity(self) -> int:
        """0 for green, 1 for amber, 2 for red."""
        return list(Verdict).index(self)


class By(StrEnum):
    """The figure of the parties' values that is rated."""

    #: (max - min) / max; 0 where max is 0.
    IMBALANCE = "imbalance"
    #: max - min.
    DIFFERENCE = "difference"
    #: The least value, which should be large.
    LOWEST = "lowest"
    #: The greatest value, which should be small.
    HIGHEST = "highest"

    @property
    def compares(self) -> bool:
        """Whether the figure compares parties, rather than rating each by itself."""
        return self in (By.IMBALANCE, By.DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Band:
    """The limits of green and of amber, both included; beyond amber is red.

    They are upper limits, except for ``By.LOWEST``, where they are lower limits.
    """

    green: Fraction
    amber: Fraction

    def judge(self, by: By, value: Fraction) -> Verdict:
        """Return the rating of a value."""
        sign = -1 if by is By.LOWEST else 1
        if sign * value <= sign * self.green:
            return Verdict.GREEN
        return Verdict.AMBER if sign * value <= sign * self.amber else Verdict.RED


def overall(bands: Iterable[Verdict | None], roles: Collection[str]) -> Verdict | None:
    """Return the verdict of the measures that decide: their worst rating, None without any.

    It is never green for parties with different ``roles``: equal ground doesn't give an escort and an ambush equal chances.
    """
    worst = max((it for it in bands if it is not None), key=lambda it: it.severity, default=None)
    return None if worst is Verdict.GREEN and len(set(roles)) > 1 else worst
