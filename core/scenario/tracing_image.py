"""The tracing image of a scenario: a scan or sketch to draw over, which only the editor shows, and its place on the board."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from fairground.core.errors import ScenarioError
from fairground.core.grid.layout import SQRT3

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.board_transform import BoardTransform

#: The range of scales: the longer side of the image in hexes from side to side.
MIN_TRACING_SCALE, MAX_TRACING_SCALE = 0.1, 10_000.0
#: The largest distance of the middle of the image from A1, in hexes from side to side.
MAX_DISTANCE: Final = 10_000.0
#: The opacity of a new image, in percent.
TRACING_OPACITY: Final = 70
#: Decimals of place, scale and rotation.
TRACING_DECIMALS: Final = 4


@dataclass(frozen=True, slots=True)
class TracingImage:
    """An image to draw over, with its middle at ``at``, right of and below the centre of A1.

    ``image`` is a name in the scenario's ``images``. ``at`` and ``scale``, the longer side of the image, are in hexes from
    side to side. The image is flipped top to bottom if ``mirrored``, then turned by ``rotation`` in degrees clockwise, 0 to
    below 360. ``opacity`` is in percent, 0-100.
    """

    image: str
    at: tuple[float, float]
    scale: float
    rotation: float = 0.0
    mirrored: bool = False
    opacity: int = TRACING_OPACITY

    def __post_init__(self) -> None:
        if not (MIN_TRACING_SCALE <= self.scale <= MAX_TRACING_SCALE and 0 <= self.rotation < 360):
            raise ScenarioError(
                f"the tracing image has scale {self.scale:g} and rotation {self.rotation:g}; the scale must be "
                f"{MIN_TRACING_SCALE:g} to {MAX_TRACING_SCALE:g}, the rotation at least 0 and below 360"
            )
        if max(map(abs, self.at)) > MAX_DISTANCE or not 0 <= self.opacity <= 100:
            raise ScenarioError(
                f"a tracing image must be at most {MAX_DISTANCE:g} hexes from A1, with an opacity of 0 to 100"
            )

    @classmethod
    def placed(
        cls,
        image: str,
        middle: complex,
        scale: float,
        rotation: float = 0.0,
        *,
        mirrored: bool = False,
        opacity: int = TRACING_OPACITY,
    ) -> TracingImage:
        """Return a tracing image rounded as in files; ``middle`` is x + y i, both in hexes from side to side."""
        turn = _rounded(rotation % 360) % 360
        at = _rounded(middle.real), _rounded(middle.imag)
        return cls(image, at, _rounded(scale), turn, mirrored, opacity)

    @classmethod
    def covering(
        cls, image: str, size: tuple[float, float], extent: tuple[float, float, float, float]
    ) -> TracingImage:
        """Return an image as large as fits, in the middle of the board.

        ``size`` is width and height of the image in pixels; ``extent`` is left, top, right and bottom of the board, in the
        units of ``Layout.centre`` at size 1.
        """
        left, top, right, bottom = extent
        width, height = size
        share = min((right - left) / width, (bottom - top) / height)
        middle = complex(left + right, top + bottom) / (2 * SQRT3)
        return cls.placed(image, middle, share * max(size) / SQRT3)

    @classmethod
    def matching(
        cls,
        image: str,
        size: tuple[float, float],
        pixels: tuple[complex, complex],
        points: tuple[complex, complex],
    ) -> TracingImage:
        """Return an image with two of its pixels at two points of the board.

        Both are x + y i: pixels from the top left corner of the image, points in the units of ``Layout.centre`` at size 1.

        Raises
        ------
        ScenarioError
            When both pixels or both points are the same, or the image would be too large or too small.
        """
        if pixels[0] == pixels[1] or points[0] == points[1]:
            raise ScenarioError("to place a tracing image, give two different pixels and two different hexes")
        factor = (points[1] - points[0]) / (pixels[1] - pixels[0])
        middle = points[0] + factor * (complex(*size) / 2 - pixels[0])
        scale = abs(factor) * max(size) / SQRT3
        return cls.placed(image, middle / SQRT3, scale, math.degrees(cmath.phase(factor)))

    def carried(self, transform: BoardTransform) -> TracingImage:
        """Return the image moved, turned and flipped with the hexes to another board."""
        layout = transform.before
        x, y = self.at[0] * SQRT3, self.at[1] * SQRT3
        near = layout.hex_at(x, y)
        from_x, from_y = layout.centre(near)
        to_x, to_y = transform.after.centre(transform.hex(near))
        across, down = transform.offset(x - from_x, y - from_y)
        right = complex(*transform.offset(*_unit(self.rotation)))
        return replace(
            self.placed(
                self.image,
                complex(to_x + across, to_y + down) / SQRT3,
                self.scale,
                math.degrees(cmath.phase(right)),
            ),
            mirrored=self.mirrored != transform.mirrored,
            opacity=self.opacity,
        )


def without_tracing_image(scenario: Scenario) -> Scenario:
    """Return a scenario without its tracing image, and without an image that only this one used."""
    if scenario.underlay is None:
        return scenario
    name = scenario.underlay.image
    is_used = any(it.image == name for it in scenario.decorations)
    images = {key: it for key, it in scenario.images.items() if key != name or is_used}
    return replace(scenario, underlay=None, images=images)


def _unit(rotation: float) -> tuple[float, float]:
    turned = cmath.rect(1.0, math.radians(rotation))
    return turned.real, turned.imag


def _rounded(value: float) -> float:
    return round(value, TRACING_DECIMALS) + 0.0
