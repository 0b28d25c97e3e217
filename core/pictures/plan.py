"""Where on the page every hex of a board lies."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.grid.hexes import DIRECTIONS, Hex, neighbour
from fairground.core.grid.hexsides import Corner, corner
from fairground.core.grid.layout import SQRT3, Orientation

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.display_list import Command, Point
    from fairground.core.scenario.board import Board

MAX_HEXES = 250_000


class HexPosition(NamedTuple):
    """A hex that is drawn: its cell and its centre in mm."""

    hex: Hex
    column: int
    row: int
    x: float
    y: float


class BoardPlan:
    """The hexes of a board that are not void, laid out from a top left corner.

    With ``shown``, a bool array ``[rows, columns]``, only those hexes are drawn, from the corner of their bounding box.
    """

    def __init__(
        self,
        board: Board,
        *,
        size: float,
        left: float = 0.0,
        top: float = 0.0,
        shown: NDArray[np.bool_] | None = None,
    ) -> None:
        count = board.rows * board.columns if shown is None else int(np.count_nonzero(shown))
        if count > MAX_HEXES:
            these = (
                f"this board has {board.columns:,}x{board.rows:,}"
                if shown is None
                else f"{count:,} are chosen"
            )
            raise LimitError(f"a picture can show at most {MAX_HEXES:,} hexes, but {these}")
        self.layout: Layout = board.layout
        self.size = size
        #: The factor for lengths that are given for a hex of 11 mm.
        self.unit = size / 11
        self.columns, self.rows = board.columns, board.rows
        across = SQRT3 * size
        flat = self.layout.orientation is Orientation.FLAT
        # The even layouts shift the line of A1, so that its neighbour line is the one that touches the edge.
        shifted = 0 if self.layout.is_odd else across / 2
        x = size if flat else across / 2 + (shifted if board.rows > 1 else 0)
        y = across / 2 + (shifted if board.columns > 1 else 0) if flat else size
        void = board.void
        drawn = ~void if shown is None else shown & ~void
        if shown is not None:
            x, y = _from_corner(board, drawn, size)
        #: The centre of A1, mm.
        self.origin: Point = (left + x, top + y)
        rows, columns = (line.tolist() for line in np.nonzero(drawn))
        self.places = tuple(map(self._place, columns, rows))
        self._at = {(place.column, place.row): place for place in self.places}
        self._void = void
        self._steps = self._neighbour_steps()
        self._offsets = tuple(
            self.layout.corner_point(corner(Hex(0, 0), index), size=size) for index in range(6)
        )

    def _place(self, column: int, row: int) -> HexPosition:
        at = self.layout.from_offset(column, row)
        x, y = self.layout.centre(at, size=self.size)
        return HexPosition(at, column, row, x + self.origin[0], y + self.origin[1])

    def _neighbour_steps(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Return, for lines with even and odd index, the steps in columns and rows of the six directions."""
        table = []
        for line in (0, 1):
            column, row = (line, 0) if self.layout.orientation is Orientation.FLAT else (0, line)
            at = self.layout.from_offset(column, row)
            ends = (self.layout.to_offset(neighbour(at, direction)) for direction in range(len(DIRECTIONS)))
            table.append(tuple((c - column, r - row) for c, r in ends))
        return tuple(table)

    def at(self, column: int, row: int) -> HexPosition | None:
        """Return the drawn hex of a cell; None when it is void or off the board."""
        return self._at.get((column, row))

    def place_of(self, at: Hex) -> HexPosition | None:
        """Return the position of a hex, or None if it is void or off the board."""
        return self._at.get(self.layout.to_offset(at))

    def beside(self, place: HexPosition) -> tuple[HexPosition | None, ...]:
        """Return the six neighbours, clockwise from direction 0; None where nothing is drawn."""
        line = place.column if self.layout.orientation is Orientation.FLAT else place.row
        get = self._at.get
        return tuple(get((place.column + c, place.row + r)) for c, r in self._steps[line & 1])

    def around(self, place: HexPosition) -> tuple[HexPosition | None, ...]:
        """Return the six neighbours as ``beside``, including those that are not drawn."""
        line = place.column if self.layout.orientation is Orientation.FLAT else place.row
        cells = ((place.column + c, place.row + r) for c, r in self._steps[line & 1])
        return tuple(self._on_board(column, row) for column, row in cells)

    def _on_board(self, column: int, row: int) -> HexPosition | None:
        if not (0 <= column < self.columns and 0 <= row < self.rows) or self._void[row, column]:
            return None
        return self._at.get((column, row)) or self._place(column, row)

    def corner_point(self, at: Corner) -> Point:
        """Return the point of a corner: the same floats from all three of its hexes."""
        x, y = self.layout.corner_point(at, size=self.size)
        return x + self.origin[0], y + self.origin[1]

    def outline(self, place: HexPosition) -> tuple[Point, ...]:
        """Return the six corners of a hex, clockwise; corner i is between directions i and i + 1."""
        return tuple(self.corner_point(corner(place.hex, index)) for index in range(6))

    def hexagon(self, x: float, y: float, size: float) -> tuple[Point, ...]:
        """Return the corners of a hex of that size around a point, in the board's orientation."""
        share = size / self.size
        return tuple((x + dx * share, y + dy * share) for dx, dy in self._offsets)

    def angle(self, direction: float) -> float:
        """Return the angle of a direction in radians, clockwise from the x axis."""
        dx, dy = self.layout.centre(DIRECTIONS[0])
        return math.atan2(dy, dx) + direction * math.pi / 3

    def borders(
        self, places: Collection[HexPosition], *, at_edge: bool, inset: float
    ) -> tuple[tuple[Command, ...], ...]:
        """Return the lines around an area, ``inset`` mm inside it, as closed or open paths.

        Without ``at_edge``, stretches along the edge of the board are omitted.
        """
        area = set(places)
        following: dict[Corner, Corner] = {}
        for place in places:
            for direction, other in enumerate(self.beside(place)):
                if other not in area and (at_edge or other is not None):
                    following[corner(place.hex, direction - 1)] = corner(place.hex, direction)
        # Three hexes meet at a corner, so that at most one line passes through it: open lines first, then loops.
        heads = sorted(set(following) - set(following.values()))
        found = []
        while following:
            chain = [heads.pop() if heads else next(iter(following))]
            while chain[-1] in following:
                chain.append(following.pop(chain[-1]))
            closed = chain[0] == chain[-1]
            points = [self.corner_point(at) for at in (chain[:-1] if closed else chain)]
            found.append(line(_inset(points, inset, closed=closed), closed=closed))
        return tuple(found)


def board_extent(board: Board, size: float) -> tuple[float, float]:
    """Return width and height of the whole rectangle of hexes, void ones too, in mm."""
    across, along = SQRT3 * size, 1.5 * size
    if board.layout.orientation is Orientation.FLAT:
        return (
            along * (board.columns - 1) + 2 * size,
            across * (board.rows + (0.5 if board.columns > 1 else 0)),
        )
    return (
        across * (board.columns + (0.5 if board.rows > 1 else 0)),
        along * (board.rows - 1) + 2 * size,
    )


def shown_extent(board: Board, shown: NDArray[np.bool_], size: float) -> tuple[float, float]:
    """Return width and height of the bounding rectangle of at least one hex, in mm."""
    left, top, right, bottom = _box(board, shown, size)
    return right - left, bottom - top


def _from_corner(board: Board, shown: NDArray[np.bool_], size: float) -> Point:
    """Return the position of A1's centre relative to the bounding rectangle of some hexes."""
    left, top, _, _ = _box(board, shown, size)
    return -left, -top


def _box(board: Board, shown: NDArray[np.bool_], size: float) -> tuple[float, float, float, float]:
    """Return the least rectangle around some hexes, with the centre of A1 at (0, 0)."""
    centres = board.layout.centres(board.columns, board.rows, size=size)[shown]
    if not len(centres):
        return 0.0, 0.0, 0.0, 0.0
    across = SQRT3 * size / 2
    half = (size, across) if board.layout.orientation is Orientation.FLAT else (across, size)
    (left, top), (right, bottom) = centres.min(axis=0) - half, centres.max(axis=0) + half
    return float(left), float(top), float(right), float(bottom)


def line(points: Sequence[Point], *, closed: bool = False) -> tuple[Command, ...]:
    """Return the path through points."""
    commands: list[Command] = [("M" if i == 0 else "L", point) for i, point in enumerate(points)]
    if closed:
        commands.append(("Z", ()))
    return tuple(commands)


def _inset(points: list[Point], by: float, *, closed: bool) -> list[Point]:
    """Return a clockwise line moved to its right; at its corners it keeps the distance from both sides."""
    count = len(points)
    moved = []
    for i, (x, y) in enumerate(points):
        normals = []
        for j in (i - 1, i):
            if closed or 0 <= j < count - 1:
                (ax, ay), (bx, by_) = points[j % count], points[(j + 1) % count]
                length = math.hypot(bx - ax, by_ - ay)
                normals.append(((ay - by_) / length, (bx - ax) / length))
        nx, ny = sum(n[0] for n in normals), sum(n[1] for n in normals)
        share = by / (1 + normals[0][0] * normals[-1][0] + normals[0][1] * normals[-1][1])
        if len(normals) == 1:
            share = by
        moved.append((x + nx * share, y + ny * share))
    return moved
