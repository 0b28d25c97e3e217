"""An attacker or a target: what the scenario and its stance tell of it together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.errors import GridError, ScenarioError
from fairground.core.rules.burdens import burdens
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.scenario.parts import Shield
from fairground.core.text.lookup import named
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from fairground.core.attacks.stance import Stance
    from fairground.core.grid.hexes import Hex
    from fairground.core.rules.burdens import Burden
    from fairground.core.rules.facing import ShieldKind
    from fairground.core.rules.unit_classes import UnitClass
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


@dataclass(frozen=True)
class Fighter:
    """Who attacks or is attacked; ``facing`` and ``unit_class`` are None where they are not known."""

    hex: Hex
    #: The label of its hex.
    place: str
    #: What sentences call it: its unit's name, or its hex.
    name: str
    level: int
    unit: Unit | None
    unit_class: UnitClass | None
    facing: int | None
    shield: Shield
    shield_kind: ShieldKind | None
    burdens: tuple[Burden, ...]
    stance: Stance

    @property
    def height(self) -> int:
        """The levels that it looks, and is seen, above its hex."""
        if self.stance.height is not None:
            return self.stance.height
        return self.unit_class.height if self.unit_class else 0


def fighter(scenario: Scenario, place: Hex | str, stance: Stance) -> Fighter:
    """Return who stands in a place, named by the id of a unit, by a hex or by its label.

    A hex with a single unit in it stands for that unit; one with none, or with several, for itself.

    Raises
    ------
    GridError, ScenarioError
        When there is no such unit or hex, or the ruleset does not know what the stance names.
    """
    unit, at = _found(scenario, place)
    rules, board = scenario.rules, scenario.board
    facing = stance.facing if stance.facing is not None or unit is None else unit.facing
    shield = stance.shield if stance.shield is not None or unit is None else unit.shield
    make = stance.shield_kind
    return Fighter(
        hex=at,
        place=board.place_name(at),
        name=board.place_name(at) if unit is None else unit.name or unit.id,
        level=board.level_at(at),
        unit=unit,
        unit_class=named("class", stance.unit_class, rules.classes)
        if stance.unit_class is not None
        else rules.classes.get(unit.unit_class if unit else ""),
        facing=facing,
        shield=Shield.NONE if shield is None else Shield(shield),
        shield_kind=None if make is None else named("make of shields", make, rules.shield_kinds),
        burdens=tuple(burdens(rules.unit_state, stance.states)),
        stance=stance,
    )


def _found(scenario: Scenario, place: Hex | str) -> tuple[Unit | None, Hex]:
    board, units = scenario.board, scenario.units
    by_id = next((it for it in units if it.id == place), None)
    if by_id is not None:
        return by_id, hex_on_board(board, by_id.hex)
    try:
        at = hex_on_board(board, place)
    except GridError as error:
        guess = did_you_mean(str(place), [it.id for it in units])
        raise ScenarioError(f"there is no unit {place!r}{guess or f', and it is no hex: {error}'}") from error
    there = [it for it in units if it.hex == at]
    return (there[0] if len(there) == 1 else None), at
