"""Small widgets that several panels use."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from PySide6.QtCore import SIGNAL, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from fairground.editor.app.icons import icon, pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QApplication, QLayout, QListWidgetItem, QTableWidgetItem

BoxLayout = TypeVar("BoxLayout", bound=QBoxLayout)


def show_action(button: QToolButton, action: QAction) -> None:
    """Show an action as a button that triggers it; call this once for each button."""
    button.setDefaultAction(action)
    _ConnectionCleaner(button, action)


class _ConnectionCleaner(QObject):
    """Removes useless connections of a button to its action.

    Qt 6.11 connects a tool button to its default action again at every change of the action, which takes memory and time.
    The button gets changes by events anyway.
    """

    def __init__(self, button: QToolButton, action: QAction) -> None:
        super().__init__(button)
        self._button, self._action = button, action
        action.changed.connect(self._clean)

    def _clean(self) -> None:
        QObject.disconnect(self._action, SIGNAL("changed()"), self._button, None)  # type: ignore[call-overload]  # None: all of them


class ElidedLabel(QLabel):
    """A label of one line that is elided to fit, with the whole text in its tooltip.

    ``short`` is shown instead where the text does not fit; empty for the text.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.short = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def minimumSizeHint(self) -> QSize:
        """Return the height of a line and hardly any width."""
        return QSize(10, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw as much of the text as there is room for."""
        painter = QPainter(self)
        fitting = self.fitting_text()
        self.setToolTip(self.text() if fitting != self.text() else "")
        painter.setPen(colours().soft if self.property("soft") else colours().text)
        painter.drawText(self.contentsRect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, fitting)

    def fitting_text(self) -> str:
        """Return as much of the text as there is room for, or ``short``."""
        metrics, width = QFontMetrics(self.font()), self.contentsRect().width()
        fits = not self.short or metrics.horizontalAdvance(self.text()) <= width
        text = self.text() if fits else self.short
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)


class NoticeText(NamedTuple):
    """What a notice says, the slots of its buttons by their names, and its topic."""

    text: str
    choices: dict[str, Callable[[], object]] | None
    sign: str
    topic: str


class NoticeBar(QFrame):
    """A line across the top of the map with a message and buttons; it never blocks the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAccessibleName(tr("Notice"))
        self._icon = QLabel(self)
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons: list[QPushButton] = []
        self._topic = ""
        self._said: NoticeText | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 6, 8, 6)
        self._row.addWidget(self._icon)
        self._row.addWidget(self._text, 1)
        self._close = tool_button("close", tr("Close this notice"), self)
        self._close.clicked.connect(self.hide)
        self._row.addWidget(self._close)
        self.hide()

    @property
    def text(self) -> str:
        """The message; empty while hidden."""
        return "" if self.isHidden() else self._text.text()

    def say(
        self,
        text: str,
        choices: dict[str, Callable[[], object]] | None = None,
        *,
        sign: str = "advice",
        topic: str = "",
    ) -> None:
        """Show ``text`` with a button for each of ``choices``; a click hides the bar first.

        ``topic`` names the text for ``withdraw``.
        """
        self._topic = topic
        self._said = NoticeText(text, choices, sign, topic)
        for button in self.buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        self._text.setText(text)
        look = colours()
        ink = {"error": look.error, "warning": look.warning}.get(sign, look.advice)
        self._icon.setPixmap(pixmap(sign, 18, colour=ink, ratio=self.devicePixelRatioF()))
        for name, slot in (choices or {}).items():
            button = QPushButton(name, self)
            button.setAccessibleName(name)
            button.clicked.connect(lambda _checked=False, slot=slot: self._chosen(slot))
            self._row.insertWidget(self._row.count() - 1, button)
            # For Tab, too, between the others and the one that closes the bar.
            self.setTabOrder(self._close, button)
            self.setTabOrder(button, self._close)
            self.buttons.append(button)
        self.show()

    @property
    def shown(self) -> NoticeText | None:
        """The notice that is shown; None while hidden."""
        return None if self.isHidden() else self._said

    def say_again(self, notice: NoticeText) -> None:
        """Show a notice that was shown before."""
        self.say(notice.text, notice.choices, sign=notice.sign, topic=notice.topic)

    def withdraw(self, *topics: str) -> None:
        """Hide the bar if its text is about one of ``topics``."""
        if self._topic in topics:
            self.hide()

    def _chosen(self, slot: Callable[[], object]) -> None:
        self.hide()
        slot()


class ButtonKeys(QObject):
    """Lets Return press the button that has the focus, for which Qt would press the default button of a dialog instead.

    Check boxes and buttons that stay down are left to Qt: they are part of what a dialog asks.
    """

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None and isValid(before):
            before.removeEventFilter(self)
        if isinstance(now, QPushButton | QToolButton) and not now.isCheckable():
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Press the button."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        is_held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not is_held
        if is_return and isinstance(watched, QAbstractButton) and not event.isAutoRepeat():
            watched.click()
        return is_return


def tool_button(
    icon_name: str, tip: str, parent: QWidget | None = None, *, checkable: bool = False
) -> QToolButton:
    """Return a flat button with an icon; ``tip`` is its tooltip and its accessible name."""
    button = QToolButton(parent)
    button.setAutoRaise(True)
    button.setIcon(icon(icon_name))
    button.setIconSize(QSize(18, 18))
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setCheckable(checkable)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    # The icon is drawn again when the theme changes.
    button.setProperty("iconName", icon_name)
    return button


def with_key(tip: str, key: str, use: str = "") -> str:
    """Return a tooltip with a key and its use: ``Draw lines (G for the next)``; without a key, the tooltip alone."""
    return f"{tip} ({key}{use})" if key else tip


def redraw_icons(root: QWidget) -> None:
    """Draw the icons of all tool buttons below ``root`` in the colours of the current theme."""
    for button in root.findChildren(QToolButton):
        name = button.property("iconName")
        if name:
            button.setIcon(icon(name))


def emptied(layout: QLayout) -> list[QWidget]:
    """Remove the widgets from a layout of widgets, and return them in order.

    Not with ``takeAt``, whose items are never freed (PySide 6.11, 96 bytes each).
    """
    items = (layout.itemAt(at) for at in range(layout.count()))
    widgets = [widget for item in items if item is not None and (widget := item.widget()) is not None]
    for widget in widgets:
        layout.removeWidget(widget)
    return widgets


def fill(
    layout: BoxLayout,
    *items: QWidget | QLayout | tuple[QWidget | QLayout, int] | int | None,
    spacing: int | None = None,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> BoxLayout:
    """Add widgets and layouts to a layout, a pair with its stretch; numbers are spaces, None takes what room is left."""
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for item in items:
        part, stretch = item if isinstance(item, tuple) else (item, 0)
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QWidget):
            layout.addWidget(part, stretch)
        else:
            layout.addLayout(part, stretch)
    return layout


#: What the window manager may put around a dialog, in points.
_FRAME = QSize(16, 40)


def open_at(dialog: QWidget, width: int, height: int) -> None:
    """Give a dialog its first size, or what the screen has room for."""
    dialog.resize(QSize(width, height).boundedTo(dialog.screen().availableSize() - _FRAME))


def make_bold(text: QLabel | QTableWidgetItem | QListWidgetItem) -> None:
    """Show a label or an item in bold letters."""
    font = text.font()
    font.setBold(True)
    text.setFont(font)


def heading(text: str, parent: QWidget | None = None) -> QLabel:
    """Return a quiet heading of a part of a panel."""
    label = QLabel(text, parent)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    label.setProperty("heading", True)  # Qt's signature
    return label


class WholeLabel(QLabel):
    """A plain label that wraps and keeps the height that its text takes, however little room there is below."""

    def __init__(
        self, name: str, parent: QWidget | None = None, *, is_soft: bool = False, is_selectable: bool = False
    ) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(name)
        if is_soft:
            self.setProperty("soft", True)  # Qt's signature
        if is_selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def setText(self, text: str) -> None:  # Qt's name
        """Show a text."""
        super().setText(text)
        self._keep_whole()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt's name
        """Wrap the text again."""
        super().resizeEvent(event)
        self._keep_whole()

    def _keep_whole(self) -> None:
        # With a minimum, Qt would not give a smaller height.
        self.setMinimumHeight(0)
        if self.text():
            self.setMinimumHeight(max(self.heightForWidth(self.width()), 0))


def soft_label(text: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a label in the quiet colour that wraps."""
    label = QLabel(text, parent)
    label.setProperty("soft", True)  # Qt's signature
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    return label
