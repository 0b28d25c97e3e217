"""A row of options that overflows keeps the keys in the field that has them while another part becomes wider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from fairground.editor.widgets.option_rows import OverflowRow

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class _Moves(QObject):
    """Counts how often a widget is put into another."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        self.count += event.type() is QEvent.Type.ParentChange
        return False


def test_a_part_that_becomes_wider_takes_no_keys_from_another(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    name, field = QPushButton("A", window), QLineEdit(window)
    row = OverflowRow((name, field), 4, window)
    layout = QHBoxLayout(window)
    layout.addWidget(row)
    layout.addStretch(1)
    row.show_parts((name, field))
    window.resize(700, 60)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: row.width() >= row.sizeHint().width())
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    moves = _Moves()
    field.installEventFilter(moves)
    before = row.width()
    name.setText("A much longer name")
    qtbot.waitUntil(lambda: row.width() > before)
    assert field.hasFocus()
    assert (moves.count, row.overflowing) == (0, [])
    name.setText("A name for which there is no room in this window, however one looks at it, at all" * 2)
    qtbot.waitUntil(lambda: bool(row.overflowing))
