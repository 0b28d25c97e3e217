"""Intervals in characters, on one axis with the band that they are judged by."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.simulation.statistics.wilson import Interval

#: How many characters the axis is long.
_WIDTH = 41
#: Ends of the axis are multiples of so many percent.
_ROUND = 5


class IntervalPicture:
    """An axis of win rates that holds a band and some intervals.

    ``o`` is a rate, ``=`` its interval, ``[`` and ``]`` are the edges of the band.
    """

    def __init__(self, band: tuple[float, float], intervals: Sequence[Interval]) -> None:
        self._band = band
        low = min(band[0], *(it.low for it in intervals))
        high = max(band[1], *(it.high for it in intervals))
        # A little more than what is shown, so that its ends are seen to be ends.
        self._low = max(0, _ROUND * floor((100 * low - 1) / _ROUND))
        self._high = min(100, _ROUND * ceil((100 * high + 1) / _ROUND))

    def line(self, rate: float | None, interval: Interval) -> str:
        """Return one interval as text of a fixed width."""
        cells = [" "] * _WIDTH
        first, last = self._at(interval.low), self._at(interval.high)
        cells[first : last + 1] = "=" * (last + 1 - first)
        for edge, sign in zip(self._band, "[]", strict=True):
            cells[self._at(edge)] = sign
        if rate is not None:
            cells[self._at(rate)] = "o"
        return f"|{''.join(cells)}|"

    def axis(self) -> str:
        """Return the ends of the axis, as wide as a line."""
        low, high = f"{self._low} %", f"{self._high} %"
        return low + high.rjust(_WIDTH + 2 - len(low))

    def _at(self, share: float) -> int:
        """Return the place of a share on the axis."""
        span = self._high - self._low
        return min(_WIDTH - 1, max(0, round((100 * share - self._low) / span * (_WIDTH - 1))))
