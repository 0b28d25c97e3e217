"""Values of a measure for each party, before they are rated, and numbers as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.scenario.fairness_titles_and_limits import By

    Mask = NDArray[np.bool_]

#: The value of each party, by its id; None for none, such as the time to reach something unreachable.
Values = Mapping[str, Fraction | None]


@dataclass(frozen=True, eq=False)
class MeasuredValues:
    """The values of a measure, for some classes and maybe one weapon band.

    ``values`` has one for each party, or is empty. ``pairs`` are the values from a party to another one, or to an objective,
    that they come from. ``hexes``, ``[rows, columns]``, are those to mark on the map. ``range_band`` is the id of the
    weapon band. ``by`` are the figures rated here, of those that the measure has bands for; None for all. ``reason`` says
    why the values aren't rated; empty if they are.
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
        """Whether there is something to rate: no reason against it, and some party has a value."""
        return not self.reason and any(it is not None for it in self.values.values())


def not_compared(measure: str, reason: str) -> MeasuredValues:
    """Return the lack of values of a measure that makes no sense on this board."""
    return MeasuredValues(measure, reason, reason=reason)


def imbalance(values: list[Fraction]) -> Fraction:
    """Return (max - min) / max of values that are 0 or more; 0 if max is 0 or there are none."""
    most = max(values, default=Fraction(0))
    return (most - min(values)) / most if most else Fraction(0)


def listed(values: Values, never: str = "never") -> str:
    """Return values as text: ``3 for North, 3.5 for South``."""
    return ", ".join(f"{never if it is None else plain(it)} for {party}" for party, it in values.items())


def percentages(values: Values) -> str:
    """Return shares as text: ``40% for North, 37.5% for South``, and ``none`` for None."""
    return ", ".join(f"{'none' if it is None else percent(it)} for {party}" for party, it in values.items())


def plain(value: Fraction, *, decimals: int = 2) -> str:
    """Return a number with at most so many decimals, at least one, without trailing zeros."""
    return f"{float(value):.{decimals}f}".rstrip("0").rstrip(".")


def percent(share: Fraction, *, decimals: int = 1) -> str:
    """Return a share as a percentage with at most so many decimals, at least one."""
    # The quotient of two whole numbers is rounded as the fraction would be, in a tenth of the time.
    return f"{100 * share.numerator / share.denominator:.{decimals}f}".rstrip("0").rstrip(".") + "%"


def lowest(values: Values) -> list[str]:
    """Return the parties with the least value, of those that have one."""
    known = {party: it for party, it in values.items() if it is not None}
    return [party for party, it in known.items() if it == min(known.values())]


def highest(values: Values) -> list[str]:
    """Return the parties with the greatest value, of those that have one."""
    known = {party: it for party, it in values.items() if it is not None}
    return [party for party, it in known.items() if it == max(known.values())]


def uneven(values: Values) -> bool:
    """Whether the values differ."""
    return len(set(values.values())) > 1
