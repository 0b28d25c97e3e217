"""An attack with everything that its checklist and modifiers depend on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.hexes import distance
from fairground.core.rules.attack import AttackKind, ModifierKind, Resolution
from fairground.core.rules.facing import ShieldSides
from fairground.core.scenario.parts import Shield
from fairground.core.sight.bases.base_positions import is_within
from fairground.core.sight.unit_sides import in_front, side_attacked, sides_toward
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from fairground.core.attacks.fighter import Fighter, Weapon
    from fairground.core.rules import Ruleset
    from fairground.core.rules.attack import Arc, AttackRules, HeightDifference, LevelBonus, Situation
    from fairground.core.rules.facing import SideRow
    from fairground.core.rules.unit_classes import UnitClass
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.sight.line.verdict import SightVerdict


class ShieldPart(NamedTuple):
    """Where the target carries its shield, its type (None: unknown), and whether it blocks on the side attacked."""

    carried: Shield
    make: str | None
    blocks: bool
    text: str
    rule: str


def shield_part(it: Engagement) -> ShieldPart | None:
    """Return the effect of the target's shield; None if the side attacked is unknown (rules P2-13, P2-14, P1-20, C-7)."""
    row = it.row
    if row is None:
        return None
    carried, kind = it.target.shield, it.target.shield_kind
    if carried is Shield.NONE:
        text = "no shield"
    else:
        name, blocks = kind.name.lower() if kind else "shield", "blocks" if row.blocks else "does not block"
        text = f"the {name} on the {carried.value} {blocks} on that side"
    listed = it.rules.facing.shield_sides is ShieldSides.LISTED
    table = it.rules.shield_table(carried.value)
    own = it.attack.defence_rules.get(ModifierKind.SIDE) or next(iter(table.rules), "")
    return ShieldPart(carried, it.target.stance.shield_kind, row.blocks, text, "C-7" if listed else own)


@dataclass(frozen=True)
class Engagement:
    """Attacker, target, weapon, declared situations, and the line of sight."""

    scenario: Scenario
    weapon: Weapon
    attacker: Fighter
    target: Fighter
    situations: tuple[Situation, ...]
    #: The line of sight between hexes or between bases, depending on the ruleset; the other is None.
    sight: SightVerdict | None
    base_sight: BaseSight | None

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.scenario.rules

    @property
    def attack(self) -> AttackRules:
        """The ruleset's attack rules."""
        return self.scenario.rules.attack

    @property
    def is_melee(self) -> bool:
        """Whether it is a melee attack."""
        return self.weapon.kind is AttackKind.MELEE

    @property
    def is_ranged(self) -> bool:
        """Whether it is a ranged attack; neither melee nor magic is."""
        return self.weapon.kind is AttackKind.RANGED

    @property
    def is_automatic(self) -> bool:
        """Whether it hits without a roll."""
        return self.weapon.kind in self.attack.automatic

    @property
    def is_rolled(self) -> bool:
        """Whether dice decide if it hits."""
        return not self.is_automatic and self.attack.resolution is not Resolution.MODIFIERS

    @cached_property
    def distance(self) -> int:
        """The range in hexes; the own hex is not counted."""
        return distance(self.attacker.hex, self.target.hex)

    @property
    def inches(self) -> float | None:
        """The range in inches from edge to edge; None where sight is between hexes."""
        return None if self.base_sight is None else self.base_sight.distance

    @property
    def distance_text(self) -> str:
        """The range with its unit."""
        return hex_count(self.distance) if self.inches is None else f"{self.inches:.4g} inches"

    @property
    def is_in_reach(self) -> bool:
        """Whether the weapon reaches the target."""
        if self.farthest is None:
            return True
        if self.base_sight is None:
            return self.distance <= self.farthest
        return is_within(self.base_sight.start.base, self.base_sight.end.base, self.farthest)

    @property
    def arc(self) -> Arc:
        """Where the target must be."""
        return self.attack.melee_arc if self.is_melee else self.attack.ranged_arc

    @cached_property
    def sides_to_target(self) -> tuple[int, ...] | None:
        """The sides of the attacker that face the target; None if its facing is unknown."""
        return self._sides(self.attacker, self.target)

    @cached_property
    def sides_to_attacker(self) -> tuple[int, ...] | None:
        """The sides of the target that face the attacker; None if its facing is unknown."""
        return self._sides(self.target, self.attacker)

    def _sides(self, fighter: Fighter, other: Fighter) -> tuple[int, ...] | None:
        if fighter.facing is None:
            return None
        return sides_toward(self.scenario.board.layout, fighter.hex, fighter.facing, other.hex)

    @property
    def is_in_front(self) -> bool | None:
        """Whether the target is in the attacker's front; None if unknown."""
        sides = self.sides_to_target
        return None if sides is None else in_front(self.rules, sides)

    @cached_property
    def side(self) -> int | None:
        """The side of the target that is attacked, 1-6; None if its facing is unknown or the ruleset has no sides."""
        if not self.rules.shields or self.sides_to_attacker is None:
            return None
        return side_attacked(self.rules, self.target.shield, self.sides_to_attacker, self.weapon.kind)

    @property
    def lacks_side(self) -> bool:
        """Whether the side attacked matters and is unknown."""
        return bool(self.rules.shields) and self.target.facing is None and self.distance > 0

    @cached_property
    def row(self) -> SideRow | None:
        """The side table's row for that side."""
        table = self.rules.shield_table(self.target.shield.value) if self.side else None
        return table.side(self.side) if table and self.side else None

    @cached_property
    def heights(self) -> HeightDifference | None:
        """The rules for the difference of levels; None on the same level."""
        higher = self.attacker.level - self.target.level
        if not higher:
            return None
        return self.attack.heights.higher if higher > 0 else self.attack.heights.lower

    @cached_property
    def level_bonus(self) -> LevelBonus | None:
        """The bonus for the attacker's own level against this target (rule AR-02)."""
        return None if self.heights is None else self.heights.by_level.get(str(self.attacker.level))

    @property
    def farthest(self) -> int | None:
        """The weapon's reach here; ranged weapons may reach further from high ground (rule P2-02 limits melee)."""
        farthest = self.weapon.farthest
        if farthest is None or self.level_bonus is None or not self.is_ranged:
            return farthest
        return farthest + self.level_bonus.range

    @property
    def skill(self) -> int | None:
        """The attacker's skill; None if its class has none."""
        unit_class = self._class_of(self.attacker)
        return unit_class.skill if unit_class else None

    @property
    def evasion(self) -> int | None:
        """The target's evasion; None if its class has none."""
        unit_class = self._class_of(self.target)
        return unit_class.evasion if unit_class else None

    def _class_of(self, fighter: Fighter) -> UnitClass | None:
        """Return the class of a fighter; for a bare hex the first of the ruleset."""
        if fighter.unit_class is None and fighter.unit is None:
            return next(iter(self.rules.classes.values()), None)
        return fighter.unit_class
