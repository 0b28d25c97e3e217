"""What floats over the map looks as it will lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import POINT_SYMMETRIES
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.transform.clip import clip_of
from fairground.core.scenario.transform.paste import ClipLayer, paste
from fairground.editor.canvas.floating import Floating

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.transform.clip import Clip
    from tests.editor.canvas.conftest import ShownCanvas, Stand

ALL = frozenset(ClipLayer)
RED = "#c62828"


def piece(layout: Layout) -> Clip:
    """A clip of flat colours: walls, clear ground, a void hole."""
    board = Board.blank(layout, 4, 4)
    board.palette += [
        PaletteEntry("#", ("wall",)),
        PaletteEntry("v", ("void",)),
        PaletteEntry("u", ("water",)),
    ]
    board.terrain[1, :] = 1
    board.terrain[2, 2] = 2
    board.terrain[3, 1] = 3
    return clip_of(board, tuple(board.hexes()), board.parse("B2"))


def float_on(canvas: ShownCanvas, clip: Clip, at: Hex, layers: frozenset[ClipLayer] = ALL) -> Floating:
    floating = Floating()
    floating.show(canvas.document.scenario, clip, at, layers)
    canvas.set_floating(floating)
    return floating


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("symmetry", POINT_SYMMETRIES[1::4])
def test_it_looks_as_the_board_does_afterwards(stand: Stand, layout: Layout, symmetry: Symmetry) -> None:
    clip = piece(layout).transformed(symmetry)
    for label in ("F5", "G6"):
        scenario = stand.plain(layout)
        canvas = stand.show(scenario, pitch=40)
        at = scenario.board.parse(label)
        bare = stand.pixels(canvas)
        float_on(canvas, clip, at)
        floating = stand.pixels(canvas)
        scenario.board = paste(scenario.board, clip, at).applied(scenario.board)
        after = stand.pixels(stand.show(scenario, pitch=40))
        # Symbols differ a little from hex to hex; the ground, shores and edges of walls are the same.
        changed = (floating != bare).any(axis=2) | (after != bare).any(axis=2)
        same = (np.abs(floating.astype(int) - after.astype(int)) < 40).all(axis=2)
        assert changed.mean() > 0.02
        assert same[changed].mean() > 0.8
        assert same[~changed].all()


def test_hexes_without_a_place_are_crossed_out(stand: Stand) -> None:
    scenario = stand.plain()
    canvas = stand.show(scenario)
    board = scenario.board
    hole = board.parse("C3")
    board.terrain[board.cell(hole)] = 2
    clip = clip_of(stand.plain().board, tuple(board.parse(it) for it in ("B3", "C3", "A3")), hole)
    float_on(canvas, clip, hole)
    assert stand.difference(stand.colour_at(canvas, hole), RED) < 40
    for label in ("B3", "A3"):
        assert stand.difference(stand.colour_at(canvas, board.parse(label)), RED) > 40
    outside = board.layout.from_offset(-1, 3)
    float_on(canvas, clip_of(stand.plain().board, (hole,), hole), outside)
    assert stand.difference(stand.colour_at(canvas, outside), RED) < 40


def test_only_the_chosen_layers_are_drawn(stand: Stand) -> None:
    scenario = stand.plain()
    canvas = stand.show(scenario, pitch=40)
    at = scenario.board.parse("F5")
    before = stand.main_colour(canvas, at)
    wall = clip_of(_walls(), (at,), at)
    float_on(canvas, wall, at, ALL)
    terrain = stand.main_colour(canvas, at)
    float_on(canvas, wall, at, frozenset((ClipLayer.NAMES,)))
    tinted = stand.main_colour(canvas, at)
    assert len({before, terrain, tinted}) == 3


def _walls() -> Board:
    board = Board.blank(Layout.ODD_Q, 12, 10)
    board.palette = [PaletteEntry("#", ("wall",))]
    return board


def test_it_is_drawn_again_when_its_sprites_have_taken_too_much_room(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The time for drawing sprites ends with the paint that it was given to: the next may come much later.
    now = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])
    monkeypatch.setattr("fairground.editor.canvas.scales._MOST_PIXELS", 1)
    scenario = stand.plain()
    canvas = stand.show(scenario, pitch=40)
    at = scenario.board.parse("F5")
    float_on(canvas, clip_of(_walls(), (at,), at), at)
    first = stand.pixels(canvas)
    now[0] += 1.0
    canvas.update()
    assert (stand.pixels(canvas) == first).all()


def test_from_afar_it_is_a_tint(stand: Stand) -> None:
    scenario = stand.plain(columns=120, rows=120)
    canvas = stand.show(scenario, pitch=4)
    assert not canvas.camera.is_near
    at = scenario.board.parse("BH60")
    before = stand.colour_at(canvas, at)
    float_on(canvas, clip_of(scenario.board, (at,), at), at)
    assert stand.colour_at(canvas, at) != before


def test_nothing_floats_without_a_clip(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    before = stand.pixels(canvas)
    floating = Floating()
    canvas.set_floating(floating)
    assert np.array_equal(stand.pixels(canvas), before)
    floating.show(canvas.document.scenario, piece(Layout.ODD_Q), None, ALL)
    assert np.array_equal(stand.pixels(canvas), before)
    canvas.set_floating(None)
    assert np.array_equal(stand.pixels(canvas), before)


def test_a_scenario_is_not_kept_for_a_clip_that_was_put_away(stand: Stand) -> None:
    scenario = stand.plain(Layout.ODD_Q)
    floating = float_on(stand.show(scenario, pitch=40), piece(Layout.ODD_Q), scenario.board.parse("F5"))
    assert any(it is scenario for it in vars(floating).values())
    floating.show(scenario, None, scenario.board.parse("F5"), ALL)
    assert not any(it is scenario for it in vars(floating).values())


def test_what_is_new_comes_in_several_paints(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairground.editor.canvas.floating._DRAWING", 0.0)
    scenario = stand.plain()
    canvas = stand.show(scenario, pitch=40)
    floating = float_on(canvas, piece(scenario.board.layout), scenario.board.parse("F5"))
    paints = 0
    while not floating.is_whole:
        assert not canvas.is_settled
        canvas.grab()
        paints += 1
    # A sprite a paint, and the last one draws the whole.
    assert 3 < paints < 100
    whole = stand.pixels(canvas)
    turned = piece(scenario.board.layout).transformed(POINT_SYMMETRIES[3])
    floating.show(scenario, turned, scenario.board.parse("F5"), ALL)
    floating.show(scenario, piece(scenario.board.layout), scenario.board.parse("F5"), ALL)
    canvas.grab()
    # Turned there and back, it is of the sprites that there are.
    assert floating.is_whole
    assert (stand.pixels(canvas) == whole).all()
