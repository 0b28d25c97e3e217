"""The palette: a searchable list of terrain, hexside features and effects, and its model."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.actions import native
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import fill
from fairground.editor.widgets.terrain_pictures import PaletteKind, PaletteSection, kind_picture

if TYPE_CHECKING:
    from collections.abc import Collection

    from fairground.core.scenario.document import Scenario

Index = QModelIndex | QPersistentModelIndex
#: The role of an item's ``PaletteKind``; None for headings.
KIND = Qt.ItemDataRole.UserRole
#: The role of the number of its key (1-9, with Ctrl), or None.
NUMBER = Qt.ItemDataRole.UserRole + 1
#: The least height of a row and of a heading, and the side of a picture, in pixels.
_ROW, _HEADING, _PICTURE = 29, 20, 26
#: The share of the text's height that the facts have.
_SMALL = 0.86
#: The room for a key or two marks beside a name, in pixels.
_BESIDE = 36

#: A section and the id of a kind in it.
Mark = tuple[PaletteSection, str]


class PaletteModel(QAbstractListModel):
    """The kinds that match the search, with headings if they belong to several sections.

    Number keys belong to the first nine terrains, whatever the search.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[PaletteKind] = []
        self._terrain: list[PaletteKind] = []
        self._rows: list[PaletteKind | PaletteSection] = []
        self._search = ""

    def set_kinds(self, kinds: list[PaletteKind]) -> None:
        """Show other kinds."""
        self._all = kinds
        self._terrain = [kind for kind in kinds if kind.section.is_terrain]
        self.search(self._search)

    def search(self, text: str) -> None:
        """Show the kinds that match a text; all when it is empty."""
        self.beginResetModel()
        self._search = text
        shown = [kind for kind in self._all if kind.matches(text)]
        sections = {kind.section for kind in self._all}
        self._rows = []
        for section, own in groupby(shown, key=lambda kind: kind.section):
            if len(sections) > 1:
                self._rows.append(section)
            self._rows += own
        self.endResetModel()

    def kinds(self) -> list[PaletteKind]:
        """Return the kinds shown."""
        return [row for row in self._rows if isinstance(row, PaletteKind)]

    def row_of(self, kind: PaletteKind) -> int:
        """Return the row of a kind that is shown."""
        return self._rows.index(kind)

    def numbered(self, number: int) -> PaletteKind | None:
        """Return the terrain of a number key, 1-9; None when there are fewer."""
        return self._terrain[number - 1] if number <= len(self._terrain) else None

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of kinds shown, and of headings."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Keep headings from being chosen or reached by the arrow keys."""
        is_kind = isinstance(self._rows[index.row()], PaletteKind)
        return super().flags(index) if is_kind else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401  # Qt's own type
        """Return the data of an item for a role."""
        row = self._rows[index.row()]
        if not isinstance(row, PaletteKind):
            return row.title if role == Qt.ItemDataRole.DisplayRole else None
        if role == KIND:
            return row
        if role == NUMBER:
            return next((n for n, kind in enumerate(self._terrain[:9], 1) if kind is row), None)
        return _text(row, role)


class PalettePanel(QWidget):
    """A search field above the list of kinds.

    Left click or Enter chooses the first terrain, right click or Shift+Enter the second; for hexside features and
    effects both do the same.
    """

    #: The id of a terrain, and whether it becomes the second one.
    terrain_chosen = Signal(str, bool)
    #: The id of a hexside feature.
    feature_chosen = Signal(str)
    #: The id of an effect.
    effect_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = PaletteModel(self)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Find terrain, feature or effect"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(tr("Find terrain, feature or effect"))
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._take_first)
        self.list = _List(self)
        self.list.setModel(self.model)
        self.list.setAccessibleName(tr("Palette"))
        self.list.chosen.connect(self._choose)
        #: Below the last kind: terrain of one's own.
        self.own = QToolButton(self)
        self.own.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.own.setAutoRaise(True)
        self.own.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.own.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # As little as can be: ten terrains fit beside the inspector on a small screen.
        self.own.setMaximumHeight(self.own.fontMetrics().height() + 6)
        fill(QVBoxLayout(self), self.search, self.list, self.own, spacing=3, margins=(6, 4, 6, 2))

    def set_kinds(self, kinds: list[PaletteKind], scenario: Scenario | None) -> None:
        """Show the kinds of a scenario's ruleset."""
        self.list.scenario = scenario
        self.model.set_kinds(kinds)

    def mark(self, *, left: Collection[Mark] = (), right: Collection[Mark] = ()) -> None:
        """Mark the kinds that the two mouse buttons paint."""
        self.list.marks = (frozenset(left), frozenset(right))
        self.list.viewport().update()

    def reveal(self, section: PaletteSection, kind_id: str) -> None:
        """Scroll to a kind, if it is listed."""
        for kind in self.model.kinds():
            if (kind.section, kind.id) == (section, kind_id):
                self.list.scrollTo(self.model.index(self.model.row_of(kind)))

    def pick(self, number: int) -> None:
        """Choose the terrain of a number key as the first."""
        kind = self.model.numbered(number)
        if kind is not None:
            self.terrain_chosen.emit(kind.id, False)

    def focus_search(self) -> None:
        """Put the cursor into the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _search(self, text: str) -> None:
        self.model.search(text)
        matches = self.model.kinds()
        if text and matches:
            self.list.setCurrentIndex(self.model.index(self.model.row_of(matches[0])))

    def _take_first(self) -> None:
        matches = self.model.kinds()
        if matches:
            self._choose(matches[0], second=False)
            self.search.clear()
            self.reveal(matches[0].section, matches[0].id)

    def _choose(self, kind: PaletteKind, second: bool) -> None:  # noqa: FBT001  # slot of a signal
        match kind.section:
            case PaletteSection.HEXSIDE:
                self.feature_chosen.emit(kind.id)
            case PaletteSection.EFFECT:
                self.effect_chosen.emit(kind.id)
            case _:
                self.terrain_chosen.emit(kind.id, second)


class _List(QListView):
    """The list, which distinguishes left from right click, and Enter from Shift+Enter."""

    chosen = Signal(object, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.scenario: Scenario | None = None
        self.marks: tuple[frozenset[Mark], frozenset[Mark]] = (frozenset(), frozenset())
        self.setItemDelegate(_Delegate(self))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows; without any, say that nothing matches the search."""
        super().paintEvent(event)
        if self.scenario is not None and not self.model().rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(QColor(colours().soft))
            room = self.viewport().rect().adjusted(12, 12, -12, -12)
            where = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(room, where, self.nothing)
            painter.end()

    @property
    def nothing(self) -> str:
        """Why the list is empty; empty while it is not."""
        return "" if self.model().rowCount() else tr("Nothing in this ruleset matches the search.")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose on a press of the left or the right button."""
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
        if index.isValid() and index.data(KIND) and event.button() in (left, right):
            self.chosen.emit(index.data(KIND), event.button() == right)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose on Enter."""
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid() and index.data(KIND):
            self.chosen.emit(index.data(KIND), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Enter for choosing, even if it is a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()
                return True
        return super().event(event)


class _Delegate(QStyledItemDelegate):
    """Draws a kind: picture, name, facts, number key, and marks for left and right button."""

    def __init__(self, view: _List) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a kind or a heading."""
        high = option.fontMetrics.height()
        if not index.data(KIND):
            return QSize(120, max(_HEADING, high + 6))
        return QSize(120, max(_ROW, round(high * (1 + _SMALL)) + 1))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        kind: PaletteKind | None = index.data(KIND)
        look = colours()
        rect: QRect = option.rect
        if kind is None:
            self._head(painter, rect, str(index.data()))
            return
        state: QStyle.StateFlag = option.state
        first, second = ((kind.section, kind.id) in marks for marks in self._view.marks)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = rect.adjusted(1, 1, -1, -1)
        accent = QColor(look.accent)
        if first or second or state & QStyle.StateFlag.State_MouseOver:
            accent.setAlphaF(0.16 if first else 0.08)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            painter.drawRoundedRect(box, 5, 5)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(look.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 5, 5)
        ratio = self._view.devicePixelRatioF()
        if self._view.scenario is not None:
            picture = kind_picture(self._view.scenario, kind, _PICTURE, ratio)
            painter.drawPixmap(rect.left() + 6, rect.center().y() - _PICTURE // 2 + 1, picture)
        painter.save()
        self._write(painter, rect.adjusted(40, 1, -8, -1), kind, look.soft)
        painter.restore()
        badges = [badge for badge, shown in (("L", first), ("R", second)) if shown]
        if badges:
            self._badges(painter, rect, badges)
        elif (number := index.data(NUMBER)) is not None:
            painter.setPen(QColor(look.soft))
            small = painter.font()
            small.setPointSizeF(small.pointSizeF() * 0.8)
            painter.setFont(small)
            place = rect.adjusted(0, 2, -10, 0)
            painter.drawText(
                place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, native(f"Ctrl+{number}")
            )
        painter.restore()

    def _head(self, painter: QPainter, rect: QRect, text: str) -> None:
        """Draw the heading of a section, over a line."""
        painter.save()
        font = painter.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 0.86)
        painter.setFont(font)
        painter.setPen(QColor(colours().soft))
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
        painter.drawText(rect.adjusted(8, 0, -8, -5), align, text)
        painter.setPen(QColor(colours().line))
        painter.drawLine(rect.left() + 8, rect.bottom() - 1, rect.right() - 8, rect.bottom() - 1)
        painter.restore()

    def _write(self, painter: QPainter, text: QRect, kind: PaletteKind, soft: str) -> None:
        painter.setPen(self._view.palette().color(QPalette.ColorRole.Text))
        align = Qt.AlignmentFlag.AlignLeft
        # Key and marks are beside the name; the facts below have the whole width.
        name = text.adjusted(0, 0, -_BESIDE, 0)
        if not kind.facts:
            painter.drawText(name, align | Qt.AlignmentFlag.AlignVCenter, kind.name)
            return
        painter.drawText(name, align | Qt.AlignmentFlag.AlignTop, kind.name)
        small = painter.font()
        small.setPointSizeF(small.pointSizeF() * _SMALL)
        painter.setFont(small)
        metrics = painter.fontMetrics()
        painter.setPen(QColor(soft))
        elided = metrics.elidedText(kind.summary, Qt.TextElideMode.ElideRight, text.width())
        painter.drawText(text, align | Qt.AlignmentFlag.AlignBottom, elided)

    def _badges(self, painter: QPainter, rect: QRect, badges: list[str]) -> None:
        look = colours()
        for place, badge in enumerate(reversed(badges)):
            box = QRect(rect.right() - 24 - 20 * place, rect.top() + 3, 17, 17)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.accent))
            painter.drawRoundedRect(box, 4, 4)
            painter.setPen(QColor(look.on_accent))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, badge)


def _text(kind: PaletteKind, role: int) -> str | None:
    """Return the text of a role; just that one, since Qt asks thousands of times during layout."""
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return kind.name
        case Qt.ItemDataRole.ToolTipRole:
            return kind.tooltip
        case Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join([kind.name, kind.section.noun, *kind.facts])
        case _:
            return None
