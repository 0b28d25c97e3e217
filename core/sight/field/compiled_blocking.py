"""Blocking by the hexes of a board for all its lines, as ``Blocking``, by the compiled part.

Whatever counts is an amount that adds up along lines (``Pass``): woods do, and obstacles and hills are amounts so large that
one is enough. Each level from which terrain blocks some lines takes a pass.
"""

from __future__ import annotations

import ctypes
from functools import cache, cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.native import library
from fairground.core.rules.sight import CornerPolicy, ElevationPolicy, HexsidePolicy, InsidePolicy
from fairground.core.sight.board.elevation import (
    ALWAYS,
    MOST_HALFWAY,
    NEVER,
    hex_top,
    solid_top,
    top_in_the_way,
)
from fairground.core.sight.field.compiled_passes import (
    MOST_PLANES,
    Beside,
    CompiledPasses,
    LineRows,
    Pass,
    compiled,
)
from fairground.core.sight.field.compiled_plan import compiled_plan
from fairground.core.sight.field.lanes import pack_lanes
from fairground.core.sight.field.line_sums import Thresholds, bits_for

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.rules import Ruleset
    from fairground.core.sight.board.facts import HexKinds, HexSightFacts
    from fairground.core.sight.field.compiled_passes import Ends
    from fairground.core.sight.field.lanes import Lanes

    _Bools = NDArray[np.bool_]
    _Bytes = NDArray[np.uint8]
    _Numbers = NDArray[np.int64]


def can_compile(rules: Ruleset) -> bool:
    """Return whether the compiled part is there and can count as far as a ruleset does."""
    limits = (it.limit for it in rules.sight.opacities.values())
    return library() is not None and all(bits_for(it) <= MOST_PLANES for it in limits)


class CompiledBlocking:
    """Blocking by the hexes of a board for all its lines, between units of ``heights`` levels at start and end."""

    def __init__(
        self, rules: Ruleset, kinds: HexKinds, lanes: Lanes, reach: int | None, heights: tuple[int, int]
    ) -> None:
        self._sight = rules.sight
        self._policy = rules.sight.elevation
        self.plan = compiled_plan(lanes, reach, touched=rules.sight.corner is CornerPolicy.CROSSED)
        self._facts = [*kinds.facts, None]
        self.kind_of_lane = lanes.spread(kinds.of_hexes, elsewhere=len(kinds.facts)).astype(np.uint16)
        self.present = np.array([it is not None for it in self._facts], np.bool_)
        self._levels = self._numbers(lambda it: it.level, 0)
        floors = self._numbers(lambda it: it.floor, 0)
        start, end = (np.clip(floors + height, NEVER + 1, ALWAYS - 1) for height in heights)
        self._eyes = (start, start) if heights[0] == heights[1] else (start, end)
        self._ends = self._eyes if self._policy is ElevationPolicy.ADJACENT else (self._levels, self._levels)
        #: Whether lines along hexsides are clear if one side of them is (rules HS-02, MM-05).
        self.one_is_enough = self._sight.hexside is HexsidePolicy.BOTH_SIDES
        #: The solid terrain of each kind of hex.
        self._solids = [
            {it.kind for it in facts.obstacles} - {""} if facts else set() for facts in self._facts
        ]
        self._known_passes: dict[frozenset[str], tuple[list[Pass], tuple[Beside, Beside] | None]] = {}
        self._opacities: dict[str | None, _Opacity] = {}
        self._besides: dict[tuple[str | None, int], tuple[Beside, Beside] | None] = {}
        # Passes for different sets of solid terrain have the same amounts beside ends.
        self._planes_beside: dict[Beside, _Bytes] = {}
        #: Whether sums were needed.
        self.counted = False

    def clear_lines(self) -> LineRows:
        """Return the lanes from which lines are clear, by offset; only one of two opposite offsets is included."""
        plan = self.plan
        rows = self._job(frozenset()).rows()
        for kinds, inside in self._exempt():
            for entry, found in self._job(kinds).some_rows(sorted(inside)).items():
                row = rows[plan.rows_of(entry)]
                row ^= (row ^ found) & inside[entry]
        for left, right in plan.doubled:
            one, other = rows[plan.rows_of(left)], rows[plan.rows_of(right)]
            (np.bitwise_or if self.one_is_enough else np.bitwise_and)(one, other, out=one)
        return LineRows(plan, rows)

    def _job(self, exempt: frozenset[str]) -> CompiledPasses:
        """Return the passes that ignore raised obstacles of exempt terrain."""
        passes, higher = self.passes(exempt)
        job = CompiledPasses(self.plan, self.kind_of_lane, self._planes_beside)
        for it in passes:
            job.add(it)
        if not self.present[self.kind_of_lane[self.plan.lanes.of_hexes]].all():
            job.among = self.present, self.present
        job.higher = higher
        return job

    def passes(self, exempt: frozenset[str]) -> tuple[list[Pass], tuple[Beside, Beside] | None]:
        """Return the passes over all lines, and the hexes that block by being higher than an end beside them, None for none.

        Raised obstacles of exempt terrain are ignored.
        """
        if exempt not in self._known_passes:
            self._known_passes[exempt] = self._new_passes(exempt)
        return self._known_passes[exempt]

    def _new_passes(self, exempt: frozenset[str]) -> tuple[list[Pass], tuple[Beside, Beside] | None]:
        stops = self._numbers(lambda it: hex_top(self._policy, it, exempt), NEVER)
        passes = [*self._sums(stops), *self._long_slopes()]
        if self._policy is not ElevationPolicy.ADJACENT:
            return passes, None
        return passes, self._by_eyes(lambda eyes: (stops > eyes[:, None]).astype(np.int64))

    def _sums(self, stops: _Numbers) -> Iterator[Pass]:
        """Yield the passes over what adds up to limits; with the first, over what blocks by itself up to ``stops``."""
        names = {it.opacity for facts in self._facts if facts is not None for it in facts.dimmings}
        counted: list[str | None] = [it for it in self._sight.opacities if it in names]
        for name in counted or [None]:
            yield from self._passes(name, stops)
            stops = np.full_like(stops, NEVER)

    def _passes(self, name: str | None, stops: _Numbers) -> Iterator[Pass]:
        """Yield the passes over an opacity, None for no opacity, and over what blocks up to ``stops``."""
        opacity = self._opacity(name)
        limit = opacity.limit
        enough = (1 << bits_for(limit)) - 1
        adjacent = self._policy is ElevationPolicy.ADJACENT and bool(opacity.tops.size)
        self.counted |= bool(opacity.tops.size)
        tops = {*opacity.tops.tolist(), *stops.tolist(), *([ALWAYS] if adjacent else [])} - {NEVER}
        follows = False
        for top, pairs in reversed(self._groups(tops)):
            amounts = opacity.reaching(top)
            amounts[stops >= top] = enough
            beside = self._beside(name, top) if adjacent else None
            if beside is None and not ((amounts > 0) & (amounts < limit)).any():
                found = Pass(1, (amounts > 0).astype(np.int64), pairs, follows=follows)
            elif amounts.any() or beside is not None:
                found = Pass(limit, amounts, pairs, beside, follows)
            else:
                continue
            yield found
            # The next one is for ends that are all lower, and more terrain is higher than these.
            follows = True

    def _beside(self, name: str | None, top: int) -> tuple[Beside, Beside] | None:
        """Return the amounts of an opacity beside ends that are higher than the eye there and lower than a top, None for none."""
        if (name, top) not in self._besides:
            found = self._by_eyes(partial(self._opacity(name).between, top))
            self._besides[name, top] = found if any(it.table.any() for it in found) else None
        return self._besides[name, top]

    def _by_eyes(self, amounts: Callable[[_Numbers], _Numbers]) -> tuple[Beside, Beside]:
        """Return amounts beside starts and ends, which a function gives for the levels of the eyes there; none off the board."""
        found = []
        for levels, rows in self._rows_of_eyes:
            table = np.zeros((levels.size + 1, self.present.size), np.int64)
            table[:-1] = amounts(levels)
            found.append(Beside(rows, table))
        return found[0], found[-1]

    @cached_property
    def _rows_of_eyes(self) -> list[tuple[_Numbers, _Numbers]]:
        """The levels of the eyes at starts and at ends, one for both if they are the same, and by kind the index of its level."""
        found = []
        for eyes in self._eyes[: 1 + (self._eyes[0] is not self._eyes[1])]:
            levels, row = np.unique(eyes[self.present], return_inverse=True)
            rows = np.full(eyes.size, levels.size)
            rows[self.present] = row
            found.append((levels, rows))
        return found

    def _opacity(self, name: str | None) -> _Opacity:
        """Return what adds up to an opacity; nothing does to None."""
        if name not in self._opacities:
            limit = self._sight.opacities[name].limit if name is not None else 1
            found = [
                (kind, it.amount, top_in_the_way(self._policy, it.top))
                for kind, facts in enumerate(self._facts)
                if facts is not None
                for it in facts.dimmings
                if it.opacity == name
            ]
            kind, amount, top = np.array(found, np.int64).reshape(-1, 3).T
            tops, place = np.unique(top, return_inverse=True)
            sums = np.zeros((tops.size + 1, self.present.size), np.int64)
            np.add.at(sums, (place, kind), amount)
            self._opacities[name] = _Opacity(limit, tops, sums[::-1].cumsum(axis=0)[::-1])
        return self._opacities[name]

    def _groups(self, tops: Iterable[int]) -> list[tuple[int, tuple[Ends, ...]]]:
        """Return the tops that matter with the lines that have a threshold of at most that; () for all lines."""
        thresholds = self._thresholds
        found = []
        for top, pairs in thresholds.groups(tops):
            ends = tuple((self._of_number(one), self._of_number(other)) for one, other in pairs.ends)
            found.append((top, () if pairs == thresholds.all_pairs else ends))
        return found

    @cached_property
    def _thresholds(self) -> Thresholds:
        @cache
        def below(which: int, level: int) -> int:
            return pack_lanes(self.present & (self._ends[which] < level))

        return Thresholds(self._policy, pack_lanes(self.present), below)

    def _of_number(self, bits: int) -> _Bools:
        count = self.present.size
        packed = np.frombuffer(bits.to_bytes(-(-count // 8), "little"), np.uint8)
        return np.unpackbits(packed, count=count, bitorder="little").astype(np.bool_)

    def _long_slopes(self) -> Iterator[Pass]:
        """Yield the passes over lines that cross more than one hex between the levels of their ends (rule HS-11)."""
        if self._policy is not ElevationPolicy.SLOPE:
            return
        levels = np.unique(self._levels[self.present]).tolist()
        for i, low in enumerate(levels):
            for high in levels[i + 2 :]:
                self.counted = True
                between = self.present & (self._levels > low) & (self._levels < high)
                at_low, at_high = (self.present & (self._levels == level) for level in (low, high))
                yield Pass(MOST_HALFWAY + 1, between.astype(np.int64), ((at_low, at_high), (at_high, at_low)))

    def _exempt(self) -> list[tuple[frozenset[str], dict[int, _Bytes]]]:
        """Return the lines that stay within exactly some kinds of solid terrain, by entry (rule MM-06)."""
        if self._sight.inside is InsidePolicy.BLOCKS:
            return []
        within = {kind: self._within(it) for kind, it in self.solid_ends().items()}
        known = {kind for kind, lines in within.items() if lines}
        found = []
        for kinds in self.solid_sets(known):
            inside = {}
            for entry in set.intersection(*(set(within[kind]) for kind in kinds)):
                lines = np.bitwise_and.reduce([within[kind][entry] for kind in kinds])
                for kind in known - kinds:
                    lines = lines & ~within[kind].get(entry, _NOTHING)
                if lines.any():
                    inside[entry] = lines
            if inside:
                found.append((kinds, inside))
        return found

    def solid_ends(self) -> dict[str, SolidEnds]:
        """Return the solid terrain that lines may stay within (rule MM-06), by its id."""
        if self._sight.inside is InsidePolicy.BLOCKS:
            return {}
        found = {}
        for kind in sorted(set[str]().union(*self._solids)):
            tops = self._numbers(partial(solid_top, kind=kind), NEVER)
            start, end = (self.present & (eyes < tops) for eyes in self._eyes)
            if start.any() and end.any():
                found[kind] = SolidEnds(np.array([kind in it for it in self._solids], np.bool_), start, end)
        return found

    def solid_sets(self, known: Collection[str]) -> list[frozenset[str]]:
        """Return the sets of solid terrain that share hexes, of some kinds, without the empty set."""
        sets = {
            frozenset(subset)
            for kinds in self._solids
            for n in range(1, len(kinds.intersection(known)) + 1)
            for subset in combinations(sorted(kinds.intersection(known)), n)
        }
        return sorted(sets, key=sorted)

    def _within(self, solid: SolidEnds) -> dict[int, _Bytes]:
        """Return the lines that stay within solid terrain, by entry, without entries that have none."""
        has, start, end = solid
        plan = self.plan
        here = has[self.kind_of_lane]
        longest = _largest(here, plan.next_moves) - 1
        # Lines along hexsides cross every second hex on their way, and these do not touch.
        longest_alone = 2 * _largest(here, plan.moves_along_hexsides) - 2
        job = CompiledPasses(plan, self.kind_of_lane, self._planes_beside)
        # Hexes off the board are outside, too.
        job.add(Pass(1, (~has).astype(np.int64), ()))
        job.among = start, end
        # Hexes beside a line along hexsides do not count.
        alone = list(plan.alone.values())
        most = np.full(plan.length.size, longest)
        most[alone] = longest_alone
        rows = job.some_rows(np.flatnonzero((plan.length <= most) & ~plan.beside).tolist())
        found = {entry: row for entry, row in rows.items() if row.any()}
        return found | {entry: found[alone] for entry, alone in plan.alone.items() if alone in found}

    def _numbers(self, of: Callable[[HexSightFacts], int], elsewhere: int) -> _Numbers:
        return np.array([elsewhere if facts is None else of(facts) for facts in self._facts], np.int64)


class SolidEnds(NamedTuple):
    """Solid terrain: which kinds of hexes have it, and between which lines may stay within it."""

    has: _Bools
    start: _Bools
    end: _Bools


_NOTHING: Final = np.zeros(1, np.uint8)


class _Opacity(NamedTuple):
    """What adds up to an opacity: its limit, the levels up to which terrain counts, lowest first, and amounts by kind of hex.

    Row n of ``sums`` has what reaches level n of ``tops``; a last row has nothing.
    """

    limit: int
    tops: _Numbers
    sums: _Numbers

    def reaching(self, top: int) -> _Numbers:
        """Return the amounts that reach a level, by kind of hex, up to the limit."""
        amounts: _Numbers = np.minimum(self.sums[self.tops.searchsorted(top)], self.limit)
        return amounts

    def between(self, top: int, eyes: _Numbers) -> _Numbers:
        """Return the amounts that are higher than an eye and do not reach a level, up to the limit, ``[eyes, kinds]``."""
        higher = self.sums[self.tops.searchsorted(eyes, "right")]
        # Where the eye is as high as the level, more reaches the level than is higher than the eye.
        amounts: _Numbers = (higher - self.sums[self.tops.searchsorted(top)]).clip(0, self.limit)
        return amounts


def _largest(lanes: _Bools, moves: Sequence[int]) -> int:
    """Return the most lanes that hang together by some moves."""
    native = compiled()
    native.fairground_largest.restype = ctypes.c_int64
    left, waiting, by = lanes.copy(), np.empty(lanes.size, np.int32), np.array(moves, np.int64)
    found: int = native.fairground_largest(
        ctypes.c_int64(lanes.size),
        *(ctypes.c_void_p(it.ctypes.data) for it in (left, waiting)),
        ctypes.c_int64(by.size),
        ctypes.c_void_p(by.ctypes.data),
    )
    return found
