"""Where the names of places and objectives stand in a picture: near their hexes, clear of what else is written there."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.pictures.display_list import Layer
from fairground.core.pictures.label_layers import (
    LABEL_RISE,
    LABEL_SIZE,
    NAME_SIZE,
    NAME_SPACING,
    name_text,
    written_name,
)
from fairground.core.pictures.lettering import text_width
from fairground.core.pictures.relief_layers import BADGE_DROP, BADGE_RADIUS
from fairground.core.pictures.zone_layers import middle_of, places_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.pictures.display_list import Text
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene

#: Where a baseline may be below the middle of a hex, and how far a name may be moved sideways, in mm on a hex of 11; the
#: usual place first.
_DROPS: Final = (5.2, 8.6, -2.4, 11.4, -7.0, 1.0)
_SHIFTS: Final = (0.0, 4.0, -4.0, 8.0, -8.0)
#: What a square mm of each thing under a name costs, and a mm of distance from the usual place.
_NAME, _DISC, _UNIT, _LABEL, _RING, _OUTSIDE, _AWAY = 12.0, 8.0, 3.0, 2.0, 0.4, 12.0, 0.25
#: The discs of objectives and units, in mm on a hex of 11: centre to the right and down, and radius.
_PLAQUE: Final = (6.0, -4.1, 2.4)
_COUNTER: Final = 4.0
_RING_RADIUS: Final = 6.0
#: Letters above and below the baseline, as shares of their size.
_ASCENT, _DESCENT = 0.8, 0.25
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
        return sum(it.cost * box.shared(it) for it in near)

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
        best = min(
            (
                (_cost(boxes, frame, _box(place, unit, width, shift, drop), shift, drop), shift, drop)
                for drop in _DROPS
                for shift in _SHIFTS
            ),
            key=lambda it: round(it[0], 6),
        )
        _, shift, drop = best
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


def _cost(boxes: _Boxes, frame: _Box, box: _Box, shift: float, drop: float) -> float:
    away = abs(shift) + abs(drop - _DROPS[0])
    return boxes.cost(box) + _OUTSIDE * (box.area - box.shared(frame)) + _AWAY * away


def _box(place: HexPosition, unit: float, width: float, shift: float, drop: float) -> _Box:
    x, baseline = place.x / unit + shift, place.y / unit + drop
    return _Box(x - width / 2, baseline - _ASCENT * NAME_SIZE, x + width / 2, baseline + _DESCENT * NAME_SIZE)


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
