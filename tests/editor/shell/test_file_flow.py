from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMessageBox

from fairground.core.files import load, to_bytes, to_text
from fairground.core.grid.layout import Layout
from fairground.editor.app.paths import journal_folder
from fairground.editor.document.journal import Journal
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.recovery import recover
from fairground.editor.features.board.new_map import NewMapDialog
from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.session.session import Session
from fairground.editor.shell.dialogs.changed_outside import ChangedOutsideDialog
from fairground.editor.shell.dialogs.crash import CrashDialog
from fairground.editor.shell.dialogs.file_problems import FileProblemsDialog
from fairground.editor.shell.dialogs.keyboard_help import KeyboardHelp
from fairground.editor.shell.dialogs.save_failed import NotSavedDialog
from fairground.editor.shell.dialogs.unsaved_changes import UnsavedDialog
from tests.editor.board_view import click
from tests.editor.window_fixtures import SCENARIOS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LEFT = Qt.MouseButton.LeftButton
BUTTON = QMessageBox.StandardButton


def rename(desk: Any, name: str = "Other") -> None:
    desk.window.docks.scenario.pages.general.name.setText(name)
    desk.window.docks.scenario.commit()


def choose_file(dialog: Any, path: Path) -> None:
    name = dialog.findChild(QLineEdit, "fileNameEdit")
    name.selectAll()
    QTest.keyClicks(name, str(path))
    QTest.keyClick(name, Qt.Key.Key_Return)


def answer(desk: Any, dialog_of: Callable[[type], Any], button: BUTTON) -> None:
    desk.qtbot.mouseClick(dialog_of(UnsavedDialog).button(button), LEFT)
    desk.settle()


# -- new ----------------------------------------------------------------------------------------------------


def test_the_new_map_dialog_makes_a_document(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.key("Ctrl+N")
    dialog = dialog_of(NewMapDialog)
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "Duel")
    dialog.size_fields.columns.setValue(9)
    dialog.size_fields.rows.setValue(8)
    desk.qtbot.mouseClick(dialog.layouts.buttons[Layout.EVEN_R], LEFT)
    dialog.ruleset.setCurrentIndex(dialog.ruleset.findData("penance-1.0"))
    desk.qtbot.mouseClick(dialog.make, LEFT)
    desk.settle()
    scenario = desk.scenario
    board = scenario.board
    assert (scenario.name, board.columns, board.rows, board.layout) == ("Duel", 9, 8, Layout.EVEN_R)
    assert scenario.ruleset.name == "penance-1.0"
    assert desk.document.path is None


# -- open ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_open_asks_for_a_file(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.open()
    desk.key("Ctrl+W")
    desk.key("Ctrl+O")
    choose_file(dialog_of(QFileDialog), desk.folder / "ember-court.yaml")
    desk.settle()
    assert desk.scenario.name == "Ember Court"


def test_a_file_with_errors_is_told_with_lines_and_opens_as_a_copy(
    desk: Any, dialog_of: Callable[[type], Any]
) -> None:
    document = desk.open()
    bad = desk.folder / "bad.yaml"
    text = document.path.read_text(encoding="utf-8").replace(
        "facing: 3, shield: none", "facing: 9, shield: none"
    )
    bad.write_text(text, encoding="utf-8")
    desk.window.flow.open(bad)
    dialog = dialog_of(FileProblemsDialog)
    assert dialog.problems.texts() == ["line 47: 'facing' is at most 6, not 9"]
    assert desk.document is document, "what was open stays open"
    desk.qtbot.mouseClick(dialog.copy, LEFT)
    desk.settle()
    assert desk.document.path is None
    assert desk.scenario.name == "Ember Court"
    assert bad.read_text(encoding="utf-8") == text


@pytest.mark.long
def test_what_is_done_between_reading_and_showing_is_asked_for(
    desk: Any, dialog_of: Callable[[type], Any]
) -> None:
    other = desk.open("frozen-gate").path
    document = desk.open()
    desk.window.flow.open(other)
    assert desk.document is document, "it is shown in a turn of its own"
    rename(desk)
    desk.settle()
    assert desk.document is document
    answer(desk, dialog_of, BUTTON.Discard)
    assert desk.scenario.name == "Frozen Gate"


def test_a_file_that_is_not_there_is_told(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.window.flow.open(desk.folder / "nowhere.yaml")
    dialog = dialog_of(FileProblemsDialog)
    assert not dialog.problems.isVisible()
    assert not hasattr(dialog, "copy")
    assert desk.session.document is None


@pytest.mark.long
def test_recent_files_are_in_the_menu_and_on_the_welcome_page(desk: Any) -> None:
    desk.open()
    desk.open("frozen-gate")
    desk.window.recent.aboutToShow.emit()
    assert [it.text() for it in desk.window.recent.actions()] == ["frozen-gate.yaml", "ember-court.yaml"]
    desk.window.recent.actions()[1].trigger()
    desk.settle()
    assert desk.scenario.name == "Ember Court"
    desk.key("Ctrl+W")
    recent = desk.window.welcome.recent
    assert recent.item(0).text() == "ember-court.yaml"
    desk.click(recent, recent.model().index(1, 0), LEFT)
    assert desk.scenario.name == "Frozen Gate"


def test_a_card_of_the_welcome_page_opens_a_copy(desk: Any) -> None:
    cards = desk.window.welcome.cards
    desk.qtbot.waitUntil(lambda: bool(cards))
    assert len(cards) >= 5
    card = next(card for file, card in cards.items() if file.stem == "twin-stones")
    assert card.accessibleName().startswith("Twin Stones, 9 by 8")
    desk.qtbot.mouseClick(card, LEFT)
    assert desk.scenario.name == "Twin Stones"
    assert desk.document.path is None


# -- save ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_save_writes_the_file(desk: Any) -> None:
    document = desk.open()
    rename(desk)
    desk.key("Ctrl+S")
    assert load(document.path).name == "Other"


def test_a_new_map_is_asked_for_a_file_when_saved(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.session.new("My Duel!", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    desk.key("Ctrl+S")
    dialog = dialog_of(QFileDialog)
    assert dialog.defaultSuffix() == "yaml"
    choose_file(dialog, desk.folder / "duel")
    desk.settle()
    assert load(desk.folder / "duel.yaml").name == "My Duel!"
    assert desk.document.path == desk.folder / "duel.yaml"
    assert desk.window.windowTitle() == "duel.yaml[*]"


@pytest.mark.long
def test_save_as_leaves_the_first_file(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    document = desk.open()
    rename(desk)
    desk.key("Ctrl+Shift+S")
    choose_file(dialog_of(QFileDialog), desk.folder / "other.yaml")
    desk.settle()
    assert load(desk.folder / "ember-court.yaml").name == "Ember Court"
    assert load(desk.folder / "other.yaml").name == "Other"
    assert document.path == desk.folder / "other.yaml"


@pytest.mark.long
def test_a_save_that_fails_is_told_and_nothing_is_lost(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    document = desk.open()
    rename(desk)
    desk.window.flow._save(desk.folder / "no" / "such" / "folder.yaml", None)
    dialog = dialog_of(NotSavedDialog)
    assert dialog.text().endswith("folder.yaml cannot be written: No such file or directory.")
    assert document.is_dirty
    desk.qtbot.mouseClick(dialog.save_as, LEFT)
    choose_file(dialog_of(QFileDialog), desk.folder / "other.yaml")
    desk.settle()
    assert load(desk.folder / "other.yaml").name == "Other"
    assert not document.is_dirty


# -- unsaved changes ----------------------------------------------------------------------------------------


def test_nothing_is_asked_when_nothing_changed(desk: Any) -> None:
    desk.open()
    desk.key("Ctrl+W")
    assert desk.session.document is None


@pytest.mark.long
def test_cancel_keeps_everything(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    document = desk.open()
    rename(desk)
    desk.window.close()
    answer(desk, dialog_of, BUTTON.Cancel)
    assert desk.window.isVisible()
    assert desk.document is document


def test_escape_cancels(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.open()
    rename(desk)
    desk.key("Ctrl+W")
    QTest.keyClick(dialog_of(UnsavedDialog), Qt.Key.Key_Escape)
    assert desk.document.is_dirty


def test_discard_gives_the_changes_up(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.open()
    rename(desk)
    desk.key("Ctrl+W")
    answer(desk, dialog_of, BUTTON.Discard)
    assert desk.session.document is None
    assert load(desk.folder / "ember-court.yaml").name == "Ember Court"
    assert list(journal_folder().glob("*.journal")) == []


@pytest.mark.long
def test_save_saves_and_goes_on(desk: Any, dialog_of: Callable[[type], Any]) -> None:
    desk.open()
    rename(desk)
    desk.key("Ctrl+Q")
    answer(desk, dialog_of, BUTTON.Save)
    assert not desk.window.isVisible()
    assert load(desk.folder / "ember-court.yaml").name == "Other"


def test_saving_a_new_map_on_the_way_out_asks_for_its_file(
    desk: Any, dialog_of: Callable[[type], Any]
) -> None:
    desk.session.new("Duel", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    rename(desk)
    desk.window.close()
    answer(desk, dialog_of, BUTTON.Save)
    choose_file(dialog_of(QFileDialog), desk.folder / "duel.yaml")
    desk.settle()
    assert not desk.window.isVisible()
    assert load(desk.folder / "duel.yaml").name == "Other"


# -- changed outside ----------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_change_outside_can_be_reloaded(desk: Any) -> None:
    document = desk.open()
    text = document.path.read_text(encoding="utf-8")
    document.path.write_text(text.replace("Ember Court", "Ember Yard"), encoding="utf-8")
    notice = desk.window.page.notice
    desk.qtbot.waitUntil(lambda: "was changed outside" in notice.text)
    assert desk.scenario.name == "Ember Court"
    desk.qtbot.mouseClick(notice.buttons[0], LEFT)
    assert desk.scenario.name == "Ember Yard"
    assert notice.text == ""


@pytest.mark.long
def test_a_change_outside_can_be_left_alone(desk: Any) -> None:
    document = desk.open()
    rename(desk)
    document.path.write_text(document.path.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    notice = desk.window.page.notice
    desk.qtbot.waitUntil(lambda: "Undo brings back your version" in notice.text)
    desk.qtbot.mouseClick(notice.buttons[1], LEFT)
    assert notice.text == ""
    assert desk.scenario.name == "Other"
    desk.key("Ctrl+S")
    assert load(document.path).name == "Other"


def change_outside(desk: Any, before: str = "Ember Court", after: str = "Ember Yard") -> None:
    """Replace a text in the file of the open document, as another program does, and wait for the notice."""
    path = desk.document.path
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    desk.qtbot.waitUntil(lambda: "was changed outside" in desk.window.page.notice.text)


@pytest.mark.long
def test_undo_brings_back_strokes_that_a_reload_replaced(desk: Any) -> None:
    document = desk.open()
    window, notice = desk.window, desk.window.page.notice
    change_outside(desk)
    window.workbench.state.terrain_first = "rubble"
    desk.key("B")
    click(desk, "B4")
    click(desk, "D6")
    mine = to_text(desk.scenario)
    assert (desk.terrain("B4"), desk.terrain("D6"), desk.steps) == ("rubble", "rubble", 2)
    desk.qtbot.mouseClick(notice.buttons[0], LEFT)
    desk.settle()
    theirs = document.path.read_text(encoding="utf-8")
    assert to_text(desk.scenario) == theirs
    assert desk.document is document
    assert not document.is_dirty
    desk.key("Ctrl+Z")
    assert to_text(desk.scenario) == mine
    assert document.is_dirty
    desk.key("Ctrl+Shift+Z")
    assert to_text(desk.scenario) == theirs
    assert not document.is_dirty


@pytest.mark.long
def test_a_reload_of_a_board_of_another_size_can_be_undone_and_recovered(desk: Any) -> None:
    desk.open()
    other = load(SCENARIOS / "training-yard.yaml")
    rename(desk, "Mine")
    desk.document.path.write_bytes(to_bytes(other))
    desk.qtbot.waitUntil(lambda: "was changed outside" in desk.window.page.notice.text)
    desk.qtbot.mouseClick(desk.window.page.notice.buttons[0], LEFT)
    desk.settle()
    assert desk.scenario == other
    desk.session.flush()
    (journal,) = journal_folder().glob("*.journal")
    copy = desk.folder / "copy.journal"
    copy.write_bytes(journal.read_bytes())
    again = recover(copy).document
    assert again.scenario == other
    again.undo()
    assert again.scenario.name == "Mine"
    desk.key("Ctrl+Z")
    assert desk.scenario == again.scenario


@pytest.mark.long
def test_what_is_being_typed_outlasts_a_reload(desk: Any) -> None:
    desk.open()
    change_outside(desk)
    name = desk.window.docks.scenario.pages.general.name
    name.setFocus()
    name.selectAll()
    QTest.keyClicks(name, "Typed")
    desk.window.flow.reload()
    assert desk.scenario.name == "Ember Yard"
    desk.document.undo()
    assert desk.scenario.name == "Typed"


@pytest.mark.long
def test_the_readable_part_of_a_broken_file_replaces_no_unsaved_work_unasked(
    desk: Any, dialog_of: Callable[[type], Any]
) -> None:
    document = desk.open()
    rename(desk, "Mine")
    change_outside(desk, "facing: 3, shield: none", "facing: 9, shield: none")
    desk.qtbot.mouseClick(desk.window.page.notice.buttons[0], LEFT)
    desk.qtbot.mouseClick(dialog_of(FileProblemsDialog).copy, LEFT)
    answer(desk, dialog_of, BUTTON.Cancel)
    assert desk.document is document
    assert desk.scenario.name == "Mine"


@pytest.mark.long
def test_the_notice_of_a_change_outside_ends_with_an_overwrite(
    desk: Any, dialog_of: Callable[[type], Any]
) -> None:
    desk.open()
    change_outside(desk)
    rename(desk, "Mine")
    desk.key("Ctrl+S")
    desk.qtbot.mouseClick(dialog_of(ChangedOutsideDialog).overwrite, LEFT)
    assert desk.window.page.notice.text == ""
    assert load(desk.document.path).name == "Mine"


@pytest.mark.long
def test_the_notice_of_a_change_outside_ends_when_it_is_taken_back_outside(desk: Any) -> None:
    desk.open()
    change_outside(desk)
    text = desk.document.path.read_text(encoding="utf-8")
    desk.document.path.write_text(text.replace("Ember Yard", "Ember Court"), encoding="utf-8")
    desk.qtbot.waitUntil(lambda: desk.window.page.notice.text == "")


@pytest.mark.long
def test_a_save_ends_the_notice_of_a_file_that_is_gone_and_no_other_notice(desk: Any) -> None:
    document, notice = desk.open(), desk.window.page.notice
    document.path.unlink()
    desk.qtbot.waitUntil(lambda: "is gone" in notice.text)
    desk.key("Ctrl+S")
    assert notice.text == ""
    assert document.path.is_file()
    notice.say("Something else.")
    desk.key("Ctrl+S")
    assert notice.text == "Something else."


@pytest.mark.long
def test_nothing_of_another_editor_is_overwritten_unasked(
    desk: Any, dialog_of: Callable[[type], Any]
) -> None:
    document = desk.open()
    other = Session()
    told: list[str] = []
    other.open_elsewhere.connect(told.append)
    theirs = other.open(document.path)
    assert told == ["ember-court.yaml"]
    theirs.edit("Rename", [FieldPatch("name", theirs.scenario.name, "Theirs")])
    assert not other.overwrites
    other.save()
    rename(desk, "Mine")
    # Pressed before the window has heard of the change.
    desk.window.flow.save()
    dialog = dialog_of(ChangedOutsideDialog)
    assert "would be lost" in dialog.informativeText()
    label = dialog.findChild(QLabel, "qt_msgbox_label")
    assert (label.text(), label.textFormat()) == ("Overwrite ember-court.yaml?", Qt.TextFormat.PlainText)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert load(document.path).name == "Theirs"
    desk.window.flow.save()
    desk.qtbot.mouseClick(dialog_of(ChangedOutsideDialog).save_as, LEFT)
    choose_file(dialog_of(QFileDialog), desk.folder / "mine.yaml")
    desk.settle()
    assert load(desk.folder / "ember-court.yaml").name == "Theirs"
    assert load(desk.folder / "mine.yaml").name == "Mine"
    other.end()


@pytest.mark.long
def test_the_other_s_work_is_overwritten_when_one_says_so(
    desk: Any, dialog_of: Callable[[type], Any]
) -> None:
    document = desk.open()
    document.path.write_text(
        document.path.read_text(encoding="utf-8").replace("Ember", "Amber"), encoding="utf-8"
    )
    rename(desk, "Mine")
    desk.window.flow.save()
    desk.qtbot.mouseClick(dialog_of(ChangedOutsideDialog).overwrite, LEFT)
    assert load(document.path).name == "Mine"
    assert not document.is_dirty
    desk.key("Ctrl+S")
    assert not desk.window.findChildren(ChangedOutsideDialog)


@pytest.mark.long
def test_a_file_that_is_open_in_another_editor_is_told_of(desk: Any) -> None:
    path = desk.folder / "ember-court.yaml"
    desk.open()
    desk.key("Ctrl+W")
    other = Session()
    other.open(path)
    desk.session.open(path)
    assert "open in another editor" in desk.window.page.notice.text
    other.end()
    desk.session.reload()
    desk.window.page.notice.hide()
    desk.session.reload()
    assert desk.window.page.notice.text == ""


def test_an_own_save_is_no_change_outside(desk: Any) -> None:
    desk.open()
    rename(desk)
    desk.key("Ctrl+S")
    desk.qtbot.wait(150)
    assert desk.window.page.notice.text == ""


@pytest.mark.long
def test_a_file_that_is_gone_can_be_saved_again(desk: Any) -> None:
    document = desk.open()
    document.path.unlink()
    notice = desk.window.page.notice
    desk.qtbot.waitUntil(lambda: "is gone" in notice.text)
    desk.qtbot.mouseClick(notice.buttons[0], LEFT)
    assert load(document.path).name == "Ember Court"


# -- recovery -----------------------------------------------------------------------------------------------


def leave_work_behind(desk: Any) -> None:
    """Do what an editor that was killed has done: a journal with an edit, and no lock on it."""
    other = Session()
    document = other.new("Lost Duel", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    document.edit("Change author", [FieldPatch("author", "", "Ann")])
    journal = other._journal
    assert isinstance(journal, Journal)
    journal._timer.stop()
    assert journal._stream is not None
    journal._stream.close()
    journal._lock.let_go()
    document.recorder = None
    desk.window.recovery.offer()


def test_recovered_work_is_offered_and_opened(desk: Any) -> None:
    leave_work_behind(desk)
    notice = desk.window.welcome.notice
    assert "Unsaved work on a new scenario" in notice.text
    desk.qtbot.mouseClick(notice.buttons[0], LEFT)
    assert desk.scenario.author == "Ann"
    assert desk.document.is_dirty
    desk.key("Ctrl+Z")
    assert desk.scenario.author == ""


def test_recovered_work_is_thrown_away_only_when_asked_twice(desk: Any) -> None:
    leave_work_behind(desk)
    notice = desk.window.welcome.notice
    desk.qtbot.mouseClick(notice.buttons[1], LEFT)
    assert "cannot be brought back" in notice.text
    desk.qtbot.mouseClick(notice.buttons[1], LEFT)
    assert "Unsaved work on a new scenario" in notice.text
    desk.qtbot.mouseClick(notice.buttons[1], LEFT)
    desk.qtbot.mouseClick(notice.buttons[0], LEFT)
    assert notice.text == ""
    assert list(journal_folder().glob("*.journal")) == []


def test_a_journal_that_cannot_be_read_is_set_aside_and_told_of_once(desk: Any) -> None:
    path = journal_folder() / "1-1.journal"
    path.write_bytes(b"\x00garbage\n" * 3)
    leave_work_behind(desk)
    notice = desk.window.welcome.notice
    assert f"set aside as {path}.damaged" in notice.text
    assert not path.exists()
    desk.qtbot.mouseClick(notice.buttons[0], LEFT)
    assert "Unsaved work on a new scenario" in notice.text
    (journal,) = (it for it in journal_folder().glob("*.journal"))
    with journal.open("ab") as stream:
        stream.write(b'00000000 {"index":0}\n{}\n')
    desk.qtbot.mouseClick(notice.buttons[0], LEFT)
    assert desk.scenario.author == "Ann"
    assert "the rest kept beside it" in desk.window.page.notice.text
    assert journal.with_name(f"{journal.name}.damaged").exists()
    desk.window.recovery.offer()
    assert "cannot be read" not in desk.window.page.notice.text


# -- others -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_export_and_keyboard_help_and_crash_are_shown(
    worker_here: Any, desk: Any, dialog_of: Callable[[type], Any]
) -> None:
    assert worker_here is desk.session.worker
    desk.open()
    desk.key("F1")
    assert dialog_of(KeyboardHelp).isVisible()
    assert not dialog_of(KeyboardHelp).isModal()
    dialog_of(KeyboardHelp).close()
    desk.window.activateWindow()
    desk.settle()
    desk.key("Ctrl+E")
    dialog = dialog_of(ExportDialog)
    desk.qtbot.waitUntil(lambda: dialog.format.count() > 0)
    assert dialog.path.text().startswith(str(desk.folder / "ember-court."))
    dialog_of(ExportDialog).reject()
    desk.window.tell_of_error("Traceback: one")
    desk.window.tell_of_error("Traceback: two")
    dialog = dialog_of(CrashDialog)
    assert "one" in dialog.log.toPlainText()
    assert "two" in dialog.log.toPlainText()
    dialog.go_on.click()
    assert desk.window.isEnabled()
