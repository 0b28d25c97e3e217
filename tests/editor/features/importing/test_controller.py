"""Import in the window: from a file to a document with remarks."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from fairground.core.clients import load_format
from fairground.core.files import load
from fairground.core.finding import Severity
from fairground.editor.app.paths import journal_folder
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.features.importing.dialog import ImportDialog
from fairground.editor.shell.dialogs.keyboard_help import KeyboardHelp
from fairground.editor.shell.dialogs.unsaved_changes import UnsavedDialog
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from fairground.core.grid.hexes import Hex
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
BOARD = """\
size 3 2
option river true
hex 0101 0 "woods:1;arms:1" ""
hex 0201 1 "" ""
hex 0301 0 "rough:1" ""
hex 0102 0 "" ""
hex 0202 0 "flowers:1" "grass"
hex 0302 0 "" ""
end
"""

pytestmark = pytest.mark.usefixtures("worker_here")


@pytest.fixture
def board(editor: EditorDriver) -> Path:
    path: Path = editor.folder / "far pass.board"
    path.write_text(BOARD)
    return path


def read(editor: EditorDriver) -> ImportDialog:
    """Return the dialog when the worker has read the map."""
    dialog = editor.dialog(ImportDialog)
    editor.qtbot.waitUntil(dialog.take.isEnabled)
    return dialog


def take(editor: EditorDriver) -> None:
    QTest.mouseClick(read(editor).take, LEFT)
    editor.settle()


def drop(editor: EditorDriver, *paths: Path) -> bool:
    """Drop files onto the window; return whether it takes them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(QPoint(400, 300), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    event.setAccepted(False)
    editor.window.dropEvent(event)
    editor.settle()
    return event.isAccepted()


# -- the way in ---------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_board_becomes_a_new_document_with_remarks(editor: EditorDriver, board: Path) -> None:
    editor.key("Ctrl+I")
    asked = editor.dialog(QFileDialog)
    editor.qtbot.waitUntil(lambda: len(asked.nameFilters()) > 3)
    assert asked.nameFilters()[0].startswith("Maps (*.board *.")
    assert {"MegaMek board (*.board)", "All files (*)"} <= {*asked.nameFilters()}
    asked.fileSelected.emit(str(board))
    asked.reject()
    take(editor)
    assert editor.scenario.name == "far pass"
    assert editor.document.path is None
    assert editor.document.undo_stack.count() == 0
    assert len(list(journal_folder().glob("*.journal"))) == 1
    panel = editor.findings_panel
    assert panel.imported.startswith("Imported from far pass.board with ")
    remarks = [it for it in editor.findings if it.code.startswith("import.")]
    assert {it.severity for it in remarks} <= {Severity.WARNING, Severity.ADVICE}
    assert any("arms" in it.message and it.place.line == 3 for it in remarks)
    assert panel.imported.endswith(f"with {len(remarks)} notes")


def test_remarks_lead_to_their_hexes_and_outlast_edits_until_they_are_closed(
    editor: EditorDriver, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.flow.import_map(board)
    take(editor)
    panel = editor.findings_panel
    editor.document.edit("Rename", [FieldPatch("name", editor.scenario.name, "Pass")])
    editor.settle()
    row = next(at for at, it in enumerate(editor.findings) if it.place.hex == "A1" and "arms" in it.message)
    assert "line 3: " in panel.model.index(row, 2).data()
    marked: list[AbstractSet[Hex]] = []
    monkeypatch.setattr(editor.canvas, "set_preview", marked.append)
    editor.click(panel.table, panel.model.index(row, 2), LEFT)
    assert marked[-1] == {editor.hex("A1")}
    QTest.mouseClick(panel.close_remarks, LEFT)
    assert panel.imported == ""
    assert not any(it.code.startswith("import.") for it in editor.findings)
    assert editor.findings, "the scenario's own findings stay"


@pytest.mark.long
def test_another_document_drops_the_remarks(editor: EditorDriver, board: Path) -> None:
    editor.flow.import_map(board)
    take(editor)
    editor.open()
    assert editor.findings_panel.imported == ""


@pytest.mark.long
def test_saving_asks_for_a_place_beside_the_map_and_takes_none_that_is_taken(
    editor: EditorDriver, board: Path
) -> None:
    (board.parent / "far-pass.yaml").write_text("mine")
    editor.flow.import_map(board)
    take(editor)
    editor.flow.save()
    asked = editor.dialog(QFileDialog)
    assert asked.selectedFiles() == [str(board.parent / "far-pass-2.yaml")]
    asked.accept()
    editor.settle()
    saved = load(board.parent / "far-pass-2.yaml")
    assert saved.name == "far pass"
    assert "option river true" in saved.board.source
    assert board.read_text() == BOARD


@pytest.mark.long
def test_an_imported_map_is_unsaved_until_it_is_saved(editor: EditorDriver, board: Path) -> None:
    editor.open()
    editor.flow.import_map(board)
    take(editor)
    editor.settle()
    document = editor.document
    assert document.is_dirty
    assert editor.window.isWindowModified() or "\u2022" in editor.window.windowTitle()
    editor.flow.close()
    editor.dialog(UnsavedDialog).reject()
    assert editor.document is document
    editor.session.save(board.parent / "far-pass.yaml")
    assert not document.is_dirty
    editor.flow.close()
    editor.settle()
    assert editor.document is not document


@pytest.mark.long
def test_an_imported_map_opens_beside_unsaved_work(editor: EditorDriver, board: Path) -> None:
    document = editor.open()
    document.edit("Rename", [FieldPatch("name", document.scenario.name, "Mine")])
    editor.flow.import_map(board)
    take(editor)
    editor.settle()
    assert editor.scenario.name == "far pass"
    # Without a window manager nobody does so when the dialog closes.
    editor.window.activateWindow()
    editor.qtbot.waitUntil(editor.window.isActiveWindow)
    editor.key("Ctrl+Tab")
    assert editor.document is document
    assert document.is_dirty


@pytest.mark.long
def test_a_file_that_cannot_be_read_leaves_all_as_it_was(editor: EditorDriver, board: Path) -> None:
    document = editor.open()
    board.write_text(BOARD.replace("size 3 2", "size 3"))
    editor.flow.import_map(board)
    dialog = editor.dialog(ImportDialog)
    editor.qtbot.waitUntil(lambda: bool(dialog.remarks.texts()))
    assert not dialog.take.isEnabled()
    dialog.reject()
    assert editor.document is document


# -- other ways ---------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_map_that_is_dropped_is_imported_and_a_scenario_opened(editor: EditorDriver, board: Path) -> None:
    assert drop(editor, board)
    assert editor.dialog(ImportDialog).windowTitle() == "Import far pass.board"
    editor.dialog(ImportDialog).reject()
    editor.open()
    editor.key("Ctrl+W")
    assert drop(editor, editor.folder / "ember-court.yaml")
    assert editor.scenario.name == "Ember Court"


def test_several_files_folders_and_other_things_are_not_taken(editor: EditorDriver, board: Path) -> None:
    assert not drop(editor, board, board)
    assert not drop(editor, board.parent)
    assert not drop(editor)


def test_the_welcome_page_has_a_button_for_it(editor: EditorDriver) -> None:
    button = editor.welcome.take_in
    assert button.toolTip() == "Import a map from another program (Ctrl+I)"
    QTest.mouseClick(button, LEFT)
    editor.dialog(QFileDialog).reject()


def test_the_sheet_of_keys_has_it(editor: EditorDriver) -> None:
    editor.key("Shift+F1")
    assert ("Ctrl+I", "Import a map from another program") in editor.dialog(KeyboardHelp).shown()


# -- and out again ------------------------------------------------------------------------------------------


def export(editor: EditorDriver, dialog: ExportDialog, name: str, path: Path | None = None) -> None:
    """Export from the dialog; errors and losses are there before."""
    editor.qtbot.waitUntil(lambda: dialog.format.choose(name))
    if path is not None:
        dialog.path.setText(str(path))
    editor.qtbot.waitUntil(lambda: dialog.plan is not None)
    if dialog.write.isEnabled():
        with editor.qtbot.waitSignal(dialog.exported):
            QTest.mouseClick(dialog.write, LEFT)


def test_an_imported_board_is_exported_as_it_came(editor: EditorDriver, board: Path) -> None:
    editor.flow.import_map(board)
    take(editor)
    editor.exports.ask()
    dialog = editor.dialog(ExportDialog)
    export(editor, dialog, "megamek", board.parent / "out.board")
    assert dialog.format.currentItem().text() == load_format("megamek").title
    assert dialog.message.text().startswith("Wrote ")
    assert (board.parent / "out.board").read_text().split() == BOARD.split()


@pytest.mark.long
def test_a_board_of_another_layout_is_refused_in_a_sentence(editor: EditorDriver) -> None:
    editor.open("standard-arena")
    editor.key("Ctrl+E")
    dialog = editor.dialog(ExportDialog)
    export(editor, dialog, "megamek")
    assert "odd-q" in dialog.message.text()
    assert not dialog.write.isEnabled()


@pytest.mark.long
def test_what_a_board_cannot_carry_is_said(editor: EditorDriver) -> None:
    editor.open("frozen-gate")
    assert editor.scenario.board.layout.value == "odd-q"
    editor.key("Ctrl+E")
    dialog = editor.dialog(ExportDialog)
    export(editor, dialog, "megamek")
    assert dialog.message.text().startswith("Wrote ")
    assert any("zones are dropped" in it for it in dialog.report.texts())


# -- places that cannot be written ---------------------------------------------------------------------------


@pytest.mark.long
def test_a_scenario_in_a_place_that_cannot_be_written_says_so_when_it_is_opened(
    editor: EditorDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.open()
    editor.key("Ctrl+W")
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)
    editor.flow.open(editor.folder / "ember-court.yaml")
    editor.settle()
    notice = editor.notice
    assert notice.text.startswith("ember-court.yaml is read-only")
    editor.key("Ctrl+W")
    assert not notice.isVisible()
    # As the command line does.
    editor.session.open(editor.folder / "ember-court.yaml")
    editor.settle()
    assert notice.isVisible()
    assert notice.text.startswith("ember-court.yaml is read-only")
    QTest.mouseClick(notice.buttons[0], LEFT)
    editor.dialog(QFileDialog).reject()


def test_a_copy_of_a_shipped_arena_is_not_saved_beside_the_original(editor: EditorDriver) -> None:
    document = editor.open()
    editor.flow.open_copy(present(document.path))
    editor.settle()
    assert editor.document.path is None
    assert editor.scenario.folder is None
