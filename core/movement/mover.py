"""Movers: everything about a unit that its movement depends on, and the changes of level that it can climb."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.errors import ScenarioError
from fairground.core.rules.unit_classes import burdens
from fairground.core.sight.unit_sides import facing_direction
from fairground.core.text.suggest import named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
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
        raise ScenarioError(f"the ruleset {rules.id} has no unit classes, so nothing can move")
    class_rules = named("class", class_id, rules.classes)
    mode_id = mode or (
        DEFAULT_MODE if DEFAULT_MODE in rules.movement.modes else next(iter(rules.movement.modes), "")
    )
    if not mode_id:
        raise ScenarioError(f"the ruleset {rules.id} has no movement modes, so nothing can move")
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
