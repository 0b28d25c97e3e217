"""The cursor: led by keys, with the two buttons of the mouse on space and Return."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.core.grid.hexes import distance, neighbour
from fairground.core.grid.layout import Layout, Orientation
from fairground.editor.canvas.keyboard import STEPS, STRIDE, nearest_on_board, shift_into, step, strides
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from tests.editor.canvas.conftest import ShownCanvas, Stand

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
KEY = Qt.Key


def put(canvas: ShownCanvas, column: int = 5, row: int = 5) -> Hex:
    """Put the cursor on a hex, with the mouse elsewhere and the focus on the map."""
    canvas.setFocus()
    at = canvas.document.scenario.board.layout.from_offset(column, row)
    canvas.put_cursor(at)
    return at


# -- where keys lead ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
def test_every_neighbour_is_one_key_away(stand: Stand, layout: Layout) -> None:
    board = stand.plain(layout).board
    for column, row in ((5, 5), (6, 5), (5, 6), (6, 6)):
        at = layout.from_offset(column, row)
        reached = {step(board, at, key) for key in STEPS}
        assert reached == {neighbour(at, direction) for direction in range(6)}


@pytest.mark.parametrize("layout", Layout)
def test_keys_lead_where_they_point(stand: Stand, layout: Layout) -> None:
    board = stand.plain(layout).board
    at = layout.from_offset(5, 5)
    x, y = layout.centre(at)
    ways = {
        KEY.Key_Up: (0, -1),
        KEY.Key_Down: (0, 1),
        KEY.Key_Left: (-1, 0),
        KEY.Key_Right: (1, 0),
        KEY.Key_Home: (-1, -1),
        KEY.Key_PageUp: (1, -1),
        KEY.Key_End: (-1, 1),
        KEY.Key_PageDown: (1, 1),
    }
    for key, (across, down) in ways.items():
        there = layout.centre(step(board, at, key))
        moved = (there[0] - x) * across, (there[1] - y) * down
        assert moved[0] > 0 or not across, key
        assert moved[1] > 0 or not down, key
    straight = {Orientation.FLAT: (KEY.Key_Up, "N"), Orientation.POINTY: (KEY.Key_Right, "E")}
    key, name = straight[layout.orientation]
    assert step(board, at, key) == neighbour(at, layout.direction(name))


def test_the_board_ends_and_strides_end_with_it(stand: Stand) -> None:
    board = stand.plain().board
    corner = board.layout.from_offset(0, 0)
    for key in (KEY.Key_Up, KEY.Key_Left, KEY.Key_Home):
        assert step(board, corner, key) == corner
    assert distance(corner, strides(board, corner, KEY.Key_Down)) == STRIDE
    assert strides(board, corner, KEY.Key_Left) == corner
    assert nearest_on_board(board, board.layout.from_offset(-4, 99)) == board.layout.from_offset(0, 9)


def test_a_view_moves_as_little_as_it_takes() -> None:
    room = QRectF(0, 0, 300, 300)
    for point, moved in (
        ((150, 150), (0, 0)),
        ((10, 150), (-30, 0)),
        ((290, 350), (30, 90)),
        ((40, 260), (0, 0)),
    ):
        assert shift_into(QPointF(*point), room, edge=40) == QPointF(*moved)
    assert shift_into(QPointF(0, 0), room, edge=999) == QPointF(-100, -100)


# -- on the canvas --------------------------------------------------------------------------------------------


def test_an_arrow_begins_where_the_mouse_is_and_tells(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    stand.record(canvas)
    moved: list[Hex] = []
    canvas.cursor_moved.connect(moved.append)
    at = Layout.ODD_Q.from_offset(5, 5)
    QTest.mouseMove(canvas, canvas.point_of(at).toPoint())
    assert canvas.cursor_hex is None
    QTest.keyClick(canvas, KEY.Key_Down)
    assert moved == [Layout.ODD_Q.from_offset(5, 6)]
    assert canvas.cursor_hex == moved[0]


def test_the_mouse_takes_over_when_it_moves_and_not_before(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    put(canvas)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert canvas.cursor_hex is not None
    QTest.mouseMove(canvas, QPoint(100, 100))
    QTest.mouseMove(canvas, QPoint(140, 100))
    assert canvas.cursor_hex is None


def test_space_is_a_click_and_with_shift_the_right_button(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    at = put(canvas)
    QTest.keyClick(canvas, KEY.Key_Space)
    QTest.keyClick(canvas, KEY.Key_Space, SHIFT)
    QTest.keyClick(canvas, KEY.Key_Space, CONTROL)
    assert [name for name in tool.names() if name != "hover"] == ["press", "release"] * 3
    presses = tool.of("press")
    assert [p.button for p in presses] == [LEFT, RIGHT, LEFT]
    assert [p.hex for p in presses] == [at] * 3
    assert [p.modifiers for p in presses] == [Qt.KeyboardModifier.NoModifier] * 2 + [CONTROL]


def test_space_held_while_arrows_move_is_a_drag(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    at = put(canvas)
    QTest.keyPress(canvas, KEY.Key_Space)
    QTest.keyClick(canvas, KEY.Key_Down)
    QTest.keyClick(canvas, KEY.Key_Down)
    QTest.keyRelease(canvas, KEY.Key_Space)
    names = [name for name in tool.names() if name != "hover"]
    assert names == ["press", "move", "move", "release"]
    assert [p.hex for p in tool.of("move")] == [neighbour(at, Layout.ODD_Q.direction("S")), canvas.cursor_hex]
    QTest.keyClick(canvas, KEY.Key_Down)
    assert tool.names().count("move") == 2


def test_the_repeats_of_a_held_key_are_no_clicks(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    put(canvas)
    QTest.keyPress(canvas, KEY.Key_Space)
    for kind in (QEvent.Type.KeyRelease, QEvent.Type.KeyPress):
        event = QKeyEvent(kind, KEY.Key_Space, Qt.KeyboardModifier.NoModifier, " ", autorep=True)
        QApplication.sendEvent(canvas, event)
    assert [name for name in tool.names() if name != "hover"] == ["press"]
    QTest.keyRelease(canvas, KEY.Key_Space)
    assert tool.names().count("release") == 1


def test_return_begins_a_drag_and_ends_it(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    put(canvas)
    QTest.keyClick(canvas, KEY.Key_Return)
    assert canvas.has_latched_stroke
    QTest.keyClick(canvas, KEY.Key_Right, SHIFT)
    QTest.keyClick(canvas, KEY.Key_Return)
    assert not canvas.has_latched_stroke
    assert STRIDE + 1 in [len(p.hexes) for p in tool.of("move")]
    assert tool.of("release")[0].hex == canvas.cursor_hex


def test_escape_gives_up_a_drag_of_keys(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    put(canvas)
    QTest.keyClick(canvas, KEY.Key_Return)
    QTest.keyClick(canvas, KEY.Key_Escape)
    assert tool.names().count("cancel") == 1
    QTest.keyClick(canvas, KEY.Key_Return)
    assert tool.names().count("press") == 2


def test_the_first_return_shows_the_cursor_and_does_nothing_else(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    canvas.setFocus()
    QTest.keyClick(canvas, KEY.Key_Return)
    assert canvas.cursor_hex is not None
    assert "press" not in tool.names()


def test_control_with_arrows_turns_the_side(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    at = put(canvas)
    seen = []
    for _ in range(6):
        QTest.keyClick(canvas, KEY.Key_Right, CONTROL)
        seen.append(tool.of("hover")[-1].direction)
    assert sorted(seen) == list(range(6))
    assert [(b - a) % 6 for a, b in pairwise(seen)] == [1] * 5
    QTest.keyClick(canvas, KEY.Key_Left, CONTROL)
    assert tool.of("hover")[-1].direction == seen[-2]
    assert canvas.cursor_hex == at


def test_a_stroke_ends_when_the_focus_goes_while_space_is_held(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    put(canvas)
    QTest.keyPress(canvas, KEY.Key_Space)
    QApplication.sendEvent(canvas, QFocusEvent(QEvent.Type.FocusOut))
    assert tool.names().count("release") == 1


def test_the_mouse_button_ends_a_stroke_of_keys_before_its_own(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    put(canvas)
    QTest.keyClick(canvas, KEY.Key_Return)
    QTest.mouseClick(canvas, LEFT, pos=QPoint(100, 100))
    assert [name for name in tool.names() if name != "hover"] == ["press", "release"] * 2


def test_the_view_follows_the_cursor(stand: Stand) -> None:
    canvas = stand.show(stand.plain(columns=40, rows=40), pitch=40)
    put(canvas, 3, 3)
    for _ in range(30):
        QTest.keyClick(canvas, KEY.Key_PageDown)
    assert canvas.rect().contains(canvas.point_of(present(canvas.cursor_hex)).toPoint())
    canvas.zoom_in()
    assert canvas.rect().contains(canvas.point_of(present(canvas.cursor_hex)).toPoint())


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("pitch", [4.0, 14.0, 60.0])
def test_the_cursor_is_seen_on_any_ground(stand: Stand, pitch: float, dark: bool) -> None:  # noqa: FBT001
    canvas = stand.show(stand.motley(Layout.ODD_R, 99, 99), pitch=pitch)
    canvas.set_dark(dark)
    before = stand.pixels(canvas).astype(int)
    put(canvas, 49, 49)
    canvas.centre_on(present(canvas.cursor_hex))
    middle = canvas.point_of(present(canvas.cursor_hex))
    image = canvas.grab().toImage()
    reach = round(max(pitch * 0.7, 12))
    ring = [
        image.pixelColor(round(middle.x()) + x, round(middle.y()) + y)
        for x in range(-reach, reach + 1)
        for y in range(-reach, reach + 1)
    ]
    yellow = [it for it in ring if it.red() > 220 and it.blue() < 140 and it.green() > 170]
    assert len(yellow) > 8
    assert before.shape
    assert QColor("#ffd54a") in ring


def test_the_name_of_the_place_is_read_over_the_cursor(stand: Stand) -> None:
    scenario = stand.plain()
    at = scenario.board.layout.from_offset(5, 5)
    scenario.board.names = {at: "The mill by the old weir"}
    canvas = stand.show(scenario, pitch=40)
    canvas.centre_on(at)
    before = stand.pixels(canvas).astype(int)
    middle = canvas.point_of(at)
    put(canvas)
    after = stand.pixels(canvas).astype(int)
    # The letters are as dark as the ring that would be over them; what is yellow of it covers none.
    is_ink = before[..., :3].sum(axis=-1) < 200
    below = np.arange(before.shape[0])[:, None] > middle.y() + 4
    assert (is_ink & below).sum() > 100
    assert (after[..., :3].sum(axis=-1)[is_ink & below] < 330).all()


def test_a_cursor_that_is_off_a_smaller_board_is_gone(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    put(canvas, 9, 9)
    stand.replace(canvas, "board", stand.plain(columns=5, rows=5).board)
    assert canvas.cursor_hex is None
    put(canvas, 2, 2)
    canvas.set_document(None)
    assert canvas.cursor_hex is None
