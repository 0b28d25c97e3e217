"""Stacks of terrain or effects after a change, and what a board in play carries besides its scenario."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.board import PaletteEntry, entry_index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.rules.terrain import Drawn, Tag
    from fairground.core.scenario.board import Board

    Mask = NDArray[np.bool_]

    Stack = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PlayState:
    """What is carried beside a scenario from one change to the next; that of a game that begins is empty.

    ``rounds`` is how many have gone by. ``ages`` has, by effect, for how many whole rounds it has lain in each hex, as
    ``[rows, columns]``, of effects that last more than one; where it has none, all are new. ``damage`` is what terrain has
    taken that still stands, by hex. Mappings and arrays are shared and must not be changed.
    """

    rounds: int = 0
    ages: Mapping[str, NDArray[np.int32]] = field(default_factory=dict)
    damage: Mapping[Hex, int] = field(default_factory=dict)

    def age(self, effect: str, shape: tuple[int, ...]) -> NDArray[np.int32]:
        """Return for how many whole rounds an effect has lain in each hex, ``[rows, columns]``; 0 where it does not lie."""
        return self.ages[effect] if effect in self.ages else np.zeros(shape, np.int32)

    def renewed(self, effect: str, where: NDArray[np.bool_]) -> PlayState:
        """Return the state with an effect new in some hexes, ``[rows, columns]``."""
        if effect not in self.ages:
            return self
        return replace(self, ages={**self.ages, effect: np.where(where, 0, self.ages[effect])})

    def damaged(self, at: Hex, damage: int) -> PlayState:
        """Return the state with so much damage in all to the terrain of a hex."""
        return replace(self, damage={**self.damage, at: damage})


#: What is left of a hex whose terrain is all gone.
_OPEN = "clear"


def with_effect(board: Board, rules: Ruleset, effect: str, where: Mask) -> Board:
    """Return the board with an effect on some hexes, ``[rows, columns]``, above those that are there."""
    return _with_effects(board, rules, where, lambda stack: stack if effect in stack else (*stack, effect))


def without_effect(board: Board, rules: Ruleset, effect: str, where: Mask) -> Board:
    """Return the board without an effect on some hexes, ``[rows, columns]``."""
    return _with_effects(board, rules, where, lambda stack: tuple(it for it in stack if it != effect))


def with_terrain(board: Board, rules: Ruleset, where: Mask, terrain: str, other: str | None) -> Board:
    """Return the board with one terrain of some hexes' stacks turned into another, or removed (None); empty hexes are clear."""

    def change(stack: Stack) -> Stack:
        kept = dict.fromkeys(other if it == terrain else it for it in stack)
        return tuple(it for it in kept if it is not None) or (_OPEN,)

    palette, layer = _restacked(board.palette, board.terrain, where, change, rules.terrain)
    return replace(board, palette=palette, terrain=layer)


def where_tags(board: Board, rules: Ruleset, tags: Iterable[Tag]) -> Mask:
    """Return the hexes whose terrain has one of the tags, ``[rows, columns]``."""
    wanted = set(tags)
    kinds = {name for name, kind in rules.terrain.items() if not wanted.isdisjoint(kind.tags)}
    hits = np.array([not kinds.isdisjoint(entry.kinds) for entry in board.palette], np.bool_)
    found: Mask = hits[board.terrain]
    return found


def _with_effects(board: Board, rules: Ruleset, where: Mask, change: Callable[[Stack], Stack]) -> Board:
    palette, layer = _restacked(board.effects_palette, board.effects, where, change, rules.effects)
    return replace(board, effects_palette=palette, effects=layer)


def _restacked(
    entries: list[PaletteEntry],
    layer: NDArray[np.uint16],
    where: Mask,
    change: Callable[[Stack], Stack],
    drawn: Mapping[str, Drawn],
) -> tuple[list[PaletteEntry], NDArray[np.uint16]]:
    """Return a palette, extended at its end, and a layer with other stacks on some hexes; import sources are kept."""
    palette = list(entries)
    places = np.arange(len(palette))
    for index in np.unique(layer[where]).tolist():
        entry = palette[index]
        stack = change(entry.kinds)
        if stack != entry.kinds:
            symbol = drawn[stack[-1]].symbol if stack and stack[-1] in drawn else ""
            wanted = PaletteEntry(symbol or entry.key, stack, entry.source if stack else None)
            places[index] = entry_index(palette, wanted)
    return palette, np.where(where, places[layer], layer).astype(np.uint16)
