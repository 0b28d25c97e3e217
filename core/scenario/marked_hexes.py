"""Many hexes of a board that remember where they are marked, so that they need not be looked up one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from fairground.core.grid.hexes import Hex

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout


class MarkedHexes(frozenset[Hex]):
    """A set of hexes with its marks: a bool array ``[rows, columns]`` of a board of that layout, never written to.

    What is computed from it (unions, differences) is a plain frozenset.
    """

    __slots__ = ("layout", "marks")

    layout: Layout
    marks: NDArray[np.bool_]

    def __new__(cls, hexes: Iterable[Hex], *, layout: Layout, marks: NDArray[np.bool_]) -> Self:
        """Return the set of ``hexes``, which are those that are marked."""
        found = super().__new__(cls, hexes)
        found.layout, found.marks = layout, marks
        return found

    def are_of(self, layout: Layout, shape: tuple[int, ...]) -> bool:
        """Return whether the marks are those of a board of that layout, with so many rows and columns."""
        return self.layout is layout and self.marks.shape == shape

    def __reduce__(self) -> tuple[type[frozenset[Hex]], tuple[tuple[Hex, ...]]]:
        """Be sent as a plain set: whoever gets it has another board."""
        return frozenset, (tuple(self),)
