"""Candidates: which single hexes might be changed, and into what, to make a measure fairer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.analysis.fairness.edits import Edit
from fairground.core.errors import FairgroundError
from fairground.core.grid.hexes import neighbours
from fairground.core.scenario.parts import ZoneKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.analysis.fairness.contest import Contest
    from fairground.core.analysis.symmetry import Image
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario

    Mask = NDArray[np.bool_]

#: How many entries of the palette a hex is tried with, at most.
MOST_KINDS: Final = 6


def fixed(scenario: Scenario) -> Mask:
    """Return the hexes that no suggestion may touch, ``[rows, columns]``: void ones, units' and those that are locked."""
    board = scenario.board
    found = board.void | board.mask(tuple(it.hex for it in scenario.units))
    zones = {zone.id: zone for zone in scenario.zones}
    for name in scenario.locked:
        if name in zones:
            found |= zones[name].shape.mask(board)
            continue
        try:
            found[board.cell(board.parse(name))] = True
        except FairgroundError:
            # What is neither a hex of the board nor a zone locks nothing; the validator tells.
            continue
    return found


class Candidates:
    """The edits that are worth a try for a measure.

    ``near`` are the hexes responsible: those and their neighbours come into question, and the hexes that a symmetry takes
    them to, so that both sides are looked at.
    """

    def __init__(self, contest: Contest, near: Mask, image: Image | None) -> None:
        self._contest, self._scenario, self._board = contest, contest.scenario, contest.board
        self._fixed = fixed(self._scenario)
        self._near = self._around(
            near if near.any() else np.logical_or.reduce([it.mask for it in contest.parties])
        )
        if image is not None:
            mirrored = np.zeros_like(self._near)
            at = self._near & image.on_board
            mirrored[image.row[at], image.column[at]] = True
            self._near |= mirrored
        goals = [it.shape.mask(self._board) for it in self._scenario.objectives]
        self._goals = np.logical_or.reduce([np.zeros_like(self._fixed), *goals])
        self._open, self._closing = self._extremes()
        self._kinds = self._kinds_in_use()

    def _around(self, hexes: Mask) -> Mask:
        board = self._board
        every = [at for it in board.hexes_of(hexes) for at in (it, *neighbours(it))]
        return board.mask(tuple(every)) & ~board.void

    @property
    def hexes(self) -> list[Hex]:
        """The hexes in question: those of one neighbourhood far apart, so that few say something of all."""
        cells = np.argwhere(self._near & ~self._fixed)
        order = _scattered(len(cells))
        return [self._board.layout.from_offset(column, row) for row, column in cells[order].tolist()]

    def first(self, at: Hex) -> Iterator[Edit]:
        """Yield the edits of a hex that change most: closed where it is open, open where it is closed.

        What is to be won stays as it is.
        """
        cell = self._board.cell(at)
        if self._fixed[cell] or self._goals[cell]:
            return
        now = int(self._board.terrain[cell])
        passable = bool(self._contest.standable[cell])
        entry = self._closing if passable else self._open
        if entry is not None and entry != now:
            yield Edit(at, "terrain", terrain=entry)

    def rest(self, at: Hex) -> Iterator[Edit]:
        """Yield all other edits of a hex."""
        cell = self._board.cell(at)
        if self._fixed[cell]:
            return
        known = set(self.first(at))
        now = int(self._board.terrain[cell])
        for entry in () if self._goals[cell] else self._kinds:
            edit = Edit(at, "terrain", terrain=entry)
            if entry != now and edit not in known:
                yield edit
        levels, level = self._contest.rules.levels, int(self._board.elevation[cell])
        for other in (level + 1, level - 1):
            if levels.min <= other <= levels.max:
                yield Edit(at, "level", level=other)

    def zones(self) -> list[Edit]:
        """Return the hexes that the parties' zones may take in or leave out, at their edges."""
        scenario, board = self._scenario, self._board
        deploying = [it for it in scenario.zones if it.kind is ZoneKind.DEPLOYMENT]
        taken = np.logical_or.reduce([it.shape.mask(board) for it in deploying]) if deploying else self._fixed
        found = []
        for zone in deploying:
            if zone.id in scenario.locked or not any(zone.id in it.zones for it in self._contest.parties):
                continue
            mask = zone.shape.mask(board) & ~board.void
            outside = self._around(mask) & ~taken & ~self._fixed & self._contest.standable
            inner = mask & self._around(~mask & ~board.void) & ~self._fixed
            if np.count_nonzero(mask) == 1:
                inner[:] = False
            for hexes, inside in ((outside, True), (inner, False)):
                found += [
                    Edit(at, "zone", zone=zone.id, inside=inside) for at in sorted(board.hexes_of(hexes))
                ]
        return [found[it] for it in _scattered(len(found))]

    def _kinds_in_use(self) -> list[int]:
        """Return entries of the palette, those with the most hexes first; void is none."""
        counts = np.bincount(self._board.terrain.ravel(), minlength=len(self._board.palette))
        order = np.argsort(-counts, kind="stable").tolist()
        return [it for it in order if not self._board.palette[it].is_void][:MOST_KINDS]

    def _extremes(self) -> tuple[int | None, int | None]:
        """Return the entries for a hex that is to be open, and for one that is to be closed; None where there is none."""
        kinds = self._kinds_in_use()
        rules, palette = self._contest.rules, self._board.palette
        grounds = {
            it: rules.ground([kind for kind in palette[it].kinds if kind in rules.terrain]) for it in kinds
        }
        is_open = [it for it in kinds if grounds[it].passable]
        closed = [it for it in kinds if not grounds[it].passable]
        dear = sorted(is_open, key=lambda it: -grounds[it].cost)
        return next(iter(is_open), None), next(iter([*closed, *dear]), None)


def _scattered(count: int) -> list[int]:
    """Return the numbers below ``count``, any few of them that follow on each other far apart."""
    if count < 3:
        return list(range(count))
    stride = max(1, round(count * 0.618))
    while np.gcd(stride, count) != 1:
        stride += 1
    return [it * stride % count for it in range(count)]
