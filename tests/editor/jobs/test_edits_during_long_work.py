"""Games, edits that mend, variants, what-ifs and attacks while the map is edited and processes die: of the state they say."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.files import read_bytes, to_text
from fairground.core.whatif.what_if import what_if
from fairground.editor.document.document import Document
from fairground.editor.document.mover_choice import AttackChoice
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.document.rule_answers import attack_of, previews_of
from fairground.editor.features.attack.controller import AttackPreview
from fairground.editor.features.repair.controller import RepairRequests
from fairground.editor.features.repair.job import RepairJob, RepairResult, RepairSettings
from fairground.editor.features.simulation.controller import SimulationRequests
from fairground.editor.features.simulation.job import PlayJob, SimulationResult, SimulationSettings
from fairground.editor.features.variants.controller import VariantsRequests
from fairground.editor.features.variants.job import VariantsJob, VariantsResult, VariantsSettings
from fairground.editor.features.whatif.change_list import WhatIf
from fairground.editor.jobs.fairness import FairnessRequest
from fairground.editor.jobs.job_scenario import JobScenario, forget
from fairground.editor.jobs.worker import Worker
from fairground.editor.tools.tool_state import ToolState
from tests.editor.insides import job_begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from fairground.editor.jobs.long_work import LongWork
    from fairground.editor.jobs.process import Job

TEXT = """\
format: fairground/1
name: Busy
ruleset: penance-1.0
turns: 4
board:
  layout: odd-q
  size: [6, 6]
  palette: {'.': clear, '#': wall}
  terrain: |
    ......
    ......
    ..#...
    ...#..
    ......
    ......
  elevation: |
    ......
    .1..1.
    ......
    ......
    ......
    ......
sides: [{id: a}, {id: b}]
zones:
  - {id: north, side: a, hexes: rows 1-2}
  - {id: south, side: b, hexes: rows 5-6}
objectives: [{id: hill, hexes: [C4], points: 3}]
units:
  - {id: one, side: a, class: scout, hex: A1}
  - {id: two, side: b, class: scout, hex: F6}
"""
GAMES = SimulationSettings(games=2)
REPAIR = RepairSettings(("high-ground",), changes=("level",), most=2)
VARIANTS = VariantsSettings(count=1, symmetric=True)
WHOM = FairnessRequest("scout")
#: States that no inquiry comes to.
_states = count(10**9)


def shown(found: object) -> object:
    """Return an answer so that it can be compared."""
    if isinstance(found, VariantsResult):
        return [(it.id, it.verdict, it.bands, to_text(it.scenario), it.picture) for it in found.entries]
    return (found.sentence, found.reason, found.steps) if isinstance(found, RepairResult) else found


class EditorDriver:
    """All that works long on a map, over two workers, and the map."""

    def __init__(self, quick: Worker, slow: Worker) -> None:
        self.quick, self.slow = quick, slow
        self.rng = random.Random(3)  # noqa: S311  # no secret
        self.player, self.repair_requests, self.maker = (
            SimulationRequests(slow),
            RepairRequests(slow),
            VariantsRequests(slow),
        )
        self.what_if = WhatIf(quick)
        self.state = ToolState(None)
        self.attack = AttackPreview(self.state)
        self.open()
        self._core = cache(self._of_core)
        #: Who said something of now, and who of an earlier state.
        self.seen, self.old = set[str](), set[str]()
        slow.answered.connect(self.look)
        slow.progressed.connect(self.look)
        self.faults = set[str]()

    def open(self) -> None:
        scenario = read_bytes(TEXT.encode()).scenario
        assert scenario is not None
        self.document = self.state.document = Document(scenario)
        self.attack.set_document(self.document)
        self.state.sight_line = scenario.board.parse("A1"), scenario.board.parse("F6")
        for it in (self.player, self.repair_requests, self.maker):
            it.set_document(self.document)

    def answers(self) -> dict[str, tuple[LongWork[Any], object]]:
        """Return who works, and what each has found."""
        finished = self.maker.found if self.maker.found and self.maker.found.is_finished else None
        found = self.player.found
        played = found if isinstance(found, SimulationResult) and found.is_finished else None
        return {
            "games": (self.player, played),
            "repair": (self.repair_requests, self.repair_requests.found),
            "variants": (self.maker, finished),
        }

    def look(self, _message: object = None) -> None:
        """Compare what is said to be of now with what core says."""
        for name, (who, found) in self.answers().items():
            if found is None:
                continue
            (self.old if who.is_old else self.seen).add(name)
            if not who.is_old and shown(found) != self._core(name, self.document, self.document.revision):
                self.faults.add(f"{name} at {self.document.revision}")

    def _of_core(self, name: str, document: Document, _revision: int) -> object:
        subject = JobScenario(next(_states), document.scenario)
        jobs: dict[str, Job] = {
            "games": PlayJob((0,), subject, GAMES),
            "repair": RepairJob((0,), subject, WHOM, REPAIR),
            "variants": VariantsJob((0,), subject, VARIANTS),
        }
        return shown(jobs[name].run())

    def look_at_once(self) -> None:
        """Compare what is worked out here."""
        scenario = self.document.scenario
        ends = self.state.sight_ends
        assert ends is not None
        said = attack_of(previews_of(scenario), ends, self.state.sight_heights, AttackChoice())
        assert self.attack.attacks is not None
        if self.attack.attacks[0].to_json() != said.to_json():
            self.faults.add("attack")
        copy = self.what_if.copy
        if copy is not None and not self.what_if.is_waiting:
            self.seen.add("what-if")
            made = what_if(scenario, self.what_if.changes).scenario
            if to_text(copy.scenario) != to_text(made):
                self.faults.add("what-if")

    def ask_all(self) -> None:
        self.player.play(GAMES)
        self.repair_requests.repair(WHOM, REPAIR)
        self.maker.make(VARIANTS)

    @property
    def is_busy(self) -> bool:
        return self.player.is_busy or self.repair_requests.is_busy or self.maker.is_busy

    @property
    def failures(self) -> tuple[str, str, str]:
        return self.player.failure, self.repair_requests.failure, self.maker.failure

    def edit(self) -> None:
        document, rng = self.document, self.rng
        board = document.scenario.board
        match rng.randrange(5):
            case 0:
                document.undo()
            case 1:
                document.redo()
            case 2:
                first, *rest = units = document.scenario.units
                moved = [replace(first, hex=board.parse(f"{rng.choice('ABCDEF')}1")), *rest]
                document.edit("Move", [FieldPatch("units", units, moved)])
            case _:
                mask = board.mask((board.parse(f"{rng.choice('BCDE')}{rng.choice('12')}"),))
                document.edit("Raise", [cell_patch(board, BoardLayer.ELEVATION, mask, rng.choice((0, 1, 2)))])


@pytest.fixture
def editor(qtbot: QtBot) -> Iterator[EditorDriver]:
    assert qtbot
    quick, slow = Worker(), Worker(has_helpers=True)
    yield EditorDriver(quick, slow)
    quick.close()
    slow.close()
    forget()


# Some seconds: two true workers, and games, searches and variants that are made and compared.
@pytest.mark.long
def test_what_took_long_is_of_the_state_that_it_says(editor: EditorDriver, qtbot: QtBot) -> None:
    def finish() -> None:
        qtbot.waitUntil(lambda: not (editor.is_busy or editor.what_if.is_waiting))
        editor.look()
        editor.look_at_once()
        assert editor.failures == ("", "", "")
        assert not editor.faults

    # Edited while the process starts, and again when it has begun; then all edits are taken back, and all is of now again.
    editor.ask_all()
    editor.what_if.begin(editor.document)
    editor.what_if.destroy([editor.document.scenario.board.parse("C3")])
    editor.edit()
    qtbot.waitUntil(lambda: job_begun(editor.slow) is not None)
    editor.edit()
    finish()
    assert editor.old == {"games", "repair", "variants"}
    assert editor.seen == {"what-if"}
    editor.document.go_to(0)
    editor.look()
    assert not editor.faults
    assert editor.seen == {"games", "repair", "variants", "what-if"}
    # Nothing is edited.
    editor.ask_all()
    finish()
    assert editor.seen == {"games", "repair", "variants", "what-if"}
    assert editor.repair_requests.found is not None
    assert editor.repair_requests.found.steps
    # Another document is opened meanwhile: what was asked is nobody's, and nothing is said of it.
    editor.ask_all()
    editor.what_if.leave()
    editor.open()
    assert not editor.is_busy
    qtbot.wait(200)
    assert not any(found for _, found in editor.answers().values())
    editor.look_at_once()
    assert not editor.faults


@pytest.mark.long
def test_a_process_that_dies_is_told_of_and_the_next_question_answered(
    editor: EditorDriver, qtbot: QtBot
) -> None:
    def is_under_way() -> bool:
        return job_begun(editor.slow) is not None

    for is_begun in (False, True):
        editor.ask_all()
        if is_begun:
            qtbot.waitUntil(is_under_way)
        process = editor.slow.process
        assert process is not None
        process.kill()
        qtbot.waitUntil(lambda: not editor.is_busy)
        assert all("ended unexpectedly" in it for it in editor.failures), is_begun
        editor.edit()
    # Given up while it starts, once and once more.
    editor.ask_all()
    for who in (editor.player, editor.repair_requests, editor.maker) * 2:
        who.stop()
    assert not editor.is_busy
    editor.ask_all()
    qtbot.waitUntil(lambda: not editor.is_busy)
    assert editor.failures == ("", "", "")
    editor.look()
    assert editor.seen == {"games", "repair", "variants"}
    assert not editor.faults
