"""A hex of plain ground, which the samples in a legend are drawn on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.pictures.colours import INK
from fairground.core.pictures.display_list import Polygon

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.scene import Scene

_GROUND = "#efe7d2"


def ground_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    """Return a hex of plain ground around a point."""
    return [Polygon(scene.plan.hexagon(x, y, size), fill=_GROUND, stroke=INK, width=0.05 * size)]
