"""The finder: a search field over the window with a list, and the score of its matches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.field_form import OWN_KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = re.compile(r"\w+")
#: The score of a typed word that matches a whole word, its beginning, its inside, a word with a typo, or its letters in order.
_WHOLE, _BEGINNING, _WITHIN, _TYPO, _LETTERS = 120, 100, 60, 50, 40
#: The lengths of words from which one and two typos are forgiven.
_FORGIVING = (4, 8)
#: The deduction for a later word, and for a gap between letters.
_BACK, _GAP = 4, 3


def fit(query: str, *texts: tuple[str, float]) -> float:
    """Score how well texts match a query, ignoring case; 0 for no match.

    Every word of the query must fit one of the texts, which come with weights: as the beginning of a word best, then
    as a part of one, then with one or two typos, then by its letters in their order.

    Examples
    --------
    >>> fit("und", ("Undo all", 1.0)) > fit("und", ("Go round", 1.0)) > 0
    True
    >>> fit("exprot", ("Export", 1.0)) > 0
    True
    >>> fit("xyz", ("Undo all", 1.0))
    0
    """
    whole = 0.0
    folded = [(text.casefold(), weight) for text, weight in texts]
    for word in query.casefold().split():
        best = max((weight * _word_fit(word, text) for text, weight in folded), default=0.0)
        if best <= 0:
            return 0
        whole += best
    return whole


def _word_fit(word: str, text: str) -> float:
    if word == text:
        return _WHOLE + _BACK
    for place, found in enumerate(_WORD.finditer(text)):
        if found[0] == word:
            return max(_WHOLE - _BACK * place, _BEGINNING)
        if found[0].startswith(word) or text.startswith(word, found.start()):
            return max(_BEGINNING - _BACK * place, _WITHIN + 1)
    at = text.find(word)
    if at >= 0:
        return max(_WITHIN - at, _TYPO + 1)
    return _typo_fit(word, text) or _letters_fit(word, text)


def _typo_fit(word: str, text: str) -> float:
    """Score a word of a text that is typed with a few wrong, missing, needless or swapped letters; 0 for none."""
    forgiven = sum(len(word) >= length for length in _FORGIVING)
    if not forgiven:
        return 0.0
    near = (it for it in _WORD.findall(text) if abs(len(it) - len(word)) <= forgiven)
    typos = min((_typos(word, it) for it in near), default=forgiven + 1)
    return _TYPO - _GAP * typos if typos <= forgiven else 0.0


@lru_cache(maxsize=4096)
def _typos(word: str, other: str) -> int:
    """Return how many letters to change, add, drop or swap with the next (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(word, 1):
        earlier, before, row = before, row, [at]
        for place, its in enumerate(other, 1):
            least = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != its))
            is_swap = at > 1 and place > 1 and letter == other[place - 2] and word[at - 2] == its
            row.append(min(least, earlier[place - 2] + 1) if is_swap else least)
    return row[-1]


def _letters_fit(word: str, text: str) -> float:
    """Score the letters of a word in their order; the first must begin a word."""
    best = 0.0
    for start in (match.start() for match in _WORD.finditer(text)):
        at, gaps = start - 1, 0
        for letter in word:
            there = text.find(letter, at + 1)
            if there < 0 or (at < start and there != start):
                break
            # No deduction before the beginning of a word, so that initials match well.
            begins = there == 0 or not text[there - 1].isalnum()
            gaps += 0 if there == at + 1 or begins else 1
            at = there
        else:
            best = max(best, _LETTERS - _GAP * gaps)
    # Long queries of scattered letters would match anything.
    return best if best > _LETTERS / 2 else 0.0


Index = QModelIndex | QPersistentModelIndex
_ROW = Qt.ItemDataRole.UserRole
_WIDE, _TOP, _SHOWN = 560, 60, 10
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: _SHOWN - 1,
    Qt.Key.Key_PageUp: 1 - _SHOWN,
}


@dataclass(frozen=True, slots=True)
class FinderRow:
    """A row of the list; a disabled one is grey, with the reason in ``detail``. ``value`` is for the provider."""

    title: str
    detail: str = ""
    key: str = ""
    icon: QIcon | None = None
    enabled: bool = True
    value: Any = None

    @property
    def spoken(self) -> str:
        """The row for screen readers."""
        parts = (self.title, self.key, self.detail, "" if self.enabled else tr("not available"))
        return ", ".join(part for part in parts if part)


class FinderSource(Protocol):
    """A source of rows for a finder."""

    #: The name of the field, and its placeholder.
    title: str
    hint: str

    def rows(self, query: str) -> Sequence[FinderRow]:
        """Return the matching rows, the best first."""

    def why_none(self, query: str) -> str:
        """Return the sentence for a query without matches."""

    def choose(self, row: FinderRow) -> None:
        """Carry out a row."""


class Finder(QFrame):
    """A search field over the window, with a list; arrow keys choose, Return or a click accepts.

    Escape clears a search without results, and closes otherwise.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("card")
        self.setAutoFillBackground(True)
        self._source: FinderSource | None = None
        self._before: QWidget | None = None
        self.field = QLineEdit(self)
        self.field.setProperty(OWN_KEYS, True)  # Qt's signature
        self.field.setAccessibleName(tr("Find"))
        self.field.textEdited.connect(self._look)
        self.field.installEventFilter(self)
        self.model = _Rows(self)
        self.list = QListView(self)
        self.list.setAccessibleName(tr("Results"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(_Delegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.clicked.connect(self._take)
        self.message = QLabel("", self)
        self.message.setProperty("soft", True)  # Qt's signature
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setContentsMargins(6, 4, 6, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        for widget in (self.field, self.list, self.message):
            layout.addWidget(widget)
        window.installEventFilter(self)
        self.hide()

    def ask(self, source: FinderSource) -> None:
        """Open with an empty field."""
        self._source = source
        if self.isHidden():
            self._before = QApplication.focusWidget()
        self.setAccessibleName(source.title)
        self.field.setAccessibleName(source.title)
        self.field.setPlaceholderText(source.hint)
        self.field.clear()
        self._look("")
        self.show()
        self.raise_()
        self.field.setFocus()

    def close_finder(self) -> None:
        """Close, and restore the focus."""
        if self.isHidden():
            return
        had_focus = self.field.hasFocus()
        self.hide()
        if had_focus and self._before is not None and self._before.isVisible():
            self._before.setFocus()
        self._before = None

    @property
    def current(self) -> FinderRow | None:
        """The row that Return accepts."""
        index = self.list.currentIndex()
        return self.model.rows[index.row()] if index.isValid() else None

    def _look(self, query: str) -> None:
        if self._source is None:
            return
        query = query.strip()
        rows = list(self._source.rows(query))
        self.model.show(rows)
        self.message.setText("" if rows else self._source.why_none(query))
        self.message.setHidden(bool(rows) or not self.message.text())
        self.list.setHidden(not rows)
        if rows:
            self._go(0)
        self._place()

    def _go(self, row: int) -> None:
        row = min(max(row, 0), len(self.model.rows) - 1)
        self.list.setCurrentIndex(self.model.index(row))
        # For screen readers.
        self.field.setAccessibleDescription(self.model.rows[row].spoken)

    def _take(self, index: Index) -> None:
        row, source = self.model.rows[index.row()], self._source
        if row.enabled and source is not None:
            self.close_finder()
            source.choose(row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the list with the keys of the field, close when the focus leaves, and follow the window's size."""
        if watched is self.field:
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                return self._key(event)
            if event.type() == QEvent.Type.FocusOut and QApplication.activePopupWidget() is None:
                self.close_finder()
        elif event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in _STEPS and self.model.rows:
            self._go(self.list.currentIndex().row() + _STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.list.currentIndex().isValid():
                self._take(self.list.currentIndex())
        elif key == Qt.Key.Key_Escape and self.field.text() and not self.model.rows:
            self.field.clear()
            self._look("")
        elif key == Qt.Key.Key_Escape:
            self.close_finder()
        else:
            return False
        return True

    def _place(self) -> None:
        window = self.parentWidget()
        if window is None:
            return
        wide = min(_WIDE * self.fontMetrics().height() // 16, window.width() - 24)
        shown = min(len(self.model.rows), _SHOWN)
        self.list.setFixedHeight(shown * _row_height(self.fontMetrics()) + 4)
        self.setFixedWidth(wide)
        self.adjustSize()
        self.move((window.width() - wide) // 2, _TOP)


class _Rows(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: list[FinderRow] = []

    def show(self, rows: list[FinderRow]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401  # Qt's own type
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
            case Qt.ItemDataRole.ToolTipRole:
                return row.detail
            case _:
                return row if role == _ROW else None


class _Delegate(QStyledItemDelegate):
    """Draws title, detail and key side by side."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002  # all alike
        return QSize(100, _row_height(option.fontMetrics))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        row: FinderRow = index.data(_ROW)
        look = colours()
        title, option.text = option.text, ""
        widget: QWidget = option.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        metrics = option.fontMetrics
        side = metrics.height()
        rect: QRect = option.rect.adjusted(8, 0, -8, 0)
        painter.save()
        painter.setFont(option.font)
        if row.icon is not None:
            mode = QIcon.Mode.Normal if row.enabled else QIcon.Mode.Disabled
            row.icon.paint(painter, QRect(rect.left(), rect.center().y() - side // 2, side, side), mode=mode)
            rect.setLeft(rect.left() + side + 8)
        middle = Qt.AlignmentFlag.AlignVCenter
        wide = metrics.horizontalAdvance(row.key)
        painter.setPen(QColor(look.soft if row.enabled else look.disabled))
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignRight, row.key)
        rect.setRight(rect.right() - wide - (16 if row.key else 0))
        painter.setPen(QColor(look.text if row.enabled else look.soft))
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignLeft, title)
        rect.setLeft(rect.left() + metrics.horizontalAdvance(title) + 12)
        painter.setPen(QColor(look.soft))
        detail = metrics.elidedText(row.detail, Qt.TextElideMode.ElideRight, max(rect.width(), 0))
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignLeft, detail)
        painter.restore()


def _row_height(metrics: QFontMetrics) -> int:
    return metrics.height() + 10
