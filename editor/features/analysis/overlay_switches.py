"""The switches of the overlays, above the layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.widgets.action_buttons import show_action
from fairground.editor.widgets.basics import heading

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions


class OverlayRows(QWidget):
    """A row for each overlay: its action, checked while it is on."""

    def __init__(self, actions: Actions, below: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(2)
        title = heading(tr("Overlays"), self)
        title.setContentsMargins(10, 0, 0, 0)
        layout.addWidget(title)
        rows = QVBoxLayout()
        rows.setContentsMargins(7, 0, 7, 0)
        rows.setSpacing(1)
        layout.addLayout(rows)
        self.buttons: dict[str, QToolButton] = {}
        for name in actions:
            if not name.startswith("overlay.") or name == "overlay.none":
                continue
            action = actions[name]
            action.setCheckable(True)
            button = QToolButton(self)
            show_action(button, action)
            button.setAccessibleName(action.iconText())
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIconSize(QSize(18, 18))
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            rows.addWidget(button)
            self.buttons[name.removeprefix("overlay.")] = button
        other = heading(tr("Layers"), self)
        other.setContentsMargins(10, 8, 0, 0)
        layout.addWidget(other)
        layout.addWidget(below, 1)
