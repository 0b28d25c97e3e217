from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from fairground.editor.widgets.number_fields import DecimalField, NumberField

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractSpinBox

    from tests.editor.editor_driver import EditorDriver


@pytest.mark.parametrize("kind", [NumberField, DecimalField])
def test_digits_begin_where_the_text_of_other_fields_does(
    editor: EditorDriver, kind: type[QAbstractSpinBox]
) -> None:
    form = QWidget(editor.window)
    number, text = kind(form), QLineEdit("12", form)
    layout = QVBoxLayout(form)
    for field in (number, text):
        layout.addWidget(field)
    form.resize(200, 100)
    form.show()
    editor.settle()
    digits = number.lineEdit()
    digits.home(False)  # noqa: FBT003  # Qt's signature
    text.home(False)  # noqa: FBT003  # Qt's signature
    one, other = (it.mapTo(form, it.cursorRect().topLeft()).x() for it in (digits, text))
    assert one == other


def test_what_is_counted_follows_the_number_whether_anybody_is_told_or_not(editor: EditorDriver) -> None:
    field = NumberField(editor.window)
    field.setRange(0, 9)
    field.count(lambda number: "point" if number == 1 else "points")
    assert field.text() == "0 points"
    field.stepUp()
    assert field.text() == "1 point"
    field.blockSignals(True)  # noqa: FBT003  # Qt's signature
    field.setValue(2)
    assert field.text() == "2 points"
    field.selectAll()
    QTest.keyClicks(field, "1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.value() == 1
