"""The mouse over the map: places, ways from one to another, strokes and the wheel.

Everything is a generator that does one thing - an event of the mouse, a key, an action - and yields how long the hand
rests then, in milliseconds, so that the event loop turns in between.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.shell.main_window import MainWindow

    Doing = Iterator[int]

LEFT, RIGHT, WHEEL = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
PLAIN = Qt.KeyboardModifier.NoModifier


class Mouse:
    """Somebody's hand on the mouse; what is done is counted in ``done`` by name."""

    def __init__(self, window: MainWindow, rng: random.Random) -> None:
        self.window, self.rng = window, rng
        self.done: Counter[str] = Counter()
        #: What is being done now.
        self.what = ""

    @property
    def canvas(self) -> Canvas:
        """The map."""
        page = self.window.page
        assert page is not None  # noqa: S101  # a scenario is open
        return page.canvas

    def place(self) -> QPoint:
        """Return some place on the map."""
        size = self.canvas.size()
        return QPoint(self.rng.randrange(8, size.width() - 8), self.rng.randrange(8, size.height() - 8))

    def way(self, steps: int) -> list[QPoint]:
        """Return places from one to another, as a hand goes."""
        start, end = self.place(), self.place()
        reach = self.rng.choice((0.15, 0.4, 1.0))
        end = start + (end - start) * reach
        return [start + (end - start) * (step / steps) for step in range(steps + 1)]

    def drag(
        self, what: str, button: Qt.MouseButton, held: Qt.KeyboardModifier = PLAIN, *, steps: int
    ) -> Doing:
        """Press a button somewhere, go elsewhere in ``steps``, and let go; 0 is a click."""
        self.what = what
        self.done[what] += 1
        way = self.way(max(steps, 1))
        QTest.mouseMove(self.canvas, way[0])
        yield 25
        self.what = f"{what}, press"
        QTest.mousePress(self.canvas, button, held, way[0])
        yield 30
        for at in way[1:] if steps else ():
            self.what = f"{what}, move"
            QTest.mouseMove(self.canvas, at)
            yield 12
        if steps and self.rng.random() < 0.05:
            self.what = f"{what}, Escape"
            QTest.keyClick(self.canvas, Qt.Key.Key_Escape)
            yield 20
        self.what = f"{what}, release"
        QTest.mouseRelease(self.canvas, button, held, way[-1] if steps else way[0])
        yield 120

    def hover(self) -> Doing:
        """Go over the map."""
        for at in self.way(30):
            self.what = "hover"
            QTest.mouseMove(self.canvas, at)
            yield 16
        self.done["hover"] += 1
        yield 200

    def wheel(self, at: QPoint, by: int) -> None:
        """Turn the wheel at a place."""
        turn = QWheelEvent(
            QPointF(at),
            QPointF(self.canvas.mapToGlobal(at)),
            QPoint(),
            QPoint(0, by),
            Qt.MouseButton.NoButton,
            PLAIN,
            Qt.ScrollPhase.NoScrollPhase,
            False,  # noqa: FBT003  # Qt takes no names here
        )
        QApplication.sendEvent(self.canvas, turn)
