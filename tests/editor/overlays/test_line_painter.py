from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF

from fairground.core import sight
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside_between
from fairground.core.pictures.colours import SIGHT_BLOCKED, SIGHT_CLEAR
from fairground.core.sight.line.verdict import SightVerdict
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.document.patches import hexside_patch
from fairground.editor.overlays.line_painter import apart, paint_sight

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from PySide6.QtGui import QImage
    from pytestqt.qtbot import QtBot

    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.sprites import Sprite
    from tests.editor.overlays.conftest import Look, LookMaker


class Line:
    """A line of sight on a map, and how many sprites of its own it was drawn with."""

    def __init__(self, qtbot: QtBot, look: Look, start: Hex, end: Hex) -> None:
        found = sight(look.scenario, start, end)
        assert isinstance(found, SightVerdict)
        self.sight = found
        self.canvas = Canvas(look.document, LayerModel())
        qtbot.addWidget(self.canvas)
        self.canvas.resize(700, 700)
        self.canvas.show()
        self.canvas.settle()
        self.asked: list[object] = []
        self.canvas.set_covers((self,), ())
        self.canvas.settle()
        self.image: QImage = self.canvas.grab().toImage()

    def paint(self, frame: Frame) -> None:
        sheet = frame.scale.sheet
        index = sheet.index

        def asked(key: Hashable, make: Callable[[], Sprite]) -> int:
            if isinstance(key, tuple) and key[0] == "sight":
                self.asked.append(key)
            return index(key, make)

        sheet.index = asked  # type: ignore[method-assign]  # an ear
        try:
            paint_sight(frame, self.sight)
        finally:
            sheet.index = index  # type: ignore[method-assign]

    def shows(self, colour: str, points: Iterable[QPointF]) -> list[bool]:
        """Whether the colour is within two pixels of each point."""
        around = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3)]
        return [
            any(
                self.image.pixelColor(round(at.x()) + dx, round(at.y()) + dy).name() == colour
                for dx, dy in around
            )
            for at in points
        ]


def test_every_hex_that_blocks_has_a_cross_and_an_outline(qtbot: QtBot, make_look: LookMaker) -> None:
    look = make_look()
    names = ("D2", "D3", "D4", "D5", "D6")
    look.wall(*names)
    line = Line(qtbot, look, look.hex("D1"), look.hex("D7"))
    blockers = [look.hex(name) for name in names]
    assert line.sight.blocked_by == tuple(blockers)
    middles = [line.canvas.point_of(at) for at in blockers]
    # The arms of a cross reach beyond the broken line in the middle.
    arm = (middles[1] - middles[0]) / 14
    assert all(line.shows(SIGHT_BLOCKED, [at + arm + QPointF(arm.y(), 0) for at in middles]))
    to_side = [line.canvas.point_of(at + Hex(1, 0)) for at in blockers]
    outlines = [at + (beside - at) * 0.465 for at, beside in zip(middles, to_side, strict=True)]
    assert all(line.shows(SIGHT_BLOCKED, outlines))


def test_however_many_block_the_signs_are_drawn_once(qtbot: QtBot, make_look: LookMaker) -> None:
    look = make_look()
    look.wall("D2", "D3", "D4", "D5", "D6")
    line = Line(qtbot, look, look.hex("D1"), look.hex("D7"))
    assert set(line.asked) == {("sight", it) for it in ("light", "crossed", "outlined", "cross")}
    paints = line.asked.count(("sight", "cross"))
    assert len(line.asked) == 4 * paints


@pytest.mark.parametrize("far", [Hex(1, 1), Hex(2, -1), Hex(-1, 2), Hex(-2, 1)])
def test_a_stretch_along_a_hexside_has_a_line_on_either_side(
    qtbot: QtBot, make_look: LookMaker, far: Hex
) -> None:
    look = make_look(ruleset="hexside-ww2")
    start = look.hex("D4")
    line = Line(qtbot, look, start, start + far)
    (stretch,) = line.sight.line.stretches
    camera = line.canvas.camera
    assert camera is not None
    (x, y), (u, v) = camera.side(stretch.side)
    left = line.canvas.point_of(stretch.left)
    # A tenth of the way from the middle of the hexside to the middle of a hex beside it.
    beside = left / 11 + QPointF((x + u) / 2, (y + v) / 2) * (10 / 11)
    assert line.shows(SIGHT_CLEAR, [beside]) == [True]


def test_a_hexside_that_blocks_has_a_cross_and_an_outline(qtbot: QtBot, make_look: LookMaker) -> None:
    look = make_look(ruleset="hexside-ww2")
    side = hexside_between(look.hex("D4"), look.hex("D5"))
    look.document.edit("Put a hedgerow", [hexside_patch(look.scenario.board, {side: ("hedgerow",)})])
    line = Line(qtbot, look, look.hex("D3"), look.hex("D7"))
    assert line.sight.blocked_by == (side,)
    camera = line.canvas.camera
    assert camera is not None
    one, other = (QPointF(*at) for at in camera.side(side))
    assert all(line.shows(SIGHT_BLOCKED, [one * 0.9 + other * 0.1, one * 0.1 + other * 0.9]))
    # An arm of the cross, off the hexside and off the line.
    middle, along, across = (one + other) / 2, (other - one) / 11, QPointF(0, abs(other.x() - one.x()) / 11)
    assert line.shows(SIGHT_BLOCKED, [middle + along + across]) == [True]


def test_signs_in_a_row_are_left_out_where_they_would_lie_over_one_another() -> None:
    row = [(float(x), 0.0) for x in range(0, 50, 5)]
    assert apart(row, 5) == list(range(10))
    assert apart(row, 12) == [0, 3, 6, 9]
    assert apart([(0, 0), (3, 4), (0, 0)], 5) == [0, 1, 2]
    assert apart([], 5) == []
