"""Whatever is edited, and whenever: what is said to be of now is what core says of the map as it is now."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core import (
    chokepoints,
    fairness,
    fan,
    load,
    path,
    reach,
    sight,
    territory,
    validate,
    visibility,
)
from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
from fairground.core.scenario.fairness_standards import standards_of
from fairground.editor.document.document import Document
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.features.fairness import measuring as measuring_module
from fairground.editor.features.fairness.measuring import FairnessMeasuring
from fairground.editor.jobs import validation_watch as validation_watch_module
from fairground.editor.jobs.fairness import fairness_result
from fairground.editor.jobs.validation_watch import ValidationWatch
from fairground.editor.jobs.worker import Worker
from fairground.editor.overlays.path_line import PathLine
from fairground.editor.overlays.registry import OVERLAYS
from fairground.editor.overlays.sight_line import SightLine
from fairground.editor.tools.tool_state import ToolState
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from fairground.core.finding import Finding
    from fairground.editor.jobs.fairness import FairnessResult
    from fairground.editor.jobs.process import Job, JobAnswer

TEXT = """\
format: fairground/1
name: Busy
ruleset: penance-1.0
turns: 12
board:
  layout: odd-q
  size: [10, 9]
  palette: {'.': clear, '#': wall, 'o': cover, '~': rubble}
  terrain: |
    ..........
    ..#....#..
    ....oo....
    .~......~.
    ...####...
    .~......~.
    ....oo....
    ..#....#..
    ..........
sides: [{id: a}, {id: b}]
zones:
  - {id: north, side: a, hexes: row 1}
  - {id: south, side: b, hexes: row 9}
objectives: [{id: hill, hexes: [E5, F3], points: 3}]
units:
  - {id: one, side: a, class: scout, hex: A1}
  - {id: two, side: b, class: scout, hex: J9}
"""
TOPICS = ("check", "exposure", "territory", "reach", "chokepoints", "path", "fairness")


class Views:
    """All that tells something of a map, over one worker: overlays, the path, the line of sight, findings, fairness."""

    def __init__(self, document: Document, state: ToolState, worker: Worker) -> None:
        self.document, self._state = document, state
        board = document.scenario.board
        self.origin, self.end = board.parse("B2"), board.parse("I8")
        # Each by itself: the window shows two fills at a time.
        self.overlays = {it.id: it(state, worker) for it in OVERLAYS if it.id != "fairness"}
        for overlay in self.overlays.values():
            overlay.set_document(document)
            overlay.point_at(self.origin)
            overlay.set_on(True)
        self.path, self.sight = PathLine(state, worker), SightLine(state)
        self.path.set_document(document)
        self.sight.set_document(document)
        state.path_ends = state.sight_line = self.origin, self.end
        self.validation_watch, self.measuring = ValidationWatch(worker), FairnessMeasuring(worker)
        self.findings: list[Finding] = []
        self.validation_watch.findings_ready.connect(lambda _, findings: setattr(self, "findings", findings))
        self.validation_watch.watch(document)
        self.measuring.set_document(document)
        self.measuring.set_wanted(True)
        # A state of the document may be looked at many times.
        self._core = cache(self._of_core)

    def current(self) -> set[str]:
        """Return the names of those that are said to be of now."""
        asked: dict[str, Any] = {
            "check": self.validation_watch,
            "path": self.path,
            "fairness": self.measuring,
            **self.overlays,
        }
        return {name for name, it in asked.items() if it.is_current}

    def wrong(self) -> set[str]:
        """Return the names of those that are said to be of now, and are not what core says."""
        return {name for name in self.current() if not self._is_as_core_says(name)}

    def _is_as_core_says(self, name: str) -> bool:
        said = self._core(name, self.document.revision)
        if name in ("exposure", "territory", "reach", "fan"):
            shown: Any = self.overlays[name].latest  # each overlay has answers of its own
            found = {"territory": "owner", "reach": "turns", "fan": "visible"}.get(name)
            return bool(np.array_equal(getattr(shown, found) if found else shown, said))
        if name == "chokepoints":
            narrow = of_type(self.overlays[name].latest, Chokepoints)
            return bool(narrow.to_json() == said)
        if name == "fairness":
            report = self.measuring.result
            return report is not None and _told(report) == said
        if name == "path":
            return self.path.path is not None and self.path.path.to_json() == said
        return bool(self.findings == said)

    def _of_core(self, name: str, _revision: int) -> Any:  # noqa: ANN401  # each has answers of its own
        scenario = self.document.scenario
        mover = self._state.mover.mover(scenario)
        answers: dict[str, Callable[[], object]] = {
            "exposure": lambda: visibility(scenario).exposure(),
            "territory": lambda: territory(scenario, mover=mover).owner,
            "reach": lambda: reach(scenario, self.origin, self._state.reach_turns, mover=mover).turns,
            "fan": lambda: fan(scenario, self.origin).visible,
            "chokepoints": lambda: chokepoints(scenario, mover=mover).to_json(),
            "path": lambda: path(scenario, self.origin, self.end, mover=mover).to_json(),
            "fairness": lambda: _told(fairness_result(scenario, fairness(scenario), standards_of(scenario))),
            "check": lambda: validate(scenario.with_rules_unread()),
        }
        return answers[name]()


def _told(report: FairnessResult) -> list[object]:
    return [
        (it.id, it.range_band, it.classes, it.values, it.band, it.hexes.packed, it.text)
        for it in report.ratings
    ]


class Hand:
    """Edits at random."""

    def __init__(self, document: Document, seed: int) -> None:
        self._document, self._rng = document, random.Random(seed)  # noqa: S311  # no secret

    def pause(self) -> int:
        return self._rng.randrange(60)

    def edit(self) -> None:
        document, rng = self._document, self._rng
        scenario = document.scenario
        board = scenario.board
        match rng.choice(("terrain", "terrain", "level", "unit", "zone", "undo", "redo")):
            case "undo" if document.undo_stack.canUndo():
                document.undo()
            case "redo" if document.undo_stack.canRedo():
                document.redo()
            case "unit":
                first, *rest = scenario.units
                at = board.parse(f"{rng.choice('ABCDEFGHIJ')}1")
                self._put("units", [replace(first, hex=at), *rest])
            case "zone":
                self._put("zones", [*reversed(scenario.zones)])
            case kind:
                mask = np.zeros(board.terrain.shape, np.bool_)
                # The ends of path, reach and fan stay open.
                mask[rng.randrange(2, 7), rng.randrange(10)] = True
                mask[1, 1] = mask[7, 8] = False
                layer, values = (
                    (BoardLayer.ELEVATION, (0, 1, 2))
                    if kind == "level"
                    else (BoardLayer.TERRAIN, (0, 1, 2, 3))
                )
                document.edit("Put", [cell_patch(board, layer, mask, rng.choice(values))])

    def _put(self, field: str, value: Sequence[object]) -> None:
        self._document.edit("Put", [FieldPatch(field, getattr(self._document.scenario, field), value)])


# Some seconds: the true worker, and everything that it is asked.
def test_what_is_said_to_be_of_now_is_what_core_says_of_now(
    worker: Worker, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in (
        (validation_watch_module, "_DEBOUNCE"),
        (measuring_module, "_REST"),
        (measuring_module, "_IDLE"),
    ):
        monkeypatch.setattr(module, name, 10)
    for kind in OVERLAYS:
        monkeypatch.setattr(kind, "rest", 10)
    file = tmp_path / "busy.yaml"
    file.write_text(TEXT, "utf-8")
    document = Document(load(file), file)
    state = ToolState(document)
    views, hand = Views(document, state, worker), Hand(document, seed=5)
    everyone = {"check", "path", "fairness", *views.overlays}
    qtbot.waitUntil(lambda: views.current() == everyone)
    assert not views.wrong()

    #: The revision that each job was about, and how many answers came when the map was another.
    asked: dict[tuple[str, tuple[int, ...]], int] = {}
    late, faults = 0, set[str]()
    send = Worker.send
    victim = ""

    def sent(self: Worker, job: Job) -> None:
        nonlocal victim
        asked[job.topic, job.tag] = document.revision
        send(self, job)
        if job.topic == victim:
            # Just now the worker began with it, or it waits for its turn.
            victim = ""
            hand.edit()

    def answered(answer: JobAnswer) -> None:
        nonlocal late
        late += asked.get((answer.topic, answer.tag)) != document.revision
        faults.update(views.wrong())

    monkeypatch.setattr(Worker, "send", sent)
    worker.answered.connect(answered)
    for topic in TOPICS:
        victim = topic
        hand.edit()
        assert not views.wrong()
        qtbot.wait(hand.pause())
        hand.edit()
        faults |= views.wrong()
        qtbot.waitUntil(lambda: views.current() == everyone)
        faults |= views.wrong()
        assert views.sight.sight is not None
        said = sight(document.scenario, views.origin, views.end)
        assert views.sight.sight.to_json() == said.to_json()
    assert not faults
    assert late
