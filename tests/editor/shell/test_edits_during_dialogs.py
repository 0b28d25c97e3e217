"""The fairness overlay and the dialogs of export and import over the true worker, while the map is edited and it dies."""

from __future__ import annotations

import json
import os
import random
import signal
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from shiboken6 import isValid

from fairground.core import fairness
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.features.board.resize_dialog import ResizeDialog
from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.features.exporting.job import PlanExport
from fairground.editor.features.fairness import measuring as appraiser_module
from fairground.editor.features.importing.dialog import ImportDialog
from fairground.editor.jobs.job_scenario import JobScenario, forget
from fairground.editor.jobs.map_import import MapImport
from fairground.editor.overlays.overlay import Freshness

if TYPE_CHECKING:
    from collections.abc import Callable

LEFT = Qt.MouseButton.LeftButton
BOARD = 'size 2 2\nhex 0101 0 "woods:1" ""\nhex 0201 1 "" ""\nhex 0102 0 "" ""\nhex 0202 0 "road:1" ""\nend\n'


class Hand:
    """Edits at random, as if nobody was in its way, and kills what works."""

    def __init__(self, desk: Any, seed: int) -> None:
        self._desk, self.rng = desk, random.Random(seed)  # noqa: S311  # no secret
        self._count = 0

    def edit(self) -> None:
        """Do something, undoing and doing again among it, where there may be nothing to be done."""
        match self.rng.randrange(4):
            case 0:
                self._desk.document.undo()
            case 1:
                self._desk.document.redo()
            case _:
                self.put()

    def put(self) -> None:
        """Change the map, so that its file has another size than any before."""
        document, rng = self._desk.document, self.rng
        board = document.scenario.board
        mask = board.mask((board.parse(f"{rng.choice('CDEFG')}{rng.choice('345')}"),))
        patch = cell_patch(board, BoardLayer.TERRAIN, mask, rng.randrange(len(board.palette)))
        self._count += 1
        name = f"Court {'I' * self._count}"
        document.edit("Put", [patch, FieldPatch("name", document.scenario.name, name)])

    def pause(self) -> None:
        self._desk.qtbot.wait(self.rng.randrange(40))

    def kill_over(self, ask: Callable[[], object]) -> None:
        """Have something asked, and kill the process when it has begun with that."""
        worker = self._desk.session.worker
        wait(self._desk, lambda: worker._is_idle)
        # However little there is to do, it does not come to the end of it.
        os.kill(worker.process.pid, signal.SIGSTOP)
        ask()
        wait(self._desk, lambda: worker._begun is not None)
        worker.process.kill()


@pytest.fixture
def hand(desk: Any) -> Hand:
    return Hand(desk, seed=11)


def wait(desk: Any, until: Callable[[], object]) -> None:
    desk.qtbot.waitUntil(lambda: bool(until()))


def close(desk: Any) -> None:
    desk.document.undo_stack.setClean()
    desk.window.close()
    desk.qtbot.wait(50)


# Some seconds: the true worker, which is killed and started again.
@pytest.mark.long
def test_the_fairness_overlay_says_of_now_what_core_says_of_now(
    desk: Any, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appraiser_module, "_REST", 10)
    monkeypatch.setattr(appraiser_module, "_IDLE", 5)
    document = desk.open()
    wait(
        desk,
        lambda: desk.window.desks.analysis is not None and desk.window.desks.analysis.fairness is not None,
    )
    judge = desk.window.desks.analysis.fairness
    overlay = judge.overlay
    faults, seen = set[str](), set[Freshness]()

    @cache
    def blamed(_document: object, revision: int, measure: str) -> bytes:
        assert revision == desk.document.revision
        scenario = desk.scenario
        found = next(it for it in fairness(scenario).measures if it.id == measure)
        return bytes(scenario.board.mask(found.hexes).tobytes())

    def look(_news: object = None) -> None:
        if overlay.behind is None or desk.session.document is None:
            return
        seen.add(overlay.behind.standing)
        if overlay.behind.standing is Freshness.CURRENT:
            now = blamed(desk.document, desk.document.revision, judge.chosen_measure)
            if overlay.behind.hexes.mask().tobytes() != now:
                faults.add(f"{judge.chosen_measure} at {desk.document.revision}")

    def settled() -> bool:
        behind = overlay.behind
        return judge.appraiser.is_current and behind is not None and behind.standing is Freshness.CURRENT

    overlay.redrawn.connect(look)
    desk.session.worker.answered.connect(look)
    desk.window.docks.docks["fairness"].raise_()
    wait(desk, lambda: judge.panel.list.rows and judge.appraiser.is_current)
    judge.panel.list.choose("territory")
    for _ in range(2):
        for _ in range(4):
            hand.edit()
            look()
            hand.pause()
            look()
        wait(desk, settled)
        look()
    # Its process is killed: that is said, nothing is shown for now, and the next edit has it measured again.
    hand.kill_over(hand.put)
    wait(desk, lambda: judge.appraiser.failure)
    desk.settle()
    assert "ended unasked" in judge.panel.verdict.text()
    assert not settled()
    # Another map is opened while it is measured: nothing is said of that, and of this one only what is true.
    hand.put()
    assert desk.open("frozen-gate") is not document
    look()
    wait(desk, lambda: judge.appraiser.is_current)
    judge.panel.list.choose("territory")
    wait(desk, settled)
    look()
    assert not faults
    assert seen >= {Freshness.CURRENT, Freshness.OLD}
    # The window goes in the middle of it.
    hand.put()
    hand.pause()
    close(desk)
    assert overlay.behind is None


# Some seconds: the true worker, which is killed and started again.
@pytest.mark.long
def test_the_export_dialog_tells_and_writes_what_the_map_is(
    desk: Any, hand: Hand, dialog_of: Callable[[type], Any]
) -> None:
    desk.open()
    worker = desk.session.worker
    desk.key("Ctrl+E")
    dialog = dialog_of(ExportDialog)
    dialog.trial.rest.setInterval(10)
    wait(desk, lambda: dialog.format.choose("json"))
    faults = set[int]()

    def look(_answer: object = None) -> None:
        if isValid(dialog) and dialog.plan is not None and not dialog.trial.is_writing:
            forget()
            said = PlanExport((0,), JobScenario(1, desk.scenario), dialog.plan.request).run()
            if said != dialog.plan:
                faults.add(desk.document.revision)

    def settled() -> bool:
        look()
        return dialog.plan is not None and dialog.trial.is_settled and dialog.write.isEnabled()

    worker.answered.connect(look)
    # Edits at random, some while it is tried; some trials are stopped.
    for stops in (True, False):
        for _ in range(3):
            hand.edit()
            look()
            hand.pause()
            look()
        if stops:
            dialog.trial.stop.click()
            assert not dialog.write.isEnabled()
            hand.put()
        wait(desk, settled)
    # While it is written, the map is edited: the file is of the state before, and what is shown is tried anew.
    name = desk.scenario.name
    QTest.mouseClick(dialog.write, LEFT)
    desk.document.edit("Rename", [FieldPatch("name", name, f"{name} of later")])
    wait(desk, lambda: not dialog.trial.is_writing)
    path = dialog.request.path
    assert json.loads(path.read_text())["name"] == name
    wait(desk, settled)
    # Its process is killed over a write: that is told, and the next time it is written.
    hand.kill_over(lambda: QTest.mouseClick(dialog.write, LEFT))
    wait(desk, lambda: "ended unasked" in dialog.told.text())
    assert dialog.write.isEnabled()
    QTest.mouseClick(dialog.write, LEFT)
    wait(desk, lambda: not dialog.trial.is_writing)
    assert json.loads(path.read_text())["name"] == desk.scenario.name
    assert not faults
    # Another map is opened while it is tried: the dialog is about that no more.
    hand.put()
    desk.open("frozen-gate")
    wait(desk, lambda: not isValid(dialog))
    assert desk.window.exports.last is None
    # The window goes while it is tried.
    desk.window.exports.ask()
    dialog_of(ExportDialog)
    close(desk)


@pytest.mark.long
def test_the_import_dialog_offers_what_its_form_says(
    desk: Any, hand: Hand, dialog_of: Callable[[type], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairground.editor.features.importing.dialog._DEBOUNCE", 10)
    document = desk.open()
    board = desk.folder / "far pass.board"
    board.write_text(BOARD)
    desk.window.flow.import_map(board)
    dialog = dialog_of(ImportDialog)
    faults = set[str]()
    known = cache(lambda request: MapImport((0,), request).run())

    def told(outcome: Any) -> object:
        return outcome.told, outcome.terrain, outcome.losses, outcome.scenario.ruleset.name

    def look(_answer: object = None) -> None:
        if isValid(dialog) and dialog.take.isEnabled():
            request = dialog.form.request
            if told(dialog.outcome) != told(known(request)):
                faults.add(f"{request}")

    def settled() -> bool:
        look()
        return bool(dialog.take.isEnabled())

    desk.session.worker.answered.connect(look)
    wait(desk, settled)
    wait(desk, lambda: dialog.form.ruleset.count() > 1)
    for kills in (True, False):
        for _ in range(3):
            box = dialog.form.ruleset
            box.setCurrentIndex(hand.rng.randrange(box.count()))
            box.activated.emit(box.currentIndex())
            look()
            hand.edit()
            hand.pause()
            look()
        if kills:
            wait(desk, settled)
            hand.kill_over(dialog.form.changed.emit)
            wait(desk, lambda: "ended unasked" in dialog.preview.told)
            look()
            dialog.form.changed.emit()
        wait(desk, settled)
    assert not faults
    # Stopped and gone at random moments, it leaves the map as it was; the next question is answered.
    for _ in range(3):
        dialog.form.changed.emit()
        hand.pause()
        dialog.preview.stop.click()
        assert not dialog.take.isEnabled()
    dialog.form.changed.emit()
    hand.pause()
    revision = desk.document.revision
    dialog.reject()
    assert (desk.document, desk.document.revision) == (document, revision)
    desk.window.flow.import_map(board)
    dialog = dialog_of(ImportDialog)
    wait(desk, settled)
    document.undo_stack.setClean()
    QTest.mouseClick(dialog.take, LEFT)
    wait(desk, lambda: desk.document is not document)
    assert (desk.scenario.board.columns, desk.scenario.board.rows) == (2, 2)


@pytest.mark.long
def test_a_board_is_not_changed_over_an_edit_that_came_while_its_dialog_went(prompt_desk: Any) -> None:
    """A key that is pressed right after Return comes before the board is another one."""
    desk = prompt_desk
    desk.open("ember-court")
    desk.window.actions_by_id["board.resize"].trigger()
    dialog = next(it for it in desk.window.findChildren(ResizeDialog) if it.isVisible())
    dialog.size_fields.columns.setValue(dialog.size_fields.columns.value() + 2)
    desk.qtbot.waitUntil(dialog.take.isEnabled)
    columns = desk.scenario.board.columns
    dialog.take.click()
    Hand(desk, 1).put()
    desk.settle()
    desk.qtbot.wait(50)
    assert desk.scenario.board.columns == columns
    assert desk.steps == 1
    assert "was changed meanwhile" in desk.window.options.message.text()
