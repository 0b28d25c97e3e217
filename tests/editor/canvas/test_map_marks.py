"""Selection, preview, the hex under the pointer, and the signs of findings."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtTest import QTest

from fairground.core.finding import Severity
from fairground.core.grid.layout import Layout
from fairground.core.scenario.shapes import Rows, Within
from fairground.editor.canvas.layers import MapLayer

if TYPE_CHECKING:
    from tests.editor.canvas.conftest import Stand
    from tests.editor.pixels import Pixels


def changed(before: Pixels, after: Pixels) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    found: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = (before != after).any(axis=2)
    return found


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("pitch", [3.0, 8.0, 40.0])
@pytest.mark.parametrize("what", ["set_selection", "set_preview"])
def test_an_outline_runs_inside_the_border_of_its_hexes(
    stand: Stand, layout: Layout, pitch: float, what: str
) -> None:
    scenario = stand.plain(layout, 150, 150)
    canvas = stand.show(scenario, pitch=pitch)
    board = scenario.board
    centre = layout.from_offset(75, 75)
    canvas.centre_on(centre)
    hexes = board.hexes_of(Within(2, board.label(centre)).mask(board))
    before = stand.pixels(canvas)
    getattr(canvas, what)(hexes)
    rows, columns = np.nonzero(changed(before, stand.pixels(canvas)))
    assert len(rows)
    pixels = zip(columns + 0.5, rows + 0.5, strict=True)
    under = [layout.hex_at(*canvas.camera.from_view(x, y)) for x, y in pixels]
    # The twelve hexes along the border; half of a pixel at it may lie beyond.
    assert len(hexes & set(under)) == 12 if pitch > 30 else 12 <= len(hexes & set(under)) <= 19
    assert sum(at in hexes for at in under) > (0.8 if pitch > 30 else 0.5) * len(under)
    getattr(canvas, what)(frozenset())
    assert (stand.pixels(canvas) == before).all()


def test_all_of_a_large_board_can_be_selected(stand: Stand) -> None:
    scenario = stand.plain(Layout.ODD_Q, 200, 200)
    canvas = stand.show(scenario)
    before = stand.pixels(canvas)
    canvas.set_selection(scenario.board.hexes_of(Rows(1, 200).mask(scenario.board)))
    assert changed(before, stand.pixels(canvas)).any()


def test_hexes_off_the_board_are_left_out(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    before = stand.pixels(canvas)
    canvas.set_preview(frozenset((Layout.ODD_Q.from_offset(-3, 2), Layout.ODD_Q.from_offset(4, 99))))
    assert (stand.pixels(canvas) == before).all()


def test_the_preview_of_the_tool_is_shown(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    tool = stand.record(canvas)
    before = stand.pixels(canvas)
    tool.preview_changed.emit(frozenset((Layout.ODD_Q.from_offset(5, 5),)))
    assert changed(before, stand.pixels(canvas)).any()


def test_the_hex_under_the_pointer_is_outlined(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    before = stand.pixels(canvas)
    at = Layout.ODD_Q.from_offset(5, 5)
    QTest.mouseMove(canvas, canvas.point_of(at).toPoint())
    canvas.settle()
    hovered = canvas.grab().toImage()
    assert hovered != stand.image(canvas)
    assert (stand.pixels(canvas) == before).all()


@pytest.mark.parametrize("pitch", [4.0, 40.0])
def test_every_severity_has_its_own_sign(stand: Stand, pitch: float) -> None:
    scenario = stand.plain(Layout.ODD_R, 120, 120)
    canvas = stand.show(scenario, pitch=pitch)
    name = scenario.board.label(scenario.board.layout.from_offset(60, 60))
    bare = stand.pixels(canvas)
    shapes, colours = [], []
    for severity in Severity:
        canvas.set_marked({name: severity, "A0": severity, "ZZ999": severity})
        marked = stand.pixels(canvas)
        mask = changed(bare, marked)
        assert 20 < mask.sum() < 700
        shapes.append(mask)
        colours.append(marked[mask].mean(axis=0))
    assert not any((a == b).all() for a, b in pairwise(shapes))
    assert not any(np.allclose(a, b, atol=5) for a, b in pairwise(colours))
    canvas.layers.set_visible(MapLayer.FINDINGS, visible=False)
    assert (stand.pixels(canvas) == bare).all()
    canvas.layers.set_visible(MapLayer.FINDINGS, visible=True)
    canvas.set_marked({})
    assert (stand.pixels(canvas) == bare).all()


def test_signs_stay_when_the_board_is_replaced(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    canvas.set_marked({"F5": "error"})
    canvas.set_selection(frozenset((Layout.ODD_Q.from_offset(3, 3),)))
    before = stand.pixels(canvas)
    stand.replace(canvas, "sides", list(canvas.document.scenario.sides))
    assert (stand.pixels(canvas) == before).all()
