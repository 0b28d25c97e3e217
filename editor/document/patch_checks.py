"""Check that patches from a journal fit the scenario: old values are present, and new ones have the declared types.

Undoing a patch that fits restores the scenario, so that a history of such patches leads back to its start.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import astuple, replace
from functools import cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from fairground.core.errors import FileError, GridError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario import decorations, mission, parts, shapes, tracing_image
from fairground.core.scenario.board import MAX_SIDE, Board, PaletteEntry
from fairground.core.scenario.decorations import Decoration
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import Objective, RulesetReference, Unit, Zone
from fairground.editor.app.texts import tr
from fairground.editor.document.board_patch import BoardPatch
from fairground.editor.document.patches import CellPatch, FieldPatch, HexsidePatch, ListPatch, Patch

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The types in the annotations of scenarios, some of which modules import only for type checking.
_NAMES = {
    **{it.__name__: it for it in (Board, Hex, Hexside, Layout, Mapping, PaletteEntry, Path, types.NoneType)},
    **{
        name: it
        for module in (decorations, mission, parts, tracing_image)
        for name, it in vars(module).items()
        if isinstance(it, type)
    },
    "NDArray": NDArray,
    "Ruleset": object,
    "RulesetError": object,
    "Shape": shapes.Shape,
}
_SHAPES = (
    shapes.Columns, shapes.Difference, shapes.Everything, shapes.Intersection, shapes.Listed, shapes.Painted, shapes.Rows,
    shapes.Union, shapes.Within,
)  # fmt: skip


@cache
def kinds_of(owner: type) -> dict[str, Any]:
    """Return the declared types of the fields of a dataclass."""
    return get_type_hints(owner, localns=_NAMES)


def matches(value: object, kind: Any) -> bool:  # noqa: ANN401  # what annotations are made of
    """Return whether a value and its items have a declared type; numbers must be finite.

    The fields of dataclasses are not checked.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return any(matches(value, it) for it in inner)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        wanted = [inner[0]] * len(value) if inner[1:] == (...,) else inner
        return len(wanted) == len(value) and all(map(matches, value, wanted))
    if origin is list:
        return isinstance(value, list) and all(matches(it, inner[0]) for it in value)
    if origin in (dict, Mapping):
        return isinstance(value, dict) and all(
            matches(key, inner[0]) and matches(it, inner[1]) for key, it in value.items()
        )
    return _is_single(value, kind)


def _is_single(value: object, kind: type) -> bool:
    if kind is object:
        return _is_plain(value)
    if kind is shapes.Shape:
        return isinstance(value, _SHAPES)
    if kind in (int, float):
        wanted = int if kind is int else (int, float)
        return isinstance(value, wanted) and not isinstance(value, bool) and isfinite(value)
    return isinstance(value, kind)


def _is_plain(value: object) -> bool:
    """Whether a value is plain data of a file."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(it) for key, it in value.items())
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, bool | str) or matches(value, float)


#: Fields that field patches don't change: the board has its own patches, the others belong to the file.
_FIXED: tuple[str, ...] = ("board", "folder", "newline", "byte_order_mark", "_rules")
_FIXED_OF_BOARD: tuple[str, ...] = ("layout", "terrain", "elevation", "effects")


def check_fit(scenario: Scenario, patches: Sequence[Patch]) -> None:
    """Check that patches can be applied in order; the scenario stays as it is.

    Raises
    ------
    FileError
        When they can't.
    """
    done: list[Patch] = []
    try:
        for patch in patches:
            if not _fits(scenario, patch):
                raise FileError(tr("a step in the journal does not match the scenario"))
            patch.apply(scenario, forward=True)
            done.append(patch)
        if not _has_entries(scenario.board):
            raise FileError(tr("a step in the journal does not match the terrain palette"))
    finally:
        for patch in reversed(done):
            patch.apply(scenario, forward=False)


def can_merge(earlier: Sequence[Patch], later: Sequence[Patch]) -> bool:
    """Return whether two edits can be of one stroke.

    In a stroke, lists and hexsides change either as a field or in parts; a whole board is never part of one.
    """
    patches = (*earlier, *later)
    fields = {it.field for it in patches if isinstance(it, FieldPatch)}
    parts = {it.field for it in patches if isinstance(it, ListPatch)}
    if any(isinstance(it, HexsidePatch) for it in patches):
        parts.add("board.hexsides")
    return not fields & parts and not any(isinstance(it, BoardPatch) for it in patches)


def _fits(scenario: Scenario, patch: Patch) -> bool:
    if isinstance(patch, CellPatch):
        return _cells_fit(scenario.board, patch)
    if isinstance(patch, HexsidePatch):
        return _hexsides_fit(scenario.board, patch)
    if isinstance(patch, ListPatch):
        return _list_fits(scenario, patch)
    if isinstance(patch, BoardPatch):
        return _board_fits(scenario.board, patch)
    return _field_fits(scenario, patch)


def _cells_fit(board: Board, patch: CellPatch) -> bool:
    array, cells = patch.layer.of(board).reshape(-1), patch.cells
    if not len(cells) == len(patch.before) == len(patch.after) or not len(cells):
        return False
    if cells[0] < 0 or cells[-1] >= len(array) or (np.diff(cells) <= 0).any():
        return False
    bounds = np.iinfo(array.dtype)
    is_within = (patch.after >= bounds.min) & (patch.after <= bounds.max)
    return bool(is_within.all()) and np.array_equal(array[cells], patch.before)


def _hexsides_fit(board: Board, patch: HexsidePatch) -> bool:
    known = board.hexsides
    return all(
        known.get(side, ()) == patch.before[side]
        and 0 <= side.direction <= 2
        and (side in known or any(map(board.contains, side.hexes)))
        and list(names) == sorted(set(names))
        for side, names in patch.after.items()
    )


def _list_fits(scenario: Scenario, patch: ListPatch) -> bool:
    kind = kinds_of(Scenario).get(patch.field)
    if get_origin(kind) is not list:
        return False
    (of_items,) = get_args(kind)
    items: list[Any] = getattr(scenario, patch.field)
    end = patch.at + len(patch.before)
    return (
        patch.at >= 0
        and end <= len(items)
        and tuple(items[patch.at : end]) == patch.before
        and all(matches(it, of_items) for it in patch.after)
        and _have_hexes(scenario.board, patch.before, patch.after)
    )


def _field_fits(scenario: Scenario, patch: FieldPatch) -> bool:
    target: Scenario | Board = scenario
    owner: type = Scenario
    name, fixed = patch.field, _FIXED
    if name.startswith("board."):
        target, owner = scenario.board, Board
        name, fixed = name.removeprefix("board."), _FIXED_OF_BOARD
    kind = kinds_of(owner).get(name)
    return (
        kind is not None
        and name not in fixed
        and _without_draft(getattr(target, name)) == _without_draft(patch.before)
        and matches(patch.after, kind)
        and (not isinstance(patch.after, dict) or _have_labels(scenario.board, patch.after))
        and (
            not isinstance(patch.after, list)
            or not isinstance(patch.before, list)
            or _have_hexes(scenario.board, patch.before, patch.after)
        )
    )


def _without_draft(value: object) -> object:
    """Return a value; a ruleset without its draft, which saves take out of the scenario but not out of the journal."""
    return replace(value, draft=None, drafted_from="") if isinstance(value, RulesetReference) else value


def _have_hexes(board: Board, before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether new units and decorations, and the shapes of new zones and objectives, have valid labels."""
    try:
        for it in after:
            if isinstance(it, Zone | Objective) and it not in before:
                it.shape.mask(board)
            elif isinstance(it, Unit | Decoration) and it not in before:
                board.label(it.hex)
    except GridError:
        return False
    return True


def _have_labels(board: Board, texts: Mapping[Any, object]) -> bool:
    """Whether hexes that have texts have labels too, also where they are off the board."""
    try:
        for at in texts:
            if isinstance(at, Hex):
                board.label(at)
    except GridError:
        return False
    return True


def _board_fits(board: Board, patch: BoardPatch) -> bool:
    before = patch.before.board()
    return (
        board == before
        and board.elevation_palette == before.elevation_palette
        and all(map(isfinite, astuple(patch.moved)))
        and _is_whole(patch.after.board())
    )


def _is_whole(board: Board) -> bool:
    kinds = kinds_of(Board)
    return (
        1 <= board.rows <= MAX_SIDE
        and 1 <= board.columns <= MAX_SIDE
        and board.terrain.shape == board.elevation.shape == board.effects.shape
        and all(matches(getattr(board, name), kinds[name]) for name in kinds if name not in _FIXED_OF_BOARD)
        and all(
            matches(side.hex.q, int) and matches(side.hex.r, int) and side.direction in (0, 1, 2)
            for side in board.hexsides
        )
        and _have_labels(board, board.names)
        and _have_labels(board, board.notes)
        and _has_entries(board)
    )


def _has_entries(board: Board) -> bool:
    """Whether the palettes have valid, unique keys and all entries of the hexes, and effects begin with an empty one."""
    from fairground.core.files.read_board import is_palette_key

    palettes = ((board.palette, board.terrain), (board.effects_palette, board.effects))
    return (
        bool(board.effects_palette)
        and not board.effects_palette[0].kinds
        and all(
            int(array.max()) < len(palette)
            and len({entry.key for entry in palette}) == len(palette)
            and all(is_palette_key(entry.key) for entry in palette)
            for palette, array in palettes
        )
    )
