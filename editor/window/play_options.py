"""How games are played: bots, force, order, how many, and how closely the zones are to be even."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSizePolicy, QWidget

from fairground.editor.texts import tr
from fairground.editor.window.choice_box import ChoiceBox
from fairground.editor.window.force_box import ForceBox
from fairground.editor.window.number_fields import NumberField
from fairground.editor.window.play_words import bot_name, game_count, order_name
from fairground.editor.window.widgets import soft_label
from fairground.editor.worker.play import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.editor.worker.play import PlayChoices

#: The most games, and the widest margin in points, that are offered; the command line plays more.
_MOST_GAMES, _WIDEST = 100_000, 25
#: What the arrows and edges of a field for a number take, in pixels.
_ARROWS = 30


class PlayOptions(QWidget):
    """Fields for all that can be chosen before games are played."""

    #: Something else was chosen.
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        usual = Settings()
        self.bot, self.force, self.order = ChoiceBox(self), ForceBox(self), ChoiceBox(self)
        for box in (self.bot, self.force, self.order):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
        for choice in (self.bot.picked, self.order.picked):
            choice.connect(lambda _value: self.changed.emit())
        self.force.chosen.connect(self.changed)
        self.games = _number(self, 2, _MOST_GAMES, usual.games)
        self.games.setSingleStep(100)
        self.games.setGroupSeparatorShown(True)
        self.margin = _number(self, 1, _WIDEST, int(100 * usual.margin))
        self.margin.setPrefix("± ")
        self.seed = _number(self, 1, 999_999, usual.seed)
        self.early = QCheckBox(tr("End early"), self)
        self.early.setToolTip(
            tr("Look five times on the way, and end once it is decided; intervals are wider for that")
        )
        self.early.setAccessibleName(self.early.text())
        self.early.toggled.connect(lambda _on: self.changed.emit())
        for spin in (self.games, self.margin, self.seed):
            spin.valueChanged.connect(lambda _value: self.changed.emit())
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        for column in (1, 3):
            self._grid.setColumnStretch(column, 1)
        self._add(0, 0, tr("Bot"), self.bot, tr("Who plays both sides"), wide=True)
        self._add(1, 0, tr("Force"), self.force, tr("What each side has on the board"), wide=True)
        self._add(
            2, 0, tr("Order"), self.order, tr("Whether the sides move in turn, or all at once"), wide=True
        )
        self._add(3, 0, tr("Games"), self.games, tr("How many games; each zone moves first in as many"))
        self._add(
            3,
            2,
            tr("Margin"),
            self.margin,
            tr("How many points from even a win rate may be to count as fair"),
        )
        self._add(4, 0, tr("Seed"), self.seed, tr("The same seed plays the same games again"))
        self._grid.addWidget(self.early, 4, 2, 1, 2)

    @property
    def settings(self) -> Settings:
        """What is chosen."""
        return Settings(
            self.bot.value or "",
            self.force.value or "",
            self.order.value or "",
            self.games.value(),
            Fraction(self.margin.value(), 100),
            self.seed.value(),
            self.early.isChecked(),
        )

    @property
    def summary(self) -> str:
        """What matters most of what is chosen, in a line."""
        return " · ".join(filter(None, [game_count(self.games.value()), self.bot.currentText()]))

    def offer(self, choices: PlayChoices) -> None:
        """Offer other bots, forces and orders; what was chosen stays chosen where it is offered still."""
        _offer(self.bot, {it: bot_name(it) for it in choices.bots})
        self.force.show_forces(choices.forces)
        _offer(self.order, {it: order_name(it) for it in choices.orders})
        self.changed.emit()

    def _add(
        self, row: int, column: int, title: str, field: QWidget, tip: str, *, wide: bool = False
    ) -> None:
        name = soft_label(title, self)
        name.setWordWrap(False)
        name.setBuddy(field)
        field.setAccessibleName(title)
        field.setAccessibleDescription(tip)
        field.setToolTip(tip)
        self._grid.addWidget(name, row, column)
        self._grid.addWidget(field, row, column + 1, 1, 3 if wide else 1)


def _offer(box: ChoiceBox, choices: Mapping[str, str]) -> None:
    chosen = box.value
    box.offer(choices)
    if choices:
        box.show_value(chosen if chosen in choices else next(iter(choices)))
    box.setEnabled(bool(choices))


def _number(parent: QWidget, least: int, most: int, value: int) -> NumberField:
    found = NumberField(parent)
    found.setRange(least, most)
    found.setValue(value)
    # Each digit that is typed is no news of its own.
    found.setKeyboardTracking(False)  # Qt's signature
    # As narrow as the panel makes it, not as the largest number would have it.
    found.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    found.setMinimumWidth(found.fontMetrics().horizontalAdvance("1,110") + _ARROWS)
    return found
