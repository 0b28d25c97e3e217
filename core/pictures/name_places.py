"""Where the names of places stand: under the middle of their hexes, elsewhere where the name beside leaves no room."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.lettering import fitted, text_width

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board

#: How large the letters of a name are, how far apart, and how wide a name may be: a hex and its neighbours.
#: In mm on a hex of 11, as all here.
NAME_SIZE: Final = 2.9
NAME_SPACING: Final = 0.12
_WIDTH = 46.0
_HEX = 11.0
#: How far under the middle of its hex the baseline of a name is, and where it is when there is no room: over the middle
#: where level badges have the place below, under the usual line where the hexes beside begin half a hex higher.
_DROP: Final = 5.2
_ELSEWHERE: Final = {Orientation.POINTY: -2.4, Orientation.FLAT: 8.9}
#: On a screen letters may be so many times as large beside their hexes.
_ROOM = 1.5


class PlacedName(NamedTuple):
    """A name as it is written, shortened where it is long, and how far its baseline is under the middle of its hex."""

    text: str
    drop: float


def place_names(board: Board) -> dict[Hex, PlacedName]:
    """Return how the name of each hex is written, row by row from the left.

    A name stands elsewhere than usual where it would run into the one before it in its row, and that one does not.
    """
    orientation = board.layout.orientation
    step = _HEX * (1.5 if orientation is Orientation.FLAT else SQRT3)
    placed: dict[Hex, PlacedName] = {}
    #: Row, column and width of the name before, and whether it stands elsewhere.
    before: tuple[int, int, float, bool] | None = None
    for row, column, at in sorted((*board.layout.to_offset(at)[::-1], at) for at in board.names):
        text, width = _measured(board.names[at])
        is_elsewhere = (
            before is not None
            and before[0] == row
            and not before[3]
            and (column - before[1]) * step < _ROOM * (before[2] + width) / 2
        )
        placed[at] = PlacedName(text, _ELSEWHERE[orientation] if is_elsewhere else _DROP)
        before = row, column, width, is_elsewhere
    return placed


def written_name(name: str) -> str:
    """Return a name in one line, shortened where it is long; empty where nothing of it can be read."""
    return _measured(name)[0]


# Whenever one name is edited, all of a board are placed anew.
@lru_cache(maxsize=32_768)
def _measured(name: str) -> tuple[str, float]:
    """Return a name as it is written, and its width in mm."""
    text = fitted(name, NAME_SIZE, _WIDTH, bold=True, spacing=NAME_SPACING)
    return text, text_width(text, NAME_SIZE, bold=True, spacing=NAME_SPACING)
