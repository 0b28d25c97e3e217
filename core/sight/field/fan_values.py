"""The values of hexes for lines from one hex, to be summed along each line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fairground.core.grid.hexes import neighbours
from fairground.core.rules.sight import ElevationPolicy, InsidePolicy
from fairground.core.sight.board.elevation import (
    ALWAYS,
    MOST_HALFWAY,
    NEVER,
    hex_top,
    solid_top,
    threshold,
    top_in_the_way,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules.sight import Sight
    from fairground.core.sight.board.facts import HexKinds, HexSightFacts
    from fairground.core.sight.field.lanes import Lanes

    _Numbers = NDArray[np.int64]
    _Words = NDArray[np.signedinteger[Any]]

#: The number of bits of a word, without the sign.
_WORD: Final = 63


class _Dims(NamedTuple):
    """The additions of kinds of hexes to opacities, as columns."""

    kind: _Numbers
    opacity: _Numbers
    amount: _Numbers
    top: _Numbers


class KindValues:
    """The values of each kind of hex that do not depend on the line; the last kind stands for missing hexes."""

    def __init__(self, sight: Sight, kinds: HexKinds) -> None:
        self._policy = sight.elevation
        self.ignored = self._policy is ElevationPolicy.IGNORE
        self.facts: list[HexSightFacts | None] = [*kinds.facts, None]
        self.levels = self._numbers(lambda it: it.level, elsewhere=NEVER)
        self.floors = self._numbers(lambda it: it.floor, elsewhere=0)
        self.opacities = list(sight.opacities)
        dims = [
            (place, self.opacities.index(it.opacity), it.amount, top_in_the_way(self._policy, it.top))
            for place, facts in enumerate(self.facts)
            if facts is not None
            for it in facts.dimmings
            if it.amount
        ]
        self.dims = _Dims(*np.array(dims, np.int64).reshape(-1, 4).T)
        self._tops: dict[frozenset[str], _Numbers] = {}

    def _numbers(self, of: Callable[[HexSightFacts], int], *, elsewhere: int) -> _Numbers:
        return np.array([elsewhere if facts is None else of(facts) for facts in self.facts], np.int64)

    def tops(self, exempt: frozenset[str]) -> _Numbers:
        """Return the level up to which ground or obstacles block, ignoring exempt terrain with a top."""
        if exempt not in self._tops:
            self._tops[exempt] = self._numbers(lambda it: hex_top(self._policy, it, exempt), elsewhere=NEVER)
        return self._tops[exempt]

    def tops_of(self, kind: str) -> _Numbers:
        """Return the top of the solid terrain of a kind, ``NEVER`` if it has none."""
        return self._numbers(lambda it: solid_top(it, kind), elsewhere=NEVER)

    def without(self, kind: str) -> NDArray[np.bool_]:
        """Return which kinds of hexes have no solid terrain of a kind; missing hexes have none."""
        return np.array(
            [facts is None or all(it.kind != kind for it in facts.obstacles) for facts in self.facts],
            np.bool_,
        )


class _Field(NamedTuple):
    """The place of a sum in the words."""

    word: int
    shift: int
    mask: int

    def of(self, words: list[_Numbers]) -> _Numbers:
        """Extract the sums from words."""
        sums: _Numbers = words[self.word] >> self.shift & self.mask
        return sums


class Enough(NamedTuple):
    """When a sum is so large that no more matters: with ``raised_by`` added, it has one of some ``bits``."""

    raised_by: int
    bits: int


class FanValues:
    """The values of hexes for the lines from one hex, by *class* of their ends: the level that thresholds depend on.

    ``words`` are arrays of shape ``[classes * lanes]``, whose sums do not overflow on lines of at most ``longest`` hexes.
    ``classes`` is the class of each kind of hex.
    """

    def __init__(
        self,
        sight: Sight,
        kinds: KindValues,
        lanes: Lanes,
        kind_of_lane: _Numbers,
        origin: Hex,
        heights: tuple[int, int],
        longest: int,
    ) -> None:
        self._sight = sight
        self._kinds = kinds
        self._lanes = lanes
        self._kind_of_lane = kind_of_lane
        self._origin = lanes.lane(origin)
        here = int(kind_of_lane[self._origin])
        policy = sight.elevation
        self._adjacent = policy is ElevationPolicy.ADJACENT
        #: The levels of the eyes at the ends, by kind of hex.
        self.eyes = np.clip(kinds.floors + heights[1], NEVER + 1, ALWAYS - 1)
        start_eye = int(np.clip(kinds.floors[here] + heights[0], NEVER + 1, ALWAYS - 1))
        if policy is ElevationPolicy.IGNORE:
            ends = np.zeros_like(kinds.levels)
        else:
            ends = self.eyes if self._adjacent else np.where(kinds.levels == NEVER, 0, kinds.levels)
        values, self.classes = np.unique(ends, return_inverse=True)
        start = start_eye if self._adjacent else 0 if policy is ElevationPolicy.IGNORE else int(ends[here])
        low, high = np.minimum(values, start), np.maximum(values, start)
        self._solids = self._solids_around(here, start_eye)
        self._fields(longest)
        # Terrain higher than its threshold blocks a line.
        over = threshold(policy, low, high)
        words: list[_Words] = [
            it.astype(self._dtype).take(kind_of_lane, axis=1) for it in self._words(over, low, high)
        ]
        # Next to an end of the line only the eye there counts (rule MM-01).
        self._beside_end: list[_Numbers] = []
        if self._adjacent:
            self._beside_end = self._words(values, low, high)
            beside = np.array([lanes.lane(at) for at in neighbours(origin)])
            for word, by_kind in zip(words, self._words(np.full_like(values, start), low, high), strict=True):
                word[:, beside] = by_kind[:, kind_of_lane[beside]]
        for word in words:
            word[:, self._origin] = 0
        self.words: list[_Words] = [it.ravel() for it in words]

    def _solids_around(self, here: int, eye: int) -> tuple[str, ...]:
        """Return the ids of the solid terrain at the start that lines may stay within (rule MM-06)."""
        facts = self._kinds.facts[here]
        if self._sight.inside is InsidePolicy.BLOCKS or facts is None:
            return ()
        around = {it.kind for it in facts.obstacles if it.kind and it.top is not None and eye < it.top}
        return tuple(sorted(around))

    def _fields(self, longest: int) -> None:
        """Assign the sums to places in the words."""
        count = longest.bit_length()
        used = sorted(set(self._kinds.dims.opacity.tolist()))
        limits = {it: self._sight.opacities[self._kinds.opacities[it]].limit for it in used}
        wanted: list[tuple[str, int]] = [("stop", count)]
        if self._sight.elevation is ElevationPolicy.SLOPE:
            wanted.append(("halfway", count))
        wanted += [(f"{what} {kind}", count) for kind in self._solids for what in ("without", "solid")]
        wanted += [(f"opacity {it}", (longest * limit).bit_length()) for it, limit in limits.items()]
        self._places: dict[str, _Field] = {}
        word = shift = 0
        for name, bits in wanted:
            if shift + bits > _WORD:
                word, shift = word + 1, 0
            self._places[name] = _Field(word, shift, (1 << bits) - 1)
            shift += bits
        self._limits = limits
        self._count = word + 1
        self._dtype = np.dtype(np.int32 if word == 0 and shift < 32 else np.int64)

    def _words(self, thresholds: _Numbers, low: _Numbers, high: _Numbers) -> list[_Numbers]:
        """Return the values by class and kind of hex, for thresholds by class."""
        kinds = self._kinds
        words = [np.zeros((thresholds.size, len(kinds.facts)), np.int64) for _ in range(self._count)]
        over = thresholds[:, None]

        def add(name: str, values: NDArray[np.bool_] | _Numbers) -> None:
            place = self._places[name]
            words[place.word] += values.astype(np.int64) << place.shift

        add("stop", kinds.tops(frozenset(self._solids)) > over)
        if "halfway" in self._places:
            add("halfway", (kinds.levels > low[:, None]) & (kinds.levels < high[:, None]))
        for kind in self._solids:
            add(f"without {kind}", np.broadcast_to(kinds.without(kind), words[0].shape))
            tops = kinds.tops_of(kind)
            add(f"solid {kind}", (tops > NEVER) & ((tops > over) | kinds.ignored))
        for opacity, limit in self._limits.items():
            which = kinds.dims.opacity == opacity
            amounts = np.zeros_like(words[0])
            dimming = (kinds.dims.top[which] > over) * kinds.dims.amount[which]
            np.add.at(amounts.T, kinds.dims.kind[which], dimming.T)
            add(f"opacity {opacity}", np.minimum(amounts, limit))
        return words

    def enough(self) -> list[Enough]:
        """Return for each word the sums with which a line is blocked whatever else it crosses."""
        limits = {"stop": 1, "halfway": MOST_HALFWAY + 1}
        limits |= {f"opacity {opacity}": limit for opacity, limit in self._limits.items()}
        raised, bits = [0] * self._count, [0] * self._count
        for name, limit in limits.items():
            if (place := self._places.get(name)) is not None:
                # Raised by the rest, the limit is a power of 2, and only what reaches it has that bit or a higher one.
                power = 1 << (limit - 1).bit_length()
                raised[place.word] += (power - limit) << place.shift
                bits[place.word] |= (place.mask & -power) << place.shift
        return [Enough(*it) for it in zip(raised, bits, strict=True)]

    @property
    def eyes_count_beside(self) -> bool:
        """Whether hexes next to an end have another value for lines to it."""
        return self._adjacent

    def running_sums(self, lanes: _Numbers, ends: _Numbers, sizes: Sequence[int]) -> list[_Numbers]:
        """Return the sums of lanes, from the first to each, for the end that belongs to it.

        Lanes are in rows of some sizes, and sums start again with each row.
        """
        classes, places = self.classes[ends], np.arange(lanes.size)
        first = np.repeat(np.cumsum((0, *sizes[:-1])), sizes)
        found = []
        for word in self.words:
            values = word.reshape(-1, self._lanes.total)[:, lanes]
            sums = values.cumsum(axis=1, dtype=np.int64)
            found.append(sums[classes, places] - sums[classes, first] + values[classes, first])
        return found

    def any_stops(
        self, lanes: _Numbers, ends: _Numbers, within: dict[str, NDArray[np.bool_]]
    ) -> NDArray[np.bool_]:
        """Return whether a single one of the lanes, from the first to each, blocks the line to that end."""
        classes, places = self.classes[ends], np.arange(lanes.size)
        words = [word.reshape(-1, self._lanes.total)[:, lanes].astype(np.int64) for word in self.words]
        outside = dict.fromkeys(self._solids, np.ones(words[0].shape, np.bool_))
        stopped = np.logical_or.accumulate(self.stops(words, outside), axis=1)[classes, places]
        for kind in self._solids:
            solid = self._places[f"solid {kind}"].of(words) > 0
            stopped |= np.logical_or.accumulate(solid, axis=1)[classes, places] & ~within[kind]
        here = [word[classes, places] for word in words]
        beside = self.beside_end(lanes, ends)
        return stopped | self.stops([a + b for a, b in zip(here, beside, strict=True)], within)

    def beside_end(self, at: _Numbers, ends: _Numbers) -> list[_Numbers]:
        """Return the values of lanes next to the ends of lines beyond their words; ``ends`` are kinds of hexes."""
        if not self._adjacent:
            return [np.zeros(at.shape, np.int64) for _ in self.words]
        classes = self.classes[ends]
        extra = []
        for word, by_kind in zip(self.words, self._beside_end, strict=True):
            already = word[classes * self._lanes.total + at].astype(np.int64)
            beside = by_kind[classes, self._kind_of_lane[at]]
            # With a lower threshold every part is at least as large, so the maximum includes both.
            extra.append(np.where(at == self._origin, 0, np.maximum(beside, already) - already))
        return extra

    def within(self, crossed: list[_Numbers], ends: _Numbers) -> dict[str, NDArray[np.bool_]]:
        """Return which lines never leave each solid terrain, by their sums."""
        is_within = {}
        for kind in self._solids:
            tops = self._kinds.tops_of(kind)[ends]
            is_within[kind] = (self.eyes[ends] < tops) & (self._places[f"without {kind}"].of(crossed) == 0)
        return is_within

    def stops(self, sums: list[_Numbers], within: dict[str, NDArray[np.bool_]]) -> NDArray[np.bool_]:
        """Return which lines are blocked, by their sums."""
        stopped: NDArray[np.bool_] = self._places["stop"].of(sums) > 0
        if "halfway" in self._places:
            stopped |= self._places["halfway"].of(sums) > MOST_HALFWAY
        for kind in self._solids:
            stopped |= (self._places[f"solid {kind}"].of(sums) > 0) & ~within[kind]
        for opacity, limit in self._limits.items():
            stopped |= self._places[f"opacity {opacity}"].of(sums) >= limit
        return stopped
