"""The clear lines of a board, for all pairs of hexes at once, by the ruleset's policies."""

from __future__ import annotations

from functools import partial
from itertools import combinations, repeat
from operator import and_
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.rules.sight import CornerPolicy, ElevationPolicy, HexsidePolicy, InsidePolicy
from fairground.core.sight.board.elevation import (
    ALWAYS,
    MOST_HALFWAY,
    NEVER,
    hex_top,
    solid_top,
    top_in_the_way,
)
from fairground.core.sight.field.lanes import pack_lanes
from fairground.core.sight.field.line_sums import (
    Dims,
    LevelPairs,
    Thresholds,
    added,
    clear_along,
    reaching,
    sums_along,
)
from fairground.core.sight.field.program_plan import PlanHexes, plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.rules import Ruleset
    from fairground.core.sight.board.facts import HexKinds, HexSightFacts
    from fairground.core.sight.field.lanes import Lanes
    from fairground.core.sight.field.line_sums import Amounts
    from fairground.core.sight.field.sector import Step


class Blocking:
    """Blocking by the hexes of a board for all its lines, between units of ``heights`` levels at start and end."""

    def __init__(
        self, rules: Ruleset, kinds: HexKinds, lanes: Lanes, reach: int | None, heights: tuple[int, int]
    ) -> None:
        self._sight = rules.sight
        self._policy = rules.sight.elevation
        self._kinds = kinds
        self._lanes = lanes
        self._plan = plan(lanes, reach, touched=rules.sight.corner is CornerPolicy.CROSSED)
        self._present = kinds.where(lambda _: True)
        floors = kinds.values(lambda it: it.floor, void=0)
        self._eyes = self._clipped(floors + heights[0]), self._clipped(floors + heights[1])
        self._levels = kinds.values(lambda it: it.level, void=0)
        ends = self._eyes if self._policy is ElevationPolicy.ADJACENT else (self._levels, self._levels)
        self._thresholds = Thresholds(
            self._policy,
            lanes.pack(self._present),
            lambda which, level: lanes.pack(self._present & (ends[which] < level)),
        )
        #: Whether sums were needed.
        self.counted = False

    @staticmethod
    def _clipped(levels: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return levels limited to those below ``ALWAYS``."""
        return np.clip(levels, NEVER + 1, ALWAYS - 1)

    def clear_lines(self) -> dict[Step, int]:
        """Return the lanes from which lines are clear, by offset; only one of two opposite offsets is included."""
        within = self._within()
        sets = self._sets_of_solids(set(within))
        always = self._always_stopping(frozenset(within))
        lines = self._lines_clear_of(always)
        exempt = [(self._exempt(lines, within, kinds), kinds) for kinds in sets]
        self._drop_stopped(lines, frozenset(), always)
        for inside, kinds in exempt:
            self._drop_stopped(inside, kinds, always)
            for i, more in enumerate(inside):
                lines[i] |= more
        self._drop_long_slopes(lines)
        for name in self._sight.opacities:
            self._drop_lost(lines, name)
        clear = {step: lines[i] for step, i in self._plan.single}
        one_is_enough = self._sight.hexside is HexsidePolicy.BOTH_SIDES  # rules HS-02, MM-05
        for step, left, right in self._plan.double:
            clear[step] = lines[left] | lines[right] if one_is_enough else lines[left] & lines[right]
        return clear

    def _always_stopping(self, exempt: frozenset[str]) -> int:
        """Return the hexes that block every line through them, ignoring raised obstacles of exempt terrain."""
        tops = self._tops(exempt)
        for top, pairs in self._thresholds.groups(set(np.unique(tops).tolist()) - {NEVER}):
            if pairs == self._thresholds.all_pairs:
                return self._lanes.pack(tops >= top)
        return 0

    def _lines_clear_of(self, hexes: int) -> list[int]:
        """Return all lines that avoid some hexes, entry by entry."""
        lines: Iterable[int] = map(and_, self._plan.rows, self._plan.places)
        if not self._present.all():
            every = self._thresholds.all_pairs
            among = (every.starts(it.move) for it in self._plan.entries)
            lines = map(and_, lines, among)
        # Entry by entry, to use the processor's cache.
        return list(map(and_, lines, clear_along(self._plan, hexes)) if hexes else lines)

    def _tops(self, exempt: frozenset[str]) -> NDArray[np.int64]:
        """Return the level up to which each hex blocks, ignoring raised obstacles of exempt terrain."""
        return self._kinds.values(lambda it: hex_top(self._policy, it, exempt), void=NEVER)

    def _drop_stopped(self, lines: list[int], exempt: frozenset[str], always: int) -> None:
        """Drop the lines blocked by ground or obstacles, except exempt ones; ``always`` is done already."""
        tops = self._tops(exempt)
        if self._policy is ElevationPolicy.ADJACENT:
            self._drop_stopped_beside(lines, tops)
        for top, among in self._by_threshold(lines, set(np.unique(tops).tolist()) - {NEVER}):
            hexes = self._lanes.pack(tops >= top)
            if hexes == always:
                continue
            wanted = [i for i, line in enumerate(among) if line]
            for i, clear in zip(wanted, clear_along(self._plan, hexes, wanted), strict=True):
                remaining = among[i] & clear
                lines[i] = remaining if among[i] == lines[i] else lines[i] ^ among[i] ^ remaining

    def _by_threshold(self, lines: list[int], tops: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield the tops that matter, each with the lines that hexes reaching it block; each line once."""
        left = lines
        for top, pairs in self._thresholds.groups(tops):
            if pairs == self._thresholds.all_pairs:
                yield top, left
                return
            among = self._among(left, pairs)
            left = [line ^ used for line, used in zip(left, among, strict=True)]
            yield top, among

    def _drop_stopped_beside(self, lines: list[int], tops: NDArray[np.int64]) -> None:
        """Drop the lines blocked by hexes higher than the end next to them (rule MM-01)."""
        top = self._lanes.spread(tops, elsewhere=NEVER)
        higher: list[dict[int, int]] = []
        for eyes in self._eyes:
            eye = self._lanes.spread(np.where(self._present, eyes, ALWAYS), elsewhere=ALWAYS)
            higher.append({move: pack_lanes(np.roll(top, -move) > eye) for move in self._next_moves})
        for i, entry in enumerate(self._plan.entries[: len(lines)]):
            if entry.near and lines[i]:
                stopped = higher[0][entry.near] | higher[1][entry.far] >> entry.move
                lines[i] ^= lines[i] & stopped

    @property
    def _next_moves(self) -> tuple[int, ...]:
        """The moves, in lanes, to the neighbours of a hex."""
        stride = self._lanes.stride
        return 1, stride, stride - 1, -1, -stride, 1 - stride

    def _within(self) -> dict[str, list[int]]:
        """Return the lines that stay within each solid terrain, entry by entry (rule MM-06)."""
        if self._sight.inside is InsidePolicy.BLOCKS:
            return {}
        within = {}
        for kind in sorted(
            {it.kind for facts in self._kinds.facts if facts is not None for it in facts.obstacles}
        ):
            ends = [self._eyes_below(kind, eyes) for eyes in self._eyes]
            if not kind or not all(ends):
                continue
            inside = self._kinds.where(partial(_has, kind))
            # Lines off the board or through void hexes are outside too.
            outside = self._lanes.every ^ self._lanes.pack(inside)
            pairs = LevelPairs(((ends[0], ends[1]),))
            lines = []
            alone = 0
            every = zip(self._plan.entries, self._plan.places, clear_along(self._plan, outside), strict=True)
            for entry, places, clear in every:
                # Hexes beside a line along hexsides do not count.
                if entry.hexes in (PlanHexes.CROSSED, PlanHexes.CROSSED_ALONE):
                    alone = clear & pairs.starts(entry.move) & places
                lines.append(alone)
            within[kind] = lines
        return within

    def _eyes_below(self, kind: str, eyes: NDArray[np.int64]) -> int:
        """Return the lanes of hexes with eyes below the top of their solid terrain of a kind."""
        tops = self._kinds.values(lambda it: solid_top(it, kind), void=NEVER)
        return self._lanes.pack(self._present & (eyes < tops))

    def _sets_of_solids(self, kinds: set[str]) -> list[frozenset[str]]:
        """Return the sets of solid terrain that a line can stay within at once: those that a hex has."""
        sets = set()
        for facts in self._kinds.facts:
            here = sorted(kinds & {it.kind for it in facts.obstacles}) if facts is not None else []
            sets |= {frozenset(subset) for n in range(1, len(here) + 1) for subset in combinations(here, n)}
        return sorted(sets, key=sorted)

    def _exempt(self, lines: list[int], within: dict[str, list[int]], kinds: frozenset[str]) -> list[int]:
        """Return the lines that stay within exactly these kinds of terrain, up to the last entry that has any."""
        matching = []
        end = 0
        for i, line in enumerate(lines):
            inside = line
            for kind, among in within.items():
                inside &= among[i] if kind in kinds else ~among[i]
                if not inside:
                    break
            matching.append(inside)
            if inside:
                end = i + 1
        return matching[:end]

    def _drop_lost(self, lines: list[int], name: str) -> None:
        """Drop the lines on which an opacity reaches its limit."""
        limit = self._sight.opacities[name].limit
        dimmings = [
            (place, it.amount, top_in_the_way(self._policy, it.top))
            for place, facts in enumerate(self._kinds.facts)
            if facts is not None
            for it in facts.dimmings
            if it.opacity == name
        ]
        if not dimmings:
            return
        self.counted = True
        adjacent = self._policy is ElevationPolicy.ADJACENT
        tops = {top for _, _, top in dimmings}
        dims = Dims(self._kinds, self._lanes, dimmings, limit)
        for top, among in self._by_threshold(lines, tops | {ALWAYS} if adjacent else tops):
            beside = dims.beside(top, self._eyes, self._present, self._next_moves) if adjacent else None
            for i, sums in self._sums(dims.amounts(top), among):
                entry = self._plan.entries[i]
                whole = sums
                if beside and entry.near:
                    # Only the end with the lower eye has something next to it to add.
                    near, far = beside[0][entry.near], beside[1][entry.far]
                    at_ends = tuple([a | b >> entry.move for a, b in zip(near, far, strict=True)])
                    whole = added(sums, at_ends, 0)
                lines[i] ^= among[i] & reaching(whole, limit)

    def _drop_long_slopes(self, lines: list[int]) -> None:
        """Drop the lines that cross more than one hex between the levels of their ends (rule HS-11)."""
        if self._policy is not ElevationPolicy.SLOPE:
            return
        levels = np.unique(self._levels[self._present]).tolist()
        at = {level: self._lanes.pack(self._present & (self._levels == level)) for level in levels}
        for i, low in enumerate(levels):
            for high in levels[i + 2 :]:
                self.counted = True
                between = sum(bits for level, bits in at.items() if low < level < high)
                among = self._among(lines, LevelPairs(((at[low], at[high]), (at[high], at[low]))))
                for k, sums in self._sums((between, 0), among):
                    lines[k] ^= among[k] & reaching(sums, MOST_HALFWAY + 1)

    def _among(self, lines: list[int], pairs: LevelPairs) -> list[int]:
        """Return those of some lines, of the first entries, whose ends are such a pair."""
        return [
            line and line & pairs.starts(entry.move)
            for line, entry in zip(lines, self._plan.entries, strict=False)
        ]

    def _sums(self, amounts: Amounts, among: list[int]) -> Iterator[tuple[int, Amounts]]:
        """Yield the index of each entry with lines, and the sums of amounts along these."""
        wanted = [i for i, line in enumerate(among) if line]
        sums = sums_along(self._plan, amounts, wanted) if any(amounts) else repeat(amounts, len(wanted))
        return zip(wanted, sums, strict=True)


def _has(kind: str, facts: HexSightFacts) -> bool:
    """Return whether a hex has solid terrain of a kind."""
    return any(it.kind == kind for it in facts.obstacles)
