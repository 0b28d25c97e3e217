"""The elevation policies: when the ground of a hex blocks, and when something that stands on it reaches the line.

A policy is one function. It takes the levels of a line's ends and the hexes between them, and says which of these
block by their level alone; another says of a level that something reaches whether it is in the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.grid.hexes import Hex, distance
from fairground.core.rules.sight import ElevationPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Reaches = Callable[["Ends", Hex, int], bool]
    Levels = Sequence[tuple[Hex, int]]


class Ends(NamedTuple):
    """The two ends of a line: their hexes, the levels of these, and the levels of the eyes above them."""

    start: Hex
    end: Hex
    start_level: int
    end_level: int
    start_eye: int
    end_eye: int

    @property
    def low(self) -> int:
        """The level of the lower end."""
        return min(self.start_level, self.end_level)

    @property
    def high(self) -> int:
        """The level of the higher end."""
        return max(self.start_level, self.end_level)


def _always(_ends: Ends, _at: Hex, _level: int) -> bool:
    return True


def _over_both(ends: Ends, _at: Hex, level: int) -> bool:
    return level > ends.high


def _over_or_at_the_crest(ends: Ends, _at: Hex, level: int) -> bool:
    return level > ends.high or level == ends.high > ends.low


def _over_both_or_the_one_beside(ends: Ends, at: Hex, level: int) -> bool:
    return (
        level > max(ends.start_eye, ends.end_eye)
        or (level > ends.start_eye and distance(ends.start, at) == 1)
        or (level > ends.end_eye and distance(ends.end, at) == 1)
    )


#: Whether something that reaches a level, in a hex between the ends, is in the way of the line.
REACHES: Final[dict[ElevationPolicy, Reaches]] = {
    ElevationPolicy.IGNORE: _always,
    ElevationPolicy.HIGHER: _over_both,
    ElevationPolicy.SLOPE: _over_or_at_the_crest,
    ElevationPolicy.ADJACENT: _over_both_or_the_one_beside,
}


def hills(policy: ElevationPolicy, ends: Ends, levels: Levels) -> list[Hex]:
    """Return the hexes, of those between the ends, whose ground blocks the line.

    ``ignore``: none (rule P2-09). ``higher``: those above both ends. ``slope``: those above the higher end, those
    level with it where it is above the lower one, and those between the two when there is more than one of them
    (rules HS-11, HS-12, HS-14). ``adjacent``: those above both eyes, or above the eye beside them (rule MM-01).
    """
    if policy is ElevationPolicy.IGNORE:
        return []
    reaches = REACHES[policy]
    blocking = [at for at, level in levels if reaches(ends, at, level)]
    if policy is ElevationPolicy.SLOPE:
        halfway = [at for at, level in levels if ends.low < level < ends.high]
        if len(halfway) > 1:
            blocking += halfway
    return blocking
