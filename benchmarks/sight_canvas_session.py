"""The fan under the pointer on the real widget: the mouse from hex to hex over boards of two sizes, and how long each took.

A sample is the time from the move of the mouse until the widget has drawn the fan of the hex there: of the whole board on
the small one, to the overlay's default range of 20 hexes on the large one. Prints them as JSON, by size and ruleset.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.document.document import Document
from fairground.editor.jobs.worker import Worker
from fairground.editor.overlays.fan import FanOverlay
from fairground.editor.overlays.registry import Overlays
from fairground.editor.tools.tool_state import ToolState

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

SIDES = (60, 500)
RULESETS = ("hexside-ww2", "megamek", "penance-2.0")
#: Pixels from hex to hex: the whole board in the view, and near enough for every sign.
PITCHES = (12, 32)
STEPS = 400


def board(ruleset: str, side: int) -> Scenario:
    """Return a motley board: a third of it terrain of all kinds, some hills, no features on hexsides."""
    rng = np.random.default_rng(3)
    scenario = blank_scenario("Motley", layout=Layout.ODD_Q, size=(side, side), ruleset=ruleset)
    kinds = [kind for kind in scenario.rules.terrain if kind not in ("clear", "void")][:11]
    palette = [PaletteEntry("", ("clear",)), *(PaletteEntry("", (kind,)) for kind in kinds)]
    scenario.board.palette = palette
    shape = (side, side)
    scenario.board.terrain[:] = np.where(rng.random(shape) < 0.33, rng.integers(1, len(palette), shape), 0)
    scenario.board.elevation[:] = np.where(rng.random(shape) < 0.06, rng.integers(0, 4, shape), 0)
    return scenario


def samples(application: QApplication, ruleset: str, side: int) -> list[float]:
    """Return the milliseconds of every step."""
    document = Document(board(ruleset, side))
    canvas = Canvas(document, LayerModel())
    overlays = Overlays(ToolState(document), Worker())
    overlays.set_document(document)
    canvas.set_covers((overlays,), ())
    overlays.redrawn.connect(canvas.update)
    canvas.hovered.connect(overlays.point_at)
    canvas.resize(1280, 800)
    canvas.show()
    overlay = overlays["fan"]
    if not isinstance(overlay, FanOverlay):
        raise TypeError(overlay)
    overlay.set_on(True)
    found = []
    for pitch in PITCHES:
        canvas.set_zoom(pitch / 72)
        canvas.centre_on(document.scenario.board.layout.from_offset(side // 2, side // 2))
        canvas.settle()
        middle = QPoint(640, 400)
        QTest.mouseMove(canvas, middle)
        # The first fan is drawn in stages.
        end = time.perf_counter() + 2
        while time.perf_counter() < end:
            application.processEvents()
        for step in range(STEPS):
            ring = 40 + step / 2
            angle = step * 8 / ring
            at = middle + QPoint(round(ring * np.cos(angle)), round(ring * np.sin(angle)))
            here = canvas.hex_at(at.toPointF())
            if overlay.latest is None or here == overlay.latest.origin:
                continue
            start = time.perf_counter()
            QTest.mouseMove(canvas, at)
            while overlay.latest.origin != here:
                application.processEvents()
            application.processEvents()
            found.append(1000 * (time.perf_counter() - start))
    canvas.close()
    return found


if __name__ == "__main__":
    qt = QApplication([])
    json.dump(
        {f"{side}x{side}, {it}": samples(qt, it, side) for side in SIDES for it in RULESETS}, sys.stdout
    )
