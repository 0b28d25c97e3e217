"""Keys that the user changes: the file, the dialog, and forgetting them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow

from fairground.core.errors import FileError
from fairground.editor.app.actions import Actions, load_keymap, portable
from fairground.editor.app.paths import keys_file, settings_file
from fairground.editor.app.settings import forget_settings
from fairground.editor.shell import application as app_module
from fairground.editor.shell.command import COMMAND
from fairground.editor.shell.dialogs.change_keys import ChangeKeysDialog
from fairground.editor.shell.dialogs.keyboard_help import KeyboardHelp
from fairground.editor.shell.user_keys import FIXED, OwnKeys
from tests.editor.insides import actions_of
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def own(qtbot: QtBot) -> Iterator[OwnKeys]:
    """Keys over actions of their own, kept in the test's folder."""
    window = QMainWindow()
    qtbot.addWidget(window)
    yield OwnKeys(Actions(window, load_keymap()), keys_file(), window)
    window.close()


def again(own: OwnKeys) -> tuple[OwnKeys, list[str]]:
    """Keys as the editor has them when it is started the next time, and what it says of them."""
    window = of_type(own.parent(), QMainWindow)
    found = OwnKeys(Actions(window, load_keymap()), keys_file(), window)
    return found, found.read()


def shortcuts(own: OwnKeys, name: str) -> list[str]:
    return [it.toString() for it in actions_of(own)[name].shortcuts()]


# -- the keys -------------------------------------------------------------------------------------------------


def test_a_key_is_given_and_kept(own: OwnKeys) -> None:
    own.assign("tool.brush", ("Ctrl+Alt+B", "F10"))
    assert shortcuts(own, "tool.brush") == ["Ctrl+Alt+B", "F10"]
    assert actions_of(own)["tool.brush"].toolTip() == "Paint terrain (Ctrl+Alt+B)"
    later, faults = again(own)
    assert faults == []
    assert later.keys("tool.brush") == ("Ctrl+Alt+B", "F10")
    assert later.is_own("tool.brush")
    assert not later.is_own("tool.fill")


def test_keys_chosen_in_two_editors_are_all_kept(own: OwnKeys) -> None:
    own.assign("file.save", ("Ctrl+F1",))
    other, _ = again(own)
    other.assign("file.open", ("Ctrl+F2",))
    own.assign("tool.brush", ("Ctrl+F3",))
    third, faults = again(own)
    assert faults == []
    keys = {name: third.keys(name) for name in ("file.save", "file.open", "tool.brush")}
    assert keys == {"file.save": ("Ctrl+F1",), "file.open": ("Ctrl+F2",), "tool.brush": ("Ctrl+F3",)}
    # Only what was changed here is taken back.
    own.reset("file.save")
    third, _ = again(own)
    assert not third.is_own("file.save")
    assert third.keys("file.open") == ("Ctrl+F2",)


def test_a_key_never_belongs_to_two_actions(own: OwnKeys) -> None:
    assert own.owner("ctrl+shift+z") == "edit.redo"
    assert own.owner("Ctrl+Shift+Z", ignored="edit.redo") is None
    own.assign("tool.brush", ("Ctrl+Shift+Z",))
    assert own.keys("edit.redo") == ("Ctrl+Y",)
    own.assign("tool.brush", ("E",))
    assert own.keys("tool.eraser") == ()
    assert actions_of(own)["tool.eraser"].toolTip() == "Erase terrain, leaving clear ground"
    later, _ = again(own)
    assert later.keys("tool.eraser") == ()
    every = [key for name in load_keymap().actions for key in later.keys(name)]
    assert len(every) == len(set(every))


def test_a_key_that_an_action_is_given_twice_is_its_once(own: OwnKeys) -> None:
    # Qt would call such a key ambiguous, and the action would do nothing.
    keys_file().write_text("format: fairground-keys/1\nactions:\n  tool.brush: [F10, f10, Ctrl+Alt+B]\n")
    assert own.read() == []
    assert shortcuts(own, "tool.brush") == ["F10", "Ctrl+Alt+B"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_the_place_of_the_keys_is_not_waited_for(own: OwnKeys) -> None:
    os.mkfifo(keys_file())
    fault, _ = own.read()
    assert "not a file" in fault


def test_reset_gives_back_what_was_there(own: OwnKeys) -> None:
    own.assign("tool.brush", ("E",))
    assert own.conflicts_of_reset("tool.eraser") == {"E": "tool.brush"}
    own.reset("tool.brush")
    assert own.keys("tool.brush") == ("B",)
    own.reset("tool.eraser")
    assert not keys_file().exists()
    own.assign("tool.brush", ("F10",))
    own.assign("tool.fill", ())
    own.reset_all()
    assert {name for name in load_keymap().actions if own.is_own(name)} == set()
    assert not keys_file().exists()


def test_keys_of_the_map_are_nobody_elses(own: OwnKeys) -> None:
    assert "moves the cursor" in own.why_not("Left")
    assert own.why_not("F10") == ""
    assert [key for key in FIXED if portable(key) != key] == []
    shipped = [key for entry in load_keymap().actions.values() for key in entry.keys]
    assert not set(FIXED) & set(map(portable, shipped))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "format: fairground-keys/1\nactions:\n  tool.brsh: [F10]\n",
            "keys.yaml line 3: Unknown action 'tool.brsh'. Did you mean 'tool.brush'?",
        ),
        (
            "format: fairground-keys/1\nactions:\n  tool.brush: F10\n",
            "keys.yaml line 3: tool.brush: the value is not a list of keys",
        ),
        ("format: fairground-keys/1\nactions:\n  tool.brush: [Hyper+Foo]\n", "'Hyper+Foo' is not a key."),
        ("format: fairground-keys/1\nactions:\n  tool.brush: [1]\n", 'Put numbers in quotes: "1".'),
        (
            "format: fairground-keys/1\nactions:\n  tool.brush: [F10]\n  tool.fill: [F10]\n",
            "keys.yaml line 4: tool.fill: F10 is assigned to two actions; tool.brush keeps it.",
        ),
        ("format: fairground-keys/1\nactions:\n  tool.brush: [Left]\n", "moves the cursor"),
        ("format: fairground-keys/1\nacts: 3\nactions: {}\n", "keys.yaml line 2: Unknown key 'acts'"),
        ("format: other\n", "is not a keymap file"),
        ("format: fairground-keys/2\nactions: {}\n", "keys.yaml has the format fairground-keys/2, but"),
        ("", "Cannot use keys.yaml: line 1, column 1: the file is empty. The default keys apply."),
        ("a: [\n", "Cannot use keys.yaml"),
    ],
)
def test_a_faulty_file_is_told_and_the_rest_holds_and_it_is_kept(own: OwnKeys, text: str, told: str) -> None:
    keys_file().write_text(text, encoding="utf-8")
    later, faults = again(own)
    assert told in " ".join(faults)
    assert faults[-1] == "If you change a key in the editor, this file is kept as keys.yaml.bak."
    assert later.keys("edit.undo") == ("Ctrl+Z",)
    later.assign("tool.eraser", ("F9",))
    later.assign("tool.elevation", ("F10",))
    assert keys_file().with_name("keys.yaml.bak").read_text(encoding="utf-8") == text
    later, faults = again(own)
    assert faults == []
    assert (later.keys("tool.eraser"), later.keys("tool.elevation")) == (("F9",), ("F10",))
    # Another file with errors does not replace the one that is kept.
    keys_file().write_text("no: keys\n", encoding="utf-8")
    later, faults = again(own)
    later.reset_all()
    assert keys_file().with_name("keys.yaml.bak").read_text(encoding="utf-8") == text
    assert keys_file().with_name("keys.yaml.bak-2").read_text(encoding="utf-8") == "no: keys\n"


def test_an_action_with_a_wrong_key_keeps_its_others(own: OwnKeys) -> None:
    head = "format: fairground-keys/1\nactions:\n"
    keys_file().write_text(f"{head}  tool.brush: [Hyper+Foo, F10]\n  tool.fill: [Hyper+Foo]\n")
    later, faults = again(own)
    assert len(faults) == 3
    assert (later.keys("tool.brush"), later.keys("tool.fill")) == (("F10",), ("F",))


def test_of_many_errors_some_are_told_and_the_rest_counted(own: OwnKeys) -> None:
    rows = "".join(f"  action-{number}: [F10]\n" for number in range(30))
    keys_file().write_text(f"format: fairground-keys/1\nactions:\n{rows}")
    _, faults = again(own)
    assert len(faults) == 6
    assert faults[-2] == "26 more problems."


def test_what_the_file_says_goes_before_what_the_program_came_with(own: OwnKeys) -> None:
    keys_file().write_text("format: fairground-keys/1\nactions:\n  tool.brush: [E]\n", encoding="utf-8")
    later, faults = again(own)
    assert faults == []
    assert later.keys("tool.brush") == ("E",)
    assert later.keys("tool.eraser") == ()


def test_keys_chosen_before_the_digits_were_those_of_the_overlays_still_hold(own: OwnKeys) -> None:
    old = 'format: fairground-keys/1\nactions:\n  palette.pick-1: ["1"]\n  overlay.fan: [F2]\n  tool.brush: [A]\n'
    keys_file().parent.mkdir(parents=True, exist_ok=True)
    keys_file().write_text(old, encoding="utf-8")
    later, faults = again(own)
    assert faults == []
    assert (later.keys("palette.pick-1"), later.keys("overlay.fan")) == (("1",), ("F2",))
    assert (later.keys("tool.brush"), later.keys("compare.keep")) == (("A",), ())
    assert later.conflicts_of_reset("overlay.fan") == {"1": "palette.pick-1"}


def test_keys_that_cannot_be_written_hold_until_the_end(own: OwnKeys) -> None:
    keys_file().mkdir()
    with pytest.raises(FileError, match="is a folder"):
        own.assign("tool.brush", ("F10",))
    assert own.keys("tool.brush") == ("F10",)


# -- in the window --------------------------------------------------------------------------------------------


def dialog(editor: EditorDriver) -> ChangeKeysDialog:
    editor.key("Ctrl+F1")
    return editor.dialog(ChangeKeysDialog)


@pytest.mark.long
def test_a_new_key_works_at_once(editor: EditorDriver) -> None:
    editor.open()
    keys = dialog(editor)
    keys.choose("tool.eraser")
    keys.key.setFocus()
    QTest.keyClick(keys.key, Qt.Key.Key_F10)
    assert keys.message.text() == "F10 is free."
    QTest.mouseClick(keys.use, LEFT)
    assert keys.message.text() == "Eraser now has F10."
    keys.close()
    editor.window.activateWindow()
    editor.settle()
    editor.key("E")
    assert editor.tool.id == "brush"
    editor.key("F10")
    assert editor.tool.id == "eraser"


def test_a_conflict_is_told_by_name_and_resolved_only_when_wanted(editor: EditorDriver) -> None:
    editor.open()
    keys = dialog(editor)
    keys.choose("tool.eraser")
    QTest.keyClick(keys.key, Qt.Key.Key_B)
    assert keys.message.text() == "B is used by Brush."
    assert keys.use.text() == "Take key from Brush"
    assert not keys.add.isEnabled()
    own = editor.navigator.own_keys
    assert own.keys("tool.brush") == ("B",)
    QTest.mouseClick(keys.use, LEFT)
    assert own.keys("tool.brush") == ()
    assert own.keys("tool.eraser") == ("B",)
    assert keys.shown()["tool.brush"] == "none"
    keys.choose("tool.brush")
    QTest.mouseClick(keys.reset, LEFT)
    assert keys.message.text() == "B is used by Eraser; change that first."
    assert own.keys("tool.brush") == ()
    QTest.mouseClick(keys.reset_all, LEFT)
    assert own.keys("tool.brush") == ("B",)


def test_a_key_is_added_and_all_are_taken(editor: EditorDriver) -> None:
    keys = dialog(editor)
    keys.choose("view.fit")
    QTest.keyClick(keys.key, Qt.Key.Key_F10)
    QTest.mouseClick(keys.add, LEFT)
    assert keys.shown()["view.fit"] == "Ctrl+0, F10"
    QTest.keyClick(keys.key, Qt.Key.Key_F10)
    assert keys.message.text() == "This action already has F10."
    QTest.mouseClick(keys.none, LEFT)
    assert keys.shown()["view.fit"] == "none"
    assert not keys.none.isEnabled()
    QTest.mouseClick(keys.reset, LEFT)
    assert keys.shown()["view.fit"] == "Ctrl+0"


def test_keys_of_the_map_cannot_be_given(editor: EditorDriver) -> None:
    keys = dialog(editor)
    keys.choose("view.fit")
    QTest.keyClick(keys.key, Qt.Key.Key_Left)
    assert "moves the cursor on the map and cannot be reassigned" in keys.message.text()
    assert not keys.use.isEnabled()


def test_the_dialog_finds_actions_and_keys(editor: EditorDriver) -> None:
    keys = dialog(editor)
    QTest.keyClicks(keys.search, "ctrl+shift+p")
    assert list(keys.shown()) == ["go.command"]
    assert keys.action == "go.command"  # not one that is no longer seen
    assert keys.title.text() == "Command palette"
    keys.search.setText("no such action")
    assert keys.shown() == {}
    assert not keys.key.isEnabled()
    keys.search.clear()
    assert keys.action == "go.command"
    assert keys.key.isEnabled()


def test_the_sheet_of_keys_leads_there_and_follows(editor: EditorDriver) -> None:
    editor.key("Shift+F1")
    sheet = editor.dialog(KeyboardHelp)
    QTest.mouseClick(sheet.change, LEFT)
    keys = editor.dialog(ChangeKeysDialog)
    keys.choose("view.fit")
    QTest.keyClick(keys.key, Qt.Key.Key_F10)
    QTest.mouseClick(keys.use, LEFT)
    assert ("F10", "Show the whole board") in sheet.shown()
    assert (
        "Space",
        "Use the tool at the cursor like the left button; hold Space while moving the cursor to paint",
    ) in (sheet.shown())


def test_the_menu_of_recent_files_names_its_new_key(editor: EditorDriver) -> None:
    editor.navigator.own_keys.assign("file.recent", ("F10",))
    assert editor.recent.title().endswith("\tF10")


@pytest.mark.long
def test_faults_of_the_file_are_told_in_the_window(editor: EditorDriver) -> None:
    editor.open()
    keys_file().write_text("format: fairground-keys/1\nactions:\n  tool.brsh: [F10]\n", encoding="utf-8")
    assert "Did you mean 'tool.brush'" in editor.another_window().notice.text


# -- forgetting -----------------------------------------------------------------------------------------------


def test_settings_layout_and_keys_are_forgotten_and_that_is_said(own: OwnKeys) -> None:
    assert "No saved settings" in forget_settings()
    own.assign("tool.brush", ("F10",))
    settings_file().write_text("[window]\ntheme=dark\n", encoding="utf-8")
    told = forget_settings()
    assert "Reset settings, layout, recent files and keys" in told
    assert str(keys_file().parent) in told
    assert not keys_file().exists()
    assert not settings_file().exists()


def test_what_cannot_be_forgotten_is_told() -> None:
    settings_file().mkdir()
    with pytest.raises(FileError, match="annot delete"):
        forget_settings()


@pytest.mark.parametrize("flags", [[], ["--reset-settings"]])
def test_the_command_hands_the_wish_on(flags: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def run(_file: object, *, reset_settings: bool) -> int:
        asked.append(reset_settings)
        return 0

    monkeypatch.setattr(app_module, "run", run)
    CliRunner().invoke(COMMAND, flags)
    assert asked == [bool(flags)]


def test_keys_of_renamed_actions_are_read(own: OwnKeys) -> None:
    own.assign("repair.start", ("Ctrl+Alt+F9",))
    text = keys_file().read_text("utf-8")
    assert "repair.start" in text
    keys_file().write_text(text.replace("repair.start", "mend.start"), "utf-8")
    later, faults = again(own)
    assert faults == []
    assert later.keys("repair.start") == ("Ctrl+Alt+F9",)
