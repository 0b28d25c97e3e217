"""Gaps on the canvas: chains of hexes across them, and discs with their widths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from fairground.core.grid.hexes import neighbours
from fairground.core.pictures.chokepoints_overlay import CHAIN, JOINT, link, width_disc
from fairground.core.pictures.overlay import placed
from fairground.editor.canvas.sprites import Fit, Sprite

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.display_list import Point
    from fairground.editor.canvas.frame import Frame

#: What chains and discs are at least, in logical pixels a mm.
_LEAST, _LEAST_DISC = 0.5, 1.7


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """The hexes of a gap: columns and rows, ``[n, 2]``, pairs of them that are neighbours, ``[m, 2]``, as indices.

    ``middle`` is the index of the hex that the disc with the ``width`` stands at.
    """

    places: NDArray[np.int64]
    joints: NDArray[np.int64]
    middle: int
    width: int


def gap(layout: Layout, hexes: Collection[Hex], width: int, *, taken: Collection[Hex] = ()) -> Gap:
    """Return a gap; its disc stands at the hex nearest to its middle, save at those that are ``taken``."""
    order = sorted(hexes)
    numbers = {at: i for i, at in enumerate(order)}
    joints = [
        (i, numbers[it]) for at, i in numbers.items() for it in neighbours(at) if numbers.get(it, -1) > i
    ]
    centres = np.array([layout.centre(at) for at in order])
    away = ((centres - centres.mean(axis=0)) ** 2).sum(axis=1).round(6)
    free = [i for at, i in numbers.items() if at not in taken]
    return Gap(
        np.array([layout.to_offset(at) for at in order], np.int64),
        np.array(joints, np.int64).reshape(-1, 2),
        min(free or numbers.values(), key=lambda i: float(away[i])),
        width,
    )


def paint_chain(frame: Frame, chain: Gap) -> None:
    """Draw a link in every hex of a gap, joined where they are neighbours."""
    painter, art = frame.painter, frame.scale.art
    unit = max(art.unit, _LEAST * art.ratio)
    centres = frame.camera.centres(chain.places[:, 0], chain.places[:, 1])
    starts, ends = centres[chain.joints[:, 0]], centres[chain.joints[:, 1]]
    way = JOINT * (ends - starts)
    lines = [QLineF(*it) for it in np.hstack((starts + way, ends - way)).tolist()]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for colour, width in CHAIN:
        painter.setPen(QPen(QColor(colour), width * unit, c=Qt.PenCapStyle.RoundCap))
        painter.drawLines(lines)
    painter.restore()
    hexagon = art.stage.hexagon()
    index = frame.scale.sheet.index(
        "chain-link", lambda: Sprite(tuple(link(hexagon)), fit=Fit.FIGURE, scale=unit)
    )
    frame.scale.sheet.stamp(painter, index, centres)


def paint_width(frame: Frame, it: Gap, at: Point, fill: str) -> None:
    """Draw the disc with the width of a gap, ``at`` mm from the middle of its hex; it is never smaller than readable."""
    art = frame.scale.art
    scale = max(art.unit, _LEAST_DISC * art.ratio)
    draw = partial(placed, width_disc(it.width, fill), *at)
    index = frame.scale.sheet.index(
        ("gap-width", it.width, fill), lambda: Sprite(tuple(draw()), fit=Fit.FIGURE, scale=scale)
    )
    place = it.places[it.middle : it.middle + 1]
    frame.scale.sheet.stamp(frame.painter, index, frame.camera.centres(place[:, 0], place[:, 1]))
