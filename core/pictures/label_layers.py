"""The labels of hexes, the names of places, where they stand clear of what else is written there, and the outlines of marked hexes."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.colours import GOLD, INK, PAPER, text_ink
from fairground.core.pictures.display_list import Group, Join, Layer, PathShape, Text, TextAnchor
from fairground.core.pictures.lettering import fitted, text_width
from fairground.core.pictures.terrain_layers import BADGE_DROP, BADGE_RADIUS
from fairground.core.pictures.zone_layers import middle_of, places_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.board import Board

#: Letter size, letter spacing, paper margin (on both sides together) and greatest width of a name.
#: In mm on a hex of 11.
NAME_SIZE: Final = 2.9
NAME_SPACING: Final = 0.12
NAME_HALO: Final = 0.75
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
        halo_width=NAME_HALO * unit,
    )


#: The usual baseline of a name below the middle of its hex, in mm on a hex of 11.
_USUAL: Final = 5.2
#: What a square mm of each thing under a name costs, besides as much for touching it, and a mm of distance from the
#: usual place.
_NAME, _DISC, _UNIT, _LABEL, _RING, _OUTSIDE, _AWAY = 12.0, 8.0, 6.0, 4.0, 0.4, 12.0, 0.25
#: Where a name may be: the cost of its distance from the usual place, how far it is moved sideways, and its baseline
#: below the middle of the hex, the cheapest first.
_PLACES: Final = sorted(
    (_AWAY * (abs(shift) + abs(drop - _USUAL)), shift, drop)
    for shift in (0.0, 2.0, -2.0, 4.0, -4.0, 8.0, -8.0)
    for drop in (_USUAL, 4.0, 2.8, 1.0, -2.4, -5.0, -7.0, -9.2, 7.0, 8.8, 10.0, 11.8, 13.0, 14.2)
)
#: The discs of objectives and units, in mm on a hex of 11: centre to the right and down, and radius.
_PLAQUE: Final = (6.0, -4.1, 2.4)
_COUNTER: Final = 4.3
_RING_RADIUS: Final = 6.0
#: Letters above and below the baseline, as shares of their size, and the paper around them, in mm on a hex of 11.
_ASCENT, _DESCENT, _PAPER = 0.75, 0.15, NAME_HALO / 2
#: The side of the squares by which boxes are found, in mm on a hex of 11.
_BUCKET: Final = 24.0


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    cost: float = 0.0

    def shared(self, other: _Box) -> float:
        """Return the area that both boxes cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)


class _Boxes:
    """What is drawn on the board, in the units of a hex of 11 mm, found by place."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[int, int], list[_Box]] = defaultdict(list)

    def add(self, box: _Box) -> None:
        for key in self._keys(box):
            self._buckets[key].append(box)

    def cost(self, box: _Box) -> float:
        """Return what it costs to write over all that is in a box."""
        near = {it for key in self._keys(box) for it in self._buckets.get(key, ())}
        return sum(it.cost * (1.0 + shared) for it in near if (shared := box.shared(it)))

    @staticmethod
    def _keys(box: _Box) -> Iterator[tuple[int, int]]:
        for across in range(int(box.left // _BUCKET), int(box.right // _BUCKET) + 1):
            for down in range(int(box.top // _BUCKET), int(box.bottom // _BUCKET) + 1):
                yield across, down


def placed_names(scene: Scene) -> list[Text]:
    """Return the names of places, then of objectives whose middle has no place name, each where it covers the least.

    Names that come first have the choice; a name stays at its usual place, under the middle of its hex, unless it would
    cover something there.
    """
    if not scene.plan.places:
        return []
    unit = scene.plan.unit
    boxes = _drawn(scene)
    frame = _frame(scene)
    texts = []
    for place, name in _names(scene):
        width = text_width(name, NAME_SIZE, bold=True, spacing=NAME_SPACING)
        shift, drop = _best_place(boxes, frame, place, unit, width)
        boxes.add(_box(place, unit, width, shift, drop)._replace(cost=_NAME))
        texts.append(name_text(scene, place, name, drop=drop, shift=shift))
    return texts


def name_layer(scene: Scene) -> Layer:
    """Return the names of places and objectives."""
    return Layer("names", "Names", tuple(placed_names(scene)))


def _names(scene: Scene) -> Iterator[tuple[HexPosition, str]]:
    board = scene.scenario.board
    for at in sorted(
        board.names if scene.options.names else (), key=lambda it: board.layout.to_offset(it)[::-1]
    ):
        place, name = scene.plan.place_of(at), written_name(board.names[at])
        if place is not None and name:
            yield place, name
    if not scene.options.objectives:
        return
    for objective in scene.scenario.objectives:
        places = places_of(scene, objective.shape.mask(board))
        name = written_name(objective.name)
        if places and name and middle_of(places).hex not in board.names:
            yield middle_of(places), name


def _best_place(
    boxes: _Boxes, frame: _Box, place: HexPosition, unit: float, width: float
) -> tuple[float, float]:
    """Return how far a name of a width is moved sideways, and its baseline below the middle of its hex."""
    least, best = math.inf, (0.0, _USUAL)
    for away, shift, drop in _PLACES:
        if away >= least:
            break
        box = _box(place, unit, width, shift, drop)
        cost = round(away + boxes.cost(box) + _OUTSIDE * (box.area - box.shared(frame)), 6)
        if cost < least:
            least, best = cost, (shift, drop)
    return best


def _box(place: HexPosition, unit: float, width: float, shift: float, drop: float) -> _Box:
    x, baseline = place.x / unit + shift, place.y / unit + drop
    half, above, below = width / 2 + _PAPER, _ASCENT * NAME_SIZE + _PAPER, _DESCENT * NAME_SIZE + _PAPER
    return _Box(x - half, baseline - above, x + half, baseline + below)


def _disc(x: float, y: float, radius: float, cost: float) -> _Box:
    return _Box(x - radius, y - radius, x + radius, y + radius, cost)


def _frame(scene: Scene) -> _Box:
    """Return the box of the board; a name beyond it may be cut off."""
    unit = scene.plan.unit
    across = [place.x / unit for place in scene.plan.places]
    down = [place.y / unit for place in scene.plan.places]
    half = scene.plan.size / unit
    return _Box(min(across) - half, min(down) - half, max(across) + half, max(down) + half)


def _drawn(scene: Scene) -> _Boxes:
    """Return what names should not cover: levels, labels, units, and the rings and points of objectives."""
    boxes = _Boxes()
    plan, options = scene.plan, scene.options
    unit, size = plan.unit, plan.size / plan.unit
    names = scene.scenario.board.hex_names
    for place in plan.places:
        x, y = place.x / unit, place.y / unit
        if options.elevation_numbers and scene.level(place):
            boxes.add(_disc(x, y + BADGE_DROP * size, BADGE_RADIUS, _DISC))
        if options.labels:
            text = names.of(place.hex)
            half = text_width(text, LABEL_SIZE * size) / 2
            baseline = y - LABEL_RISE * size
            boxes.add(_Box(x - half, baseline - 0.8 * LABEL_SIZE * size, x + half, baseline, _LABEL))
    for box in (*_unit_boxes(scene), *_objective_boxes(scene)):
        boxes.add(box)
    return boxes


def _unit_boxes(scene: Scene) -> Iterator[_Box]:
    unit = scene.plan.unit
    for it in scene.scenario.units if scene.options.units else ():
        place = scene.plan.place_of(it.hex)
        if place is not None:
            yield _disc(place.x / unit, place.y / unit, _COUNTER, _UNIT)


def _objective_boxes(scene: Scene) -> Iterator[_Box]:
    """Yield the rings of objectives, and the discs with their points."""
    unit, (right, down, radius) = scene.plan.unit, _PLAQUE
    for objective in scene.scenario.objectives if scene.options.objectives else ():
        places = places_of(scene, objective.shape.mask(scene.scenario.board))
        for place in places:
            yield _disc(place.x / unit, place.y / unit, _RING_RADIUS, _RING)
        if places:
            middle = middle_of(places)
            yield _disc(middle.x / unit + right, middle.y / unit + down, radius, _DISC)
