"""Exposure: the number of hexes that see each hex, and a tint from dark for few to light for many."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from fairground.core.pictures.board_overlay import ENGLISH, BoardOverlay, HexLook, Sample, Words, within
from fairground.core.pictures.colours import EXPOSURE_OPACITY, EXPOSURE_RAMP, INK, mix
from fairground.core.pictures.display_list import Join, Polygon
from fairground.core.pictures.legend import LegendItem, LegendSection
from fairground.core.pictures.lettering import number_in_hex, number_text, taken_hexes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario

_SAMPLES = 5
#: The number of shades on the canvas; pictures have one for each number.
SHADES: Final = 64


@dataclass(frozen=True, eq=False)
class ExposureDrawing(BoardOverlay):
    """The number of hexes that see each hex, ``[rows, columns]``; ``among`` are answers that share its shades.

    ``beside`` has the lowest and the highest number of another board that shares them, too.
    """

    scenario: Scenario
    seen_by: NDArray[np.integer]
    among: tuple[NDArray[np.integer], ...] = ()
    beside: tuple[int, int] | None = None

    id = "exposure"
    title = "Exposure"
    marks_layer = ("exposure-numbers", "Exposure: numbers")

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the exposure of the whole board."""
        if not options.exposure:
            return None
        from fairground.core.sight.field.visibility import visibility

        return cls(scenario, visibility(scenario, options.sight_range, options.heights).exposure())

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest number, of other answers and of another board to compare with as well."""
        if self.beside is None:
            return self.own_bounds
        return min(self.own_bounds[0], self.beside[0]), max(self.own_bounds[1], self.beside[1])

    @cached_property
    def own_bounds(self) -> tuple[int, int]:
        """The lowest and the highest number of this board, of other answers as well."""
        counts = [it[~self.scenario.board.void] for it in (self.seen_by, *self.among)]
        if not counts[0].size:
            return 0, 0
        return min(int(it.min()) for it in counts), max(int(it.max()) for it in counts)

    @property
    def is_uniform(self) -> bool:
        """Whether the same number of hexes sees each."""
        return self.bounds[0] == self.bounds[1]

    @cached_property
    def looks(self) -> tuple[HexLook, ...]:
        """The shades of the canvas, from dark to light."""
        return tuple(HexLook(str(it), fill=tint(it, 0, SHADES - 1), opacity=1.0) for it in range(SHADES))

    @cached_property
    def kinds(self) -> NDArray[np.integer]:
        """The shade of each hex, from 1."""
        low, high = self.bounds
        shades = np.clip((self.seen_by - low) * (SHADES - 1) // max(high - low, 1), 0, SHADES - 1)
        return np.where(self.scenario.board.void, 0, shades + 1)

    def heading(self, tr: Words) -> str:
        """Return the meaning of the numbers."""
        return tr("Number of hexes that see each hex")

    def unit(self, tr: Words) -> str:
        """Return the unit of the numbers."""
        return tr("hexes that see it")

    def entries(self, tr: Words = ENGLISH) -> Iterator[LegendItem]:
        """Yield some numbers from the lowest to the highest."""
        low, high = self.bounds
        if self.is_uniform:
            yield LegendItem(Sample(), tr("{count} for all hexes", count=low))
            return
        words = {
            low: tr("safest: seen from the fewest hexes"),
            high: tr("most exposed: seen from the most hexes"),
        }
        for count, about in zip(self._samples, self._spans, strict=True):
            look = HexLook("", fill=tint(count, low, high))
            yield LegendItem(Sample(look), f"{count}  {words.get(count, '')}".rstrip(), about=about)

    @property
    def _samples(self) -> tuple[int, ...]:
        low, high = self.bounds
        steps = min(_SAMPLES, high - low + 1)
        return tuple(low + (high - low) * i // max(steps - 1, 1) for i in range(steps))

    @property
    def _spans(self) -> tuple[tuple[int, int], ...]:
        """The lowest and the highest of the numbers that are nearest to each sample."""
        low, high = self.bounds
        bounds = [(a + b) // 2 for a, b in pairwise(self._samples)]
        return tuple(zip((low, *(it + 1 for it in bounds)), (*bounds, high), strict=True))

    def describe_hex(self, row: int, column: int, tr: Words) -> str:
        """Return how many hexes see a hex."""
        return tr("seen by {hexes}", hexes=tr.hexes(int(self.seen_by[row, column])))

    def hexes_about(self, about: object) -> NDArray[np.bool_] | None:
        """Return the hexes whose number is nearest to that of an entry."""
        return within(self.seen_by, about, self.scenario.board.void)

    def section(self) -> LegendSection:
        """Return the numbers in one row."""
        if self.is_uniform:
            return super().section()
        return LegendSection(self.heading(ENGLISH), (LegendItem(self._row),))

    def _row(self, scene: Scene, x: float, y: float, size: float) -> list[Item]:
        items: list[Item] = []
        small = size * 0.86
        for i, count in enumerate(self._samples):
            at, fill = x + 1.86 * size * i, tint(count, *self.bounds)
            font = small * (0.62 if count < 1000 else 0.5)
            hexagon = scene.plan.hexagon(at, y, small)
            items += [
                Polygon(hexagon, fill=fill, stroke=INK, width=0.05 * small, join=Join.ROUND),
                number_text(at, y, str(count), font, fill),
            ]
        return items

    def shades(self, scene: Scene) -> Iterator[Item]:
        """Yield a tint for each hex."""
        for place in scene.plan.places:
            fill = tint(int(self.seen_by[place.row, place.column]), *self.bounds)
            yield Polygon(scene.plan.outline(place), fill=fill, opacity=EXPOSURE_OPACITY)

    def marks(self, scene: Scene) -> Iterator[Item]:
        """Yield the numbers."""
        taken = taken_hexes(scene)
        for place in scene.plan.places:
            count = int(self.seen_by[place.row, place.column])
            ground = tint(count, *self.bounds)
            yield from number_in_hex(scene, place, str(count), ground, beside=place.hex in taken)


def tint(count: int, low: int, high: int) -> str:
    """Return the colour of a number between the lowest and the highest."""
    at = (count - low) / (high - low) * (len(EXPOSURE_RAMP) - 1) if high > low else 0.0
    step = min(int(at), len(EXPOSURE_RAMP) - 2)
    return mix(EXPOSURE_RAMP[step], EXPOSURE_RAMP[step + 1], round(at - step, 3))
