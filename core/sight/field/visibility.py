"""All pairs of hexes that see each other: the verdict on every line of a board at once."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.drawable import Tabular
from fairground.core.errors import LimitError, UsageError
from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.rules.sight import ElevationPolicy, EndHexsidePolicy, InsidePolicy
from fairground.core.sight.board.facts import HexKinds, refuse_bases
from fairground.core.sight.field.blocking import Blocking
from fairground.core.sight.field.changed_lines import compiled_lines
from fairground.core.sight.field.compiled_blocking import can_compile
from fairground.core.sight.field.compiled_passes import LineRows
from fairground.core.sight.field.lanes import Lanes, pack_lanes
from fairground.core.sight.field.sector import into_sector, sector_line
from fairground.core.sight.line.features import crossed_at_corner

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.rules.sight import CornerHexsidePolicy
    from fairground.core.rules.terrain import HexsideFeature
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.sector import Step

    _Numbers = NDArray[np.int64]

#: The number of cached lines; boards of 100x100 have 5,700, which take 10 MB.
_CACHED: Final = 1 << 13
_ACROSS: Final = np.array([(it.q, it.r) for it in DIRECTIONS], np.int64)


class _Met(NamedTuple):
    """Hexsides, by their two hexes, and corners, by hex and thirds, on the line to an offset: ``x, y, x, y``."""

    sides: NDArray[np.int16]
    corners: NDArray[np.int16]


class Crossings:
    """The features of a scenario that block sight, by their place on the board.

    They count where a line crosses or follows their hexside (rule HS-05); at corners ``sight.corner_hexside`` decides (rule
    HS-09). Features of the hexes at the ends may be free (rule HS-15), unless the line follows them.
    """

    def __init__(self, scenario: Scenario, lanes: Lanes) -> None:
        self._lanes = lanes
        sight = scenario.rules.sight
        self.ends_free = sight.end_hexside is EndHexsidePolicy.FREE
        stopping = {name: it for name, it in scenario.rules.hexsides.items() if it.blocks_sight}
        known: dict[tuple[str, ...], dict[str, HexsideFeature]] = {}
        sides = []
        for side, kinds in scenario.board.hexsides.items():
            if kinds not in known:
                known[kinds] = {kind: stopping[kind] for kind in kinds if kind in stopping}
            if known[kinds]:
                sides.append((side.hex.q, side.hex.r, side.direction))
        # By the move from one hex to the other, the lanes of the lower one.
        self.sides = self._of_sides(scenario.board, *np.array(sides, np.int64).reshape(-1, 3).T)
        # By corner, in thirds as lanes, the lanes of the hexes at whose corner a feature is crossed.
        self.corners = self._of_corners(sight.corner_hexside, next(filter(None, known.values()), {}))

    def __bool__(self) -> bool:
        return bool(self.sides)

    def drop(self, lines: dict[Step, int]) -> None:
        """Drop the lines that they block, from rows by offset."""
        steps = [step for step, clear in lines.items() if clear]
        for step, stopped in zip(steps, self._stopped(steps), strict=True):
            lines[step] ^= lines[step] & stopped

    def _stopped(self, steps: Iterable[Step]) -> Iterator[int]:
        """Yield for each offset the lanes from which its lines are blocked."""
        # Lines that run back along their first line of hexes look at lower lanes.
        raise_by = self._lanes.stride
        sides, corners = (
            {key: plane << raise_by for key, plane in planes.items()} for planes in (self.sides, self.corners)
        )
        for step in steps:
            offset, matrix = into_sector(*step)
            met = _met(*offset, ends_free=self.ends_free)
            moves = np.array([self._lanes.move(matrix.apply((1, 0))), self._lanes.move(matrix.apply((0, 1)))])
            one, other = met.sides[:, :2] @ moves, met.sides[:, 2:] @ moves
            at, corner = met.corners[:, :2] @ moves, met.corners[:, 2:] @ moves
            lower, move = np.minimum(one, other), abs(one - other)
            yield _any(sides, lower + raise_by, move) | _any(corners, at + raise_by, corner)

    def _of_sides(self, board: Board, q: _Numbers, r: _Numbers, direction: _Numbers) -> dict[int, int]:
        """Return the planes of hexsides given by their hexes and directions."""
        there = np.zeros(q.shape, np.bool_)
        beyond_q, beyond_r = _ACROSS.take(direction, axis=0).T
        for hexes in ((q, r), (q + beyond_q, r + beyond_r)):
            column, row = board.layout.to_offset_arrays(*hexes)
            there |= (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)
        origin, along_q, along_r = (self._lanes.lane(Hex(*at)) for at in ((0, 0), (1, 0), (0, 1)))
        lane = origin + q * (along_q - origin) + r * (along_r - origin)
        planes = {}
        for which in np.unique(direction[there]).tolist():
            move = self._lanes.move(self._lanes.step(DIRECTIONS[which]))
            bits = np.zeros(self._lanes.total, np.bool_)
            bits[lane[there & (direction == which)] + min(move, 0)] = True
            planes[abs(move)] = pack_lanes(bits)
        return planes

    def _of_corners(self, policy: CornerHexsidePolicy, some: dict[str, HexsideFeature]) -> dict[int, int]:
        """Return the planes of corners, given the features of any hexside: all of them block, so one is like another."""
        at_both = bool(crossed_at_corner(policy, some, some))
        at_one = bool(crossed_at_corner(policy, some, {})) or bool(crossed_at_corner(policy, {}, some))
        towards = []
        for direction in DIRECTIONS:
            move = self._lanes.move(self._lanes.step(direction))
            plane = self.sides.get(abs(move), 0)
            towards.append(plane if move > 0 else plane << -move)
        planes = {}
        for first, second in zip(range(6), (1, 2, 3, 4, 5, 0), strict=True):
            one, other = towards[first], towards[second]
            corner = self._lanes.step(DIRECTIONS[first] + DIRECTIONS[second])
            planes[self._lanes.move(corner)] = one | other if at_one else one & other if at_both else 0
        return planes


def _any(planes: dict[int, int], hexes: NDArray[np.int64], which: NDArray[np.int64]) -> int:
    """Return the lanes from which one of some hexes, each so many lanes further, is in its plane."""
    lanes = 0
    for key, plane in planes.items():
        for by in hexes[which == key].tolist():
            lanes |= plane >> by
    return lanes


@lru_cache(maxsize=_CACHED)
def _met(a: int, b: int, *, ends_free: bool) -> _Met:
    line = sector_line(a, b)
    ends = {(0, 0), (a, b)} if ends_free else set()
    sides = [*line.along, *((one, other) for one, other in line.across if not {one, other} & ends)]
    corners = [(at, corner) for at, corner in line.corners if at not in ends]
    return _Met(*(np.array(rows, np.int16).reshape(-1, 4) for rows in (sides, corners)))


#: Larger tables are refused.
MAX_BYTES: Final = 1_000_000_000


def visibility(
    scenario: Scenario,
    range: int | None = None,  # noqa: A002  # the field's word
    heights: tuple[int, int] = (0, 0),
) -> VisibilityTable:
    """Return which hexes of a scenario see which others, as ``sight`` decides for each pair.

    ``range`` is in hexes, the own hex not counted; None is the whole board. ``heights`` are those of the observer and of the
    target, in levels above their hexes, where the ruleset uses them.

    Raises
    ------
    UsageError
        When the range is negative.
    ScenarioError
        When the ruleset measures sight between bases.
    LimitError
        When the table would take more than ``MAX_BYTES``.
    """
    if range is not None and range < 0:
        raise UsageError(f"a range must be 0 hexes or more, not {range}")
    rules = scenario.rules
    refuse_bases(rules)
    board = scenario.board
    lanes = Lanes(board.layout, board.columns, board.rows)
    uneven = heights[0] != heights[1] and (
        rules.sight.elevation is ElevationPolicy.ADJACENT or rules.sight.inside is InsidePolicy.FREE
    )
    _refuse_beyond_limit(board, lanes, range, tables=1 + uneven)
    kinds = HexKinds(scenario)
    crossings = Crossings(scenario, lanes)
    tables: list[Mapping[Step, int]] = []
    counted = False
    for pair in (heights, heights[::-1])[: 1 + uneven]:
        if can_compile(rules):
            features = crossings.sides, crossings.corners
            found = compiled_lines(rules, kinds, lanes, range, pair, features, ends_free=crossings.ends_free)
            tables.append(found[0])
            counted |= found[1]
            continue
        blocking = Blocking(rules, kinds, lanes, range, pair)
        lines = blocking.clear_lines()
        if crossings:
            crossings.drop(lines)
        tables.append(lines)
        counted |= blocking.counted
    present = kinds.where(lambda _: True)
    path = "counted" if counted else "programs"
    return VisibilityTable(board, lanes, present, (tables[0], tables[-1]), path)


class VisibilityTable(Tabular):
    """Which hexes of a board see which others.

    Every hex sees itself. Void hexes and hexes beyond the range are out of sight. Sight is mutual (rule H-06) unless the
    heights of observer and target differ.

    ``path`` is how the table was computed: ``programs`` if each hex blocks by itself or not, ``counted`` if sums along the
    lines were needed.
    """

    def __init__(
        self,
        board: Board,
        lanes: Lanes,
        present: NDArray[np.bool_],
        tables: tuple[Mapping[Step, int], Mapping[Step, int]],
        path: str,
    ) -> None:
        self._board = board
        self._lanes = lanes
        self._present = present
        # The lanes from which lines are clear, by offset; one of each two opposite ones. The observer is at the start in the
        # first table, at the end in the second.
        self._there, self._back = tables
        self.path = path

    def __repr__(self) -> str:
        """Return what distinguishes one table from another at a prompt."""
        return f"<VisibilityTable of {self._board!r}>"

    @property
    def board(self) -> Board:
        """The board."""
        return self._board

    def sees(self, a: Hex | str, b: Hex | str) -> bool:
        """Return whether one hex or label sees another.

        Raises GridError if a text is no label, ScenarioError if a hex is off the board.
        """
        start, end = (it if isinstance(it, Hex) else self._board.parse(it) for it in (a, b))
        cell, _ = self._board.cell(start), self._board.cell(end)
        if start == end:
            return bool(self._present[cell])
        x, y = self._lanes.step(end - start)
        if (x, y) in self._there:
            return bool(self._there[x, y] >> self._lanes.lane(start) & 1)
        return bool(self._back.get((-x, -y), 0) >> self._lanes.lane(end) & 1)

    def from_where(self, offset: Hex) -> int:
        """Return the lanes of the hexes that see the hex an offset away; for offset 0 all hexes on the board."""
        x, y = self._lanes.step(offset)
        if (x, y) == (0, 0):
            return self._lanes.pack(self._present)
        if (x, y) in self._there:
            return self._there[x, y]
        move = self._lanes.move((x, y))
        bits = self._back.get((-x, -y), 0)
        return bits >> move if move > 0 else bits << -move

    def offset_planes(self, radius: int) -> NDArray[np.uint64] | None:
        """Return ``from_where`` for all offsets up to a radius within the range, ``[(2 * radius + 1) ** 2, words]``.

        The index of an offset is ``(q + radius) * (2 * radius + 1) + r + radius``; bits of words are lanes, lowest first. All
        hexes see themselves. Returns None if the compiled part is not in use.
        """
        there, back = self._there, self._back
        if not (isinstance(there, LineRows) and isinstance(back, LineRows)):
            return None
        q, r = (self._lanes.step(Hex(*it)) for it in ((1, 0), (0, 1)))
        side = 2 * radius + 1
        by_q_and_r = np.array((side, 1))
        by_x_and_y = by_q_and_r if (q, r) == ((1, 0), (0, 1)) else by_q_and_r[::-1]
        planes = np.zeros((side**2, there.plan.plane_bytes // 8), np.uint64)
        middle = side**2 // 2
        planes[middle] = np.iinfo(np.uint64).max
        away = by_x_and_y @ there.plan.offsets[3:].astype(np.int64)
        there.set_planes(planes, middle + away, at_start=True)
        back.set_planes(planes, middle - away, at_start=False)
        return planes

    def exposure(self) -> NDArray[np.int64]:
        """Return how many other hexes see each hex, of shape ``[rows, columns]``; 0 for void hexes."""
        return self._counts[self._lanes.of_hexes]

    @cached_property
    def _counts(self) -> NDArray[np.int64]:
        """The number of hexes that see each lane's hex."""
        if isinstance(self._there, LineRows) and isinstance(self._back, LineRows):
            return self._there.counts(at_start=False) + self._back.counts(at_start=True)
        counter = _Counter()
        for step, lines in self._there.items():
            counter.add(lines << self._lanes.move(step))
        for lines in self._back.values():
            counter.add(lines)
        counts = np.zeros(self._lanes.total, np.int64)
        for weight, bits in counter.numbers():
            counts[self._lanes.set_lanes(bits)] += weight
        return counts

    def between(self, a: NDArray[np.bool_], b: NDArray[np.bool_]) -> int:
        """Return the number of pairs of a hex in ``a`` that sees another in ``b``; bool arrays ``[rows, columns]``."""
        from_a, to_b = self._lanes.pack(a), self._lanes.pack(b)
        count = 0
        for step, lines in self._there.items():
            count += (lines & from_a & (to_b >> self._lanes.move(step))).bit_count()
        for step, lines in self._back.items():
            count += (lines & to_b & (from_a >> self._lanes.move(step))).bit_count()
        return count

    def to_bool_matrix(self) -> NDArray[np.bool_]:
        """Return the whole table, ``[hexes, hexes]``: whether the hex of a row sees that of a column.

        Hexes are numbered ``row * columns + column``; the diagonal is whether the hex is on the board. Raises LimitError if
        the table would take more than ``MAX_BYTES``.
        """
        hexes = self._present.size
        if hexes**2 > MAX_BYTES:
            raise LimitError(
                f"a table of all pairs of {hexes:,} hexes would take {hexes**2 / 1000000000.0:.1f} GB; "
                f"the limit is {MAX_BYTES / 1000000000.0:.0f} GB"
            )
        return self.views(np.arange(hexes))

    def views(self, hexes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return rows of ``to_bool_matrix``, ``[rows, hexes]``: whether each of some hexes sees each hex of the board.

        ``hexes`` are numbers without repetition.
        """
        lanes = self._lanes.of_hexes.ravel()
        present = self._present.ravel()
        found = np.zeros((hexes.size, present.size), np.bool_)
        found[np.arange(hexes.size), hexes] = present[hexes]
        view = np.full(self._lanes.total, -1, np.int32)
        view[lanes[hexes]] = np.arange(hexes.size)
        cell = np.zeros(self._lanes.total, np.int32)
        cell[lanes] = np.arange(present.size)
        if isinstance(self._there, LineRows) and isinstance(self._back, LineRows):
            if self._there is self._back:
                self._there.mark_views(view, cell, found, starts=True, ends=True)
            else:
                self._there.mark_views(view, cell, found, starts=True)
                self._back.mark_views(view, cell, found, ends=True)
            return found
        chosen = pack_lanes(view >= 0)
        for step, there in self._there.items():
            back, move = self._back[step], self._lanes.move(step)
            starts = self._lanes.set_lanes(there & chosen)
            found[view[starts], cell[starts + move]] = True
            starts = self._lanes.set_lanes(back & chosen >> move)
            found[view[starts + move], cell[starts]] = True
        return found


class _Counter:
    """Adds up bits by lane; number n holds bit n of all sums."""

    def __init__(self) -> None:
        # At most two numbers of each weight wait: three make one, and one of twice the weight.
        self._waiting: list[list[int]] = []

    def add(self, bits: int) -> None:
        """Add 1 in the lanes whose bits are set."""
        weight = 0
        while bits:
            if weight == len(self._waiting):
                self._waiting.append([])
            waiting = self._waiting[weight]
            if len(waiting) < 2:
                waiting.append(bits)
                return
            a, b = waiting
            either = a ^ b
            waiting[:] = [either ^ bits]
            bits = (a & b) | (either & bits)
            weight += 1

    def numbers(self) -> Iterator[tuple[int, int]]:
        """Yield every number with its weight."""
        for power, waiting in enumerate(self._waiting):
            for bits in waiting:
                yield 1 << power, bits


def _refuse_beyond_limit(board: Board, lanes: Lanes, reach: int | None, *, tables: int) -> None:
    """Raise LimitError for a table that would take too much memory: a bit for each start of each offset."""
    bits = 0
    for y in range(lanes.lines if reach is None else min(lanes.lines, reach + 1)):
        widest = 2 * lanes.length if reach is None else min(2 * lanes.length, 2 * reach + 1 - y)
        bits += tables * widest * (lanes.lines - y) * lanes.stride
    if bits > 8 * MAX_BYTES:
        raise LimitError(
            f"a table of all visible pairs on {board.columns:,}x{board.rows:,} hexes would take "
            f"{bits / 8000000000.0:.1f} GB; the limit is {MAX_BYTES / 1000000000.0:.0f} GB. Choose a "
            "shorter range"
        )
