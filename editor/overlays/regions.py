"""How overlays draw hexes: tints, hatches, borders and signs in the near view, and one image in the far view."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage

from fairground.core.pictures.colours import channels
from fairground.core.pictures.display_list import Polygon
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.camera import VisibleCells, around, cut, side_masks
from fairground.editor.canvas.far_view import far_pixels, far_target, fill_far
from fairground.editor.canvas.map_items_painter import paint_hatched
from fairground.editor.canvas.sprites import Fit, Sprite

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.board_overlay import BoardOverlay, BorderLine, HexLook
    from fairground.core.pictures.display_list import Hatch, Item
    from fairground.editor.canvas.frame import Frame


def colour_number(colour: str, opacity: float) -> int:
    """Return a colour with an opacity (0 to 1) as a premultiplied ARGB pixel."""
    alpha = round(255 * opacity)
    red, green, blue = (round(channel * opacity) for channel in channels(colour))
    return alpha << 24 | red << 16 | green << 8 | blue


class FarCells:
    """The far view of an overlay, cached as long as cells and colours stay the same."""

    def __init__(self) -> None:
        self._kinds: NDArray[np.integer] | None = None
        self._colours: tuple[int, ...] = ()
        self._pixels = np.zeros((0, 0), np.uint32)

    def paint(self, frame: Frame, kinds: NDArray[np.integer], colours: Sequence[int]) -> None:
        """Draw every cell in one of ``colours`` (of ``colour_number``), by its index in ``kinds``, ``[rows, columns]``.

        The array must not be changed afterwards; pass a new one instead.
        """
        if kinds is not self._kinds or tuple(colours) != self._colours:
            self._kinds, self._colours = kinds, tuple(colours)
            self._pixels = _pixels(frame.facts.board.layout, kinds, colours)
        high, wide = self._pixels.shape
        image = QImage(self._pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied)
        frame.painter.drawImage(far_target(frame.camera, wide, high), image)


class FarEdges:
    """The borders between kinds in the far view, a hex wide, for an overlay over a fill."""

    def __init__(self) -> None:
        self._far = FarCells()
        self._kinds: NDArray[np.integer] | None = None
        self._edges = np.zeros((0, 0), np.uint8)

    def paint(self, frame: Frame, kinds: NDArray[np.integer], colours: Sequence[int]) -> None:
        """Draw the cells that have a neighbour of a lower kind; as ``FarCells.paint``."""
        if kinds is not self._kinds:
            self._kinds, self._edges = kinds, _edges(frame.facts.board.layout, kinds)
        self._far.paint(frame, self._edges, colours)


class HexPainter:
    """Draws the hexes of an overlay in their looks; over a fill only hatches, in the far view only borders."""

    def __init__(self) -> None:
        self._far, self._far_edges = FarCells(), FarEdges()

    def paint(self, frame: Frame, drawing: BoardOverlay, *, over: bool) -> None:
        """Draw the hexes in view."""
        looks, kinds = drawing.looks, drawing.kinds
        if frame.camera.is_near:
            self._paint_near(frame, kinds, looks, over=over)
        elif over:
            self._far_edges.paint(frame, kinds, (0, *(_number(it.far_edge) for it in looks)))
        else:
            colours = (it.far or ((it.fill, it.opacity) if it.fill else None) for it in looks)
            self._far.paint(frame, kinds, (0, *map(_number, colours)))

    @staticmethod
    def _paint_near(
        frame: Frame, kinds: NDArray[np.integer], looks: Sequence[HexLook], *, over: bool
    ) -> None:
        shown = cut(kinds, frame.cells)
        if not over:
            paint_tints(frame, shown, [(it.fill, it.opacity) for it in looks])
        by_hatch: dict[Hatch, list[int]] = {}
        for kind, look in sorted(enumerate(looks, 1), key=lambda it: not it[1].is_veil):
            if look.hatching is not None:
                by_hatch.setdefault(look.hatching.hatch, []).append(kind)
        for hatch, alike in by_hatch.items():
            paint_hatched(frame, np.isin(shown, alike), hatch)


def _number(tint: tuple[str, float] | None) -> int:
    return colour_number(*tint) if tint is not None else 0


def outline_style(line: BorderLine) -> OutlineStyle:
    """Return the style of a line on the canvas."""
    return OutlineStyle(line.name, line.screen_strokes, line.screen_inset)


def _edges(layout: Layout, kinds: NDArray[np.integer]) -> NDArray[np.uint8]:
    cells = VisibleCells(0, kinds.shape[0], 0, kinds.shape[1])
    at_edge = np.zeros(kinds.shape, np.bool_)
    for beside in around(kinds, cells, layout, off=np.iinfo(kinds.dtype).max):
        at_edge |= beside < kinds
    return np.where(at_edge, kinds, 0).astype(np.uint8)


def _pixels(layout: Layout, kinds: NDArray[np.integer], colours: Sequence[int]) -> NDArray[np.uint32]:
    rows, columns = kinds.shape
    pixels = far_pixels(layout, rows, columns, 0)
    fill_far(pixels, layout, np.array(colours, np.uint32)[kinds])
    return pixels


def paint_tints(frame: Frame, kinds: NDArray[np.integer], tints: Sequence[tuple[str, float]]) -> None:
    """Tint the cells of the frame.

    ``kinds`` has a number for each cell, ``[rows, columns]``: 0 for none, else which of ``tints``, from 1. A tint is a
    colour and an opacity.
    """
    hexagon = frame.scale.art.stage.hexagon()
    table = np.zeros(len(tints) + 1, np.int64)
    for kind in np.unique(kinds).tolist():
        if kind and tints[kind - 1][0]:
            colour, opacity = tints[kind - 1]
            shape = Polygon(hexagon, fill=colour, opacity=opacity)
            table[kind] = frame.scale.sheet.index(("tint", colour, opacity), partial(Sprite, (shape,)))
    frame.stamp(table[kinds])


def paint_border(
    frame: Frame, region: NDArray[np.bool_], style: OutlineStyle, *, at_edge: bool = False
) -> None:
    """Draw a line inside the border of a region of the board, ``[rows, columns]``; along the board's edge ``at_edge``."""
    own = cut(region, frame.cells)
    if own.any():
        inside = side_masks(region, frame.cells, frame.facts.board.layout, off=not at_edge)
        paint_edges(frame, inside, own & (inside != 63), style)


def paint_edges(
    frame: Frame, inside: NDArray[np.uint8], where: NDArray[np.bool_], style: OutlineStyle
) -> None:
    """Draw lines in the cells that ``where`` marks, along the sides that are not set in the bits ``inside``."""
    art = frame.scale.art

    def outline(mask: int) -> tuple[Hashable, Callable[[], Sprite]]:
        return (style.name, mask), partial(art.outline, style, mask)

    frame.stamp(frame.scale.sprites("overlay-border", inside[where].astype(np.int64), outline), where=where)


def paint_signs(
    frame: Frame,
    kinds: NDArray[np.integer],
    name: Hashable,
    signs: Sequence[Callable[[], Iterable[Item]]],
    *,
    least: float,
) -> None:
    """Draw signs in the cells of the frame, in mm on a hex of 11, and at least ``least`` logical pixels a mm.

    ``kinds`` is as for tints. Signs keep their proportions on any grid.
    """
    art = frame.scale.art
    scale = max(art.unit, least * art.ratio)
    table = np.zeros(len(signs) + 1, np.int64)
    for kind in np.unique(kinds).tolist():
        if kind:
            make = partial(_sign, signs[kind - 1], scale)
            table[kind] = frame.scale.sheet.index(("overlay-sign", name, kind), make)
    where = kinds > 0
    frame.stamp(table[kinds[where]], where=where)


def _sign(draw: Callable[[], Iterable[Item]], scale: float) -> Sprite:
    return Sprite(tuple(draw()), fit=Fit.FIGURE, scale=scale)
