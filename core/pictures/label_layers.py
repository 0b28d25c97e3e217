"""The letters on the board: the label of every hex, and the names of places."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fairground.core.grid.labels import label
from fairground.core.pictures.colours import INK, PAPER, text_ink
from fairground.core.pictures.display_list import Group, Layer, Text, TextAnchor
from fairground.core.pictures.name_places import NAME_SIZE, NAME_SPACING, place_names

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene

#: How far above the middle of its hex a label's baseline is, and the size of its letters, in hex sizes.
LABEL_RISE = 0.59
LABEL_SIZE = 0.205


def label_layer(scene: Scene) -> Layer:
    """Return the label of every hex, dark on light ground and light on dark."""
    size = scene.plan.size
    letters: dict[str, list[Item]] = defaultdict(list)
    for place in scene.plan.places:
        text = label(place.column, place.row, scene.options.label_style)
        # Six characters and more must still fit between the upper corners.
        font = LABEL_SIZE * size * min(1.0, 5 / len(text))
        ink = text_ink(scene.ground(place))
        letters[ink].append(
            Text(place.x, place.y - LABEL_RISE * size, text, font, ink, anchor=TextAnchor.MIDDLE)
        )
    return Layer("labels", "Labels", tuple(Group(tuple(items)) for _, items in sorted(letters.items())))


def name_layer(scene: Scene) -> Layer:
    """Return the names of places, under the middle of their hexes."""
    items: list[Item] = []
    for at, name in sorted(place_names(scene.scenario.board).items()):
        place = scene.plan.place_of(at)
        if place is not None and name.text:
            items.append(name_text(scene, place, name.text, drop=name.drop))
    return Layer("names", "Place names", tuple(items))


def name_text(scene: Scene, place: HexPosition, name: str, *, drop: float) -> Text:
    """Return a name, as it is written, ``drop`` mm (on a hex of 11) under the middle of a hex, with a margin of paper."""
    unit = scene.plan.unit
    return Text(
        place.x,
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
