"""Zone shapes such as ``rows 1-3 & columns 1-3``, resolved against a board, sets of hexes stored as a mask, and the locked hexes.

``docs/reference/format.md`` has the grammar of shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from fairground.core.errors import FairgroundError, ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.labels import label, parse_label

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario


class Shape(Protocol):
    """A set of hexes that a board can resolve."""

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return the hexes on ``board`` as a mask ``[rows, columns]``."""
        ...

    def labels(self) -> tuple[str, ...]:
        """Return the labels in the shape, in its order."""
        ...


#: Most hexes of a set that is written as a list rather than a painted block.
MOST_NAMED = 40


@dataclass(frozen=True, slots=True)
class _Nameless:
    """A shape without labels."""

    def labels(self) -> tuple[str, ...]:
        """Return no labels."""
        return ()


@dataclass(frozen=True, slots=True)
class _Joined:
    """A combination of two shapes."""

    left: Shape
    right: Shape

    def labels(self) -> tuple[str, ...]:
        """Return the labels of both sides."""
        return self.left.labels() + self.right.labels()


@dataclass(frozen=True, slots=True)
class Everything(_Nameless):
    """``all``: the whole board."""

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return all hexes."""
        return np.ones(board.terrain.shape, np.bool_)

    def __str__(self) -> str:
        return "all"


@dataclass(frozen=True, slots=True)
class Rows(_Nameless):
    """``rows first-last``, counted from 1, both included."""

    first: int
    last: int

    def __post_init__(self) -> None:
        _check_span("row", self.first, self.last)

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return the rows that the board has."""
        mask = np.zeros(board.terrain.shape, np.bool_)
        mask[self.first - 1 : self.last] = True
        return mask

    def __str__(self) -> str:
        return f"rows {_span(self.first, self.last)}"


@dataclass(frozen=True, slots=True)
class Columns(_Nameless):
    """``columns first-last``, counted from 1, both included."""

    first: int
    last: int

    def __post_init__(self) -> None:
        _check_span("column", self.first, self.last)

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return the columns that the board has."""
        mask = np.zeros(board.terrain.shape, np.bool_)
        mask[:, self.first - 1 : self.last] = True
        return mask

    def __str__(self) -> str:
        return f"columns {_span(self.first, self.last)}"


@dataclass(frozen=True, slots=True)
class Within:
    """``within n of C4``: the disc of ``radius`` around a hex, itself included."""

    radius: int
    centre: str

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return the part of the disc that is on the board; the centre may be off it."""
        layout, reach = board.layout, self.radius + 1
        column, row = parse_label(self.centre)
        middle = layout.from_offset(column, row)
        # Only the box around the disc, since boards may be large and have many zones.
        top, left = min(max(0, row - reach), board.rows), min(max(0, column - reach), board.columns)
        bottom = max(top, min(board.rows, row + reach + 1))
        right = max(left, min(board.columns, column + reach + 1))
        rows, columns = np.mgrid[top:bottom, left:right]
        q, r = layout.from_offset_arrays(columns, rows)
        dq, dr = q - middle.q, r - middle.r
        mask = np.zeros(board.terrain.shape, np.bool_)
        inside = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr)) <= self.radius
        mask[top:bottom, left:right] = inside
        return mask

    def labels(self) -> tuple[str, ...]:
        """Return the centre."""
        return (self.centre,)

    def __str__(self) -> str:
        return f"within {self.radius} of {self.centre}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of labels."""

    hexes: tuple[str, ...]

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return the listed hexes that are on the board."""
        mask = np.zeros(board.terrain.shape, np.bool_)
        for name in self.hexes:
            column, row = parse_label(name)
            if column < board.columns and row < board.rows:
                mask[row, column] = True
        return mask

    def labels(self) -> tuple[str, ...]:
        """Return the list."""
        return self.hexes

    def __str__(self) -> str:
        return ", ".join(self.hexes)


@dataclass(frozen=True, slots=True)
class Painted(_Nameless):
    """A painted block: a line for each row, ``#`` for a hex of the zone and ``.`` for any other."""

    rows: tuple[str, ...]

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return the painted hexes that are on the board."""
        mask = np.zeros(board.terrain.shape, np.bool_)
        for row, text in enumerate(self.rows[: board.rows]):
            # Every code point is one unit of UTF-32.
            marks = np.frombuffer(text[: board.columns].encode("utf-32-le", "surrogatepass"), "<u4")
            mask[row, : len(marks)] = marks == ord("#")
        return mask

    def __str__(self) -> str:
        return "\n".join(self.rows)


@dataclass(frozen=True, slots=True)
class Union(_Joined):
    """``a | b``: the hexes of either."""

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return the hexes of either side."""
        return self.left.mask(board) | self.right.mask(board)

    def __str__(self) -> str:
        return f"{self.left} | {_grouped(self.right, (Union, Difference))}"


@dataclass(frozen=True, slots=True)
class Difference(_Joined):
    """``a - b``: the hexes of the first without those of the second."""

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return the hexes of only the left side."""
        return self.left.mask(board) & ~self.right.mask(board)

    def __str__(self) -> str:
        return f"{self.left} - {_grouped(self.right, (Union, Difference))}"


@dataclass(frozen=True, slots=True)
class Intersection(_Joined):
    """``a & b``: the hexes of both; binds tighter than ``|`` and ``-``."""

    def mask(self, board: Board) -> NDArray[np.bool_]:
        """Return the hexes of both sides."""
        return self.left.mask(board) & self.right.mask(board)

    def __str__(self) -> str:
        left = _grouped(self.left, (Union, Difference))
        return f"{left} & {_grouped(self.right, (Union, Difference, Intersection))}"


def _check_span(noun: str, first: int, last: int) -> None:
    if first < 1:
        raise ScenarioError(f"{noun}s {first}-{last} start below 1")
    if last < first:
        raise ScenarioError(f"{noun}s {first}-{last} run backwards. Write {last}-{first}")


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _grouped(shape: Shape, loose: tuple[type, ...]) -> str:
    """Return the text of a shape, in parentheses if it binds too loosely."""
    return f"({shape})" if isinstance(shape, loose) else str(shape)


def listed(layout: Layout, hexes: Iterable[Hex]) -> Listed:
    """Return a list of ``hexes``, row by row; none of them may be left of or above A1."""
    places = sorted((row, column) for column, row in map(layout.to_offset, hexes))
    return Listed(tuple(label(column, row) for row, column in places))


def painted(mask: NDArray[np.bool_]) -> Painted:
    """Return the painted block of a mask ``[rows, columns]``."""
    rows = np.where(mask, ord("#"), ord(".")).astype(np.uint8)
    return Painted(tuple(row.tobytes().decode("ascii") for row in rows))


def shape_of(board: Board, mask: NDArray[np.bool_]) -> Shape:
    """Return a list or painted block of a mask ``[rows, columns]``."""
    return listed(board.layout, board.hexes_of(mask)) if mask.sum() <= MOST_NAMED else painted(mask)


def locked_hexes(scenario: Scenario) -> NDArray[np.bool_]:
    """Return a mask ``[rows, columns]`` of the hexes locked singly or with a zone; unknown names are ignored."""
    board = scenario.board
    locked = np.zeros(board.terrain.shape, np.bool_)
    zones = {zone.id: zone for zone in scenario.zones}
    for name in scenario.locked:
        with suppress(FairgroundError):
            if name in zones:
                locked |= zones[name].shape.mask(board)
            else:
                locked[board.cell(board.parse(name))] = True
    return locked


class MarkedHexes(AbstractSet[Hex]):
    """A set of hexes stored as an immutable mask ``[rows, columns]``; it equals a frozenset of the same hexes."""

    __slots__ = ("_count", "layout", "marks")

    def __init__(self, layout: Layout, marks: NDArray[np.bool_]) -> None:
        self.layout, self.marks = layout, marks
        self._count = int(np.count_nonzero(marks))

    def __len__(self) -> int:
        return self._count

    def __contains__(self, at: object) -> bool:
        if not isinstance(at, Hex):
            return False
        column, row = self.layout.to_offset(at)
        rows, columns = self.marks.shape
        return 0 <= column < columns and 0 <= row < rows and bool(self.marks[row, column])

    def __iter__(self) -> Iterator[Hex]:
        rows, columns = np.nonzero(self.marks)
        q, r = self.layout.from_offset_arrays(columns, rows)
        return map(Hex, q.tolist(), r.tolist())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MarkedHexes) and other.are_of(self.layout, self.marks.shape):
            return bool(np.array_equal(self.marks, other.marks))
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __reduce__(self) -> tuple[type[MarkedHexes], tuple[Layout, NDArray[np.bool_]]]:
        return MarkedHexes, (self.layout, self.marks)

    def are_of(self, layout: Layout, shape: tuple[int, ...]) -> bool:
        """Return whether the mask has a layout and shape (rows, columns)."""
        return self.layout is layout and self.marks.shape == shape

    @classmethod
    def _from_iterable(cls, hexes: Iterable[Hex]) -> frozenset[Hex]:  # type: ignore[override]  # the mixin's hook
        return frozenset(hexes)
