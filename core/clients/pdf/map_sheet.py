"""A sheet of the board: what it shows of the picture, with the marks that it is put together by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.clients.pdf.paper_sheets import FOOT, LENGTH, Sheet, ruler
from fairground.core.grid.layout import SQRT3
from fairground.core.pictures.colours import INK, PAPER, RELIEF_INK, SOFT_INK
from fairground.core.pictures.display_list import (
    Cap,
    Layer,
    PathShape,
    Picture,
    Polygon,
    Text,
    TextAnchor,
    Window,
)
from fairground.core.pictures.lettering import fitted, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.clients.pdf.paper_sheets import Sheets, SheetSpan
    from fairground.core.pictures.clipping import ClippedItems
    from fairground.core.pictures.display_list import Command, Item
    from fairground.core.pictures.plan import BoardPlan
    from fairground.core.pictures.scene import Scene

# In mm.
_LINE: Final = 0.18
_CROSS: Final = 2.4
_MARK: Final = 4.0
_NAME: Final = 2.5
_NEAR: Final = 1e-6
_CELL_HEIGHT, _CELLS_WIDTH = 8.0, 26.0


class PrintedBoard(NamedTuple):
    """A board that is going to be cut up: its pieces, its scene, and all vertices of its hexes ``[n, 2]``, in mm."""

    pieces: ClippedItems
    scene: Scene
    vertices: NDArray[np.float64]


def vertices_of(plan: BoardPlan) -> NDArray[np.float64]:
    """Return the vertices of all hexes drawn, each once, as an array ``[n, 2]`` of x and y."""
    corners = {corner for place in plan.places for corner in plan.outline(place)}
    return np.array(sorted(corners), np.float64).reshape(-1, 2)


class _Frame(NamedTuple):
    """Where on the paper the picture of a sheet stands, and what it shows of the board, in mm."""

    left: float
    top: float
    across: SheetSpan
    down: SheetSpan

    @property
    def right(self) -> float:
        return self.left + self.across.length

    @property
    def bottom(self) -> float:
        return self.top + self.down.length

    def x(self, at: float) -> float:
        """Return the x on paper of an x on the board."""
        return at - self.across.start + self.left

    def y(self, at: float) -> float:
        """Return the y on paper of a y on the board."""
        return at - self.down.start + self.top


def map_sheet(board: PrintedBoard, sheets: Sheets, sheet: Sheet, title: str) -> Picture:
    """Return a sheet as a picture of the size of its paper."""
    paper, plan = sheets.paper, board.scene.plan
    frame = _frame(sheets, sheet)
    across, down = frame.across, frame.down
    seen = board.pieces.within(across.start, down.start, across.end, down.end)
    window = Window(seen, across.start, down.start, across.length, down.length, frame.left, frame.top)
    marks = (*_crosses(board.vertices, sheets, sheet, frame), *_seams(sheets, sheet, frame))
    layers = (
        Layer("board", "Board", (window,)),
        Layer("marks", "Marks", marks),
        Layer("foot", "Name, scale and ruler", tuple(_foot(board.scene, sheets, sheet, title))),
    )
    return Picture(
        width_mm=paper.width,
        height_mm=paper.height,
        layers=tuple(it for it in layers if it.items),
        title=title,
        description=f"Sheet {sheet.label}",
        hex_size=plan.size,
        origin=(frame.x(plan.origin[0]), frame.y(plan.origin[1])),
        symbols=board.scene.symbols,
        hatches=board.scene.hatches,
        images=board.scene.images,
    )


def _frame(sheets: Sheets, sheet: Sheet) -> _Frame:
    """Return the position of a sheet's picture, centred where there is no neighbouring sheet."""
    across, down = sheets.spans(sheet)
    margin, room = sheets.paper.margin, sheets.paper.room
    left = margin + ((room[0] - across.length) / 2 if len(sheets.columns) == 2 else 0)
    top = margin + ((room[1] - down.length) / 2 if len(sheets.rows) == 2 else 0)
    return _Frame(left, top, across, down)


def _lines(sheets: Sheets, sheet: Sheet) -> tuple[list[tuple[float, Sheet]], list[tuple[float, Sheet]]]:
    """Return the seams of a sheet, x and y on the board, with the neighbouring sheets."""
    column, row = sheet.column, sheet.row
    upright = [
        (sheets.columns[column], Sheet(column - 1, row)),
        (sheets.columns[column + 1], Sheet(column + 1, row)),
    ]
    level = [(sheets.rows[row], Sheet(column, row - 1)), (sheets.rows[row + 1], Sheet(column, row + 1))]
    return (
        [(line, other) for line, other in upright if other in sheets.there],
        [(line, other) for line, other in level if other in sheets.there],
    )


def _crosses(vertices: NDArray[np.float64], sheets: Sheets, sheet: Sheet, frame: _Frame) -> list[Item]:
    """Return a cross on every vertex on a seam, the same as on the neighbouring sheet."""
    x, y = vertices[:, 0], vertices[:, 1]
    across, down = frame.across, frame.down
    inside = (x > across.start) & (x < across.end) & (y > down.start) & (y < down.end)
    upright, level = _lines(sheets, sheet)
    on = np.zeros(len(vertices), np.bool_)
    for line, _ in upright:
        on |= abs(x - line) < _NEAR
    for line, _ in level:
        on |= abs(y - line) < _NEAR
    steps: list[Command] = []
    for at_x, at_y in vertices[inside & on].tolist():
        px, py = frame.x(at_x), frame.y(at_y)
        steps += [("M", (px - _CROSS, py)), ("L", (px + _CROSS, py))]
        steps += [("M", (px, py - _CROSS)), ("L", (px, py + _CROSS))]
    if not steps:
        return []
    return [
        PathShape(tuple(steps), stroke=PAPER, width=0.75, cap=Cap.SQUARE, opacity=0.85),
        PathShape(tuple(steps), stroke=INK, width=_LINE),
    ]


def _seams(sheets: Sheets, sheet: Sheet, frame: _Frame) -> Iterator[Item]:
    """Yield marks beside the picture where the seams end, with an arrow and the name of the sheet behind each."""
    long = min(_MARK, sheets.paper.margin - 0.5)
    upright, level = _lines(sheets, sheet)
    for line, other in upright:
        x, sign = frame.x(line), 1 if other.column > sheet.column else -1
        ends = ((frame.top - 0.6, frame.top - long), (frame.bottom + 0.6, frame.bottom + _MARK))
        for start, end in ends:
            yield PathShape((("M", (x, start)), ("L", (x, end))), stroke=INK, width=_LINE)
        anchor = TextAnchor.START if sign > 0 else TextAnchor.END
        for y in (frame.top - 1.2, frame.bottom + 3.2):
            yield _arrow(x + sign * 1.0, y - 0.9, sign, 0)
            yield Text(x + sign * 2.8, y, other.label, _NAME, INK, anchor=anchor, bold=True)
    for line, other in level:
        y, sign = frame.y(line), 1 if other.row > sheet.row else -1
        ends = ((frame.left - 0.6, frame.left - long), (frame.right + 0.6, frame.right + long))
        for start, end in ends:
            yield PathShape((("M", (start, y)), ("L", (end, y))), stroke=INK, width=_LINE)
        drop = 5.0 if sign > 0 else -3.2
        for x in (frame.left - 3.4, frame.right + 3.4):
            yield _arrow(x, y + sign * 1.0, 0, sign)
            yield Text(x, y + drop, other.label, _NAME, INK, anchor=TextAnchor.MIDDLE, bold=True)


def _arrow(x: float, y: float, dx: int, dy: int) -> Item:
    """Return a small triangle with the middle of its base at a point, that points along (dx, dy)."""
    base, tip = 0.75, 1.3
    points = (
        (x + dy * base, y + dx * base),
        (x - dy * base, y - dx * base),
        (x + dx * tip, y + dy * tip),
    )
    return Polygon(points, fill=INK)


def _foot(scene: Scene, sheets: Sheets, sheet: Sheet, title: str) -> list[Item]:
    """Return the bottom line: the sheet's position, its name, the scale and a ruler."""
    paper = sheets.paper
    left, right, bottom = paper.margin, paper.width - paper.margin, paper.height - paper.margin
    top = bottom - FOOT + 4.8
    items: list[Item] = []
    at = left
    if len(sheets.there) > 1:
        width, cells = _among(sheets, sheet, left, top)
        items += cells
        at += width + 3
        items.append(Text(at, bottom - 1.0, sheet.label, 8.2, INK, bold=True))
        at += text_width(sheet.label, 8.2, bold=True) + 3
    ruler_left = right - LENGTH
    room = ruler_left - 4 - at
    scale = f"Hexes {scene.plan.size * SQRT3:.5g} mm across flats · print at 100%, not fitted to the page"
    items += [
        Text(at, bottom - 4.6, fitted(title, 3.1, room, bold=True), 3.1, INK, bold=True),
        Text(at, bottom - 0.9, fitted(scale, 2.4, room), 2.4, SOFT_INK),
        *ruler(ruler_left, bottom - 3.4),
    ]
    return items


def _among(sheets: Sheets, sheet: Sheet, left: float, top: float) -> tuple[float, list[Item]]:
    """Return a small plan of all sheets with this one filled, and its width."""
    size = min(_CELL_HEIGHT / (len(sheets.rows) - 1), _CELLS_WIDTH / (len(sheets.columns) - 1))
    # As wide and high as the sheets are.
    share = sheets.paper.width / sheets.paper.height
    wide, high = (size, size / share) if share > 1 else (size * share, size)
    items: list[Item] = []
    top += (_CELL_HEIGHT - high * (len(sheets.rows) - 1)) / 2
    for it in sheets.there:
        x, y = left + it.column * wide, top + it.row * high
        points = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
        fill = INK if it == sheet else None
        items.append(Polygon(points, fill=fill, stroke=RELIEF_INK, width=0.15))
    return wide * (len(sheets.columns) - 1), items
