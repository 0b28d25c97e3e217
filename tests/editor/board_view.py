"""The board in a window: the mouse over its hexes, and what is outlined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.editor.canvas.marked_view import CHOSEN
from tests.editor.insides import outline

if TYPE_CHECKING:
    from fairground.editor.canvas.art import OutlineStyle
    from tests.editor.editor_driver import EditorDriver

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def point(editor: EditorDriver, label: str) -> QPoint:
    """Return the pixel of the canvas in the middle of a hex."""
    found: QPoint = editor.canvas.point_of(editor.hex(label)).toPoint()
    return found


def hover(editor: EditorDriver, label: str) -> None:
    QTest.mouseMove(editor.canvas, point(editor, label))
    editor.settle()


def click(
    editor: EditorDriver, label: str, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NONE
) -> None:
    QTest.mouseClick(editor.canvas, button, keys, point(editor, label))
    editor.settle()


def drag(editor: EditorDriver, *labels: str) -> None:
    """Press on the first hex, move over the others and release on the last."""
    canvas = editor.canvas
    QTest.mousePress(canvas, LEFT, NONE, point(editor, labels[0]))
    for label in labels[1:]:
        QTest.mouseMove(canvas, point(editor, label))
    QTest.mouseRelease(canvas, LEFT, NONE, point(editor, labels[-1]))
    editor.settle()


def wheel(editor: EditorDriver, label: str, notches: float, keys: Qt.KeyboardModifier) -> None:
    canvas, at = editor.canvas, QPointF(point(editor, label))
    turned = QPoint(0, round(120 * notches))
    there, button, phase = (
        QPointF(canvas.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        Qt.ScrollPhase.NoScrollPhase,
    )
    event = QWheelEvent(at, there, QPoint(), turned, button, keys, phase, False)  # noqa: FBT003  # Qt's signature
    QApplication.sendEvent(canvas, event)


def outlined(editor: EditorDriver, style: OutlineStyle = CHOSEN) -> set[str]:
    """Return the labels of the hexes with an outline of a style."""
    found = outline(editor.canvas, style)
    return {editor.scenario.board.label(at) for at in found.hexes} if found else set()
