"""Parts of panels and dialogs: titles and verdicts with buttons, scrolling forms, titled fields, rows of options.

A row of options may overflow: what does not fit is behind a button.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import (
    ElidedLabel,
    fill,
    show_action,
    soft_label,
    tool_button,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QKeyEvent, QResizeEvent
    from PySide6.QtWidgets import QLayout

    from fairground.editor.app.actions import Actions


class PanelTitle(QWidget):
    """A line with a text, ``status``, and ``buttons`` of actions by their names.

    ``title`` is the first text, and ``about`` the accessible name of the text.
    """

    def __init__(self, title: str, about: str, actions: Actions, names: tuple[str, ...]) -> None:
        super().__init__()
        self.status = ElidedLabel(title, self)
        self.status.setAccessibleName(about)
        self.buttons = {name: action_button(actions, name, self) for name in names}
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 1, 4, 1)
        row.setSpacing(1)
        row.addWidget(self.status, 1)
        for button in self.buttons.values():
            row.addWidget(button)


#: The fewest lines of text that are visible.
_FEWEST_LINES = 10


class FormColumn(QScrollArea):
    """Holds a form, which scrolls where the dialog is too low for it."""

    def __init__(self, form: QLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._home = QWidget(self)
        self._home.setLayout(form)
        form.setContentsMargins(0, 0, 0, 0)
        self.setWidget(self._home)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        """Return the size of the form and a scroll bar."""
        wanted = self._home.sizeHint()
        return QSize(wanted.width() + self.verticalScrollBar().sizeHint().width(), wanted.height())

    def minimumSizeHint(self) -> QSize:
        """Return the width of the form, which does not scroll sideways, and a few lines."""
        least = self._home.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(least, _FEWEST_LINES * self.fontMetrics().lineSpacing())


class TitledGrid(QGridLayout):
    """A layout with alternating columns of titles and of fields, which stretch."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(8)
        self.setVerticalSpacing(4)
        for column in (1, 3):
            self.setColumnStretch(column, 1)

    def add(self, row: int, column: int, title: str, field: QWidget, tip: str, *, wide: bool = False) -> None:
        """Add a title and its field beside it, to the end of the row when ``wide``."""
        name = soft_label(title, self.parentWidget())
        name.setWordWrap(False)
        name.setBuddy(field)
        field.setAccessibleName(title)
        field.setAccessibleDescription(tip)
        field.setToolTip(tip)
        self.addWidget(name, row, column)
        self.addWidget(field, row, column + 1, 1, 3 if wide else 1)


class OptionRow(QWidget):
    """Widgets beside one another, ``spacing`` points apart."""

    def __init__(self, *widgets: QWidget, spacing: int = 4, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(spacing)
        for widget in widgets:
            self.row.addWidget(widget)


class OverflowRow(QWidget):
    """Shows the parts that fit beside one another; the others are in a popup, which the button ``more`` opens."""

    def __init__(self, parts: Sequence[QWidget], spacing: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._parts, self._wanted = tuple(parts), frozenset[QWidget]()
        self.more = tool_button("more", tr("More options"), self)
        self.more.clicked.connect(self._open)
        # Inside this widget, so that the parts look the same in both.
        self.popup = _Popup(spacing, self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(spacing)
        for part in self._parts:
            self._row.addWidget(part)
            part.hide()
        self._row.addWidget(self.more)
        self.more.hide()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def show_parts(self, wanted: Iterable[QWidget]) -> None:
        """Show some of the parts, in their order, and no others."""
        self._wanted = frozenset(wanted)
        self.popup.hide()
        self._arrange()

    @property
    def overflowing(self) -> list[QWidget]:
        """The parts in the popup, in their order."""
        return [part for part in self._parts if part in self._wanted and part.parentWidget() is self.popup]

    def sizeHint(self) -> QSize:
        """Return the size of all parts beside one another."""
        hints = [part.sizeHint() for part in self._shown]
        wide = sum(hint.width() for hint in hints) + self._row.spacing() * max(len(hints) - 1, 0)
        return QSize(wide, max((hint.height() for hint in hints), default=0))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the button; of the only part where that is narrower."""
        least = min(self.more.sizeHint().width(), self.sizeHint().width())
        return QSize(least, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move parts to the popup, or back."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Arrange the parts again when one of them becomes wider or narrower.

        What this is in makes room for it first: a part that moved to the popup and back would lose the keys.
        """
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            outer = self.parentWidget()
            around = outer.layout() if outer is not None else None
            if around is not None:
                around.activate()
            self._arrange()
        return super().event(event)

    @property
    def _shown(self) -> list[QWidget]:
        return [part for part in self._parts if part in self._wanted]

    def _arrange(self) -> None:
        beside = set(self._fitting())
        for place, part in enumerate(self._parts):
            is_wanted = part in self._wanted
            home = self.popup if is_wanted and part not in beside else self
            is_moved = part.parentWidget() is not home
            if is_moved and home is self:
                self._row.insertWidget(place, part)
            elif is_moved:
                self.popup.add(part)
            # Qt shows a part later that was moved and not hidden since.
            if is_moved or part.isHidden() is is_wanted:
                part.setVisible(is_wanted)
        is_over = len(beside) < len(self._shown)
        if self.more.isHidden() is is_over:
            self.more.setVisible(is_over)
        if not is_over:
            self.popup.hide()

    def _fitting(self) -> list[QWidget]:
        """Return the first parts, as many as fit beside the button."""
        shown, spacing = self._shown, self._row.spacing()
        if self.sizeHint().width() <= self.width():
            return shown
        room, fitting = self.width() - self.more.sizeHint().width(), list[QWidget]()
        for part in shown:
            room -= part.sizeHint().width() + spacing
            if room < 0:
                break
            fitting.append(part)
        return fitting

    def _open(self) -> None:
        self.popup.open_below(self.more)


class _Popup(QFrame):
    """A card below a button, with widgets below one another; a click outside or Escape closes it."""

    def __init__(self, spacing: int, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("card")
        self.setAccessibleName(tr("More options"))
        self._column = fill(QVBoxLayout(self), spacing=spacing, margins=(8, 8, 8, 8))

    def add(self, part: QWidget) -> None:
        self._column.addWidget(part, 0, Qt.AlignmentFlag.AlignLeft)

    def open_below(self, button: QWidget) -> None:
        self.adjustSize()
        place = button.mapToGlobal(QPoint(0, button.height()))
        room = button.screen().availableGeometry()
        self.move(max(min(place.x(), room.right() - self.width()), room.left()), place.y())
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)


def action_button(actions: Actions, name: str, parent: QWidget, *, text: str = "") -> QToolButton:
    """Return a flat button for an action, with ``text`` beside its icon if given."""
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


class VerdictLine(QWidget):
    """A verdict in large letters, between its icon and buttons for actions."""

    def __init__(self, actions: Actions, names: Iterable[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._sign = QLabel(self)
        self.verdict = QLabel(self)
        self.verdict.setAccessibleName(tr("Verdict"))
        # Wider than the panel, it would push the ends of all lines out of it.
        self.verdict.setWordWrap(True)
        font = self.verdict.font()
        font.setPointSizeF(font.pointSizeF() * 1.2)
        font.setBold(True)
        self.verdict.setFont(font)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._sign)
        layout.addWidget(self.verdict, 1)
        for name in names:
            layout.addWidget(action_button(actions, name, self))

    def say(self, text: str, *, good: bool | None) -> None:
        """Show a verdict: a good one, a bad one, or None for neither."""
        self.verdict.setText(text)
        look = colours()
        sign, ink = ("good", look.accent) if good else ("error", look.error)
        self._sign.setPixmap(pixmap(sign, 18, colour=ink, ratio=self.devicePixelRatioF()))
        self._sign.setVisible(good is not None)


class AmountRows(QGridLayout):
    """Rows of a name and a text."""

    # Not a form layout, which gives texts of several lines too little room.

    def __init__(self, parent: QWidget) -> None:
        super().__init__()
        self._parent = parent
        self._labels: list[tuple[QLabel, QLabel]] = []
        self.shown: list[tuple[str, str]] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(12)
        self.setVerticalSpacing(2)
        self.setColumnStretch(1, 1)

    def show_rows(self, rows: list[tuple[str, str]]) -> None:
        """Show these rows and no others."""
        if rows == self.shown:
            return
        self.shown = rows
        # The labels stay: the pointer goes over many hexes a second, and the theme takes its time with new widgets.
        while len(self._labels) < len(rows):
            self._add_row()
        for row, labels in enumerate(self._labels):
            for label, text in zip(labels, rows[row] if row < len(rows) else ("", ""), strict=True):
                label.setText(text)
                label.setVisible(row < len(rows))

    def _add_row(self) -> None:
        name, text = soft_label("", self._parent), QLabel(self._parent)
        name.setWordWrap(False)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        row = len(self._labels)
        self.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self.addWidget(text, row, 1, Qt.AlignmentFlag.AlignTop)
        self._labels.append((name, text))
