"""A button that opens a list of which any number can be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class ManyButton(QToolButton):
    """Says how many of its choices are chosen; each is told by name, and what it does stands in its tooltip."""

    #: The ids that are chosen now, in the order in which they are offered.
    picked = Signal(tuple)

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = title
        self.setAccessibleName(title)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.choices = QMenu(self)
        self.choices.setToolTipsVisible(True)
        self.setMenu(self.choices)

    def offer(self, choices: Mapping[str, tuple[str, str]]) -> None:
        """Offer other ids, each with its name and what it does."""
        self.choices.clear()
        for name, (title, tip) in choices.items():
            action = self.choices.addAction(title)
            action.setCheckable(True)
            action.setData(name)
            action.setToolTip(tip)
            action.triggered.connect(self._pick)
        self._say()

    def show_chosen(self, chosen: Collection[str]) -> None:
        """Check these and no others."""
        for action in self.choices.actions():
            action.setChecked(action.data() in chosen)
        self._say()

    def _pick(self) -> None:
        self._say()
        self.picked.emit(tuple(it.data() for it in self.choices.actions() if it.isChecked()))

    def _say(self) -> None:
        chosen = [it.text() for it in self.choices.actions() if it.isChecked()]
        self.setText(f"{self._title} ({len(chosen)})" if chosen else self._title)
        self.setToolTip(", ".join(chosen) or tr("None chosen"))
