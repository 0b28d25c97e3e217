"""The rows of an attack: signs of the checklist, what adds up with its numbers, and the rules behind them.

A preview of an attack in words: a verdict, a line of what matters, and rows of the checklist and what adds up.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from fairground.core.attacks.checklist import StepState
from fairground.core.pictures.fan_overlay import signed
from fairground.core.rules.attack import AttackStep, Modifies, Resolution
from fairground.core.rules.facing import SIDE_KEYS
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import point_count, tr
from fairground.editor.app.theme import colours
from fairground.editor.document.rule_answers import format_chance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtWidgets import QStyleOptionViewItem

    from fairground.core.attacks.modifiers import Modifier
    from fairground.core.attacks.preview import Attack
    from fairground.core.attacks.results import NamedResult
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside

_STEPS = {
    AttackStep.RANGE: tr("In range"),
    AttackStep.ARC: tr("In arc"),
    AttackStep.SIGHT: tr("In sight"),
    AttackStep.RESPONSE: tr("Reaction"),
    AttackStep.TO_HIT: tr("To hit"),
    AttackStep.ROLL: tr("Roll"),
    AttackStep.DAMAGE: tr("Damage"),
}
_NOT = {
    AttackStep.RANGE: tr("Out of range"),
    AttackStep.ARC: tr("Outside the firing arc"),
    AttackStep.SIGHT: tr("Not in sight"),
    AttackStep.ROLL: tr("Cannot hit"),
}


class Sign(StrEnum):
    """What stands before a step."""

    HOLDS = "good"
    FAILS = "fails"
    OPEN = "unknown"

    @property
    def words(self) -> str:
        """The sign for those who do not see it."""
        return {Sign.HOLDS: tr("met"), Sign.FAILS: tr("not met"), Sign.OPEN: tr("not known yet")}[self]

    @property
    def ink(self) -> str:
        """Its colour in the present theme, ``#rrggbb``; each has a shape of its own besides."""
        look = colours()
        return {Sign.HOLDS: look.good, Sign.FAILS: look.error, Sign.OPEN: look.warning}[self]


_SIGNS = {StepState.YES: Sign.HOLDS, StepState.NO: Sign.FAILS, StepState.OPEN: Sign.OPEN}


class AttackRow(NamedTuple):
    """A row of the card: a sign or a number before a text, a rule behind it, and the place that it is about.

    Headings have neither.
    """

    text: str
    lead: str = ""
    rule: str = ""
    sign: Sign | None = None
    place: Hex | Hexside | None = None
    is_heading: bool = False


def who_words(attack: Attack) -> str:
    """Return who attacks whom: ``scout-1 → D5``."""
    return f"{attack.attacker.name} → {attack.target.name}"


def verdict_sign(attack: Attack) -> Sign:
    """Return whether an attack can be made; open while what is known does not decide it."""
    if not attack.possible:
        return Sign.FAILS
    decided = all(it.state is StepState.YES for it in attack.steps)
    return Sign.HOLDS if decided else Sign.OPEN


def verdict_words(attack: Attack) -> str:
    """Return what stops an attack; of one that nothing stops, the number to reach and the chance."""
    if attack.stopped_by is not None:
        return _NOT.get(attack.stopped_by, _STEPS[attack.stopped_by])
    if attack.is_automatic:
        return tr("Hits without a roll")
    rules = attack.scenario.rules.attack
    if rules.resolution is Resolution.MODIFIERS:
        return _modifiers_words(attack)
    if attack.number is None or attack.chance is None:
        return tr("The number to roll is unknown")
    return tr("{number} or more on {dice}: {chance}").format(
        number=attack.number, dice=rules.dice, chance=format_chance(attack.chance)
    )


def facts(attack: Attack) -> list[str]:
    """Return what matters besides, as far as it is known: side, damage, defence, shield, cost."""
    found = []
    if attack.base_sight is not None:
        grade = attack.scenario.rules.visibility.grades.get(attack.base_sight.grade or "")
        state = tr("{state} target").format(state=attack.base_sight.state.value)
        found.append(f"{state}, {grade.name.lower()}" if grade else state)
    if attack.side is not None:
        name = attack.scenario.rules.facing.names.get(SIDE_KEYS[attack.side - 1], "")
        side = tr("side {number}").format(number=attack.side)
        found.append(f"{side} ({name})" if name else side)
    for words, amount in (
        (tr("damage {amount}"), attack.damage_total),
        (tr("defence {amount}"), attack.defence_total),
        (tr("toughness {amount}"), attack.toughness_total),
    ):
        if amount:
            found.append(words.format(amount=signed(amount)))
    if attack.done is not None:
        found.append(tr("{count} applied").format(count=attack.done))
    if attack.shield is not None and attack.shield.blocks:
        found.append(tr("shield blocks"))
    if attack.reactive is False:
        found.append(tr("no reactive card"))
    if attack.cost is not None:
        found.append(point_count(attack.cost))
    return found


def attack_rows(attack: Attack) -> list[AttackRow]:
    """Return the checklist, then what adds up, the shield, and the named results."""
    rows = [
        AttackRow(f"{_STEPS[it.step]}: {it.text}", rule=it.rule, sign=_SIGNS[it.state]) for it in attack.steps
    ]
    rows += _sum(tr("To hit {total}"), attack.to_hit, attack.to_hit_total)
    rows += _sum(tr("Damage {total}"), attack.damage, attack.damage_total)
    rows += _sum(tr("Defence {total}"), attack.defence, attack.defence_total)
    rows += _sum(tr("Toughness {total}"), attack.toughness, attack.toughness_total)
    if attack.shield is not None:
        rows.append(AttackRow(tr("Shield"), is_heading=True))
        rows.append(AttackRow(attack.shield.text, rule=attack.shield.rule))
    if attack.results:
        rows.append(AttackRow(tr("Results of the roll"), is_heading=True))
        rows += map(_result, attack.results)
    return rows


def _sum(title: str, modifiers: Sequence[Modifier], total: int) -> Iterator[AttackRow]:
    if modifiers:
        yield AttackRow(title.format(total=signed(total)), is_heading=True)
    for it in modifiers:
        yield AttackRow(it.text, lead=signed(it.amount), rule=it.rule, place=it.place)


def _result(it: NamedResult) -> AttackRow:
    changes = []
    if it.damage:
        changes.append(tr("damage {amount}").format(amount=signed(it.damage)))
    if it.bypasses_all:
        changes.append(tr("defence does not count"))
    elif it.bypasses:
        changes.append(tr("{count} of defence does not count").format(count=it.bypasses))
    if it.destroys_component:
        changes.append(tr("the component is destroyed"))
    if not it.reactive:
        changes.append(tr("no reactive card"))
    if it.done is not None:
        changes.append(tr("{count} applied").format(count=it.done))
    told = f"{it.name}, {format_chance(it.chance)}"
    return AttackRow(f"{told}: {', '.join(changes)}" if changes else told, rule=it.rule)


def _modifiers_words(attack: Attack) -> str:
    if not attack.to_hit:
        return tr("No modifiers to the attack roll")
    words = (
        tr("{total} to the roll; plus is easier")
        if attack.scenario.rules.attack.modifies is Modifies.ROLL
        else tr("{total} to the attack; plus is harder")
    )
    return words.format(total=signed(attack.to_hit_total))


_PLACE = Qt.ItemDataRole.UserRole
_TOP = Qt.AlignmentFlag.AlignTop
_LEAD, _TEXT, _RULE = range(3)
#: Between a text and the edges of its cell, and the width of the signs, in pixels.
_MARGIN, _SIGN = 3, 15


class _SignsOnTop(QStyledItemDelegate):
    """Draws signs beside the first line of a text, not beside its middle."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.decorationAlignment = _TOP | Qt.AlignmentFlag.AlignHCenter


class AttackTable(QTableWidget):
    """As high as what stands in it, for the panel around it scrolls; a click on a row with a place goes there."""

    #: The ``Hex`` or ``Hexside`` of a row that was chosen.
    place_chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(0, 3, parent)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self.fit)
        self.setObjectName("plain")
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(True)
        self.setIconSize(QSize(_SIGN, _SIGN))
        self.setItemDelegate(_SignsOnTop(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(10)
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(10)
        self.horizontalHeader().setSectionResizeMode(_TEXT, QHeaderView.ResizeMode.Stretch)
        corner = self.findChild(QAbstractButton)
        if corner is not None:
            # Qt's own, between the two headers; never to be seen here, but assistive programs come upon it.
            corner.setAccessibleName(tr("Select all rows"))
        self._rows: tuple[AttackRow, ...] = ()
        self._look = colours()
        self.horizontalHeader().sectionResized.connect(
            lambda column, *_: self._again.start() if column == _TEXT else None
        )
        self.cellClicked.connect(self._choose)
        self.cellActivated.connect(self._choose)

    def texts(self) -> list[tuple[str, str, str]]:
        """Return what stands in the rows: sign or number, text, rule."""
        return [(it.sign.words if it.sign else it.lead, it.text, it.rule) for it in self._rows]

    def show_rows(self, rows: Sequence[AttackRow]) -> None:
        """Show these rows and no others."""
        if (tuple(rows), colours()) == (self._rows, self._look):
            return
        before, self._rows = self._rows, tuple(rows)
        if self._look is not colours():
            before, self._look = (), colours()
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            # While the line follows the pointer, most rows stay as they are.
            if number >= len(before) or before[number] != row:
                self._write(number, row)
        self.fit()

    def fit(self) -> None:
        """Give every row the height of its text, and the table that of all."""
        metrics = self.fontMetrics()
        leads = [metrics.horizontalAdvance(it.lead) for it in self._rows]
        rules = [metrics.horizontalAdvance(it.rule) for it in self._rows]
        self.setColumnWidth(_LEAD, max([_SIGN, *leads]) + 2 * _MARGIN + 2)
        self.setColumnWidth(_RULE, max([0, *rules]) + 2 * _MARGIN + 2)
        room = self.viewport().width()
        narrow = max(self.columnWidth(_TEXT) - 2 * _MARGIN - 2, 60)
        high = 0
        for number, row in enumerate(self._rows):
            wide = max(room - 2 * _MARGIN - 2, 60) if row.is_heading else narrow
            box = metrics.boundingRect(0, 0, wide, 10_000, Qt.TextFlag.TextWordWrap, row.text)
            tall = max(box.height(), _SIGN) + (6 if row.is_heading else 3)
            self.setRowHeight(number, tall)
            high += tall
        self.setFixedHeight(high + 2)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._again.start()

    def _write(self, number: int, row: AttackRow) -> None:
        columns = 3 if row.is_heading else 1
        if self.columnSpan(number, _LEAD) != columns:
            self.setSpan(number, _LEAD, 1, columns)
        lead = QTableWidgetItem(row.text if row.is_heading else row.lead)
        text, rule = QTableWidgetItem(row.text), QTableWidgetItem(row.rule)
        if row.sign is not None:
            lead.setIcon(icon(row.sign.value, row.sign.ink))
            lead.setData(Qt.ItemDataRole.AccessibleTextRole, row.sign.words)
            lead.setToolTip(row.sign.words)
        if row.is_heading:
            font = lead.font()
            font.setBold(True)
            lead.setFont(font)
        lead.setTextAlignment(
            _TOP | (Qt.AlignmentFlag.AlignLeft if row.is_heading else Qt.AlignmentFlag.AlignRight)
        )
        text.setTextAlignment(_TOP | Qt.AlignmentFlag.AlignLeft)
        rule.setTextAlignment(_TOP | Qt.AlignmentFlag.AlignRight)
        rule.setForeground(QColor(self._look.soft))
        for column, item in enumerate((lead, text, rule)):
            item.setData(_PLACE, row.place)
            if row.place is not None:
                item.setToolTip(tr("Click to show this hex on the map"))
            self.setItem(number, column, item)

    def _choose(self, row: int, _column: int) -> None:
        item = self.item(row, _LEAD)
        place = item.data(_PLACE) if item else None
        if place is not None:
            self.place_chosen.emit(place)
