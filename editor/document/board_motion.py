"""Motions of a board's drawing: how points move when the whole board is shifted, turned or mirrored."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import Hex
from fairground.core.grid.symmetry import IDENTITY

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.transform.board_transform import BoardTransform

#: A hex, and one to its side.
_TWO = Hex(0, 0), Hex(1, 0)


@dataclass(frozen=True, slots=True)
class Motion:
    """Where points of a drawing go, in the units of ``Layout.centre`` at size 1; x grows to the right and y down.

    A point is first mirrored at the x axis, if so, then turned about (0, 0) by ``turn`` (degrees, clockwise), then moved
    ``across`` and ``down``.
    """

    across: float = 0.0
    down: float = 0.0
    turn: float = 0.0
    mirrored: bool = False

    @classmethod
    def of_way(cls, way: BoardTransform) -> Motion:
        """Return how the drawing moves when hexes go a way; not at all where neighbours do not stay neighbours."""
        symmetry = way.symmetry
        if symmetry is None:
            return STILL
        old, one = (_drawn(way.before, at) for at in _TWO)
        new, other = (_drawn(way.after, way.hex(at)) for at in _TWO)
        turn = 0.0
        # Whole numbers stay whole where nothing turns.
        if symmetry.linear != IDENTITY or way.before.orientation is not way.after.orientation:
            step = one - old
            turn = math.degrees(
                cmath.phase((other - new) / (step.conjugate() if symmetry.mirrored else step))
            )
        whole = cls(turn=turn, mirrored=symmetry.mirrored)
        gone = new - complex(*whole(old.real, old.imag))
        return cls(gone.real, gone.imag, turn, symmetry.mirrored)

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point goes."""
        if self.mirrored:
            y = -y
        if self.turn:
            turned = complex(x, y) * cmath.rect(1.0, math.radians(self.turn))
            x, y = turned.real, turned.imag
        return x + self.across, y + self.down

    @property
    def inverse(self) -> Motion:
        """The motion that takes all points back."""
        turn = self.turn if self.mirrored else -self.turn
        x, y = Motion(turn=turn, mirrored=self.mirrored)(self.across, self.down)
        return Motion(-x, -y, turn, self.mirrored)


#: Nothing moves.
STILL = Motion()


def _drawn(layout: Layout, at: Hex) -> complex:
    return complex(*layout.centre(at))
