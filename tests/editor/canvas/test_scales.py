"""Tables from what a hex holds to its sprite."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.grid.layout import Layout
from fairground.core.pictures.display_list import Polygon
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.canvas.camera import Camera
from fairground.editor.canvas.facts import Facts
from fairground.editor.canvas.scales import Scale, Scales
from fairground.editor.canvas.sprites import Sprite

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    Asked = list[int]


@pytest.fixture
def scale(qapp: object) -> Scale:  # noqa: ARG001  # pixmaps need it
    scenario = blank_scenario("Any", layout=Layout.ODD_Q, size=(8, 8), ruleset="penance-2.0")
    return Scale(Facts(scenario), Camera(Layout.ODD_Q, 8, 8, 400, 300))


def test_a_few_scales_are_kept_and_none_of_an_earlier_version(qapp: object) -> None:  # noqa: ARG001
    scenario = blank_scenario("Any", layout=Layout.ODD_Q, size=(8, 8), ruleset="penance-2.0")
    facts, scales = Facts(scenario), Scales()
    cameras = [Camera(Layout.ODD_Q, 8, 8, 400, 300, wanted=pitch) for pitch in (20, 30, 40, 50)]
    assert len({it.scale for it in cameras}) == 4
    first, *others = [scales.at(facts, it) for it in cameras]
    assert [scales.at(facts, it) for it in cameras[1:]] == others
    assert scales.at(facts, cameras[0]) is not first
    old = weakref.ref(scales.at(facts, cameras[3]))
    del first, others
    facts.refresh_looks()
    scales.at(facts, cameras[0])
    gc.collect()
    assert old() is None


def maker(asked: Asked) -> Callable[[int], tuple[Hashable, Callable[[], Sprite]]]:
    """Return a function that makes a square for each value, two values alike, and notes what it was asked for."""

    def made(value: int) -> tuple[Hashable, Callable[[], Sprite]]:
        asked.append(value)
        side = 1.0 + value % 7
        corners = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
        return value // 2, lambda: Sprite((Polygon(corners, fill="#000000"),))

    return made


@pytest.mark.parametrize("spread", [1, 1000, 10**8])
def test_every_value_gets_its_sprite_small_or_large(scale: Scale, spread: int) -> None:
    values = np.array([[3, 2, 9], [3, 8, 8]], np.int64) * spread
    sprites = scale.sprites("it", values, maker([]))
    assert sprites.shape == values.shape
    one = {int(value): int(sprite) for value, sprite in zip(values.flat, sprites.flat, strict=True)}
    assert len(one) == 4
    assert sorted(set(one.values())) == list(range(1, 1 + len({value // 2 for value in one})))


def test_what_lasts_is_asked_for_once(scale: Scale) -> None:
    asked: Asked = []
    values = np.array([5, 6, 5], np.int64)
    first = scale.sprites("it", values, maker(asked), meaning=())
    assert np.array_equal(scale.sprites("it", values, maker(asked), meaning=()), first)
    assert sorted(asked) == [5, 6]
    scale.sprites("it", values, maker(asked), meaning="another")
    scale.sprites("it", values, maker(asked))
    assert sorted(asked) == [5, 5, 5, 6, 6, 6]


def test_nothing_lasts_longer_than_its_sheet(scale: Scale) -> None:
    asked: Asked = []
    values = np.array([5, 6], np.int64)
    scale.sprites("it", values, maker(asked), meaning=())
    scale.sheet.clear()
    again = scale.sprites("it", values, maker(asked), meaning=())
    assert len(asked) == 4
    assert int(again.min()) > 0


def test_no_values_no_sprites(scale: Scale) -> None:
    assert scale.sprites("it", np.zeros((0, 3), np.int64), maker([])).shape == (0, 3)
