"""The elevation policies: the level from which the ground of a hex, or terrain on it, blocks a line.

For one line, a policy maps its ends to a function that returns the level of the *bar* in a hex between them. Ground,
buildings and woods that reach the bar block. For many lines, ``threshold`` gives the same level from the levels of the
ends, and ``hex_top`` is compared with it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from fairground.core.rules.sight import ElevationPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.board.facts import HexSightFacts

    Bar = Callable[[Hex], int]

_Levels = TypeVar("_Levels", int, "NDArray[np.int64]")

#: The top of an obstacle that blocks at any level, and of a hex where nothing blocks.
ALWAYS: Final = 1 << 20
NEVER: Final = -ALWAYS
#: The most hexes halfway up a slope that a line may cross (rule HS-11).
MOST_HALFWAY: Final = 1


class LineEnds(NamedTuple):
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


def bar(policy: ElevationPolicy, ends: LineEnds) -> Bar:
    """Return a function for the level from which terrain in a hex between the ends blocks the line.

    ``ignore``: any; ground never does, see ``ground_blocks``. ``higher``: above both ends. ``slope``: above both, or the
    level of the higher end if the ends differ (rules HS-11, HS-12, HS-14). ``adjacent``: above both eyes, or above the eye
    next to it (rule MM-01).
    """
    return _BARS[policy](ends)


def ground_blocks(policy: ElevationPolicy) -> bool:
    """Whether ground that reaches a line blocks it (not by ``ignore``, rule P2-09)."""
    return policy is not ElevationPolicy.IGNORE


def slope_is_too_long(policy: ElevationPolicy, ends: LineEnds, levels: Iterable[int]) -> bool:
    """Whether more than one hex between the ends is above the lower and below the higher end (rule HS-11)."""
    if policy is not ElevationPolicy.SLOPE:
        return False
    low, high = ends.low, ends.high
    return high - low > 1 and sum(low < level < high for level in levels) > MOST_HALFWAY


def threshold(policy: ElevationPolicy, low: _Levels, high: _Levels) -> _Levels:
    """Return the level above which terrain blocks, from the levels of the lower and the higher end.

    By ``slope`` the level of the higher end blocks too if the ends differ. The exception of ``adjacent`` next to the ends is
    not included.
    """
    return high - (high > low) if policy is ElevationPolicy.SLOPE else high


def top_in_the_way(policy: ElevationPolicy, top: int | None) -> int:
    """Return the level up to which an obstacle or a dimming counts; ``top`` None is any level."""
    return ALWAYS if top is None or policy is ElevationPolicy.IGNORE else top


def hex_top(policy: ElevationPolicy, facts: HexSightFacts, exempt: Collection[str] = ()) -> int:
    """Return the level up to which ground or obstacles block in a hex; ``exempt`` obstacles with a top do not."""
    tops = [
        top_in_the_way(policy, it.top) for it in facts.obstacles if it.top is None or it.kind not in exempt
    ]
    return max([facts.level if ground_blocks(policy) else NEVER, *tops])


def solid_top(facts: HexSightFacts, kind: str) -> int:
    """Return the highest top of solid terrain of a kind in a hex; ``NEVER`` if none has a top."""
    return max((it.top for it in facts.obstacles if it.kind == kind and it.top is not None), default=NEVER)


def _nowhere(_ends: LineEnds) -> Bar:
    return lambda _at: -sys.maxsize


def _over_both(ends: LineEnds) -> Bar:
    least = ends.high + 1
    return lambda _at: least


def _over_or_at_the_crest(ends: LineEnds) -> Bar:
    least = threshold(ElevationPolicy.SLOPE, ends.low, ends.high) + 1
    return lambda _at: least


def _over_both_or_the_one_beside(ends: LineEnds) -> Bar:
    end = ends.start if ends.start_eye < ends.end_eye else ends.end
    q, r = end.q, end.r
    low, high = min(ends.start_eye, ends.end_eye) + 1, max(ends.start_eye, ends.end_eye) + 1

    def _at(at: Hex) -> int:
        # A faster ``distance(at, end) == 1``.
        dq, dr = at.q - q, at.r - r
        return low if -1 <= dq <= 1 and -1 <= dr <= 1 and -1 <= dq + dr <= 1 else high

    return _at if low < high else lambda _at: high


_BARS: Final[dict[ElevationPolicy, Callable[[LineEnds], Bar]]] = {
    ElevationPolicy.IGNORE: _nowhere,
    ElevationPolicy.HIGHER: _over_both,
    ElevationPolicy.SLOPE: _over_or_at_the_crest,
    ElevationPolicy.ADJACENT: _over_both_or_the_one_beside,
}
