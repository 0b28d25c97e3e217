"""The edits of single hexes that might make a measure fairer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np

from fairground.core.grid.hexes import neighbours
from fairground.core.scenario.hex_edits import Edit
from fairground.core.scenario.parts import ZoneKind
from fairground.core.scenario.shapes import locked_hexes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.symmetry import Likeness
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone

    Mask = NDArray[np.bool_]

#: The kinds of edit: a zone with its units, an objective or a terrain feature is moved as a whole; or single hexes change.
Change = Literal["zone-move", "objective", "feature", "terrain", "level", "zone"]
CHANGES: Final[tuple[Change, ...]] = get_args(Change)

#: The most palette entries tried for a hex.
MOST_KINDS: Final = 6


@dataclass(frozen=True, slots=True)
class Allowed:
    """The edits allowed.

    ``changes`` are the kinds of change. ``terrains`` are the kinds of terrain allowed, None for any; a palette entry is
    allowed if all its kinds are.
    """

    changes: frozenset[Change] = frozenset(CHANGES)
    terrains: frozenset[str] | None = None


#: Any terrain of the board's palette, any level and any zone.
EVERYTHING: Final = Allowed()


def fixed(scenario: Scenario) -> Mask:
    """Return the hexes that no edit may change, ``[rows, columns]``: void, locked, or with a unit."""
    board = scenario.board
    return board.void | board.mask(tuple(it.hex for it in scenario.units)) | locked_hexes(scenario)


def goals_of(scenario: Scenario) -> Mask:
    """Return the hexes of objectives, ``[rows, columns]``; they keep their terrain."""
    board = scenario.board
    goals = [it.shape.mask(board) for it in scenario.objectives]
    found: Mask = np.logical_or.reduce([np.zeros(board.terrain.shape, np.bool_), *goals])
    return found


def changeable_zones(contest: Contest) -> list[Zone]:
    """Return the deployment zones of the parties that aren't locked."""
    parties = {zone for it in contest.parties for zone in it.zones}
    return [
        it
        for it in contest.scenario.zones
        if it.kind is ZoneKind.DEPLOYMENT and it.id in parties and it.id not in contest.scenario.locked
    ]


class Candidates:
    """The edits worth trying for a measure.

    ``near`` are the hexes responsible. Candidates are these, their neighbours and the images of both, and all hexes that
    differ from their images.
    """

    def __init__(
        self, contest: Contest, near: Mask, likeness: Likeness | None, allowed: Allowed = EVERYTHING
    ) -> None:
        self._contest, self._scenario, self._board = contest, contest.scenario, contest.board
        self._likeness, self._allowed = likeness, allowed
        self._fixed = fixed(self._scenario)
        self._near = self._around(
            near if near.any() else np.logical_or.reduce([it.mask for it in contest.parties])
        )
        if likeness is not None:
            image = likeness.image
            mirrored = np.zeros_like(self._near)
            at = self._near & image.on_board
            mirrored[image.row[at], image.column[at]] = True
            self._near |= mirrored
        self._goals = goals_of(self._scenario)
        self._kinds = self._usable_kinds()[:MOST_KINDS]
        self._open, self._closing = self._extremes()

    def _around(self, hexes: Mask) -> Mask:
        board = self._board
        every = [at for it in board.hexes_of(hexes) for at in (it, *neighbours(it))]
        return board.mask(tuple(every)) & ~board.void

    @property
    def hexes(self) -> list[Hex]:
        """The candidate hexes in a scattered order, so that a few represent all."""
        cells = np.argwhere(self._near & ~self._fixed)
        order = scattered(len(cells))
        return [self._board.layout.from_offset(column, row) for row, column in cells[order].tolist()]

    def first(self, at: Hex) -> Iterator[Edit]:
        """Yield the edits of a hex that change most: close it if it is open, else open it; objectives stay."""
        cell = self._board.cell(at)
        if self._fixed[cell] or self._goals[cell] or "terrain" not in self._allowed.changes:
            return
        now = int(self._board.terrain[cell])
        passable = bool(self._contest.standable[cell])
        entry = self._closing if passable else self._open
        if entry is not None and entry != now:
            yield Edit(at, "terrain", terrain=entry)

    def rest(self, at: Hex) -> Iterator[Edit]:
        """Yield all other edits of a hex."""
        known = set(self.first(at))
        yield from (it for it in self._changes(at, self._kinds) if it not in known)

    def _changes(self, at: Hex, kinds: Iterable[int]) -> Iterator[Edit]:
        """Yield the edits of a hex to other palette entries or another level."""
        cell = self._board.cell(at)
        if self._fixed[cell]:
            return
        now = int(self._board.terrain[cell])
        for entry in () if self._goals[cell] or "terrain" not in self._allowed.changes else kinds:
            if entry != now:
                yield Edit(at, "terrain", terrain=entry)
        levels, level = self._contest.rules.levels, int(self._board.elevation[cell])
        for other in (level + 1, level - 1) if "level" in self._allowed.changes else ():
            if levels.min <= other <= levels.max:
                yield Edit(at, "level", level=other)

    def every(self) -> Iterator[Edit]:
        """Yield every edit allowed, near or not, each once."""
        found: dict[Edit, None] = dict.fromkeys((*self.likened(), *self.zones()))
        for at in self._board.hexes_of(~self._fixed):
            found.update(dict.fromkeys(self._changes(at, self._usable_kinds())))
        yield from found

    def zones(self) -> list[Edit]:
        """Return the edits that add hexes to the parties' zones or remove them, at their edges."""
        board, taken = self._board, self._taken()
        found = []
        for zone in self._changeable():
            mask = zone.shape.mask(board) & ~board.void
            outside = self._around(mask) & ~taken & ~self._fixed & self._contest.standable
            inner = mask & self._around(~mask & ~board.void) & ~self._fixed
            if np.count_nonzero(mask) == 1:
                inner[:] = False
            for hexes, inside in ((outside, True), (inner, False)):
                found += [
                    Edit(at, "zone", zone=zone.id, inside=inside) for at in sorted(board.hexes_of(hexes))
                ]
        return [found[it] for it in scattered(len(found))]

    def likened(self) -> list[Edit]:
        """Return the edits that make a hex equal its image in terrain, level or zone, on either side."""
        if self._likeness is None:
            return []
        board, image = self._board, self._likeness.image
        cells = np.argwhere(self._likeness.deviating & image.on_board & ~self._fixed & ~board.void).tolist()
        changes, found = self._allowed.changes, []
        for row, column in cells:
            at, cell = board.layout.from_offset(column, row), (row, column)
            like = int(image.row[cell]), int(image.column[cell])
            if board.void[like]:
                continue
            entry, level = int(board.terrain[like]), int(board.elevation[like])
            other = board.palette[entry].kinds != board.palette[int(board.terrain[cell])].kinds
            if other and "terrain" in changes and not self._goals[cell] and self._may_be(entry):
                found.append(Edit(at, "terrain", terrain=entry))
            if level != int(board.elevation[cell]) and "level" in changes:
                found.append(Edit(at, "level", level=level))
            found += self._likened_zones(at, like)
        return found

    def _likened_zones(self, at: Hex, like: tuple[int, int]) -> Iterator[Edit]:
        """Yield the edits that add a hex to a zone, or remove it, as its image lies in the partner zone or not."""
        if self._likeness is None:
            return
        cell, taken = self._board.cell(at), self._taken()
        parties = {zone: it for it in self._contest.parties for zone in it.zones}
        masks = {it.id: it.mask for it in self._contest.parties}
        for zone in self._changeable():
            party = parties[zone.id]
            inside = bool(zone.shape.mask(self._board)[cell])
            if len(party.zones) > 1 or inside == masks[self._likeness.exchanged[party.id]][like]:
                # With several zones of one party it isn't clear which one to change.
                continue
            if inside and np.count_nonzero(party.mask) > 1:
                yield Edit(at, "zone", zone=zone.id, inside=False)
            elif not inside and not taken[cell] and self._contest.standable[cell]:
                yield Edit(at, "zone", zone=zone.id, inside=True)

    def _changeable(self) -> list[Zone]:
        """Return the zones of the parties that edits may change."""
        return changeable_zones(self._contest) if "zone" in self._allowed.changes else []

    def _taken(self) -> Mask:
        """Return the hexes of all deployment zones."""
        masks = [it.shape.mask(self._board) for it in self._scenario.zones if it.kind is ZoneKind.DEPLOYMENT]
        found: Mask = np.logical_or.reduce([np.zeros_like(self._fixed), *masks])
        return found

    def _may_be(self, entry: int) -> bool:
        """Whether a palette entry is allowed."""
        kinds, terrains = self._board.palette[entry], self._allowed.terrains
        return not kinds.is_void and (terrains is None or terrains.issuperset(kinds.kinds))

    def _usable_kinds(self) -> list[int]:
        """Return the palette entries allowed, those with the most hexes first."""
        counts = np.bincount(self._board.terrain.ravel(), minlength=len(self._board.palette))
        order = np.argsort(-counts, kind="stable").tolist()
        return [it for it in order if self._may_be(it)]

    def _extremes(self) -> tuple[int | None, int | None]:
        """Return the palette entries to open and to close a hex; None if there is none."""
        kinds = self._kinds
        rules, palette = self._contest.rules, self._board.palette
        grounds = {
            it: rules.ground([kind for kind in palette[it].kinds if kind in rules.terrain]) for it in kinds
        }
        is_open = [it for it in kinds if grounds[it].passable]
        closed = [it for it in kinds if not grounds[it].passable]
        costly = sorted(is_open, key=lambda it: -grounds[it].cost)
        return next(iter(is_open), None), next(iter([*closed, *costly]), None)


def scattered(count: int) -> list[int]:
    """Return the numbers below ``count`` in an order in which successive ones are far apart."""
    if count < 3:
        return list(range(count))
    stride = max(1, round(count * 0.618))
    while np.gcd(stride, count) != 1:
        stride += 1
    return [it * stride % count for it in range(count)]
