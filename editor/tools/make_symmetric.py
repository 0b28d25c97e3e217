"""Makes a board symmetric: copies a part of it to the mirror images of the part."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, compress
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.scenario.arrays import ends_within, inside
from fairground.core.scenario.shapes import shape_of
from fairground.core.scenario.transform.symmetry_sources import half_side_changes, half_sources
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.document.patches import BoardLayer, CellPatch, FieldPatch, cell_patch, hexside_patch
from fairground.editor.tools.mirroring import mirroring
from fairground.editor.tools.zone_hexes import partner_zone

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.symmetry_sources import BoardPart, Where
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.mirroring import Mirroring
    from fairground.editor.tools.tool_state import ToolState

_PLACES: Final[dict[Where, str]] = {
    "top": tr("top"),
    "upper right": tr("upper right"),
    "right": tr("right"),
    "lower right": tr("lower right"),
    "bottom": tr("bottom"),
    "lower left": tr("lower left"),
    "left": tr("left"),
    "upper left": tr("upper left"),
}


def part_words(part: BoardPart) -> str:
    """Describe the copy of a part to its images: ``the top half onto the bottom``."""
    name = _PLACES[part.where]
    if part.other is not None:
        return tr("the {one} half onto the {other}").format(one=name, other=_PLACES[part.other])
    if part.size == "third":
        return tr("the {name} third onto the others").format(name=name)
    return tr("the {name} sixth onto the others").format(name=name)


def selected_sources(board: Board, chosen: Mirroring, hexes: Iterable[Hex]) -> NDArray[np.int64]:
    """Return the source cell of each cell when some hexes are copied to their images."""
    source = np.arange(board.terrain.size).reshape(board.terrain.shape)
    own = board.mask(hexes)
    model = np.flatnonzero(own)
    row, column = np.divmod(model, board.columns)
    q, r = board.layout.from_offset_arrays(column, row)
    for power in reversed(chosen.powers):
        on_board, row, column = inside(board.layout, own.shape, *power.arrays(q, r))
        taken = on_board & ~own[row, column]
        source[row[taken], column[taken]] = model[taken]
    return source


def selected_side_features(
    board: Board, chosen: Mirroring, hexes: Iterable[Hex]
) -> dict[Hexside, tuple[str, ...]]:
    """Return the new features of hexsides when the sides of some hexes are copied to their images.

    Hexsides that stay without features are left out.
    """
    marks, everywhere = board.mask(hexes), np.ones(board.terrain.shape, np.bool_)
    sides = tuple(board.hexsides)
    own = list(compress(sides, _touch(board, marks, sides)))
    # What has features, or gets some.
    met = list(dict.fromkeys([*sides, *chain.from_iterable(power.hexsides(own) for power in chosen.powers)]))
    images = list(compress(met, _touch(board, everywhere, met) & ~_touch(board, marks, met)))
    model_of: dict[Hexside, Hexside] = {}
    for power in reversed(chosen.powers):
        models = power.inverse().hexsides(images)
        model_of |= dict(compress(zip(images, models, strict=True), _touch(board, marks, models)))
    return {side: board.hexsides.get(model, ()) for side, model in model_of.items()}


def _touch(board: Board, mask: NDArray[np.bool_], sides: Iterable[Hexside]) -> NDArray[np.bool_]:
    """Return for each hexside whether one of its hexes is among those of a mask."""
    one, other = ends_within(board.layout, mask, sides).T
    touched: NDArray[np.bool_] = np.logical_or(one, other)
    return touched


def symmetric_patches(
    board: Board,
    cells: NDArray[np.int64],
    sides: dict[Hexside, tuple[str, ...]],
    *,
    locked: Collection[str] = (),
) -> list[Patch | None]:
    """Return the patches that copy cells from their sources, and set the features of hexsides.

    Locked layers stay as they are.
    """
    changed = cells != np.arange(cells.size).reshape(cells.shape)
    patches: list[Patch | None] = [
        cell_patch(board, layer, changed, layer.of(board).astype(np.int32).reshape(-1)[cells])
        for layer in BoardLayer
        if layer.value not in locked
    ]
    if "hexsides" not in locked:
        patches.append(hexside_patch(board, sides))
    return patches


def symmetric_zones(scenario: Scenario, chosen: Mirroring, cells: NDArray[np.int64]) -> FieldPatch | None:
    """Return the patch that copies zones along with their hexes; None when nothing would change.

    A zone without a side is copied to itself. A side's zone is copied to its partner where the symmetry swaps two sides;
    other zones stay as they are.
    """
    board, zones = scenario.board, list(scenario.zones)
    changed = cells != np.arange(cells.size).reshape(cells.shape)
    masks = [zone.shape.mask(board) for zone in zones]
    for index, zone in enumerate(scenario.zones):
        model = index if not zone.side else _partner(scenario, chosen, index)
        if model is None:
            continue
        wanted = np.where(changed, masks[model].reshape(-1)[cells], masks[index])
        if not np.array_equal(wanted, masks[index]):
            zones[index] = replace(zone, shape=shape_of(board, wanted))
    return None if zones == scenario.zones else FieldPatch("zones", scenario.zones, zones)


def _partner(scenario: Scenario, chosen: Mirroring, index: int) -> int | None:
    """Return the index of the partner of a zone; None without a pair."""
    if (
        len(chosen.powers) != 1
        or len(scenario.sides) != 2
        or scenario.side(scenario.zones[index].side) is None
    ):
        return None
    partner = partner_zone(scenario, index)
    return partner if partner is not None and partner_zone(scenario, partner) == index else None


class Copying(NamedTuple):
    """The patches that copy a part of a board to its images, for a revision of a document, and their description."""

    document: Document
    revision: int
    words: str
    patches: list[Patch | None]

    @property
    def is_current(self) -> bool:
        """Whether the document still has that revision."""
        return self.document.revision == self.revision

    def make(self) -> str:
        """Apply the patches as one step; return a sentence about the result."""
        cells_of = [it.cells for it in self.patches if isinstance(it, CellPatch)]
        changed = np.unique(np.concatenate(cells_of)) if cells_of else ()
        if not self.document.edit(tr("Copy {words}").format(words=self.words), self.patches):
            return tr("Nothing to copy: the board is already symmetric.")
        return tr("Copied {words}: {hexes} changed. Objectives, units and names stay the same.").format(
            words=self.words, hexes=hex_count(len(changed))
        )


def copying(state: ToolState, part: BoardPart | None) -> Copying | str:
    """Return the copy of a part of the board to its images, or why it is refused. Default part: the selected hexes.

    Objectives, units, names and notes stay.
    """
    document = state.document
    if document is None:
        return ""
    board = document.scenario.board
    chosen = mirroring(state.symmetry, board, state.symmetry_centre)
    if chosen.symmetry is None:
        return chosen.refusal or tr("Choose a symmetry to make the board symmetric.")
    if part is None:
        cells = selected_sources(board, chosen, state.selection)
        sides = selected_side_features(board, chosen, state.selection)
        words = tr("the selected hexes onto their mirror images")
    else:
        cells = half_sources(board, chosen.powers, part.toward)
        sides = half_side_changes(board, chosen.powers, part.toward)
        words = part_words(part)
    patches = symmetric_patches(board, cells, sides, locked=state.locked_layers)
    if "zones" not in state.locked_layers:
        patches.append(symmetric_zones(document.scenario, chosen, cells))
    return Copying(document, document.revision, words, patches)


def make_symmetric(state: ToolState, part: BoardPart | None) -> str:
    """Copy a part as ``copying`` does; return a sentence about the result."""
    copy_or_refusal = copying(state, part)
    return copy_or_refusal if isinstance(copy_or_refusal, str) else copy_or_refusal.make()
