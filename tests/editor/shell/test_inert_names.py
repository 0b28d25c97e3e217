"""Names and notes of strangers in the window: text, whatever they look like.

Qt takes a text with tags in it for rich text unless it is told otherwise, and rich text loads pictures from files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import Qt as TextRules
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QTextEdit, QToolTip, QWidget

from fairground.editor.shell.dialogs.about import CrashDialog
from fairground.editor.shell.dialogs.unsaved_changes import (
    ChangedOutsideDialog,
    NotSavedDialog,
    UnsavedDialog,
)
from tests.hostile import ATTACKS, hostile_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.editor.editor_driver import EditorDriver

PLAIN = Qt.TextFormat.PlainText
#: Which of the attacks comes first, so that each of those with tags is the scenario's name once, or a hex's, or a unit's.
FIRSTS = (0, 9)


def rich(root: QWidget) -> list[str]:
    """Return the texts of all labels below a widget that would show them as rich text."""
    found = root.findChildren(QLabel)
    for it in found:
        it.ensurePolished()
    return [it.text() for it in found if it.textFormat() != PLAIN and TextRules.mightBeRichText(it.text())]


def shown(root: QWidget) -> str:
    """Return the texts of all labels below a widget."""
    return "\n".join(it.text() for it in root.findChildren(QLabel))


@pytest.mark.long
@pytest.mark.parametrize("first", FIRSTS)
def test_no_label_takes_a_name_for_markup(editor: EditorDriver, tmp_path: Path, first: int) -> None:
    path, texts = hostile_file(tmp_path, first)
    editor.session.open(path)
    editor.settle()
    window, workbench = editor.window, editor.workbench
    for dock in window.findChildren(QDockWidget):
        dock.show()
        dock.raise_()
    for name in workbench.tools:
        workbench.take_tool(name)
        editor.settle()
        assert rich(window) == [], name
    for label in ("D2", "C3", "A1", "F4"):
        editor.canvas.hovered.emit(editor.hex(label))
        editor.settle()
        assert rich(window) == [], label
    seen = [text for text in texts if text in shown(window)]
    assert seen, "no name is in any label: nothing was looked at"
    # A rich text editor would be another way in.
    assert window.findChildren(QTextEdit) == []


def test_tooltips_and_questions_are_plain(editor: EditorDriver) -> None:
    for attack in filter(TextRules.mightBeRichText, ATTACKS):
        QToolTip.showText(QPoint(10, 10), attack, editor.window)
        tips = [it for it in QApplication.topLevelWidgets() if it.inherits("QTipLabel")]
        assert [(it.text(), it.textFormat()) for it in tips if isinstance(it, QLabel)] == [(attack, PLAIN)]
        for dialog in (
            UnsavedDialog(attack, editor.window),
            ChangedOutsideDialog(attack, editor.window),
            NotSavedDialog(attack, editor.window),
            CrashDialog(attack, editor.window),
        ):
            dialog.ensurePolished()
            assert rich(dialog) == []
            dialog.close()
    QToolTip.hideText()


def test_the_title_of_the_window_is_the_name_of_the_file(editor: EditorDriver, tmp_path: Path) -> None:
    path, _ = hostile_file(tmp_path)
    path = path.rename(tmp_path / "a[*]\u202e\x1b]0;x\x07\nb.yaml")
    editor.session.open(path)
    editor.settle()
    assert editor.window.windowTitle() == "a[*][*]]0;x b.yaml[*]"
    QApplication.clipboard().clear()
    editor.state.selection = frozenset(editor.scenario.board.hexes())
    editor.actions["edit.copy"].trigger()
    editor.settle()
    kinds = QApplication.clipboard().mimeData().formats()
    # No markup that another program would show, or fetch pictures for.
    assert kinds == ["text/plain"]
