"""The programs of all offsets of a board in terms of its lanes, in order of dependency."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.sight.field.programs import programs_for
from fairground.core.sight.field.sector import into_sector, sector_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.sight.field.lanes import Lanes
    from fairground.core.sight.field.programs import Program
    from fairground.core.sight.field.sector import Matrix, Step

#: The number of cached boards; one of 100x100 takes about 20 MB.
_CACHED: Final = 4
#: The places of two fixed results: single hexes, and no hexes.
HEXES, NONE = 0, 1


class PlanHexes(StrEnum):
    """The hexes of a line that an entry covers."""

    #: All that it crosses.
    CROSSED = "crossed"
    #: Those that a line along hexsides crosses, without those beside it.
    CROSSED_ALONE = "crossed alone"
    #: Those that it crosses and those on the left.
    WITH_LEFT = "with left"
    #: Those that it crosses and those on the right.
    WITH_RIGHT = "with right"


class PlanEntry(NamedTuple):
    """The lines of one offset, and the hexes of them that are covered.

    ``move`` is the offset in lanes. ``near`` is the move from the start to the next hex of the line, ``far`` that from the
    end to the hex before it; 0 without hexes.
    """

    step: Step
    hexes: PlanHexes
    move: int
    near: int
    far: int


class Operation(NamedTuple):
    """How the result of an entry is combined from stored ones.

    Stored results are shifted down by some lanes: ``first`` by ``first_move``, then ``more``. ``keep`` is the place to store
    the result, ``keep_with`` that to store it with the hex where the lines start (0: not stored). ``lift`` is the number of
    lanes by which stored results of the offset are too low: lines that run back along their first line of hexes look at lower
    lanes. ``touched`` are the hexes met only at a corner, where these count.
    """

    first: int
    first_move: int
    more: tuple[tuple[int, int], ...]
    keep: int
    keep_with: int
    lift: int
    touched: tuple[int, ...]


class ProgramPlan(NamedTuple):
    """The operations for all offsets, one of each two opposite ones, shorter ones first.

    The lines of an entry start in the lanes common to its ``places``, from which they do not leave their line of hexes by an
    end, and its ``rows``, from which they do not leave the board by the last line. Many entries share these.
    """

    lanes: Lanes
    entries: tuple[PlanEntry, ...]
    places: tuple[int, ...]
    rows: tuple[int, ...]
    operations: tuple[Operation, ...]
    #: Offsets whose lines do not run along hexsides, with the index of their entry.
    single: tuple[tuple[Step, int], ...]
    #: The other offsets, with the indices of the entries with the hexes on either side.
    double: tuple[tuple[Step, int, int], ...]
    #: The index of the entry whose result is stored, by place; 0 if there is none.
    makers: tuple[int, ...]

    @property
    def stored(self) -> int:
        """The number of stored results."""
        return len(self.makers)


@contextmanager
def without_collections() -> Iterator[None]:
    """Collect no garbage meanwhile: making a plan leaves none, and looking for it takes as long as the plan."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def make_plan(lanes: Lanes, reach: int | None, *, touched: bool) -> ProgramPlan:
    """Return the plan for boards of a size and lines up to ``reach`` hexes (None: all); ``touched`` hexes may count."""
    with without_collections():
        return _Planner(lanes, touched=touched).plan(reach)


plan = lru_cache(maxsize=_CACHED)(make_plan)


class _Draft(NamedTuple):
    """An operation that still names its inputs by offset, hexes, and whether they include the start."""

    entry: PlanEntry
    terms: tuple[tuple[_Name | int, int], ...]
    lift: int
    touched: tuple[int, ...]


class _Name(NamedTuple):
    step: Step
    hexes: PlanHexes
    with_start: bool


class _Planner:
    """Makes one plan."""

    def __init__(self, lanes: Lanes, *, touched: bool) -> None:
        self._lanes = lanes
        self._touched = touched
        self._starts: dict[tuple[int, bool], int] = {}
        self._rows = [lanes.first_lines(lanes.lines - y) for y in range(lanes.lines)]
        self._lifts: dict[tuple[Step, PlanHexes], int] = {}
        self._drafts: list[_Draft] = []
        self._programs: dict[Step, Program] = {}

    def plan(self, reach: int | None) -> ProgramPlan:
        steps = [(step, *into_sector(*step)) for step in _offsets(self._lanes, reach)]
        self._programs = programs_for({offset for _, offset, _ in steps})
        for step in steps:
            self._draft(*step)
        used = dict.fromkeys(
            name for draft in self._drafts for name, _ in draft.terms if isinstance(name, _Name)
        )
        places = {name: 2 + i for i, name in enumerate(used)}
        operations = []
        for draft in self._drafts:
            # An input that needs no shift is best used first.
            terms = sorted(
                (by, places[name] if isinstance(name, _Name) else name) for name, by in draft.terms
            )
            first_move, first = terms[0] if terms else (0, NONE)
            operations.append(
                Operation(
                    first,
                    first_move,
                    tuple((place, by) for by, place in terms[1:]),
                    places.get(_Name(draft.entry.step, draft.entry.hexes, with_start=False), 0),
                    places.get(_Name(draft.entry.step, draft.entry.hexes, with_start=True), 0),
                    draft.lift,
                    draft.touched,
                )
            )
        entries = tuple(draft.entry for draft in self._drafts)
        makers = [0] * (2 + len(places))
        for i, operation in enumerate(operations):
            for place in (operation.keep, operation.keep_with):
                if place:
                    makers[place] = i
        index = {(it.step, it.hexes): i for i, it in enumerate(entries)}
        return ProgramPlan(
            self._lanes,
            entries,
            tuple(self._lanes.starts(it.step, self._starts) for it in entries),
            tuple(self._rows[it.step[1]] for it in entries),
            tuple(operations),
            tuple((step, i) for (step, hexes), i in index.items() if hexes is PlanHexes.CROSSED),
            tuple(
                (step, i, index[step, PlanHexes.WITH_RIGHT])
                for (step, hexes), i in index.items()
                if hexes is PlanHexes.WITH_LEFT
            ),
            tuple(makers),
        )

    def _draft(self, step: Step, offset: Step, matrix: Matrix) -> None:
        a, b = offset
        if a == b:
            self._add(step, PlanHexes.CROSSED_ALONE, self._along_axis(a, matrix), (0, 0), (0, 0))
            for hexes, corner in ((PlanHexes.WITH_LEFT, (0, 1)), (PlanHexes.WITH_RIGHT, (1, 0))):
                terms = self._beside_axis(a, matrix, hexes, corner)
                self._add(step, hexes, terms, matrix.apply(corner), matrix.apply((-corner[1], -corner[0])))
            return
        near, far = ((1, 0), (-1, 0)) if a + b > 1 else ((0, 0), (0, 0))
        terms = self._pieces(a, b, matrix)
        touched: tuple[Step, ...] = ()
        if self._touched and (a - b) % 3 == 0:
            touched = tuple(matrix.apply(at) for at in sector_line(a, b).touched)
        self._add(step, PlanHexes.CROSSED, terms, matrix.apply(near), matrix.apply(far), touched)

    def _add(
        self,
        step: Step,
        hexes: PlanHexes,
        terms: list[tuple[_Name | int, int]],
        near: Step,
        far: Step,
        touched: tuple[Step, ...] = (),
    ) -> None:
        lanes = self._lanes
        moves = [lanes.move(at) for at in touched]
        lowest = [by - self._lift_of(name) for name, by in terms] + moves
        lift = -min([0, *lowest])
        self._lifts[step, hexes] = lift
        moved = tuple((name, by - self._lift_of(name) + lift) for name, by in terms)
        entry = PlanEntry(step, hexes, move=lanes.move(step), near=lanes.move(near), far=lanes.move(far))
        self._drafts.append(_Draft(entry, moved, lift, tuple(by + lift for by in moves)))

    def _lift_of(self, name: _Name | int) -> int:
        return self._lifts[name.step, name.hexes] if isinstance(name, _Name) else 0

    def _pieces(self, a: int, b: int, matrix: Matrix) -> list[tuple[_Name | int, int]]:
        program = self._programs[a, b]
        terms: list[tuple[_Name | int, int]] = [self._hex(at, matrix) for at in program.loose]
        ends = [(0, 0), *program.cuts, (a, b)] if program.cuts else []
        for start, end in pairwise(ends):
            terms += self._piece(start, (end[0] - start[0], end[1] - start[1]), matrix)
        return terms

    def _piece(self, start: Step, piece: Step, matrix: Matrix) -> list[tuple[_Name | int, int]]:
        """Return the terms of a piece, with its first hex unless that is the start of the line."""
        with_start = start != (0, 0)
        if piece in ((1, 0), (1, 1)):
            return [self._hex(start, matrix)] if with_start else []
        step, at = matrix.apply(piece), matrix.apply(start)
        hexes = PlanHexes.CROSSED_ALONE if piece[0] == piece[1] else PlanHexes.CROSSED
        if _is_kept(step):
            return [(_Name(step, hexes, with_start), self._lanes.move(at))]
        # The line is only known from its other end.
        back = -step[0], -step[1]
        other_end = at[0] + step[0], at[1] + step[1]
        start_hex = [self._hex(start, matrix)] if with_start else []
        return [(_Name(back, hexes, with_start=False), self._lanes.move(other_end)), *start_hex]

    def _hex(self, at: Step, matrix: Matrix) -> tuple[int, int]:
        return HEXES, self._lanes.move(matrix.apply(at))

    def _along_axis(self, n: int, matrix: Matrix) -> list[tuple[_Name | int, int]]:
        """Return the terms for the hexes that a line along hexsides crosses."""
        if n == 1:
            return []
        return [*self._piece((0, 0), (n - 1, n - 1), matrix), self._hex((n - 1, n - 1), matrix)]

    def _beside_axis(
        self, n: int, matrix: Matrix, hexes: PlanHexes, corner: Step
    ) -> list[tuple[_Name | int, int]]:
        """Return the terms for these and the hexes on one side."""
        last = self._hex((n - 1 + corner[0], n - 1 + corner[1]), matrix)
        if n == 1:
            return [last]
        shorter = _Name(matrix.apply((n - 1, n - 1)), hexes, with_start=False)
        return [(shorter, 0), self._hex((n - 1, n - 1), matrix), last]


def _is_kept(step: Step) -> bool:
    """Return whether an offset is the one of two opposite ones that is computed."""
    return step[1] > 0 or (step[1] == 0 and step[0] > 0)


def _offsets(lanes: Lanes, reach: int | None) -> list[Step]:
    """Return the offsets between hexes of a board, one of each two opposite ones, shorter ones first."""

    def by_length() -> Iterator[tuple[int, int, int]]:
        for y in range(min(lanes.lines, (lanes.lines if reach is None else reach) + 1)):
            # One extra on either side: for an odd number of lines the limit depends on the start.
            for x in range(-(lanes.length + (y + 1) // 2), lanes.length + 1 - y // 2):
                distance = max(abs(x), y, abs(x + y))
                if _is_kept((x, y)) and (reach is None or distance <= reach):
                    yield distance, y, x

    return [(x, y) for _, y, x in sorted(by_length())]
