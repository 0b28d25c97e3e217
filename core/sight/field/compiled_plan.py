"""The plan of a board as the arrays that the compiled part reads, in an order that keeps what is still needed small."""

from __future__ import annotations

import ctypes
from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import pairwise
from math import atan2, sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.native import cores
from fairground.core.sight.field.program_plan import HEXES, NONE, PlanHexes, make_plan, without_collections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.sight.field.lanes import Lanes
    from fairground.core.sight.field.program_plan import Operation, ProgramPlan
    from fairground.core.sight.field.sector import Step

    _Bools = NDArray[np.bool_]
    _Bytes = NDArray[np.uint8]
    #: The entries left out, a byte for each: 1 for those not asked for, and for those that nothing depends on either.
    LeftOut = tuple[_Bytes, _Bytes]

#: The number of cached boards; one of 100x100 takes 2 MB.
_CACHED: Final = 4
#: The lanes that the compiled part looks at together, and as bytes.
_BLOCK: Final = 512
BLOCK_BYTES: Final = _BLOCK // 8
#: From so many bytes of rows, for each plane, the entries are shared out among threads: one would take about 3 ms.
_WORTH_SHARING: Final = 60_000_000


class PlanArrays(ctypes.Structure):
    """``Plan`` of ``core/native/lines.h``."""

    _fields_ = [
        ("entries", ctypes.c_int64),
        ("plane_bytes", ctypes.c_int64),
        *(
            (name, ctypes.c_void_p)
            for name in (
                "blocks",
                "row",
                "place_mask",
                "row_mask",
                "move",
                "near",
                "far",
                "one_between",
                "lift",
                "keep",
                "keep_with",
                "term_begin",
                "term_place",
                "term_by",
                "touched_begin",
                "touched_by",
            )
        ),
    ]


class CompiledPlan:
    """A plan as arrays; entries are in another order than in the plan.

    Planes have a bit a lane, the first lane the lowest bit of the first byte, and take ``plane_bytes``. Reads may begin
    ``front`` bytes before a plane and go ``tail`` bytes beyond it.
    """

    def __init__(self, of: ProgramPlan) -> None:
        self.lanes = of.lanes
        lanes, entries = of.lanes, of.entries
        order = _in_order(of)
        slots = _Slots(of, order)
        self.slots = slots.count
        self.plane_bytes = BLOCK_BYTES * -(-lanes.total // _BLOCK)
        ends = [(2 + lanes.lines - entries[i].step[1]) * lanes.stride for i in order]
        blocks = -(-np.array(ends, np.int64) // _BLOCK)
        row = BLOCK_BYTES * (blocks.cumsum() - blocks)
        self.row_bytes = int(BLOCK_BYTES * blocks.sum())
        places, place_mask = _shared(of.places[i] for i in order)
        rows, row_mask = _shared(of.rows[i] for i in order)
        self.place_masks, self.row_masks = self.of_numbers(places), self.of_numbers(rows)
        #: The directions of next hexes, as moves, in the order of their index.
        stride = lanes.stride
        self.next_moves = 1, stride, stride - 1, -1, -stride, 1 - stride
        #: The moves to the hexes at the other end of the hexsides that end at a hex.
        self.moves_along_hexsides = tuple(map(sum, pairwise((*self.next_moves, 1))))
        which = {0: -1} | {move: i for i, move in enumerate(self.next_moves)}
        operations = [of.operations[i] for i in order]
        terms = [
            [(slots.of[place] if place != HEXES else -1, by) for place, by in _terms(it)] for it in operations
        ]
        columns: dict[str, Sequence[int] | NDArray[np.int64]] = {
            "blocks": blocks,
            "place_mask": place_mask,
            "row_mask": row_mask,
            "move": [entries[i].move for i in order],
            "near": [which[entries[i].near] for i in order],
            "far": [which[entries[i].far] for i in order],
            "one_between": [
                bool(entries[i].near) and entries[i].near == entries[i].move + entries[i].far for i in order
            ],
            "lift": [it.lift for it in operations],
            "keep": [slots.of.get(it.keep, -1) for it in operations],
            "keep_with": [slots.of.get(it.keep_with, -1) for it in operations],
            "term_begin": _begins(terms),
            "term_place": [place for some in terms for place, _ in some],
            "term_by": [by for some in terms for _, by in some],
            "touched_begin": _begins([it.touched for it in operations]),
            "touched_by": [by for it in operations for by in it.touched],
        }
        self._arrays: dict[str, NDArray[Any]] = {
            name: np.array(column, np.int32) for name, column in columns.items()
        }
        self._arrays["row"] = row
        row_ends = row + BLOCK_BYTES * blocks
        self._rows = [slice(*it) for it in zip(row.tolist(), row_ends.tolist(), strict=True)]
        self.structure = PlanArrays(
            len(order), self.plane_bytes, **{name: it.ctypes.data for name, it in self._arrays.items()}
        )
        shifts = self._arrays["move"], self._arrays["term_by"], self._arrays["touched_by"]
        furthest = max(int(it.max(initial=0)) for it in shifts)
        self.front = BLOCK_BYTES * (2 + (2 * stride + int(self._arrays["lift"].max(initial=0))) // _BLOCK)
        self.tail = 2 * BLOCK_BYTES + (2 * stride + furthest) // 8
        #: The length of each entry's lines, in hexes, in the order of the arrays.
        x, y = np.array([entries[i].step for i in order], np.int64).reshape(-1, 2).T
        self.length: NDArray[np.int64] = np.maximum(np.maximum(abs(x), abs(y)), abs(x + y))
        #: Which entries look at the hexes beside their lines, too.
        self.beside: _Bools = np.array(
            [entries[i].hexes in (PlanHexes.WITH_LEFT, PlanHexes.WITH_RIGHT) for i in order], np.bool_
        )
        place_of = {i: place for place, i in enumerate(order)}
        #: The entry with the row of each offset; for lines along hexsides, the one that looks at the left.
        #: In the order of these rows in memory, for which reads of all of them need not wait.
        of_step = [*((place_of[i], step) for step, i in of.single)]
        of_step += [(place_of[left], step) for step, left, _ in of.double]
        self.of_step: dict[Step, int] = {step: entry for entry, step in sorted(of_step)}
        #: The entries that look at the left and at the right of lines along hexsides.
        self.doubled = [(place_of[left], place_of[right]) for _, left, right in of.double]
        alone = {it.step: place_of[i] for i, it in enumerate(entries) if it.hexes is PlanHexes.CROSSED_ALONE}
        self._cells: tuple[NDArray[np.int64], NDArray[np.int32]] | None = None
        #: For each of these, the entry that looks at neither.
        self.alone = {place_of[i]: alone[step] for step, left, right in of.double for i in (left, right)}

    @cached_property
    def row_places(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The first byte of each offset's row, its bytes, and how many lanes its lines move, in the order of ``of_step``."""
        entries = list(self.of_step.values())
        row, blocks, move = (
            self._arrays[name][entries].astype(np.int64) for name in ("row", "blocks", "move")
        )
        return row, blocks * BLOCK_BYTES, move

    @cached_property
    def offsets(self) -> NDArray[np.int32]:
        """The offsets of ``of_step``, ``[5, offsets]``: entry, entries with the right side and with neither (-1), x and y."""
        right = dict(self.doubled)
        found = [(it, right.get(it, -1), self.alone.get(it, -1), *step) for step, it in self.of_step.items()]
        return np.ascontiguousarray(np.array(found, np.int32).reshape(-1, 5).T)

    def cells(self, native: ctypes.CDLL) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the hexes of each entry's lines, as lanes from the start, and where those of each entry begin."""
        if self._cells is None:
            entries = self.length.size
            # A line meets at most two hexes a step, and touches as many at corners.
            cells = np.empty(int((4 * self.length + 4).sum()), np.int32)
            begin = np.empty(entries + 1, np.int64)
            memory = np.empty(5 * self.slots + 4 * entries, np.uint8)
            summed, maker, with_start = (
                memory.ctypes.data + it for it in (0, 4 * entries, 4 * (entries + self.slots))
            )
            native.fairground_cells.restype = ctypes.c_int64
            count = native.fairground_cells(
                ctypes.byref(self.structure),
                *map(ctypes.c_void_p, (maker, with_start, summed, begin.ctypes.data, cells.ctypes.data)),
            )
            self._cells = begin, cells[:count].copy()
        return self._cells

    def parts(self, planes: int) -> Sequence[LeftOut | None]:
        """Return what to leave out in each of some calls that together set all rows, and take about as long.

        ``planes`` is how many all passes have. For few, there is one call, which leaves out nothing.
        """
        if cores() == 1 or planes * self.row_bytes < _WORTH_SHARING:
            return [None]
        return self._parts

    @cached_property
    def _parts(self) -> list[LeftOut]:
        return [*self._new_parts(min(cores(), self.length.size))]

    def _new_parts(self, count: int) -> Iterator[LeftOut]:
        blocks = self._arrays["blocks"].cumsum()
        ends = np.searchsorted(blocks, blocks[-1] * np.arange(1, count + 1) / count) + 1
        needed = self._needed()
        entry = np.arange(self.length.size)
        for begin, end in pairwise([0, *ends[:-1].tolist(), entry.size]):
            is_used = bytearray(entry.size)
            is_used[begin:end] = bytes([1]) * (end - begin)
            for it in range(end - 1, -1, -1):
                if is_used[it]:
                    for other in needed[it]:
                        is_used[other] = 1
            yield ((entry < begin) | (entry >= end)).astype(np.uint8), 1 - np.frombuffer(is_used, np.uint8)

    def _needed(self) -> list[list[int]]:
        """Return the entries whose results each entry reads."""
        keep, with_start = (self._arrays[name].tolist() for name in ("keep", "keep_with"))
        begins, places = (self._arrays[name].tolist() for name in ("term_begin", "term_place"))
        maker = [0] * (self.slots + 1)  # the last is that of place -1
        needed = []
        for entry, (begin, end) in enumerate(pairwise(begins)):
            needed.append([maker[it] for it in places[begin:end] if it >= 0])
            maker[keep[entry]] = maker[with_start[entry]] = entry
        return needed

    def rows_of(self, entry: int) -> slice:
        """Return the place of an entry's lines among the bytes of all rows."""
        return self._rows[entry]

    def some_row_places(self, entries: Sequence[int]) -> tuple[NDArray[np.int64], int]:
        """Return where rows of some entries begin if they alone follow each other, by entry, and the bytes of all."""
        sizes = self._arrays["blocks"][entries].astype(np.int64) * BLOCK_BYTES
        ends = sizes.cumsum()
        begins = np.zeros(self.length.size, np.int64)
        begins[entries] = ends - sizes
        return begins, int(sizes.sum())

    def bytes_of(self, entry: int) -> int:
        """Return the bytes of an entry's row."""
        return int(self._arrays["blocks"][entry]) * BLOCK_BYTES

    def memory(self, planes: int) -> _Bytes:
        """Return zeros for some planes, ``[bytes]``; the first begins ``front`` bytes on."""
        return aligned(np.zeros, self.front + planes * self.plane_bytes + self.tail)

    def of_numbers(self, numbers: Sequence[int]) -> _Bytes:
        """Return numbers with a bit a lane as planes, ``[numbers, plane_bytes]``."""
        content = b"".join(it.to_bytes(self.plane_bytes, "little") for it in numbers)
        return np.frombuffer(content, np.uint8).reshape(len(numbers), self.plane_bytes)

    def packed(self, bits: NDArray[Any]) -> _Bytes:
        """Return values as planes, ``[..., lanes]`` to ``[..., bytes]``: a bit for each that is not 0."""
        return np.packbits(bits, axis=-1, bitorder="little")


def aligned(make: Callable[[int, type[np.uint8]], _Bytes], size: int) -> _Bytes:
    """Return bytes made by NumPy that begin with a line of the cache: blocks that lie across two take longer."""
    memory = make(size + BLOCK_BYTES, np.uint8)
    first = -memory.ctypes.data % BLOCK_BYTES
    return memory[first : first + size]


@lru_cache(maxsize=_CACHED)
def compiled_plan(lanes: Lanes, reach: int | None, *, touched: bool) -> CompiledPlan:
    """Return the plan for boards of a size as arrays; arguments are those of ``make_plan``."""
    with without_collections():
        return CompiledPlan(make_plan(lanes, reach, touched=touched))


def _terms(operation: Operation) -> Iterator[tuple[int, int]]:
    """Yield the inputs of an operation: place, and the move."""
    if operation.first != NONE:
        yield operation.first, operation.first_move
    yield from operation.more


def _in_order(of: ProgramPlan) -> list[int]:
    """Return the entries so that each comes after those that it depends on, and soon.

    Lines are made of shorter ones in nearly the same direction. By direction, few results wait to be used at any time: 83 on
    boards of 100x100, instead of 8,900 by length.
    """

    def direction(entry: int) -> float:
        # Any order is right, so that rounding may choose.
        x, y = of.entries[entry].step
        return atan2(y * sqrt(3) / 2, x + y / 2)

    needed = [sorted({of.makers[place] for place, _ in _terms(it) if place > NONE}) for it in of.operations]
    order: list[int] = []
    placed = bytearray(len(needed))
    for last in sorted(range(len(needed)), key=lambda it: (direction(it), it)):
        waiting = [last]
        while waiting:
            entry = waiting[-1]
            missing = [it for it in needed[entry] if not placed[it]]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if not placed[entry]:
                placed[entry] = 1
                order.append(entry)
    return order


class _Slots:
    """The slot in memory of each stored result, by its place in the plan; a slot is used again after the last look at it."""

    def __init__(self, plan: ProgramPlan, order: list[int]) -> None:
        self.of: dict[int, int] = {}
        last = {place: i for i in order for place, _ in _terms(plan.operations[i]) if place > NONE}
        over: defaultdict[int, list[int]] = defaultdict(list)
        for place, entry in last.items():
            over[entry].append(place)
        free: list[int] = []
        self.count = 0
        for entry in order:
            operation = plan.operations[entry]
            for place in (operation.keep, operation.keep_with):
                if place in last:
                    if not free:
                        free.append(self.count)
                        self.count += 1
                    self.of[place] = free.pop()
            # An entry may not write where it reads, so these are free for the next.
            free += [self.of[place] for place in over[entry]]


def _shared(numbers: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return the different ones of some numbers, and the index of each."""
    index: dict[int, int] = {}
    which = [index.setdefault(it, len(index)) for it in numbers]
    return list(index), which


def _begins(lists: Sequence[Sequence[object]]) -> NDArray[np.int64]:
    """Return where each list begins when they follow one another, and the end."""
    return np.concatenate([[0], np.cumsum([len(it) for it in lists])]).astype(np.int64)
