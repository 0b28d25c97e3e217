"""The programs of all offsets of a board, made out for its lanes, in an order in which each finds what it needs."""

from __future__ import annotations

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

#: Boards that are kept; one of 100x100 takes some 20 MB.
_KEPT: Final = 4
#: Where results are kept: that of single hexes, and that of none.
HEXES, NONE = 0, 1


class PlanHexes(StrEnum):
    """Which hexes of a line an entry is about."""

    #: All that it crosses.
    CROSSED = "crossed"
    #: Those that a line along hexsides crosses, without any of those beside it.
    CROSSED_ALONE = "crossed alone"
    #: Those that it crosses and those on the one side.
    WITH_LEFT = "with left"
    #: Those that it crosses and those on the other side.
    WITH_RIGHT = "with right"


class PlanEntry(NamedTuple):
    """What is found for the lines of one offset, and about which of their hexes.

    ``move`` is the offset in lanes. ``near`` is the way from the start to the hex of the line that is next to it, ``far``
    the way from the end to the hex next to that one; 0 without hexes.
    """

    step: Step
    hexes: PlanHexes
    move: int
    near: int
    far: int


class Operation(NamedTuple):
    """How the result of an entry is put together from kept ones.

    A kept result is moved down by some lanes; ``first`` and ``first_move`` are the first of them and ``more`` the
    others. ``keep`` is the place to keep it at, ``keep_with`` that to keep it at with the hex that the lines start
    from (both 0 for no place). ``lift`` is by how many lanes kept results of the offset lie too low: lines that go
    back on the line of hexes where they begin look at lanes before their own. ``touched`` are the hexes met at a corner
    alone, where these count.
    """

    first: int
    first_move: int
    more: tuple[tuple[int, int], ...]
    keep: int
    keep_with: int
    lift: int
    touched: tuple[int, ...]


class ProgramPlan(NamedTuple):
    """What to do for all offsets, one of each two that are opposite, shorter ones first.

    The lines of an entry start from the lanes that are both in its ``places``, from which they do not leave by an end of
    their line of hexes, and in its ``rows``, from which they do not leave by the last one. Many entries share these.
    """

    lanes: Lanes
    entries: tuple[PlanEntry, ...]
    places: tuple[int, ...]
    rows: tuple[int, ...]
    operations: tuple[Operation, ...]
    #: The index of the entry of each offset whose lines do not run along hexsides.
    single: tuple[tuple[Step, int], ...]
    #: The indices of the entries with the hexes on the two sides, of each other offset.
    double: tuple[tuple[Step, int, int], ...]
    #: The index of the entry whose result is kept, by the place it is kept at; 0 where it is that of no entry.
    makers: tuple[int, ...]

    @property
    def kept(self) -> int:
        """How many results are kept."""
        return len(self.makers)


@lru_cache(maxsize=_KEPT)
def plan(lanes: Lanes, reach: int | None, *, touched: bool) -> ProgramPlan:
    """Return the plan for boards of a size and lines up to ``reach`` hexes long (None: all), with hexes ``touched`` or not."""
    return _Planner(lanes, touched=touched).plan(reach)


class _Draft(NamedTuple):
    """An operation whose results to use are still named by offset, hexes, and whether with the start."""

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
            # A result that lies as low as this one needs no move, which is best done first.
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
        entry = PlanEntry(
            step=step,
            hexes=hexes,
            move=lanes.move(step),
            near=lanes.move(near),
            far=lanes.move(far),
        )
        self._drafts.append(_Draft(entry, moved, lift, tuple(by + lift for by in moves)))

    def _lift_of(self, name: _Name | int) -> int:
        return self._lifts[name.step, name.hexes] if isinstance(name, _Name) else 0

    def _pieces(self, a: int, b: int, matrix: Matrix) -> list[tuple[_Name | int, int]]:
        found = self._programs[a, b]
        terms: list[tuple[_Name | int, int]] = [self._hex(at, matrix) for at in found.loose]
        ends = [(0, 0), *found.cuts, (a, b)] if found.cuts else []
        for start, end in pairwise(ends):
            terms += self._piece(start, (end[0] - start[0], end[1] - start[1]), matrix)
        return terms

    def _piece(self, start: Step, piece: Step, matrix: Matrix) -> list[tuple[_Name | int, int]]:
        """Return the terms of a piece, with the hex that it begins at unless that is where the line does."""
        with_start = start != (0, 0)
        if piece in ((1, 0), (1, 1)):
            return [self._hex(start, matrix)] if with_start else []
        step, at = matrix.apply(piece), matrix.apply(start)
        hexes = PlanHexes.CROSSED_ALONE if piece[0] == piece[1] else PlanHexes.CROSSED
        if _is_kept(step):
            return [(_Name(step, hexes, with_start), self._lanes.move(at))]
        # The same line is known from its other end alone.
        back = -step[0], -step[1]
        other_end = at[0] + step[0], at[1] + step[1]
        start_hex = [self._hex(start, matrix)] if with_start else []
        return [(_Name(back, hexes, with_start=False), self._lanes.move(other_end)), *start_hex]

    def _hex(self, at: Step, matrix: Matrix) -> tuple[int, int]:
        return HEXES, self._lanes.move(matrix.apply(at))

    def _along_axis(self, n: int, matrix: Matrix) -> list[tuple[_Name | int, int]]:
        """Return the terms of the hexes that a line along hexsides crosses."""
        if n == 1:
            return []
        return [*self._piece((0, 0), (n - 1, n - 1), matrix), self._hex((n - 1, n - 1), matrix)]

    def _beside_axis(
        self, n: int, matrix: Matrix, hexes: PlanHexes, corner: Step
    ) -> list[tuple[_Name | int, int]]:
        """Return the terms of the same with the hexes on one side."""
        last = self._hex((n - 1 + corner[0], n - 1 + corner[1]), matrix)
        if n == 1:
            return [last]
        shorter = _Name(matrix.apply((n - 1, n - 1)), hexes, with_start=False)
        return [(shorter, 0), self._hex((n - 1, n - 1), matrix), last]


def _is_kept(step: Step) -> bool:
    """Whether it is this one of two opposite offsets whose results are found."""
    return step[1] > 0 or (step[1] == 0 and step[0] > 0)


def _offsets(lanes: Lanes, reach: int | None) -> list[Step]:
    """Return the offsets between hexes of a board, one of each two that are opposite, shorter ones first."""

    def found() -> Iterator[tuple[int, int, int]]:
        for y in range(min(lanes.lines, (lanes.lines if reach is None else reach) + 1)):
            # One more on either side than there may be: an odd number of lines on, it depends on where one starts.
            for x in range(-(lanes.length + (y + 1) // 2), lanes.length + 1 - y // 2):
                distance = max(abs(x), y, abs(x + y))
                if _is_kept((x, y)) and (reach is None or distance <= reach):
                    yield distance, y, x

    return [(x, y) for _, y, x in sorted(found())]
