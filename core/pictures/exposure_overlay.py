"""How many hexes see each hex: a tint from dark, for few, to light, for many, and the number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from fairground.core.pictures.colours import INK, bold_ink, mix
from fairground.core.pictures.display_list import Join, Layer, Polygon, Text, TextAnchor
from fairground.core.pictures.legend import LegendItem, LegendSection
from fairground.core.pictures.lettering import number_in_hex, taken_hexes

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.scene import Scene

#: Cividis, from low to high: lighter and yellower the more, for colour-blind eyes and in grey too.
_RAMP = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")
#: How much of the map shows through.
_OPACITY = 0.78
_SAMPLES = 5


@dataclass(frozen=True, eq=False, slots=True)
class ExposureDrawing:
    """The number of hexes that see each hex, of shape ``[rows, columns]``; void ones have none."""

    seen_by: NDArray[np.int64]
    void: NDArray[np.bool_]

    @property
    def _bounds(self) -> tuple[int, int]:
        counts = self.seen_by[~self.void]
        return (int(counts.min()), int(counts.max())) if counts.size else (0, 0)

    def under(self, scene: Scene) -> list[Layer]:
        """Return the tints."""
        low, high = self._bounds
        items = [
            Polygon(
                scene.plan.outline(place),
                fill=tint(int(self.seen_by[place.row, place.column]), low, high),
                opacity=_OPACITY,
            )
            for place in scene.plan.places
        ]
        return [Layer("exposure", "Exposure", tuple(items))]

    def over(self, scene: Scene) -> list[Layer]:
        """Return the numbers."""
        bounds = self._bounds
        taken = taken_hexes(scene)
        items: list[Item] = []
        for place in scene.plan.places:
            count = int(self.seen_by[place.row, place.column])
            ground = tint(count, *bounds)
            items += number_in_hex(scene, place, str(count), ground, beside=place.hex in taken)
        return [Layer("exposure-numbers", "Exposure: numbers", tuple(items))]

    def section(self) -> LegendSection:
        """Return the ramp with its numbers."""
        return LegendSection("Seen by so many hexes", tuple(self._entries()))

    def _entries(self) -> Iterator[LegendItem]:
        low, high = self._bounds
        steps = min(_SAMPLES, high - low + 1)
        counts = [low + (high - low) * i // max(steps - 1, 1) for i in range(steps)]
        yield LegendItem(partial(_samples, tuple(counts), (low, high)))


def tint(count: int, low: int, high: int) -> str:
    """Return the colour of a number between the lowest and the highest."""
    at = (count - low) / (high - low) * (len(_RAMP) - 1) if high > low else 0.0
    step = min(int(at), len(_RAMP) - 2)
    return mix(_RAMP[step], _RAMP[step + 1], round(at - step, 3))


def _samples(
    counts: tuple[int, ...], bounds: tuple[int, int], scene: Scene, x: float, y: float, size: float
) -> list[Item]:
    items: list[Item] = []
    small = size * 0.86
    for i, count in enumerate(counts):
        at = x + 1.86 * size * i
        fill = tint(count, *bounds)
        font = small * (0.62 if count < 1000 else 0.5)
        items += [
            Polygon(
                scene.plan.hexagon(at, y, small), fill=fill, stroke=INK, width=0.05 * small, join=Join.ROUND
            ),
            Text(at, y + 0.36 * font, str(count), font, bold_ink(fill), anchor=TextAnchor.MIDDLE, bold=True),
        ]
    return items
