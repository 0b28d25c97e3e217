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

    from fairground.editor.features.exporting.last_exports import LastExport

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.usefixtures("worker_here")


def rename(desk: Any, name: str) -> None:
    desk.window.docks.scenario.pages.general.name.setText(name)
    desk.window.docks.scenario.commit()


def last_of(desk: Any) -> LastExport | None:
    found: LastExport | None = desk.window.exports.last
    return found


def export(desk: Any, dialog_of: Callable[[type], Any], name: str, *, strict: bool = False) -> Path:
    desk.key("Ctrl+E")
    dialog = dialog_of(ExportDialog)
    desk.qtbot.waitUntil(lambda: dialog.format.choose(name))
    desk.qtbot.waitUntil(lambda: dialog.plan is not None)
    with desk.qtbot.waitSignal(dialog.exported):
        QTest.mouseClick(dialog.write, LEFT)
    if strict:
        dialog.strict.click()
    path: Path = dialog.request.path
    leave(desk, dialog)
    return path


def leave(desk: Any, dialog: Any) -> None:
    dialog.reject()
    desk.window.activateWindow()
    desk.settle()


def again(desk: Any, *words: str) -> str:
    """Export again, and wait until the notice says something."""
    notice = desk.window.page.notice
    notice.hide()
    desk.key("F9")
    desk.qtbot.waitUntil(lambda: bool(notice.text) and not notice.text.startswith("Exporting"))
    text = str(notice.text)
    for it in words:
        assert it in text
    return text


def press(desk: Any, text: str) -> None:
    button = next(it for it in desk.window.page.notice.buttons if it.text() == text)
    desk.qtbot.mouseClick(button, LEFT)
    desk.settle()


@pytest.mark.long
def test_the_last_export_is_made_again_by_one_key(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.open()
    path = export(desk, dialog_of, "json")
    rename(desk, "Ember Yard")
    assert again(desk).startswith("Written: ember-court.json. Lost: 1 comment of the file is left out.")
    assert json.loads(path.read_text())["name"] == "Ember Yard"
    assert not any(it.isVisible() for it in desk.window.findChildren(ExportDialog))

    # It is remembered with the file, for another day too.
    desk.key("Ctrl+S")
    desk.key("Ctrl+W")
    desk.open("frozen-gate")
    assert last_of(desk) is None
    desk.session.open(desk.folder / "ember-court.yaml")
    desk.settle()
    last = last_of(desk)
    assert last is not None
    assert last.path == path
    again(desk, "Written: ember-court.json")

    # What somebody else wrote is left alone until that is said.
    path.write_text("mine")
    again(desk, "ember-court.json was changed since it was exported, and was left as it is.")
    assert path.read_text() == "mine"
    press(desk, "Overwrite")
    desk.qtbot.waitUntil(lambda: "Written" in desk.window.page.notice.text)
    assert json.loads(path.read_text())["name"] == "Ember Yard"
    path.unlink()
    again(desk, "Written: ember-court.json")
    assert path.exists()

    # The dialog comes in the turn after it was asked for: once, and not about a file that is closed by then.
    ask = desk.window.actions_by_id["file.export"].trigger
    ask()
    ask()
    (dialog,) = desk.window.findChildren(ExportDialog)
    assert not dialog.isVisible()
    desk.settle()
    assert dialog.isVisible()
    leave(desk, dialog)
    ask()
    desk.window.flow.close()
    desk.settle()
    assert not any(it.isVisible() for it in desk.window.findChildren(ExportDialog))


@pytest.mark.long
def test_what_was_written_meanwhile_is_no_change_of_somebody_else(
    desk: Any, worker_here: Any, dialog_of: Callable[[type], Any]
) -> None:
    def go_on() -> JobAnswer:
        """Do what the worker has begun with, and tell nobody yet."""
        job = worker_here._waiting.pop("export")
        return JobAnswer(job.topic, job.tag, job.run())

    desk.open()
    path = export(desk, dialog_of, "json")
    # The map is edited and exported once more before it is told that the export before that is written.
    rename(desk, "Ember Yard")
    worker_here.is_held = True
    desk.key("F9")
    first = go_on()
    rename(desk, "Ember Hall")
    desk.key("F9")
    second = go_on()
    worker_here.answered.emit(first)
    worker_here.answered.emit(second)
    assert json.loads(path.read_text())["name"] == "Ember Hall"
    assert desk.window.page.notice.text.startswith("Written: ember-court.json")
    # Nobody waits any more, and another map is open; the file is known for what it holds all the same.
    rename(desk, "Ember Yard")
    desk.key("F9")
    third = go_on()
    desk.key("Ctrl+S")
    desk.open("frozen-gate")
    worker_here.answered.emit(third)
    assert last_of(desk) is None
    exporting._written.clear()  # as after a start
    desk.session.open(desk.folder / "ember-court.yaml")
    rename(desk, "Ember Hall")
    worker_here.let_go()
    again(desk, "Written: ember-court.json")
    assert json.loads(path.read_text())["name"] == "Ember Hall"
    # What somebody else wrote is left alone as ever.
    path.write_text("mine")
    again(desk, "was changed since it was exported")


@pytest.mark.long
def test_without_an_export_the_key_shows_the_dialog(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.open()
    desk.key("F9")
    dialog = dialog_of(ExportDialog)
    desk.key("F9")
    assert dialog_of(ExportDialog) is dialog
    desk.qtbot.waitUntil(lambda: dialog.format.choose("svg"))
    dialog.strict.click()
    leave(desk, dialog)
    # What was set is there again, and is no export.
    desk.key("Ctrl+E")
    dialog = dialog_of(ExportDialog)
    desk.qtbot.waitUntil(lambda: dialog.format.name == "svg")
    assert dialog.strict.isChecked()
    assert last_of(desk) is None
    dialog.reject()


@pytest.mark.long
def test_errors_stop_it_and_lead_to_the_map(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.open()
    path = export(desk, dialog_of, "hexjson")
    before = path.read_bytes()
    rename(desk, "")
    first, second = desk.scenario.units[:2]
    where = desk.scenario.board.label(first.hex)
    fields = {name: getattr(second, name) for name in second.__dataclass_fields__}
    desk.scenario.units[1] = type(second)(**fields | {"hex": first.hex})
    desk.document.revision += 1
    again(desk, "Not exported: ", "has errors")
    assert path.read_bytes() == before
    press(desk, "Export…")
    dialog = dialog_of(ExportDialog)
    desk.qtbot.waitUntil(lambda: dialog.plan is not None)
    row = next(at for at, text in enumerate(dialog.report.texts()) if where in text)
    desk.click(dialog.report, dialog.report.model().index(row, 0), LEFT)
    assert desk.window.findChildren(ExportDialog) == []
    canvas = desk.window.page.canvas
    at = canvas.point_of(desk.hex(where)).toPoint()
    assert canvas.rect().contains(at)


@pytest.mark.long
def test_a_scenario_without_a_file_is_remembered_and_then_with_its_file(
    desk: Any, dialog_of: Callable[[type], Any]
) -> None:
    desk.open()
    scenario = desk.scenario
    scenario.folder = desk.folder
    desk.session.adopt(scenario)
    desk.settle()
    path = export(desk, dialog_of, "hexjson", strict=True)
    assert path == desk.folder / "ember-court.hexjson"
    again(desk, "Written: ember-court.hexjson")
    desk.window.flow._save(desk.folder / "kept.yaml", None)
    desk.key("Ctrl+W")
    desk.session.open(desk.folder / "kept.yaml")
    last = last_of(desk)
    assert last is not None
    assert last.path == path
    assert not last.strict, "the box was ticked after the export"

    # Stopped, it says nothing and nothing is written.
    worker = desk.session.worker
    worker.is_held = True
    desk.window.exports._soon.setInterval(0)
    path.unlink()
    desk.key("F9")
    desk.qtbot.waitUntil(lambda: desk.window.page.notice.text == "Exporting ember-court.hexjson…")
    press(desk, "Stop")
    worker.let_go()
    desk.settle()
    assert not path.exists()
    assert desk.window.page.notice.text == ""


def test_nothing_is_asked_without_a_document(desk: Any) -> None:
    desk.window.exports.again()
    desk.window.exports.ask()
    assert not [it for it in desk.window.findChildren(QWidget) if isinstance(it, ExportDialog)]
    assert not desk.window.actions_by_id["file.export-again"].isEnabled()
