"""Attackers, targets and weapons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairground.core.errors import GridError, ScenarioError, UsageError
from fairground.core.rules.attack import AttackKind
from fairground.core.rules.unit_classes import burdens
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.scenario.parts import Shield
from fairground.core.text.suggest import did_you_mean, named, one_or_several

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules.facing import ShieldKind
    from fairground.core.rules.unit_classes import Burden, UnitClass
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon or spell.

    ``reach`` is in hexes (inches where sight is from base to base): 0 targets the unit itself; None is 1 for melee, and
    unlimited for the rest (rule P2-02). An ``aura`` hits everything within reach and needs no line of sight (rule P2-03).
    ``cost`` is an id of ``attack.weapon_costs``, ``traits`` are ids of ``visibility.weapon_traits``, ``damage`` is before
    modifiers, None if unknown.

    Raises
    ------
    UsageError
        When the kind is unknown, or the reach is invalid.
    """

    kind: AttackKind = AttackKind.RANGED
    reach: int | None = None
    aura: bool = False
    cost: str | None = None
    traits: tuple[str, ...] = ()
    damage: int | None = None

    def __post_init__(self) -> None:
        kinds = [it.value for it in AttackKind]
        if self.kind not in kinds:
            raise UsageError(
                f"the kind of attack must be {', '.join(kinds[:-1])} or {kinds[-1]}, "
                f"not {self.kind!r}{did_you_mean(self.kind, kinds)}"
            )
        object.__setattr__(self, "kind", AttackKind(self.kind))
        object.__setattr__(self, "traits", one_or_several(self.traits))
        if self.reach is not None and self.reach < 0:
            raise UsageError(f"a weapon's reach must be 0 hexes or more, not {self.reach}")
        if self.aura and self.reach is None:
            raise UsageError("an aura needs a reach in hexes")

    @property
    def farthest(self) -> int | None:
        """The maximum reach; None if unlimited."""
        return 1 if self.reach is None and self.kind is AttackKind.MELEE else self.reach

    @property
    def is_aimed(self) -> bool:
        """Whether the target must be in sight and in the arc."""
        return not self.aura and self.reach != 0


@dataclass(frozen=True)
class Stance:
    """The state of an attacker or a target; None is the value of its unit or class, or unknown without a unit.

    ``moved`` is in hexes this turn. ``facing`` is 1-6. ``shield`` is the arm that carries it, ``shield_kind`` an id of
    ``shield_kinds``. ``states`` holds the values of tracks, such as ``{"heat": 6}``, and degraded components, such as
    ``{"arm": None}``. ``grounded`` is whether it went to ground (rule BV-04). ``height`` is in levels above its hex.

    Raises
    ------
    UsageError
        When a number is out of bounds, or the shield position is unknown.
    """

    moved: int = 0
    facing: int | None = None
    shield: Shield | str | None = None
    shield_kind: str | None = None
    states: Mapping[str, int | None] = field(default_factory=dict)
    unit_class: str | None = None
    defence: int | None = None
    grounded: bool = False
    height: int | None = None

    def __post_init__(self) -> None:
        if self.moved < 0:
            raise UsageError(f"the number of hexes moved must be 0 or more, not {self.moved}")
        if self.facing is not None and not 1 <= self.facing <= 6:
            raise UsageError(f"a facing must be from 1 to 6, not {self.facing}")
        if self.shield is not None and self.shield not in list(Shield):
            raise UsageError(f"a shield position must be one of {', '.join(Shield)}, not {self.shield!r}")
        if self.height is not None and self.height < 0:
            raise UsageError(f"a height must be 0 levels or more, not {self.height}")


@dataclass(frozen=True)
class Fighter:
    """An attacker or target; ``facing`` and ``unit_class`` are None if unknown."""

    hex: Hex
    #: The label of its hex.
    place: str
    #: The unit's name, or its hex.
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
        """The height of its eyes, and at which it is seen, in levels above its hex."""
        if self.stance.height is not None:
            return self.stance.height
        return self.unit_class.height if self.unit_class else 0


def fighter(scenario: Scenario, place: Hex | str, stance: Stance) -> Fighter:
    """Return the fighter at a place: the id of a unit, a hex or its label.

    A hex with a single unit in it stands for that unit; one with none or several stands for itself.

    Raises
    ------
    GridError, ScenarioError
        When there is no such unit or hex, or the ruleset lacks a name that the stance uses.
    """
    unit, at = _locate(scenario, place)
    rules, board = scenario.rules, scenario.board
    facing = stance.facing if stance.facing is not None or unit is None else unit.facing
    shield = stance.shield if stance.shield is not None or unit is None else unit.shield
    kind = stance.shield_kind
    return Fighter(
        hex=at,
        place=board.hex_name(at),
        name=board.hex_name(at) if unit is None else scenario.unit_title(unit),
        level=board.level_at(at),
        unit=unit,
        unit_class=named("class", stance.unit_class, rules.classes)
        if stance.unit_class is not None
        else rules.classes.get(unit.unit_class if unit else ""),
        facing=facing,
        shield=Shield.NONE if shield is None else Shield(shield),
        shield_kind=None if kind is None else named("shield type", kind, rules.shield_kinds),
        burdens=tuple(burdens(rules.unit_state, stance.states)),
        stance=stance,
    )


def _locate(scenario: Scenario, place: Hex | str) -> tuple[Unit | None, Hex]:
    board, units = scenario.board, scenario.units
    by_id = next((it for it in units if it.id == place), None)
    if by_id is not None:
        return by_id, hex_on_board(board, by_id.hex)
    try:
        at = hex_on_board(board, place)
    except GridError as error:
        guess = did_you_mean(str(place), [it.id for it in units])
        hint = guess or f", and {place!r} is not a hex: {error}"
        raise ScenarioError(f"there is no unit {place!r}{hint}") from error
    units_there = [it for it in units if it.hex == at]
    return (units_there[0] if len(units_there) == 1 else None), at
