"""Patches: the smallest changes that can be made to a scenario, each with what was there before.

Every edit is a list of patches, so that undo, redo and the journal know five things only: cells of a board layer,
features of hexsides, whole fields, stretches of lists, and whole boards.
A patch of one stretch of a list: of a thousand units, the journal need not write all when one moves.
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
    """Other items for a stretch of a list of the scenario (``units``), from the place ``at`` on.

    Items are replaced and never changed. The edits of one stroke change a list by such patches or by its field, never
    by both.
    """

    field: str
    at: int
    before: tuple[object, ...]
    after: tuple[object, ...]

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Put the new items in place of the old ones, or the other way round when not ``forward``."""
        gone, come = (self.before, self.after) if forward else (self.after, self.before)
        items: list[Any] = getattr(scenario, self.field)
        setattr(scenario, self.field, [*items[: self.at], *come, *items[self.at + len(gone) :]])

    def merged(self, later: ListPatch) -> ListPatch | None:
        """Return the patch that does this one and then ``later``; None when that lies outside this one's stretch."""
        start = later.at - self.at
        end = start + len(later.before)
        if later.field != self.field or start < 0 or end > len(self.after):
            return None
        after = (*self.after[:start], *later.after, *self.after[end:])
        return ListPatch(self.field, self.at, self.before, after)


def list_patch(field: str, before: Sequence[object], after: Sequence[object]) -> ListPatch | None:
    """Return the patch that makes ``after`` of ``before``, as short as the items that both share allow; None for none.

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
    gone, come = tuple(before[start : len(before) - end]), tuple(after[start : len(after) - end])
    return ListPatch(field, start, gone, come) if gone != come else None


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

    ``cells`` are flat indices into the array (row by row), ascending, each once; ``before`` and ``after`` have a
    value for each of them.
    """

    layer: BoardLayer
    cells: NDArray[np.int64]
    before: NDArray[np.int32]
    after: NDArray[np.int32]

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Write the new values, or the old ones when not ``forward``."""
        array = self.layer.of(scenario.board)
        array.reshape(-1)[self.cells] = self.after if forward else self.before

    def merged(self, later: CellPatch) -> CellPatch:
        """Return the patch that does this one and then ``later``; both are of one layer."""
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

    ``before`` and ``after`` have the features (sorted, empty for none) of the same canonical hexsides. The edits of one
    stroke change hexsides by such patches or by their field, never by both.
    """

    before: Mapping[Hexside, tuple[str, ...]]
    after: Mapping[Hexside, tuple[str, ...]]

    @property
    def sides(self) -> tuple[Hexside, ...]:
        """The hexsides."""
        return tuple(self.after)

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Give the hexsides their new features, or the old ones when not ``forward``."""
        # A copy, since whoever holds the board's features holds them as they were.
        wanted = self.after if forward else self.before
        features = {**scenario.board.hexsides, **wanted}
        for side, names in wanted.items():
            if not names:
                del features[side]
        scenario.board.hexsides = features

    def merged(self, later: HexsidePatch) -> HexsidePatch:
        """Return the patch that does this one and then ``later``."""
        return HexsidePatch({**later.before, **self.before}, {**self.after, **later.after})


@dataclass(frozen=True, slots=True)
class FieldPatch:
    """A new value for a field of the scenario (``zones``) or of its board (``board.palette``).

    Values are never changed in place, neither by the patch nor by its users.
    """

    field: str
    before: object
    after: object

    def apply(self, scenario: Scenario, *, forward: bool) -> None:
        """Set the new value, or the old one when not ``forward``."""
        target: object = scenario
        *folders, name = self.field.split(".")
        for folder in folders:
            target = getattr(target, folder)
        setattr(target, name, self.after if forward else self.before)

    def merged(self, later: FieldPatch) -> FieldPatch:
        """Return the patch that does this one and then ``later``; both are of one field."""
        return FieldPatch(self.field, self.before, later.after)


Patch = CellPatch | HexsidePatch | FieldPatch | ListPatch | BoardPatch


def cell_patch(
    board: Board, layer: BoardLayer, mask: NDArray[np.bool_], value: NDArray[np.int32] | int
) -> CellPatch | None:
    """Return the patch that sets the cells of ``mask`` to ``value``; None when nothing would change.

    ``value`` is one number for all, or an array ``[rows, columns]``.
    """
    array = layer.of(board).astype(np.int32)
    wanted = np.broadcast_to(np.asarray(value, np.int32), array.shape)
    cells = np.flatnonzero(mask & (array != wanted))
    if not len(cells):
        return None
    return CellPatch(layer, cells, array.reshape(-1)[cells], wanted.reshape(-1)[cells])


def hexside_patch(board: Board, wanted: Mapping[Hexside, tuple[str, ...]]) -> HexsidePatch | None:
    """Return the patch that gives canonical hexsides the features of ``wanted``; None when nothing would change."""
    features = board.hexsides
    # As few look-ups as there can be: of a large clip, thousands of hexsides come this way.
    before = {side: features.get(side, ()) for side in wanted}
    is_other = [known != names for known, names in zip(before.values(), wanted.values(), strict=True)]
    after = dict(wanted)
    if not all(is_other):
        before, after = dict(compress(before.items(), is_other)), dict(compress(after.items(), is_other))
    return HexsidePatch(before, after) if after else None


def merged_patches(earlier: tuple[Patch, ...], later: tuple[Patch, ...]) -> tuple[Patch, ...]:
    """Return the patches that do ``earlier`` and then ``later``, one for each layer and field and one for hexsides.

    Stretches of lists stay apart where they do not lie within one another, in their order.

    Raises
    ------
    TypeError
        When a whole board is among them, which no stroke changes.
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
            together = lists[-1].merged(patch) if lists else None
            lists[-1:] = [together] if together else [*lists[-1:], patch]
        elif isinstance(patch, BoardPatch):
            raise TypeError("a whole board is a step of its own")
        else:
            field = patch.field
            values[field] = values[field].merged(patch) if field in values else patch
    return (*values.values(), *lists, *cells.values(), *((sides,) if sides else ()))
