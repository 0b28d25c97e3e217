"""Marked hexes: a double outline around the ones that a picture is about, such as those that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.pictures.colours import GOLD, INK
from fairground.core.pictures.display_list import Join, Layer, PathShape

if TYPE_CHECKING:
    from fairground.core.pictures.scene import Scene


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
