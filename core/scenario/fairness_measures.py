"""Measures of fairness: title, meaning, unit, inputs and default bands of each.

The functions that compute them are in ``core.metrics.fairness``. The declarations are here because validation, which
knows no metrics, checks the measures that a scenario names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from fairground.core.scenario.fairness_bands import Band, By

if TYPE_CHECKING:
    from collections.abc import Mapping


class MeasureUnit(StrEnum):
    """The unit of a measure's values."""

    TURNS = "turns"
    POINTS = "movement points"
    HEXES = "hexes"
    SHARE = "share"
    LEVELS = "levels"
    WIDTH = "hexes wide"
    ROUTES = "routes"
    HARM = "damage and heat"
    ROOM = "hexes per unit"


class MeasureInput(StrEnum):
    """Something that the values of a measure are computed from."""

    #: Everything on the board, whoever moves.
    BOARD = "board"
    #: The cost of each step. Without ``MOVER``, all classes with the same costs have the same values.
    STEPS = "steps"
    #: The movement points of a class, or its height.
    MOVER = "mover"
    #: The zones as drawn: there are values even if the mover can't stand in any of them.
    ZONES = "zones"
    SIGHT = "sight"
    LEVELS = "levels"
    COVER = "cover"
    HARM = "harm"
    COOLING = "cooling"
    #: The hexes between the zones that ways have to lead through.
    CUTS = "cuts"
    #: All ways between the zones; computed once, for the classes with the most movement points.
    TRAFFIC = "traffic"


@dataclass(frozen=True)
class MeasureSpec:
    """A measure of fairness.

    ``meaning`` says in a sentence what it is about. ``bands`` are the limits of each figure that is rated, the main one
    first; a measure without any is shown, but not rated. ``gates`` is whether it counts towards the verdict.
    """

    id: str
    title: str
    meaning: str
    unit: MeasureUnit
    depends_on: frozenset[MeasureInput]
    bands: Mapping[By, Band] = field(default_factory=dict)
    gates: bool = False

    @property
    def is_share(self) -> bool:
        """Whether the values are shares of one, shown as percentages."""
        return self.unit is MeasureUnit.SHARE

    @property
    def is_sighted(self) -> bool:
        """Whether it looks at lines of sight, which takes longest."""
        return MeasureInput.SIGHT in self.depends_on

    @property
    def is_slow(self) -> bool:
        """Whether it takes so long that an editor computes it only while the user pauses."""
        return not self.depends_on.isdisjoint(_SLOW)


_SLOW: Final = frozenset((MeasureInput.SIGHT, MeasureInput.CUTS, MeasureInput.TRAFFIC))


def _on(*inputs: MeasureInput) -> frozenset[MeasureInput]:
    return frozenset(inputs)


def _band(green: int | str, amber: int | str) -> Band:
    return Band(Fraction(green), Fraction(amber))


_NARROW: Final = {By.IMBALANCE: _band("1/20", "1/10")}
_WIDE: Final = {By.IMBALANCE: _band("1/10", "1/5")}
_SHARE: Final = {By.DIFFERENCE: _band("1/20", "1/10")}
_TURNS: Final = {By.DIFFERENCE: _band(0, 1)}
_STEPS: Final = _on(MeasureInput.STEPS)
_MOVER: Final = _on(MeasureInput.STEPS, MeasureInput.MOVER)
_SIGHT: Final = _MOVER | {MeasureInput.SIGHT}

#: Every measure with its default bands, by id, in the order of reports.
MEASURES: Final[Mapping[str, MeasureSpec]] = {
    it.id: it
    for it in (
        MeasureSpec(
            "contact",
            "time to contact",
            "How soon the sides can be at each other: who is there first chooses where the fight is.",
            MeasureUnit.TURNS,
            _MOVER,
            {**_TURNS, By.LOWEST: _band(2, 1)},
            gates=True,
        ),
        MeasureSpec(
            "first-shot",
            "time to the first shot",
            "How soon a side can shoot into the other's deployment zone, once it has moved.",
            MeasureUnit.TURNS,
            _SIGHT,
            _TURNS,
            gates=True,
        ),
        MeasureSpec(
            "objectives",
            "way to the objectives",
            "How far it is to what is worth points: the nearer side scores first.",
            MeasureUnit.POINTS,
            _STEPS,
            _NARROW,
            gates=True,
        ),
        MeasureSpec(
            "nearest-objective",
            "way to the nearest objective",
            "How far it is to the first thing worth points.",
            MeasureUnit.POINTS,
            _STEPS,
            _NARROW,
        ),
        MeasureSpec(
            "territory",
            "territory",
            "How much of the board a side gets to before the other: room to move in and to fall back to.",
            MeasureUnit.HEXES,
            _STEPS,
            _NARROW,
            gates=True,
        ),
        MeasureSpec(
            "safe-area",
            "safe area",
            "How much ground is much nearer to a side than to its enemy: where it can gather undisturbed.",
            MeasureUnit.HEXES,
            _STEPS,
            _NARROW,
        ),
        MeasureSpec(
            "exploration",
            "exploration",
            "How much of the board a side passes before it meets the enemy: its freedom to choose a way.",
            MeasureUnit.SHARE,
            _STEPS,
            _WIDE,
        ),
        MeasureSpec(
            "exposure",
            "exposure",
            "How much of a deployment zone the enemy has in sight before anybody has moved.",
            MeasureUnit.SHARE,
            _on(MeasureInput.MOVER, MeasureInput.ZONES, MeasureInput.SIGHT),
            {**_SHARE, By.HIGHEST: _band(0, "1/20")},
            gates=True,
        ),
        MeasureSpec(
            "exposure-after-move",
            "exposure after a move",
            "How much of a deployment zone comes under fire once the enemy has moved: who begins, shoots.",
            MeasureUnit.SHARE,
            _SIGHT,
            _SHARE,
            gates=True,
        ),
        MeasureSpec(
            "cover",
            "cover",
            "How much of where a side starts and goes has something to hide behind within a move.",
            MeasureUnit.SHARE,
            _MOVER | {MeasureInput.COVER},
            _NARROW,
        ),
        MeasureSpec(
            "high-ground",
            "high ground",
            "How much ground above its own zone a side gets to early.",
            MeasureUnit.LEVELS,
            _MOVER | {MeasureInput.LEVELS},
            _WIDE,
        ),
        MeasureSpec(
            "high-ground-view",
            "view from the high ground",
            "How much of the board is seen from the nearest hill of a side.",
            MeasureUnit.HEXES,
            _SIGHT | {MeasureInput.LEVELS},
            _WIDE,
        ),
        MeasureSpec(
            "choke-width",
            "choke width",
            "How wide the narrowest place between the sides is: a narrow one is closed by few units.",
            MeasureUnit.WIDTH,
            _STEPS | {MeasureInput.CUTS},
            {By.LOWEST: _band(3, 2)},
            gates=True,
        ),
        MeasureSpec(
            "routes",
            "routes",
            "How many ways apart from each other there are between the sides, about as short as the shortest.",
            MeasureUnit.ROUTES,
            _STEPS | {MeasureInput.CUTS},
            {By.LOWEST: _band(2, 1)},
        ),
        MeasureSpec(
            "traffic",
            "traffic",
            "How much of the movement between the sides runs through a single hex.",
            MeasureUnit.SHARE,
            _STEPS | {MeasureInput.ZONES, MeasureInput.TRAFFIC},
        ),
        MeasureSpec(
            "hazard",
            "hazard burden",
            "How much harm the shortest way to the enemy does.",
            MeasureUnit.HARM,
            _STEPS | {MeasureInput.HARM},
            _NARROW,
        ),
        MeasureSpec(
            "cooling",
            "way to cooling",
            "How far it is to where units cool.",
            MeasureUnit.TURNS,
            _MOVER | {MeasureInput.COOLING},
            _TURNS,
        ),
        MeasureSpec(
            "capacity",
            "zone capacity",
            "How much room a deployment zone has for the units that start in it.",
            MeasureUnit.ROOM,
            _STEPS | {MeasureInput.ZONES},
            {**_NARROW, By.LOWEST: _band("3/2", 1)},
            gates=True,
        ),
        MeasureSpec(
            "symmetry",
            "symmetry",
            "How far a turn or mirror makes one side's half of the other's.",
            MeasureUnit.SHARE,
            _on(MeasureInput.BOARD),
        ),
    )
}
