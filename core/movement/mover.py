"""Movers: what bears on the movement of a unit, and the direction it faces at the start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    """Return the direction that a mover looks in at the start: that given, or its unit's where it stands there."""
    if facing is None and mover.unit:
        stands = (it.facing for it in scenario.units if it.id == mover.unit and it.hex == start)
        facing = next(stands, None)
    return None if facing is None else facing_direction(scenario.board.layout, facing)


#: The way to move that is meant where none is named and the ruleset has it.
USUAL_MODE = "walk"


@dataclass(frozen=True)
class Mover:
    """Who moves, as far as movement cares.

    ``allowance`` is in movement points a turn, all that changes it counted in; ``surcharge`` in points for every hex
    entered. ``side`` is the id of the side whose units let it pass and whose enemies do not; other units are not
    looked at where it is empty. ``unit`` is the id of the unit itself, which is not in its own way.
    """

    class_id: str
    unit_class: UnitClass
    mode_id: str
    mode: MovementMode
    allowance: int
    #: Whether what a step costs depends on where it looks.
    faces: bool
    surcharge: int = 0
    side: str = ""
    unit: str = ""

    @property
    def title(self) -> str:
        """Its class and its mode of movement in words."""
        return f"{self.unit_class.name}, {self.mode.name[:1].lower()}{self.mode.name[1:]}"

    @property
    def has_front(self) -> bool:
        """Whether it looks in a direction, so that turning can cost it points."""
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
    """Return who moves: a unit of the scenario, or any unit of a class.

    The class is the one given, that of the unit, or the first of the ruleset; the mode is the one given, ``walk`` or
    the first. ``danger`` adds the points of the danger zone (rule P1-19); ``led`` is for units that move with a leader
    (rule HS-18). ``states`` holds the numbers of tracks, such as ``{"heat": 6}``, and parts that are degraded,
    such as ``{"legs": None}`` (rules P1-19, P1-24).

    Raises
    ------
    ScenarioError
        When the scenario has no such unit, or its ruleset no such class, mode or state, or neither any class.
    """
    rules = scenario.rules
    who = None if unit is None else named("unit", unit, {it.id: it for it in scenario.units})
    class_id = unit_class or (who.unit_class if who else "") or next(iter(rules.classes), "")
    if not class_id:
        raise ScenarioError(f"the ruleset {rules.id} has no unit classes, so nothing can move")
    found = named("class", class_id, rules.classes)
    mode_id = mode or (
        USUAL_MODE if USUAL_MODE in rules.movement.modes else next(iter(rules.movement.modes), "")
    )
    if not mode_id:
        raise ScenarioError(f"the ruleset {rules.id} has no movement modes, so nothing can move")
    way = named("movement mode", mode_id, rules.movement.modes)
    strains = [it.strain for it in burdens(rules.unit_state, states or {})]
    return Mover(
        class_id=class_id,
        unit_class=found,
        mode_id=mode_id,
        mode=way,
        allowance=max(
            0, _allowance(found, who, danger=danger, led=led) + sum(it.allowance for it in strains)
        ),
        faces=found.faces and way.faces and _sides_differ(rules.movement),
        surcharge=sum(it.move_cost for it in strains),
        side=who.side if who else "",
        unit=who.id if who else "",
    )


def movers(scenario: Scenario) -> Iterator[Mover]:
    """Yield one mover for each class and mode of the ruleset, in its order; none where it has neither."""
    rules: Ruleset = scenario.rules
    for class_id in rules.classes:
        for mode_id in rules.movement.modes:
            yield mover(scenario, class_id, mode_id)


def _allowance(unit_class: UnitClass, who: Unit | None, *, danger: bool, led: bool) -> int:
    points = unit_class.allowance if who is None or who.allowance is None else who.allowance
    if led and unit_class.led_allowance is not None:
        points = max(points, unit_class.led_allowance)
    return points + (unit_class.danger if danger else 0)


def _sides_differ(movement: Movement) -> bool:
    """Return whether steps toward the six sides of a unit do not all cost the same."""
    sidesteps = movement.sidestep_cost and set(movement.step_sides) & set(movement.sidesteps)
    return bool(sidesteps) or len(set(movement.step_sides)) < 6 or movement.reverse_factor != 1
