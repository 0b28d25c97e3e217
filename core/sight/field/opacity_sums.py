"""What the hexes of a board add to one opacity of lines, as amounts in lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.sight.field.lanes import pack_lanes
from fairground.core.sight.field.line_sums import bits_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.board.hex_kinds import HexKinds
    from fairground.core.sight.field.lanes import Lanes
    from fairground.core.sight.field.line_sums import Amounts


class Dims:
    """What hexes add to one opacity: ``(kind of hex, amount, level up to which it does)`` each."""

    def __init__(
        self, kinds: HexKinds, lanes: Lanes, dimmings: list[tuple[int, int, int]], limit: int
    ) -> None:
        self._kinds = kinds
        self._lanes = lanes
        self._limit = limit
        self._kind, self._amount, self._top = (
            np.array(column, np.int64) for column in zip(*dimmings, strict=True)
        )

    def amounts(self, top: int) -> Amounts:
        """Return what hexes add that reaches a level."""
        return self._packed(
            self._lanes.spread(self._by_kind(self._top >= top)[self._kinds.of_hexes], elsewhere=0)
        )

    def beside(
        self,
        top: int,
        eyes: tuple[NDArray[np.int64], ...],
        present: NDArray[np.bool_],
        moves: tuple[int, ...],
    ) -> list[dict[int, Amounts]] | None:
        """Return what neighbours add to a line that reaches the eye beside them but not a level, by the way to them.

        First for eyes where lines start, then for those where they end; None where nothing does.
        """
        kind = self._lanes.spread(self._kinds.of_hexes, elsewhere=-1)
        found: list[dict[int, Amounts]] = []
        for each in eyes:
            values, places = np.unique(each[present], return_inverse=True)
            # A last row for hexes that are not there.
            table = np.zeros((len(values) + 1, len(self._kinds.facts) + 1), np.int64)
            for row, eye in enumerate(values.tolist()):
                table[row, :-1] = self._by_kind((self._top > eye) & (self._top < top))
            which = np.full(each.shape, len(values), np.int64)
            which[present] = places
            row_of = self._lanes.spread(which, elsewhere=len(values))
            found.append({move: self._packed(table[row_of, np.roll(kind, -move)]) for move in moves})
        return found if any(any(it) for by_move in found for it in by_move.values()) else None

    def _by_kind(self, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        amounts = np.zeros(len(self._kinds.facts), np.int64)
        np.add.at(amounts, self._kind[which], self._amount[which])
        return np.minimum(amounts, self._limit)

    def _packed(self, amounts: NDArray[np.int64]) -> Amounts:
        return tuple(pack_lanes(amounts >> n & 1 != 0) for n in range(bits_for(self._limit)))
