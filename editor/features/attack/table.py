"""Descriptions of an attack: a verdict, a line of facts, and a table of checklist, modifiers and results."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QTableWidgetItem, QWidget

from fairground.core.attacks.checklist import StepState
from fairground.core.rules.attack import AttackStep, Modifies, Resolution
from fairground.core.rules.facing import SIDE_KEYS
from fairground.core.text.wording import signed
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import point_count, tr
from fairground.editor.app.theme import colours
from fairground.editor.document.rule_answers import format_chance
from fairground.editor.widgets.card_table import CardTable
from fairground.editor.widgets.labels_and_buttons import make_bold

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
    """The sign before a step of the checklist."""

    HOLDS = "good"
    FAILS = "fails"
    OPEN = "unknown"

    @property
    def meaning(self) -> str:
        """The meaning of the sign, for screen readers and tooltips."""
        return {Sign.HOLDS: tr("met"), Sign.FAILS: tr("not met"), Sign.OPEN: tr("not known yet")}[self]

    @property
    def ink(self) -> str:
        """Its colour in the present theme, ``#rrggbb``."""
        look = colours()
        return {Sign.HOLDS: look.good, Sign.FAILS: look.error, Sign.OPEN: look.warning}[self]


_SIGNS = {StepState.YES: Sign.HOLDS, StepState.NO: Sign.FAILS, StepState.OPEN: Sign.OPEN}


class AttackRow(NamedTuple):
    """A row of the card: a sign or a number before a text, the rule behind it, and the place that it is about."""

    text: str
    lead: str = ""
    rule: str = ""
    sign: Sign | None = None
    place: Hex | Hexside | None = None
    is_heading: bool = False


def verdict_sign(attack: Attack) -> Sign:
    """Return whether an attack can be made; open while it depends on something unknown."""
    if not attack.possible:
        return Sign.FAILS
    return Sign.HOLDS if all(it.state is StepState.YES for it in attack.steps) else Sign.OPEN


def describe_verdict(attack: Attack) -> str:
    """Return what stops an attack; if nothing does, the number to roll and the chance."""
    if attack.stopped_by is not None:
        return _NOT.get(attack.stopped_by, _STEPS[attack.stopped_by])
    if attack.is_automatic:
        return tr("Hits without a roll")
    rules = attack.scenario.rules.attack
    if rules.resolution is Resolution.MODIFIERS:
        return _describe_modifiers(attack)
    if attack.number is None or attack.chance is None:
        return tr("The roll needed is unknown")
    return tr("{number} or more on {dice}: {chance}").format(
        number=attack.number, dice=rules.dice, chance=format_chance(attack.chance)
    )


def facts(attack: Attack) -> list[str]:
    """Return further facts as far as they are known: visibility, side, damage, defence, shield, cost."""
    texts = []
    if attack.base_sight is not None:
        grade = attack.scenario.rules.visibility.grades.get(attack.base_sight.grade or "")
        state = tr("{state} target").format(state=attack.base_sight.state.value)
        texts.append(f"{state}, {grade.name.lower()}" if grade else state)
    if attack.side is not None:
        name = attack.scenario.rules.facing.names.get(SIDE_KEYS[attack.side - 1], "")
        side = tr("side {number}").format(number=attack.side)
        texts.append(f"{side} ({name})" if name else side)
    for text, amount in (
        (tr("damage {amount}"), attack.damage_total),
        (tr("defence {amount}"), attack.defence_total),
        (tr("toughness {amount}"), attack.toughness_total),
    ):
        if amount:
            texts.append(text.format(amount=signed(amount)))
    if attack.done is not None:
        texts.append(tr("{count} damage applied").format(count=attack.done))
    if attack.shield is not None and attack.shield.blocks:
        texts.append(tr("shield blocks"))
    if attack.reactive is False:
        texts.append(tr("no reactive card"))
    if attack.cost is not None:
        texts.append(point_count(attack.cost))
    return texts


def attack_rows(attack: Attack) -> list[AttackRow]:
    """Return the checklist, then the modifiers, the shield and the named results."""
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
        changes.append(tr("defence is ignored"))
    elif it.bypasses:
        changes.append(tr("defence reduced by {count}").format(count=it.bypasses))
    if it.destroys_component:
        changes.append(tr("the component is destroyed"))
    if not it.reactive:
        changes.append(tr("no reactive card"))
    if it.done is not None:
        changes.append(tr("{count} damage applied").format(count=it.done))
    text = f"{it.name}, {format_chance(it.chance)}"
    return AttackRow(f"{text}: {', '.join(changes)}" if changes else text, rule=it.rule)


def _describe_modifiers(attack: Attack) -> str:
    if not attack.to_hit:
        return tr("No modifiers to the attack roll")
    text = (
        tr("Roll modifier {total}; positive values make it easier to hit")
        if attack.scenario.rules.attack.modifies is Modifies.ROLL
        else tr("Attack modifier {total}; positive values make it harder to hit")
    )
    return text.format(total=signed(attack.to_hit_total))


_TOP = Qt.AlignmentFlag.AlignTop
_LEAD, _TEXT, _RULE = range(3)
#: Pixels between a text and the edges of its cell, and the width of a sign.
_MARGIN, _SIGN = 3, 15


class _SignsOnTop(QStyledItemDelegate):
    """Draws signs beside the first line of a text, not beside its middle."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.decorationAlignment = _TOP | Qt.AlignmentFlag.AlignHCenter


class AttackTable(CardTable):
    """The rows of an attack; a click on a row with a ``Hex`` or a ``Hexside`` chooses that."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(3, _TEXT, name, parent)
        self.setIconSize(QSize(_SIGN, _SIGN))
        self.setItemDelegate(_SignsOnTop(self))
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(10)
        self.horizontalHeader().setSectionResizeMode(_TEXT, QHeaderView.ResizeMode.Stretch)
        self._rows: tuple[AttackRow, ...] = ()
        self._look = colours()

    def texts(self) -> list[tuple[str, str, str]]:
        """Return the rows: sign or number, text, rule."""
        return [(it.sign.meaning if it.sign else it.lead, it.text, it.rule) for it in self._rows]

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
        """Set the widths of the columns, the heights of the rows and that of the table."""
        metrics, padding = self.fontMetrics(), 2 * _MARGIN + 2
        leads = [metrics.horizontalAdvance(row.lead) for row in self._rows]
        rules = [metrics.horizontalAdvance(row.rule) for row in self._rows]
        self.setColumnWidth(_LEAD, max([_SIGN, *leads]) + padding)
        self.setColumnWidth(_RULE, max([0, *rules]) + padding)
        height = 2
        for number, row in enumerate(self._rows):
            width = self.viewport().width() if row.is_heading else self.columnWidth(_TEXT)
            text_height = self.text_height(row.text, width - padding)
            self.setRowHeight(number, max(text_height, _SIGN) + (6 if row.is_heading else 3))
            height += self.rowHeight(number)
        self.setFixedHeight(height)

    def changeEvent(self, event: QEvent) -> None:
        """Fit again when the size of the text changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit_soon.start()

    def _write(self, number: int, row: AttackRow) -> None:
        columns = 3 if row.is_heading else 1
        if self.columnSpan(number, _LEAD) != columns:
            self.setSpan(number, _LEAD, 1, columns)
        lead = QTableWidgetItem(row.text if row.is_heading else row.lead)
        text, rule = QTableWidgetItem(row.text), QTableWidgetItem(row.rule)
        if row.sign is not None:
            lead.setIcon(icon(row.sign.value, row.sign.ink))
            lead.setData(Qt.ItemDataRole.AccessibleTextRole, row.sign.meaning)
            lead.setToolTip(row.sign.meaning)
        if row.is_heading:
            make_bold(lead)
        lead.setTextAlignment(
            _TOP | (Qt.AlignmentFlag.AlignLeft if row.is_heading else Qt.AlignmentFlag.AlignRight)
        )
        text.setTextAlignment(_TOP | Qt.AlignmentFlag.AlignLeft)
        rule.setTextAlignment(_TOP | Qt.AlignmentFlag.AlignRight)
        rule.setForeground(QColor(self._look.soft))
        for column, item in enumerate((lead, text, rule)):
            self.set_place(item, row.place)
            self.setItem(number, column, item)
