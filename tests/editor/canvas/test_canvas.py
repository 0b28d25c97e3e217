"""The mouse and the keys."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.core.grid.hexes import Hex, distance, neighbour
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.lines import hex_line
from fairground.editor.canvas.pointing import Spot

if TYPE_CHECKING:
    from fairground.editor.canvas.frame import Frame
    from tests.editor.canvas.conftest import ShownCanvas, Stand

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
CENTRE = QPoint(320, 240)


def turn_wheel(
    canvas: ShownCanvas,
    at: QPoint,
    turn: int = 0,
    *,
    pixels: QPoint | None = None,
    modifiers: Qt.KeyboardModifier = NONE,
) -> None:
    phase = Qt.ScrollPhase.ScrollUpdate if pixels else Qt.ScrollPhase.NoScrollPhase
    where = QPointF(canvas.mapToGlobal(at))
    event = QWheelEvent(
        QPointF(at),
        where,
        pixels or QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        modifiers,
        phase,
        False,  # noqa: FBT003  # Qt takes no names here
    )
    QApplication.sendEvent(canvas, event)


def pixel(canvas: ShownCanvas, at: Hex) -> QPoint:
    return canvas.point_of(at).toPoint()


# -- pointing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("pitch", [3.0, 9.0, 24.0, 61.0])
def test_a_click_on_a_centre_reaches_its_hex(stand: Stand, layout: Layout, pitch: float) -> None:
    canvas = stand.show(stand.plain(layout, 30, 24), pitch=pitch)
    tool = stand.record(canvas)
    wanted = []
    for column, row in ((15, 12), (14, 11), (13, 13), (16, 10)):
        at = layout.from_offset(column, row)
        QTest.mouseClick(canvas, LEFT, pos=pixel(canvas, at))
        wanted.append(at)
    assert [p.hex for p in tool.of("press")] == wanted
    assert [p.hexes for p in tool.of("press")] == [(at,) for at in wanted]
    assert tool.names().count("release") == 4


@pytest.mark.parametrize("layout", Layout)
def test_a_fast_drag_gives_a_line_of_hexes_without_gaps(stand: Stand, layout: Layout) -> None:
    canvas = stand.show(stand.plain(layout), pitch=24)
    tool = stand.record(canvas)
    corners = [layout.from_offset(*at) for at in ((1, 1), (10, 3), (4, 8), (4, 8))]
    QTest.mousePress(canvas, LEFT, pos=pixel(canvas, corners[0]))
    for at in corners[1:]:
        QTest.mouseMove(canvas, pixel(canvas, at))
    QTest.mouseRelease(canvas, LEFT, pos=pixel(canvas, corners[-1]))
    lines = [p.hexes for p in tool.of("move")]
    # Within a hex there is nothing to tell.
    assert lines == [hex_line(a, b) for a, b in pairwise(corners[:3])]
    visited = [at for line in lines for at in line]
    assert all(distance(a, b) <= 1 for a, b in pairwise(visited))
    assert all(p.button == LEFT for p in tool.of("move"))


def test_the_right_button_is_handed_over_and_opens_no_menu(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    QTest.mouseClick(canvas, RIGHT, CONTROL, pos=CENTRE)
    (press,) = tool.of("press")
    assert press.button == RIGHT
    assert press.modifiers & CONTROL
    assert canvas.contextMenuPolicy() == Qt.ContextMenuPolicy.PreventContextMenu


def test_a_second_button_does_not_disturb_a_stroke(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    QTest.mousePress(canvas, LEFT, pos=CENTRE)
    QTest.mousePress(canvas, RIGHT, pos=CENTRE)
    QTest.mouseRelease(canvas, RIGHT, pos=CENTRE)
    assert [name for name in tool.names() if name != "hover"] == ["press"]
    QTest.mouseRelease(canvas, LEFT, pos=CENTRE)
    assert [name for name in tool.names() if name != "hover"] == ["press", "release"]


def test_quick_clicks_all_count(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    QTest.mouseClick(canvas, LEFT, pos=CENTRE)
    QTest.mouseDClick(canvas, LEFT, pos=CENTRE)
    QTest.mouseRelease(canvas, LEFT, pos=CENTRE)
    assert tool.names().count("press") == tool.names().count("release") == 2


def test_escape_cancels_a_stroke_which_then_is_over(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    QTest.mousePress(canvas, LEFT, pos=CENTRE)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    QTest.mouseMove(canvas, CENTRE + QPoint(120, 60))
    QTest.mouseRelease(canvas, LEFT, pos=CENTRE)
    assert [name for name in tool.names() if name != "hover"] == ["press", "cancel"]


@pytest.mark.parametrize("reason", [Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason])
def test_a_dialog_or_a_menu_ends_a_stroke_where_it_is(stand: Stand, reason: Qt.FocusReason) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    QTest.mousePress(canvas, LEFT, pos=CENTRE)
    QTest.mouseMove(canvas, CENTRE + QPoint(120, 60))
    last = tool.of("move")[-1].hex
    QApplication.sendEvent(canvas, QFocusEvent(QEvent.Type.FocusOut, reason))
    assert tool.of("release")[-1].hex == last
    assert tool.of("release")[-1].button == LEFT
    QTest.mouseMove(canvas, CENTRE)
    QTest.mouseRelease(canvas, LEFT, pos=CENTRE)
    assert [name for name in tool.names() if name != "hover"] == ["press", "move", "release"]


def test_a_stroke_whose_release_went_elsewhere_does_not_go_on(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    QTest.mousePress(canvas, LEFT, pos=CENTRE)
    for right, buttons in ((120, LEFT), (121, Qt.MouseButton.NoButton)):
        at = QPointF(CENTRE + QPoint(right, 60))
        kind, button = QEvent.Type.MouseMove, Qt.MouseButton.NoButton
        QApplication.sendEvent(canvas, QMouseEvent(kind, at, canvas.mapToGlobal(at), button, buttons, NONE))
    assert [name for name in tool.names() if name != "hover"] == ["press", "move", "release"]
    QTest.mouseRelease(canvas, LEFT, pos=CENTRE)


def test_escape_is_the_windows_when_there_is_no_stroke(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    assert "cancel" not in tool.names()

    def overrides(key: Qt.Key) -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, NONE)
        event.ignore()
        QApplication.sendEvent(canvas, event)
        return event.isAccepted()

    assert not overrides(Qt.Key.Key_Escape)
    QTest.mousePress(canvas, LEFT, pos=CENTRE)
    assert overrides(Qt.Key.Key_Escape)
    assert overrides(Qt.Key.Key_Space)
    QTest.mouseRelease(canvas, LEFT, pos=CENTRE)


def test_hovering_tells_the_hex_and_none_off_the_board(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=24)
    tool = stand.record(canvas)
    told: list[Hex | None] = []
    canvas.hovered.connect(told.append)
    at = Layout.ODD_Q.from_offset(4, 4)
    QTest.mouseMove(canvas, pixel(canvas, at))
    QTest.mouseMove(canvas, pixel(canvas, at) + QPoint(2, 1))
    QTest.mouseMove(canvas, QPoint(3, 3))
    assert told == [at, None]
    assert [p.hex for p in tool.of("hover")][-1] == canvas.hex_at(QPointF(3, 3))
    QTest.mouseMove(canvas, pixel(canvas, at))
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert told == [at, None, at, None]
    assert tool.calls[-1] == ("hover", None)


def test_the_side_under_the_pointer_is_told_before_the_hex(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=60)
    at = Layout.ODD_Q.from_offset(4, 4)
    canvas.centre_on(at)
    QTest.mouseMove(canvas, QPoint(3, 3))
    told: list[object] = []
    canvas.side_hovered.connect(told.append)
    canvas.hovered.connect(told.append)
    for direction in (0, 0, 1):
        QTest.mouseMove(canvas, beside(canvas, at, direction))
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    before = told.index(Spot(at, 0))
    assert told[before:] == [Spot(at, 0), at, Spot(at, 1), None, None]


@pytest.mark.parametrize("layout", Layout)
def test_a_tool_that_follows_the_sides_hears_of_every_one_of_them(
    stand: Stand, layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = stand.show(stand.plain(layout), pitch=60)
    at = layout.from_offset(3, 2)
    for follows, moves in ((True, 5), (False, 0)):
        tool = stand.record(canvas)
        monkeypatch.setattr(tool, "follows_sides", follows)
        QTest.mousePress(canvas, LEFT, pos=beside(canvas, at, 0))
        for direction in (0, 1, 2, 3, 4, 5):
            QTest.mouseMove(canvas, beside(canvas, at, direction))
        QTest.mouseRelease(canvas, LEFT, pos=beside(canvas, at, 5))
        assert [p.side for p in tool.of("press")] == [hexside(at, 0)]
        assert [p.side for p in tool.of("move")] == [hexside(at, it) for it in range(1, 1 + moves)]
        assert tool.of("release")[0].side == hexside(at, 5)
        assert {p.hexes for p in (*tool.of("press"), *tool.of("move"))} == {(at,)}


@pytest.mark.parametrize("pitch", [3.0, 12.0, 60.0])
def test_hexsides_of_the_preview_are_marked_and_nothing_else(stand: Stand, pitch: float) -> None:
    canvas = stand.show(stand.plain(Layout.ODD_R, 200, 200), pitch=pitch)
    canvas.centre_on(Layout.ODD_R.from_offset(100, 100))
    tool = stand.record(canvas)
    before = stand.pixels(canvas).astype(int)
    at = Layout.ODD_R.from_offset(100, 100)
    sides = frozenset((hexside(at, 1), hexside(at, 3)))
    tool.side_preview_changed.emit(sides)
    changed = np.argwhere((abs(stand.pixels(canvas) - before)).max(axis=2) > 0)
    assert len(changed)
    near = 0.13 * pitch + 8
    for y, x in changed.tolist():
        assert any(off_line((x, y), *canvas.camera.side(side)) < near for side in sides)
    for side in sides:
        (ax, ay), (bx, by) = canvas.camera.side(side)
        assert [round((ay + by) / 2), round((ax + bx) / 2)] in changed.tolist()
    tool.side_preview_changed.emit(frozenset())
    assert (stand.pixels(canvas) == before).all()
    canvas.set_tool(None)
    tool.side_preview_changed.emit(sides)
    assert (stand.pixels(canvas) == before).all()


def off_line(point: tuple[float, float], one: tuple[float, float], other: tuple[float, float]) -> float:
    """The distance of a point from a stretch."""
    (x, y), (ax, ay), (bx, by) = point, one, other
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = min(max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0.0), 1.0)
    return math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))


def beside(canvas: ShownCanvas, at: Hex, direction: int) -> QPoint:
    """The pixel near the middle of a side, within the hex."""
    (x, y), (other_x, other_y) = (canvas.camera.centre(it) for it in (at, neighbour(at, direction)))
    return QPoint(round(x + 0.4 * (other_x - x)), round(y + 0.4 * (other_y - y)))


def test_the_tool_before_is_given_up(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    first = stand.record(canvas)
    QTest.mousePress(canvas, LEFT, pos=CENTRE)
    second = stand.record(canvas)
    assert "cancel" in first.names()
    assert not first.is_active
    assert second.is_active
    QTest.mouseRelease(canvas, LEFT, pos=CENTRE)
    QTest.mouseClick(canvas, LEFT, pos=CENTRE)
    assert [name for name in second.names() if name != "hover"] == ["press", "release"]
    before = stand.pixels(canvas)
    first.preview_changed.emit(frozenset((Layout.ODD_Q.from_offset(2, 2),)))
    assert (stand.pixels(canvas) == before).all()


def test_without_a_document_nothing_happens(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    canvas.set_document(None)
    tool.calls.clear()
    QTest.mouseClick(canvas, LEFT, pos=CENTRE)
    QTest.mouseMove(canvas, CENTRE)
    turn_wheel(canvas, CENTRE, 120)
    canvas.zoom_in()
    canvas.fit()
    assert tool.names().count("press") == 0
    assert canvas.is_settled
    assert stand.image(canvas).pixelColor(CENTRE).name() == "#f6f1e4"


# -- the view ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("pitch", [4.0, 30.0])
def test_the_wheel_zooms_at_the_pointer(stand: Stand, layout: Layout, pitch: float) -> None:
    canvas = stand.show(stand.plain(layout, 200, 200), pitch=pitch)
    zooms: list[float] = []
    canvas.zoom_changed.connect(zooms.append)
    at = QPoint(410, 150)
    before = canvas.camera.from_view(at.x(), at.y())
    for turn in (120, 120, -120, 360):
        turn_wheel(canvas, at, turn)
        assert canvas.camera.to_view(*before) == pytest.approx((at.x(), at.y()), abs=3)
    assert zooms[0] > pitch / 72
    assert zooms[-1] == canvas.zoom == pytest.approx(pitch / 72 * 1.25**4, rel=0.1)


def test_small_turns_add_up(stand: Stand) -> None:
    canvas = stand.show(stand.plain(Layout.ODD_Q, 100, 100), pitch=30)
    for _ in range(40):
        turn_wheel(canvas, CENTRE, 3)
    assert canvas.zoom == pytest.approx(30 * 1.25 / 72, rel=0.05)


def test_two_fingers_pan_and_with_control_they_zoom(stand: Stand) -> None:
    canvas = stand.show(stand.plain(Layout.ODD_Q, 100, 100), pitch=30)
    before = canvas.camera
    turn_wheel(canvas, CENTRE, 24, pixels=QPoint(13, -8))
    assert (canvas.camera.left, canvas.camera.top) == (before.left - 13, before.top + 8)
    assert canvas.camera.zoom == before.zoom
    turn_wheel(canvas, CENTRE, 120, pixels=QPoint(0, 30), modifiers=CONTROL)
    assert canvas.camera.zoom > before.zoom


@pytest.mark.parametrize("with_space", [False, True])
def test_dragging_the_view_moves_what_is_under_the_pointer(stand: Stand, *, with_space: bool) -> None:
    canvas = stand.show(stand.plain(Layout.EVEN_R, 100, 100), pitch=30)
    tool = stand.record(canvas)
    canvas.setFocus()
    button = LEFT if with_space else MIDDLE
    at = canvas.hex_at(QPointF(CENTRE))
    if with_space:
        QTest.keyPress(canvas, Qt.Key.Key_Space)
    QTest.mousePress(canvas, button, pos=CENTRE)
    for step in range(1, 8):
        QTest.mouseMove(canvas, CENTRE + QPoint(11, -7) * step)
    QTest.mouseRelease(canvas, button, pos=CENTRE + QPoint(77, -49))
    assert canvas.hex_at(QPointF(CENTRE + QPoint(77, -49))) == at
    assert {"press", "move", "release"}.isdisjoint(tool.names())
    if with_space:
        QTest.keyRelease(canvas, Qt.Key.Key_Space)
    QTest.mouseClick(canvas, LEFT, pos=CENTRE)
    assert tool.names().count("press") == 1


def test_fit_centre_and_steps(stand: Stand) -> None:
    canvas = stand.show(stand.plain(Layout.ODD_R, 60, 60))
    fitted = canvas.zoom
    canvas.zoom_in()
    assert canvas.zoom > fitted
    canvas.zoom_out()
    canvas.zoom_out()
    assert canvas.zoom < fitted
    canvas.set_zoom(1.0)
    assert canvas.zoom == pytest.approx(1.0, rel=0.02)
    at = Layout.ODD_R.from_offset(30, 31)
    canvas.centre_on(at)
    assert canvas.hex_at(QPointF(CENTRE)) == at
    canvas.fit()
    assert canvas.zoom == fitted


def test_a_fitted_board_stays_fitted_when_the_window_grows(stand: Stand) -> None:
    canvas = stand.show(stand.plain(Layout.ODD_R, 60, 60), width=400, height=400)
    before = canvas.zoom
    canvas.resize(800, 800)
    canvas.settle()
    assert canvas.zoom > 1.5 * before
    canvas.zoom_in()
    zoomed = canvas.zoom
    canvas.resize(500, 500)
    canvas.settle()
    assert canvas.zoom == zoomed


def test_the_canvas_has_a_name_for_those_who_do_not_see_it(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    assert canvas.accessibleName()
    assert "Escape" in canvas.accessibleDescription()
    assert canvas.focusPolicy() == Qt.FocusPolicy.StrongFocus


# -- covers and Escape --------------------------------------------------------------------------------------


class Wash:
    """A cover that colours all of the view that is drawn."""

    def __init__(self, colour: str) -> None:
        self.colour = colour

    def paint(self, frame: Frame) -> None:
        frame.painter.fillRect(frame.rect, QColor(self.colour))


def test_covers_lie_over_the_board_in_their_order(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    at = stand.plain().board.parse("D4")
    canvas.set_covers((Wash("#ff0000"),), ())
    assert stand.colour_at(canvas, at).name() == "#ff0000"
    canvas.set_covers((Wash("#ff0000"),), (Wash("#00ff00"),))
    assert stand.colour_at(canvas, at).name() == "#00ff00"
    canvas.set_covers((), ())
    assert stand.colour_at(canvas, at).name() not in ("#ff0000", "#00ff00")


def test_escape_is_told_when_there_is_no_stroke_to_give_up(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    tool = stand.record(canvas)
    told: list[bool] = []
    canvas.escaped.connect(lambda: told.append(True))
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=canvas.rect().center())
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert (told, tool.names()[-1]) == ([], "cancel")
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert told == [True]
