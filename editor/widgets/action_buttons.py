"""Buttons that show an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import SIGNAL, QObject

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QToolButton


def show_action(button: QToolButton, action: QAction) -> None:
    """Have a button look like an action, and trigger it; to be called once for a button."""
    button.setDefaultAction(action)
    _LetGo(button, action)


class _LetGo(QObject):
    """Ends the connections of a button to its action that are of no use.

    Qt 6.11 connects a tool button to its default action once more at every change of it: each takes memory, and each is
    called at the next change. The button is told of changes by events all the same.
    """

    def __init__(self, button: QToolButton, action: QAction) -> None:
        super().__init__(button)
        self._button, self._action = button, action
        action.changed.connect(self._let_go)

    def _let_go(self) -> None:
        QObject.disconnect(self._action, SIGNAL("changed()"), self._button, None)  # type: ignore[call-overload]  # None: all of them
