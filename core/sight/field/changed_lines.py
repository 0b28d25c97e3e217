"""Clear lines of a board after changes: where little has changed since the last table, only the lines there are judged again."""

from __future__ import annotations

import ctypes
import weakref
from collections import OrderedDict
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fairground.core.sight.field.compiled_blocking import CompiledBlocking
from fairground.core.sight.field.compiled_passes import FeaturePlanes, LineRows, Pass, Planes, compiled
from fairground.core.sight.field.compiled_plan import aligned

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fairground.core.rules import Ruleset
    from fairground.core.rules.sight import Sight
    from fairground.core.sight.board.facts import HexKinds
    from fairground.core.sight.field.compiled_passes import Beside
    from fairground.core.sight.field.compiled_plan import CompiledPlan
    from fairground.core.sight.field.lanes import Lanes

    _Bytes = NDArray[np.uint8]

#: The most passes that a line is judged by, and the most kinds of solid terrain that lines stay within.
_PASSES: Final = 32
_SOLIDS: Final = 6
#: The lines that may change: clear ones or blocked ones, or both, as in ``core/native/changed_lines.c``.
_CLEAR: Final = 1
_BLOCKED: Final = 2
#: How long it takes to judge the lines across a hex, by which may change, to drop lines that cross features, and to count lines,
#: in passes over all lines.
_PASSES_A_HEX: Final = (1, 2, 9, 10)
_PASSES_OF_FEATURES: Final = 3
_PASSES_OF_COUNTS: Final = 2
#: The most memory for the last tables: four of 100x100.
_CACHED_BYTES: Final = 64_000_000


class _TableKey(NamedTuple):
    """What tables must have in common for one to follow from the other, apart from the rules on sight."""

    lanes: Lanes
    reach: int | None
    heights: tuple[int, int]


class _Table(NamedTuple):
    """The clear lines of a board, and what they depend on.

    ``result`` refers to the result that shares its rows. Without one, rows are changed where they are: a copy takes longer.
    """

    sight: Sight
    kinds: HexKinds
    features: list[int]
    lines: CountedRows
    counted: bool
    #: How many passes its lines took.
    passes: int
    result: weakref.ref[CountedRows] | None = None


class CountedRows(LineRows):
    """Rows that cache how many lines start or end in each lane, which must not be changed."""

    def __init__(self, plan: CompiledPlan, rows: _Bytes) -> None:
        super().__init__(plan, rows)
        #: By whether at the start, ``[lanes]``.
        self.known_counts: dict[bool, NDArray[np.int64]] = {}

    def counts(self, *, at_start: bool) -> NDArray[np.int64]:
        """Return how many lines start in each lane, or end there, ``[lanes]``."""
        if at_start not in self.known_counts:
            self.known_counts[at_start] = super().counts(at_start=at_start)
        return self.known_counts[at_start]

    def shared(self) -> CountedRows:
        """Return another one with the same rows and the same cache."""
        other = CountedRows(self.plan, self.rows)
        other.known_counts = self.known_counts
        return other


_tables: OrderedDict[_TableKey, _Table] = OrderedDict()


def compiled_lines(
    rules: Ruleset,
    kinds: HexKinds,
    lanes: Lanes,
    reach: int | None,
    heights: tuple[int, int],
    sides_and_corners: tuple[Mapping[int, int], Mapping[int, int]],
    *,
    ends_free: bool,
) -> tuple[CountedRows, bool]:
    """Return the lanes from which lines are clear, as ``CompiledBlocking`` and ``FeaturePlanes`` find them, and whether sums counted.

    The last tables are cached. The result may be shared and must not be changed.
    """
    blocking = CompiledBlocking(rules, kinds, lanes, reach, heights)
    features = FeaturePlanes(blocking.plan, *sides_and_corners, ends_free=ends_free)
    key = _TableKey(lanes, reach, heights)
    # Taken out, so that no other thread can ask for a table whose rows are being changed.
    before = _tables.pop(key, None)
    found = None
    if before is not None and before.sight == rules.sight:
        found = _changed(before, rules, key, kinds, features)
    if found is None:
        lines = blocking.clear_lines()
        if any(features.numbers):
            features.drop(lines)
        counted, passes = blocking.counted, len(blocking.passes(frozenset())[0])
        rows = CountedRows(lines.plan, lines.rows)
        found = _Table(rules.sight, kinds, features.numbers, rows, counted, passes)
    result = found.result() if found.result is not None else None
    if result is None:
        result = found.lines.shared()
    # The last one is at the end. Another thread may look at them meanwhile.
    _tables[key] = found._replace(result=weakref.ref(result))
    while sum(it.lines.rows.nbytes for it in tuple(_tables.values())) > _CACHED_BYTES:
        _tables.popitem(last=False)
    return result, found.counted


def _changed(
    before: _Table,
    rules: Ruleset,
    key: _TableKey,
    kinds: HexKinds,
    features: FeaturePlanes,
) -> _Table | None:
    """Return the table after changes of some hexes and features, None if it is quicker to begin with nothing."""
    plan, lanes = before.lines.plan, key.lanes
    differing, pairs = kinds.differing(before.kinds)
    hexes = lanes.of_hexes[differing]
    sides = np.concatenate(
        [
            lanes.set_lanes(now ^ then) + 8 * plan.plane_bytes * plane
            for plane, (now, then) in enumerate(zip(features.numbers, before.features, strict=True))
        ]
    )
    if not hexes.size and not sides.size:
        return before._replace(kinds=kinds)
    # A few changes hardly make more passes, or fewer.
    saved = before.passes + _PASSES_OF_FEATURES * any(features.numbers)
    saved += _PASSES_OF_COUNTS * bool(before.lines.known_counts)
    if _PASSES_A_HEX[0] * hexes.size >= saved:
        return None
    # With the facts from before as more kinds, what a hex was can be compared with what it is.
    known = kinds.with_facts([before.kinds.facts[was] for _, was in pairs])
    blocking = CompiledBlocking(rules, known, *key)
    judges = _Judges(blocking)
    if not judges.fit:
        return None
    only = judges.may_change([(now, len(kinds.facts) + i) for i, (now, _) in enumerate(pairs)])
    index = {pair: len(kinds.facts) + i for i, pair in enumerate(pairs)}
    both = zip(kinds.of_hexes[differing].tolist(), before.kinds.of_hexes[differing].tolist(), strict=True)
    was = np.array([index[pair] for pair in both], np.uint16)
    if not only and not sides.size and not judges.from_changed:
        return before._replace(kinds=kinds)
    cost = _PASSES_A_HEX[only] * hexes.size + _PASSES_A_HEX[_CLEAR] * bool(sides.size)
    if cost >= saved:
        return None
    in_place = before.result is None or before.result() is None
    lines = judges.judge(before.lines, (hexes, was), sides, features, only, in_place=in_place)
    passes = len(blocking.passes(frozenset())[0])
    return _Table(before.sight, kinds, features.numbers, lines, blocking.counted, passes)


class _JudgeArrays(ctypes.Structure):
    """``Judge`` of ``core/native/changed_lines.c``."""

    _fields_ = [
        ("kinds", ctypes.c_int64),
        *(
            (name, ctypes.c_void_p)
            for name in ("amounts", "starts", "ends", "every", "begin", "row", "near", "far")
        ),
    ]


class _ChangeArrays(ctypes.Structure):
    """``Change`` of the same file."""

    _fields_ = [
        ("lanes", ctypes.c_int64),
        *(
            (name, ctypes.c_void_p)
            for name in (
                "kind",
                "present",
                "place_masks",
                "row_masks",
                "next_moves",
            )
        ),
        ("all_judges", ctypes.c_int64),
        *(
            (name, ctypes.c_void_p)
            for name in (
                "judges",
                "judge",
                "within",
            )
        ),
        ("solids", ctypes.c_int64),
        ("solid_starts", ctypes.c_void_p),
        ("solid_ends", ctypes.c_void_p),
        ("only", ctypes.c_int64),
        ("from_changed", ctypes.c_int64),
        ("either", ctypes.c_int64),
        ("changed_hexes", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("changed", "was", "grown", "shrunk", "marks")),
        ("changed_bits", ctypes.c_int64),
        ("changed_bit", ctypes.c_void_p),
        ("features", ctypes.c_void_p),
        ("cell_begin", ctypes.c_void_p),
        ("cells", ctypes.c_void_p),
        ("starting", ctypes.c_void_p),
        ("ending", ctypes.c_void_p),
    ]


class _Judges:
    """The passes of a board as vectors that judge single lines: those of all lines, and those of lines within solid terrain."""

    def __init__(self, blocking: CompiledBlocking) -> None:
        self._blocking = blocking
        self._kept: list[NDArray[Any]] = []
        #: For each judge, the amounts of hexes across lines and beside their ends; kinds are the last axis but one.
        self._by_kind: list[list[NDArray[np.uint8]]] = []
        self._solids = solids = blocking.solid_ends()
        self._changed_solids: set[str] = set()
        #: For each judge and for lines within solid terrain, what counts at the ends of lines; kinds are the second axis.
        self._at_ends: list[NDArray[Any]] = []
        self.from_changed = False
        sets = [frozenset[str](), *blocking.solid_sets(frozenset(solids))]
        passes = [blocking.passes(it) for it in sets]
        #: Whether the compiled part can judge by so many.
        self.fit = len(solids) <= _SOLIDS and all(len(some) < _PASSES for some, _ in passes)
        if not self.fit:
            return
        self._judges = (_JudgeArrays * len(sets))(*(self._arrays(*it) for it in passes))
        self._within = None
        numbers = np.zeros(1 << len(solids), np.uint8)
        if solids:
            within = [Pass(1, (~it.has).astype(np.int64), ((it.start, it.end),)) for it in solids.values()]
            self._within = self._arrays(within, None)
            self._by_kind.pop()
        names = list(solids)
        for number, kinds in enumerate(sets):
            numbers[reduce(or_, (1 << names.index(it) for it in kinds), 0)] = number
        self._numbers = numbers

    def judge(
        self,
        lines: CountedRows,
        hexes_and_kinds_before: tuple[NDArray[np.int64], NDArray[np.uint16]],
        sides: NDArray[np.int64],
        features: FeaturePlanes,
        only: int,
        *,
        in_place: bool,
    ) -> CountedRows:
        """Return lines with those judged again that meet some hexes, by lane, or some features, by bit of their planes.

        The hexes come with the kinds that they were. The rows may be changed ``in_place``.

        Of lines across the hexes, ``only`` those may change.
        """
        plan, blocking = lines.plan, self._blocking
        native = compiled()
        hexes, was = hexes_and_kinds_before
        begin, cells = plan.cells(native)
        kind, present = blocking.kind_of_lane, blocking.present.astype(np.uint8)
        moves = np.array(plan.next_moves, np.int64)
        amounts = np.stack([of_judge[0] for of_judge in self._by_kind])
        now, then = amounts.take(kind[hexes], axis=1), amounts.take(was, axis=1)
        grown, shrunk = (255 * it.astype(np.uint8) for it in (now > then, now < then))
        changed = [self._solids[it] for it in self._changed_solids]
        ends = [*(it.start for it in changed), *(it.end for it in changed)]
        planes = Planes(plan, kind, {})
        if ends:
            planes.add(np.stack(ends))
        address = planes.address()
        marks = np.empty(2 * hexes.size * len(self._judges) * (1 + 4 * present.size), np.uint32)
        found = CountedRows(plan, lines.rows if in_place else aligned(np.empty, plan.row_bytes))
        if len(lines.known_counts) == 2:
            found.known_counts = {at_start: it.copy() for at_start, it in lines.known_counts.items()}
        counts = found.known_counts
        change = _ChangeArrays(
            kind.size,
            *(it.ctypes.data for it in (kind, present, plan.place_masks, plan.row_masks, moves)),
            len(self._judges),
            ctypes.addressof(self._judges),
            self._numbers.ctypes.data,
            ctypes.addressof(self._within) if self._within is not None else None,
            len(changed),
            address(0 if ends else -1),
            address(len(changed) if ends else -1),
            only,
            self.from_changed,
            blocking.one_is_enough,
            hexes.size,
            *(it.ctypes.data for it in (hexes, was, grown, shrunk, marks)),
            sides.size,
            sides.ctypes.data,
            ctypes.addressof(features.structure) if any(features.numbers) or sides.size else None,
            begin.ctypes.data,
            cells.ctypes.data,
            *(counts[at_start].ctypes.data if counts else None for at_start in (True, False)),
        )
        waiting = np.empty(plan.plane_bytes, np.uint8)
        native.fairground_judge_changed(
            ctypes.byref(plan.structure),
            ctypes.byref(change),
            ctypes.c_int64(plan.offsets.shape[1]),
            *(
                ctypes.c_void_p(it.ctypes.data)
                for it in (*plan.offsets, lines.rows, found.rows, features.met, waiting)
            ),
        )
        return found

    def may_change(self, kinds: list[tuple[int, int]]) -> int:
        """Return which lines across hexes may be judged otherwise, if these are now kinds that were others.

        Besides, any lines may that lie between hexes with solid terrain that these have gained or lost, and those from and to
        these hexes unless they are the same as ends: the hexes at the ends of a line do not block it.
        """
        may = 0
        self.from_changed = False
        for now, was in kinds:
            for arrays in self._by_kind:
                for it in arrays:
                    more, less = (it[..., a, :] > it[..., b, :] for a, b in ((now, was), (was, now)))
                    may |= _CLEAR * bool(more.any()) | _BLOCKED * bool(less.any())
            self._changed_solids |= {kind for kind, it in self._solids.items() if it.has[now] != it.has[was]}
            self.from_changed |= any((it[:, now] != it[:, was]).any() for it in self._at_ends)
        self.from_changed |= bool(self._changed_solids)
        return may

    def _arrays(self, passes: list[Pass], higher: tuple[Beside, Beside] | None) -> _JudgeArrays:
        """Return passes as vectors; hexes that block by being higher count as one more."""
        count = self._blocking.present.size
        amounts = np.zeros((count, _PASSES), np.uint8)
        starts, ends = np.zeros((2, 2, count, _PASSES), np.uint8)
        every, begin = np.zeros((2, _PASSES), np.uint8)
        beside: list[tuple[int, tuple[Beside, Beside]]] = [
            (number, it.beside) for number, it in enumerate(passes) if it.beside is not None
        ]
        for number, it in enumerate(passes):
            amounts[:, number] = it.amounts
            begin[number] = 128 - it.limit
            if not it.pairs:
                every[number] = 255
            for which, (start, end) in enumerate(it.pairs):
                starts[which, :, number] = 255 * start
                ends[which, :, number] = 255 * end
        if higher is not None:
            every[len(passes)], begin[len(passes)] = 255, 127
            beside.append((len(passes), higher))
        rows = np.zeros((2, count), np.uint16)
        tables: list[NDArray[np.uint8]] = []
        for number, both in beside:
            if not tables:
                tables = [np.zeros((*it.table.shape, _PASSES), np.uint8) for it in both]
            for which, of_ends in enumerate(both):
                rows[which] = of_ends.row
                tables[which][:, :, number] = of_ends.table
        arrays: list[NDArray[Any]] = [amounts, starts, ends, every, begin, rows, *tables]
        self._kept += arrays
        self._by_kind.append([amounts, *tables])
        self._at_ends += [starts, ends, rows, self._blocking.present[None]]
        return _JudgeArrays(count, *(it.ctypes.data for it in arrays))
