from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.decorations import Decoration
from fairground.core.scenario.parts import Objective, ObjectiveKind, Shield, Side, Unit, Zone, ZoneKind
from fairground.core.scenario.shapes import Columns, Listed, Rows, Within
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.document.document import Document
from fairground.editor.document.patches import FieldPatch, cell_patch
from fairground.editor.tools.tool import Tool
from fairground.editor.tools.tool_state import ToolState
from tests.editor.pixels import pixels_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.document.patches import BoardLayer
    from fairground.editor.tools.tool import Pointer
    from tests.editor.pixels import Pixels

KINDS = ("clear", "wall", "difficult", "forest", "water", "void", "lava")


def motley(layout: Layout, columns: int = 12, rows: int = 10) -> Scenario:
    """A board with something of everything."""
    scenario = blank_scenario("Motley", layout=layout, size=(columns, rows), ruleset="penance-2.0")
    board = scenario.board
    board.palette = [PaletteEntry(chr(97 + i), (kind,)) for i, kind in enumerate(KINDS)]
    board.effects_palette = [PaletteEntry(".", ()), PaletteEntry("s", ("smoke",))]
    rng = np.random.default_rng(5)
    board.terrain[:] = rng.integers(0, len(KINDS), (rows, columns))
    board.elevation[:] = rng.integers(-1, 4, (rows, columns))
    board.effects[:] = rng.random((rows, columns)) < 0.1
    board.hexsides = {hexside(layout.from_offset(4, 4), i): ("hedge", "wall")[: i + 1] for i in range(2)}
    board.names = {layout.from_offset(3, 3): "Old Mill"}
    scenario.sides = [Side("p1"), Side("p2")]
    scenario.zones = [
        Zone("a", "p1", Rows(1, 2)),
        Zone("b", "p2", Columns(10, 12), ZoneKind.EXIT),
        Zone("c", "", Within(2, "F5"), ZoneKind.AREA),
    ]
    scenario.objectives = [
        Objective("o", Listed(("D4", "D5")), 3),
        Objective("x", Listed(("H7",)), 12, kind=ObjectiveKind.EXIT, side="p2"),
    ]
    scenario.units = [
        Unit("u", "p1", "scout", layout.from_offset(2, 6), 2, Shield.LEFT),
        Unit("v", "p2", "heavy", layout.from_offset(2, 6), 5, Shield.RIGHT),
    ]
    scenario.decorations = [Decoration("rock", layout.from_offset(6, 7))]
    return scenario


def plain(layout: Layout = Layout.ODD_Q, columns: int = 12, rows: int = 10) -> Scenario:
    """A clear board without zones, and walls to paint with."""
    scenario = blank_scenario("Plain", layout=layout, size=(columns, rows), ruleset="penance-2.0")
    scenario.board.palette = [
        *scenario.board.palette,
        PaletteEntry("#", ("wall",)),
        PaletteEntry("v", ("void",)),
    ]
    scenario.zones = []
    return scenario


class Recorder(Tool):
    """A tool that notes what it is told."""

    id: ClassVar[str] = "recorder"
    title: ClassVar[str] = "Recorder"
    hint: ClassVar[str] = ""

    def __init__(self, document: Document) -> None:
        super().__init__(ToolState(document))
        self.calls: list[tuple[str, Pointer | None]] = []

    def names(self) -> list[str]:
        return [name for name, _ in self.calls]

    def of(self, name: str) -> list[Pointer]:
        return [p for called, p in self.calls if called == name and p is not None]

    def press(self, p: Pointer) -> None:
        self.calls.append(("press", p))

    def move(self, p: Pointer) -> None:
        self.calls.append(("move", p))

    def release(self, p: Pointer) -> None:
        self.calls.append(("release", p))

    def hover(self, p: Pointer | None) -> None:
        self.calls.append(("hover", p))

    def cancel(self) -> None:
        self.calls.append(("cancel", None))


class ShownCanvas(Canvas):
    """A canvas that has a document, and so a camera."""

    document: Document
    camera: Camera


class Stand:
    """Scenarios, canvases that show them, and what is seen there."""

    plain = staticmethod(plain)
    motley = staticmethod(motley)

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot

    def show(
        self, scenario: Scenario, *, width: int = 640, height: int = 480, pitch: float | None = None
    ) -> ShownCanvas:
        """Show a scenario on a canvas of a size, at a pitch in pixels."""
        canvas = ShownCanvas(Document(scenario), LayerModel())
        self.qtbot.addWidget(canvas)
        canvas.resize(width, height)
        canvas.show()
        if pitch is not None:
            canvas.set_zoom(pitch / 72)
        canvas.settle()
        return canvas

    def record(self, canvas: ShownCanvas) -> Recorder:
        """Give a canvas a tool that notes what it is told."""
        tool = Recorder(canvas.document)
        canvas.set_tool(tool)
        return tool

    def put(self, canvas: ShownCanvas, layer: BoardLayer, at: Hex, value: int) -> None:
        """Set one cell, as a tool does."""
        board = canvas.document.scenario.board
        canvas.document.edit("Put", [cell_patch(board, layer, board.mask((at,)), value)])

    def replace(self, canvas: ShownCanvas, field: str, value: object) -> None:
        """Replace a field of the scenario or the board."""
        owner: Scenario | Board = canvas.document.scenario
        name = field
        if field.startswith("board."):
            owner, name = canvas.document.scenario.board, field.removeprefix("board.")
        canvas.document.edit("Replace", [FieldPatch(field, getattr(owner, name), value)])

    def image(self, canvas: ShownCanvas) -> QImage:
        """The picture on the canvas, painted to the end, without the hex under the pointer."""
        QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
        canvas.settle()
        return canvas.grab().toImage()

    def pixels(self, canvas: ShownCanvas) -> Pixels:
        """The same as an array of rows, columns, and blue, green and red."""
        return pixels_of(self.image(canvas))

    def colour_at(self, canvas: ShownCanvas, at: Hex) -> QColor:
        """The colour of the pixel at a hex's centre."""
        return self.image(canvas).pixelColor(canvas.point_of(at).toPoint())

    def main_colour(self, canvas: ShownCanvas, at: Hex) -> str:
        """The colour that most of the pixels around a hex's centre have."""
        image = self.image(canvas)
        middle = canvas.point_of(at).toPoint()
        reach = range(-12, 13)
        counted = Counter(
            image.pixelColor(middle.x() + x, middle.y() + y).name() for x in reach for y in reach
        )
        return counted.most_common(1)[0][0]

    def difference(self, one: QColor, other: str) -> int:
        """The largest difference of two colours' channels."""
        wanted = QColor(other)
        return max(
            abs(one.red() - wanted.red()), abs(one.green() - wanted.green()), abs(one.blue() - wanted.blue())
        )


@pytest.fixture
def stand(qtbot: QtBot) -> Stand:
    return Stand(qtbot)
