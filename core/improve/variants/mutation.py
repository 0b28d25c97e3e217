"""Mutations: small random changes of a board that preserve its symmetry."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from math import isqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.grid.hexes import neighbour
from fairground.core.grid.hexsides import hexside
from fairground.core.metrics.fairness.candidates import fixed
from fairground.core.scenario.arrays import inside

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: The most changes at once: this many, and one more per number of hexes.
_MOST_CHANGES: Final = 3
_HEXES_A_CHANGE: Final = 80
#: The kinds of change, repeated by weight.
_CHANGES: Final = ("clump", "clump", "clump", "swap", "swap", "level", "level", "hexside", "hexside")


class Mutations:
    """Changes boards that descend from a sketch.

    Hexes get terrain that the sketch has, levels change by one if the sketch has several, and hexsides get or lose features
    that it has. Locked and void hexes and those with units don't change; objectives keep their terrain and level.
    """

    def __init__(self, sketch: Scenario, symmetry: Symmetry | None) -> None:
        board = sketch.board
        self._board = board
        self._powers = () if symmetry is None else symmetry.powers
        still = fixed(sketch)
        self._still_sides = still.copy()
        for it in sketch.objectives:
            still |= it.shape.mask(board)
        self._images = self._image_cells()
        self._is_free = self._free_cells(still)
        self._free: list[int] = np.flatnonzero(self._is_free).tolist()
        counts = np.bincount(board.terrain.ravel(), minlength=len(board.palette))
        self._kinds = [it for it, entry in enumerate(board.palette) if counts[it] and not entry.is_void]
        levels = sketch.rules.levels
        solid = board.elevation[~board.void]
        has_relief = solid.size > 0 and int(solid.min()) != int(solid.max())
        self._levels = (levels.min, levels.max) if has_relief else None
        self._features = sorted(set(board.hexsides.values()))
        self._most = max(2, isqrt(board.terrain.size) // 3)
        self._most_changes = _MOST_CHANGES + board.terrain.size // _HEXES_A_CHANGE
        self._changes = [
            it
            for it in _CHANGES
            if not (it == "level" and self._levels is None) and not (it == "hexside" and not self._features)
        ]

    def changed(self, scenario: Scenario, random: Random) -> Scenario:
        """Return a copy of a scenario with a few changes."""
        if not self._free:
            return scenario
        board = copy(scenario.board)
        board.terrain, board.elevation = board.terrain.copy(), board.elevation.copy()
        board.effects, board.hexsides = board.effects.copy(), dict(board.hexsides)
        for _ in range(random.randrange(self._most_changes) + 1):
            change = random.choice(self._changes)
            if change == "clump":
                self._clump(board, random)
            elif change == "swap":
                self._swap(board, random)
            elif change == "level":
                self._level(board, random)
            else:
                self._hexside(board, random)
        return replace(scenario, board=board)

    def _clump(self, board: Board, random: Random) -> None:
        entry = random.choice(self._kinds)
        for cell in self._grown(random):
            for at in self._orbit(cell):
                board.terrain.flat[at] = entry

    def _level(self, board: Board, random: Random) -> None:
        if self._levels is None:
            return
        least, most = self._levels
        by = random.choice((1, -1))
        for cell in self._grown(random):
            level = min(max(int(board.elevation.flat[cell]) + by, least), most)
            for at in self._orbit(cell):
                board.elevation.flat[at] = level

    def _swap(self, board: Board, random: Random) -> None:
        """Exchange terrain and level of two hexes, and of their images."""
        one, other = random.choice(self._free), random.choice(self._free)
        if other in self._orbit(one):
            return
        for layer in (board.terrain, board.elevation):
            here, there = layer.flat[one], layer.flat[other]
            for cell, value in ((one, there), (other, here)):
                for at in self._orbit(cell):
                    layer.flat[at] = value

    def _hexside(self, board: Board, random: Random) -> None:
        """Remove a feature, or extend one along the next side."""
        known = sorted(board.hexsides)
        if not known or not random.randrange(len(known) + 1):
            cell = random.choice(self._free)
            side = hexside(self._hex(cell), random.randrange(6))
            features = random.choice(self._features)
        else:
            side = random.choice(known)
            features = board.hexsides[side]
            if random.randrange(2):
                end = random.choice(side.hexes)
                way = side.direction if end == side.hex else side.direction + 3
                side = hexside(end, (way + random.choice((1, -1))) % 6)
            else:
                features = ()
        images = dict.fromkeys((side, *(power.hexside(side) for power in self._powers)))
        if not all(map(self._may_change, images)):
            return
        for at in images:
            if features:
                board.hexsides[at] = features
            else:
                board.hexsides.pop(at, None)

    def _grown(self, random: Random) -> list[int]:
        """Return a connected clump of free hexes, as cells."""
        found = [random.choice(self._free)]
        for _ in range(random.randrange(self._most)):
            near = self._beside(random.choice(found), random.randrange(6))
            if near is not None and self._is_free[near] and near not in found:
                found.append(near)
        return found

    def _beside(self, cell: int, direction: int) -> int | None:
        near = neighbour(self._hex(cell), direction)
        if not self._board.contains(near):
            return None
        row, column = self._board.cell(near)
        return row * self._board.columns + column

    def _hex(self, cell: int) -> Hex:
        row, column = divmod(cell, self._board.columns)
        return self._board.layout.from_offset(column, row)

    def _may_change(self, side: Hexside) -> bool:
        """Whether both hexes of a hexside may change."""
        return all(
            self._board.contains(at) and not self._still_sides[self._board.cell(at)] for at in side.hexes
        )

    def _orbit(self, cell: int) -> list[int]:
        """Return a cell with its images."""
        return [cell, *(int(it[cell]) for it in self._images)]

    def _image_cells(self) -> list[NDArray[np.int64]]:
        """Return the image of each cell under each power; -1 off the board."""
        board = self._board
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        found = []
        for power in self._powers:
            on_board, row, column = inside(board.layout, board.terrain.shape, *power.arrays(q, r))
            found.append(np.where(on_board, row * board.columns + column, -1).ravel())
        return found

    def _free_cells(self, still: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the cells that may change with all their images."""
        flat = still.ravel()
        free: NDArray[np.bool_] = ~flat
        for image in self._images:
            free &= (image >= 0) & ~flat[image]
        return free
