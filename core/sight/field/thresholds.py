"""From which level on things are in the way of which lines: the elevation policies, for all pairs at once.

Each line has a *threshold*, by the levels of its ends; what reaches it is in the way. All things from one level on
are looked at together, for the lines whose threshold is no higher than that level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.rules.sight import ElevationPolicy

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.sight.field.lanes import Lanes

#: The level of what is in the way whatever the levels.
ALWAYS: Final = 1 << 20
#: The level of what never is.
NEVER: Final = -ALWAYS


class LevelPairs(NamedTuple):
    """Lines by their ends: those from one set of lanes to another, of one or more such pairs of sets."""

    ends: tuple[tuple[int, int], ...]

    def starts(self, move: int) -> int:
        """Return the lanes from which such lines start whose ends are so many lanes further on."""
        (start, end), *others = self.ends
        found = start & (end >> move)
        for start, end in others:
            found |= start & (end >> move)
        return found

    def __bool__(self) -> bool:
        return any(start and end for start, end in self.ends)


class Thresholds:
    """The levels of the ends of lines, and the policy by which these give the thresholds.

    ``starts`` and ``ends`` are the levels of the hexes, of shape ``[rows, columns]``, where lines start and end there:
    of the ground or of the eyes, as the policy has it. ``present`` says which hexes are on the board.
    """

    def __init__(
        self,
        policy: ElevationPolicy,
        lanes: Lanes,
        present: NDArray[np.bool_],
        levels: tuple[NDArray[np.int64], NDArray[np.int64]],
    ) -> None:
        self._policy = policy
        self._lanes = lanes
        self._present = present
        self._levels = levels
        on_board = lanes.pack(present)
        self.all_pairs = LevelPairs(((on_board, on_board),))

    def groups(self, tops: Iterable[int]) -> list[tuple[int, LevelPairs]]:
        """Return which of some tops matter, lowest first, with the lines that have a threshold of at most that top.

        Each of these sets of lines is part of the next one; what is in the way of a line is what reaches the first top
        of which it is one.
        """
        found: list[tuple[int, LevelPairs]] = []
        for top in sorted(set(tops), reverse=True):
            pairs = self.all_pairs if top == ALWAYS else self._up_to(top)
            if not pairs:
                break
            if found and found[-1][1] == pairs:
                # The same lines, and there are more things from the lower level on.
                found.pop()
            found.append((top, pairs))
        return found[::-1]

    def _up_to(self, top: int) -> LevelPairs:
        """Return the lines with a threshold of at most ``top``."""
        start, end = self._below(0, top), self._below(1, top)
        if self._policy is ElevationPolicy.SLOPE:
            return LevelPairs(((start, self._below(1, top + 1)), (self._below(0, top + 1), end)))
        return LevelPairs(((start, end),))

    def _below(self, which: int, level: int) -> int:
        return self._lanes.pack(self._present & (self._levels[which] < level))
