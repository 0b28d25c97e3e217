"""Exports in the window: the dialog, the last one once more by a key, and what is remembered of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.jobs.process import JobAnswer
from tests.editor.conftest import WorkerHere
from tests.editor.insides import announce_at_once, forget_written_files, save_as
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.editor.features.exporting.presets import LastExport
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.usefixtures("worker_here")


def last_of(editor: EditorDriver) -> LastExport | None:
    found: LastExport | None = editor.exports.last
    return found


def export(editor: EditorDriver, name: str, *, strict: bool = False) -> Path:
    editor.key("Ctrl+E")
    dialog = editor.dialog(ExportDialog)
    editor.qtbot.waitUntil(lambda: dialog.format.choose(name))
    editor.qtbot.waitUntil(lambda: dialog.plan is not None)
    with editor.qtbot.waitSignal(dialog.exported):
        QTest.mouseClick(dialog.write, LEFT)
    if strict:
        dialog.strict.click()
    path: Path = dialog.request.path
    leave(editor, dialog)
    return path


def leave(editor: EditorDriver, dialog: ExportDialog) -> None:
    dialog.reject()
    editor.window.activateWindow()
    editor.settle()


def again(editor: EditorDriver, *words: str) -> str:
    """Export again, and wait until the notice says something."""
    notice = editor.notice
    notice.hide()
    editor.key("F9")
    editor.qtbot.waitUntil(lambda: bool(notice.text) and not notice.text.startswith("Exporting"))
    text = str(notice.text)
    for it in words:
        assert it in text
    return text


def press(editor: EditorDriver, text: str) -> None:
    button = next(it for it in editor.notice.buttons if it.text() == text)
    QTest.mouseClick(button, LEFT)
    editor.settle()


@pytest.mark.long
def test_the_last_export_is_made_again_by_one_key(editor: EditorDriver) -> None:
    editor.open()
    path = export(editor, "json")
    editor.rename("Ember Yard")
    assert again(editor).startswith("Wrote ember-court.json. Lost: 1 comment in the file is dropped.")
    assert json.loads(path.read_text())["name"] == "Ember Yard"
    assert not any(it.isVisible() for it in editor.window.findChildren(ExportDialog))

    # It is remembered with the file, for another day too.
    editor.key("Ctrl+S")
    editor.key("Ctrl+W")
    editor.open("frozen-gate")
    assert last_of(editor) is None
    editor.session.open(editor.folder / "ember-court.yaml")
    editor.settle()
    last = last_of(editor)
    assert last is not None
    assert last.request.path == path
    again(editor, "Wrote ember-court.json")

    # What somebody else wrote is left alone until that is said.
    path.write_text("mine")
    again(editor, "ember-court.json has changed since the last export and was not overwritten.")
    assert path.read_text() == "mine"
    press(editor, "Overwrite")
    editor.qtbot.waitUntil(lambda: "Wrote" in editor.notice.text)
    assert json.loads(path.read_text())["name"] == "Ember Yard"
    path.unlink()
    again(editor, "Wrote ember-court.json")
    assert path.exists()

    # The dialog comes in the turn after it was asked for: once, and not about a file that is closed by then.
    ask = editor.actions["file.export"].trigger
    ask()
    ask()
    (dialog,) = editor.window.findChildren(ExportDialog)
    assert not dialog.isVisible()
    editor.settle()
    assert dialog.isVisible()
    leave(editor, dialog)
    ask()
    editor.flow.close()
    editor.settle()
    assert not any(it.isVisible() for it in editor.window.findChildren(ExportDialog))


@pytest.mark.long
def test_what_was_written_meanwhile_is_no_change_of_somebody_else(
    editor: EditorDriver, worker_here: WorkerHere
) -> None:
    def go_on() -> JobAnswer:
        """Do what the worker has begun with, and tell nobody yet."""
        job = worker_here.waiting.pop("export")
        return JobAnswer(job.topic, job.tag, job.run())

    editor.open()
    path = export(editor, "json")
    # The map is edited and exported once more before it is told that the export before that is written.
    editor.rename("Ember Yard")
    worker_here.is_held = True
    editor.key("F9")
    first = go_on()
    editor.rename("Ember Hall")
    editor.key("F9")
    second = go_on()
    worker_here.answered.emit(first)
    worker_here.answered.emit(second)
    assert json.loads(path.read_text())["name"] == "Ember Hall"
    assert editor.notice.text.startswith("Wrote ember-court.json")
    # Nobody waits any more, and another map is open; the file is known for what it holds all the same.
    editor.rename("Ember Yard")
    editor.key("F9")
    third = go_on()
    editor.key("Ctrl+S")
    editor.open("frozen-gate")
    worker_here.answered.emit(third)
    assert last_of(editor) is None
    forget_written_files()
    editor.session.open(editor.folder / "ember-court.yaml")
    editor.rename("Ember Hall")
    worker_here.let_go()
    again(editor, "Wrote ember-court.json")
    assert json.loads(path.read_text())["name"] == "Ember Hall"
    # What somebody else wrote is left alone as ever.
    path.write_text("mine")
    again(editor, "has changed since the last export")


@pytest.mark.long
def test_without_an_export_the_key_shows_the_dialog(editor: EditorDriver) -> None:
    editor.open()
    editor.key("F9")
    dialog = editor.dialog(ExportDialog)
    editor.key("F9")
    assert editor.dialog(ExportDialog) is dialog
    editor.qtbot.waitUntil(lambda: dialog.format.choose("svg"))
    dialog.strict.click()
    leave(editor, dialog)
    # What was set is there again, and is no export.
    editor.key("Ctrl+E")
    dialog = editor.dialog(ExportDialog)
    editor.qtbot.waitUntil(lambda: dialog.format.name == "svg")
    assert dialog.strict.isChecked()
    assert last_of(editor) is None
    dialog.reject()


@pytest.mark.long
def test_errors_stop_it_and_lead_to_the_map(editor: EditorDriver) -> None:
    editor.open()
    path = export(editor, "hexjson")
    before = path.read_bytes()
    editor.rename("")
    first, second = editor.scenario.units[:2]
    where = editor.scenario.board.label(first.hex)
    fields = {name: getattr(second, name) for name in second.__dataclass_fields__}
    editor.scenario.units[1] = type(second)(**fields | {"hex": first.hex})
    editor.document.revision += 1
    again(editor, "Not exported: ", "has errors")
    assert path.read_bytes() == before
    press(editor, "Export…")
    dialog = editor.dialog(ExportDialog)
    editor.qtbot.waitUntil(lambda: dialog.plan is not None)
    row = next(at for at, text in enumerate(dialog.report.texts()) if where in text)
    editor.click(dialog.report, dialog.report.model().index(row, 0), LEFT)
    assert editor.window.findChildren(ExportDialog) == []
    canvas = editor.canvas
    at = canvas.point_of(editor.hex(where)).toPoint()
    assert canvas.rect().contains(at)


@pytest.mark.long
def test_a_scenario_without_a_file_is_remembered_and_then_with_its_file(editor: EditorDriver) -> None:
    editor.open()
    scenario = editor.scenario
    scenario.folder = editor.folder
    editor.session.adopt(scenario)
    editor.settle()
    path = export(editor, "hexjson", strict=True)
    assert path == editor.folder / "ember-court.hexjson"
    again(editor, "Wrote ember-court.hexjson")
    save_as(editor.flow, editor.folder / "kept.yaml")
    editor.key("Ctrl+W")
    editor.session.open(editor.folder / "kept.yaml")
    last = last_of(editor)
    assert last is not None
    assert last.request.path == path
    assert not last.request.strict, "the box was ticked after the export"

    # Stopped, it says nothing and nothing is written.
    worker = of_type(editor.session.worker, WorkerHere)
    worker.is_held = True
    announce_at_once(editor.exports)
    path.unlink()
    editor.key("F9")
    editor.qtbot.waitUntil(lambda: editor.notice.text == "Exporting ember-court.hexjson…")
    press(editor, "Stop")
    worker.let_go()
    editor.settle()
    assert not path.exists()
    assert editor.notice.text == ""


def test_nothing_is_asked_without_a_document(editor: EditorDriver) -> None:
    editor.exports.again()
    editor.exports.ask()
    assert not [it for it in editor.window.findChildren(QWidget) if isinstance(it, ExportDialog)]
    assert not editor.actions["file.export-again"].isEnabled()
