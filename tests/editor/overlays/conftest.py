from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np
import pytest

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.document import Document
from fairground.editor.document.patches import BoardLayer, cell_patch
from fairground.editor.overlays.registry import Overlays
from fairground.editor.tools.tool_state import ToolState
from tests.editor.narrowing import of_type
from tests.editor.worker_hand import WorkerHand

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from tests.editor.editor_driver import AnyOverlay


class Hand(WorkerHand):
    """Does what it was sent when it is told to."""

    def answer(self, index: int = -1, *, failure: str = "") -> None:
        """Answer one of the jobs that were sent."""
        self.reply(None if failure else self.jobs[index].run(), of=index, failure=failure)


Value = TypeVar("Value", bound=np.generic)


@dataclass
class Look:
    """Overlays over a board of plain ground and walls, and a worker by hand."""

    qtbot: QtBot
    document: Document
    state: ToolState
    worker: Hand
    overlays: Overlays

    @property
    def scenario(self) -> Scenario:
        return self.document.scenario

    def hex(self, label: str) -> Hex:
        return self.scenario.board.parse(label)

    def overlay(self, kind: type[AnyOverlay]) -> AnyOverlay:
        return of_type(self.overlays[kind.id], kind)

    def wall(self, *labels: str) -> None:
        self.put(1, *labels)

    def put(self, value: int, *labels: str) -> None:
        board = self.scenario.board
        mask = board.mask(tuple(map(self.hex, labels)))
        self.document.edit("Put", [cell_patch(board, BoardLayer.TERRAIN, mask, value)])

    def settle(self, rest: int = 20) -> None:
        self.qtbot.wait(rest)

    def at(self, array: np.ndarray[tuple[int, ...], np.dtype[Value]], label: str) -> Value:
        found: Value = array[self.scenario.board.cell(self.hex(label))]
        return found


class LookMaker(Protocol):
    """Opens a board of a size."""

    def __call__(self, size: tuple[int, int] = (7, 7), ruleset: str = "penance-2.0") -> Look: ...


@pytest.fixture
def make_look(qtbot: QtBot) -> LookMaker:
    kept: list[Look] = []

    def make(size: tuple[int, int] = (7, 7), ruleset: str = "penance-2.0") -> Look:
        scenario = blank_scenario("Look", layout=Layout.ODD_Q, size=size, ruleset=ruleset)
        walls = "wall" if "wall" in scenario.rules.terrain else "building"
        scenario.board.palette = [PaletteEntry(".", ("clear",)), PaletteEntry("#", (walls,))]
        document = Document(scenario)
        state = ToolState(document)
        worker = Hand()
        overlays = Overlays(state, worker)
        overlays.set_document(document)
        kept.append(Look(qtbot, document, state, worker, overlays))
        return kept[-1]

    return make
