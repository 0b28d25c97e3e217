from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.widgets.labels_and_buttons import (
    ButtonKeys,
    ElidedLabel,
    NoticeBar,
    emptied,
    tool_button,
)
from tests.editor.narrowing import of_type, present

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_an_emptied_layout_gives_its_widgets_in_order(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    grid = QGridLayout(parent)
    labels = [QLabel(str(number), parent) for number in range(5)]
    for number, label in enumerate(labels):
        grid.addWidget(label, number // 2, number % 2)
    assert emptied(grid) == labels
    assert not grid.count()
    assert emptied(grid) == []
    assert all(label.parent() is parent for label in labels)


@pytest.mark.skipif(sys.platform != "linux", reason="asks the C library of Linux how much memory is in use")
def test_an_emptied_layout_leaves_no_items_behind(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    rows = QVBoxLayout(parent)
    labels = [QLabel(parent) for _ in range(10)]

    def fill_and_empty() -> None:
        for label in labels:
            rows.addWidget(label)
        emptied(rows)

    fill_and_empty()
    before = _in_use()
    for _ in range(200):
        fill_and_empty()
    # 96 bytes for each of 2,000 items were 192,000.
    assert _in_use() - before < 20_000


def _in_use() -> int:
    """Return how many bytes of this process the C library has given out."""
    names = (
        "arena",
        "free_blocks",
        "fast_blocks",
        "mapped_blocks",
        "mapped",
        "most",
        "fast",
        "in_use",
        "free",
        "top",
    )
    info = type("Info", (ctypes.Structure,), {"_fields_": [(name, ctypes.c_size_t) for name in names]})
    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = info
    return int(ask().in_use)


def test_a_label_that_is_too_narrow_shows_a_shorter_text_before_it_elides(qtbot: QtBot) -> None:
    label = ElidedLabel("Self-play: up to date")
    qtbot.addWidget(label)
    label.short = "Up to date"
    width = label.fontMetrics().horizontalAdvance
    label.resize(width(label.text()) + 1, 20)
    assert label.fitting_text() == "Self-play: up to date"
    label.grab()
    assert not label.toolTip()
    label.resize(width("Up to date") + 1, 20)
    assert label.fitting_text() == "Up to date"
    label.grab()
    assert label.toolTip() == "Self-play: up to date"
    label.resize(width("Up to"), 20)
    assert label.fitting_text().endswith("\N{HORIZONTAL ELLIPSIS}")
    assert label.fitting_text().startswith("Up")


def test_the_keyboard_goes_through_a_notice_from_left_to_right(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    before, notice, after = QPushButton(), NoticeBar(), QPushButton()
    rows = QVBoxLayout(page)
    for widget in (before, notice, after):
        rows.addWidget(widget)
    page.show()
    for text in ("once", "twice"):
        notice.say(text, {"Recover": before.setFocus, "Discard": before.setFocus})
        before.setFocus()
        names = []
        for _ in range(4):
            here = present(page.focusWidget())
            QTest.keyClick(here, Qt.Key.Key_Tab)
            names.append(present(page.focusWidget()).accessibleName())
        assert names == ["Recover", "Discard", "Close this notice", ""]
        assert of_type(page.focusWidget(), QPushButton) is after


def test_return_presses_the_button_with_the_focus_and_no_other(qtbot: QtBot, qapp: QApplication) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    ButtonKeys(qapp, dialog)
    pressed: list[str] = []
    write, close, field = QPushButton("Write"), QPushButton("Close"), QLineEdit()
    close.setAutoDefault(False)
    icon, switch = tool_button("close", "Icon"), tool_button("close", "Switch", checkable=True)
    rows = QVBoxLayout(dialog)
    for widget in (field, icon, switch, close, write):
        rows.addWidget(widget)
    for button, name in ((write, "Write"), (close, "Close"), (icon, "Icon"), (switch, "Switch")):
        button.clicked.connect(lambda _on=False, name=name: pressed.append(name))
    write.setDefault(True)
    dialog.show()
    qtbot.waitUntil(field.hasFocus)
    for widget in (close, icon, write, field, switch):
        widget.setFocus()
        QTest.keyClick(present(dialog.focusWidget()), Qt.Key.Key_Return)
    # In fields and on buttons that stay down, Return ends the dialog.
    assert pressed == ["Close", "Icon", "Write", "Write", "Write"]
