"""Sets of hexes as overlays draw them: tints, lines along borders, and signs in the middle of hexes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.display_list import Polygon
from fairground.editor.canvas.array_window import cut, side_masks
from fairground.editor.canvas.sprites import Fit, Sprite

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Item
    from fairground.editor.canvas.art import OutlineStyle
    from fairground.editor.canvas.frame import Frame


def paint_tints(frame: Frame, kinds: NDArray[np.integer], tints: Sequence[tuple[str, float]]) -> None:
    """Lay colours over the cells of the frame, in one go.

    ``kinds`` has a whole number for each cell, ``[rows, columns]``: 0 for none, else which of ``tints``, from 1. A tint
    is a colour and an opacity.
    """
    hexagon = frame.scale.art.stage.hexagon()
    table = np.zeros(len(tints) + 1, np.int64)
    for kind in np.unique(kinds).tolist():
        if kind:
            colour, opacity = tints[kind - 1]
            shape = Polygon(hexagon, fill=colour, opacity=opacity)
            table[kind] = frame.scale.sheet.index(("tint", colour, opacity), partial(Sprite, (shape,)))
    frame.stamp(table[kinds])


def paint_border(
    frame: Frame, region: NDArray[np.bool_], style: OutlineStyle, *, at_edge: bool = False
) -> None:
    """Draw a line inside the border of a region, a bool array ``[rows, columns]`` of the whole board.

    Along the edge of the board it is drawn with ``at_edge`` alone.
    """
    own = cut(region, frame.cells)
    if own.any():
        inside = side_masks(region, frame.cells, frame.facts.board.layout, off=not at_edge)
        paint_edges(frame, inside, own & (inside != 63), style)


def paint_edges(
    frame: Frame, inside: NDArray[np.uint8], where: NDArray[np.bool_], style: OutlineStyle
) -> None:
    """Draw lines in the cells that ``where`` marks, along the sides whose direction is not among the bits ``inside``."""
    art = frame.scale.art

    def made(mask: int) -> tuple[Hashable, Callable[[], Sprite]]:
        return (style.name, mask), partial(art.outline, style, mask)

    frame.stamp(frame.scale.sprites("overlay-border", inside[where].astype(np.int64), made), where=where)


def paint_signs(
    frame: Frame,
    kinds: NDArray[np.integer],
    name: Hashable,
    signs: Sequence[Callable[[], Iterable[Item]]],
    *,
    least: float,
) -> None:
    """Draw signs in the cells of the frame, in mm on a hex of 11 around its middle.

    ``kinds`` is as for tints. Signs keep their proportions on any grid, and are never smaller than ``least`` logical
    pixels a mm.
    """
    art = frame.scale.art
    scale = max(art.unit, least * art.ratio)
    table = np.zeros(len(signs) + 1, np.int64)
    for kind in np.unique(kinds).tolist():
        if kind:
            made = partial(_sign, signs[kind - 1], scale)
            table[kind] = frame.scale.sheet.index(("overlay-sign", name, kind), made)
    where = kinds > 0
    frame.stamp(table[kinds[where]], where=where)


def _sign(draw: Callable[[], Iterable[Item]], scale: float) -> Sprite:
    return Sprite(tuple(draw()), fit=Fit.FIGURE, scale=scale)
