"""The outlook from any hex: roughly the damage that a unit there does now and after its next move, as tables to look up.

Roughly means: for a usual number of hexes moved, at the heat of the start, with no other unit in the way, and in any direction.
Bots look ahead with these numbers. Games never use them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.game.attack_values import Firing, StruckUnits, odds, possible
from fairground.core.simulation.game.unit_kinds import SHIELDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.simulation.game.tables import Arm, Tables

    Ints = NDArray[np.int64]
    Shorts = NDArray[np.int16]

#: The parts of a hit point in which the tables count.
PARTS: Final = 64
#: The parts in which chances count.
CHANCES: Final = 255
#: The length of ``StrikeOutlook.chances``, and the place of the lowest roll in it.
_NUMBERS: Final = 256
_CERTAIN: Final = 32
#: The facing that stands for the mean of all six.
MEAN: Final = 6
#: The facing that stands for the one with the least damage; only ``StrikeTables.later`` has it.
LEAST: Final = 7
#: The hexes that attacker and target are taken to have moved, for rules where that matters.
USUAL_MOVE: Final = 2
#: The distance of hexes that cannot be reached, in movement points.
FARTHEST: Final = 1_000


class EndRow(NamedTuple):
    """The hexes that a move can end in, the class of weapons that can still attack there (see ``StrikeOutlook``), and the hexes moved."""

    hexes: Ints
    classes: Ints
    moved: Ints


class EndTable:
    """The end rows of all kinds of units in all heat bands, ``[rows, ends]``; see ``StrikeOutlook.end_table``.

    Rows that were asked for are filled. ``counts`` has the length of each; the rest of it is 0.
    """

    def __init__(self, rows: int) -> None:
        self.counts: Ints = np.zeros(rows, np.int64)
        self.hexes: Ints = np.zeros((rows, 0), np.int64)
        self.classes: Ints = np.zeros((rows, 0), np.int64)
        self.moved: Ints = np.zeros((rows, 0), np.int64)

    def fill(self, place: int, row: EndRow) -> None:
        """Fill a row, once."""
        count = row.hexes.size
        more = count - self.hexes.shape[1]
        if more > 0:
            self.hexes, self.classes, self.moved = (
                np.pad(it, ((0, 0), (0, more))) for it in (self.hexes, self.classes, self.moved)
            )
        self.hexes[place, :count], self.classes[place, :count], self.moved[place, :count] = row
        self.counts[place] = count


@dataclass(frozen=True, eq=False)
class StrikeTables:
    """The attacks of a kind of unit.

    ``mean``, ``[target group, side, class of weapons, attacker's hex, target's hex]``, is the mean damage of the best weapon in
    ``PARTS`` of a hit point, ``number`` what it has to roll, as a place in ``StrikeOutlook.chances``, and ``hit`` the mean damage
    if it hits. ``later``, ``[target group, side, attacker's hex, target's hex]``, is the most that it can be after
    the attacker's next move. ``costs`` are those of the weapons, in ascending order. Only rows that were asked for are filled.
    """

    mean: Shorts
    hit: Shorts
    number: NDArray[np.uint8]
    later: Shorts
    costs: tuple[int, ...]
    filled: bytearray
    filled_later: bytearray


class StrikeOutlook:
    """The outlook on a board for all kinds of units in play.

    Targets that are hit alike form a group, ``groups[kind]``. A side is what a target shows: its shield and its facing, or the
    mean or least of all facings; see ``side``. A class of weapons is those that the points left can pay for: class 0 has none, each
    further one the weapons up to the next higher cost.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.count = tables.field.count
        #: The numbers of all hexes.
        self.every: Ints = np.arange(self.count)
        alike: dict[tuple[object, ...], int] = {}
        self.groups = tuple(
            alike.setdefault((it.height, it.defence, it.evasion, it.shield, it.shield_kind), len(alike))
            for it in tables.kinds
        )
        self._samples = tuple(self.groups.index(it) for it in range(len(alike)))
        self._has_sides = bool(tables.rules.shields)
        self.sides = len(SHIELDS) * (LEAST + 1) if self._has_sides else 1
        self._band = tables.band(tables.heat)
        self._strikes: dict[int, StrikeTables] = {}
        self._ends: dict[tuple[int, int, int], EndRow] = {}
        rows = len(tables.kinds) * len(tables.bands) * self.count
        self._end_table = EndTable(rows)
        self._distances, self._filled_distances = (
            np.zeros((rows, self.count), np.int32),
            np.zeros(rows, np.bool_),
        )

    def side(self, shield: int, facing: int = MEAN) -> int:
        """Return the side of a target with a shield and a facing from 0 to 5, ``MEAN``, or ``LEAST``."""
        return shield * (LEAST + 1) + facing if self._has_sides else 0

    def facing_sides(self, shield: int) -> slice:
        """Return the sides of a target with a shield in all facings: 6, or 1 if sides have no effect."""
        first = self.side(shield, 0)
        return slice(first, first + MEAN) if self._has_sides else slice(0, 1)

    def strikes(self, kind: int, hexes: Iterable[int]) -> StrikeTables:
        """Return the attacks of a kind of unit, with the rows of some hexes filled."""
        found = self._strikes_of(kind)
        for at in hexes:
            if not found.filled[at]:
                self._fill(kind, found, at)
        return found

    def later(self, kind: int, hexes: Iterable[int]) -> StrikeTables:
        """Return the attacks of a kind of unit, with the rows of ``later`` of some hexes filled."""
        found = self._strikes_of(kind)
        for at in hexes:
            if not found.filled_later[at]:
                ends = self.ends(kind, self._band, at)
                self.strikes(kind, ends.hexes.tolist())
                found.later[:, :, at] = found.mean[:, :, ends.classes, ends.hexes].max(axis=2)
                if self._has_sides:
                    for shield in range(len(SHIELDS)):
                        by_facing = found.later[:, self.facing_sides(shield), at]
                        found.later[:, self.side(shield, LEAST), at] = by_facing.min(axis=1)
                found.filled_later[at] = 1
        return found

    def ends(self, kind: int, band: int, at: int) -> EndRow:
        """Return where a unit that looks in any direction can end its move, if no other unit is in the way."""
        key = kind, band, at
        row = self._ends.get(key)
        if row is None:
            moves = self._tables.moves(kind, band)
            least: dict[int, int] = {}
            fewest: dict[int, int] = {}
            for facing in range(6) if moves.turns_on_the_way else (0,):
                ends = moves.ends(at, facing, 0)
                for place, cost in zip(ends.listed, ends.cost.min(axis=1).tolist(), strict=True):
                    least[place] = min(cost, least.get(place, cost))
                for place, moved in zip(ends.listed, ends.moved.min(axis=1).tolist(), strict=True):
                    fewest[place] = min(moved, fewest.get(place, moved))
            left = moves.allowance - np.array(list(least.values()), np.int64)
            costs = np.array(self._costs[kind], np.int64)
            row = EndRow(
                np.array(list(least), np.int64),
                np.searchsorted(costs, left, side="right").astype(np.int64),
                np.array(list(fewest.values()), np.int64),
            )
            self._ends[key] = row
        return row

    def first_row(self, kind: int, band: int) -> int:
        """Return the place of a kind of unit in a heat band in an ``EndTable``: that of its row for hex 0."""
        return (kind * len(self._tables.bands) + band) * self.count

    def end_table(self, rows: Ints) -> EndTable:
        """Return the end rows of all kinds of units, with some filled: those in ``first_row`` plus the hex of the start."""
        table = self._end_table
        lacking = rows[table.counts[rows] == 0]
        for it in dict.fromkeys(lacking.tolist()):
            kind, band = divmod(it // self.count, len(self._tables.bands))
            row = self.ends(kind, band, it % self.count)
            # Who asks where a unit can go also asks what it can do there: compute both at once.
            self.later(kind, row.hexes.tolist())
            table.fill(it, row)
        return table

    def distances(self, rows: Ints) -> NDArray[np.int32]:
        """Return the points from hexes to hexes as ``Moves.toward``, ``[rows, starts]``, with some rows filled.

        They are those in ``first_row`` plus the hex to go to. Distances of more than ``FARTHEST`` points count as that.
        """
        lacking = rows[~self._filled_distances[rows]]
        for it in dict.fromkeys(lacking.tolist()):
            kind, band = divmod(it // self.count, len(self._tables.bands))
            moves = self._tables.moves(kind, band)
            self._distances[it] = np.minimum(moves.toward(it % self.count), FARTHEST * moves.scale)
            self._filled_distances[it] = True
        return self._distances

    @cached_property
    def chances(self) -> Ints:
        """The chances of hits in ``CHANCES``, by ``number`` of a ``StrikeTables``; the first are of automatic ones."""
        rolls = [arm.rolls for arms in self._tables.arms for arm in arms if not arm.rolls.is_automatic]
        if not rolls:
            return np.full(_NUMBERS, CHANCES, np.int64)
        # All attacks have the same dice.
        return rolls[0].chances(np.arange(_NUMBERS) + rolls[0].lowest - _CERTAIN, CHANCES)

    @cached_property
    def _costs(self) -> tuple[tuple[int, ...], ...]:
        """The costs of the weapons of each kind of unit, in ascending order."""
        tables = self._tables
        return tuple(
            tuple(sorted({tables.cost(kind, it, self._band) for it in range(len(arms))}))
            for kind, arms in enumerate(tables.arms)
        )

    @property
    def classes(self) -> int:
        """The most classes of weapons that a kind of unit has."""
        return max(map(len, self._costs)) + 1

    @cached_property
    def every_hit(self) -> Shorts:
        """The tables ``hit`` of all kinds of units."""
        shape = (len(self.groups), len(self._samples), self.sides, self.classes, self.count, self.count)
        return np.zeros(shape, np.int16)

    @cached_property
    def every_number(self) -> NDArray[np.uint8]:
        """The tables ``number`` of all kinds of units."""
        return np.zeros(self.every_hit.shape, np.uint8)

    @cached_property
    def every_later(self) -> Shorts:
        """The tables ``later`` of all kinds of units."""
        shape = (len(self.groups), len(self._samples), self.sides, self.count, self.count)
        return np.zeros(shape, np.int16)

    def _strikes_of(self, kind: int) -> StrikeTables:
        found = self._strikes.get(kind)
        if found is None:
            costs = self._costs[kind]
            pairs = (self.count, self.count)
            targets = (len(self._samples), self.sides)
            hit, number = (it[kind][:, :, : len(costs) + 1] for it in (self.every_hit, self.every_number))
            found = self._strikes[kind] = StrikeTables(
                np.zeros((*targets, len(costs) + 1, *pairs), np.int16),
                hit,
                number,
                self.every_later[kind],
                costs,
                bytearray(self.count),
                bytearray(self.count),
            )
        return found

    def _fill(self, kind: int, found: StrikeTables, at: int) -> None:
        tables = self._tables
        found.filled[at] = 1
        if tables.field.void[at]:
            return
        for number, arm in enumerate(tables.arms[kind]):
            first = found.costs.index(tables.cost(kind, number, self._band)) + 1
            for group, sample in enumerate(self._samples):
                places = self._targets(kind, arm, sample, at)
                if places.size:
                    mean, number_ = self._means(kind, arm, sample, at, places)
                    rows, numbers = found.mean[group, :, first:, at], found.number[group, :, first:, at]
                    better = mean[:, None] > rows[..., places]
                    rows[..., places] = np.where(better, mean[:, None], rows[..., places])
                    numbers[..., places] = np.where(better, number_[:, None], numbers[..., places])
        chances = np.maximum(self.chances.take(found.number[..., at, :]), 1)
        found.hit[..., at, :] = np.minimum(
            found.mean[..., at, :].astype(np.int64) * CHANCES // chances, np.iinfo(np.int16).max
        )

    def _targets(self, kind: int, arm: Arm, sample: int, at: int) -> Ints:
        """Return the hexes in which an arm can hit a kind of target."""
        tables = self._tables
        lines = tables.lines(arm.kind, tables.kinds[kind].height, tables.kinds[sample].height)
        lines.look_from(at)
        every = np.flatnonzero(~tables.field.void)
        return every[possible(tables, lines, np.array([at], np.int64), every, arm.reach)]

    def _means(self, kind: int, arm: Arm, sample: int, at: int, places: Ints) -> tuple[Ints, Ints]:
        """Return the mean damage of an arm to a kind of target in some hexes, and what it has to roll, ``[sides, hexes]``.

        They are 0 for sides not in play.
        """
        tables = self._tables
        target = tables.kinds[sample]
        carried = [0, 1] if target.shield == "either" else [SHIELDS.index(target.shield)]
        if arm.exchange.has_sides:
            for it in places.tolist():
                tables.field.look_from(it)
        result = odds(
            tables,
            tables.lines(arm.kind, tables.kinds[kind].height, target.height),
            arm.exchange,
            Firing(kind, np.full(places.shape, at, np.int64), USUAL_MOVE, self._band, arm.damage),
            StruckUnits(
                sample,
                places,
                np.arange(MEAN)[:, None],
                np.array(carried)[:, None, None],
                USUAL_MOVE,
                self._band,
            ),
            None,
        )
        toughest = np.array([max(it.hit_points for it in tables.kinds)], np.int64)
        worth = tables.worth(arm, toughest, result.number, result.damage, result.defence) * PARTS
        shape = (len(carried), MEAN, places.size)
        mean = self._by_side(carried, np.broadcast_to(worth, shape), tables.point)
        number = np.clip(result.number - arm.rolls.lowest + _CERTAIN, 0, _NUMBERS - 1) * (
            not arm.rolls.is_automatic
        )
        return mean, self._by_side(carried, np.broadcast_to(number, shape), 1)

    def _by_side(self, carried: list[int], values: Ints, unit: int) -> Ints:
        """Return values by shield and facing, counted in units, by side."""
        found = np.zeros((self.sides, values.shape[-1]), np.int64)
        for shield, by_facing in zip(carried, values, strict=True):
            if self._has_sides:
                found[self.facing_sides(shield)] = by_facing // unit
            found[self.side(shield)] = by_facing.sum(axis=0) // (MEAN * unit)
        return found
