"""What the cards of the analysis panel are made of: a verdict, buttons, and rows of names and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QWidget,
)

from fairground.editor.app.deferred import delayed
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.basics import show_action, soft_label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QAction

    from fairground.editor.app.actions import Actions


class VerdictLine(QWidget):
    """A verdict in large letters, with a sign before it and buttons for actions behind it."""

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
            layout.addWidget(_button(actions[name], self))

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


class CardTable(QTableWidget):
    """A table without scroll bars, as high as its rows, since the panel around it scrolls.

    The texts of the column ``wrapping`` wrap. Subclasses set the heights in ``fit``, which is called again when that
    column gets another width.
    """

    #: The place of a row that was clicked or activated.
    place_chosen = Signal(object)

    def __init__(self, columns: int, wrapping: int, name: str, parent: QWidget) -> None:
        super().__init__(0, columns, parent)
        self.setObjectName("plain")
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(10)
        corner = self.findChild(QAbstractButton)
        if corner is not None:
            # Qt's own between the two headers: never visible here, but screen readers find it.
            corner.setAccessibleName(tr("Select all rows"))
        self.fit_soon = delayed(self, self.fit)
        self.horizontalHeader().sectionResized.connect(
            lambda column, *_: self.fit_soon.start() if column == wrapping else None
        )
        self.cellClicked.connect(self._choose)
        self.cellActivated.connect(self._choose)

    def fit(self) -> None:
        """Set the heights of the rows and of the table."""

    def text_height(self, text: str, width: int) -> int:
        """Return the height of a text that wraps at a width, or at 60 pixels if that is less."""
        wraps = Qt.TextFlag.TextWordWrap
        return self.fontMetrics().boundingRect(0, 0, max(width, 60), 10_000, wraps, text).height()

    def set_place(self, item: QTableWidgetItem, place: object) -> None:
        """Set the place that a click on an item chooses; None for none."""
        item.setData(Qt.ItemDataRole.UserRole, place)
        if place is not None:
            item.setToolTip(tr("Click to show this hex on the map"))

    def _choose(self, row: int, _column: int) -> None:
        item = self.item(row, 0)
        place = item.data(Qt.ItemDataRole.UserRole) if item else None
        if place is not None:
            self.place_chosen.emit(place)


def _button(action: QAction, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setAutoRaise(True)
    button.setIconSize(QSize(18, 18))
    show_action(button, action)
    button.setAccessibleName(action.iconText())
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
