"""The pages of the scenario panel, and how their fields are filled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit

    from fairground.editor.widgets.checklist_button import ChoiceBox


def choose(box: ChoiceBox, value: object) -> None:
    """Choose a value as a click in the list that opens does."""
    box.setCurrentIndex(box.values.index(value))
    box.activated.emit(box.currentIndex())


def write(field: QLineEdit, text: str) -> None:
    """Write a text in place of the one there is, and press Return."""
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
