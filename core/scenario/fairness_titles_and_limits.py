"""Measures of fairness: title, meaning, unit, inputs and default bands of each; a band sets the limits between green, amber and red.

The functions that compute them are in ``core.metrics.fairness``. The declarations are here because validation, which
knows no metrics, checks the measures that a scenario names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from fairground.core.plugin_groups import PluginError, PluginGroup, WithPlugins, require, require_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.metrics.fairness.measured_values import MeasuredValues
    from fairground.core.movement.mover import Mover


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

    #: Everything on the board, for any mover.
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
    #: The hexes between the zones that routes must pass.
    CUTS = "cuts"
    #: All routes between the zones; computed once, for the classes with the most movement points.
    TRAFFIC = "traffic"


@dataclass(frozen=True)
class MeasureSpec:
    """A measure of fairness.

    ``bands`` are the limits of each figure that is rated, the main one first; a measure without any is shown, but not
    rated. ``gates`` is whether it counts towards the verdict. ``meaning`` says in a sentence what it is about. ``better``
    says which values are better for a side: ``lower``, ``higher``, or empty if neither is.
    """

    id: str
    title: str
    unit: MeasureUnit
    depends_on: frozenset[MeasureInput]
    bands: Mapping[By, Band] = field(default_factory=dict)
    gates: bool = False
    meaning: str = field(kw_only=True)
    better: str = field(default="", kw_only=True)

    @property
    def better_for(self) -> str:
        """Which values are better, as a clause; empty if neither is. Limits of the map itself may ask for the opposite."""
        return f"{self.better} is better for a side" if self.better else ""

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


#: The measures of which lower values are better for a side, and those of which higher ones are.
_LOWER: Final = frozenset(
    [
        "contact",
        "first-shot",
        "objectives",
        "nearest-objective",
        "exposure",
        "exposure-after-move",
        "hazard",
        "cooling",
    ]
)
_HIGHER: Final = frozenset(
    [
        "territory",
        "safe-area",
        "exploration",
        "cover",
        "high-ground",
        "high-ground-view",
        "choke-width",
        "routes",
        "capacity",
    ]
)
_SLOW: Final = frozenset((MeasureInput.SIGHT, MeasureInput.CUTS, MeasureInput.TRAFFIC))


def _band(green: int | str, amber: int | str) -> Band:
    return Band(Fraction(green), Fraction(amber))


_NARROW: Final = {By.IMBALANCE: _band("1/20", "1/10")}
_WIDE: Final = {By.IMBALANCE: _band("1/10", "1/5")}
_SHARE: Final = {By.DIFFERENCE: _band("1/20", "1/10")}
#: Limits at which a measure alone is worth about 3 and 5 points of the win rate, by the study of measures and games.
_GOALS: Final = {By.IMBALANCE: _band("1/5", "3/10")}
_AREA: Final = {By.IMBALANCE: _band("3/40", "1/8")}
_COVER: Final = {By.DIFFERENCE: _band("1/10", "1/6")}
_LEVELS: Final = {By.DIFFERENCE: _band("1/25", "7/100")}
_HARM: Final = {By.DIFFERENCE: _band("1/2", "4/5")}
#: On the boards of the study, zones down to half the size of the other lost no more games.
_ROOM: Final = {By.IMBALANCE: _band("1/3", "1/2"), By.LOWEST: _band("3/2", 1)}
_TURNS: Final = {By.DIFFERENCE: _band(0, 1)}
_STEPS: Final = frozenset((MeasureInput.STEPS,))
_MOVER: Final = _STEPS | {MeasureInput.MOVER}
_SIGHT: Final = _MOVER | {MeasureInput.SIGHT}

_SPECS: Final = (
    MeasureSpec("contact", "time to contact", MeasureUnit.TURNS, _MOVER, {**_TURNS, By.LOWEST: _band(2, 1)}, gates=True,
        meaning="How soon units can reach an enemy deployment zone. A side that gets there sooner chooses where to fight; contact in turn 1 leaves nobody time to manoeuvre."),
    MeasureSpec("first-shot", "time to the first shot", MeasureUnit.TURNS, _SIGHT, _TURNS, gates=True,
        meaning="How soon a side can move and then shoot into an enemy deployment zone."),
    MeasureSpec("objectives", "distance to objectives", MeasureUnit.POINTS, _STEPS, _GOALS, gates=True,
        meaning="The average distance to the objectives a side can win. The closer side scores first."),
    MeasureSpec("nearest-objective", "distance to the nearest objective", MeasureUnit.POINTS, _STEPS, _NARROW,
        meaning="The distance to the closest objective a side can win."),
    MeasureSpec("territory", "territory", MeasureUnit.HEXES, _STEPS, _AREA, gates=True,
        meaning="How many hexes a side reaches before the enemy: its room to manoeuvre and fall back."),
    MeasureSpec("safe-area", "safe area", MeasureUnit.HEXES, _STEPS, _NARROW,
        meaning="How many hexes are much closer to a side than to its enemy: where it can regroup undisturbed."),
    MeasureSpec("exploration", "exploration", MeasureUnit.SHARE, _STEPS, _WIDE,
        meaning="How much of the board a side can enter before it meets the enemy: its choice of routes."),
    MeasureSpec("exposure", "exposure", MeasureUnit.SHARE, frozenset((MeasureInput.MOVER, MeasureInput.ZONES, MeasureInput.SIGHT)), {**_SHARE, By.HIGHEST: _band(0, "1/20")}, gates=True,
        meaning="How much of a deployment zone the enemy can see before anyone moves."),
    MeasureSpec("exposure-after-move", "exposure after a move", MeasureUnit.SHARE, _SIGHT, _SHARE,
        meaning="How much of a deployment zone the enemy can shoot at after its first move. A large share favours moving first."),
    MeasureSpec("cover", "cover", MeasureUnit.SHARE, _MOVER | {MeasureInput.COVER}, _COVER, gates=True,
        meaning="How much of the ground around the objectives that a side reaches first is covered against fire from the enemy's zone."),
    MeasureSpec("high-ground", "high ground", MeasureUnit.LEVELS, _MOVER | {MeasureInput.LEVELS}, _LEVELS, gates=True,
        meaning="How far the ground that a side reaches first, including its zone, is above the enemy's."),
    MeasureSpec("high-ground-view", "view from the high ground", MeasureUnit.HEXES, _SIGHT | {MeasureInput.LEVELS}, _WIDE,
        meaning="How much of the board is visible from the hilltops closest to a side."),
    MeasureSpec("choke-width", "choke width", MeasureUnit.WIDTH, _STEPS | {MeasureInput.CUTS}, {By.LOWEST: _band(3, 2)},
        meaning="The width of the narrowest passage between the sides. A few units can block a narrow passage."),
    MeasureSpec("routes", "routes", MeasureUnit.ROUTES, _STEPS | {MeasureInput.CUTS}, {By.LOWEST: _band(2, 1)},
        meaning="The number of separate routes between the sides that are about as short as the shortest."),
    MeasureSpec("traffic", "traffic", MeasureUnit.SHARE, _STEPS | {MeasureInput.ZONES, MeasureInput.TRAFFIC},
        meaning="How much of the movement between the sides passes through a single hex."),
    MeasureSpec("hazard", "hazard burden", MeasureUnit.HARM, _MOVER | {MeasureInput.HARM}, _HARM, gates=True,
        meaning="The damage and heat that a side must cross on its way out of its zone."),
    MeasureSpec("cooling", "distance to cooling", MeasureUnit.TURNS, _MOVER | {MeasureInput.COOLING}, _TURNS,
        meaning="How many turns a side needs to reach a hex that cools."),
    MeasureSpec("capacity", "zone capacity", MeasureUnit.ROOM, _STEPS | {MeasureInput.ZONES}, _ROOM, gates=True,
        meaning="How much room a deployment zone has for the units that start there."),
    MeasureSpec("symmetry", "symmetry", MeasureUnit.SHARE, frozenset({MeasureInput.BOARD}),
        meaning="How closely one side's half matches the other's when the board is turned or mirrored."),
)  # fmt: skip


def _better(measure: str) -> str:
    return "lower" if measure in _LOWER else "higher" if measure in _HIGHER else ""


_SHIPPED: Final = {it.id: replace(it, better=_better(it.id)) for it in _SPECS}


@dataclass(frozen=True)
class MeasurePlugin:
    """A measure of another package: its spec, and the function that computes it for a class of unit.

    The function gets the distances between the zones and the mover of the class. It returns the value of every party.
    """

    spec: MeasureSpec
    compute: Callable[[Distances, Mover], MeasuredValues]


def _register(name: str, declared: object) -> MeasurePlugin:
    plugin = require(declared, MeasurePlugin)
    require_name(name, plugin.spec.id)
    if not re.fullmatch("[a-z]+(-[a-z]+)*", name):
        raise PluginError(f"the id of a measure may contain only lower-case letters and hyphens: {name!r}")
    return plugin


#: The measures of other packages.
MEASURE_PLUGINS: Final = PluginGroup(
    "measures", _register, title=lambda it: it.spec.title, taken=lambda: _SHIPPED
)


def _of_plugins() -> dict[str, MeasureSpec]:
    return {name: it.spec for name, it in MEASURE_PLUGINS.members().items()}


#: Every measure with its default bands, by id, in the order of reports; those of plugins last.
MEASURES: Final = WithPlugins(_SHIPPED, _of_plugins)
