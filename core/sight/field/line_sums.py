"""Sums along every line of a board: whether it meets any of some hexes, or how much of an opacity."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from fairground.core.rules.sight import ElevationPolicy
from fairground.core.sight.board.elevation import ALWAYS
from fairground.core.sight.field.lanes import pack_lanes
from fairground.core.sight.field.program_plan import HEXES, NONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.sight.board.facts import HexKinds
    from fairground.core.sight.field.lanes import Lanes
    from fairground.core.sight.field.program_plan import ProgramPlan


class Dims:
    """The additions of hexes to one opacity: tuples of kind of hex, amount, and level up to which it counts."""

    def __init__(
        self, kinds: HexKinds, lanes: Lanes, dimmings: list[tuple[int, int, int]], limit: int
    ) -> None:
        self._kinds = kinds
        self._lanes = lanes
        self._limit = limit
        self._kind, self._amount, self._top = (
            np.array(column, np.int64) for column in zip(*dimmings, strict=True)
        )

    def amounts(self, top: int) -> Amounts:
        """Return the additions of hexes that reach a level."""
        return self._packed(
            self._lanes.spread(self._by_kind(self._top >= top)[self._kinds.of_hexes], elsewhere=0)
        )

    def beside(
        self,
        top: int,
        eyes: tuple[NDArray[np.int64], ...],
        present: NDArray[np.bool_],
        moves: tuple[int, ...],
    ) -> list[dict[int, Amounts]] | None:
        """Return the additions of neighbours above the eye next to them but below ``top``, for starts and ends, or None."""
        kind = self._lanes.spread(self._kinds.of_hexes, elsewhere=-1)
        by_end: list[dict[int, Amounts]] = []
        for each in eyes:
            values, places = np.unique(each[present], return_inverse=True)
            # A last row for missing hexes.
            table = np.zeros((len(values) + 1, len(self._kinds.facts) + 1), np.int64)
            for row, eye in enumerate(values.tolist()):
                table[row, :-1] = self._by_kind((self._top > eye) & (self._top < top))
            which = np.full(each.shape, len(values), np.int64)
            which[present] = places
            row_of = self._lanes.spread(which, elsewhere=len(values))
            by_end.append({move: self._packed(table[row_of, np.roll(kind, -move)]) for move in moves})
        return by_end if any(any(it) for by_move in by_end for it in by_move.values()) else None

    def _by_kind(self, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        amounts = np.zeros(len(self._kinds.facts), np.int64)
        np.add.at(amounts, self._kind[which], self._amount[which])
        return np.minimum(amounts, self._limit)

    def _packed(self, amounts: NDArray[np.int64]) -> Amounts:
        return tuple(pack_lanes(amounts >> n & 1 != 0) for n in range(bits_for(self._limit)))


#: An amount for each lane: bit n of it is in number n. Amounts too large for the bits are the largest that fits.
Amounts: TypeAlias = tuple[int, ...]


def clear_along(plan: ProgramPlan, hexes: int, wanted: Sequence[int] | None = None) -> Iterator[int]:
    """Yield for entries of a plan, by ascending index (None: all), the lanes from which lines meet none of some hexes.

    Lanes where no line starts are undefined.
    """
    free = plan.lanes.every ^ hexes
    stored = [0] * plan.stored
    stored[NONE] = plan.lanes.every
    stored[HEXES] = free
    operations = plan.operations
    every = range(len(operations))
    asked = _marked(plan, every if wanted is None else wanted)
    for i in every if wanted is None else _needed(plan, wanted):
        first, first_move, more, keep, keep_with, lift, touched = operations[i]
        lanes = stored[first]
        if first_move:
            lanes >>= first_move
        for place, by in more:
            lanes &= stored[place] >> by
        if keep:
            stored[keep] = lanes
        if keep_with:
            stored[keep_with] = lanes & (free >> lift if lift else free)  # a shift by 0 takes as long
        if asked[i]:
            for by in touched:
                lanes &= free >> by
            yield lanes << lift if lift else lanes


def sums_along(plan: ProgramPlan, amounts: Amounts, wanted: Sequence[int]) -> Iterator[Amounts]:
    """Yield for entries of a plan, by ascending index, the sums of the hexes that their lines meet."""
    nothing = (0,) * len(amounts)
    stored = [nothing] * plan.stored
    stored[HEXES] = amounts
    asked = _marked(plan, wanted)
    for i in _needed(plan, wanted):
        first, first_move, more, keep, keep_with, lift, touched = plan.operations[i]
        sums = stored[first]
        if first_move:
            sums = tuple([it >> first_move for it in sums])
        for place, by in more:
            sums = added(sums, stored[place], by)
        if keep:
            stored[keep] = sums
        if keep_with:
            stored[keep_with] = added(sums, amounts, lift)
        if asked[i]:
            for by in touched:
                sums = added(sums, amounts, by)
            yield tuple([it << lift for it in sums]) if lift else sums


def _needed(plan: ProgramPlan, wanted: Sequence[int]) -> Sequence[int]:
    """Return the entries that some depend on, and these, in order; there may be others in between."""
    if 2 * len(wanted) > len(plan.operations):
        return range(wanted[-1] + 1)  # most are needed, and finding the others takes as long
    needed = _marked(plan, wanted)
    for i in range(wanted[-1] if wanted else -1, -1, -1):
        if needed[i]:
            operation = plan.operations[i]
            needed[plan.makers[operation.first]] = 1
            for place, _ in operation.more:
                needed[plan.makers[place]] = 1
    return [i for i, it in enumerate(needed) if it]


def _marked(plan: ProgramPlan, entries: Sequence[int]) -> bytearray:
    """Return a byte for each entry of a plan: 1 for those listed."""
    if len(entries) == len(plan.operations):
        return bytearray(b"\1") * len(entries)
    marks = bytearray(len(plan.operations))
    for i in entries:
        marks[i] = 1
    return marks


def added(one: Amounts, other: Amounts, by: int) -> Amounts:
    """Return the sums, by lane, of amounts and of others shifted down by some lanes."""
    if len(one) == 2:  # the most common limits, unrolled: twice as fast
        low, high = one
        other_low, other_high = other
        if by:
            other_low, other_high = other_low >> by, other_high >> by
        carry, either = low & other_low, high ^ other_high
        over = (high & other_high) | (either & carry)
        return (low ^ other_low) | over, (either ^ carry) | over
    sums = []
    carry = 0
    for a, at in zip(one, other, strict=True):
        b = at >> by
        either = a ^ b
        sums.append(either ^ carry)
        carry = (a & b) | (either & carry)
    return tuple([it | carry for it in sums])


def reaching(amounts: Amounts, limit: int) -> int:
    """Return the lanes with an amount of at least ``limit``, for amounts of ``bits_for(limit)`` bits."""
    lanes = -1
    for place, it in enumerate(amounts):
        lanes = lanes & it if limit >> place & 1 else lanes | it
    return lanes


def bits_for(limit: int) -> int:
    """Return the number of bits to compare amounts with a limit of 1 or more."""
    return limit.bit_length()


# -- the levels at which terrain begins to block -------------------------------------------------------------


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
