"""The undo history: every step, the current one, and a click to go to any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QTreeView, QVBoxLayout, QWidget

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.document.undo_steps import DocumentEdit

if TYPE_CHECKING:
    from fairground.editor.document.document import Document

Index = QModelIndex | QPersistentModelIndex


class _Shown(NamedTuple):
    """The number of states, and the rows of the current one, of the saved one and of the earliest that can be restored."""

    states: int
    current: int
    saved: int
    earliest: int


def _shown(document: Document | None) -> _Shown:
    if document is None:
        return _Shown(0, 0, -1, 0)
    stack = document.undo_stack
    return _Shown(stack.count() + 1, stack.index(), stack.cleanIndex(), document.earliest)


class HistoryModel(QAbstractListModel):
    """The steps, the oldest first, after the state that the document was opened in.

    It reads the undo stack on demand, so that a long history costs nothing. Qt's own view would move the stack itself,
    without the journal.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self._count = 0
        self._shown = _shown(None)
        #: Aligns the texts of all steps.
        self._blank = QPixmap(16, 16)
        self._blank.fill(Qt.GlobalColor.transparent)

    def show_document(self, document: Document | None) -> None:
        """Show the history of another document."""
        self.beginResetModel()
        self.document, self._shown = document, _shown(document)
        self._count = self._shown.states
        self.endResetModel()

    def follow(self) -> None:
        """Show the current stack. While a map is painted, only the row of the last step is drawn again."""
        before, self._shown = self._shown, _shown(self.document)
        count, index = self._shown.states, self._shown.current
        if self._shown == before:
            self.dataChanged.emit(self.index(index), self.index(index))
        elif before.current == before.states - 1 and self._shown == before._replace(
            states=before.states + 1, current=before.states
        ):
            self.beginInsertRows(QModelIndex(), index, index)
            self._count = count
            self.endInsertRows()
        elif count == before.states:
            self.dataChanged.emit(self.index(0), self.index(count - 1))
        else:
            self.beginResetModel()
            self._count = count
            self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of states."""
        return 0 if parent is not None and parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401  # Qt's own type
        """Return the data of a state for a role."""
        if self.document is None:
            return None
        stack, at = self.document.undo_stack, index.row()
        is_file = self.document.path is not None and at == stack.cleanIndex()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._describe_step(at - 1) if at else self.document.opening
            case Qt.ItemDataRole.ForegroundRole:
                is_quiet = at > stack.index() or at < self.document.earliest
                return QColor(colours().soft if is_quiet else colours().text)
            case Qt.ItemDataRole.DecorationRole:
                return icon("save") if is_file else self._blank
            case Qt.ItemDataRole.ToolTipRole:
                tip = (
                    tr("The state in the saved file")
                    if is_file
                    else tr("Click to go back or forward to this state")
                )
                is_dropped = at < self.document.earliest
                return tr("Dropped: the history used too much memory") if is_dropped else tip
            case _:
                return None

    def _describe_step(self, at: int) -> str:
        """Return the text of a step with the hexes that it changes: ``Brush: C3, C4, C5 and 9 more``."""
        if self.document is None:
            return ""
        stack = self.document.undo_stack
        text, command = stack.text(at), stack.command(at)
        first, total = command.touched if isinstance(command, DocumentEdit) else ((), 0)
        if not first:
            return text
        names = ", ".join(map(self.document.scenario.board.hex_name, first))
        if total > len(first):
            names = tr("{names} and {count} more").format(names=names, count=total - len(first))
        return tr("{step}: {names}").format(step=text, names=names)


class HistoryPanel(QWidget):
    """Lists the steps; undone ones are grey, and the one saved in the file has an icon."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = HistoryModel(self)
        # A tree lays out long lists faster than a list view.
        self.list = QTreeView(self)
        self.list.setModel(self.model)
        self.list.setAccessibleName(tr("History"))
        self.list.setUniformRowHeights(True)
        self.list.setRootIsDecorated(False)
        self.list.setHeaderHidden(True)
        self.list.setItemsExpandable(False)
        self.list.setIconSize(QSize(16, 16))
        self.list.clicked.connect(self._go)
        self.list.activated.connect(self._go)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)

    def set_document(self, document: Document | None) -> None:
        """Show the history of another document."""
        if self.model.document is not None:
            self.model.document.undo_stack.indexChanged.disconnect(self._show_soon)
            self.model.document.undo_stack.cleanChanged.disconnect(self._show_soon)
        self.model.show_document(document)
        if document is not None:
            document.undo_stack.indexChanged.connect(self._show_soon)
            document.undo_stack.cleanChanged.connect(self._show_soon)
        self._show()

    def texts(self) -> list[str]:
        """Return the names of all states."""
        return [self.model.index(at).data() for at in range(self.model.rowCount())]

    def _show_soon(self, _news: object = None) -> None:
        """Follow the stack after the map is updated."""
        next_turn(self, self._show)

    def _show(self) -> None:
        self.model.follow()
        if self.model.document is not None:
            now = self.model.index(self.model.document.undo_stack.index())
            self.list.selectionModel().setCurrentIndex(now, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.list.scrollTo(now)

    def _go(self, index: Index) -> None:
        if self.model.document is not None:
            self.model.document.go_to(index.row())
