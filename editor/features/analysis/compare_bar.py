"""The bar of the comparison in the panel: which earlier state is kept, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.widgets.basics import show_action, soft_label

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.overlays.earlier_state import Earlier

_ACTIONS = ("compare.keep", "compare.flip", "compare.drop")


class CompareBar(QWidget):
    """Buttons to keep what the overlays show now, to flip between then and now, and to forget it."""

    def __init__(self, earlier: Earlier, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._earlier, self._actions = earlier, actions
        self.text = soft_label("", self)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self.buttons: dict[str, QToolButton] = {}
        for name in _ACTIONS:
            button = QToolButton(self)
            show_action(button, actions[name])
            button.setAccessibleName(actions[name].iconText())
            button.setAutoRaise(True)
            button.setIconSize(QSize(18, 18))
            button.setToolButtonStyle(
                Qt.ToolButtonStyle.ToolButtonTextBesideIcon
                if name == "compare.keep"
                else Qt.ToolButtonStyle.ToolButtonIconOnly
            )
            row.addWidget(button)
            self.buttons[name] = button
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(self.text)
        earlier.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say which state is kept, and whether it is shown."""
        earlier = self._earlier
        shows = tr("Showing the earlier state") if earlier.is_shown else tr("Compared with")
        self.text.setText(f"{shows}: {earlier.words}." if earlier.is_kept else "")
        self.text.setVisible(earlier.is_kept)
        for name in ("compare.flip", "compare.drop"):
            self._actions[name].setEnabled(earlier.is_kept)
        self._actions["compare.flip"].setCheckable(True)
        self._actions["compare.flip"].setChecked(earlier.is_shown)
