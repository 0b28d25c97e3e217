"""Patches: the smallest changes of a scenario, each with the old and the new values.

Every edit is a list of patches of five types: cells of a board layer, features of hexsides, whole fields, stretches of
lists, and whole boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.editor.document.board_patch import BoardPatch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True)
class ListPatch:
    """New items for a stretch of a list of the scenario (``units``) from the index ``at``, for short journals.

    Items are replaced and never changed. In a stroke, a list changes either by such patches or as a field.
    """

    field: str
    at: int
    before: tuple[object, ...]
    after: tuple[object, ...]

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Replace the old items by the new ones, or the reverse if not ``forward``."""
        old, new = (self.before, self.after) if forward else (self.after, self.before)
        items: list[Any] = getattr(scenario, self.field)
        setattr(scenario, self.field, [*items[: self.at], *new, *items[self.at + len(old) :]])

    def merged(self, later: ListPatch) -> ListPatch | None:
        """Return the patch of this one followed by ``later``; None if that is outside this one's stretch."""
        start = later.at - self.at
        end = start + len(later.before)
        if later.field != self.field or start < 0 or end > len(self.after):
            return None
        after = (*self.after[:start], *later.after, *self.after[end:])
        return ListPatch(self.field, self.at, self.before, after)


def list_patch(field: str, before: Sequence[object], after: Sequence[object]) -> ListPatch | None:
    """Return the shortest patch from ``before`` to ``after``; None if they are equal.

    Examples
    --------
    >>> patch = list_patch("locked", ["A1", "B2", "C3"], ["A1", "C3"])
    >>> patch.at, patch.before, patch.after
    (1, ('B2',), ())
    """
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] is after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] is after[-1 - end]:
        end += 1
    old, new = tuple(before[start : len(before) - end]), tuple(after[start : len(after) - end])
    return ListPatch(field, start, old, new) if old != new else None


class BoardLayer(StrEnum):
    """The arrays of a board."""

    TERRAIN = "terrain"
    ELEVATION = "elevation"
    EFFECTS = "effects"

    def of(self, board: Board) -> NDArray[np.uint16] | NDArray[np.int16]:
        """Return this layer's array, ``[rows, columns]``."""
        match self:
            case BoardLayer.TERRAIN:
                return board.terrain
            case BoardLayer.ELEVATION:
                return board.elevation
            case BoardLayer.EFFECTS:
                return board.effects


@dataclass(frozen=True, slots=True, eq=False)
class CellPatch:
    """New values for some cells of a layer.

    ``cells`` are ascending flat indices into the array (row by row); ``before`` and ``after`` have a value for each.
    """

    layer: BoardLayer
    cells: NDArray[np.int64]
    before: NDArray[np.int32]
    after: NDArray[np.int32]

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Write the new values, or the old ones if not ``forward``."""
        array = self.layer.of(scenario.board)
        array.reshape(-1)[self.cells] = self.after if forward else self.before

    def merged(self, later: CellPatch) -> CellPatch:
        """Return the patch of this one followed by ``later``, of the same layer."""
        cells = np.union1d(self.cells, later.cells)
        before = np.empty(len(cells), np.int32)
        after = np.empty(len(cells), np.int32)
        mine, theirs = np.searchsorted(cells, self.cells), np.searchsorted(cells, later.cells)
        before[theirs] = later.before
        before[mine] = self.before
        after[mine] = self.after
        after[theirs] = later.after
        return CellPatch(self.layer, cells, before, after)


@dataclass(frozen=True, slots=True)
class HexsidePatch:
    """New features for some hexsides.

    ``before`` and ``after`` have the features (sorted, empty for none) of the same canonical hexsides. In a stroke,
    hexsides change either by such patches or as a field.
    """

    before: Mapping[Hexside, tuple[str, ...]]
    after: Mapping[Hexside, tuple[str, ...]]

    @property
    def sides(self) -> tuple[Hexside, ...]:
        """The hexsides."""
        return tuple(self.after)

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Set the new features, or the old ones if not ``forward``."""
        # A copy, since views may hold the old features.
        wanted = self.after if forward else self.before
        features = {**scenario.board.hexsides, **wanted}
        for side, names in wanted.items():
            if not names:
                del features[side]
        scenario.board.hexsides = features

    def merged(self, later: HexsidePatch) -> HexsidePatch:
        """Return the patch of this one followed by ``later``."""
        return HexsidePatch({**later.before, **self.before}, {**self.after, **later.after})


@dataclass(frozen=True, slots=True)
class FieldPatch:
    """A new value for a field of the scenario (``zones``) or of its board (``board.palette``).

    Values are never changed in place.
    """

    field: str
    before: object
    after: object

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Set the new value, or the old one if not ``forward``."""
        target: object = scenario
        *folders, name = self.field.split(".")
        for folder in folders:
            target = getattr(target, folder)
        setattr(target, name, self.after if forward else self.before)

    def merged(self, later: FieldPatch) -> FieldPatch:
        """Return the patch of this one followed by ``later``, of the same field."""
        return FieldPatch(self.field, self.before, later.after)


Patch = CellPatch | HexsidePatch | FieldPatch | ListPatch | BoardPatch


def cell_patch(
    board: Board, layer: BoardLayer, mask: NDArray[np.bool_], value: NDArray[np.int32] | int
) -> CellPatch | None:
    """Return the patch that sets the cells of ``mask`` to ``value``, a number or an array; None if nothing changes."""
    array = layer.of(board).astype(np.int32)
    wanted = np.broadcast_to(np.asarray(value, np.int32), array.shape)
    cells = np.flatnonzero(mask & (array != wanted))
    if not len(cells):
        return None
    return CellPatch(layer, cells, array.reshape(-1)[cells], wanted.reshape(-1)[cells])


def hexside_patch(board: Board, wanted: Mapping[Hexside, tuple[str, ...]]) -> HexsidePatch | None:
    """Return the patch that gives canonical hexsides the features of ``wanted``; None if nothing changes."""
    features = board.hexsides
    # As few look-ups as possible, since large clips have thousands of hexsides.
    before = {side: features.get(side, ()) for side in wanted}
    is_other = [known != names for known, names in zip(before.values(), wanted.values(), strict=True)]
    after = dict(wanted)
    if not all(is_other):
        before, after = dict(compress(before.items(), is_other)), dict(compress(after.items(), is_other))
    return HexsidePatch(before, after) if after else None


def merged_patches(earlier: tuple[Patch, ...], later: tuple[Patch, ...]) -> tuple[Patch, ...]:
    """Return the merged patches, one for each layer and field and one for hexsides.

    Stretches of lists stay separate unless one is within the other.

    Raises
    ------
    TypeError
        When a whole board is among them, which is never part of a stroke.
    """
    cells: dict[BoardLayer, CellPatch] = {}
    sides: HexsidePatch | None = None
    values: dict[str, FieldPatch] = {}
    lists: list[ListPatch] = []
    for patch in (*earlier, *later):
        if isinstance(patch, CellPatch):
            layer = patch.layer
            cells[layer] = cells[layer].merged(patch) if layer in cells else patch
        elif isinstance(patch, HexsidePatch):
            sides = sides.merged(patch) if sides else patch
        elif isinstance(patch, ListPatch):
            merged = lists[-1].merged(patch) if lists else None
            lists[-1:] = [merged] if merged else [*lists[-1:], patch]
        elif isinstance(patch, BoardPatch):
            raise TypeError("a whole board is a step of its own")
        else:
            field = patch.field
            values[field] = values[field].merged(patch) if field in values else patch
    return (*values.values(), *lists, *cells.values(), *((sides,) if sides else ()))
