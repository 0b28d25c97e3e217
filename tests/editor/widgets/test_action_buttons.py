from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import SIGNAL, Qt
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import QToolButton

from fairground.editor.widgets.labels_and_buttons import show_action

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_changes_of_an_action_leave_no_connections_behind(qtbot: QtBot) -> None:
    """Qt makes one more at every change, and calls all of them at the next."""
    action, buttons = QAction("Raise"), [QToolButton(), QToolButton()]
    for button in buttons:
        qtbot.addWidget(button)
        show_action(button, action)
    before = action.receivers(SIGNAL("changed()"))
    for number in range(100):
        action.setEnabled(number % 2 == 1)
        action.setToolTip(f"Raise by {number}")
    assert action.receivers(SIGNAL("changed()")) <= before
    buttons[0].deleteLater()
    qtbot.waitUntil(lambda: action.receivers(SIGNAL("changed()")) < before)
    action.setEnabled(False)
    assert not buttons[1].isEnabled()


def test_a_button_follows_its_action_in_everything(qtbot: QtBot) -> None:
    action, button = QAction("Raise"), QToolButton()
    qtbot.addWidget(button)
    show_action(button, action)
    for _ in range(2):
        action.setEnabled(not action.isEnabled())
        assert button.isEnabled() == action.isEnabled()
    icon = QPixmap(8, 8)
    icon.fill(Qt.GlobalColor.red)
    action.setIcon(QIcon(icon))
    action.setText("Lower")
    action.setToolTip("Lower the hexes")
    action.setCheckable(True)
    assert (button.text(), button.toolTip(), button.icon().isNull()) == ("Lower", "Lower the hexes", False)
    button.click()
    assert action.isChecked()
    action.setChecked(False)
    assert not button.isChecked()
