"""Exports in the window: the dialog, the last one once more by a key, and what is remembered of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from fairground.editor.features.exporting import job as exporting
from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.jobs.process import JobAnswer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.editor.features.exporting.presets import LastExport

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.usefixtures("worker_here")


def rename(editor: Any, name: str) -> None:
    editor.window.docks.scenario.pages.page("general").name.setText(name)
    editor.window.docks.scenario.commit()


def last_of(editor: Any) -> LastExport | None:
    found: LastExport | None = editor.window.exports.last
    return found


def export(editor: Any, dialog_of: Callable[[type], Any], name: str, *, strict: bool = False) -> Path:
    editor.key("Ctrl+E")
    dialog = dialog_of(ExportDialog)
    editor.qtbot.waitUntil(lambda: dialog.format.choose(name))
    editor.qtbot.waitUntil(lambda: dialog.plan is not None)
    with editor.qtbot.waitSignal(dialog.exported):
        QTest.mouseClick(dialog.write, LEFT)
    if strict:
        dialog.strict.click()
    path: Path = dialog.request.path
    leave(editor, dialog)
    return path


def leave(editor: Any, dialog: Any) -> None:
    dialog.reject()
    editor.window.activateWindow()
    editor.settle()


def again(editor: Any, *words: str) -> str:
    """Export again, and wait until the notice says something."""
    notice = editor.window.page.notice
    notice.hide()
    editor.key("F9")
    editor.qtbot.waitUntil(lambda: bool(notice.text) and not notice.text.startswith("Exporting"))
    text = str(notice.text)
    for it in words:
        assert it in text
    return text


def press(editor: Any, text: str) -> None:
    button = next(it for it in editor.window.page.notice.buttons if it.text() == text)
    editor.qtbot.mouseClick(button, LEFT)
    editor.settle()


@pytest.mark.long
def test_the_last_export_is_made_again_by_one_key(editor: Any, dialog_of: Callable[[type], Any]) -> None:
    editor.open()
    path = export(editor, dialog_of, "json")
    rename(editor, "Ember Yard")
    assert again(editor).startswith("Written: ember-court.json. Lost: 1 comment of the file is dropped.")
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
    assert last.path == path
    again(editor, "Written: ember-court.json")

    # What somebody else wrote is left alone until that is said.
    path.write_text("mine")
    again(editor, "ember-court.json has changed since the last export and was not overwritten.")
    assert path.read_text() == "mine"
    press(editor, "Overwrite")
    editor.qtbot.waitUntil(lambda: "Written" in editor.window.page.notice.text)
    assert json.loads(path.read_text())["name"] == "Ember Yard"
    path.unlink()
    again(editor, "Written: ember-court.json")
    assert path.exists()

    # The dialog comes in the turn after it was asked for: once, and not about a file that is closed by then.
    ask = editor.window.actions_by_id["file.export"].trigger
    ask()
    ask()
    (dialog,) = editor.window.findChildren(ExportDialog)
    assert not dialog.isVisible()
    editor.settle()
    assert dialog.isVisible()
    leave(editor, dialog)
    ask()
    editor.window.flow.close()
    editor.settle()
    assert not any(it.isVisible() for it in editor.window.findChildren(ExportDialog))


@pytest.mark.long
def test_what_was_written_meanwhile_is_no_change_of_somebody_else(
    editor: Any, worker_here: Any, dialog_of: Callable[[type], Any]
) -> None:
    def go_on() -> JobAnswer:
        """Do what the worker has begun with, and tell nobody yet."""
        job = worker_here._waiting.pop("export")
        return JobAnswer(job.topic, job.tag, job.run())

    editor.open()
    path = export(editor, dialog_of, "json")
    # The map is edited and exported once more before it is told that the export before that is written.
    rename(editor, "Ember Yard")
    worker_here.is_held = True
    editor.key("F9")
    first = go_on()
    rename(editor, "Ember Hall")
    editor.key("F9")
    second = go_on()
    worker_here.answered.emit(first)
    worker_here.answered.emit(second)
    assert json.loads(path.read_text())["name"] == "Ember Hall"
    assert editor.window.page.notice.text.startswith("Written: ember-court.json")
    # Nobody waits any more, and another map is open; the file is known for what it holds all the same.
    rename(editor, "Ember Yard")
    editor.key("F9")
    third = go_on()
    editor.key("Ctrl+S")
    editor.open("frozen-gate")
    worker_here.answered.emit(third)
    assert last_of(editor) is None
    exporting._written.clear()  # as after a start
    editor.session.open(editor.folder / "ember-court.yaml")
    rename(editor, "Ember Hall")
    worker_here.let_go()
    again(editor, "Written: ember-court.json")
    assert json.loads(path.read_text())["name"] == "Ember Hall"
    # What somebody else wrote is left alone as ever.
    path.write_text("mine")
    again(editor, "was changed since it was exported")


@pytest.mark.long
def test_without_an_export_the_key_shows_the_dialog(editor: Any, dialog_of: Callable[[type], Any]) -> None:
    editor.open()
    editor.key("F9")
    dialog = dialog_of(ExportDialog)
    editor.key("F9")
    assert dialog_of(ExportDialog) is dialog
    editor.qtbot.waitUntil(lambda: dialog.format.choose("svg"))
    dialog.strict.click()
    leave(editor, dialog)
    # What was set is there again, and is no export.
    editor.key("Ctrl+E")
    dialog = dialog_of(ExportDialog)
    editor.qtbot.waitUntil(lambda: dialog.format.name == "svg")
    assert dialog.strict.isChecked()
    assert last_of(editor) is None
    dialog.reject()


@pytest.mark.long
def test_errors_stop_it_and_lead_to_the_map(editor: Any, dialog_of: Callable[[type], Any]) -> None:
    editor.open()
    path = export(editor, dialog_of, "hexjson")
    before = path.read_bytes()
    rename(editor, "")
    first, second = editor.scenario.units[:2]
    where = editor.scenario.board.label(first.hex)
    fields = {name: getattr(second, name) for name in second.__dataclass_fields__}
    editor.scenario.units[1] = type(second)(**fields | {"hex": first.hex})
    editor.document.revision += 1
    again(editor, "Not exported: ", "has errors")
    assert path.read_bytes() == before
    press(editor, "Export…")
    dialog = dialog_of(ExportDialog)
    editor.qtbot.waitUntil(lambda: dialog.plan is not None)
    row = next(at for at, text in enumerate(dialog.report.texts()) if where in text)
    editor.click(dialog.report, dialog.report.model().index(row, 0), LEFT)
    assert editor.window.findChildren(ExportDialog) == []
    canvas = editor.window.page.canvas
    at = canvas.point_of(editor.hex(where)).toPoint()
    assert canvas.rect().contains(at)


@pytest.mark.long
def test_a_scenario_without_a_file_is_remembered_and_then_with_its_file(
    editor: Any, dialog_of: Callable[[type], Any]
) -> None:
    editor.open()
    scenario = editor.scenario
    scenario.folder = editor.folder
    editor.session.adopt(scenario)
    editor.settle()
    path = export(editor, dialog_of, "hexjson", strict=True)
    assert path == editor.folder / "ember-court.hexjson"
    again(editor, "Written: ember-court.hexjson")
    editor.window.flow._save(editor.folder / "kept.yaml", None)
    editor.key("Ctrl+W")
    editor.session.open(editor.folder / "kept.yaml")
    last = last_of(editor)
    assert last is not None
    assert last.path == path
    assert not last.strict, "the box was ticked after the export"

    # Stopped, it says nothing and nothing is written.
    worker = editor.session.worker
    worker.is_held = True
    editor.window.exports._soon.setInterval(0)
    path.unlink()
    editor.key("F9")
    editor.qtbot.waitUntil(lambda: editor.window.page.notice.text == "Exporting ember-court.hexjson…")
    press(editor, "Stop")
    worker.let_go()
    editor.settle()
    assert not path.exists()
    assert editor.window.page.notice.text == ""


def test_nothing_is_asked_without_a_document(editor: Any) -> None:
    editor.window.exports.again()
    editor.window.exports.ask()
    assert not [it for it in editor.window.findChildren(QWidget) if isinstance(it, ExportDialog)]
    assert not editor.window.actions_by_id["file.export-again"].isEnabled()
