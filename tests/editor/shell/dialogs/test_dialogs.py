"""The small dialogs: problems of a file, unsaved changes, crash, keyboard."""

from __future__ import annotations

import re
from importlib.metadata import version
from platform import python_version
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QMessageBox

from fairground.core.finding import Finding, Place, Severity
from fairground.editor.app.actions import load_keymap
from fairground.editor.app.paths import log_file
from fairground.editor.shell.dialogs.about import AboutDialog, CrashDialog, library_lines, system_facts
from fairground.editor.shell.dialogs.keyboard_help import KeyboardHelp
from fairground.editor.shell.dialogs.unsaved_changes import FileProblemsDialog, UnsavedChoice, UnsavedDialog
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton


def shown(dialog: QDialog, qtbot: QtBot) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # noqa: FBT003  # Qt's signature
    qtbot.addWidget(dialog)
    dialog.show()


def test_problems_have_place_and_fix(qtbot: QtBot) -> None:
    findings = [
        Finding(Severity.ERROR, "a", "wrong", Place(line=3, hex="C4"), "Fix it."),
        Finding(Severity.WARNING, "b", "odd", Place(file="rules.yaml", line=7)),
        Finding(Severity.ADVICE, "c", "well"),
    ]
    dialog = FileProblemsDialog("told", findings, readable=True)
    shown(dialog, qtbot)
    assert dialog.problems.texts() == ["line 3, C4: wrong", "rules.yaml, line 7: odd", "well"]
    assert dialog.problems.item(0).toolTip() == "Fix it."
    QTest.mouseClick(dialog.copy, LEFT)
    assert dialog.result() == QDialog.DialogCode.Accepted


@pytest.mark.parametrize(
    ("button", "choice"),
    [
        (QMessageBox.StandardButton.Save, UnsavedChoice.SAVE),
        (QMessageBox.StandardButton.Discard, UnsavedChoice.DISCARD),
        (QMessageBox.StandardButton.Cancel, UnsavedChoice.CANCEL),
    ],
)
def test_unsaved_changes_have_three_answers(
    qtbot: QtBot, button: QMessageBox.StandardButton, choice: UnsavedChoice
) -> None:
    dialog = UnsavedDialog("x.yaml")
    shown(dialog, qtbot)
    assert "x.yaml" in dialog.text()
    with qtbot.waitSignal(dialog.decided) as caught:
        QTest.mouseClick(dialog.button(button), LEFT)
    assert caught.args == [choice]


def test_save_is_what_enter_does(qtbot: QtBot) -> None:
    dialog = UnsavedDialog("x.yaml")
    shown(dialog, qtbot)
    with qtbot.waitSignal(dialog.decided) as caught:
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert caught.args == [UnsavedChoice.SAVE]


def test_the_title_of_a_file_is_no_markup(qtbot: QtBot) -> None:
    dialog = UnsavedDialog("<u>x</u>.yaml")
    shown(dialog, qtbot)
    assert "<u>x</u>.yaml" in dialog.text()
    assert dialog.textFormat() == Qt.TextFormat.PlainText


def test_the_log_of_a_crash_can_be_copied(qtbot: QtBot) -> None:
    dialog = CrashDialog("Traceback: one")
    shown(dialog, qtbot)
    dialog.add("Traceback: two")
    QTest.mouseClick(dialog.copy, LEFT)
    assert QGuiApplication.clipboard().text() == "Traceback: one\n\nTraceback: two"
    QTest.mouseClick(dialog.go_on, LEFT)
    assert not dialog.isVisible()


def test_about_shows_versions_and_licences(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    shown(dialog, qtbot)
    texts = [it.text() for it in dialog.findChildren(QLabel)]
    assert f"Fairground {version('fairground')}" in texts
    assert "Licence: MIT" in texts
    listed = [dialog.libraries.item(row).text() for row in range(dialog.libraries.count())]
    assert listed == [*library_lines()]
    assert any(re.fullmatch(r"numpy \d\S*: .*BSD.*", line) for line in listed)
    assert any(line.startswith("PySide6") and "LGPL" in line for line in listed)


def test_the_facts_for_a_report_are_copied(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    shown(dialog, qtbot)
    QTest.mouseClick(dialog.copy, LEFT)
    copied = QGuiApplication.clipboard().text()
    assert copied == system_facts()
    assert f"Fairground: {version('fairground')}\nPython: {python_version()}\n" in copied
    assert str(log_file()) in copied


def test_the_sheet_has_every_action_and_finds_them(qtbot: QtBot) -> None:
    keymap = load_keymap()
    dialog = KeyboardHelp(keymap)
    shown(dialog, qtbot)
    tips = [tip for _, tip in dialog.shown()]
    assert {it.tip for it in keymap.actions.values()} <= {*tips}
    QTest.keyClicks(dialog.search, "undo last step")
    assert dialog.shown() == [("Ctrl+Z", "Undo the last step")]
    dialog.search.setText("no such thing")
    assert dialog.shown() == []
    dialog.search.clear()
    assert len(dialog.shown()) == len(tips)


@pytest.mark.parametrize("width", [760, 560])
def test_long_descriptions_in_the_sheet_take_more_lines(width: int, qtbot: QtBot) -> None:
    dialog = KeyboardHelp(load_keymap())
    shown(dialog, qtbot)
    dialog.resize(width, 640)
    tree, metrics = dialog.tree, dialog.tree.fontMetrics()
    qtbot.waitUntil(lambda: tree.columnWidth(1) < width)
    tops = [present(tree.topLevelItem(at)) for at in range(tree.topLevelItemCount())]
    for item in [present(top.child(at)) for top in tops for at in range(top.childCount())]:
        tree.scrollToItem(item)
        cell = tree.visualRect(tree.indexFromItem(item, 1))
        whole = metrics.boundingRect(QRect(0, 0, cell.width() - 6, 0), Qt.TextFlag.TextWordWrap, item.text(1))
        assert whole.height() <= cell.height(), item.text(1)
