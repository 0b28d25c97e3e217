"""A measure of fairness: the hexes that each side can reach in two turns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from fairground.core.plugin_api import (
    Band,
    By,
    MeasuredValues,
    MeasureInput,
    MeasurePlugin,
    MeasureSpec,
    MeasureUnit,
)

if TYPE_CHECKING:
    from fairground.core.plugin_api import Distances, Mover

SPEC = MeasureSpec(
    "early-room",
    "room after two turns",
    MeasureUnit.HEXES,
    # The value depends on the cost of each step and on the movement points of the class.
    frozenset((MeasureInput.STEPS, MeasureInput.MOVER)),
    # Green up to 10% apart, amber up to 20%.
    {By.IMBALANCE: Band(Fraction(1, 10), Fraction(1, 5))},
    meaning="How many hexes a side can reach in its first two turns.",
    better="higher",
)


def early_room(distances: Distances, mover: Mover) -> MeasuredValues:
    """Return the number of hexes that each party reaches in two turns."""
    values: dict[str, Fraction | None] = {
        party.id: Fraction(int(distances.reached(number, mover, turns=2).sum()))
        for number, party in enumerate(distances.contest.parties)
    }
    counts = ", ".join(
        f"{title} {count}" for title, count in distances.contest.titled(values).items() if count is not None
    )
    return MeasuredValues("early-room", f"Hexes within two turns: {counts}.", values)


MEASURE = MeasurePlugin(SPEC, early_room)
