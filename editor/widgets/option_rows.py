"""What the groups of options are made of: rows of widgets, and buttons of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from fairground.editor.widgets.action_buttons import show_action

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions


class OptionRow(QWidget):
    """Widgets beside one another, ``spacing`` points apart."""

    def __init__(self, *widgets: QWidget, spacing: int = 4, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(spacing)
        for widget in widgets:
            self.row.addWidget(widget)


def action_button(actions: Actions, name: str, parent: QWidget, *, text: str = "") -> QToolButton:
    """Return a flat button that does an action; with ``text``, that stands beside its icon."""
    button = QToolButton(parent)
    button.setAutoRaise(True)
    button.setIconSize(QSize(18, 18))
    show_action(button, actions[name])
    button.setAccessibleName(actions[name].iconText())
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if text:
        write_beside(button, text)
    return button


def write_beside(button: QToolButton, text: str) -> None:
    """Write a text beside the icon of a button."""
    button.setText(text)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
