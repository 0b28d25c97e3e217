"""A box to choose one value, and buttons with a menu to choose several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QHelpEvent, QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QToolTip,
    QWidget,
)

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent


#: The space between icon and title, in pixels, as Qt has it.
_ICON_GAP = 4
#: The space around the titles of a list, in pixels.
_AROUND = 20


class TitleBox(QComboBox):
    """Shortens a title that is too long for it; the list and the tooltip show it whole."""

    def showPopup(self) -> None:  # Qt's name
        """Open the list, wide enough for all titles."""
        view = self.view()
        bar = view.verticalScrollBar().sizeHint().width() if self.count() > self.maxVisibleItems() else 0
        view.setMinimumWidth(view.sizeHintForColumn(0) + bar + _AROUND)
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt's name
        """Draw the title with an ellipsis if it is too long; Qt would cut it off."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width()
        room -= 0 if option.currentIcon.isNull() else option.iconSize.width() + _ICON_GAP
        title = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)
        if title == option.currentText:
            super().paintEvent(event)
            return
        option.currentText = title
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def event(self, event: QEvent) -> bool:
        """Show a shortened title above the tooltip."""
        if isinstance(event, QHelpEvent) and self.sizeHint().width() > self.width():
            text = "\n".join(filter(None, (self.currentText(), self.toolTip())))
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)


class ChoiceBox(TitleBox):
    """Offers values by texts. Unlike ``currentData``, it returns members of enumerations as they are."""

    #: The chosen value.
    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.values: list[Any] = []
        self.activated.connect(lambda at: self.picked.emit(self.values[at]))

    @property
    def value(self) -> Any:  # noqa: ANN401  # any value
        """The shown value; None without one."""
        at = self.currentIndex()
        return self.values[at] if at >= 0 else None

    def offer(self, choices: Mapping[Any, str], icons: Mapping[Any, QIcon] | None = None) -> None:
        """Offer other values by their texts; do nothing when they are the same."""
        texts = [self.itemText(at) for at in range(self.count())]
        if self.values == list(choices) and texts == list(choices.values()):
            return
        self.clear()
        self.values = list(choices)
        for value, text in choices.items():
            self.addItem((icons or {}).get(value, QIcon()), text, value)

    def show_value(self, value: object) -> None:
        """Show a value, or none when it is not offered."""
        self.setCurrentIndex(self.values.index(value) if value in self.values else -1)


class ManyButton(QToolButton):
    """A button with a menu of choices, which shows how many are chosen."""

    #: The chosen ids, in the order of the menu.
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
        """Offer other ids, each with its name and its tip."""
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


#: The width of the margins and the arrow, in pixels.
_ARROW = 36


class CheckMenu(QPushButton):
    """A button with a menu of values, which lists the checked ones, or shows ``nothing`` for none."""

    #: The checked values have changed.
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
        """The checked values, in the order of the menu."""
        return tuple(value for value, action in self._actions.items() if action.isChecked())

    def offer(self, choices: Mapping[str, str]) -> None:
        """Offer other values; checked ones stay checked where they are still offered."""
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
        """Draw the text, elided to fit."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = max(self.width() - _ARROW, 0)
        option.text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)


class _Staying(QMenu):
    """A menu that stays open while actions are checked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Check the clicked action."""
        action = self.activeAction()
        if action is None or not action.isCheckable():
            super().mouseReleaseEvent(event)
        else:
            action.trigger()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check the current action with the space bar."""
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None:
            action.trigger()
        else:
            super().keyPressEvent(event)
