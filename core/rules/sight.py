"""Policies of sight and cover, and the grades of cover; ``policies`` explains the values."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry, Id, NamedEntry, mapping


class CoverReach(StrEnum):
    """The hexes whose cover a target has."""

    IN = "in"
    ADJACENT = "adjacent"


class CoverEffect(StrEnum):
    """The number that cover changes."""

    TO_HIT = "to_hit"
    DEFENCE = "defence"
    BOTH = "both"


class CoverUnits(StrEnum):
    """The units between attacker and target that give cover."""

    ANY = "any"
    ENEMY = "enemy"
    NONE = "none"


class CoverGrade(NamedEntry):
    """The effect of a kind of cover; policies choose the columns that count."""

    to_hit: int = Field(0, description="To-hit modifier.")
    defence: int = Field(0, description="Change in the target's defence.")
    damage: int = Field(0, description="Change in the damage.")


class Cover(Entry):
    """How cover works."""

    grades: dict[Id, CoverGrade] = mapping("Cover grades that terrain can give.")
    reach: Annotated[CoverReach, LAX] = Field(CoverReach.IN, description="Hexes that give a target cover.")
    effect: Annotated[CoverEffect, LAX] = Field(
        CoverEffect.TO_HIT,
        description="Whether cover changes the roll to hit, the target's defence, or both.",
    )
    damage: bool = Field(default=False, description="Whether cover also changes the damage.")
    stacks: bool = Field(
        default=False, description="Whether several kinds of cover add up; if not, only the best counts."
    )
    with_shields: bool = Field(default=True, description="Whether cover adds to a shield's defence.")
    melee_ignores: bool = Field(default=False, description="Whether melee attacks ignore cover.")
    units: Annotated[CoverUnits, LAX] = Field(
        CoverUnits.NONE, description="Units between attacker and target that give cover."
    )
    unit_grade: Id | None = Field(
        None, description="Cover grade given by a unit between attacker and target."
    )


class SightModel(StrEnum):
    """The ends of a line of sight."""

    #: The centres of two hexes.
    CENTRES = "centres"
    #: Any point of one base and any point of another (rule BV-01).
    BASES = "bases"


class HexsidePolicy(StrEnum):
    """The side that counts if a line runs exactly along a hexside."""

    BOTH_SIDES = "both_sides"
    WORSE_SIDE = "worse_side"


class CornerPolicy(StrEnum):
    """The effect of a hex that a line touches at a single corner."""

    IGNORED = "ignored"
    CROSSED = "crossed"


class CornerHexsidePolicy(StrEnum):
    """When a line through a corner crosses features of the two hexsides that meet there (rule HS-09)."""

    BOTH = "both"
    ANY = "any"


class OwnHexsidePolicy(StrEnum):
    """The effect of a hindering feature crossed on the firer's own hex (rule HS-08)."""

    COUNTS = "counts"
    FREE = "free"


class EndHexsidePolicy(StrEnum):
    """The effect of a blocking feature crossed on the hex of either end (rule HS-15)."""

    BLOCKS = "blocks"
    FREE = "free"


class HindranceReach(StrEnum):
    """The hexes of a line that hinder (rule HS-07)."""

    BETWEEN = "between"
    TO_TARGET = "to_target"


class InsidePolicy(StrEnum):
    """The effect of something solid on a line that stays within it, as inside a building (rule MM-06)."""

    BLOCKS = "blocks"
    FREE = "free"


class ElevationPolicy(StrEnum):
    """When a level by itself blocks."""

    IGNORE = "ignore"
    HIGHER = "higher"
    SLOPE = "slope"
    ADJACENT = "adjacent"


class Opacity(NamedEntry):
    """Something that adds up along a line until sight is lost, such as forest."""

    limit: int = Field(
        ge=1,
        description="Sum of opacity along a line at which sight is blocked; only hexes between the ends count.",
    )


class Sight(Entry):
    """How sight is judged."""

    model: Annotated[SightModel, LAX] = Field(
        SightModel.CENTRES, description="Points that a line of sight connects: hex centres or unit bases."
    )
    hexside: Annotated[HexsidePolicy, LAX] = Field(
        HexsidePolicy.BOTH_SIDES, description="When a line along a hexside is blocked."
    )
    corner: Annotated[CornerPolicy, LAX] = Field(
        CornerPolicy.IGNORED, description="Whether a line crosses hexes that it touches only at a corner."
    )
    elevation: Annotated[ElevationPolicy, LAX] = Field(
        ElevationPolicy.IGNORE, description="When the level of a hex blocks sight."
    )
    corner_hexside: Annotated[CornerHexsidePolicy, LAX] = Field(
        CornerHexsidePolicy.BOTH,
        description="When a line through a corner crosses features on the hexsides that meet there.",
    )
    own_hexside: Annotated[OwnHexsidePolicy, LAX] = Field(
        OwnHexsidePolicy.COUNTS,
        description="Whether hindering features on the sides of the firer's own hex count.",
    )
    end_hexside: Annotated[EndHexsidePolicy, LAX] = Field(
        EndHexsidePolicy.BLOCKS,
        description="Whether blocking features on the sides of the two end hexes block sight.",
    )
    hindrance_reach: Annotated[HindranceReach, LAX] = Field(
        HindranceReach.BETWEEN,
        description="Hexes on the line that hinder it; the firer's own hex never does.",
    )
    inside: Annotated[InsidePolicy, LAX] = Field(
        InsidePolicy.BLOCKS, description="Whether solid terrain blocks a line that stays inside it."
    )
    opacities: dict[Id, Opacity] = mapping(
        "Kinds of opacity, which add up along a line until they block sight."
    )
