"""An hour at the canvas in ten seconds: real events on the real widget, and how long each took.

A sample is the time from an event until the widget has drawn itself; what it paints afterwards, piece by piece, are
samples too. Prints them as JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import Objective, Unit
from fairground.core.scenario.shapes import Within
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.document.document import Document
from fairground.editor.tools.hexsides import Hexsides
from fairground.editor.tools.terrain_tools import Brush
from fairground.editor.tools.tool_state import ToolState

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario

SIDE = 500
#: Hexside features on the board (a few fall on the same side).
FEATURES = 5000
#: Pixels from hex to hex: the far view, the smallest near one, symbols, letters, and the size of print.
PITCHES = (2, 6, 16, 32, 72)
MIDDLE = QPoint(640, 400)
LEFT, WHEEL = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


def big_board(side: int = SIDE) -> Scenario:
    """Return a land of hills and motley woods, with zones, effects, hexside features, units and objectives."""
    rng = np.random.default_rng(7)
    scenario = blank_scenario("Large", layout=Layout.ODD_Q, size=(side, side), ruleset="hexside-ww2")
    board = scenario.board
    # Roads and streams at random are a knot that nobody draws, and the hardest thing to draw.
    kinds = tuple(scenario.rules.terrain)[:12]
    board.palette = [PaletteEntry(chr(97 + i), (kind,)) for i, kind in enumerate(kinds)]
    effects = tuple(scenario.rules.effects)[:2]
    board.effects_palette = [
        PaletteEntry(".", ()),
        *(PaletteEntry(str(i), (it,)) for i, it in enumerate(effects)),
    ]
    height, cover = _smooth(rng, side), _smooth(rng, side)
    board.elevation[:] = np.floor(height * 9 - 2)
    board.terrain[:] = np.where(cover > 0.55, rng.integers(0, len(kinds), (side, side)), 0)
    board.effects[:] = np.where(
        rng.random((side, side)) < 0.03, rng.integers(1, len(effects) + 1, (side, side)), 0
    )
    features = tuple(scenario.rules.hexsides)[:2] or ("hedge",)
    for column, row in rng.integers(0, side, (FEATURES, 2)).tolist():
        board.hexsides[hexside(board.layout.from_offset(column, row), 1)] = (
            features[column % len(features)],
        )
    scenario.objectives = [
        Objective(f"o{i}", Within(2, board.label(board.layout.from_offset(*at))), points=i)
        for i, at in enumerate(rng.integers(0, side, (12, 2)).tolist())
    ]
    # The zones of a blank scenario lie at the edges; these are where the session looks.
    middle = board.label(board.layout.from_offset(side // 2, side // 2))
    scenario.zones = [
        type(zone)(zone.id, zone.side, Within(radius, middle), zone.kind)
        for zone, radius in zip(scenario.zones, (60, 9), strict=True)
    ]
    classes = tuple(scenario.rules.classes) or ("scout",)
    scenario.units = [
        Unit(
            f"u{i}", ("p1", "p2")[i % 2], classes[i % len(classes)], board.layout.from_offset(*at), i % 6 + 1
        )
        for i, at in enumerate(rng.integers(0, side, (200, 2)).tolist())
    ]
    return scenario


def _smooth(rng: np.random.Generator, side: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return a landscape of values from 0 to 1."""
    coarse = rng.random((side // 12 + 2, side // 12 + 2))
    at = np.linspace(0, coarse.shape[0] - 1.001, side)
    low, share = at.astype(int), at % 1
    across = coarse[:, low] * (1 - share) + coarse[:, low + 1] * share
    found: np.ndarray[Any, np.dtype[np.float64]] = (
        across[low] * (1 - share)[:, None] + across[low + 1] * share[:, None]
    )
    return found


class Session:
    """A canvas, and the samples in milliseconds by name."""

    def __init__(self, application: QApplication) -> None:
        self.samples: dict[str, list[float]] = {}
        self._application = application
        self._document = Document(big_board())
        self._state = ToolState(self._document)
        self._state.radius = 1
        self._state.terrain_first = tuple(self._document.scenario.rules.terrain)[1]
        self._brush = Brush(self._state)
        self._hexsides = Hexsides(self._state)
        start = time.perf_counter()
        self._canvas = Canvas(self._document, LayerModel())
        self._canvas.set_tool(self._brush)
        self._canvas.resize(1280, 800)
        self._canvas.show()
        application.processEvents()
        self.samples["open"] = [1000 * (time.perf_counter() - start)]
        self._rest()

    def run(self) -> None:
        """Paint, move and zoom at every size."""
        board = self._document.scenario.board
        for pitch in PITCHES:
            self._canvas.set_zoom(pitch / 72)
            self._canvas.centre_on(board.layout.from_offset(SIDE // 2, SIDE // 2))
            self._canvas.settle()
            self._paint(f"brush, pitch {pitch}")
            self._document.undo()
            self._canvas.set_tool(self._hexsides)
            self._paint(f"hexsides, pitch {pitch}")
            self._canvas.set_tool(self._brush)
            self._pan(f"pitch {pitch}")
            self._zoom(f"pitch {pitch}")
            self._document.undo()
            self._rest()

    def _timed(self, name: str, work: Callable[[], object]) -> None:
        start = time.perf_counter()
        work()
        self._application.processEvents()
        self.samples.setdefault(name, []).append(1000 * (time.perf_counter() - start))

    def _rest(self) -> None:
        """Let the canvas finish what it paints later, and count each round of the event loop that it takes."""
        while not self._canvas.is_settled:
            self._timed("painting afterwards", time.perf_counter)
            time.sleep(0.002)

    def _paint(self, what: str) -> None:
        QTest.mousePress(self._canvas, LEFT, pos=MIDDLE - QPoint(300, 0))
        self._rest()
        for step in range(60):
            at = MIDDLE + QPoint(step * 10 - 300, 120 if step % 7 == 0 else (step * 37) % 90)
            self._timed(what, partial(QTest.mouseMove, self._canvas, at))
        QTest.mouseRelease(self._canvas, LEFT, pos=MIDDLE)
        self._rest()

    def _pan(self, view: str) -> None:
        QTest.mousePress(self._canvas, WHEEL, pos=MIDDLE)
        for step in range(60):
            at = MIDDLE + QPoint((step % 20) * 23 - 230, (step % 15) * 17 - 120)
            self._timed(f"pan, {view}", partial(QTest.mouseMove, self._canvas, at))
        QTest.mouseRelease(self._canvas, WHEEL, pos=MIDDLE)
        self._rest()

    def _zoom(self, view: str) -> None:
        """Turn the wheel four notches in and four out, with a short rest after each four."""
        point = QPoint(500, 300)
        for step in range(40):
            wheel = QWheelEvent(
                QPointF(point),
                QPointF(self._canvas.mapToGlobal(point)),
                QPoint(),
                QPoint(0, 120 if step % 8 < 4 else -120),
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier,
                Qt.ScrollPhase.NoScrollPhase,
                False,  # noqa: FBT003  # Qt takes no names here
            )
            self._timed(f"zoom, {view}", partial(self._application.sendEvent, self._canvas, wheel))
            if step % 4 == 3:
                time.sleep(0.07)
                self._rest()


if __name__ == "__main__":
    session = Session(QApplication([]))
    session.run()
    session.samples["memory"] = [resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]
    json.dump(session.samples, sys.stdout)
