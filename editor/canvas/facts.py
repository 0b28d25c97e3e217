"""What the canvas draws of a document: looks of the palettes, masks of zones, places of parts.

After a change it returns which cells must be drawn again.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import numpy as np

from fairground.core.pictures.decoration_layers import ShownDecoration, shown_decorations
from fairground.core.pictures.label_layers import place_names
from fairground.core.pictures.looks import Looks, class_codes
from fairground.core.pictures.scene import Stack
from fairground.core.scenario.inches import inches_a_size, offset_in_hex
from fairground.editor.canvas.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.pictures.label_layers import PlacedName
    from fairground.core.pictures.tiles import Tile
    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Unit, Zone
    from fairground.core.scenario.shapes import Shape

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True, eq=False)
class Parts(Generic[Subject]):
    """Things in single hexes: their columns and rows, keys that determine their looks, and the things themselves."""

    columns: NDArray[np.int64]
    rows: NDArray[np.int64]
    keys: Sequence[Hashable]
    subjects: Sequence[Subject]

    def differing(self, other: Parts[Subject]) -> NDArray[np.int64]:
        """Return the columns and rows, ``[n, 2]``, of the hexes with different parts in ``other``."""
        mine = set(zip(self.columns.tolist(), self.rows.tolist(), self.keys, strict=True))
        theirs = set(zip(other.columns.tolist(), other.rows.tolist(), other.keys, strict=True))
        return np.array([place[:2] for place in mine ^ theirs], np.int64).reshape(-1, 2)


def parts(items: Iterable[tuple[int, int, Hashable, Subject]]) -> Parts[Subject]:
    """Return parts from columns, rows, keys and subjects."""
    rows = list(items)
    places = np.array([row[:2] for row in rows], np.int64).reshape(-1, 2)
    return Parts(places[:, 0], places[:, 1], tuple(row[2] for row in rows), tuple(row[3] for row in rows))


#: After more changes than this at once, all hexsides are read again.
_FEW = 1000


class SideParts:
    """The features of a board's hexsides as parts, each in the hex that owns the side.

    They are in the order of the hexsides, so that they always look the same where they meet.
    """

    def __init__(self, board: Board) -> None:
        self._read(board)

    def _read(self, board: Board) -> None:
        sides, features = tuple(board.hexsides), tuple(board.hexsides.values())
        numbers = _numbers(sides)
        order = np.lexsort(numbers[:, ::-1].T).tolist()
        owners, ways = _owners(board, numbers)[order], numbers[order, 2].tolist()
        self._sides = [sides[at] for at in order]
        subjects = [features[at] for at in order]
        self.parts = Parts(owners[:, 0], owners[:, 1], list(zip(ways, subjects, strict=True)), subjects)

    def update(self, board: Board, sides: Sequence[Hexside]) -> NDArray[np.int64]:
        """Read some hexsides from the board; return columns and rows, ``[n, 2]``, of their owners."""
        owners = _owners(board, _numbers(sides))
        if len(sides) > _FEW:
            self._read(board)
            return owners
        before = self.parts
        keys, subjects = list(before.keys), list(before.subjects)
        gone = sorted((at for side in sides if (at := self._find(side)) is not None), reverse=True)
        for at in gone:
            del self._sides[at], keys[at], subjects[at]
        places = np.delete(np.stack((before.columns, before.rows), axis=-1), gone, axis=0)
        there = sorted(
            ((side, owner) for side, owner in zip(sides, owners, strict=True) if side in board.hexsides),
            key=lambda it: _order(it[0]),
            reverse=True,
        )
        new = [bisect_left(self._sides, _order(side), key=_order) for side, _ in there]
        # From last to first, so that earlier indices stay valid.
        for at, (side, _) in zip(new, there, strict=True):
            features = board.hexsides[side]
            self._sides.insert(at, side)
            keys.insert(at, (side.direction, features))
            subjects.insert(at, features)
        if there:
            order = slice(None, None, -1)
            places = np.insert(places, new[order], [owner for _, owner in there][order], axis=0)
        self.parts = Parts(places[:, 0], places[:, 1], keys, subjects)
        return owners

    def _find(self, side: Hexside) -> int | None:
        """Return where a hexside stands; None where it has no features yet."""
        at = bisect_left(self._sides, _order(side), key=_order)
        return at if at < len(self._sides) and self._sides[at] == side else None


def _numbers(sides: Iterable[Hexside]) -> NDArray[np.int64]:
    """Return q, r and direction of hexsides, ``[n, 3]``."""
    return np.array([_order(side) for side in sides], np.int64).reshape(-1, 3)


def _owners(board: Board, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return columns and rows, ``[n, 2]``, of the owners of hexsides."""
    return np.stack(board.layout.to_offset_arrays(numbers[:, 0], numbers[:, 1]), axis=-1)


def _order(side: Hexside) -> tuple[int, int, int]:
    # Tuples compare faster than hexsides.
    return side.hex.q, side.hex.r, side.direction


#: Tiles have up to five variants; 60 seeds choose evenly between any number of them.
SEEDS = 60
_MOST_BELOW = 4


class ZoneView(NamedTuple):
    """A zone with its hexes, the index of its side, and how many outlines are outside its own."""

    zone: Zone
    mask: NDArray[np.bool_]
    side: int
    below: int


class SpreadValues(NamedTuple):
    """The hexes of an objective: its shape, their mask, columns and rows, and the index of the one in the middle."""

    shape: Shape
    mask: NDArray[np.bool_]
    places: list[tuple[int, int]]
    middle: int


class Facts:
    """The facts of one scenario; ``version`` grows whenever sprites may look different."""

    def __init__(self, scenario: Scenario) -> None:
        self.version = 0
        self.scenario = scenario
        self._palettes: tuple[list[PaletteEntry], list[PaletteEntry]] = ([], [])
        self.refresh_looks()
        self.seeds = _seeds(self.board)
        self.zones: tuple[ZoneView, ...] = ()
        self.refresh_zones()
        self._on_board = np.zeros((0, 0), np.bool_)
        self._spreads: dict[int, SpreadValues] = {}
        self.objectives = self._objectives()
        self.units = self._units()
        self.names = self._names()
        self.notes = self._notes()
        self.hexsides = self._hexsides()
        self.decorations = shown_decorations(scenario)

    @property
    def board(self) -> Board:
        """The present board."""
        return self.scenario.board

    def refresh_looks(self) -> None:
        """Read ruleset, sides and palettes again."""
        self.looks = Looks(self.scenario)
        sides = tuple(self.scenario.sides)
        self.stage = Stage(self.board.layout, self.looks, self.scenario.ruleset, sides)
        self.refresh_palettes()
        self.version += 1

    @property
    def has_other_palettes(self) -> bool:
        """Whether a palette was replaced since it was read."""
        return (
            self._palettes[0] is not self.board.palette or self._palettes[1] is not self.board.effects_palette
        )

    def refresh_palettes(self) -> bool:
        """Read the palettes again; return whether the previous entries look as before."""
        board = self.board
        before, self._palettes = self._palettes, (board.palette, board.effects_palette)
        self.stacks = tuple(Stack(tuple(map(self.looks.terrain, entry.kinds))) for entry in board.palette)
        self.is_void = np.array([entry.is_void for entry in board.palette], np.bool_)
        self.effects: tuple[tuple[Tile, ...], ...] = tuple(
            tuple(map(self.looks.effect, entry.kinds)) for entry in board.effects_palette
        )
        #: For each network of roads and streams, which palette entries belong to it, and a terrain that does.
        self.networks: dict[str, NDArray[np.bool_]] = {}
        self.network_kinds: dict[str, str] = {}
        for i, (entry, stack) in enumerate(zip(board.palette, self.stacks, strict=True)):
            for tile in stack.bands:
                if tile.band and not entry.is_void:
                    name = tile.band.network
                    self.networks.setdefault(name, np.zeros(len(board.palette), np.bool_))[i] = True
                    kind = next(kind for kind in entry.kinds if self.looks.terrain(kind) is tile)
                    self.network_kinds.setdefault(name, kind)
        #: For each palette entry, the number of its top tile if that has a shore, else 0.
        shores = sorted({stack.top.name for stack in self.stacks if stack.top.shore})
        self.shores = np.array(
            [shores.index(stack.top.name) + 1 if stack.top.shore else 0 for stack in self.stacks], np.int64
        )
        same = all(new[: len(old)] == old for old, new in zip(before, self._palettes, strict=True))
        if not same:
            self.version += 1
        return same

    def refresh_zones(self) -> NDArray[np.bool_]:
        """Read the zones again; return, ``[rows, columns]``, where they changed."""
        known = {id(view.zone.shape): view.mask for view in self.zones}
        changed = np.zeros(self.board.terrain.shape, np.bool_)
        taken = np.zeros(self.board.terrain.shape, np.int16)
        zones = []
        for zone in self.scenario.zones:
            mask = known.get(id(zone.shape))
            if mask is None:
                mask = zone.shape.mask(self.board)
            below = min(int(taken[mask].max(initial=0)), _MOST_BELOW)
            taken[mask] += 1
            zones.append(ZoneView(zone, mask, self.scenario.side_index(zone.side), below))
        before = {view.zone.id: view for view in self.zones}
        after = {view.zone.id: view for view in zones}
        for name in before.keys() | after.keys():
            old, new = before.get(name), after.get(name)
            if old is None or new is None:
                changed |= (old or new or zones[0]).mask
            elif (old.side, old.below, old.zone.kind) != (new.side, new.below, new.zone.kind):
                changed |= old.mask | new.mask
            elif old.mask is not new.mask:
                changed |= old.mask ^ new.mask
        self.zones = tuple(zones)
        return changed

    def refresh_parts(self, field: str) -> NDArray[np.int64]:
        """Read objectives, units, names, notes or hexsides again; return columns and rows, ``[n, 2]``, of changes."""
        make = {
            "objectives": self._objectives,
            "units": self._units,
            "names": self._names,
            "notes": self._notes,
            "hexsides": self._hexsides,
        }[field]
        before, after = getattr(self, field), make()
        setattr(self, field, after)
        changed: NDArray[np.int64] = before.differing(after)
        return changed

    def refresh_decorations(self) -> tuple[ShownDecoration, ...]:
        """Read the decorations again; return those that are new or gone."""
        before, after = self.decorations, shown_decorations(self.scenario)
        self.decorations = after
        same = set(before) & set(after)
        return tuple(it for it in (*before, *after) if it not in same)

    def update_hexsides(self, sides: Sequence[Hexside]) -> NDArray[np.int64]:
        """Read some hexsides again; return columns and rows, ``[n, 2]``, of their owners."""
        places = self._side_parts.update(self.board, sides)
        self.hexsides = self._side_parts.parts
        return places

    def _objectives(self) -> Parts[Objective]:
        """Return a part for each hex of each objective; the hex in the middle shows the points."""
        items: list[tuple[int, int, Hashable, Objective]] = []
        #: Where objectives are, void hexes included.
        self.has_objective = np.zeros(self.board.terrain.shape, np.bool_)
        on_board = ~self.is_void[self.board.terrain]
        # While one is dragged, the others keep their shapes.
        known = self._spreads if np.array_equal(on_board, self._on_board) else {}
        self._on_board, self._spreads = on_board, {}
        for objective in self.scenario.objectives:
            shape = objective.shape
            spread = (
                known.get(id(shape)) or self._spreads.get(id(shape)) or _spread(shape, self.board, on_board)
            )
            self._spreads[id(shape)] = spread
            self.has_objective |= spread.mask
            look = (objective.side, objective.kind, objective.points)
            for i, (column, row) in enumerate(spread.places):
                items.append((column, row, (*look, i == spread.middle), objective))
        return parts(items)

    def moves_points(self, cells: NDArray[np.int64]) -> bool:
        """Return whether cells (flat indices) of objectives have become void or are no longer, which moves the points."""
        cells = cells[self.has_objective.reshape(-1)[cells]]
        return bool(
            (self.is_void[self.board.terrain.reshape(-1)[cells]] == self._on_board.reshape(-1)[cells]).any()
        )

    def _units(self) -> Parts[Unit]:
        codes = class_codes(unit.unit_class for unit in self.scenario.units)
        #: How far bases reach from the centres of their hexes, in sizes of a hex.
        self.unit_reach = self._base_reach()
        stacked: Counter[Hex] = Counter()
        items: list[tuple[int, int, Hashable, Unit]] = []
        for unit in self.scenario.units:
            below = stacked[unit.hex]
            stacked[unit.hex] += 1
            look = (
                (unit.at, unit.base, unit.parts) if self.looks.on_bases else (unit.facing, unit.shield, below)
            )
            key = (codes[unit.unit_class], unit.side, unit.arrives, *look)
            items.append((*self.board.layout.to_offset(unit.hex), key, unit))
        return parts(items)

    def _base_reach(self) -> float:
        if not self.looks.on_bases:
            return 0.0
        far = (
            math.hypot(*offset_in_hex(self.board, unit)) + self.looks.diameter(unit) / 2
            for unit in self.scenario.units
        )
        return max(far, default=0.0) / inches_a_size(self.board)

    def _names(self) -> Parts[PlacedName]:
        to_offset = self.board.layout.to_offset
        return parts((*to_offset(at), name, name) for at, name in place_names(self.board).items())

    def _notes(self) -> Parts[str]:
        to_offset = self.board.layout.to_offset
        return parts((*to_offset(at), "note", note) for at, note in self.board.notes.items())

    def _hexsides(self) -> Parts[tuple[str, ...]]:
        self._side_parts = SideParts(self.board)
        return self._side_parts.parts


def _spread(shape: Shape, board: Board, on_board: NDArray[np.bool_]) -> SpreadValues:
    mask = shape.mask(board)
    rows, columns = np.nonzero(mask & on_board)
    if not len(rows):
        return SpreadValues(shape, mask, [], 0)
    q, r = board.layout.from_offset_arrays(columns, rows)
    points = board.layout.corner_points(3 * q, 3 * r)
    middle = int(np.argmin(np.square(points - points.mean(axis=0)).sum(axis=1).round(6)))
    return SpreadValues(shape, mask, list(zip(columns.tolist(), rows.tolist(), strict=True)), middle)


def _seeds(board: Board) -> NDArray[np.uint8]:
    """Return for every cell the number that chooses the variants of its tiles, as in pictures."""
    row, column = np.ogrid[: board.rows, : board.columns]
    row, column = row.astype(np.uint64), column.astype(np.uint64)
    low = np.uint64(0xFFFFFFFF)
    seed: NDArray[np.uint64] = ((column * np.uint64(0x9E3779B1)) ^ (row * np.uint64(0x85EBCA77))) & low
    seed = ((seed ^ (seed >> np.uint64(15))) * np.uint64(0x2C1B3C6D)) & low
    seed ^= seed >> np.uint64(13)
    return (seed % np.uint64(SEEDS)).astype(np.uint8)
