"""Changed stacks of terrain or effects, and the state of play that a scenario does not hold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.arrays import look_up, step
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
    """The state that changes pass on beside the scenario; empty at the start of a game.

    ``rounds`` counts those that have passed. ``ages`` holds, for effects that last more than one round, the whole rounds
    each has been in each hex, ``[rows, columns]``; effects without an entry are new. ``damage`` is that of terrain still
    standing, by hex. Mappings and arrays are shared and must not be changed.
    """

    rounds: int = 0
    ages: Mapping[str, NDArray[np.int32]] = field(default_factory=dict)
    damage: Mapping[Hex, int] = field(default_factory=dict)

    def age(self, effect: str, shape: tuple[int, ...]) -> NDArray[np.int32]:
        """Return how many whole rounds an effect has been in each hex, ``[rows, columns]``; 0 where there is none."""
        return self.ages[effect] if effect in self.ages else np.zeros(shape, np.int32)

    def renewed(self, effect: str, where: NDArray[np.bool_]) -> PlayState:
        """Return the state with an effect new in some hexes, ``[rows, columns]``."""
        if effect not in self.ages:
            return self
        return replace(self, ages={**self.ages, effect: np.where(where, 0, self.ages[effect])})

    def damaged(self, at: Hex, damage: int) -> PlayState:
        """Return the state with a total damage to the terrain of a hex."""
        return replace(self, damage={**self.damage, at: damage})


#: The state at the start of a game.
NEW_GAME = PlayState()
#: The terrain of a hex whose stack has become empty.
_OPEN = "clear"


def with_effect(board: Board, rules: Ruleset, effect: str, where: Mask) -> Board:
    """Return the board with an effect on some hexes, ``[rows, columns]``, on top of those present."""
    return _with_effects(board, rules, where, lambda stack: stack if effect in stack else (*stack, effect))


def without_effect(board: Board, rules: Ruleset, effect: str, where: Mask) -> Board:
    """Return the board without an effect on some hexes, ``[rows, columns]``."""
    return _with_effects(board, rules, where, lambda stack: tuple(it for it in stack if it != effect))


def with_terrain(board: Board, rules: Ruleset, where: Mask, terrain: str, other: str | None) -> Board:
    """Return the board with one terrain of some hexes' stacks turned into another, or removed (None); empty hexes are clear."""

    def change(stack: Stack) -> Stack:
        changed = dict.fromkeys(other if it == terrain else it for it in stack)
        return tuple(it for it in changed if it is not None) or (_OPEN,)

    palette, layer = _restacked(board.palette, board.terrain, where, change, rules.terrain)
    return replace(board, palette=palette, terrain=layer)


def where_tags(board: Board, rules: Ruleset, tags: Iterable[Tag]) -> Mask:
    """Return the hexes whose terrain has one of the tags, ``[rows, columns]``."""
    wanted = set(tags)
    kinds = {name for name, kind in rules.terrain.items() if not wanted.isdisjoint(kind.tags)}
    return where_entries(board, lambda entry: not kinds.isdisjoint(entry.kinds))


def where_entries(board: Board, holds: Callable[[PaletteEntry], bool]) -> Mask:
    """Return the hexes whose entry of the terrain palette meets a condition, ``[rows, columns]``."""
    mask: Mask = np.array([holds(entry) for entry in board.palette], np.bool_)[board.terrain]
    return mask


def beside(board: Board, where: Mask, near: Mask) -> Mask:
    """Return those of some hexes that have one of ``near`` beside them, ``[rows, columns]``."""
    has_neighbour = np.zeros_like(where)
    row, column = np.nonzero(where)
    q, r = board.layout.from_offset_arrays(column, row)
    has_neighbour[where] = np.any([look_up(board.layout, near, *step(q, r, it)) for it in range(6)], axis=0)
    return has_neighbour


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
    """Return a palette, extended at its end, and a layer with changed stacks on some hexes; import sources stay."""
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
