"""Every tool with the mouse and the keyboard, on the canvas itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.core.files import to_text
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.tools.effects import Effects
from fairground.editor.tools.elevation import Elevation
from fairground.editor.tools.objectives import Objectives
from fairground.editor.tools.option_defaults import ElevationMode
from fairground.editor.tools.select import Select
from fairground.editor.tools.terrain_tools import Brush, Eraser, Eyedropper, Fill
from fairground.editor.tools.zones import Zones

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from pytestqt.qtbot import QtBot

    from fairground.editor.tools.tool import Tool
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

LEFT, RIGHT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


class Hand:
    """A mouse on a canvas that shows the board of a bench."""

    def __init__(self, workbench: ToolDriver, canvas: Canvas) -> None:
        self.workbench, self.canvas = workbench, canvas

    def take(self, kind: type[Tool]) -> None:
        self.canvas.set_tool(self.workbench.take(kind))

    def point(self, label: str) -> QPoint:
        return self.canvas.point_of(self.workbench.board.parse(label)).toPoint()

    def hover(self, label: str) -> None:
        self._move(label, NO_BUTTON, NONE)

    def click(
        self, label: str, *, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NONE
    ) -> None:
        QTest.mouseClick(self.canvas, button, modifiers, self.point(label))

    def drag(
        self,
        *way: str,
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NONE,
        finish: bool = True,
    ) -> None:
        QTest.mousePress(self.canvas, button, modifiers, self.point(way[0]))
        for label in way[1:]:
            self._move(label, button, modifiers)
        if finish:
            QTest.mouseRelease(self.canvas, button, modifiers, self.point(way[-1]))

    def key(self, key: Qt.Key) -> None:
        QTest.keyClick(self.canvas, key)

    def _move(self, label: str, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> None:
        # QTest.mouseMove holds no button.
        at = QPointF(self.point(label))
        event = QMouseEvent(
            QMouseEvent.Type.MouseMove, at, self.canvas.mapToGlobal(at), NO_BUTTON, button, modifiers
        )
        QApplication.sendEvent(self.canvas, event)


@pytest.fixture
def hand(qtbot: QtBot, make_workbench: WorkbenchMaker) -> Hand:
    workbench = make_workbench()
    canvas = Canvas(workbench.document, LayerModel())
    qtbot.addWidget(canvas)
    canvas.resize(600, 600)
    with qtbot.waitExposed(canvas):
        canvas.show()
    canvas.fit()
    canvas.setFocus()
    return Hand(workbench, canvas)


def test_brush(hand: Hand) -> None:
    hand.take(Brush)
    hand.click("A1")
    hand.click("H1", button=RIGHT)
    hand.drag("B2", "B7", "F7")
    workbench = hand.workbench
    assert workbench.labels_of("rubble") == {"H1"}
    assert workbench.labels_of("wall") >= {"A1", "B2", "B3", "B4", "B5", "B6", "B7", "F7"}
    assert len(workbench.labels_of("wall")) == 11
    assert workbench.steps == 3
    hand.click("H1", modifiers=CONTROL)
    assert workbench.state.terrain_first == "rubble"
    assert workbench.steps == 3


def test_brush_with_the_partner(hand: Hand) -> None:
    hand.workbench.state.symmetry = BoardSymmetry.TURN_180
    hand.take(Brush)
    hand.drag("A1", "A3", button=RIGHT)
    assert hand.workbench.labels_of("rubble") == {"A1", "A2", "A3", "H8", "H7", "H6"}


def test_fill(hand: Hand) -> None:
    hand.take(Brush)
    hand.drag("C1", "C8")
    hand.take(Fill)
    hand.click("A1", button=RIGHT)
    assert len(hand.workbench.labels_of("rubble")) == 16
    hand.drag("H1", "A1")
    assert len(hand.workbench.labels_of("wall")) == 48


def test_eraser(hand: Hand) -> None:
    hand.take(Fill)
    hand.click("A1")
    hand.workbench.board.elevation[:] = 1
    hand.take(Eraser)
    hand.drag("A1", "A4")
    hand.drag("B1", "B4", button=RIGHT)
    hand.click("C1", modifiers=SHIFT)
    assert hand.workbench.labels_of("clear") == {"A1", "A2", "A3", "A4", "C1"}
    assert {"B1", "B4", "C1"}.isdisjoint(hand.workbench.raised())
    assert len(hand.workbench.raised()) == 59


def test_eyedropper(hand: Hand) -> None:
    hand.take(Brush)
    hand.click("D4")
    hand.take(Eyedropper)
    hand.click("D4", button=RIGHT)
    hand.click("E5")
    assert (hand.workbench.state.terrain_first, hand.workbench.state.terrain_second) == ("clear", "wall")
    assert hand.workbench.steps == 1


@pytest.mark.parametrize(
    ("mode", "level"), [(ElevationMode.RAISE, 2), (ElevationMode.LOWER, 0), (ElevationMode.SET, 3)]
)
def test_elevation(hand: Hand, mode: ElevationMode, level: int) -> None:
    hand.workbench.board.elevation[:] = 1
    hand.workbench.state.elevation_mode, hand.workbench.state.level = mode, 3
    hand.take(Elevation)
    hand.drag("D1", "D5", "D1")
    levels = {hand.workbench.board.level_at(hand.workbench.board.parse(f"D{row}")) for row in range(1, 6)}
    assert levels == {level}
    assert hand.workbench.steps == 1
    hand.click("D8", modifiers=CONTROL)
    assert hand.workbench.state.level == 1


def test_zones(hand: Hand) -> None:
    hand.take(Zones)
    hand.drag("C1", "C3")
    hand.click("A8", button=RIGHT)
    assert hand.workbench.zone("p1-start") >= {"C1", "C2", "C3"}
    assert "A8" not in hand.workbench.zone("p1-start")
    hand.click("H4", modifiers=CONTROL)
    hand.click("C1")
    assert "C1" in hand.workbench.zone("p2-start")
    assert "C1" not in hand.workbench.zone("p1-start")


def test_select(hand: Hand) -> None:
    hand.take(Select)
    hand.drag("B2", "C3")
    hand.click("E5", modifiers=SHIFT)
    hand.click("B2", modifiers=ALT)
    assert hand.workbench.state.selection == hand.workbench.hexes("C2", "B3", "C3", "E5")
    hand.workbench.tool(Select).actions.fill()
    assert hand.workbench.labels_of("wall") == {"C2", "B3", "C3", "E5"}


def test_effects(hand: Hand) -> None:
    hand.workbench.state.effect = "smoke"
    hand.take(Effects)
    hand.drag("B2", "B5")
    hand.click("B3", button=RIGHT)
    board = hand.workbench.board
    assert board.hexes_of(board.where_effect("smoke")) == hand.workbench.hexes("B2", "B4", "B5")
    assert hand.workbench.steps == 2


@pytest.mark.parametrize("kind", [Brush, Fill, Eraser, Elevation, Effects, Zones, Select])
@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_escape_takes_the_stroke_back(hand: Hand, kind: type[Tool], button: Qt.MouseButton) -> None:
    hand.workbench.board.elevation[:] = 1
    hand.take(Brush)
    hand.click("A1")
    hand.click("B1", button=RIGHT)
    hand.workbench.state.terrain_first, hand.workbench.state.terrain_second = "difficult", "cover"
    before = to_text(hand.workbench.scenario)
    hand.take(kind)
    hand.drag("A1", "A4", "C4", button=button, finish=False)
    hand.key(Qt.Key.Key_Escape)
    QTest.mouseRelease(hand.canvas, button, NONE, hand.point("C4"))
    assert to_text(hand.workbench.scenario) == before
    assert hand.workbench.steps == 2
    assert not hand.workbench.state.selection


def test_the_preview_is_what_the_click_then_changes(hand: Hand) -> None:
    hand.workbench.state.radius, hand.workbench.state.symmetry = 1, BoardSymmetry.TURN_180
    hand.take(Brush)
    hand.hover("B2")
    preview = hand.workbench.previews[-1]
    assert len(preview) == 14
    hand.click("B2")
    assert hand.workbench.board.hexes_of(hand.workbench.board.where_terrain("wall")) == preview


def test_another_tool_during_a_stroke_leaves_no_half_stroke(hand: Hand) -> None:
    hand.take(Brush)
    hand.drag("A1", "A4", finish=False)
    hand.take(Fill)
    hand.drag("A4", "A6", finish=False)
    QTest.mouseRelease(hand.canvas, LEFT, NONE, hand.point("A6"))
    assert hand.workbench.steps == 1


def test_another_tool_keeps_the_stroke_that_return_began(hand: Hand) -> None:
    hand.take(Objectives)
    hand.canvas.put_cursor(hand.workbench.board.parse("C3"))
    hand.key(Qt.Key.Key_Return)
    assert len(hand.workbench.scenario.objectives) == 1
    hand.take(Brush)
    assert len(hand.workbench.scenario.objectives) == 1, "no key was pressed to cancel it"
    hand.key(Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_Right)
    hand.take(Fill)
    assert hand.workbench.labels_of("wall") == {"C3", "D3"}
    assert hand.workbench.steps == 2
    assert not hand.canvas.has_latched_stroke
    hand.key(Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_Escape)
    assert hand.workbench.steps == 2, "Escape still cancels"
