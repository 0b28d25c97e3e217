"""Effects on a hex: none hides another."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from fairground.core.pictures import draw_board
from fairground.core.pictures.display_list import TileSymbol
from fairground.core.pictures.terrain_layers import effect_places
from fairground.core.scenario.board import PaletteEntry

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

#: Half the width of the widest symbol of an effect, in mm on a hex of 11.
HALF = 7.5


def test_fire_under_smoke_is_seen(arena: Scenario) -> None:
    arena.board.effects_palette.append(PaletteEntry("b", ("fire", "smoke")))
    arena.board.effects[:] = 0
    arena.board.effects[3, 5] = 2
    layer = draw_board(arena).layer("effects")
    assert layer is not None
    fire, smoke = layer.items
    assert isinstance(fire, TileSymbol)
    assert isinstance(smoke, TileSymbol)
    assert (fire.tile, smoke.tile) == ("fire", "smoke")
    assert abs(fire.x - smoke.x) >= HALF * min(fire.scale, smoke.scale)


def test_one_effect_is_in_the_middle_at_full_size() -> None:
    assert effect_places(1) == [(0.0, 0.0, 1.0)]
    assert effect_places(0) == []


@pytest.mark.parametrize("count", range(2, 6))
def test_several_are_apart_and_on_their_hex(count: int) -> None:
    places = effect_places(count)
    assert len(places) == count
    for x, y, scale in places:
        assert (x**2 + y**2) ** 0.5 + 0.5 * HALF * scale < 11
    for (x, y, scale), (other_x, other_y, _) in combinations(places, 2):
        assert ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5 > 0.6 * HALF * scale
