from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from fairground.editor.app.actions import load_keymap
from fairground.editor.shell.user_keys import OLD_ACTIONS
from fairground.editor.shell.window_layout import OLD_PANELS, with_current_panels

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytestqt.qtbot import QtBot

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea


def window_with(names: Iterable[str], qtbot: QtBot) -> QMainWindow:
    """Return a window with a panel of each name on its right."""
    window = QMainWindow()
    qtbot.addWidget(window)
    for name in names:
        dock = QDockWidget(window)
        dock.setObjectName(name)
        window.addDockWidget(RIGHT, dock)
    return window


def area(window: QMainWindow, name: str) -> Qt.DockWidgetArea:
    dock = window.findChild(QDockWidget, name)
    assert isinstance(dock, QDockWidget)
    return window.dockWidgetArea(dock)


def test_panels_are_where_they_were_before_they_had_other_names(qtbot: QtBot) -> None:
    before, now = window_with(OLD_PANELS, qtbot), window_with(OLD_PANELS.values(), qtbot)
    gallery = before.findChild(QDockWidget, "gallery")
    assert isinstance(gallery, QDockWidget)
    before.addDockWidget(LEFT, gallery)
    saved = before.saveState()
    now.restoreState(saved)
    assert area(now, "variants") == RIGHT, "its old name means nothing to Qt"
    assert now.restoreState(with_current_panels(saved))
    assert [area(now, name) for name in ("repair", "variants", "simulation")] == [RIGHT, LEFT, RIGHT]


def test_renamed_actions_are_gone_and_their_new_names_there() -> None:
    actions = load_keymap().actions
    assert not set(OLD_ACTIONS) & set(actions)
    assert set(OLD_ACTIONS.values()) <= set(actions)
