"""Patches that paste or cut clips, clips converted to the kinds of another ruleset, and boards with only a clip on them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.arrays import ends_within
from fairground.core.scenario.board import VOID, Board, PaletteEntry, entry_index
from fairground.core.scenario.transform.paste import ClipLayer, paste
from fairground.core.text.suggest import nearest
from fairground.editor.app.texts import tr
from fairground.editor.document.patches import (
    BoardLayer,
    FieldPatch,
    HexsidePatch,
    Patch,
    cell_patch,
    hexside_patch,
)
from fairground.editor.document.readable_ruleset import known_rules, ruleset_title

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules.base_model import NamedEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import Clip
    from fairground.core.scenario.transform.paste import Pasted


class Fitted(NamedTuple):
    """A clip converted for a scenario.

    ``became`` maps kinds to their replacements; ``unknown`` kinds have none and are still in the clip.
    """

    clip: Clip
    became: Mapping[str, str]
    unknown: tuple[str, ...]


def fitted(clip: Clip, scenario: Scenario) -> Fitted:
    """Return a clip with the terrain, effects and hexside features of a scenario's ruleset or board.

    Other kinds are replaced by those with the nearest id or name. Without a readable ruleset, all kinds stay.
    """
    rules, board = known_rules(scenario), scenario.board
    if rules is None:
        return Fitted(clip, {}, ())
    became: dict[str, str] = {}
    unknown: list[str] = []

    def finder(known: Mapping[str, NamedEntry], used: Iterable[str]) -> Callable[[str], str]:
        there = {*known, *used, VOID}

        @cache
        def find(kind: str) -> str:
            if kind in there:
                return kind
            replacement = _by_name(kind, known)
            if replacement is None:
                unknown.append(kind)
                return kind
            became[kind] = replacement
            return replacement

        return find

    terrain = finder(rules.terrain, (kind for entry in board.palette for kind in entry.kinds))
    effects = finder(rules.effects, (kind for entry in board.effects_palette for kind in entry.kinds))
    features = finder(rules.hexsides, set().union(*board.hexsides.values()))
    converted = replace(
        clip,
        palette=_renamed(clip.palette, terrain),
        effects_palette=_renamed(clip.effects_palette, effects),
        hexsides={side: tuple(sorted({*map(features, names)})) for side, names in clip.hexsides.items()},
        rim={side: tuple(sorted({*map(features, names)})) for side, names in clip.rim.items()},
    )
    return Fitted(converted, became, tuple(unknown))


def _renamed(palette: tuple[PaletteEntry, ...], find: Callable[[str], str]) -> tuple[PaletteEntry, ...]:
    return tuple(replace(entry, kinds=tuple(dict.fromkeys(map(find, entry.kinds)))) for entry in palette)


def _by_name(kind: str, known: Mapping[str, NamedEntry]) -> str | None:
    """Return the entry whose id or name is like a kind; None without one."""
    ids = [key for key in known if key != VOID]
    names = {known[key].name: key for key in reversed(ids)}
    return nearest(kind, ids) or names.get(nearest(kind, names) or "")


def describe_conversions(became: Mapping[str, str]) -> str:
    """Return a sentence about replaced kinds; empty if there are none."""
    pairs = ", ".join(tr("{old} → {new}").format(old=old, new=new) for old, new in became.items())
    return tr("Converted names from another ruleset: {told}.").format(told=pairs) if pairs else ""


def describe_unknown_kinds(unknown: tuple[str, ...], scenario: Scenario) -> str:
    """Return why a clip cannot be pasted, as a sentence; empty if it can."""
    if not unknown:
        return ""
    return tr("The ruleset {ruleset} has no {kinds}{more}, so these hexes cannot be pasted here.").format(
        ruleset=ruleset_title(scenario), kinds=", ".join(unknown[:4]), more=" …" if len(unknown) > 4 else ""
    )


_CLEAR = "clear"


def paste_patches(
    board: Board,
    clip: Clip,
    at: Hex,
    *,
    layers: Collection[ClipLayer],
    images: Iterable[Symmetry] = (),
) -> list[Patch]:
    """Return the patches that paste a clip with its anchor on ``at``, and its images under some symmetries.

    The clip is above its images. There are no patches if nothing would change.

    Raises
    ------
    LimitError
        When a palette would have too many entries.
    """
    pasted = paste(board, clip, at, layers=layers, images=images)
    patches = board_patches(board, pasted, {})
    if pasted.hexsides:
        patches.append(HexsidePatch(pasted.hexsides_before, pasted.hexsides))
    return patches


def cut_patches(board: Board, mask: NDArray[np.bool_], layers: Collection[ClipLayer]) -> list[Patch]:
    """Return the patches that leave bare ground on level 0 in the hexes ``mask``, ``[rows, columns]``.

    Hexsides between two of them lose their features; those on the rim and void hexes stay.
    """
    mask = mask & ~board.void
    after = replace(board, palette=list(board.palette), terrain=board.terrain.copy())
    if ClipLayer.TERRAIN in layers:
        after.terrain[mask] = entry_index(after.palette, PaletteEntry(".", (_CLEAR,)))
    if ClipLayer.ELEVATION in layers:
        after.elevation = np.where(mask, 0, board.elevation).astype(board.elevation.dtype)
    if ClipLayer.EFFECTS in layers:
        after.effects = np.where(mask, 0, board.effects).astype(board.effects.dtype)

    def is_cut(at: Hex) -> bool:
        return board.contains(at) and bool(mask[board.cell(at)])

    sides: dict[Hexside, tuple[str, ...]] = {}
    if ClipLayer.HEXSIDES in layers:
        known = tuple(board.hexsides)
        cut = np.flatnonzero(ends_within(board.layout, mask, known).all(axis=1))
        sides = dict.fromkeys((known[at] for at in cut.tolist()), ())
    if ClipLayer.NAMES in layers:
        after.names = {at: text for at, text in board.names.items() if not is_cut(at)}
        after.notes = {at: text for at, text in board.notes.items() if not is_cut(at)}
    return board_patches(board, after, sides)


def board_patches(
    before: Board, after: Board | Pasted, sides: Mapping[Hexside, tuple[str, ...]]
) -> list[Patch]:
    """Return the patches from one board to another of the same layout and size.

    Palettes may only have grown. ``sides`` has the features on ``after`` of the hexsides that may differ.
    """
    patches: list[Patch | None] = [
        FieldPatch(f"board.{name}", getattr(before, name), getattr(after, name))
        for name in ("palette", "effects_palette", "names", "notes")
        if getattr(before, name) != getattr(after, name)
    ]
    everywhere = np.ones(before.terrain.shape, np.bool_)
    patches += [
        cell_patch(before, layer, everywhere, getattr(after, layer).astype(np.int32)) for layer in BoardLayer
    ]
    patches.append(hexside_patch(before, sides))
    return [patch for patch in patches if patch is not None]


# -- a clip alone ---------------------------------------------------------------------------------------------


class ClipBoard(NamedTuple):
    """A scenario whose board is void around a clip; ``column`` and ``row`` are those of its A1 on the original board.

    Both are even, so that shifted lines stay shifted.
    """

    scenario: Scenario
    column: int
    row: int


def clip_board(scenario: Scenario, clip: Clip, at: Hex, *, with_parts: bool = True) -> ClipBoard:
    """Return a board with the layout and rules of ``scenario``, and a clip with its anchor on ``at``.

    Without ``with_parts`` it has no hexsides and names, of which a large clip has thousands.
    """
    layout = scenario.board.layout
    q, r = clip.q + at.q, clip.r + at.r
    columns, rows = layout.to_offset_arrays(q, r)
    # A margin for features on the rim.
    left, top = _even_below(int(columns.min())), _even_below(int(rows.min()))
    columns, rows = columns - left, rows - top
    # With the margin, the largest clip exceeds the limit of ``Board.blank``.
    shape = int(rows.max()) + 2, int(columns.max()) + 2
    terrain, effects = np.zeros(shape, np.uint16), np.zeros(shape, np.uint16)
    elevation = np.zeros(shape, np.int16)
    terrain[rows, columns] = clip.terrain + 1
    effects[rows, columns] = clip.effects + 1
    elevation[rows, columns] = clip.elevation
    board = Board(
        layout=layout,
        palette=[PaletteEntry("", (VOID,)), *clip.palette],
        terrain=terrain,
        elevation=elevation,
        effects_palette=[PaletteEntry("", ()), *clip.effects_palette],
        effects=effects,
        inches=scenario.board.inches,
    )
    if with_parts:
        shift = Symmetry(translation=at - layout.from_offset(left, top))
        sides = {**clip.rim, **clip.hexsides}
        board.hexsides = dict(zip(shift.hexsides(sides), sides.values(), strict=True))
        board.names = {shift(place): name for place, name in clip.names.items()}
    alone = replace(
        scenario, board=board, sides=[], zones=[], objectives=[], units=[], locked=[], comments={}
    )
    return ClipBoard(alone, left, top)


def _even_below(value: int) -> int:
    """Return the greatest even number below ``value``."""
    return (value - 1) // 2 * 2
