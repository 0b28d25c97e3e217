"""The scales of overlays over every terrain, as colour-blind eyes see them: three dichromacies, by simulation.

The matrices are those of Machado, Oliveira and Fernandes (2009) for the complete lack of one kind of cone, on linear RGB.
Differences are distances in CIELAB; about 2.3 is just noticeable side by side.
"""

from __future__ import annotations

from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from fairground.core.pictures.colours import (
    EXPOSURE_OPACITY,
    INK,
    PAPER,
    REACH_OPACITY,
    REACH_VEIL,
    SIDE_COLOURS,
    TERRITORY_OPACITY,
    TIE_OPACITY,
    channels,
    mix,
)
from fairground.core.pictures.exposure_drawing import tint
from fairground.core.pictures.reach_drawing import shade
from fairground.core.pictures.tiles import load_tile, tile_names
from fairground.core.pictures.zone_layers import side_hatching

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

EYES: Final = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}
_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)
#: The ink over the map in a light window and in a dark one.
VEILS: Final = {"light": 0.0, "dark": 0.2}
FILLS: Final = sorted({load_tile(name).fill for name in tile_names()} - {""})


def lab(colour: str, eyes: str) -> NDArray[np.float64]:
    """Return a colour in CIELAB as eyes see it."""
    value = np.array(channels(colour)) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    x, y, z = np.array(_XYZ) @ np.clip(np.array(EYES[eyes]) @ linear, 0, 1) / np.array(_WHITE)
    f = [np.cbrt(it) if it > 216 / 24389 else (24389 / 27 * it + 16) / 116 for it in (x, y, z)]
    return np.array((116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])))


def seen(
    colours: Iterable[str], opacity: float, terrain: str, theme: str, eyes: str
) -> list[NDArray[np.float64]]:
    """Return colours of an overlay over a terrain; the ink of a dark window lies below the overlay."""
    ground = mix(terrain, INK, VEILS[theme])
    return [lab(mix(ground, colour, opacity), eyes) for colour in colours]


def difference(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(one - other))


def least(colours: Sequence[NDArray[np.float64]]) -> float:
    """Return the smallest difference of neighbours in a scale."""
    return min(difference(one, other) for one, other in pairwise(colours))


EVERYWHERE = pytest.mark.parametrize(("theme", "eyes"), [*product(VEILS, EYES)])


def test_the_simulation_leaves_greys_grey_and_takes_red_from_green() -> None:
    for eyes in EYES:
        assert np.abs(lab("#808080", eyes)[1:]).max() < 1
    red, green = "#d03030", "#7a8a20"
    full = difference(lab(red, "all cones"), lab(green, "all cones"))
    assert difference(lab(red, "deuteranopia"), lab(green, "deuteranopia")) < full / 2


@EVERYWHERE
def test_the_shades_of_exposure_are_told_apart_on_every_terrain(theme: str, eyes: str) -> None:
    shades = [tint(it, 0, 4) for it in range(5)]
    assert min(least(seen(shades, EXPOSURE_OPACITY, it, theme, eyes)) for it in FILLS) > 10


@EVERYWHERE
def test_more_exposure_is_lighter_whatever_the_terrain(theme: str, eyes: str) -> None:
    shades = [tint(it, 0, 4) for it in range(5)]
    lightness = np.array(
        [[it[0] for it in seen(shades, EXPOSURE_OPACITY, fill, theme, eyes)] for fill in FILLS]
    )
    for step in range(3):
        assert lightness[:, step].max() < lightness[:, step + 2].min()


@EVERYWHERE
def test_turns_of_reach_and_the_veil_out_of_reach_are_told_apart(theme: str, eyes: str) -> None:
    turns = [shade(it) for it in range(1, 6)]
    for fill in FILLS:
        tints = seen(turns, REACH_OPACITY, fill, theme, eyes)
        (veil,) = seen([PAPER], REACH_VEIL, fill, theme, eyes)
        assert least(tints) > 6
        assert min(difference(it, veil) for it in tints) > 8


@EVERYWHERE
def test_the_territories_of_two_sides_and_ties_are_told_apart(theme: str, eyes: str) -> None:
    for fill in FILLS:
        one, other = seen(SIDE_COLOURS[:2], TERRITORY_OPACITY, fill, theme, eyes)
        (tie,) = seen([PAPER], TIE_OPACITY, fill, theme, eyes)
        assert min(difference(one, other), difference(one, tie), difference(other, tie)) > 15


def test_of_more_sides_each_has_a_hatch_of_its_own() -> None:
    hatches = [side_hatching(side).hatch for side in range(len(SIDE_COLOURS))]
    for one, other in combinations(hatches, 2):
        assert (one.mark, one.angle, one.spacing) != (other.mark, other.angle, other.spacing)
