from __future__ import annotations

import gc
import re
import weakref
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QTabBar

from fairground.core.files import load
from fairground.core.grid.layout import Layout
from fairground.editor.app.paths import journal_folder
from fairground.editor.session.session import Session
from fairground.editor.shell.dialogs.unsaved_changes import NotSavedDialog, UnsavedDialog
from fairground.editor.shell.main_window import MainWindow
from tests.editor.board_view import click
from tests.editor.editor_driver import EditorDriver
from tests.editor.insides import abandon_journals, save_as
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from tests.editor.conftest import WorkerHere

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
BUTTON = QMessageBox.StandardButton


def tabs(editor: EditorDriver) -> QTabBar:
    return editor.window.tabs


def texts(editor: EditorDriver) -> list[str]:
    return [tabs(editor).tabText(at) for at in range(tabs(editor).count())]


def middle_of(editor: EditorDriver, at: int) -> QPoint:
    return tabs(editor).tabRect(at).center()


def new(editor: EditorDriver, name: str) -> Document:
    document = editor.session.new(name, layout=Layout.ODD_Q, size=(8, 6), ruleset="penance-2.0")
    editor.settle()
    return document


def paint(editor: EditorDriver, label: str, terrain: str = "rubble") -> None:
    editor.state.terrain_first = terrain
    editor.key("B")
    click(editor, label)
    editor.settle()


def answer(editor: EditorDriver, button: BUTTON) -> None:
    QTest.mouseClick(editor.dialog(UnsavedDialog).button(button), LEFT)
    editor.settle()


def test_a_second_map_opens_in_a_tab_of_its_own(editor: EditorDriver) -> None:
    new(editor, "One")
    assert not tabs(editor).isVisible(), "a single map needs no tabs"
    new(editor, "Two")
    assert tabs(editor).isVisible()
    assert texts(editor) == ["One", "Two"]
    assert tabs(editor).currentIndex() == 1
    QTest.mouseClick(tabs(editor), LEFT, pos=middle_of(editor, 0))
    editor.settle()
    assert editor.scenario.name == "One"
    assert editor.window.windowTitle() == "One[*]"


def test_keys_go_from_map_to_map(editor: EditorDriver) -> None:
    for name in ("One", "Two", "Three"):
        new(editor, name)
    names = []
    for key in ("Ctrl+Tab", "Ctrl+PgDown", "Ctrl+PgUp", "Ctrl+Shift+Tab", "Ctrl+Shift+Tab"):
        editor.key(key)
        names.append(editor.scenario.name)
    assert names == ["One", "Two", "One", "Three", "Two"]


def test_each_map_has_its_own_undo_and_its_own_journal(editor: EditorDriver) -> None:
    one = new(editor, "One")
    paint(editor, "B2")
    two = new(editor, "Two")
    paint(editor, "C3")
    paint(editor, "D4")
    assert texts(editor) == ["● One", "● Two"]
    assert tabs(editor).accessibleTabName(0) == "One, unsaved changes"
    assert "Unsaved changes" in tabs(editor).tabToolTip(0)
    editor.key("Ctrl+Tab")
    assert (one.undo_stack.count(), two.undo_stack.count()) == (1, 2)
    editor.key("Ctrl+Z")
    assert editor.terrain("B2") != "rubble"
    assert two.undo_stack.index() == 2
    assert texts(editor) == ["One", "● Two"]
    editor.key("Ctrl+Tab")
    assert (editor.terrain("C3"), editor.terrain("D4")) == ("rubble", "rubble")
    assert len(list(journal_folder().glob("*.journal"))) == 2


def test_a_map_looks_as_it_did_when_its_tab_is_chosen_again(editor: EditorDriver) -> None:
    new(editor, "One")
    editor.canvas.set_zoom(1.5)
    editor.canvas.centre_on(editor.hex("C3"))
    editor.state.selection = frozenset((editor.hex("B2"), editor.hex("B3")))
    editor.state.symmetry_centre = editor.hex("D3")
    editor.key("S")
    tool, camera = editor.tool.id, editor.camera
    new(editor, "Two")
    assert editor.state.selection == frozenset()
    editor.key("B")
    editor.key("Ctrl+Tab")
    # The tabs take some of the height.
    assert editor.camera == replace(camera, height=editor.camera.height)
    assert editor.tool.id == tool != "brush"
    assert editor.state.selection == {editor.hex("B2"), editor.hex("B3")}
    assert editor.state.symmetry_centre == editor.hex("D3")
    editor.key("Ctrl+Tab")
    assert editor.tool.id == "brush"
    assert editor.state.selection == frozenset()


def test_tabs_are_put_in_another_order(editor: EditorDriver) -> None:
    for name in ("One", "Two", "Three"):
        new(editor, name)
    tabs(editor).moveTab(2, 0)
    assert [it.document.title for it in editor.session.maps] == texts(editor) == ["Three", "One", "Two"]
    assert editor.scenario.name == "Three"
    editor.key("Ctrl+Tab")
    assert editor.scenario.name == "One"


def test_a_middle_click_closes_a_map_and_asks_when_it_is_unsaved(editor: EditorDriver) -> None:
    new(editor, "One")
    paint(editor, "B2")
    new(editor, "Two")
    QTest.mouseClick(tabs(editor), MIDDLE, pos=middle_of(editor, 1))
    editor.settle()
    assert texts(editor) == ["● One"], "without changes nothing is asked"
    new(editor, "Three")
    QTest.mouseClick(tabs(editor), MIDDLE, pos=middle_of(editor, 0))
    assert editor.scenario.name == "One", "what is asked about is shown"
    answer(editor, BUTTON.Cancel)
    assert texts(editor) == ["● One", "Three"]
    QTest.mouseClick(tabs(editor), MIDDLE, pos=middle_of(editor, 0))
    answer(editor, BUTTON.Discard)
    assert texts(editor) == ["Three"]
    assert editor.scenario.name == "Three"
    assert len(list(journal_folder().glob("*.journal"))) == 1


def test_a_closed_map_is_freed(editor: EditorDriver) -> None:
    closed = weakref.ref(new(editor, "One"))
    new(editor, "Two")
    editor.key("Ctrl+Tab")
    editor.key("Ctrl+Tab")
    editor.key("Ctrl+PgUp")
    editor.key("Ctrl+W")
    assert editor.scenario.name == "Two"
    editor.qtbot.waitUntil(lambda: gc.collect() >= 0 and closed() is None)


def test_quitting_asks_for_each_unsaved_map_and_a_cancel_keeps_all(editor: EditorDriver) -> None:
    for name in ("One", "Two"):
        new(editor, name)
        paint(editor, "B2")
    editor.window.close()
    editor.settle()
    assert editor.scenario.name == "One"
    answer(editor, BUTTON.Discard)
    answer(editor, BUTTON.Cancel)
    assert editor.window.isVisible()
    assert texts(editor) == ["● One", "● Two"]
    assert len(list(journal_folder().glob("*.journal"))) == 2
    editor.window.close()
    answer(editor, BUTTON.Discard)
    answer(editor, BUTTON.Discard)
    assert not editor.window.isVisible()
    assert list(journal_folder().glob("*.journal")) == []


def test_a_file_has_one_tab(editor: EditorDriver) -> None:
    document = editor.open()
    paint(editor, "B4")
    new(editor, "Other")
    editor.flow.open(present(document.path))
    editor.settle()
    assert editor.document is document
    assert len(editor.session.maps) == 2


def test_a_map_is_not_saved_over_the_file_of_another_tab(editor: EditorDriver) -> None:
    path = present(editor.open().path)
    new(editor, "Other")
    save_as(editor.flow, path)
    dialog = editor.dialog(NotSavedDialog)
    assert "is open in another tab" in dialog.text()
    assert load(path).name == "Ember Court"
    dialog.reject()


def test_news_about_a_file_wait_until_its_map_is_shown(editor: EditorDriver) -> None:
    path = present(editor.open().path)
    new(editor, "Other")
    path.write_text(path.read_text("utf-8").replace("Ember Court", "Ember Yard"), "utf-8")
    editor.qtbot.wait(300)
    assert editor.notice.text == ""
    editor.key("Ctrl+Tab")
    editor.qtbot.waitUntil(lambda: "was changed by another program" in editor.notice.text)
    editor.key("Ctrl+Tab")
    assert editor.notice.text == ""
    editor.key("Ctrl+Tab")
    assert "was changed by another program" in editor.notice.text
    QTest.mouseClick(editor.notice.buttons[0], LEFT)
    assert editor.scenario.name == "Ember Yard"


def test_hexes_are_copied_from_map_to_map(editor: EditorDriver) -> None:
    new(editor, "One")
    paint(editor, "B2")
    editor.state.selection = frozenset((editor.hex("B2"),))
    editor.key("Ctrl+C")
    new(editor, "Two")
    editor.key("Ctrl+V")
    click(editor, "C3")
    editor.settle()
    assert editor.terrain("C3") == "rubble"


def test_overlays_come_back_with_their_answers(worker_here: WorkerHere, editor: EditorDriver) -> None:
    new(editor, "One")
    editor.qtbot.waitUntil(lambda: editor.has_all_features)
    editor.actions["overlay.exposure"].trigger()
    exposure = editor.overlays["exposure"]
    editor.qtbot.waitUntil(lambda: exposure.is_current)
    answer = exposure.latest
    new(editor, "Two")
    assert not exposure.is_on
    worker_here.is_held = True
    editor.key("Ctrl+Tab")
    assert exposure.is_on
    assert exposure.latest is answer, "before the worker has computed it again"
    worker_here.let_go()


def test_a_what_if_comes_back_with_its_changes(worker_here: WorkerHere, editor: EditorDriver) -> None:
    assert worker_here is editor.session.worker
    document = new(editor, "One")
    paint(editor, "B2", "wall")
    editor.qtbot.waitUntil(lambda: editor.has_all_features)
    what_if = editor.what_if
    editor.key("Q")
    editor.qtbot.waitUntil(lambda: what_if.is_on)
    click(editor, "B2")
    editor.qtbot.waitUntil(lambda: bool(what_if.model.changes))
    changes = what_if.model.changes
    new(editor, "Two")
    assert not what_if.is_on
    assert editor.tool.id == "brush"
    editor.key("Ctrl+Tab")
    editor.qtbot.waitUntil(lambda: what_if.is_on and what_if.model.changes == changes)
    assert editor.workbench.document is what_if.model.copy
    editor.key("Shift+Esc")
    assert editor.workbench.document is document
    assert editor.tool.id == "brush"


# -- the next session -----------------------------------------------------------------------------------------


def next_editor(editor: EditorDriver) -> EditorDriver:
    """Return a window of a session that begins as the editor does when it is started."""
    session = Session()
    window = MainWindow(session)
    editor.qtbot.addWidget(window)
    window.show()
    window.recovery.reopen()
    again = EditorDriver(window, editor.qtbot, session, editor.folder)
    again.settle()
    return again


@pytest.mark.long
def test_a_session_reopens_its_maps(editor: EditorDriver) -> None:
    for name in ("ember-court", "frozen-gate", "twin-stones"):
        editor.open(name)
    editor.key("Ctrl+PgUp")
    editor.window.close()
    again = next_editor(editor)
    assert texts(again) == ["ember-court.yaml", "frozen-gate.yaml", "twin-stones.yaml"]
    assert again.scenario.name == "Frozen Gate"
    again.window.close()
    # An editor that is killed while it reopens them leaves this behind.
    again.session.settings.setValue("session/reopening", "true")
    again.session.end()
    crashed = next_editor(editor)
    assert crashed.session.maps == []
    assert "closed while it was reopening the maps" in crashed.welcome.notice.text
    QTest.mouseClick(crashed.welcome.notice.buttons[0], LEFT)
    crashed.settle()
    assert len(crashed.session.maps) == 3
    crashed.actions["file.reopen"].trigger()
    crashed.window.close()
    crashed.session.end()
    assert next_editor(editor).session.maps == []


def test_unsaved_maps_of_one_name_are_told_apart_by_their_times(editor: EditorDriver) -> None:
    for at in ("C3", "D4"):
        new(editor, "Nowhere")
        paint(editor, at)
    editor.session.settings.sync()
    abandon_journals(editor.session)
    again = next_editor(editor)
    text = again.welcome.notice.text
    assert re.search(r": Nowhere \(\d\d:\d\d:\d\d\), Nowhere \(\d\d:\d\d:\d\d\)\.", text), text
    QTest.mouseClick(again.welcome.notice.buttons[0], LEFT)
    again.settle()
    assert texts(again) == ["● Nowhere", "● Nowhere"]
    painted = []
    for _ in range(2):
        painted.append((again.terrain("C3"), again.terrain("D4")))
        again.key("Ctrl+PgDown")
    assert sorted(it.count("rubble") for it in painted) == [1, 1], "neither map took the work of the other"
    again.session.end()


@pytest.mark.long
def test_nothing_is_lost_when_the_editor_is_killed_with_two_unsaved_maps(editor: EditorDriver) -> None:
    editor.open()
    paint(editor, "B4")
    editor.open("frozen-gate")
    new(editor, "Nowhere")
    paint(editor, "C3")
    paint(editor, "D4")
    editor.key("Ctrl+PgUp")
    editor.session.settings.sync()
    abandon_journals(editor.session)
    again = next_editor(editor)
    assert again.session.maps == [], "unsaved work is offered first"
    notice = again.welcome.notice
    assert "Unsaved changes to 2 maps can be recovered" in notice.text
    QTest.mouseClick(notice.buttons[0], LEFT)
    again.settle()
    assert texts(again) == ["● ember-court.yaml", "frozen-gate.yaml", "● Nowhere"]
    assert again.scenario.name == "Frozen Gate"
    again.key("Ctrl+PgDown")
    assert (again.terrain("C3"), again.terrain("D4")) == ("rubble", "rubble")
    again.key("Ctrl+Z")
    assert again.terrain("D4") != "rubble"
    again.key("Ctrl+PgDown")
    assert again.terrain("B4") == "rubble"
    again.session.end()


def test_another_map_in_front_keeps_the_stroke_that_return_began(editor: EditorDriver) -> None:
    editor.open()
    editor.open("frozen-gate")
    editor.key("J")
    before = len(editor.scenario.objectives)
    editor.canvas.setFocus()
    editor.canvas.put_cursor(editor.scenario.board.parse("C3"))
    editor.key("Return", editor.canvas)
    assert len(editor.scenario.objectives) == before + 1
    editor.key("Ctrl+PgDown")
    assert editor.scenario.name != "Frozen Gate"
    editor.key("Ctrl+PgDown")
    assert editor.scenario.name == "Frozen Gate"
    assert len(editor.scenario.objectives) == before + 1
    editor.key("Q")
    editor.key("Q")
    assert len(editor.scenario.objectives) == before + 1


def test_a_what_if_keeps_the_stroke_that_return_began(editor: EditorDriver) -> None:
    editor.open()
    editor.key("J")
    before = len(editor.scenario.objectives)
    editor.canvas.setFocus()
    editor.canvas.put_cursor(editor.scenario.board.parse("C3"))
    editor.key("Return", editor.canvas)
    editor.key("Q")
    editor.key("Q")
    assert len(editor.scenario.objectives) == before + 1
