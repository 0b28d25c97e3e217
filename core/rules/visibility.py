"""Visibility from base to base: grades, going to ground, hard cover, and traits that affect them."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry, Id, Listed, NamedEntry, mapping


class TargetState(StrEnum):
    """The difficulty of shooting at a target."""

    #: In sight, and within the awareness of its grade.
    EASY = "easy"
    #: In sight, and beyond it.
    DIFFICULT = "difficult"
    #: Not in sight.
    HIDDEN = "hidden"


class CoverKind(StrEnum):
    """A kind of cover, from base to base."""

    #: More evasion, for difficult targets.
    SOFT = "soft"
    #: More toughness, behind hills, ruins and walls.
    HARD = "hard"


StateName = Annotated[TargetState, LAX]


class VisibilityGrade(NamedEntry):
    """The visibility of targets in a kind of terrain (rules BV-02, BV-03)."""

    awareness: int = Field(
        ge=0, description="Distance in inches, from base edge to base edge, up to which targets are easy."
    )
    evasion: int = Field(0, ge=0, description="Extra evasion of difficult targets.")


class UnitTrait(NamedEntry):
    """An ability of units that affects visibility (rules BV-05, BV-08)."""

    lifts_ground: bool = Field(
        default=False, description="Whether the unit may force other units up from the ground."
    )
    ground_after_advance: bool = Field(
        default=False, description="Whether the unit may go to ground after an advance."
    )
    awareness_of_grounded: int = Field(
        1,
        ge=1,
        description="Multiplier for the unit's awareness range against targets that have gone to ground.",
    )
    observes: bool = Field(
        default=False, description="Whether the unit may spot for indirect fire instead of acting."
    )


class WeaponTrait(NamedEntry):
    """An ability of weapons that affects visibility (rules BV-07, BV-08)."""

    ignores: Listed[Annotated[CoverKind, LAX]] = Field(
        (), description="Kinds of cover that the weapon ignores."
    )
    hidden_as: Id | None = Field(
        None,
        description="Visibility grade that applies to hidden targets. If absent, hidden units cannot be targeted.",
    )
    observers: bool = Field(
        default=False, description="Whether the weapon may use an observer's view of the target."
    )


class Visibility(Entry):
    """Visibility from base to base; empty if sight is between hexes."""

    grades: dict[Id, VisibilityGrade] = mapping("Visibility grades that terrain can give.")
    open: Id | None = Field(None, description="Visibility grade of targets in terrain without a grade.")
    to_ground: dict[StateName, StateName] = mapping(
        "New state of a target that goes to ground, by its previous state."
    )
    hard_cover: int = Field(0, ge=0, description="Extra toughness of targets with hard cover.")
    unit_traits: dict[Id, UnitTrait] = mapping("Unit traits that affect visibility.")
    weapon_traits: dict[Id, WeaponTrait] = mapping("Weapon traits that affect visibility.")
