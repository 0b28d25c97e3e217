"""A button that says how many of some things are chosen, and opens a list to check them in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

#: What margins and the arrow take, in pixels.
_ARROW = 36


class CheckMenu(QPushButton):
    """Offers values by texts; with none checked, it stands for what ``nothing`` says."""

    #: Others are checked.
    changed = Signal()

    def __init__(self, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._nothing = nothing
        self._menu = _Staying(self)
        self._actions: dict[str, QAction] = {}
        self.setMenu(self._menu)
        self.setStyleSheet("text-align: left;")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._sum_up()

    @property
    def checked(self) -> tuple[str, ...]:
        """The values that are checked, in the order in which they are offered."""
        return tuple(value for value, action in self._actions.items() if action.isChecked())

    def offer(self, choices: Mapping[str, str]) -> None:
        """Offer other values; what was checked stays so where it is offered still."""
        if {value: action.text().replace("&&", "&") for value, action in self._actions.items()} == choices:
            return
        checked = self.checked
        self._menu.clear()
        self._actions = {}
        for value, text in choices.items():
            action = self._actions[value] = QAction(text.replace("&", "&&"), self._menu)
            action.setCheckable(True)
            action.setChecked(value in checked)
            action.toggled.connect(self._check)
            self._menu.addAction(action)
        self.setEnabled(bool(choices))
        self._sum_up()

    def check(self, values: Collection[str]) -> None:
        """Check these values and no others."""
        for value, action in self._actions.items():
            action.setChecked(value in values)

    def _check(self, _on: bool) -> None:  # noqa: FBT001  # slot of a signal
        self._sum_up()
        self.changed.emit()

    def _sum_up(self) -> None:
        names = [action.text() for action in self._actions.values() if action.isChecked()]
        self.setText(", ".join(names) or self._nothing)
        self.setAccessibleDescription(self.text().replace("&&", "&"))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw as much of the text as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = max(self.width() - _ARROW, 0)
        option.text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)


class _Staying(QMenu):
    """Stays open while things are checked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Check what is clicked."""
        action = self.activeAction()
        if action is None or not action.isCheckable():
            super().mouseReleaseEvent(event)
        else:
            action.trigger()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check what is chosen by the space bar."""
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None:
            action.trigger()
        else:
            super().keyPressEvent(event)
