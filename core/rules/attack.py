"""Attacks: range bands, dice, modifiers, named results."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import (
    LAX,
    Entry,
    Id,
    LevelKey,
    Listed,
    NamedEntry,
    Prose,
    RuleModel,
    Span,
    mapping,
)
from fairground.core.rules.cost_format import Cost
from fairground.core.rules.dice import Dice
from fairground.core.rules.facing import SideKey


class AttackKind(StrEnum):
    """A kind of attack."""

    MELEE = "melee"
    RANGED = "ranged"
    MAGIC = "magic"


class Resolution(StrEnum):
    """How an attack is decided."""

    #: The dice must reach a number.
    TARGET = "target"
    #: The dice must reach a number, raised by the target's evasion and lowered by the attacker's skill (rule BV-03).
    SKILL = "skill"
    #: The source gives modifiers, but no roll.
    MODIFIERS = "modifiers"


class Modifies(StrEnum):
    """What modifiers to hit are added to."""

    #: The roll: plus is easier.
    ROLL = "roll"
    #: The number to reach: plus is harder.
    TARGET_NUMBER = "target_number"


class Arc(StrEnum):
    """Where a target must be."""

    #: Anywhere.
    ALL = "all"
    #: In the attacker's front 180°.
    FRONT = "front"


class MeleeSides(StrEnum):
    """The source's statement about melee damage by side that applies."""

    #: The damage column of the side table.
    TABLE = "table"
    #: The list ``melee_damage``.
    LISTED = "listed"


class AttackStep(StrEnum):
    """A step of the checklist of an attack."""

    RANGE = "range"
    ARC = "arc"
    SIGHT = "sight"
    RESPONSE = "response"
    TO_HIT = "to_hit"
    ROLL = "roll"
    DAMAGE = "damage"


class ModifierKind(StrEnum):
    """Where a modifier of an attack comes from."""

    RANGE = "range"
    ATTACKER_MOVED = "attacker_moved"
    DEFENDER_MOVED = "defender_moved"
    SIDE = "side"
    COVER = "cover"
    HINDRANCE = "hindrance"
    VISIBILITY = "visibility"
    ELEVATION = "elevation"
    EFFECT = "effect"
    WEATHER = "weather"
    STATE = "state"
    SITUATION = "situation"
    RESULT = "result"


class ResultCounts(StrEnum):
    """The part of a roll that a named result depends on."""

    #: The sum of the dice, before modifiers.
    TOTAL = "total"
    #: A single die.
    DIE = "die"


KindName = Annotated[AttackKind, LAX]
StepName = Annotated[AttackStep, LAX]
ModifierName = Annotated[ModifierKind, LAX]
#: The ID of a rule for each kind of modifier.
RulesOfKinds = Annotated[dict[ModifierName, str], Prose()]


class RangeBand(NamedEntry, Span):
    """A band of distances in hexes."""

    min: int = Field(ge=0, description="Shortest distance in the band, in hexes.")
    to_hit: int = Field(0, description="To-hit modifier.")


class MovedBand(Span):
    """A band of hexes moved in the turn."""

    min: int = Field(ge=0, description="Minimum number of hexes moved for the modifier to apply.")
    to_hit: int = Field(0, description="To-hit modifier.")


class HitAndDamage(RuleModel):
    """The changes to one kind of attack."""

    to_hit: int = Field(0, description="To-hit modifier.")
    damage: int = Field(0, description="Change in damage.")


class LevelBonus(RuleModel):
    """The attacker's bonus for its own level against lower targets."""

    to_hit: int = Field(0, description="To-hit modifier.")
    damage: int = Field(0, description="Change in damage.")
    range: int = Field(0, ge=0, description="Extra range of the weapon in hexes.")


class HeightDifference(Entry):
    """The effect of attacker and target being on different levels, however many."""

    ranged: HitAndDamage = Field(
        default_factory=HitAndDamage, description="Modifiers for ranged and magic attacks."
    )
    melee: HitAndDamage = Field(default_factory=HitAndDamage, description="Modifiers for melee attacks.")
    charge: HitAndDamage = Field(default_factory=HitAndDamage, description="Extra modifiers when charging.")
    defence: int = Field(0, description="Change in the target's defence.")
    by_level: dict[LevelKey, LevelBonus] = mapping("Extra modifiers by the attacker's level.")
    ignores_cover: bool = Field(
        default=False, description="Whether cover is ignored, including cover from units."
    )


class Heights(RuleModel):
    """The effect of a difference of levels."""

    higher: HeightDifference = Field(
        default_factory=HeightDifference, description="Effect when the attacker is higher."
    )
    lower: HeightDifference = Field(
        default_factory=HeightDifference, description="Effect when the attacker is lower."
    )


class AttackResult(NamedEntry, Span):
    """A named roll with consequences when the attack hits."""

    counts: Annotated[ResultCounts, LAX] = Field(
        ResultCounts.TOTAL, description="Part of the roll that counts: the total, or a single die."
    )
    attacks: Listed[KindName] = Field(
        (), description="Kinds of attack that the result applies to. If empty, it applies to all kinds."
    )
    damage: int = Field(0, description="Change in damage.")
    bypasses: int = Field(0, ge=0, description="Points of defence that are ignored.")
    bypasses_all: bool = Field(default=False, description="Whether all defence is ignored.")
    destroys_component: bool = Field(
        default=False, description="Whether the component that is hit is destroyed."
    )
    reactive: bool = Field(default=True, description="Whether the defender may answer with a reactive card.")


class Situation(NamedEntry):
    """A circumstance that players declare."""

    attacks: Listed[KindName] = Field(
        (), description="Kinds of attack that the situation applies to. If empty, it applies to all kinds."
    )
    to_hit: int = Field(0, description="To-hit modifier.")
    damage: int = Field(0, description="Change in damage.")
    defence: int = Field(0, description="Change in the defender's defence.")


class AttackRules(Entry):
    """How attacks are resolved."""

    resolution: Annotated[Resolution, LAX] = Field(
        Resolution.TARGET,
        description="How attacks are resolved: by a target number, by skill against evasion, or by modifiers alone.",
    )
    dice: Dice = Field(default_factory=Dice, description="Dice rolled to hit.")
    target: int = Field(4, description="Number that the roll must reach, before modifiers.")
    modifies: Annotated[Modifies, LAX] = Field(
        Modifies.ROLL, description="Number that to_hit values are added to: the roll or the target number."
    )
    automatic: Listed[KindName] = Field((), description="Kinds of attack that hit without a roll.")
    ranged_arc: Annotated[Arc, LAX] = Field(
        Arc.ALL, description="Arc in which ranged and magic attacks are possible."
    )
    melee_arc: Annotated[Arc, LAX] = Field(Arc.ALL, description="Arc in which melee attacks are possible.")
    steps: Listed[StepName] = Field(
        (AttackStep.SIGHT,), description="Steps of the attack checklist, in order."
    )
    step_rules: Annotated[dict[StepName, str], Prose()] = mapping("ID of the rule behind each step.")
    to_hit_sum: Listed[ModifierName] = Field(
        (), description="Kinds of modifier that add up to the to-hit modifier."
    )
    damage_sum: Listed[ModifierName] = Field((), description="Kinds of modifier that change the damage.")
    to_hit_rules: RulesOfKinds = mapping(
        "ID of the rule behind each kind of to-hit modifier. Default: the first of the entry's rules."
    )
    damage_rules: RulesOfKinds = mapping(
        "ID of the rule behind each kind of change in damage. Default: the first of the entry's rules."
    )
    defence_rules: RulesOfKinds = mapping(
        "ID of the rule behind each kind of change in defence. Default: the first of the entry's rules."
    )
    moved: Listed[MovedBand] = Field(
        (), description="To-hit modifiers by the number of hexes that the attacker and the defender moved."
    )
    heights: Heights = Field(
        default_factory=Heights, description="Effect of a difference in level between attacker and target."
    )
    situations: dict[Id, Situation] = mapping("Circumstances that players declare, by id.")
    results: dict[Id, AttackResult] = mapping("Named rolls with special results, by id.")
    melee_sides: Annotated[MeleeSides, LAX] = Field(
        MeleeSides.TABLE,
        description="Where the melee damage by side comes from: the side table, or melee_damage.",
    )
    melee_damage: dict[SideKey, int] = mapping(
        "Melee damage by side; used if attack.melee_sides is 'listed'."
    )
    minimum_damage: int = Field(0, ge=0, description="Minimum damage of a hit.")
    weapon_costs: dict[Id, Cost] = mapping("Movement points that an attack costs, by weight of the weapon.")

    def moved_modifier(self, hexes: int) -> int:
        """Return the modifier to hit for that many hexes moved, attacker's or defender's (rule P2-17)."""
        return next((band.to_hit for band in self.moved if hexes in band), 0)

    def hindered(self, hindrance: int) -> int:
        """Return the modifier to hit of a hindrance, which always makes attacks harder, as the game writes modifiers."""
        return -hindrance if self.modifies is Modifies.ROLL else hindrance

    def number_to_reach(self, modifier: int = 0, *, skill: int = 0, evasion: int = 0) -> int:
        """Return the lowest roll of the dice that hits, for a sum of modifiers; it may be beyond the dice.

        The attacker's skill and the target's evasion count if ``resolution`` is ``skill`` (rule BV-03).
        """
        sign = -1 if self.modifies is Modifies.ROLL else 1
        against = evasion - skill if self.resolution is Resolution.SKILL else 0
        return self.target + against + sign * modifier

    def hit_chance(self, modifier: int = 0, *, skill: int = 0, evasion: int = 0) -> Fraction:
        """Return the exact chance to hit (rules P1-16, P2-22, BV-03)."""
        return self.dice.chance_of_total(self.number_to_reach(modifier, skill=skill, evasion=evasion))
