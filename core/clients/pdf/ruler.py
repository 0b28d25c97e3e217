"""A ruler to measure a print with: whether it has come out at its true scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.pictures.colours import INK
from fairground.core.pictures.display_list import PathShape, Text, TextAnchor

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item

#: In mm.
LENGTH: Final = 25
_WIDTH: Final = 0.18


def ruler(x: float, y: float) -> list[Item]:
    """Return a ruler of ``LENGTH`` mm whose scale begins at (x, y), with a line for each mm above it."""
    steps = [("M", (x, y)), ("L", (x + LENGTH, y))]
    for i in range(LENGTH + 1):
        high = 3.2 if i % 5 == 0 else 1.7
        steps += [("M", (x + i, y)), ("L", (x + i, y - high))]
    return [
        PathShape(tuple(steps), stroke=INK, width=_WIDTH),
        Text(x + LENGTH / 2, y + 2.9, f"{LENGTH} mm", 2.4, INK, anchor=TextAnchor.MIDDLE),
    ]
