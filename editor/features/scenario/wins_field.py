"""The ways to win of a side as a list of sentences, with buttons to add, change and remove them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QSizePolicy, QVBoxLayout, QWidget

from fairground.core.scenario.mission import describe_wins
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.features.scenario.win_dialog import WinDialog
from fairground.editor.widgets.labels_and_buttons import fill, soft_label, tool_button

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Win
    from fairground.core.scenario.parts import Side


#: The room left and right of a text, above and below it, and the most for all of its lines, in pixels.
_PADDING, _LEADING, _HIGHEST = 6, 2, 10_000


class WinsField(QWidget):
    """A list of ways to win; a double click or Return changes one, Del removes it."""

    #: The ways to win after a change, and the name of the step up to the side.
    entered = Signal(tuple, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scenario: Scenario | None = None
        self._side: Side | None = None
        self.sentences = _Sentences(self)
        self.nothing = soft_label(tr("None. Only the common victory conditions apply."), self)
        self.add = tool_button("add", tr("Add a way to win"), self)
        self.change = tool_button("edit", tr("Change the way to win (Return)"), self)
        self.remove = tool_button("delete", tr("Remove the way to win (Del)"), self)
        buttons = fill(QHBoxLayout(), self.add, self.change, self.remove, None, spacing=2)
        fill(QVBoxLayout(self), self.nothing, self.sentences, buttons, spacing=2)
        self.add.clicked.connect(lambda: self._open(None))
        self.change.clicked.connect(self._open_chosen)
        self.remove.clicked.connect(self._remove)
        self.sentences.itemActivated.connect(lambda _item: self._open_chosen())
        self.sentences.removal_wanted.connect(self._remove)
        self.sentences.currentRowChanged.connect(lambda _row: self._allow())
        self.setFocusProxy(self.sentences)

    def setAccessibleName(self, name: str) -> None:  # Qt's name
        """Name the list too, which has the focus."""
        super().setAccessibleName(name)
        self.sentences.setAccessibleName(name)

    def show_side(self, scenario: Scenario, side: Side) -> None:
        """Show the ways to win of a side."""
        is_same = self._side is not None and self._side.id == side.id
        row = self.sentences.currentRow() if is_same else 0
        self._scenario, self._side = scenario, side
        with QSignalBlocker(self.sentences):
            self.sentences.clear()
            for text in describe_wins(scenario, side):
                self.sentences.addItem(text)
                self.sentences.item(self.sentences.count() - 1).setToolTip(text)
            self.sentences.setCurrentRow(min(max(row, 0), len(side.wins) - 1))
        self.sentences.fit()
        self.sentences.setVisible(bool(side.wins))
        self.nothing.setVisible(not side.wins)
        self._allow()

    def _allow(self) -> None:
        is_chosen = self.sentences.currentRow() >= 0
        self.change.setEnabled(is_chosen)
        self.remove.setEnabled(is_chosen)

    def _open_chosen(self) -> None:
        row = self.sentences.currentRow()
        if row >= 0:
            self._open(row)

    def _open(self, row: int | None) -> None:
        """Ask for a new way to win, or change one."""
        if self._scenario is None or self._side is None:
            return
        win = None if row is None else self._side.wins[row]
        dialog = WinDialog(self._scenario, self._side, win, self.window())
        dialog.entered.connect(lambda entered: self._enter(row, entered))
        dialog.open()

    def _enter(self, row: int | None, win: Win) -> None:
        if self._side is None:
            return
        wins = list(self._side.wins)
        if row is None:
            wins.append(win)
        else:
            wins[row] = win
        self.sentences.setCurrentRow(-1)
        text = tr("Add a way to win for") if row is None else tr("Change a way to win for")
        self.entered.emit(tuple(wins), text)
        self.sentences.setCurrentRow(len(wins) - 1 if row is None else row)

    def _remove(self) -> None:
        row = self.sentences.currentRow()
        if self._side is not None and row >= 0:
            wins = self._side.wins
            self.entered.emit((*wins[:row], *wins[row + 1 :]), tr("Remove a way to win for"))


class _Sentences(QListWidget):
    """Sentences of several lines, all of them visible."""

    #: The current one is to be removed.
    removal_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setSpacing(1)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def fit(self) -> None:
        """Make the list as high as its rows."""
        width = max(self.viewport().width() - 2 * (_PADDING + self.spacing()), 1)
        room, high = QRect(0, 0, width, _HIGHEST), 0
        for at in range(self.count()):
            item = self.item(at)
            text = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, item.text())
            item.setSizeHint(QSize(width, text.height() + 2 * _LEADING))
            high += item.sizeHint().height() + 2 * self.spacing()
        self.setFixedHeight(high + 2 * self.frameWidth() + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the wrapped texts."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            next_turn(self, self.fit)  # a layout that is at work ignores other heights

    def event(self, event: QEvent) -> bool:
        """Keep Del from the action that has it."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Delete
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove with Del."""
        if event.key() == Qt.Key.Key_Delete:
            self.removal_wanted.emit()
        else:
            super().keyPressEvent(event)
