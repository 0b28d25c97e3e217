"""Visibility from base to base: how far targets are easy, going to ground, hard cover, and traits that bear on them."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry, Id, Listed, NamedEntry


class TargetState(StrEnum):
    """How well a target can be shot at."""

    #: In sight, and within the awareness of its grade.
    EASY = "easy"
    #: In sight, and beyond it.
    DIFFICULT = "difficult"
    #: Not in sight.
    HIDDEN = "hidden"


class CoverKind(StrEnum):
    """A kind of cover, from base to base."""

    #: What a difficult target has: more evasion.
    SOFT = "soft"
    #: What hills, ruins and walls give: more toughness.
    HARD = "hard"


StateName = Annotated[TargetState, LAX]


class VisibilityGrade(NamedEntry):
    """How well targets stand out in a kind of terrain (rules BV-02, BV-03)."""

    awareness: int = Field(
        ge=0, description="Inches from edge to edge up to which the target is easy, this distance included."
    )
    evasion: int = Field(0, ge=0, description="Evasion more of a target that is difficult.")


class UnitTrait(NamedEntry):
    """An ability of units that bears on visibility (rules BV-05, BV-08)."""

    lifts_ground: bool = Field(
        default=False, description="Whether it may get other units up from the ground."
    )
    ground_after_advance: bool = Field(
        default=False, description="Whether it may go to ground after an advance, instead of shooting."
    )
    awareness_of_grounded: int = Field(
        1, ge=1, description="What its awareness is multiplied by against targets that went to ground."
    )
    observes: bool = Field(
        default=False,
        description="Whether indirect weapons may use the visibility of the target to it; it does nothing else then.",
    )


class WeaponTrait(NamedEntry):
    """An ability of weapons that bears on visibility (rules BV-07, BV-08)."""

    ignores: Listed[Annotated[CoverKind, LAX]] = Field((), description="Kinds of cover that do not count.")
    hidden_as: Id | None = Field(
        None, description="Grade that hidden targets count as; they cannot be targets when absent."
    )
    observers: bool = Field(
        default=False, description="Whether an observer's visibility may be used for one's own."
    )


class Visibility(Entry):
    """How visibility from base to base is graded; empty where sight is between hexes."""

    grades: dict[Id, VisibilityGrade] = Field(
        default_factory=dict, description="Grades that terrain can give."
    )
    open: Id | None = Field(None, description="Grade of targets in terrain that names none.")
    to_ground: dict[StateName, StateName] = Field(
        default_factory=dict, description="What going to ground makes of a target, by what it was."
    )
    hard_cover: int = Field(0, ge=0, description="Toughness more of a target with hard cover.")
    unit_traits: dict[Id, UnitTrait] = Field(default_factory=dict, description="Abilities of units.")
    weapon_traits: dict[Id, WeaponTrait] = Field(default_factory=dict, description="Abilities of weapons.")
