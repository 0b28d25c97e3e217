"""Which lines terrain blocks from a level on, by the levels of their ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.sight import ElevationPolicy
from fairground.core.sight.board.elevation import ALWAYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class LevelPairs(NamedTuple):
    """Lines by their ends: from one set of lanes to another, for one or more pairs of sets."""

    ends: tuple[tuple[int, int], ...]

    def starts(self, move: int) -> int:
        """Return the starting lanes of such lines whose ends are so many lanes further."""
        (start, end), *others = self.ends
        lanes = start & (end >> move)
        for start, end in others:
            lanes |= start & (end >> move)
        return lanes

    def __bool__(self) -> bool:
        return any(start and end for start, end in self.ends)


class Thresholds:
    """The thresholds of lines by the levels of their ends, those of the ground or of the eyes, depending on the policy.

    Sets of ends are numbers with a bit for each lane, or for each kind of hex. ``every`` are all of them; ``below`` returns
    those below a level, as starts (0) or as ends (1).
    """

    def __init__(self, policy: ElevationPolicy, every: int, below: Callable[[int, int], int]) -> None:
        self._policy = policy
        self._below = below
        self.all_pairs = LevelPairs(((every, every),))

    def groups(self, tops: Iterable[int]) -> list[tuple[int, LevelPairs]]:
        """Return the tops that matter, lowest first, with the lines that have a threshold of at most that top.

        Each set of lines includes the one before; a line is blocked by what reaches the first top that has it.
        """
        groups: list[tuple[int, LevelPairs]] = []
        for top in sorted(set(tops), reverse=True):
            pairs = self.all_pairs if top == ALWAYS else self._up_to(top)
            if not pairs:
                break
            if groups and groups[-1][1] == pairs:
                # The same lines, and more terrain reaches the lower top.
                groups.pop()
            groups.append((top, pairs))
        return groups[::-1]

    def _up_to(self, top: int) -> LevelPairs:
        """Return the lines with a threshold of at most ``top``."""
        start, end = self._below(0, top), self._below(1, top)
        if self._policy is ElevationPolicy.SLOPE:
            return LevelPairs(((start, self._below(1, top + 1)), (self._below(0, top + 1), end)))
        return LevelPairs(((start, end),))
