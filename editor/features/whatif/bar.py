"""The bar of a what-if above the map: that it is one, what is different, what a click does, weather and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.icons import icon, pixmap
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.widgets.basics import ElidedLabel, redraw_icons
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.option_rows import action_button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QIcon

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.whatif.job import WhatIfReply

#: The largest seed that can be typed.
MOST_SEED = 999_999
#: So many sentences are seen at once, and so many are listed.
_LINES, _MOST_TOLD = 3, 200
#: How narrow the boxes may become, in a small window or with large letters.
_NARROW = 70
#: The buttons with words beside their icons, and those without.
_WORDED = ("what-if.round", "what-if.apply", "what-if.leave")
_BARE = ("edit.undo", "edit.redo", "compare.flip")
_HEX = Qt.ItemDataRole.UserRole


class WhatIfBar(QFrame):
    """Says what is different and what happened, and offers what can be asked; it knows of the model what it is told."""

    #: The effect that clicks put on hexes; empty to destroy.
    act_chosen = Signal(object)
    #: The id of a weather.
    weather_chosen = Signal(object)
    #: The ``Hex`` of a sentence that was chosen.
    hex_chosen = Signal(object)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("what-if")
        self.setAccessibleName(tr("What if"))
        self._actions = actions
        self._sign = QLabel(self)
        self._heading = QLabel(tr("What if:"), self)
        font = self._heading.font()
        font.setBold(True)
        self._heading.setFont(font)
        self._words = ElidedLabel("", self)
        self._words.setAccessibleName(tr("Differences from the map"))
        self._words.setFont(font)
        self.act = ChoiceBox(self)
        self.act.setAccessibleName(tr("What a click does"))
        self.act.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.act.picked.connect(self.act_chosen)
        self.act.setMinimumWidth(_NARROW)
        self.weather = ChoiceBox(self)
        self.weather.setMinimumWidth(_NARROW)
        self.weather.setAccessibleName(tr("Weather of the what-if"))
        self.weather.setToolTip(tr("Try another weather"))
        self.weather.picked.connect(self.weather_chosen)
        self.seed = NumberField(self)
        self.seed.setRange(0, MOST_SEED)
        self.seed.setValue(1)
        self.seed.setFixedWidth(self.seed.fontMetrics().horizontalAdvance(str(MOST_SEED)) + 40)
        self.seed.setAccessibleName(tr("Dice seed"))
        self.seed.setToolTip(
            tr(
                "Seed for the dice of the next round: the same number gives the same result. It goes up by "
                "one each round."
            )
        )
        self._rounds = ElidedLabel("", self)
        self._rounds.setProperty("soft", True)  # Qt's signature
        self._rounds.setAccessibleName(tr("Rounds passed"))
        self.told = QListWidget(self)
        self.told.setAccessibleName(tr("Latest change"))
        self.told.setToolTip(tr("The effect of the latest change; click to show it on the map"))
        self.told.setWordWrap(True)
        self.told.setIconSize(QSize(14, 14))
        self.told.setFixedHeight(self.told.fontMetrics().lineSpacing() * _LINES + 14)
        self.told.itemClicked.connect(self._go)
        self.told.itemActivated.connect(self._go)
        self.buttons = {name: action_button(actions, name, self) for name in (*_WORDED, *_BARE)}
        for name in _WORDED:
            self.buttons[name].setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 5, 8, 6)
        layout.setSpacing(4)
        layout.addLayout(
            _row(
                self._sign,
                self._heading,
                (self._words, 1),
                *self._named(*_BARE, "what-if.apply", "what-if.leave"),
            )
        )
        layout.addLayout(
            _row(
                _label(tr("&Click:"), self.act),
                self.act,
                _label(tr("Weathe&r:"), self.weather),
                self.weather,
                *self._named("what-if.round"),
                _label(tr("See&d:"), self.seed),
                self.seed,
                (self._rounds, 1),
            )
        )
        layout.addWidget(self.told)
        self.redraw()
        self.hide()

    # -- what is shown --------------------------------------------------------------------------------------

    @property
    def words(self) -> str:
        """What it says is different."""
        return self._words.text()

    def show_scenario(self, scenario: Scenario, act: str) -> None:
        """Offer effects and weathers of the ruleset, and show the weather of the copy."""
        rules = known_rules(scenario)
        effects = {key: it.name or key for key, it in (rules.effects.items() if rules else ())}
        self.act.offer(
            {"": tr("Destroy")}
            | {key: tr("Place {name}").format(name=name.lower()) for key, name in effects.items()},
            {act: _act_icon(act) for act in ("", *effects)},
        )
        self.show_act(act)
        weathers = {"none": tr("None")} | {
            key: it.name or key for key, it in (rules.weather.items() if rules else ())
        }
        self.weather.offer(weathers)
        self.weather.show_value(scenario.weather)
        self.weather.setEnabled(len(weathers) > 1)
        if len(weathers) == 1:
            self.weather.setToolTip(tr("This ruleset has no weather"))

    def show_act(self, act: str) -> None:
        """Show what a click does."""
        self.act.show_value(act)

    def show_changes(self, words: str, rounds: int, *, is_waiting: bool, is_flipped: bool) -> None:
        """Say what is different, and how many rounds have passed."""
        if is_flipped:
            words = tr("for comparison, the current map")
        elif not words:
            words = tr("no changes yet")
        self._words.setText(words)
        passed = trn("{n} round passed", "{n} rounds passed", rounds).format(n=rounds) if rounds else ""
        self._rounds.setText(tr("calculating…") if is_waiting else passed)

    def show_told(self, told: Sequence[WhatIfReply]) -> None:
        """List what came of the last change; without any, what can be done."""
        self.told.clear()
        if not told:
            keys = self._actions.keymap.actions
            self.told.addItem(
                tr(
                    "Click a hex to make a change, and click it again to undo it. {undo} undoes the last "
                    "change, {round} ends the round, {apply} applies everything to the map, and {leave} "
                    "closes without changing the map."
                ).format(
                    undo=keys["edit.undo"].shown_key,
                    round=keys["what-if.round"].shown_key,
                    apply=keys["what-if.apply"].shown_key,
                    leave=keys["what-if.leave"].shown_key,
                )
            )
        for it in told[:_MOST_TOLD]:
            item = QListWidgetItem(icon("warning" if it.is_refusal else "go"), it.text)
            item.setData(_HEX, it.hex)
            self.told.addItem(item)
        if len(told) > _MOST_TOLD:
            left = len(told) - _MOST_TOLD
            self.told.addItem(trn("and {n} more", "and {n} more", left).format(n=left))

    def name_keys(self) -> None:
        """Write the keys into the tooltips that have one in them."""
        key = self._actions.keymap.actions["what-if.next"].shown_key
        self.act.setToolTip(tr("What a click on the map does or undoes ({key} for the next)").format(key=key))

    def redraw(self) -> None:
        """Draw in the colours of the theme."""
        look = colours()
        self._sign.setPixmap(pixmap("what-if", 18, colour=look.text, ratio=self.devicePixelRatioF()))
        redraw_icons(self)
        for at, act in enumerate(self.act.values):
            self.act.setItemIcon(at, _act_icon(act))
        self.name_keys()
        self.update()

    def _named(self, *names: str) -> list[QToolButton]:
        return [self.buttons[name] for name in names]

    def _go(self, item: QListWidgetItem) -> None:
        at = item.data(_HEX)
        if at is not None:
            self.hex_chosen.emit(at)


def _row(*widgets: QWidget | tuple[QWidget, int]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(6)
    for it in widgets:
        if isinstance(it, tuple):
            row.addWidget(*it)
        else:
            row.addWidget(it)
    return row


def _label(text: str, buddy: QWidget) -> QLabel:
    label = QLabel(text)
    label.setBuddy(buddy)
    return label


def _act_icon(act: str) -> QIcon:
    return icon("effects" if act else "what-if-destroy")
