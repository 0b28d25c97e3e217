"""Passes of the compiled part over all lines of a board, and the rows of clear lines that they leave."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.native import do_all, library, structure_fields
from fairground.core.sight.field.compiled_plan import BLOCK_BYTES, PlanArrays, aligned
from fairground.core.sight.field.line_sums import bits_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.sight.field.compiled_plan import CompiledPlan, LeftOut
    from fairground.core.sight.field.sector import Step

    _Bools = NDArray[np.bool_]
    _Bytes = NDArray[np.uint8]
    _Kinds = NDArray[np.uint16]
    _Numbers = NDArray[np.int64]
    #: The starts and the ends of lines, as bools by kind of hex.
    Ends = tuple[_Bools, _Bools]

#: The most planes that an amount may take.
MOST_PLANES: Final = 6


class _PassArrays(ctypes.Structure):
    """``Pass`` of ``core/native/all_pairs.c``."""

    _fields_ = structure_fields("planes limit follows pairs", "hexes work full starts ends near far")


class _LinesArrays(ctypes.Structure):
    """``Lines`` of ``core/native/all_pairs.c``."""

    _fields_ = structure_fields(
        "", "rows place_masks row_masks among_starts among_ends higher_near higher_far skipped unused"
    )


@dataclass(frozen=True, eq=False, slots=True)
class Beside:
    """Amounts of hexes beside ends of lines: ``table`` has a row for each group of ends, and an amount for each kind of hex.

    ``row`` is the row of each kind of end.
    """

    row: _Numbers
    table: _Numbers


class Pass(NamedTuple):
    """Amounts by kind of hex, and the limit at which their sum blocks lines: those of some pairs of ends, () for all."""

    limit: int
    amounts: _Numbers
    pairs: tuple[Ends, ...]
    #: The amounts beside starts and beside ends; None without.
    beside: tuple[Beside, Beside] | None = None
    #: Whether it is for some of the lines of the pass before, and has at least the amounts of that.
    follows: bool = False


class _RowsArrays(ctypes.Structure):
    """``Rows`` of ``core/native/clear_rows.c``."""

    _fields_ = structure_fields("count", "rows row bytes move")


class _ViewsArrays(ctypes.Structure):
    """``Views`` of ``core/native/clear_rows.c``."""

    _fields_ = structure_fields("cells", "chosen blocks view cell views")


#: How many rows ``fairground_count_lines`` adds up together, and the room beside each.
_TOGETHER: Final = 15
_ROOM: Final = 128


class LineRows(Mapping["Step", int]):
    """The lanes from which lines are clear, by offset: numbers made of the compiled part's bytes when they are asked for."""

    def __init__(self, plan: CompiledPlan, rows: _Bytes) -> None:
        self.plan = plan
        self.rows = rows

    def counts(self, *, at_start: bool) -> _Numbers:
        """Return how many lines start in each lane, or end there, ``[lanes]``."""
        plan, lanes = self.plan, self.plan.lanes.total
        counters = np.zeros((lanes.bit_length(), plan.plane_bytes), np.uint8)
        slots = np.empty(_TOGETHER * (plan.plane_bytes + _ROOM), np.uint8)
        compiled().fairground_count_lines(
            ctypes.byref(self._arrays()),
            ctypes.c_int64(at_start),
            ctypes.c_int64(plan.plane_bytes),
            ctypes.c_void_p(slots.ctypes.data),
            ctypes.c_int64(len(counters)),
            ctypes.c_void_p(counters.ctypes.data),
        )
        found = np.zeros(lanes, np.int64)
        for power, bits in enumerate(np.unpackbits(counters, axis=1, count=lanes, bitorder="little")):
            found += bits.astype(np.int64) << power
        return found

    def mark_views(
        self,
        view: NDArray[np.int32],
        cell: NDArray[np.int32],
        views: _Bools,
        *,
        starts: bool = False,
        ends: bool = False,
    ) -> None:
        """Mark the other ends of the lines that start in some lanes, or end there, in ``views``, ``[views, cells]``.

        By lane, ``view`` is the index of its view, -1 for none, and ``cell`` that of its hex.
        """
        plan = self.plan
        chosen = plan.memory(1)
        packed = plan.packed(view >= 0)
        chosen[plan.front : plan.front + packed.size] = packed
        readable = chosen[plan.front :]
        count = readable.size // BLOCK_BYTES
        blocks = np.zeros(count + 2, np.bool_)
        blocks[:count] = readable[: count * BLOCK_BYTES].reshape(count, BLOCK_BYTES).any(axis=1)
        arrays = (it.ctypes.data for it in (blocks, view, cell, views))
        wanted = _ViewsArrays(views.shape[1], _start(plan, chosen), *arrays)
        compiled().fairground_views(
            ctypes.byref(self._arrays()), ctypes.c_int64(starts), ctypes.c_int64(ends), ctypes.byref(wanted)
        )

    def set_planes(self, planes: NDArray[np.uint64], index: _Numbers, *, at_start: bool) -> None:
        """Set zeros, ``[planes, words]``, to the lanes where each offset's lines start, or end, at the offset's index."""
        compiled().fairground_planes(
            ctypes.byref(self._arrays()),
            ctypes.c_void_p(index.ctypes.data),
            ctypes.c_int64(at_start),
            ctypes.c_int64(planes.shape[1]),
            ctypes.c_void_p(planes.ctypes.data),
        )

    def _arrays(self) -> _RowsArrays:
        places = self.plan.row_places
        return _RowsArrays(len(self.plan.of_step), self.rows.ctypes.data, *(it.ctypes.data for it in places))

    def __getitem__(self, step: Step) -> int:
        return int.from_bytes(self.rows[self.plan.rows_of(self.plan.of_step[step])].data, "little")

    def __iter__(self) -> Iterator[Step]:
        return iter(self.plan.of_step)

    def __len__(self) -> int:
        return len(self.plan.of_step)

    def __contains__(self, step: object) -> bool:
        return step in self.plan.of_step


class CompiledPasses:
    """Passes to be made together, on a board with a kind of hex for each lane; the last kind is no hex.

    ``among`` are the ends of the lines to look at, by kind, None for all. ``higher`` has a 1 for hexes that block the
    lines to the starts and to the ends that they are beside. ``planes_beside`` is a cache of their planes.
    """

    def __init__(self, plan: CompiledPlan, kind_of_lane: _Kinds, planes_beside: dict[Beside, _Bytes]) -> None:
        self._plan = plan
        self._kind_of_lane = kind_of_lane
        self._planes_beside = planes_beside
        self._passes: list[Pass] = []
        self.among: Ends | None = None
        self.higher: tuple[Beside, Beside] | None = None

    def add(self, one: Pass) -> None:
        """Add a pass."""
        self._passes.append(one)

    def rows(self) -> _Bytes:
        """Return the rows of clear lines of all entries, see ``CompiledPlan.rows_of``."""
        plan = self._plan
        # What no hex has is not written to.
        rows = aligned(np.empty, plan.row_bytes)
        self._run(plan.structure, rows, plan.parts(sum(bits_for(it.limit) for it in self._passes)))
        return rows

    def some_rows(self, entries: Sequence[int]) -> dict[int, _Bytes]:
        """Return the rows of clear lines of some entries."""
        plan = self._plan
        row, size = plan.some_row_places(entries)
        skipped = np.ones(plan.length.size, np.uint8)
        skipped[entries] = 0
        # Lines are made of shorter ones.
        unused = (plan.length > plan.length[entries].max(initial=0)).astype(np.uint8)
        structure = PlanArrays.from_buffer_copy(plan.structure)
        structure.row = row.ctypes.data
        rows = aligned(np.zeros, size)
        self._run(structure, rows, [(skipped, unused)])
        return {it: rows[(at := int(row[it])) : at + plan.bytes_of(it)] for it in entries}

    def _run(self, structure: PlanArrays, rows: _Bytes, parts: Sequence[LeftOut | None]) -> None:
        """Set rows, except those that are left out; several parts beside each other, if threads are free."""
        native = compiled()
        plan = self._plan
        planes = Planes(plan, self._kind_of_lane, self._planes_beside)
        passes = [(it, self._placed(it, planes)) for it in self._passes]
        among = planes.add(np.stack(self.among)) if self.among else -1
        higher = self._beside(self.higher, 1, planes) if self.higher else (-1, -1)
        address = planes.address()

        def run(left_out: LeftOut | None) -> None:
            work = [plan.memory(plan.slots * bits_for(it.limit)) for it in self._passes]
            full = np.zeros((len(passes), plan.slots), np.uint8)
            spare = plan.memory(MOST_PLANES)
            structures = (_PassArrays * len(passes))(
                *(
                    _PassArrays(
                        bits_for(it.limit), it.limit, it.follows, len(it.pairs), address(hexes), _start(plan, memory),
                        flags.ctypes.data, *map(address, (starts, ends, near, far)),
                    )
                    for (it, (hexes, starts, ends, near, far)), memory, flags in zip(passes, work, full, strict=True)
                )
            )  # fmt: skip
            lines = _LinesArrays(
                rows.ctypes.data,
                plan.place_masks.ctypes.data,
                plan.row_masks.ctypes.data,
                address(among),
                address(among + 1 if among >= 0 else -1),
                *map(address, higher),
                *((it.ctypes.data for it in left_out) if left_out else (None, None)),
            )
            native.fairground_all_pairs(
                ctypes.byref(structure),
                ctypes.byref(lines),
                ctypes.c_int64(len(passes)),
                structures,
                ctypes.c_void_p(_start(plan, spare)),
            )

        do_all([partial(run, it) for it in parts])

    def _placed(self, it: Pass, planes: Planes) -> tuple[int, int, int, int, int]:
        """Return where the planes of a pass are: amounts, starts, ends, and amounts beside both."""
        hexes = planes.add_amounts(it.amounts, bits_for(it.limit))
        starts = ends = -1
        if it.pairs:
            starts, ends = (planes.add(np.stack([pair[end] for pair in it.pairs])) for end in (0, 1))
        near, far = self._beside(it.beside, bits_for(it.limit), planes) if it.beside else (-1, -1)
        return hexes, starts, ends, near, far

    def _beside(self, ends: tuple[Beside, Beside], bits: int, planes: Planes) -> tuple[int, int]:
        near = planes.add_beside(ends[0], bits)
        return near, near if ends[0] is ends[1] else planes.add_beside(ends[1], bits)


class Planes:
    """Planes collected for one call, and their addresses; ``add`` and the like return the index of the first."""

    def __init__(self, plan: CompiledPlan, kind_of_lane: _Kinds, beside: dict[Beside, _Bytes]) -> None:
        self._plan = plan
        self._beside = beside
        self._kind_of_lane = kind_of_lane
        self._count = 0
        self._parts: list[tuple[int, _Bytes]] = []

    def add(self, by_kind: _Bools) -> int:
        """Add planes of hexes given by kind, ``[planes, kinds]``."""
        return self._place(self._plan.packed(by_kind.take(self._kind_of_lane, axis=1)))

    def add_amounts(self, by_kind: _Numbers, bits: int) -> int:
        """Add the planes of amounts given by kind, ``[kinds]``."""
        of_lanes = by_kind.astype(np.uint8).take(self._kind_of_lane)
        masks = (1 << np.arange(bits)).astype(np.uint8)
        return self._place(self._plan.packed(of_lanes & masks[:, None]))

    def add_beside(self, beside: Beside, bits: int) -> int:
        """Add the planes of amounts beside hexes, for each of the six directions."""
        if beside not in self._beside:
            self._beside[beside] = self._planes_beside(beside, bits)
        return self._place(self._beside[beside])

    def _planes_beside(self, beside: Beside, bits: int) -> _Bytes:
        plan, native = self._plan, compiled()
        row_of_lane = beside.row.astype(np.uint16).take(self._kind_of_lane)
        padding, none = max(map(abs, plan.next_moves)), beside.table.shape[1] - 1
        kind = np.full(self._kind_of_lane.size + 2 * padding, none, np.uint16)
        kind[padding:-padding] = self._kind_of_lane
        into = np.zeros((6 * bits, plan.plane_bytes), np.uint8)
        moves = np.array(plan.next_moves, np.int64)
        bytes_of_rows = np.ascontiguousarray(beside.table, np.uint8)
        native.fairground_beside(
            ctypes.c_int64(self._kind_of_lane.size),
            ctypes.c_void_p(row_of_lane.ctypes.data),
            ctypes.c_void_p(kind[padding:].ctypes.data),
            ctypes.c_void_p(bytes_of_rows.ctypes.data),
            ctypes.c_int64(none + 1),
            ctypes.c_void_p(moves.ctypes.data),
            ctypes.c_int64(bits),
            ctypes.c_int64(plan.plane_bytes),
            ctypes.c_void_p(into.ctypes.data),
        )
        return into

    def _place(self, packed: _Bytes) -> int:
        first = self._count
        self._count += len(packed)
        self._parts.append((first, packed))
        return first

    def address(self) -> Callable[[int], int | None]:
        """Return a function for the address of a plane by its index, None for -1."""
        plan = self._plan
        memory = plan.memory(self._count)
        table = memory[plan.front : plan.front + self._count * plan.plane_bytes].reshape(
            self._count, plan.plane_bytes
        )
        for first, packed in self._parts:
            table[first : first + len(packed), : packed.shape[1]] = packed
        start = _start(plan, memory)
        self._memory = memory
        return lambda index: None if index < 0 else start + index * plan.plane_bytes


def compiled() -> ctypes.CDLL:
    """Return the compiled part, where it is known to be there."""
    found = library()
    if found is None:
        raise AssertionError
    return found


def _start(plan: CompiledPlan, memory: _Bytes) -> int:
    """Return the address of the first plane in some memory of a plan."""
    return int(memory.ctypes.data) + plan.front


# -- hexside features ---------------------------------------------------------------------------------------

#: The steps (x, y) of the six directions, in the order of ``CompiledPlan.next_moves``.
_ACROSS: Final = np.array([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)], np.int32)
#: The bytes of what a line meets.
_SOURCE: Final = 16


class _FeatureArrays(ctypes.Structure):
    """``Features`` of ``core/native/lines.h``."""

    _fields_ = [
        ("sides", ctypes.c_void_p),
        ("corners", ctypes.c_void_p),
        ("across", ctypes.c_void_p),
        ("ends_free", ctypes.c_int64),
    ]


class FeaturePlanes:
    """What blocks lines between hexes on a board, as planes.

    ``sides`` are the lanes of hexes with a feature, by the move to the hex beyond; ``corners`` those of hexes at whose corner a
    feature is crossed, by the move to that corner in thirds.
    """

    def __init__(
        self, plan: CompiledPlan, sides: Mapping[int, int], corners: Mapping[int, int], *, ends_free: bool
    ) -> None:
        moves = plan.next_moves
        around = zip(moves, (*moves[1:], moves[0]), strict=True)
        #: One number for each plane: three of sides, then six of corners.
        self.numbers = [sides.get(move, 0) for move in moves[:3]] + [corners.get(a + b, 0) for a, b in around]
        self._memory = plan.memory(len(self.numbers))
        planes = self._memory[plan.front : plan.front + len(self.numbers) * plan.plane_bytes]
        planes[:] = plan.of_numbers(self.numbers).ravel()
        first = planes.ctypes.data
        self.structure = _FeatureArrays(first, first + 3 * plan.plane_bytes, _ACROSS.ctypes.data, ends_free)
        #: Memory for what a line meets.
        self.met = np.empty((6 * int(plan.length.max(initial=0)) + _SOURCE, _SOURCE), np.uint8)

    def drop(self, lines: LineRows) -> None:
        """Drop the lines that cross features."""
        plan = lines.plan
        entries, _, _, x, y = plan.offsets
        by_direction = np.array(plan.next_moves, np.int64)
        compiled().fairground_features(
            ctypes.byref(plan.structure),
            ctypes.byref(self.structure),
            ctypes.c_void_p(by_direction.ctypes.data),
            ctypes.c_int64(entries.size),
            *(ctypes.c_void_p(it.ctypes.data) for it in (entries, x, y, lines.rows, self.met)),
        )
