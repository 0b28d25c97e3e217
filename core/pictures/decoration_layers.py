"""Decorations: images below and above the grid lines."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.files.images import ScenarioImage, find_image
from fairground.core.grid.layout import SQRT3
from fairground.core.pictures.colours import GRID
from fairground.core.pictures.display_list import Join, Layer, PlacedImage, Polygon
from fairground.core.scenario.decorations import DecorationLayer, decoration_point

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.decorations import Decoration
    from fairground.core.scenario.document import Scenario


class ShownDecoration(NamedTuple):
    """A decoration that is drawn: its image, and where, with the centre of A1 at (0, 0)."""

    decoration: Decoration
    image: ScenarioImage
    placed: PlacedImage

    @property
    def reach(self) -> float:
        """The distance from the middle to the corners."""
        return math.hypot(self.placed.width, self.placed.height) / 2

    def corners(self) -> tuple[Point, ...]:
        """Return the corners of the image, clockwise."""
        it, turn = self.placed, math.radians(self.placed.rotation)
        cos, sin = math.cos(turn), math.sin(turn)
        return tuple(
            (it.x + x * cos - y * sin, it.y + x * sin + y * cos)
            for x, y in (
                (-it.width / 2, -it.height / 2),
                (it.width / 2, -it.height / 2),
                (it.width / 2, it.height / 2),
                (-it.width / 2, it.height / 2),
            )
        )


def shown_decorations(scenario: Scenario, *, size: float = 1.0) -> tuple[ShownDecoration, ...]:
    """Return the decorations that are drawn, the lowest first: on the board, with an image that can be drawn.

    ``size`` is centre to corner of a hex.
    """
    board = scenario.board
    images = {name: find_image(scenario, name) for name in {it.image for it in scenario.decorations}}
    return tuple(
        ShownDecoration(it, image, _placed(board.layout, it, image, size))
        for it in scenario.decorations
        if board.contains(it.hex) and isinstance(image := images[it.image], ScenarioImage)
    )


def _placed(layout: Layout, decoration: Decoration, image: ScenarioImage, size: float) -> PlacedImage:
    x, y = decoration_point(layout, decoration, size=size)
    share = decoration.scale * SQRT3 * size / max(image.width, image.height)
    return PlacedImage(decoration.image, x, y, image.width * share, image.height * share, decoration.rotation)


def decorations_below(scene: Scene) -> tuple[Layer, Layer]:
    """Return the decorations below the grid, and the grid lines over them."""
    images = tuple(_images(scene, DecorationLayer.BELOW))
    lines: list[Item] = []
    if images and scene.options.grid:
        width = 0.22 * scene.plan.unit
        for place in scene.plan.places:
            if any(_touches(it, place.x, place.y, scene.plan.size) for it in images):
                outline = scene.plan.outline(place)
                lines.append(Polygon(outline, stroke=GRID, width=width, join=Join.ROUND))
    return Layer("decorations-below", "Decorations below the grid", images), Layer(
        "grid", "Grid", tuple(lines)
    )


def decorations_above(scene: Scene) -> Layer:
    """Return the decorations above the grid."""
    return Layer("decorations", "Decorations", tuple(_images(scene, DecorationLayer.ABOVE)))


def _images(scene: Scene, layer: DecorationLayer) -> Iterator[PlacedImage]:
    """Yield the images of a layer, in their order; those that cannot be drawn are findings of the scenario."""
    left, top = scene.plan.origin
    for it in shown_decorations(scene.scenario, size=scene.plan.size):
        if it.decoration.layer is layer:
            scene.images[it.placed.image] = it.image
            yield replace(it.placed, x=it.placed.x + left, y=it.placed.y + top)


def _touches(image: PlacedImage, x: float, y: float, size: float) -> bool:
    reach = math.hypot(image.width, image.height) / 2 + size
    return math.hypot(image.x - x, image.y - y) < reach
