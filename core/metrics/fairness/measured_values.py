"""Readings: what a measure says of each party, before anybody judges it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.scenario.fairness_bands import By

    Mask = NDArray[np.bool_]

#: What a measure says of each party, by its id; None where there is no value, such as the time to what is never reached.
Values = Mapping[str, Fraction | None]


@dataclass(frozen=True, eq=False)
class MeasuredValues:
    """What a measure found.

    ``values`` has one for each party, or none at all. ``pairs`` holds what they come from: a value from a party to
    another one, or to an objective. ``hexes``, ``[rows, columns]``, are those that the text speaks of. ``range_band`` is
    the id of the weapon band that is meant. ``by`` names what is judged here, of that for which the measure has bands;
    None is all. ``reason`` says why nothing can be judged; it is empty where something can. Where no
    party has a value, nothing is judged either.
    """

    id: str
    text: str
    values: Values = field(default_factory=dict)
    pairs: Mapping[tuple[str, str], Fraction | None] = field(default_factory=dict)
    hexes: Mask | None = None
    range_band: str | None = None
    by: frozenset[By] | None = None
    reason: str = ""

    @property
    def is_judged(self) -> bool:
        """Whether there is anything to judge: a reason not to is missing, and some party has a value."""
        return not self.reason and any(it is not None for it in self.values.values())


def not_compared(measure: str, reason: str) -> MeasuredValues:
    """Return the reading of a measure that makes no sense on this board."""
    return MeasuredValues(measure, reason, reason=reason)


def imbalance(values: list[Fraction]) -> Fraction:
    """Return (max - min) / max of some values, 0 where the greatest is 0 or there are none; values are 0 or more."""
    most = max(values, default=Fraction(0))
    return (most - min(values)) / most if most else Fraction(0)


def listed(values: Values, never: str = "never") -> str:
    """Return values in words: ``north 3, south 7/2``."""
    return ", ".join(f"{party} {never if it is None else plain(it)}" for party, it in values.items())


def percentages(values: Values) -> str:
    """Return shares in words: ``north 40 %, south 37.5 %``; a share of no hexes is none."""
    return ", ".join(f"{party} {'none' if it is None else percent(it)}" for party, it in values.items())


def plain(value: Fraction) -> str:
    """Return a number with at most two decimals; whole ones have none."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def percent(share: Fraction) -> str:
    """Return a share as a percentage with at most one decimal."""
    return f"{float(100 * share):.1f}".removesuffix(".0") + " %"


def lowest(values: Values) -> list[str]:
    """Return the parties with the least value; those without a value do not count."""
    known = {party: it for party, it in values.items() if it is not None}
    return [party for party, it in known.items() if it == min(known.values())]


def highest(values: Values) -> list[str]:
    """Return the parties with the greatest value; those without a value do not count."""
    known = {party: it for party, it in values.items() if it is not None}
    return [party for party, it in known.items() if it == max(known.values())]


def uneven(values: Values) -> bool:
    """Return whether the values are not all the same."""
    return len(set(values.values())) > 1


def gap(values: Values) -> str:
    """Return a sentence on how far the last lags behind the first in what is good to have much of; empty if it does not."""
    known = [it for it in values.values() if it is not None]
    if not uneven(values) or len(known) < len(values):
        return ""
    few, many = lowest(values)[0], highest(values)[0]
    return f" {few} has {percent(imbalance(known))} less than {many}."
