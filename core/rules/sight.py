"""Sight: the named policies that say what a straight line between two hexes means."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from fairground.core.rules.entry import LAX, Entry


class HexsidePolicy(StrEnum):
    """What counts where a line runs exactly along a hexside."""

    #: Blocked only when each of the two sides, with the hexes crossed, blocks; amounts from the lesser side.
    BOTH_SIDES = "both_sides"
    #: The side that is worse for the attacker counts.
    WORSE_SIDE = "worse_side"


class CornerPolicy(StrEnum):
    """What a hex means that the line touches at a single corner."""

    #: It is not crossed.
    IGNORED = "ignored"
    #: It counts as crossed.
    CROSSED = "crossed"


class ElevationPolicy(StrEnum):
    """When a level by itself blocks."""

    #: Never.
    IGNORE = "ignore"
    #: When it is higher than both ends.
    HIGHER = "higher"
    #: As hills do, but for one hex of a continuous slope (rule HS-11).
    SLOPE = "slope"
    #: When it is higher than both ends, or than the end it is next to (rule MM-01).
    ADJACENT = "adjacent"


class Sight(Entry):
    """How sight between two hexes is judged."""

    hexside: Annotated[HexsidePolicy, LAX] = Field(
        HexsidePolicy.BOTH_SIDES, description="What counts where a line runs exactly along a hexside."
    )
    corner: Annotated[CornerPolicy, LAX] = Field(
        CornerPolicy.IGNORED, description="What a hex means that a line touches at a corner only."
    )
    elevation: Annotated[ElevationPolicy, LAX] = Field(
        ElevationPolicy.IGNORE, description="When a level by itself blocks."
    )
