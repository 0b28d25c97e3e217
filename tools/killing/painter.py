"""An editor without a window that starts, recovers, paints, saves and exports until it is killed.

It uses the same session, tools, journal, save and export job as the window, and logs its work in lines of JSON.
"""

from __future__ import annotations

import json
import os
import random
import time
import zlib
from itertools import count, pairwise
from typing import TYPE_CHECKING, Final, NoReturn

from PySide6.QtCore import QCoreApplication, Qt

from fairground.core.errors import FileError
from fairground.core.files import to_bytes
from fairground.core.grid.layout import Layout
from fairground.core.grid.lines import hex_line
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.features.exporting.job import ExportRequest, WriteExport
from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.session.session import Session
from fairground.editor.tools.tool import Pointer
from fairground.editor.tools.tool_list import toolbox
from fairground.editor.tools.tool_state import ToolState

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.process import Job

#: A history longer than this is saved and closed: the check of each step would take ever longer.
LONGEST: Final = 60
_TERRAINS: Final = ("clear", "wall", "rubble", "void")
#: Formats with companions, by the ending of the main file.
EXPORTS: Final = {".tmx": "tiled", ".tmj": "tiled-json", ".json": "foundry"}
_TOOLS: Final = ("brush", "elevation", "eraser", "fill")


def state_of(scenario: Scenario) -> int:
    """Return a number that tells what the tools change: another one when anything is different."""
    board = scenario.board
    palette = repr([(entry.key, entry.kinds) for entry in (*board.palette, *board.effects_palette)])
    parts = (board.terrain.tobytes(), board.elevation.tobytes(), board.effects.tobytes(), palette.encode())
    return zlib.crc32(b"".join(parts))


def export(scenario: Scenario, path: Path, tag: int) -> None:
    """Export a scenario as the worker does, with whatever is wrong with it."""
    request = ExportRequest(EXPORTS[path.suffix], path, force=True)
    written = WriteExport((tag,), JobScenario(tag, scenario), request, overwrite=True).run()
    if written is None or written.refusal:
        raise FileError(f"not exported: {written and written.refusal}")


def load_exports(folder: Path) -> None:
    """Load everything that exports need, before processes are forked."""
    scenario = blank_scenario("Arena", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    for ending in EXPORTS:
        path = folder / f"first{ending}"
        export(scenario, path, 0)
        for it in folder.glob("first*"):
            it.unlink()


def _drop(job: Job) -> None:
    """Leave a job for the worker undone."""


class Painter:
    """The editor; ``pipe`` hears what it does, ``folder`` has its files."""

    def __init__(self, folder: Path, pipe: int, seed: str) -> None:
        self._folder, self._pipe = folder, pipe
        self._chance = random.Random(seed)  # noqa: S311  # repeatable strokes, not secrets
        self._session = Session()
        # Findings are no part of this, and the worker takes a second to start.
        self._session.worker.send = _drop  # type: ignore[method-assign]
        self._tags = count(1)
        self._is_stepping = False
        self._state = ToolState()
        self._tools = toolbox(self._state)

    def run(self) -> NoReturn:
        """Do what an editor does; it ends when it is killed."""
        document = self._begin()
        while True:
            self._told(document)
            document = self._step(document)

    def _tell(self, what: str, **facts: object) -> None:
        os.write(self._pipe, (json.dumps({"what": what, "time": time.monotonic(), **facts}) + "\n").encode())

    def _told(self, document: Document) -> None:
        stack = document.undo_stack
        self._tell("at", state=state_of(document.scenario), index=stack.index(), steps=stack.count())

    def _told_of_edit(self, document: Document) -> None:
        if not self._is_stepping:
            self._told(document)

    def _begin(self) -> Document:
        left = self._session.recoverable()
        if left.recoverable:
            self._tell("recovering")
            document = self._session.recover(left.recoverable[-1].journal)
        elif (path := self._folder / "arena.yaml").exists():
            document = self._session.open(path)
        else:
            document = self._session.new("Arena", layout=Layout.ODD_Q, size=(24, 18), ruleset="penance-1.0")
        self._state = ToolState(document)
        self._tools = toolbox(self._state)
        self._tell("open", start=self._start_of(document), state=state_of(document.scenario))
        return document

    def _start_of(self, document: Document) -> int:
        """Return the state that its history begins with, which a recovery must lead back to."""
        recorder, document.recorder = document.recorder, None
        index = document.undo_stack.index()
        document.go_to(0)
        state = state_of(document.scenario)
        document.go_to(index)
        document.recorder = recorder
        document.changed.connect(lambda _event: self._told_of_edit(document))
        return state

    def _step(self, document: Document) -> Document:
        QCoreApplication.processEvents()
        if document.undo_stack.count() > LONGEST:
            self._save()
            self._session.close()
            return self._begin()
        what = self._chance.random()
        if what < 0.6:
            self._paint(document)
        elif what < 0.7:
            # It is one entry of the journal, however many steps it goes.
            self._is_stepping = True
            document.go_to(document.undo_stack.index() + self._chance.choice((-3, -2, -1, 1, 2)))
            self._is_stepping = False
        elif what < 0.9:
            self._save()
        else:
            self._export(document.scenario)
        return document

    def _paint(self, document: Document) -> None:
        self._state.terrain_first, self._state.terrain_second = self._chance.sample(_TERRAINS, 2)
        tool = self._tools[self._chance.choice(_TOOLS)]
        board = document.scenario.board
        at = [
            board.layout.from_offset(
                self._chance.randrange(board.columns), self._chance.randrange(board.rows)
            )
            for _ in range(self._chance.choice((1, 2, 4, 8)))
        ]
        button = self._chance.choice((Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton))
        tool.press(Pointer(at[0], (at[0],), button))
        for since, until in pairwise(at):
            tool.move(Pointer(until, hex_line(since, until), button))
        tool.release(Pointer(at[-1], (at[-1],), button))

    def _save(self) -> None:
        document = self._session.document
        if document is not None:
            self._tell("saving", content=zlib.crc32(to_bytes(document.scenario)))
            self._session.save(self._folder / "arena.yaml")
            self._tell("saved")

    def _export(self, scenario: Scenario) -> None:
        self._tell("exporting")
        tag = next(self._tags)
        export(scenario, self._folder / "out" / f"arena{self._chance.choice(sorted(EXPORTS))}", tag)
        self._tell("exported")
