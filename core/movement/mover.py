"""Movers: everything about a unit that its movement depends on, and the changes of level that it can climb."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.movement.compiled_moves import (
    CLIMB_BARRED,
    CLIMB_WHOLE_TURN,
    FOOTING_END,
    FOOTING_OPEN,
    address,
)
from fairground.core.rules.movement import TerrainCost
from fairground.core.rules.unit_classes import burdens
from fairground.core.scenario.board import VOID
from fairground.core.sight.unit_sides import facing_direction
from fairground.core.text.suggest import named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.rules.ground import Ground
    from fairground.core.rules.movement import Movement, MovementMode
    from fairground.core.rules.unit_classes import UnitClass
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


def start_direction(scenario: Scenario, mover: Mover, start: Hex, facing: int | None) -> int | None:
    """Return a mover's direction at the start: the facing passed, or its unit's if that stands there."""
    if facing is None and mover.unit:
        facings = (it.facing for it in scenario.units if it.id == mover.unit and it.hex == start)
        facing = next(facings, None)
    return None if facing is None else facing_direction(scenario.board.layout, facing)


#: The most costs cached for a ruleset, and the most tables of climbs for one of them.
_CACHED: Final = 64
#: The default mode of movement, if the ruleset has it.
DEFAULT_MODE = "walk"


@dataclass(frozen=True)
class Mover:
    """A unit as far as movement depends on it.

    ``allowance`` is in movement points a turn, with all modifiers; ``surcharge`` in points for every hex entered. ``side`` is
    the id of its side, which decides the units that block it; if empty, other units are ignored. ``unit`` is the id of the
    unit, which does not block itself.
    """

    class_id: str
    unit_class: UnitClass
    mode_id: str
    mode: MovementMode
    allowance: int
    #: Whether the cost of a step depends on facing.
    faces: bool
    surcharge: int = 0
    side: str = ""
    unit: str = ""

    @property
    def title(self) -> str:
        """The names of its class and mode of movement."""
        return f"{self.unit_class.name}, {self.mode.name[:1].lower()}{self.mode.name[1:]}"

    @property
    def has_front(self) -> bool:
        """Whether it has a facing, so that turning can cost points."""
        return self.unit_class.faces and self.mode.faces


def mover(
    scenario: Scenario,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    unit: str | None = None,
    danger: bool = False,
    led: bool = False,
    states: Mapping[str, int | None] | None = None,
) -> Mover:
    """Return the mover for a unit of the scenario, or for any unit of a class.

    ``unit_class`` defaults to that of the unit, then the first of the ruleset; ``mode`` to ``walk``, then the first.
    ``danger`` adds the points of the danger zone (rule P1-19); ``led`` is for units that move with a leader (rule HS-18).
    ``states`` holds the values of tracks, such as ``{"heat": 6}``, and degraded components, such as ``{"legs": None}``
    (rules P1-19, P1-24).

    Raises
    ------
    ScenarioError
        When the scenario has no such unit, its ruleset no such class, mode or state, or no classes or modes.
    """
    rules = scenario.rules
    member = None if unit is None else named("unit", unit, {it.id: it for it in scenario.units})
    class_id = unit_class or (member.unit_class if member else "") or next(iter(rules.classes), "")
    if not class_id:
        raise ScenarioError(f"the ruleset {rules.title} has no unit classes, so nothing can move")
    class_rules = named("class", class_id, rules.classes)
    mode_id = mode or (
        DEFAULT_MODE if DEFAULT_MODE in rules.movement.modes else next(iter(rules.movement.modes), "")
    )
    if not mode_id:
        raise ScenarioError(f"the ruleset {rules.title} has no movement modes, so nothing can move")
    mode_rules = named("movement mode", mode_id, rules.movement.modes)
    strains = [it.strain for it in burdens(rules.unit_state, states or {})]
    points = _allowance(class_rules, member, danger=danger, led=led) + sum(it.allowance for it in strains)
    return Mover(
        class_id=class_id,
        unit_class=class_rules,
        mode_id=mode_id,
        mode=mode_rules,
        allowance=max(0, points),
        faces=class_rules.faces and mode_rules.faces and _sides_differ(rules.movement),
        surcharge=sum(it.move_cost for it in strains),
        side=member.side if member else "",
        unit=member.id if member else "",
    )


def movers(scenario: Scenario) -> Iterator[Mover]:
    """Yield one mover for each class and mode of the ruleset, in its order."""
    for class_id in scenario.rules.classes:
        for mode_id in scenario.rules.movement.modes:
            yield mover(scenario, class_id, mode_id)


def _allowance(unit_class: UnitClass, unit: Unit | None, *, danger: bool, led: bool) -> int:
    points = unit_class.allowance if unit is None or unit.allowance is None else unit.allowance
    if led and unit_class.led_allowance is not None:
        points = max(points, unit_class.led_allowance)
    return points + (unit_class.danger if danger else 0)


def _sides_differ(movement: Movement) -> bool:
    """Return whether the costs of steps toward the six sides of a unit differ."""
    sidesteps = movement.sidestep_cost and set(movement.step_sides) & set(movement.sidesteps)
    return bool(sidesteps) or len(set(movement.step_sides)) < 6 or movement.reverse_factor != 1


class Climbing(NamedTuple):
    """The effect of a change of level on a step: extra points, a whole turn instead, or barred."""

    cost: Fraction
    whole_turn: bool = False
    barred: bool = False


def climbing(rules: Ruleset, mover: Mover, left: int, entered: int) -> Climbing:
    """Return the effect of a step from one level to another (rules P1-03, P2-10, HS-18, AR-02, MM-07)."""
    if left == entered or not mover.mode.climbs:
        return Climbing(Fraction(0))
    levels = abs(entered - left)
    most = mover.unit_class.most_levels
    cost = climb_cost(rules, left, entered)
    if cost is None or (most is not None and levels > most):
        return Climbing(Fraction(0), barred=True)
    return Climbing(cost, whole_turn=levels == rules.movement.climb.whole_turn)


def climb_cost(rules: Ruleset, left: int, entered: int) -> Fraction | None:
    """Return the cost of a change of level, or None for too many levels (rules P1-03, P2-10, AR-02, MM-07)."""
    climb = rules.movement.climb
    levels = entered - left
    if climb.most is not None and abs(levels) > climb.most:
        return None
    listed = climb.table.get(str(entered), {}).get(str(left))
    if listed is not None:
        return listed
    return climb.up * levels if levels > 0 else climb.down * -levels


# -- costs as tables ------------------------------------------------------------------------------------------


class Climbs(NamedTuple):
    """The scaled cost of each change of level, and its effect: ``[level left, level entered]``."""

    cost: NDArray[np.int64]
    #: 0, ``CLIMB_WHOLE_TURN`` or ``CLIMB_BARRED``.
    effect: NDArray[np.uint8]
    #: The addresses of both.
    addresses: tuple[int, int]


class _Rules:
    """A ruleset as a key: the same one, since comparing all that is in it takes long."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rules) and other.rules is self.rules


@lru_cache(maxsize=4)
def _known_costs(rules: _Rules) -> dict[tuple[object, ...], MoverCosts]:  # noqa: ARG001  # the key of the cache
    return {}


def mover_costs(rules: Ruleset, mover: Mover, stacks: tuple[tuple[str, ...], ...]) -> MoverCosts:
    """Return the costs of a mover for the terrain stacks of a palette; they are cached."""
    known = _known_costs(_Rules(rules))
    # The costs hold what is identified here, so that no other thing has its number.
    key = id(mover.unit_class), id(mover.mode), mover.allowance, mover.surcharge, stacks
    costs = known.get(key)
    if costs is None:
        if len(known) >= _CACHED:
            known.clear()
        costs = known[key] = MoverCosts(rules, mover, stacks)
    return costs


class MoverCosts:
    """The costs of terrain and climbs for a mover on boards with one palette, in parts of a movement point."""

    def __init__(self, rules: Ruleset, mover: Mover, stacks: Sequence[tuple[str, ...]]) -> None:
        self._rules, self._mover = rules, mover
        grounds = [
            rules.ground([kind for kind in stack if kind in rules.terrain], mover.unit_class)
            for stack in stacks
        ]
        #: The number of parts of a point: the common denominator of all costs that can add to a step.
        self.scale = self._denominator(grounds)
        #: By palette entry: the cost of entering, and ``FOOTING_OPEN`` and ``FOOTING_END``.
        self.into = np.array([int(self._into(it) * self.scale) for it in grounds], np.int64)
        solid = np.array([VOID not in stack for stack in stacks], np.bool_)
        stands = solid & [it.admits(mover.unit_class) for it in grounds]
        is_open = solid if mover.mode.passes_impassable else stands
        self.footing = is_open * np.uint8(FOOTING_OPEN) + stands * np.uint8(FOOTING_END)
        #: At most the cost of the cheapest step.
        self.least = min((*self.into[is_open].tolist(), mover.allowance * self.scale)) if is_open.any() else 0
        #: The addresses of both tables.
        self.addresses = address(self.into), address(self.footing)
        self._climbs: dict[Sequence[int], Climbs] = {}
        self._up, self._down = (
            int(it * self.scale) for it in (rules.movement.climb.up, rules.movement.climb.down)
        )
        listed = [cost for by_level in rules.movement.climb.table.values() for cost in by_level.values()]
        self._dearest_listed = int(max(*listed, Fraction(mover.allowance), Fraction(0)) * self.scale)
        others = sum((it.cost for it in rules.hexsides.values()), Fraction(mover.surcharge))
        ground = max(max(it.cost, it.eased_cost) for it in grounds)
        self._dearest_rest = int((ground + others + rules.movement.base_cost) * self.scale)

    def dearest(self, levels: int) -> int:
        """Return an upper bound of the cost of a step on a board whose levels differ by at most so many."""
        return self._dearest_rest + max(self._up * levels, self._down * levels, self._dearest_listed)

    def climbs(self, levels: Sequence[int]) -> Climbs:
        """Return the tables of climbs between some levels; they are cached."""
        known = self._climbs.get(levels)
        if known is None:
            climbs = [
                climbing(self._rules, self._mover, left, entered) for left in levels for entered in levels
            ]
            shape = len(levels), len(levels)
            cost = np.array([int(it.cost * self.scale) for it in climbs], np.int64).reshape(shape)
            effect = [
                CLIMB_BARRED if it.barred else CLIMB_WHOLE_TURN if it.whole_turn else 0 for it in climbs
            ]
            effects = np.array(effect, np.uint8).reshape(shape)
            known = Climbs(cost, effects, (address(cost), address(effects)))
            if len(self._climbs) >= _CACHED:
                self._climbs.clear()
            self._climbs[levels] = known
        return known

    def _into(self, ground: Ground) -> Fraction:
        """Return the cost of entering ground, without level and hexside (rules P1-01, P1-02, P2-19)."""
        match self._mover.mode.terrain:
            case TerrainCost.IGNORED:
                return self._rules.movement.base_cost
            case TerrainCost.DIFFICULT_IGNORED:
                return ground.eased_cost
            case _:
                return ground.cost

    def _denominator(self, grounds: Sequence[Ground]) -> int:
        movement = self._rules.movement
        costs = [
            *(cost for ground in grounds for cost in (ground.cost, ground.eased_cost)),
            *(feature.cost for feature in self._rules.hexsides.values()),
            *(movement.climb.up, movement.climb.down),
            *(cost for by_level in movement.climb.table.values() for cost in by_level.values()),
            *(movement.base_cost, movement.sidestep_cost, movement.rotation.cost),
        ]
        return lcm(*(it.denominator for it in costs))
