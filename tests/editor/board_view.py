"""The board in a window: the mouse over its hexes, and what is outlined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.editor.canvas.overlays import CHOSEN

if TYPE_CHECKING:
    from fairground.editor.canvas.art import OutlineStyle

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def point(desk: Any, label: str) -> QPoint:
    """Return the pixel of the canvas in the middle of a hex."""
    found: QPoint = desk.window.page.canvas.point_of(desk.hex(label)).toPoint()
    return found


def hover(desk: Any, label: str) -> None:
    QTest.mouseMove(desk.window.page.canvas, point(desk, label))
    desk.settle()


def click(desk: Any, label: str, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(desk.window.page.canvas, button, keys, point(desk, label))
    desk.settle()


def drag(desk: Any, *labels: str) -> None:
    """Press on the first hex, move over the others and release on the last."""
    canvas = desk.window.page.canvas
    QTest.mousePress(canvas, LEFT, NONE, point(desk, labels[0]))
    for label in labels[1:]:
        QTest.mouseMove(canvas, point(desk, label))
    QTest.mouseRelease(canvas, LEFT, NONE, point(desk, labels[-1]))
    desk.settle()


def wheel(desk: Any, label: str, notches: float, keys: Qt.KeyboardModifier) -> None:
    canvas, at = desk.window.page.canvas, QPointF(point(desk, label))
    turned = QPoint(0, round(120 * notches))
    there, button, phase = (
        QPointF(canvas.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        Qt.ScrollPhase.NoScrollPhase,
    )
    event = QWheelEvent(at, there, QPoint(), turned, button, keys, phase, False)  # noqa: FBT003  # Qt's signature
    QApplication.sendEvent(canvas, event)


def outlined(desk: Any, style: OutlineStyle = CHOSEN) -> set[str]:
    """Return the labels of the hexes with an outline of a style."""
    outline = desk.window.page.canvas._outlines.get(style)
    return {desk.scenario.board.label(at) for at in outline.hexes} if outline else set()
