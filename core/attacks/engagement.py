"""One attack with everything that its checklist and modifiers depend on, the target's shield included."""

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
    """Where the target carries its shield, its make (None: not told), and whether it blocks on the side attacked."""

    carried: Shield
    make: str | None
    blocks: bool
    text: str
    rule: str


def shield_part(it: Engagement) -> ShieldPart | None:
    """Return what the target's shield does; None where the side attacked is not known (rules P2-13, P2-14, P1-20, C-7)."""
    row = it.row
    if row is None:
        return None
    carried, make = it.target.shield, it.target.shield_kind
    if carried is Shield.NONE:
        text = "no shield"
    else:
        what = make.name.lower() if make else "shield"
        text = (
            f"the {what} on the {carried.value} {'blocks' if row.blocks else 'does not block'} on that side"
        )
    listed = it.rules.facing.shield_sides is ShieldSides.LISTED
    table = it.rules.shield_table(carried.value)
    own = it.attack.defence_rules.get(ModifierKind.SIDE) or next(iter(table.rules), "")
    return ShieldPart(carried, it.target.stance.shield_kind, row.blocks, text, "C-7" if listed else own)


@dataclass(frozen=True)
class Engagement:
    """Who attacks whom, with what, under which circumstances, and the line of sight between them."""

    scenario: Scenario
    weapon: Weapon
    attacker: Fighter
    target: Fighter
    situations: tuple[Situation, ...]
    #: The line of sight between the hexes, or that between the bases: one of the two, as the ruleset draws it.
    sight: SightVerdict | None
    base_sight: BaseSight | None

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.scenario.rules

    @property
    def attack(self) -> AttackRules:
        """What the ruleset says of attacks."""
        return self.scenario.rules.attack

    @property
    def is_melee(self) -> bool:
        """Whether it is fought hand to hand."""
        return self.weapon.kind is AttackKind.MELEE

    @property
    def is_ranged(self) -> bool:
        """Whether it is shot: what the rules say of ranged attacks holds for neither melee nor magic."""
        return self.weapon.kind is AttackKind.RANGED

    @property
    def is_automatic(self) -> bool:
        """Whether it hits without a roll."""
        return self.weapon.kind in self.attack.automatic

    @property
    def is_rolled(self) -> bool:
        """Whether dice decide whether it hits."""
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
    def range_words(self) -> str:
        """The range as sentences say it."""
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
        """The sides of the attacker that the target lies toward; None when its facing is not known."""
        return self._sides(self.attacker, self.target)

    @cached_property
    def sides_to_attacker(self) -> tuple[int, ...] | None:
        """The sides of the target that the attacker lies toward; None when its facing is not known."""
        return self._sides(self.target, self.attacker)

    def _sides(self, it: Fighter, other: Fighter) -> tuple[int, ...] | None:
        if it.facing is None:
            return None
        return sides_toward(self.scenario.board.layout, it.hex, it.facing, other.hex)

    @property
    def is_in_front(self) -> bool | None:
        """Whether the target is in the attacker's front; None when that is not known."""
        sides = self.sides_to_target
        return None if sides is None else in_front(self.rules, sides)

    @cached_property
    def side(self) -> int | None:
        """The side of the target that is attacked, 1-6; None when its facing is not known or sides mean nothing."""
        if not self.rules.shields or self.sides_to_attacker is None:
            return None
        return side_attacked(self.rules, self.target.shield, self.sides_to_attacker, self.weapon.kind)

    @property
    def lacks_side(self) -> bool:
        """Whether sides would mean something, if the target's facing were known."""
        return bool(self.rules.shields) and self.target.facing is None and self.distance > 0

    @cached_property
    def row(self) -> SideRow | None:
        """What an attack on that side does."""
        return (
            None if self.side is None else self.rules.shield_table(self.target.shield.value).side(self.side)
        )

    @cached_property
    def heights(self) -> HeightDifference | None:
        """What the difference of levels means; None on the same level."""
        higher = self.attacker.level - self.target.level
        if not higher:
            return None
        return self.attack.heights.higher if higher > 0 else self.attack.heights.lower

    @cached_property
    def level_bonus(self) -> LevelBonus | None:
        """What the attacker's own level gives it against this target besides (rule AR-02)."""
        return None if self.heights is None else self.heights.by_level.get(str(self.attacker.level))

    @property
    def farthest(self) -> int | None:
        """How far the weapon reaches here; from high up it may be further, but blows stay with neighbours (P2-02)."""
        farthest = self.weapon.farthest
        if farthest is None or self.level_bonus is None or not self.is_ranged:
            return farthest
        return farthest + self.level_bonus.range

    @property
    def skill(self) -> int | None:
        """The attacker's skill; None when its class has none."""
        it = self._class_of(self.attacker)
        return it.skill if it else None

    @property
    def evasion(self) -> int | None:
        """The target's evasion; None when its class has none."""
        it = self._class_of(self.target)
        return it.evasion if it else None

    def _class_of(self, who: Fighter) -> UnitClass | None:
        """Return the class of a fighter; for a bare hex the first of the ruleset, as where bases are measured."""
        if who.unit_class is None and who.unit is None:
            return next(iter(self.rules.classes.values()), None)
        return who.unit_class
