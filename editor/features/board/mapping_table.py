"""What each kind of the old ruleset becomes in the new one: a row a kind, with a list to choose from."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from fairground.core.scenario.ruleset_kinds import NO_WEATHER, Topic
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.scenario.transform.suggested_mapping import MappingSuggestion
    from fairground.editor.features.board.job import ChangedRules, Choice

_TITLES = (tr("Kind"), tr("Count"), tr("Becomes"), tr("Confidence"))
_NOUNS = {
    Topic.TERRAIN: tr("terrain"),
    Topic.EFFECTS: tr("effect"),
    Topic.HEXSIDES: tr("hexside"),
    Topic.CLASSES: tr("unit class"),
    Topic.WEATHER: tr("weather"),
}
#: Suggestions that are less sure than this, in percent, want a second look.
_DOUBTFUL = 50
#: How long a turn puts lists into rows, in seconds: each has to be styled.
_SLICE = 0.008
#: The columns of kinds, of the lists, and of the reasons, which have at least such a share of the width.
_KIND, _BECOMES, _SURE = 0, 2, 3
_SHARE = 0.34
#: How high a row is at least, and what stands around sign and words of a reason, in pixels.
_ROW, _EDGES = 30, 12
#: What the first two entries of a list stand for.
_NOTHING_YET, _DROP = object(), object()


class MappingTable(QTableWidget):
    """Shows suggestions with how sure they are; what is chosen by hand stays, whatever is suggested later."""

    #: Something was chosen by hand.
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(_TITLES), parent)
        self.setAccessibleName(tr("Conversions"))
        self.setHorizontalHeaderLabels(_TITLES)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMinimumWidth(640)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(_SURE, QHeaderView.ResizeMode.Stretch)
        self.boxes: dict[tuple[Topic, str], QComboBox] = {}
        self._by_hand: dict[tuple[Topic, str], str | None] = {}
        self._shown: tuple[MappingSuggestion, ...] = ()
        #: The rows that have no list yet, in order, and what their lists offer.
        self._left: deque[tuple[int, MappingSuggestion]] = deque()
        self._choices: Mapping[Topic, Mapping[str, str]] = {}

    @property
    def by_hand(self) -> tuple[Choice, ...]:
        """What was chosen by hand."""
        return tuple((topic, old, new) for (topic, old), new in self._by_hand.items())

    def forget(self) -> None:
        """Begin anew, for another ruleset."""
        self._by_hand.clear()
        self._shown = ()
        self.boxes.clear()
        self._left.clear()
        self.setRowCount(0)

    def show_answer(self, changed: ChangedRules) -> None:
        """Show what is suggested and what is wanting; lists that stand stay, so that a choice keeps the focus."""
        if changed.suggestions != self._shown:
            self._fill(changed)
        for row, it in enumerate(changed.suggestions):
            self._judge(row, it, is_open=(it.topic, it.old) in changed.unmapped)
        self._fit()

    def _fill(self, changed: ChangedRules) -> None:
        self._shown, self._choices = changed.suggestions, changed.choices
        self.boxes.clear()
        self.setRowCount(0)
        self.setRowCount(len(changed.suggestions))
        for row, it in enumerate(changed.suggestions):
            name = QTableWidgetItem(f"{it.old} ({_NOUNS[it.topic]})")
            name.setToolTip(name.text())
            self.setItem(row, _KIND, name)
            number = QTableWidgetItem(f"{changed.counts.get((it.topic, it.old), 0):,}")
            number.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setItem(row, 1, number)
            self.setItem(row, _SURE, QTableWidgetItem(""))
        self._left = deque(enumerate(changed.suggestions))
        self._add_boxes()

    def _add_boxes(self) -> None:
        """Put lists into some rows, those at the top first; into the others in turns after this one."""
        end = time.perf_counter() + _SLICE
        while self._left:
            row, it = self._left.popleft()
            self._add_box(row, it)
            if time.perf_counter() > end:
                break
        if self._left:
            next_turn(self, self._add_boxes)
        else:
            self._fit()

    def _add_box(self, row: int, it: MappingSuggestion) -> None:
        box = QComboBox(self)
        box.setAccessibleName(tr("Replacement for {noun} {old}").format(noun=_NOUNS[it.topic], old=it.old))
        box.addItem(tr("Choose…"), _NOTHING_YET)
        box.addItem(tr("Leave out"), _DROP)
        names = dict(self._choices.get(it.topic, {}))
        if it.topic is Topic.WEATHER:
            names.setdefault(NO_WEATHER, tr("none"))
        for key, name in names.items():
            box.addItem(name if name.lower() == key.lower() else f"{name} ({key})", key)
        chosen = self._by_hand.get((it.topic, it.old), it.new or _NOTHING_YET)
        box.setCurrentIndex(max(0, _index(box, _DROP if chosen is None else chosen)))
        box.activated.connect(lambda _at: self._choose(it, box))
        # Lists come one after another for the keys too, and before the buttons of the dialog.
        self.setTabOrder(next(reversed(self.boxes.values()), self), box)
        self.setCellWidget(row, _BECOMES, box)
        self.boxes[it.topic, it.old] = box

    def _choose(self, it: MappingSuggestion, box: QComboBox) -> None:
        value = box.currentData()
        if value is _NOTHING_YET:
            self._by_hand.pop((it.topic, it.old), None)
            box.setCurrentIndex(max(0, _index(box, it.new or _NOTHING_YET)))
        else:
            self._by_hand[it.topic, it.old] = None if value is _DROP else value
        self.chosen.emit()

    def _judge(self, row: int, it: MappingSuggestion, *, is_open: bool) -> None:
        """Say how sure a row is, by sign and words."""
        look = colours()
        if is_open:
            sign, ink, words = "warning", look.warning, tr("Not mapped: {why}").format(why=it.why)
        elif (it.topic, it.old) in self._by_hand:
            sign, ink, words = "good", look.accent, tr("Chosen by hand")
        elif it.sure < _DOUBTFUL:
            sign, ink, words = (
                "advice",
                look.advice,
                tr("Please check: {sure}%, {why}").format(sure=it.sure, why=it.why),
            )
        else:
            sign, ink, words = "good", look.text, f"{it.sure}%, {it.why}"
        item = self.item(row, _SURE)
        if item is not None:
            item.setText(words)
            item.setToolTip(words)
            item.setForeground(QColor(ink))
            item.setIcon(icon(sign, ink))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Share out the width anew for letters of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Make columns as wide as what stands in them as far as reasons keep their share, and rows as high as texts."""
        room, header = self.viewport().width(), self.horizontalHeader()
        wanted = {it: max(self.sizeHintForColumn(it), header.sectionSizeHint(it)) for it in range(_SURE)}
        # Names wrap, and lists show all in their windows: they give way, numbers do not.
        over = sum(wanted.values()) + int(_SHARE * room) - room
        yielding = wanted[_KIND] + wanted[_BECOMES]
        for place, wide in wanted.items():
            given = over * wide // yielding if over > 0 and place in (_KIND, _BECOMES) else 0
            self.setColumnWidth(place, wide - given)
        for row in range(self.rowCount()):
            high = max(self._text_height(row, _KIND), self._text_height(row, _SURE))
            self.setRowHeight(row, max(_ROW, high + _EDGES))

    def _text_height(self, row: int, place: int) -> int:
        """Return how high the text of a cell is, wrapped."""
        item = self.item(row, place)
        if item is None:
            return 0
        sign = 0 if item.icon().isNull() else self.iconSize().width()
        box = QRect(0, 0, max(self.columnWidth(place) - sign - _EDGES, 1), 0)
        return self.fontMetrics().boundingRect(box, Qt.TextFlag.TextWordWrap, item.text()).height()


def _index(box: QComboBox, value: object) -> int:
    # findData compares copies of Python objects by value, which those of no value do not have.
    return next((at for at in range(box.count()) if box.itemData(at) == value), -1)
