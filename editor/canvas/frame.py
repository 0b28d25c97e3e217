"""A frame: what the painters of one rectangle of the view share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.editor.canvas.array_window import around, cut
from fairground.editor.canvas.dirty import LEAST_REACH

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPainter

    from fairground.core.grid.labels import LabelStyle
    from fairground.editor.canvas.camera import Camera, VisibleCells
    from fairground.editor.canvas.facts import Facts
    from fairground.editor.canvas.layers import LayerModel, MapLayer
    from fairground.editor.canvas.map_items import Parts, Subject
    from fairground.editor.canvas.scales import Scale
    from fairground.editor.canvas.sprites import Sprite


@dataclass(frozen=True)
class Frame:
    """A rectangle of the view that is being painted, in device pixels, and the cells that draw into it."""

    painter: QPainter
    rect: QRect
    camera: Camera
    facts: Facts
    scale: Scale
    layers: LayerModel
    label_style: LabelStyle
    cells: VisibleCells

    @property
    def pitch(self) -> float:
        """From hex to hex, in logical pixels."""
        return self.camera.pitch

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """The pixels of the cells' centres, ``[rows, columns, 2]``."""
        top, bottom, left, right = self.cells
        columns, rows = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
        return self.camera.centres(columns, rows)

    def use(self, layer: MapLayer) -> bool:
        """Set the painter to a layer's opacity; return whether there is anything to draw."""
        strength = self.layers.strength(layer)
        self.painter.setOpacity(strength)
        return strength > 0

    @cached_property
    def stacks(self) -> NDArray[np.int64]:
        """The palette entries of the cells."""
        return cut(self.facts.board.terrain, self.cells).astype(np.int64)

    @cached_property
    def stacks_around(self) -> tuple[NDArray[np.int64], ...]:
        """The palette entries of the neighbours in each direction; the length of the palette off the board."""
        board = self.facts.board
        return tuple(
            beside.astype(np.int64)
            for beside in around(board.terrain, self.cells, board.layout, off=len(board.palette))
        )

    def stamp(self, sprites: NDArray[np.int64], *, where: NDArray[np.bool_] | None = None) -> None:
        """Draw a sprite in every cell, or in those that ``where`` marks; ``sprites`` are those alone then."""
        centres = self.centres.reshape(-1, 2) if where is None else self.centres[where]
        self.scale.sheet.stamp(self.painter, sprites.reshape(-1), centres)

    def stamp_parts(
        self,
        parts: Parts[Subject],
        kind: str,
        make: Callable[[Hashable, Subject], Sprite],
        *,
        margin: int = 1,
        offset: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Draw the sprites of parts in the cells and up to ``margin`` hexes around them, ``offset`` pixels off."""
        top, bottom, left, right = self.cells
        margin = max(margin, math.ceil(LEAST_REACH * self.camera.ratio / min(self.camera.steps)))
        near = np.flatnonzero(
            (parts.rows >= top - margin)
            & (parts.rows < bottom + margin)
            & (parts.columns >= left - margin)
            & (parts.columns < right + margin)
        )
        if not len(near):
            return
        sprites = []
        for i in near.tolist():
            key, subject = parts.keys[i], parts.subjects[i]
            sprites.append(self.scale.sheet.index((kind, key), partial(make, key, subject)))
        centres = self.camera.centres(parts.columns[near], parts.rows[near])
        self.scale.sheet.stamp(self.painter, np.array(sprites), centres + offset)
