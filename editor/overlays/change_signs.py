"""Changes since the earlier state on the canvas, by hatches and signs, and differences from another map, by outlines."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.colours import DIFFERENT, GAINED, LOST, PAPER
from fairground.core.pictures.display_list import Cap, Circle, Hatch, HatchMark, Join, PathShape, Polygon
from fairground.core.pictures.plan import line
from fairground.editor.app.texts import hex_count
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.camera import cut
from fairground.editor.canvas.map_items_painter import paint_hatched
from fairground.editor.overlays.earlier_state import HexChange
from fairground.editor.overlays.regions import FarCells, colour_number, paint_border, paint_signs
from fairground.editor.widgets.legend_rows import LegendEntry, plain_ground

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Item, Point
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.overlays.earlier_state import AnswerDifference

_COLOURS = {HexChange.GAINED: GAINED, HexChange.LOST: LOST, HexChange.OTHER: DIFFERENT}
_MARKS = {HexChange.GAINED: "+", HexChange.LOST: "-", HexChange.OTHER: ""}
#: Where the signs of the first, second and third compared overlay are in a hex.
PLACES: tuple[Point, ...] = ((-4.9, -5.0), (4.9, -5.0), (0.0, -6.2))
#: By how much the hatches of each are turned against those of the previous one, in degrees.
_TURN = 25.0
_SIGNS_FROM = 15.0
_DISC, _ARM = 2.7, 1.5
_FAR_STRENGTH = 0.8


#: The line around hexes that differ, dashed so that it is no selection, and their tint in the far view.
_DIFFERS = OutlineStyle("differs", ((PAPER, 4.6, 0.95, ()), (DIFFERENT, 2.6, 1.0, (3.0, 2.0))), inset=1.6)
_FAR_TINT = 0.75


class DifferenceMarks:
    """Outlines the hexes that differ; one for each of the two views."""

    def __init__(self) -> None:
        #: The hexes, ``[rows, columns]``; None while nothing is compared.
        self.hexes: NDArray[np.bool_] | None = None
        self._far = FarCells()
        self._cells: NDArray[np.uint8] | None = None

    def show(self, hexes: NDArray[np.bool_] | None) -> None:
        """Outline other hexes."""
        self.hexes = hexes
        self._cells = None if hexes is None else hexes.astype(np.uint8)

    def paint(self, frame: Frame) -> None:
        """Draw the outlines; in the far view, tint the hexes."""
        if self.hexes is None or self._cells is None or self.hexes.shape != frame.facts.board.terrain.shape:
            return
        frame.painter.setOpacity(1.0)
        if frame.camera.is_near:
            paint_border(frame, self.hexes, _DIFFERS, at_edge=True)
        else:
            self._far.paint(frame, self._cells, (0, colour_number(DIFFERENT, _FAR_TINT)))


class ChangePainter:
    """Draws the difference of one overlay, and caches its far view."""

    def __init__(self) -> None:
        self._far = FarCells()
        self._shown: AnswerDifference | None = None
        self._far_kinds = np.zeros((0, 0), np.uint8)

    def paint(self, frame: Frame, difference: AnswerDifference, slot: int) -> None:
        """Draw hatches and signs with the opacity of the painter."""
        if not frame.camera.is_near:
            self._paint_far(frame, difference)
            return
        cells = cut(difference.cells, frame.cells)
        for change, colour in _COLOURS.items():
            paint_hatched(frame, cells == change, _hatch(change, slot), tint=(colour, _FAR_STRENGTH / 2))
        if frame.pitch >= _SIGNS_FROM:
            signs = [partial(sign, change, slot) for change in _COLOURS]
            paint_signs(frame, cells.astype(np.int64), ("change", slot), signs, least=1.0)

    def _paint_far(self, frame: Frame, difference: AnswerDifference) -> None:
        """Draw a colour a hex: lost ones as a chequer, different ones in stripes."""
        if self._shown is not difference:
            self._shown, self._far_kinds = difference, _far_kinds(difference.cells)
        colours = (0, *(colour_number(colour, _FAR_STRENGTH) for colour in _COLOURS.values()))
        self._far.paint(frame, self._far_kinds, colours)


def _far_kinds(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the changes to draw in the far view, with the gaps of the patterns."""
    row, column = np.ogrid[: cells.shape[0], : cells.shape[1]]
    kinds = cells.copy()
    kinds[(cells == HexChange.LOST) & ((row + column) % 2 > 0)] = 0
    kinds[(cells == HexChange.OTHER) & (row % 3 > 0)] = 0
    return kinds


def _hatch(change: HexChange, slot: int) -> Hatch:
    angle = {HexChange.GAINED: 60.0, HexChange.LOST: 120.0}.get(change, 0.0) + _TURN * slot
    mark = HatchMark.DOTS if change is HexChange.OTHER else HatchMark.LINES
    return Hatch(_COLOURS[change], mark, angle, 2.6, 0.7, 0.75)


def sign(change: HexChange, slot: int, scale: float = 1.0) -> tuple[Item, ...]:
    """Return the sign of a change on a disc: plus, minus, or a triangle."""
    x, y = PLACES[slot]
    colour, arm = _COLOURS[change], _ARM * scale
    disc = Circle(x, y, _DISC * scale, fill=PAPER, stroke=colour, width=0.55 * scale)
    if change is HexChange.OTHER:
        corners = ((x, y - arm), (x + 0.95 * arm, y + 0.75 * arm), (x - 0.95 * arm, y + 0.75 * arm))
        return disc, Polygon(corners, stroke=colour, width=0.8 * scale, join=Join.ROUND)
    strokes = line(((x - arm, y), (x + arm, y)))
    if change is HexChange.GAINED:
        strokes = (*strokes, *line(((x, y - arm), (x, y + arm))))
    return disc, PathShape(strokes, stroke=colour, width=1.0 * scale, cap=Cap.ROUND)


def change_legend(
    hexagon: tuple[Point, ...], difference: AnswerDifference, changes: Sequence[str], slot: int
) -> Iterator[LegendEntry]:
    """Yield an entry for each kind of change on the board; ``changes`` has their meanings, gained first."""
    for change, meaning in zip(_COLOURS, changes, strict=True):
        if count := difference.count(change):
            text = f"{_MARKS[change]}{hex_count(count)}: {meaning}"
            yield LegendEntry(plain_ground(hexagon), text, _hatch(change, slot), sign(change, slot, 1.6))
