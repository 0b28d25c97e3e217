"""How a board is cut into sheets along vertices of its hexes, and the ruler to check the scale of a print."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.errors import LimitError, UsageError
from fairground.core.grid.labels import label
from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.colours import INK
from fairground.core.pictures.display_list import PathShape, Text, TextAnchor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.plan import BoardPlan

LENGTH: Final = 25
_WIDTH: Final = 0.18


def ruler(x: float, y: float) -> list[Item]:
    """Return a ruler of ``LENGTH`` mm whose scale begins at (x, y), with a line for each mm above it."""
    steps = [("M", (x, y)), ("L", (x + LENGTH, y))]
    for i in range(LENGTH + 1):
        high = 3.2 if i % 5 == 0 else 1.7
        steps += [("M", (x + i, y)), ("L", (x + i, y - high))]
    return [
        PathShape(tuple(steps), stroke=INK, width=_WIDTH),
        Text(x + LENGTH / 2, y + 2.9, f"{LENGTH} mm", 2.4, INK, anchor=TextAnchor.MIDDLE),
    ]


#: Width and height of paper in mm, upright.
PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
MAX_SHEETS: Final = 400
#: Room below the picture for seam marks and the line with name, scale and ruler.
FOOT: Final = 13.0
#: Room for the outline of the board.
BLEED: Final = 2.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper as it is turned, with its margin, all in mm."""

    name: str
    width: float
    height: float
    margin: float

    @property
    def turned(self) -> Paper:
        """The same, turned by a quarter."""
        return Paper(self.name, self.height, self.width, self.margin)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of what it can show of a board."""
        return self.width - 2 * self.margin, self.height - 2 * self.margin - FOOT


class SheetSpan(NamedTuple):
    """What a column or a row of sheets shows of the board, in mm: from ``start`` to ``end``, seams in between."""

    start: float
    end: float

    @property
    def length(self) -> float:
        """How much it shows."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of the board, ``column`` and ``row`` from 0."""

    column: int
    row: int

    @property
    def label(self) -> str:
        """What it is called: a letter for the column, a number for the row."""
        return label(self.column, self.row)


@dataclass(frozen=True, slots=True)
class Sheets:
    """The sheets of a board.

    ``columns`` and ``rows`` are the lines between sheets, with the board's edges, in mm from the top left corner. Sheets
    overlap by ``overlap`` mm, half on either side of a line. ``there`` are the sheets that have a hex.
    """

    paper: Paper
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    overlap: float
    there: tuple[Sheet, ...]

    def spans(self, sheet: Sheet) -> tuple[SheetSpan, SheetSpan]:
        """Return the spans of the board on a sheet, across and down, including overlaps."""
        return self._span(self.columns, sheet.column), self._span(self.rows, sheet.row)

    def _span(self, lines: tuple[float, ...], at: int) -> SheetSpan:
        half = self.overlap / 2
        start = lines[at] - (half if at > 0 else 0)
        end = lines[at + 1] + (half if at + 2 < len(lines) else 0)
        return SheetSpan(start, end)


def lay_out(
    plan: BoardPlan, extent: tuple[float, float], papers: Sequence[Paper], *, overlap: float
) -> Sheets:
    """Return the sheets for a board, on the paper that takes the fewest or has the board's orientation.

    ``plan`` starts at (``BLEED``, ``BLEED``); ``extent`` is the size of the board including it on all sides. Raise UsageError
    when overlap or hexes leave no room, and LimitError, with a fitting width of hexes, for over ``MAX_SHEETS`` sheets.
    """
    found: list[Sheets] = []
    faults: list[UsageError | LimitError] = []
    for paper in papers:
        try:
            found.append(_lay_out(plan, extent, paper, overlap))
        except (UsageError, LimitError) as error:
            faults.append(error)
    if not found:
        raise faults[0]
    wide = extent[0] > extent[1]

    def rank(sheets: Sheets) -> tuple[int, bool]:
        return len(sheets.there), (sheets.paper.width > sheets.paper.height) != wide

    return min(found, key=rank)


def _lay_out(plan: BoardPlan, extent: tuple[float, float], paper: Paper, overlap: float) -> Sheets:
    lines = _vertex_lines(plan)
    cuts = tuple(_cut(extent[axis], lines[axis], paper.room[axis], overlap, plan) for axis in (0, 1))
    _check_count(cuts, extent, paper, plan)
    filled = _filled(plan, cuts)
    return Sheets(paper, cuts[0], cuts[1], overlap, filled)


def _vertex_lines(plan: BoardPlan) -> tuple[list[float], list[float]]:
    """Return the sorted x and y of vertices inside the board."""
    half, high = plan.size / 2, plan.size * SQRT3 / 2
    xs = {place.x for place in plan.places}
    ys = {place.y for place in plan.places}
    if plan.layout.orientation is Orientation.FLAT:
        across = _distinct(at + step for at in xs for step in (-half, half))
        down = _distinct(at + step for at in ys for step in (-high, 0.0, high))
    else:
        across = _distinct(at + step for at in xs for step in (-high, 0.0, high))
        down = _distinct(at + step for at in ys for step in (-half, half))
    return across, down


def _distinct(values: Iterable[float]) -> list[float]:
    """Return sorted values without near duplicates."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 1e-6:
            found.append(value)
    return found


def _cut(
    length: float, lines: list[float], room: float, overlap: float, plan: BoardPlan
) -> tuple[float, ...]:
    """Return the lines to cut at, both ends included: evenly where that takes no more sheets, else as late as can be."""
    late = [0.0]
    while length - late[-1] + _half(late, overlap) > room + 1e-9:
        last = late[-1] - _half(late, overlap) + room - overlap / 2
        reached = [it for it in lines if late[-1] + 1e-6 < it <= last + 1e-9]
        if not reached:
            across = plan.size * SQRT3
            raise UsageError(
                f"a hex of {across:.4g} mm does not fit on the paper with an overlap of {overlap:g} mm. "
                "Choose larger paper, a smaller margin or overlap, or smaller hexes"
            )
        late.append(reached[-1])
    late.append(length)
    count = len(late) - 1
    even = [0.0, *(min(lines, key=lambda it: abs(it - length * i / count)) for i in range(1, count)), length]
    half = overlap / 2
    widths = [
        end - start + (half if i else 0) + (half if i < count - 1 else 0)
        for i, (start, end) in enumerate(pairwise(even))
    ]
    return tuple(even if max(widths) <= room + 1e-9 else late)


def _half(lines: list[float], overlap: float) -> float:
    """Return the overlap that a sheet shows before the last of these lines."""
    return overlap / 2 if len(lines) > 1 else 0.0


def _check_count(
    cuts: Sequence[tuple[float, ...]], extent: tuple[float, float], paper: Paper, plan: BoardPlan
) -> None:
    count = (len(cuts[0]) - 1) * (len(cuts[1]) - 1)
    if count <= MAX_SHEETS:
        return
    across = plan.size * SQRT3
    # Sheets grow with the square of the hexes; a little less, since cuts do not fall as they like.
    fitting = math.floor(across * math.sqrt(MAX_SHEETS / count) * 0.95)
    raise LimitError(
        f"with hexes of {across:g} mm the board is {extent[0] / 1000:.1f} x {extent[1] / 1000:.1f} m and "
        f"takes {count:,} sheets of {paper.name.capitalize()}; the limit is {MAX_SHEETS}. Use hexes of "
        f"{fitting} mm, larger paper, or print part of the board"
    )


def _filled(plan: BoardPlan, cuts: Sequence[tuple[float, ...]]) -> tuple[Sheet, ...]:
    """Return the sheets that have some of a hex between their seams, row by row."""
    size, high = plan.size, plan.size * SQRT3 / 2
    reach = (size, high) if plan.layout.orientation is Orientation.FLAT else (high, size)
    found: set[tuple[int, int]] = set()
    for place in plan.places:
        spans = []
        for axis, centre in enumerate((place.x, place.y)):
            inner = cuts[axis][1:-1]
            first = sum(it <= centre - reach[axis] + 1e-6 for it in inner)
            last = sum(it < centre + reach[axis] - 1e-6 for it in inner)
            spans.append(range(first, last + 1))
        found |= {(column, row) for column in spans[0] for row in spans[1]}
    return tuple(Sheet(column, row) for row, column in sorted((row, column) for column, row in found))
