"""Cover: its grades, and the named policies that say who has it and what it does."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry, Id, NamedEntry


class CoverReach(StrEnum):
    """Where a target must be to have the cover of a hex."""

    #: In the hex.
    IN = "in"
    #: In it or next to it.
    ADJACENT = "adjacent"


class CoverEffect(StrEnum):
    """What cover changes."""

    #: The roll to hit.
    TO_HIT = "to_hit"
    #: The target's defence.
    DEFENCE = "defence"
    #: The roll to hit and the target's defence.
    BOTH = "both"


class CoverUnits(StrEnum):
    """Which units between attacker and target give cover."""

    #: All.
    ANY = "any"
    #: Those of the attacker's enemies.
    ENEMY = "enemy"
    #: None.
    NONE = "none"


class CoverGrade(NamedEntry):
    """How much a kind of cover gives; which of the columns count is up to the policies."""

    to_hit: int = Field(0, description="Modifier to hit.")
    defence: int = Field(0, description="Change of the target's defence.")
    damage: int = Field(0, description="Change of the damage.")


class Cover(Entry):
    """How cover works."""

    grades: dict[Id, CoverGrade] = Field(default_factory=dict, description="Grades that terrain can give.")
    reach: Annotated[CoverReach, LAX] = Field(CoverReach.IN, description="Where the target must be.")
    effect: Annotated[CoverEffect, LAX] = Field(CoverEffect.TO_HIT, description="What cover changes.")
    damage: bool = Field(default=False, description="Whether cover changes the damage too.")
    stacks: bool = Field(
        default=False, description="Whether several covers add up; otherwise the highest counts."
    )
    with_shields: bool = Field(default=True, description="Whether cover adds to a shield's defence.")
    melee_ignores: bool = Field(default=False, description="Whether melee attacks ignore cover.")
    units: Annotated[CoverUnits, LAX] = Field(CoverUnits.NONE, description="Which units between give cover.")
    unit_grade: Id | None = Field(None, description="Grade that a unit between gives.")
