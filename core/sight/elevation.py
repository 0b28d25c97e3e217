"""The elevation policies: when the ground of a hex blocks, and when something that stands on it reaches the line.

A policy is one function. It takes the ends of a line and gives another, which says of a hex between them and a level
whether what reaches that level there is in the way. Ground, buildings and woods are all judged by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.grid.hexes import Hex, distance
from fairground.core.rules.sight import ElevationPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Reaches = Callable[[Hex, int], bool]


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


def reaching(policy: ElevationPolicy, ends: Ends) -> Reaches:
    """Return what says whether something that reaches a level, in a hex between the ends, is in the way of the line.

    ``ignore``: all is, whatever its level; ground never is, see ``ground_blocks``. ``higher``: what is above both
    ends. ``slope``: that, and what is level with the higher end where that is above the lower one (rules HS-11,
    HS-12, HS-14). ``adjacent``: what is above both eyes, or above the eye beside it (rule MM-01).
    """
    return _REACHING[policy](ends)


def ground_blocks(policy: ElevationPolicy) -> bool:
    """Whether ground that reaches a line blocks it (not by ``ignore``, rule P2-09)."""
    return policy is not ElevationPolicy.IGNORE


def slope_is_too_long(policy: ElevationPolicy, ends: Ends, levels: Iterable[int]) -> bool:
    """Whether more than one hex between the ends is halfway up, above the one and below the other (rule HS-11)."""
    if policy is not ElevationPolicy.SLOPE:
        return False
    low, high = ends.low, ends.high
    return high - low > 1 and sum(low < level < high for level in levels) > 1


def _always(_ends: Ends) -> Reaches:
    return lambda _at, _level: True


def _over_both(ends: Ends) -> Reaches:
    high = ends.high
    return lambda _at, level: level > high


def _over_or_at_the_crest(ends: Ends) -> Reaches:
    least = ends.high if ends.high > ends.low else ends.high + 1
    return lambda _at, level: level >= least


def _over_both_or_the_one_beside(ends: Ends) -> Reaches:
    start, end, start_eye, end_eye = ends.start, ends.end, ends.start_eye, ends.end_eye
    low, high = min(start_eye, end_eye), max(start_eye, end_eye)

    def _reaches(at: Hex, level: int) -> bool:
        if not low < level <= high:
            return level > high
        return distance(start if start_eye < end_eye else end, at) == 1

    return _reaches


_REACHING: Final[dict[ElevationPolicy, Callable[[Ends], Reaches]]] = {
    ElevationPolicy.IGNORE: _always,
    ElevationPolicy.HIGHER: _over_both,
    ElevationPolicy.SLOPE: _over_or_at_the_crest,
    ElevationPolicy.ADJACENT: _over_both_or_the_one_beside,
}
