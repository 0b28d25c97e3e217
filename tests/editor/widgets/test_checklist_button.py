"""The button with a list to check things in, by mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.editor.widgets.checklist_button import CheckMenu

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_the_list_stays_open_while_things_are_checked(qtbot: QtBot) -> None:
    button = CheckMenu("All of them")
    qtbot.addWidget(button)
    assert not button.menu().actions()
    button.offer({"a": "Salt & sand", "b": "Rock", "c": "Ice"})
    assert (button.text(), button.checked) == ("All of them", ())
    button.show()
    menu = button.menu()
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
    first, second = menu.actions()[:2]
    with qtbot.waitSignal(button.changed):
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(first).center())
    menu.setActiveAction(second)
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert menu.isVisible()
    assert button.checked == ("a", "b")
    assert button.accessibleDescription() == "Salt & sand, Rock"
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert not menu.isVisible()


def test_what_is_checked_stays_so_where_it_is_offered_still(qtbot: QtBot) -> None:
    button = CheckMenu("All of them")
    qtbot.addWidget(button)
    button.offer({"a": "Sand", "b": "Rock"})
    button.check(["b"])
    button.offer({"b": "Rock", "c": "Ice"})
    assert button.checked == ("b",)
    button.offer({"c": "Ice"})
    assert not button.checked
    assert button.text() == "All of them"
    button.resize(40, 30)
    button.grab()
    button.offer({})
    assert not button.isEnabled()
