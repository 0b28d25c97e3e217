"""The labels of hexes, the names of places, and the outlines of marked hexes."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.colours import GOLD, INK, PAPER, text_ink
from fairground.core.pictures.display_list import Group, Join, Layer, PathShape, Text, TextAnchor
from fairground.core.pictures.lettering import fitted, text_width

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.board import Board

#: Letter size, letter spacing and greatest width of a name.
#: In mm on a hex of 11.
NAME_SIZE: Final = 2.9
NAME_SPACING: Final = 0.12
_WIDTH = 46.0
_HEX = 11.0
#: The distance of a name's baseline below the centre of its hex, and an alternative when names collide: above the centre
#: where level badges are below, or lower where the neighbouring hexes are half a hex higher.
_DROP: Final = 5.2
_ELSEWHERE: Final = {Orientation.POINTY: -2.4, Orientation.FLAT: 8.9}
#: On a screen letters may be this much larger, relative to hexes.
_ROOM = 1.5


class PlacedName(NamedTuple):
    """A name as written, and the distance of its baseline below the centre of its hex."""

    text: str
    drop: float


def place_names(board: Board) -> dict[Hex, PlacedName]:
    """Return the written name of each hex, row by row from the left.

    A name that would run into the one before it in its row is moved, unless that one was.
    """
    orientation = board.layout.orientation
    step = _HEX * (1.5 if orientation is Orientation.FLAT else SQRT3)
    placed: dict[Hex, PlacedName] = {}
    #: Row, column and width of the previous name, and whether it was moved.
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
    """Return a name in one line, shortened if long; empty if nothing is legible."""
    return _measured(name)[0]


# An edit of one name places all names of a board again.
@lru_cache(maxsize=32_768)
def _measured(name: str) -> tuple[str, float]:
    """Return a name as written, and its width in mm."""
    text = fitted(name, NAME_SIZE, _WIDTH, bold=True, spacing=NAME_SPACING)
    return text, text_width(text, NAME_SIZE, bold=True, spacing=NAME_SPACING)


def marked_layer(scene: Scene) -> Layer:
    """Return a gold line in a dark one, just inside the border of the marked hexes; labels off the board are ignored."""
    board = scene.scenario.board
    unit = scene.plan.unit
    places = [place for place in scene.plan.places if board.label(place.hex) in scene.options.marked]
    commands = tuple(
        step for path in scene.plan.borders(places, at_edge=True, inset=0.9 * unit) for step in path
    )
    if not commands:
        return Layer("marked", "Marked hexes", ())
    lines = ((INK, 1.9), (GOLD, 1.1))
    items = tuple(
        PathShape(commands, stroke=ink, width=width * unit, join=Join.ROUND) for ink, width in lines
    )
    return Layer("marked", "Marked hexes", items)


#: The height of a label's baseline above the centre, and its letter size, in hex sizes.
LABEL_RISE = 0.59
LABEL_SIZE = 0.205


def label_layer(scene: Scene) -> Layer:
    """Return the label of every hex, dark on light ground and light on dark."""
    size = scene.plan.size
    letters: dict[str, list[Item]] = defaultdict(list)
    names = scene.scenario.board.hex_names
    for place in scene.plan.places:
        text = names.of(place.hex)
        # Six characters and more must still fit between the upper corners.
        font = LABEL_SIZE * size * min(1.0, 5 / len(text))
        ink = text_ink(scene.ground(place))
        letters[ink].append(
            Text(place.x, place.y - LABEL_RISE * size, text, font, ink, anchor=TextAnchor.MIDDLE)
        )
    return Layer("labels", "Labels", tuple(Group(tuple(items)) for _, items in sorted(letters.items())))


def name_text(scene: Scene, place: HexPosition, name: str, *, drop: float, shift: float) -> Text:
    """Return a written name with a paper margin, ``drop`` mm (on a hex of 11) below the centre of a hex, ``shift`` to its right."""
    unit = scene.plan.unit
    return Text(
        place.x + shift * unit,
        place.y + drop * unit,
        name,
        NAME_SIZE * unit,
        INK,
        anchor=TextAnchor.MIDDLE,
        bold=True,
        spacing=NAME_SPACING * unit,
        halo=PAPER,
        halo_width=0.75 * unit,
    )
