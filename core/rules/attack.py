"""Attacks: range bands, dice, modifiers, named results."""

from enum import StrEnum
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
)
from fairground.core.rules.costs import Cost
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
    #: The source gives modifiers, and no roll that they belong to.
    MODIFIERS = "modifiers"


class Modifies(StrEnum):
    """What a modifier to hit is added to."""

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
    """Which statement about melee damage by side holds."""

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
    """What of a roll a named result looks at."""

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

    min: int = Field(ge=0, description="Nearest distance.")
    to_hit: int = Field(0, description="Modifier to hit.")


class MovedBand(Span):
    """A band of hexes moved in the turn."""

    min: int = Field(ge=0, description="Fewest hexes.")
    to_hit: int = Field(0, description="Modifier to hit.")


class HitAndDamage(RuleModel):
    """What a circumstance changes for one kind of attack."""

    to_hit: int = Field(0, description="Modifier to hit.")
    damage: int = Field(0, description="Change of the damage.")


class LevelBonus(RuleModel):
    """What the attacker's own level gives it against lower targets."""

    to_hit: int = Field(0, description="Modifier to hit.")
    damage: int = Field(0, description="Change of the damage.")
    range: int = Field(0, ge=0, description="Hexes that the weapon reaches further.")


class HeightDifference(Entry):
    """What it means that attacker and target are on different levels, however many."""

    ranged: HitAndDamage = Field(default_factory=HitAndDamage, description="For ranged and magic attacks.")
    melee: HitAndDamage = Field(default_factory=HitAndDamage, description="For melee attacks.")
    charge: HitAndDamage = Field(
        default_factory=HitAndDamage,
        description="For melee attacks of a unit that moved next to its target, besides.",
    )
    defence: int = Field(0, description="Change of the target's defence.")
    by_level: dict[LevelKey, LevelBonus] = Field(
        default_factory=dict, description="What the attacker's own level gives besides, by level."
    )
    ignores_cover: bool = Field(
        default=False, description="Whether the attack ignores cover, units between included."
    )


class Heights(RuleModel):
    """What a difference of levels does."""

    higher: HeightDifference = Field(
        default_factory=HeightDifference, description="When the attacker is the higher one."
    )
    lower: HeightDifference = Field(
        default_factory=HeightDifference, description="When the attacker is the lower one."
    )


class AttackResult(NamedEntry, Span):
    """A roll with a name and a consequence, when the attack hits."""

    counts: Annotated[ResultCounts, LAX] = Field(
        ResultCounts.TOTAL, description="What of the roll it looks at."
    )
    attacks: Listed[KindName] = Field((), description="Kinds of attack it is for; all when empty.")
    damage: int = Field(0, description="Change of the damage.")
    bypasses: int = Field(0, ge=0, description="Points of defence that do not count.")
    bypasses_all: bool = Field(default=False, description="Whether no defence counts.")
    destroys_component: bool = Field(default=False, description="Whether the component hit is destroyed.")
    reactive: bool = Field(default=True, description="Whether the defender may answer with a reactive card.")


class Situation(NamedEntry):
    """A circumstance that players declare."""

    attacks: Listed[KindName] = Field((), description="Kinds of attack it is for; all when empty.")
    to_hit: int = Field(0, description="Modifier to hit.")
    damage: int = Field(0, description="Change of the damage.")
    defence: int = Field(0, description="Change of the defender's defence.")


class AttackRules(Entry):
    """How attacks are resolved."""

    resolution: Annotated[Resolution, LAX] = Field(Resolution.TARGET, description="How an attack is decided.")
    dice: Dice = Field(default_factory=Dice, description="What is rolled to hit.")
    target: int = Field(4, description="Number that the roll must reach, before modifiers.")
    modifies: Annotated[Modifies, LAX] = Field(
        Modifies.ROLL, description="What every to_hit of the ruleset is added to."
    )
    automatic: Listed[KindName] = Field((), description="Kinds of attack that hit without a roll.")
    ranged_arc: Annotated[Arc, LAX] = Field(
        Arc.ALL, description="Where the target of a ranged or magic attack is."
    )
    melee_arc: Annotated[Arc, LAX] = Field(Arc.ALL, description="Where the target of a melee attack is.")
    steps: Listed[StepName] = Field((AttackStep.SIGHT,), description="The checklist, in order.")
    step_rules: Annotated[dict[StepName, str], Prose()] = Field(
        default_factory=dict, description="ID of the rule that each step rests on."
    )
    to_hit_sum: Listed[ModifierName] = Field((), description="What makes up the modifier to hit.")
    damage_sum: Listed[ModifierName] = Field((), description="What changes the damage.")
    to_hit_rules: RulesOfKinds = Field(
        default_factory=dict,
        description="ID of the rule that modifiers to hit rest on, by kind; when absent the first of their own, as makes of shields have.",
    )
    damage_rules: RulesOfKinds = Field(
        default_factory=dict, description="The same for what changes the damage."
    )
    defence_rules: RulesOfKinds = Field(
        default_factory=dict, description="The same for what changes the defence."
    )
    moved: Listed[MovedBand] = Field(
        (), description="Modifiers by hexes moved, for attacker and defender each."
    )
    heights: Heights = Field(default_factory=Heights, description="What a difference of levels does.")
    situations: dict[Id, Situation] = Field(
        default_factory=dict, description="Circumstances that players declare."
    )
    results: dict[Id, AttackResult] = Field(default_factory=dict, description="Rolls with a name.")
    melee_sides: Annotated[MeleeSides, LAX] = Field(
        MeleeSides.TABLE, description="Which statement about melee damage by side holds."
    )
    melee_damage: dict[SideKey, int] = Field(
        default_factory=dict,
        description="Damage of melee by side under the other reading (attack.melee_sides).",
    )
    minimum_damage: int = Field(0, ge=0, description="Damage that a hit does at least.")
    weapon_costs: dict[Id, Cost] = Field(
        default_factory=dict, description="Movement points for an attack, by weapon."
    )
