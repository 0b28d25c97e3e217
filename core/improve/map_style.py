"""The style of a map: its terrain in groups of certain sizes, whole roads, and compact zones. Edits keep to it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.scenario.arrays import groups, inside, step
from fairground.core.scenario.parts import ZoneKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

#: A group may grow or shrink by this share, rounded down, and always by one hex.
_SHARE: Final = 4
#: The largest group that may disappear.
_SMALL: Final = 2
#: The number of new groups that is always in style: one hex and its image.
_NEW: Final = 2
#: The smallest pocket of the ground that is always in style.
_POCKET: Final = 3
#: How much longer the edge of a zone may get, in hexsides: as much as by one more hex at the end of a row.
_LONGER: Final = 4


class MapStyle:
    """The style of a map that edits should keep.

    Hexes of the same terrain that touch form a group. In style are boards that

    - have no new group smaller or larger than the groups of its terrain on the map;
    - have no group split into pieces smaller than the smallest one on the map;
    - have no group grown beyond the largest, or shrunk below the smallest, by more than a quarter;
    - have lost no group of more than two hexes;
    - have all hexes of the roads and bridges, and of whatever else carries units over other terrain;
    - have at most two new groups of a terrain, or a quarter of those on the map, so that nothing is scattered;
    - have levels between the lowest and the highest on the map, in hills and hollows that keep these rules like a terrain;
    - have no deployment zone in more pieces than before, or with a more ragged edge than any had.

    A hill is a group of hexes of at least a level above that of the ground, a hollow one of at most a level below it. The
    ground, the terrain and the level with the most hexes, may have groups of any size but pockets smaller than its smallest, up to
    three hexes. Terrain that the map doesn't have may form groups of any size.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        board = scenario.board
        rules = scenario.rules
        self._names = sorted({kind for entry in board.palette for kind in entry.kinds})
        self._roads = {it for it in self._names if it in rules.terrain and rules.terrain[it].carries}
        self._masks = {it: _where(board, it) for it in self._names}
        counts = {it: int(np.count_nonzero(mask)) for it, mask in self._masks.items()}
        self._ground = max(self._names, key=lambda it: counts[it], default="")
        self._groups = {it: _Groups.of(board.layout, mask) for it, mask in self._masks.items() if counts[it]}
        solid = board.elevation[~board.void]
        self._levels = (int(solid.min()), int(solid.max())) if solid.size else (0, 0)
        found, sizes = np.unique(solid, return_counts=True)
        self._plain = int(found[sizes.argmax()]) if solid.size else 0
        self._relief = {
            level: _Groups.of(board.layout, self._at(board, level))
            for level in found.tolist()
            if level != self._plain
        }

    def is_kept_by(self, scenario: Scenario) -> bool:
        """Whether an edited scenario, of the same size, is in the style of the map."""
        return next(self._breaches(scenario), None) is None

    def _breaches(self, scenario: Scenario) -> Iterator[str]:
        """Yield the id of each terrain and zone that is out of style, and ``level``."""
        now, before = scenario.board, self._scenario.board
        if now.elevation is not before.elevation:
            changed = now.elevation[now.elevation != before.elevation]
            least, most = self._levels
            within = not changed.size or (least <= int(changed.min()) and int(changed.max()) <= most)
            if not within or not self._keeps_relief(now):
                yield "level"
        if now.terrain is not before.terrain:
            for name, groups_before in self._groups.items():
                mask = _where(now, name)
                if not np.array_equal(mask, self._masks[name]) and not self._is_kept(
                    name, groups_before, mask
                ):
                    yield name
        if scenario.zones is not self._scenario.zones:
            for zone, (pieces, _) in self._edges.items():
                found = _edge_of(scenario, zone)
                longest = max(it for _, it in self._edges.values())
                if found is None or found[0] > max(pieces, 1) or found[1] > longest + _LONGER:
                    yield zone

    def _is_kept(self, name: str, before: _Groups, mask: Mask) -> bool:
        if name in self._roads and (self._masks[name] & ~mask).any():
            return False
        after = _Groups.of(self._scenario.board.layout, mask)
        if name == self._ground:
            least = min(_POCKET, *before.sizes.values())
            return all(it >= least for it in after.sizes.values())
        return self._keeps_groups(before, after, mask)

    def _keeps_relief(self, now: Board) -> bool:
        """Whether the hills and hollows of each level are in style."""
        for level, before in self._relief.items():
            mask = self._at(now, level)
            if not np.array_equal(mask, before.numbers >= 0):
                after = _Groups.of(now.layout, mask)
                if not self._keeps_groups(before, after, mask):
                    return False
        return True

    def _at(self, board: Board, level: int) -> Mask:
        """Return the hexes of a level and of those farther from the ground."""
        mask = board.elevation >= level if level > self._plain else board.elevation <= level
        return mask & ~board.void

    def _keeps_groups(self, before: _Groups, after: _Groups, mask: Mask) -> bool:
        """Whether groups after the edits may look like those before them, and none is lost."""
        new = sum(not (before.numbers[after.numbers == it] >= 0).any() for it in after.sizes)
        return (
            new <= max(_NEW, len(before.sizes) // _SHARE)
            and all(self._is_in_style(before, after, it) for it in after.sizes)
            and self._is_whole(before, mask)
        )

    @staticmethod
    def _is_whole(before: _Groups, mask: Mask) -> bool:
        """Whether no group has disappeared but small ones."""
        left = set(np.unique(before.numbers[mask & (before.numbers >= 0)]).tolist())
        return all(size <= _SMALL or number in left for number, size in before.sizes.items())

    @staticmethod
    def _is_in_style(before: _Groups, after: _Groups, number: int) -> bool:
        """Whether a group after the edits may look like that."""
        hexes, size = after.numbers == number, after.sizes[number]
        least, most = min(before.sizes.values()), max(before.sizes.values())
        parents = [it for it in np.unique(before.numbers[hexes]).tolist() if it >= 0]
        if not parents:
            return least <= size <= most
        own = max(before.sizes[it] for it in parents)
        by = max(1, own // _SHARE)
        if size >= own:
            return size <= max(most, own + by)
        whole = not (after.numbers[np.isin(before.numbers, parents)] != number)[
            after.numbers[np.isin(before.numbers, parents)] >= 0
        ].any()
        return size >= least or (whole and size >= max(own - by, min(own, 2)))

    @cached_property
    def _edges(self) -> dict[str, tuple[int, int]]:
        """The number of pieces and the length of the edge of each deployment zone."""
        zones = [it.id for it in self._scenario.zones if it.kind is ZoneKind.DEPLOYMENT]
        return {it: edge for it in zones if (edge := _edge_of(self._scenario, it)) is not None}


class _Groups(NamedTuple):
    """The groups of a mask: the number of each hex's group, -1 for none, and the sizes by number."""

    numbers: Ints
    sizes: dict[int, int]

    @classmethod
    def of(cls, layout: Layout, mask: Mask) -> _Groups:
        """Return the groups of touching hexes of a mask, ``[rows, columns]``."""
        first, second = _touching(layout, mask)
        found = groups(mask.size, first, second).reshape(mask.shape)
        numbers = np.where(mask, found, -1)
        names, counts = np.unique(numbers[mask], return_counts=True)
        return cls(numbers, dict(zip(names.tolist(), counts.tolist(), strict=True)))


def connected(layout: Layout, mask: Mask) -> Ints:
    """Return the number of the group of touching hexes that each hex of a mask is in, ``[rows, columns]``; -1 for none."""
    return _Groups.of(layout, mask).numbers


def _touching(layout: Layout, mask: Mask) -> tuple[Ints, Ints]:
    """Return the cells of all pairs of neighbours in a mask."""
    row, column = np.nonzero(mask)
    q, r = layout.from_offset_arrays(column, row)
    one, other = [], []
    for direction in range(3):
        on_board, near_row, near_column = inside(layout, mask.shape, *step(q, r, direction))
        both = on_board & mask[near_row, near_column]
        one.append((row * mask.shape[1] + column)[both])
        other.append((near_row * mask.shape[1] + near_column)[both])
    return np.concatenate(one), np.concatenate(other)


def _where(board: Board, name: str) -> Mask:
    """Return the hexes whose stack has a terrain."""
    found: Mask = np.array([name in it.kinds for it in board.palette], np.bool_)[board.terrain]
    return found


def _edge_of(scenario: Scenario, zone: str) -> tuple[int, int] | None:
    """Return the number of pieces of a zone and the length of its edge in hexsides; None without hexes."""
    shape = next((it.shape for it in scenario.zones if it.id == zone), None)
    if shape is None:
        return None
    mask = shape.mask(scenario.board)
    count = int(np.count_nonzero(mask))
    if not count:
        return None
    inner = len(_touching(scenario.board.layout, mask)[0])
    return len(_Groups.of(scenario.board.layout, mask).sizes), 6 * count - 2 * inner
