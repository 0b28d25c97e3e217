"""Sets of hexes stored as a mask, and the locked hexes of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.grid.hexes import Hex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.document import Scenario


def locked_hexes(scenario: Scenario) -> NDArray[np.bool_]:
    """Return a mask ``[rows, columns]`` of the hexes locked singly or with a zone; unknown names are ignored."""
    board = scenario.board
    locked = np.zeros(board.terrain.shape, np.bool_)
    zones = {zone.id: zone for zone in scenario.zones}
    for name in scenario.locked:
        with suppress(FairgroundError):
            if name in zones:
                locked |= zones[name].shape.mask(board)
            else:
                locked[board.cell(board.parse(name))] = True
    return locked


class MarkedHexes(AbstractSet[Hex]):
    """A set of hexes stored as an immutable mask ``[rows, columns]``; it equals a frozenset of the same hexes."""

    __slots__ = ("_count", "layout", "marks")

    def __init__(self, layout: Layout, marks: NDArray[np.bool_]) -> None:
        self.layout, self.marks = layout, marks
        self._count = int(np.count_nonzero(marks))

    def __len__(self) -> int:
        return self._count

    def __contains__(self, at: object) -> bool:
        if not isinstance(at, Hex):
            return False
        column, row = self.layout.to_offset(at)
        rows, columns = self.marks.shape
        return 0 <= column < columns and 0 <= row < rows and bool(self.marks[row, column])

    def __iter__(self) -> Iterator[Hex]:
        rows, columns = np.nonzero(self.marks)
        q, r = self.layout.from_offset_arrays(columns, rows)
        return map(Hex, q.tolist(), r.tolist())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MarkedHexes) and other.are_of(self.layout, self.marks.shape):
            return bool(np.array_equal(self.marks, other.marks))
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __reduce__(self) -> tuple[type[MarkedHexes], tuple[Layout, NDArray[np.bool_]]]:
        return MarkedHexes, (self.layout, self.marks)

    def are_of(self, layout: Layout, shape: tuple[int, ...]) -> bool:
        """Return whether the mask has a layout and shape (rows, columns)."""
        return self.layout is layout and self.marks.shape == shape

    @classmethod
    def _from_iterable(cls, hexes: Iterable[Hex]) -> frozenset[Hex]:  # type: ignore[override]  # the mixin's hook
        return frozenset(hexes)
