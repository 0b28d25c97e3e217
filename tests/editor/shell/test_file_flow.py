from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMessageBox

from fairground.core.files import load, to_bytes, to_text
from fairground.core.grid.layout import Layout
from fairground.editor.app.paths import journal_folder
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.recovery import recover
from fairground.editor.features.board.new_map import NewMapDialog
from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.session.session import Session
from fairground.editor.shell.dialogs.about import CrashDialog
from fairground.editor.shell.dialogs.keyboard_help import KeyboardHelp
from fairground.editor.shell.dialogs.unsaved_changes import (
    ChangedOutsideDialog,
    FileProblemsDialog,
    NotSavedDialog,
    UnsavedDialog,
)
from tests.editor.board_view import click
from tests.editor.editor_driver import SCENARIOS
from tests.editor.insides import abandon_journal, save_as
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pathlib import Path

    from tests.editor.conftest import WorkerHere
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
BUTTON = QMessageBox.StandardButton


def choose_file(dialog: QFileDialog, path: Path) -> None:
    name = present(dialog.findChild(QLineEdit, "fileNameEdit"))
    name.selectAll()
    QTest.keyClicks(name, str(path))
    QTest.keyClick(name, Qt.Key.Key_Return)


def answer(editor: EditorDriver, button: BUTTON) -> None:
    QTest.mouseClick(editor.dialog(UnsavedDialog).button(button), LEFT)
    editor.settle()


# -- new ----------------------------------------------------------------------------------------------------


def test_the_new_map_dialog_makes_a_document(editor: EditorDriver) -> None:
    editor.key("Ctrl+N")
    dialog = editor.dialog(NewMapDialog)
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "Duel")
    dialog.size_fields.columns.setValue(9)
    dialog.size_fields.rows.setValue(8)
    QTest.mouseClick(dialog.layouts.buttons[Layout.EVEN_R], LEFT)
    dialog.ruleset.setCurrentIndex(dialog.ruleset.findData("penance-1.0"))
    QTest.mouseClick(dialog.make, LEFT)
    editor.settle()
    scenario = editor.scenario
    board = scenario.board
    assert (scenario.name, board.columns, board.rows, board.layout) == ("Duel", 9, 8, Layout.EVEN_R)
    assert scenario.ruleset.name == "penance-1.0"
    assert editor.document.path is None


def test_new_maps_are_numbered(editor: EditorDriver) -> None:
    for _ in range(2):
        editor.flow.new()
        QTest.mouseClick(editor.dialog(NewMapDialog).make, LEFT)
        editor.settle()
    assert [it.document.title for it in editor.session.maps] == ["New arena", "New arena 2"]
    # Once a file in the folder has the name, it is taken without an open map, too.
    save_as(editor.flow, editor.folder / "new-arena-2.yaml")
    editor.session.close()
    editor.flow.new()
    dialog = editor.dialog(NewMapDialog)
    assert dialog.name.text() == "New arena 3"
    dialog.name.clear()
    QTest.mouseClick(dialog.make, LEFT)
    editor.settle()
    assert editor.document.title == "New arena 3"
    assert editor.flow.suggested(".yaml") == editor.folder / "new-arena-3.yaml"


# -- open ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_open_asks_for_a_file(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+W")
    editor.key("Ctrl+O")
    choose_file(editor.dialog(QFileDialog), editor.folder / "ember-court.yaml")
    editor.settle()
    assert editor.scenario.name == "Ember Court"


def test_a_file_with_errors_is_told_with_lines_and_opens_as_a_copy(editor: EditorDriver) -> None:
    document = editor.open()
    bad = editor.folder / "bad.yaml"
    text = (
        present(document.path)
        .read_text(encoding="utf-8")
        .replace("facing: 3, shield: none", "facing: 9, shield: none")
    )
    bad.write_text(text, encoding="utf-8")
    editor.flow.open(bad)
    dialog = editor.dialog(FileProblemsDialog)
    assert dialog.problems.texts() == ["line 47: 'facing' must be at most 6, not 9"]
    assert "bad.yaml has 1 problem:" in [it.text() for it in dialog.findChildren(QLabel)]
    assert editor.document is document, "what was open stays open"
    QTest.mouseClick(dialog.copy, LEFT)
    editor.settle()
    assert editor.document.path is None
    assert editor.scenario.name == "Ember Court"
    assert bad.read_text(encoding="utf-8") == text


@pytest.mark.long
def test_what_is_done_between_reading_and_showing_stays_in_its_map(editor: EditorDriver) -> None:
    other = present(editor.open("frozen-gate").path)
    editor.key("Ctrl+W")
    document = editor.open()
    editor.flow.open(other)
    assert editor.document is document, "it is shown in a turn of its own"
    editor.rename()
    editor.settle()
    assert editor.scenario.name == "Frozen Gate"
    editor.key("Ctrl+Tab")
    assert editor.document is document
    assert editor.scenario.name == "Other"


def test_a_file_that_is_not_there_is_told(editor: EditorDriver) -> None:
    editor.flow.open(editor.folder / "nowhere.yaml")
    dialog = editor.dialog(FileProblemsDialog)
    assert not dialog.problems.isVisible()
    assert not hasattr(dialog, "copy")
    assert editor.session.document is None


@pytest.mark.long
def test_recent_files_are_in_the_menu_and_on_the_welcome_page(editor: EditorDriver) -> None:
    editor.open()
    editor.open("frozen-gate")
    editor.recent.aboutToShow.emit()
    names = [it.text().partition("\t")[0] for it in editor.recent.actions()]
    assert names == ["frozen-gate.yaml", "ember-court.yaml"]
    assert editor.recent.actions()[0].toolTip() == str(editor.folder / "frozen-gate.yaml")
    editor.recent.actions()[1].trigger()
    editor.settle()
    assert editor.scenario.name == "Ember Court"
    editor.key("Ctrl+W")
    editor.key("Ctrl+W")
    recent = editor.welcome.recent
    assert recent.item(0).text().splitlines()[0] == "ember-court.yaml"
    editor.click(recent, recent.model().index(1, 0), LEFT)
    assert editor.scenario.name == "Frozen Gate"


def test_a_card_of_the_welcome_page_opens_a_copy(editor: EditorDriver) -> None:
    cards = editor.welcome.cards
    editor.qtbot.waitUntil(lambda: bool(cards))
    assert len(cards) >= 5
    card = next(card for file, card in cards.items() if file.stem == "twin-stones")
    assert card.accessibleName().startswith("Twin Stones, 9 by 8")
    QTest.mouseClick(card, LEFT)
    assert editor.scenario.name == "Twin Stones"
    assert editor.document.path is None


# -- save ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_save_writes_the_file(editor: EditorDriver) -> None:
    document = editor.open()
    editor.rename()
    editor.key("Ctrl+S")
    assert load(present(document.path)).name == "Other"


def test_a_new_map_is_asked_for_a_file_when_saved(editor: EditorDriver) -> None:
    editor.session.new("My Duel!", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    editor.key("Ctrl+S")
    dialog = editor.dialog(QFileDialog)
    assert dialog.defaultSuffix() == "yaml"
    choose_file(dialog, editor.folder / "duel")
    editor.settle()
    assert load(editor.folder / "duel.yaml").name == "My Duel!"
    assert editor.document.path == editor.folder / "duel.yaml"
    assert editor.window.windowTitle() == "duel.yaml[*]"


@pytest.mark.long
def test_save_as_leaves_the_first_file(editor: EditorDriver) -> None:
    document = editor.open()
    editor.rename()
    editor.key("Ctrl+Shift+S")
    choose_file(editor.dialog(QFileDialog), editor.folder / "other.yaml")
    editor.settle()
    assert load(editor.folder / "ember-court.yaml").name == "Ember Court"
    assert load(editor.folder / "other.yaml").name == "Other"
    assert document.path == editor.folder / "other.yaml"


@pytest.mark.long
def test_a_save_that_fails_is_told_and_nothing_is_lost(editor: EditorDriver) -> None:
    document = editor.open()
    editor.rename()
    save_as(editor.flow, editor.folder / "no" / "such" / "folder.yaml")
    dialog = editor.dialog(NotSavedDialog)
    assert dialog.text().endswith("folder.yaml cannot be written: No such file or directory.")
    assert document.is_dirty
    QTest.mouseClick(dialog.save_as, LEFT)
    choose_file(editor.dialog(QFileDialog), editor.folder / "other.yaml")
    editor.settle()
    assert load(editor.folder / "other.yaml").name == "Other"
    assert not document.is_dirty


# -- unsaved changes ----------------------------------------------------------------------------------------


def test_nothing_is_asked_when_nothing_changed(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+W")
    assert editor.session.document is None


@pytest.mark.long
def test_cancel_keeps_everything(editor: EditorDriver) -> None:
    document = editor.open()
    editor.rename()
    editor.window.close()
    answer(editor, BUTTON.Cancel)
    assert editor.window.isVisible()
    assert editor.document is document


def test_escape_cancels(editor: EditorDriver) -> None:
    editor.open()
    editor.rename()
    editor.key("Ctrl+W")
    QTest.keyClick(editor.dialog(UnsavedDialog), Qt.Key.Key_Escape)
    assert editor.document.is_dirty


def test_discard_gives_the_changes_up(editor: EditorDriver) -> None:
    editor.open()
    editor.rename()
    editor.key("Ctrl+W")
    answer(editor, BUTTON.Discard)
    assert editor.session.document is None
    assert load(editor.folder / "ember-court.yaml").name == "Ember Court"
    assert list(journal_folder().glob("*.journal")) == []


@pytest.mark.long
def test_save_saves_and_goes_on(editor: EditorDriver) -> None:
    editor.open()
    editor.rename()
    editor.key("Ctrl+Q")
    answer(editor, BUTTON.Save)
    assert not editor.window.isVisible()
    assert load(editor.folder / "ember-court.yaml").name == "Other"


def test_saving_a_new_map_on_the_way_out_asks_for_its_file(editor: EditorDriver) -> None:
    editor.session.new("Duel", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    editor.rename()
    editor.window.close()
    answer(editor, BUTTON.Save)
    choose_file(editor.dialog(QFileDialog), editor.folder / "duel.yaml")
    editor.settle()
    assert not editor.window.isVisible()
    assert load(editor.folder / "duel.yaml").name == "Other"


# -- changed outside ----------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_change_outside_can_be_reloaded(editor: EditorDriver) -> None:
    document = editor.open()
    text = present(document.path).read_text(encoding="utf-8")
    present(document.path).write_text(text.replace("Ember Court", "Ember Yard"), encoding="utf-8")
    notice = editor.notice
    editor.qtbot.waitUntil(lambda: "was changed by another program" in notice.text)
    assert editor.scenario.name == "Ember Court"
    QTest.mouseClick(notice.buttons[0], LEFT)
    assert editor.scenario.name == "Ember Yard"
    assert notice.text == ""


@pytest.mark.long
def test_a_change_outside_can_be_left_alone(editor: EditorDriver) -> None:
    document = editor.open()
    editor.rename()
    present(document.path).write_text(
        present(document.path).read_text(encoding="utf-8") + "# more\n", encoding="utf-8"
    )
    notice = editor.notice
    editor.qtbot.waitUntil(lambda: "Undo brings back your version" in notice.text)
    QTest.mouseClick(notice.buttons[1], LEFT)
    assert notice.text == ""
    assert editor.scenario.name == "Other"
    editor.key("Ctrl+S")
    assert load(present(document.path)).name == "Other"


def change_outside(editor: EditorDriver, before: str = "Ember Court", after: str = "Ember Yard") -> None:
    """Replace a text in the file of the open document, as another program does, and wait for the notice."""
    path = editor.file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    editor.qtbot.waitUntil(lambda: "was changed by another program" in editor.notice.text)


@pytest.mark.long
def test_undo_brings_back_strokes_that_a_reload_replaced(editor: EditorDriver) -> None:
    document = editor.open()
    _window, notice = editor.window, editor.notice
    change_outside(editor)
    editor.state.terrain_first = "rubble"
    editor.key("B")
    click(editor, "B4")
    click(editor, "D6")
    mine = to_text(editor.scenario)
    assert (editor.terrain("B4"), editor.terrain("D6"), editor.steps) == ("rubble", "rubble", 2)
    QTest.mouseClick(notice.buttons[0], LEFT)
    editor.settle()
    theirs = present(document.path).read_text(encoding="utf-8")
    assert to_text(editor.scenario) == theirs
    assert editor.document is document
    assert not document.is_dirty
    editor.key("Ctrl+Z")
    assert to_text(editor.scenario) == mine
    assert document.is_dirty
    editor.key("Ctrl+Shift+Z")
    assert to_text(editor.scenario) == theirs
    assert not document.is_dirty


@pytest.mark.long
def test_a_reload_of_a_board_of_another_size_can_be_undone_and_recovered(editor: EditorDriver) -> None:
    editor.open()
    other = load(SCENARIOS / "training-yard.yaml")
    editor.rename("Mine")
    editor.file.write_bytes(to_bytes(other))
    editor.qtbot.waitUntil(lambda: "was changed by another program" in editor.notice.text)
    QTest.mouseClick(editor.notice.buttons[0], LEFT)
    editor.settle()
    assert editor.scenario == other
    editor.session.flush()
    (journal,) = journal_folder().glob("*.journal")
    copy = editor.folder / "copy.journal"
    copy.write_bytes(journal.read_bytes())
    again = recover(copy).document
    assert again.scenario == other
    again.undo()
    assert again.scenario.name == "Mine"
    editor.key("Ctrl+Z")
    assert editor.scenario == again.scenario


@pytest.mark.long
def test_what_is_being_typed_outlasts_a_reload(editor: EditorDriver) -> None:
    editor.open()
    change_outside(editor)
    name = editor.general_page.name
    name.setFocus()
    name.selectAll()
    QTest.keyClicks(name, "Typed")
    editor.flow.reload()
    assert editor.scenario.name == "Ember Yard"
    editor.document.undo()
    assert editor.scenario.name == "Typed"


@pytest.mark.long
def test_the_readable_part_of_a_broken_file_opens_beside_unsaved_work(editor: EditorDriver) -> None:
    document = editor.open()
    editor.rename("Mine")
    change_outside(editor, "facing: 3, shield: none", "facing: 9, shield: none")
    QTest.mouseClick(editor.notice.buttons[0], LEFT)
    QTest.mouseClick(editor.dialog(FileProblemsDialog).copy, LEFT)
    editor.settle()
    assert editor.document is not document
    editor.session.activate(editor.session.maps[0])
    assert editor.document is document
    assert editor.scenario.name == "Mine"


@pytest.mark.long
def test_the_notice_of_a_change_outside_ends_with_an_overwrite(editor: EditorDriver) -> None:
    editor.open()
    change_outside(editor)
    editor.rename("Mine")
    editor.key("Ctrl+S")
    QTest.mouseClick(editor.dialog(ChangedOutsideDialog).overwrite, LEFT)
    assert editor.notice.text == ""
    assert load(editor.file).name == "Mine"


@pytest.mark.long
def test_the_notice_of_a_change_outside_ends_when_it_is_taken_back_outside(editor: EditorDriver) -> None:
    editor.open()
    change_outside(editor)
    text = editor.file.read_text(encoding="utf-8")
    editor.file.write_text(text.replace("Ember Yard", "Ember Court"), encoding="utf-8")
    editor.qtbot.waitUntil(lambda: editor.notice.text == "")


@pytest.mark.long
def test_a_save_ends_the_notice_of_a_file_that_is_gone_and_no_other_notice(editor: EditorDriver) -> None:
    document, notice = editor.open(), editor.notice
    present(document.path).unlink()
    editor.qtbot.waitUntil(lambda: "was moved or deleted" in notice.text)
    editor.key("Ctrl+S")
    assert notice.text == ""
    assert present(document.path).is_file()
    notice.say("Something else.")
    editor.key("Ctrl+S")
    assert notice.text == "Something else."


@pytest.mark.long
def test_nothing_of_another_editor_is_overwritten_unasked(editor: EditorDriver) -> None:
    document = editor.open()
    other = Session()
    told: list[str] = []
    other.open_elsewhere.connect(told.append)
    theirs = other.open(present(document.path))
    assert told == ["ember-court.yaml"]
    theirs.edit("Rename", [FieldPatch("name", theirs.scenario.name, "Theirs")])
    assert not other.overwrites
    other.save()
    editor.rename("Mine")
    # Pressed before the window has heard of the change.
    editor.flow.save()
    dialog = editor.dialog(ChangedOutsideDialog)
    assert "would be lost" in dialog.informativeText()
    label = present(dialog.findChild(QLabel, "qt_msgbox_label"))
    assert (label.text(), label.textFormat()) == ("Overwrite ember-court.yaml?", Qt.TextFormat.PlainText)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert load(present(document.path)).name == "Theirs"
    editor.flow.save()
    QTest.mouseClick(editor.dialog(ChangedOutsideDialog).save_as, LEFT)
    choose_file(editor.dialog(QFileDialog), editor.folder / "mine.yaml")
    editor.settle()
    assert load(editor.folder / "ember-court.yaml").name == "Theirs"
    assert load(editor.folder / "mine.yaml").name == "Mine"
    other.end()


@pytest.mark.long
def test_the_other_s_work_is_overwritten_when_one_says_so(editor: EditorDriver) -> None:
    document = editor.open()
    present(document.path).write_text(
        present(document.path).read_text(encoding="utf-8").replace("Ember", "Amber"), encoding="utf-8"
    )
    editor.rename("Mine")
    editor.flow.save()
    QTest.mouseClick(editor.dialog(ChangedOutsideDialog).overwrite, LEFT)
    assert load(present(document.path)).name == "Mine"
    assert not document.is_dirty
    editor.key("Ctrl+S")
    assert not editor.window.findChildren(ChangedOutsideDialog)


@pytest.mark.long
def test_a_file_that_is_open_in_another_editor_is_told_of(editor: EditorDriver) -> None:
    path = editor.folder / "ember-court.yaml"
    editor.open()
    editor.key("Ctrl+W")
    other = Session()
    other.open(path)
    editor.session.open(path)
    assert "open in another editor" in editor.notice.text
    other.end()
    editor.session.reload()
    editor.notice.hide()
    editor.session.reload()
    assert editor.notice.text == ""


def test_an_own_save_is_no_change_outside(editor: EditorDriver) -> None:
    editor.open()
    editor.rename()
    editor.key("Ctrl+S")
    editor.qtbot.wait(150)
    assert editor.notice.text == ""


@pytest.mark.long
def test_a_file_that_is_gone_can_be_saved_again(editor: EditorDriver) -> None:
    document = editor.open()
    present(document.path).unlink()
    notice = editor.notice
    editor.qtbot.waitUntil(lambda: "was moved or deleted" in notice.text)
    QTest.mouseClick(notice.buttons[0], LEFT)
    assert load(present(document.path)).name == "Ember Court"


# -- recovery -----------------------------------------------------------------------------------------------


def leave_work_behind(editor: EditorDriver) -> None:
    """Do what an editor that was killed has done: a journal with an edit, and no lock on it."""
    other = Session()
    document = other.new("Lost Duel", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    document.edit("Change author", [FieldPatch("author", "", "Ann")])
    abandon_journal(other)
    document.recorder = None
    editor.recovery.offer()


def test_recovered_work_is_offered_and_opened(editor: EditorDriver) -> None:
    leave_work_behind(editor)
    notice = editor.welcome.notice
    assert "Unsaved changes to Lost Duel" in notice.text
    QTest.mouseClick(notice.buttons[0], LEFT)
    editor.qtbot.waitUntil(lambda: editor.session.document is not None)
    assert editor.scenario.author == "Ann"
    assert editor.document.is_dirty
    editor.key("Ctrl+Z")
    assert editor.scenario.author == ""


def test_recovered_work_is_thrown_away_only_when_asked_twice(editor: EditorDriver) -> None:
    leave_work_behind(editor)
    notice = editor.welcome.notice
    QTest.mouseClick(notice.buttons[1], LEFT)
    assert "cannot be undone" in notice.text
    QTest.mouseClick(notice.buttons[1], LEFT)
    assert "Unsaved changes to Lost Duel" in notice.text
    QTest.mouseClick(notice.buttons[1], LEFT)
    QTest.mouseClick(notice.buttons[0], LEFT)
    assert notice.text == ""
    assert list(journal_folder().glob("*.journal")) == []


def test_a_journal_that_cannot_be_read_is_set_aside_and_told_of_once(editor: EditorDriver) -> None:
    path = journal_folder() / "1-1.journal"
    path.write_bytes(b"\x00garbage\n" * 3)
    leave_work_behind(editor)
    notice = editor.welcome.notice
    assert f"It is in {path}.damaged" in notice.text
    assert not path.exists()
    QTest.mouseClick(notice.buttons[0], LEFT)
    assert "Unsaved changes to Lost Duel" in notice.text
    (journal,) = (it for it in journal_folder().glob("*.journal"))
    with journal.open("ab") as stream:
        stream.write(b'00000000 {"index":0}\n{}\n')
    QTest.mouseClick(notice.buttons[0], LEFT)
    editor.qtbot.waitUntil(lambda: editor.session.document is not None)
    assert editor.scenario.author == "Ann"
    assert "the rest was saved next to the journal" in editor.notice.text
    assert journal.with_name(f"{journal.name}.damaged").exists()
    editor.recovery.offer()
    assert "cannot read" not in editor.notice.text


# -- others -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_export_and_keyboard_help_and_crash_are_shown(worker_here: WorkerHere, editor: EditorDriver) -> None:
    assert worker_here is editor.session.worker
    editor.open()
    editor.key("Shift+F1")
    assert editor.dialog(KeyboardHelp).isVisible()
    assert not editor.dialog(KeyboardHelp).isModal()
    editor.dialog(KeyboardHelp).close()
    editor.window.activateWindow()
    editor.settle()
    editor.key("Ctrl+E")
    dialog = editor.dialog(ExportDialog)
    editor.qtbot.waitUntil(lambda: dialog.format.count() > 0)
    assert dialog.path.text().startswith(str(editor.folder / "ember-court."))
    editor.dialog(ExportDialog).reject()
    editor.window.tell_of_error("Traceback: one")
    editor.window.tell_of_error("Traceback: two")
    crash = editor.dialog(CrashDialog)
    assert "one" in crash.log.toPlainText()
    assert "two" in crash.log.toPlainText()
    crash.go_on.click()
    assert editor.window.isEnabled()
