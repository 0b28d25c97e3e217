"""Patches that put a piece of a board down, with its mirror images, and that leave nothing where one was cut out.

What a piece of another board becomes under the rules of this one: kinds that it lacks are found by their names.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.scenario.arrays import ends_within
from fairground.core.scenario.board import VOID, PaletteEntry, entry_index
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
from fairground.editor.document.readable_ruleset import known_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.rules.base_model import NamedEntry
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import Clip
    from fairground.core.scenario.transform.paste import Pasted


class Fitted(NamedTuple):
    """A clip as a scenario can have it.

    ``became`` tells which kinds were replaced by which, ``unknown`` those that the ruleset has nothing of that name
    for: they are still in the clip.
    """

    clip: Clip
    became: Mapping[str, str]
    unknown: tuple[str, ...]


def fitted(clip: Clip, scenario: Scenario) -> Fitted:
    """Return a clip with terrain, effects and hexside features that the ruleset or the board of a scenario has.

    A kind that neither has becomes the one whose id or name is nearest to its own. Without a ruleset that can be read
    every kind is taken as it is.
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
            found = _by_name(kind, known)
            if found is None:
                unknown.append(kind)
                return kind
            became[kind] = found
            return found

        return find

    terrain = finder(rules.terrain, (kind for entry in board.palette for kind in entry.kinds))
    effects = finder(rules.effects, (kind for entry in board.effects_palette for kind in entry.kinds))
    features = finder(rules.hexsides, set().union(*board.hexsides.values()))
    found = replace(
        clip,
        palette=_renamed(clip.palette, terrain),
        effects_palette=_renamed(clip.effects_palette, effects),
        hexsides={side: tuple(sorted({*map(features, names)})) for side, names in clip.hexsides.items()},
        rim={side: tuple(sorted({*map(features, names)})) for side, names in clip.rim.items()},
    )
    return Fitted(found, became, tuple(unknown))


def _renamed(palette: tuple[PaletteEntry, ...], find: Callable[[str], str]) -> tuple[PaletteEntry, ...]:
    return tuple(replace(entry, kinds=tuple(dict.fromkeys(map(find, entry.kinds)))) for entry in palette)


def _by_name(kind: str, known: Mapping[str, NamedEntry]) -> str | None:
    """Return the entry whose id or name is like a kind; None when none is."""
    ids = [key for key in known if key != VOID]
    names = {known[key].name: key for key in reversed(ids)}
    return nearest(kind, ids) or names.get(nearest(kind, names) or "")


def describe_conversions(became: Mapping[str, str]) -> str:
    """Return a sentence on kinds that were replaced; empty when none was."""
    told = ", ".join(tr("{old} → {new}").format(old=old, new=new) for old, new in became.items())
    return tr("Converted names from another ruleset: {told}.").format(told=told) if told else ""


def describe_unknown_kinds(unknown: tuple[str, ...], scenario: Scenario) -> str:
    """Return the sentence that says why a clip cannot be pasted; empty when it can."""
    if not unknown:
        return ""
    return tr("{name} has no {kinds}{more}, so this cannot be pasted here.").format(
        name=scenario.ruleset.name, kinds=", ".join(unknown[:4]), more=" …" if len(unknown) > 4 else ""
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
    """Return the patches that put a clip down with its anchor on ``at``, and its images under some symmetries.

    Where an image and the clip itself overlap, the clip stays. None when nothing would change.

    Raises
    ------
    LimitError
        When a palette would have more entries than it can.
    """
    pasted = paste(board, clip, at, layers=layers, images=images)
    found = board_patches(board, pasted, {})
    if pasted.hexsides:
        found.append(HexsidePatch(pasted.hexsides_before, pasted.hexsides))
    return found


def cut_patches(board: Board, mask: NDArray[np.bool_], layers: Collection[ClipLayer]) -> list[Patch]:
    """Return the patches that leave bare ground on level 0 where a clip was cut out, ``[rows, columns]``.

    Hexsides between two of its hexes lose their features; those on the rim stay with the hexes outside. Void hexes stay
    void.
    """
    mask = mask & ~board.void
    after = replace(board, palette=list(board.palette), terrain=board.terrain.copy())
    if ClipLayer.TERRAIN in layers:
        after.terrain[mask] = entry_index(after.palette, PaletteEntry(".", (_CLEAR,)))
    if ClipLayer.ELEVATION in layers:
        after.elevation = np.where(mask, 0, board.elevation).astype(board.elevation.dtype)
    if ClipLayer.EFFECTS in layers:
        after.effects = np.where(mask, 0, board.effects).astype(board.effects.dtype)

    def lies_there(at: Hex) -> bool:
        return board.contains(at) and bool(mask[board.cell(at)])

    sides: dict[Hexside, tuple[str, ...]] = {}
    if ClipLayer.HEXSIDES in layers:
        known = tuple(board.hexsides)
        cut = np.flatnonzero(ends_within(board.layout, mask, known).all(axis=1))
        sides = dict.fromkeys((known[at] for at in cut.tolist()), ())
    if ClipLayer.NAMES in layers:
        after.names = {at: text for at, text in board.names.items() if not lies_there(at)}
        after.notes = {at: text for at, text in board.notes.items() if not lies_there(at)}
    return board_patches(board, after, sides)


def board_patches(
    before: Board, after: Board | Pasted, sides: Mapping[Hexside, tuple[str, ...]]
) -> list[Patch]:
    """Return the patches that make one board another of the same layout and size; none where they are alike.

    Palettes may only have grown. ``sides`` has the features of the hexsides that may be others on ``after``.
    """
    found: list[Patch | None] = [
        FieldPatch(f"board.{name}", getattr(before, name), getattr(after, name))
        for name in ("palette", "effects_palette", "names", "notes")
        if getattr(before, name) != getattr(after, name)
    ]
    everywhere = np.ones(before.terrain.shape, np.bool_)
    found += [
        cell_patch(before, layer, everywhere, getattr(after, layer).astype(np.int32)) for layer in BoardLayer
    ]
    found.append(hexside_patch(before, sides))
    return [patch for patch in found if patch is not None]
