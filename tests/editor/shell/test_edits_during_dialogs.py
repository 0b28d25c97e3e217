"""The fairness overlay and the dialogs of export and import over the true worker, while the map is edited and it dies."""

from __future__ import annotations

import json
import os
import random
import signal
from functools import cache
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from shiboken6 import isValid

from fairground.core import fairness
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.features.board.transform_dialogs import ResizeDialog
from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.features.exporting.job import PlanExport
from fairground.editor.features.fairness import measuring as measuring_module
from fairground.editor.features.importing.dialog import ImportDialog
from fairground.editor.jobs.job_scenario import JobScenario, forget
from fairground.editor.jobs.map_import import MapImport
from fairground.editor.widgets.legend_rows import Freshness
from tests.editor.insides import is_idle, job_begun
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.jobs.map_import import ImportOutcome
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
BOARD = 'size 2 2\nhex 0101 0 "woods:1" ""\nhex 0201 1 "" ""\nhex 0102 0 "" ""\nhex 0202 0 "road:1" ""\nend\n'


class Hand:
    """Edits at random, as if nobody was in its way, and kills what works."""

    def __init__(self, editor: EditorDriver, seed: int) -> None:
        self._controller, self.rng = editor, random.Random(seed)  # noqa: S311  # no secret
        self._count = 0

    def edit(self) -> None:
        """Do something, undoing and doing again among it, where there may be nothing to be done."""
        match self.rng.randrange(4):
            case 0:
                self._controller.document.undo()
            case 1:
                self._controller.document.redo()
            case _:
                self.put()

    def put(self) -> None:
        """Change the map, so that its file has another size than any before."""
        document, rng = self._controller.document, self.rng
        board = document.scenario.board
        mask = board.mask((board.parse(f"{rng.choice('CDEFG')}{rng.choice('345')}"),))
        patch = cell_patch(board, BoardLayer.TERRAIN, mask, rng.randrange(len(board.palette)))
        self._count += 1
        name = f"Court {'I' * self._count}"
        document.edit("Put", [patch, FieldPatch("name", document.scenario.name, name)])

    def pause(self) -> None:
        self._controller.qtbot.wait(self.rng.randrange(40))

    def kill_over(self, ask: Callable[[], object]) -> None:
        """Have something asked, and kill the process when it has begun with that."""
        worker = self._controller.session.worker
        wait(self._controller, lambda: is_idle(worker))
        # However little there is to do, it does not come to the end of it.
        process = present(worker.process)
        os.kill(present(process.pid), signal.SIGSTOP)
        ask()
        wait(self._controller, lambda: job_begun(worker) is not None)
        process.kill()


@pytest.fixture
def hand(editor: EditorDriver) -> Hand:
    return Hand(editor, seed=11)


def wait(editor: EditorDriver, until: Callable[[], object]) -> None:
    editor.qtbot.waitUntil(lambda: bool(until()))


def close(editor: EditorDriver) -> None:
    editor.document.undo_stack.setClean()
    editor.window.close()
    editor.qtbot.wait(50)


# Some seconds: the true worker, which is killed and started again.
@pytest.mark.long
def test_the_fairness_overlay_says_of_now_what_core_says_of_now(
    editor: EditorDriver, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring_module, "_REST", 10)
    monkeypatch.setattr(measuring_module, "_IDLE", 5)
    document = editor.open()
    wait(
        editor,
        lambda: editor.has_all_features,
    )
    judge = editor.fairness
    overlay = judge.overlay
    faults, seen = set[str](), set[Freshness]()

    @cache
    def blamed(_document: object, revision: int, measure: str) -> bytes:
        assert revision == editor.document.revision
        scenario = editor.scenario
        found = next(it for it in fairness(scenario).measures if it.id == measure)
        return bytes(scenario.board.mask(found.hexes).tobytes())

    def look(_news: object = None) -> None:
        if overlay.behind is None or editor.session.document is None:
            return
        seen.add(overlay.behind.freshness)
        if overlay.behind.freshness is Freshness.CURRENT:
            now = blamed(editor.document, editor.document.revision, judge.chosen_measure)
            if overlay.behind.hexes.mask().tobytes() != now:
                faults.add(f"{judge.chosen_measure} at {editor.document.revision}")

    def settled() -> bool:
        behind = overlay.behind
        return judge.measuring.is_current and behind is not None and behind.freshness is Freshness.CURRENT

    overlay.redrawn.connect(look)
    editor.session.worker.answered.connect(look)
    editor.dock("fairness").raise_()
    wait(editor, lambda: judge.panel.list.rows and judge.measuring.is_current)
    judge.panel.list.choose("territory")
    for _ in range(2):
        for _ in range(4):
            hand.edit()
            look()
            hand.pause()
            look()
        wait(editor, settled)
        look()
    # Its process is killed: that is said, nothing is shown for now, and the next edit has it measured again.
    hand.kill_over(hand.put)
    wait(editor, lambda: judge.measuring.failure)
    editor.settle()
    assert "ended unexpectedly" in judge.panel.verdict.text()
    assert not settled()
    # Another map is opened while it is measured: nothing is said of that, and of this one only what is true.
    hand.put()
    assert editor.open("frozen-gate") is not document
    look()
    wait(editor, lambda: judge.measuring.is_current)
    judge.panel.list.choose("territory")
    wait(editor, settled)
    look()
    assert not faults
    assert seen >= {Freshness.CURRENT, Freshness.OLD}
    # The window goes in the middle of it.
    hand.put()
    hand.pause()
    close(editor)
    assert overlay.behind is None


# Some seconds: the true worker, which is killed and started again.
@pytest.mark.long
def test_the_export_dialog_tells_and_writes_what_the_map_is(editor: EditorDriver, hand: Hand) -> None:
    editor.open()
    worker = editor.session.worker
    editor.key("Ctrl+E")
    dialog = editor.dialog(ExportDialog)
    dialog.trial.rest.setInterval(10)
    wait(editor, lambda: dialog.format.choose("json"))
    faults = set[int]()

    def look(_answer: object = None) -> None:
        if isValid(dialog) and dialog.plan is not None and not dialog.trial.is_writing:
            forget()
            said = PlanExport((0,), JobScenario(1, editor.scenario), dialog.plan.request).run()
            if said != dialog.plan:
                faults.add(editor.document.revision)

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
        wait(editor, settled)
    # While it is written, the map is edited: the file is of the state before, and what is shown is tried anew.
    name = editor.scenario.name
    QTest.mouseClick(dialog.write, LEFT)
    editor.document.edit("Rename", [FieldPatch("name", name, f"{name} of later")])
    wait(editor, lambda: not dialog.trial.is_writing)
    path = dialog.request.path
    assert json.loads(path.read_text())["name"] == name
    wait(editor, settled)
    # Its process is killed over a write: that is told, and the next time it is written.
    hand.kill_over(lambda: QTest.mouseClick(dialog.write, LEFT))
    wait(editor, lambda: "ended unexpectedly" in dialog.message.text())
    assert dialog.write.isEnabled()
    QTest.mouseClick(dialog.write, LEFT)
    wait(editor, lambda: not dialog.trial.is_writing)
    assert json.loads(path.read_text())["name"] == editor.scenario.name
    assert not faults
    # Another map is opened while it is tried: the dialog is about that no more.
    hand.put()
    editor.open("frozen-gate")
    wait(editor, lambda: not isValid(dialog))
    assert editor.exports.last is None
    # The window goes while it is tried.
    editor.exports.ask()
    editor.dialog(ExportDialog)
    close(editor)


@pytest.mark.long
def test_the_import_dialog_offers_what_its_form_says(
    editor: EditorDriver, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairground.editor.features.importing.dialog._DEBOUNCE", 10)
    document = editor.open()
    board = editor.folder / "far pass.board"
    board.write_text(BOARD)
    editor.flow.import_map(board)
    dialog = editor.dialog(ImportDialog)
    faults = set[str]()
    known = cache(lambda request: MapImport((0,), request).run())

    def told(outcome: ImportOutcome) -> object:
        return outcome.told, outcome.terrain, outcome.losses, present(outcome.scenario).ruleset.name

    def look(_answer: object = None) -> None:
        if isValid(dialog) and dialog.take.isEnabled():
            request = dialog.form.request
            if told(present(dialog.outcome)) != told(known(request)):
                faults.add(f"{request}")

    def settled() -> bool:
        look()
        return bool(dialog.take.isEnabled())

    editor.session.worker.answered.connect(look)
    wait(editor, settled)
    wait(editor, lambda: dialog.form.ruleset.count() > 1)
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
            wait(editor, settled)
            hand.kill_over(dialog.form.changed.emit)
            wait(editor, lambda: "ended unexpectedly" in dialog.preview.message)
            look()
            dialog.form.changed.emit()
        wait(editor, settled)
    assert not faults
    # Stopped and gone at random moments, it leaves the map as it was; the next question is answered.
    for _ in range(3):
        dialog.form.changed.emit()
        hand.pause()
        dialog.preview.stop.click()
        assert not dialog.take.isEnabled()
    dialog.form.changed.emit()
    hand.pause()
    revision = editor.document.revision
    dialog.reject()
    assert (editor.document, editor.document.revision) == (document, revision)
    editor.flow.import_map(board)
    dialog = editor.dialog(ImportDialog)
    wait(editor, settled)
    document.undo_stack.setClean()
    QTest.mouseClick(dialog.take, LEFT)
    wait(editor, lambda: editor.document is not document)
    assert (editor.scenario.board.columns, editor.scenario.board.rows) == (2, 2)


@pytest.mark.long
def test_a_board_is_not_changed_over_an_edit_that_came_while_its_dialog_went(
    prompt_editor: EditorDriver,
) -> None:
    """A key that is pressed right after Return comes before the board is another one."""
    editor = prompt_editor
    editor.open("ember-court")
    editor.actions["board.resize"].trigger()
    dialog = next(it for it in editor.window.findChildren(ResizeDialog) if it.isVisible())
    dialog.size_fields.columns.setValue(dialog.size_fields.columns.value() + 2)
    editor.qtbot.waitUntil(dialog.take.isEnabled)
    columns = editor.scenario.board.columns
    dialog.take.click()
    Hand(editor, 1).put()
    editor.settle()
    editor.qtbot.wait(50)
    assert editor.scenario.board.columns == columns
    assert editor.steps == 1
    assert "changed in the meantime" in editor.message
