"""Policies of sight and cover, and the grades of cover; ``policies`` says what each value means."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry, Id, NamedEntry


class CoverReach(StrEnum):
    """Where a target must be to have the cover of a hex."""

    IN = "in"
    ADJACENT = "adjacent"


class CoverEffect(StrEnum):
    """What cover changes."""

    TO_HIT = "to_hit"
    DEFENCE = "defence"
    BOTH = "both"


class CoverUnits(StrEnum):
    """Which units between attacker and target give cover."""

    ANY = "any"
    ENEMY = "enemy"
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


class SightModel(StrEnum):
    """What a line of sight is drawn between."""

    #: The centres of two hexes.
    CENTRES = "centres"
    #: Any point of one base and any point of another (rule BV-01).
    BASES = "bases"


class HexsidePolicy(StrEnum):
    """What counts where a line runs exactly along a hexside."""

    BOTH_SIDES = "both_sides"
    WORSE_SIDE = "worse_side"


class CornerPolicy(StrEnum):
    """What a hex means that the line touches at a single corner."""

    IGNORED = "ignored"
    CROSSED = "crossed"


class CornerHexsidePolicy(StrEnum):
    """When a line through a corner crosses the features of the two hexsides of a hex that meet there (rule HS-09)."""

    BOTH = "both"
    ANY = "any"


class OwnHexsidePolicy(StrEnum):
    """What a hindering feature means that the line crosses on the firer's own hex (rule HS-08)."""

    COUNTS = "counts"
    FREE = "free"


class EndHexsidePolicy(StrEnum):
    """What a blocking feature means that the line crosses on the hex of either end (rule HS-15)."""

    BLOCKS = "blocks"
    FREE = "free"


class HindranceReach(StrEnum):
    """Which hexes of a line hinder (rule HS-07)."""

    BETWEEN = "between"
    TO_TARGET = "to_target"


class InsidePolicy(StrEnum):
    """What something solid means for a line that stays within it, such as one inside a building (rule MM-06)."""

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

    limit: int = Field(ge=1, description="Sum at which sight is lost; only hexes between the ends add to it.")


class Sight(Entry):
    """How sight is judged."""

    model: Annotated[SightModel, LAX] = Field(
        SightModel.CENTRES, description="What a line of sight is drawn between."
    )
    hexside: Annotated[HexsidePolicy, LAX] = Field(
        HexsidePolicy.BOTH_SIDES, description="What counts where a line runs exactly along a hexside."
    )
    corner: Annotated[CornerPolicy, LAX] = Field(
        CornerPolicy.IGNORED, description="What a hex means that a line touches at a corner only."
    )
    elevation: Annotated[ElevationPolicy, LAX] = Field(
        ElevationPolicy.IGNORE, description="When a level by itself blocks."
    )
    corner_hexside: Annotated[CornerHexsidePolicy, LAX] = Field(
        CornerHexsidePolicy.BOTH,
        description="When a line through a corner crosses features of the hexsides that meet there.",
    )
    own_hexside: Annotated[OwnHexsidePolicy, LAX] = Field(
        OwnHexsidePolicy.COUNTS,
        description="What a hindering feature means that the line crosses on the firer's own hex.",
    )
    end_hexside: Annotated[EndHexsidePolicy, LAX] = Field(
        EndHexsidePolicy.BLOCKS,
        description="What a blocking feature means that the line crosses on the hex of either end.",
    )
    hindrance_reach: Annotated[HindranceReach, LAX] = Field(
        HindranceReach.BETWEEN, description="Which hexes of a line hinder; the firer's own never does."
    )
    inside: Annotated[InsidePolicy, LAX] = Field(
        InsidePolicy.BLOCKS,
        description="What something solid means for a line that stays within it, such as one inside a building.",
    )
    opacities: dict[Id, Opacity] = Field(
        default_factory=dict, description="What adds up along a line, with the limits."
    )
