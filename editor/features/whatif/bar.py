"""The bar of a what-if above the map: its changes and their effects, the action of a click, weather and rounds."""

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
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, redraw_icons
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.option_rows import action_button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QIcon

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.whatif.job import WhatIfReply

#: The largest seed.
MOST_SEED = 999_999
#: The number of visible lines of effects, and the most effects listed.
_LINES, _MOST_REPLIES = 3, 200
#: The least width of the boxes, in pixels.
_NARROW = 70
#: The buttons with text beside their icons, and those without.
_WITH_TEXT = ("what-if.round", "what-if.apply", "what-if.leave")
_ICON_ONLY = ("edit.undo", "edit.redo", "compare.flip")
_HEX = Qt.ItemDataRole.UserRole


class WhatIfBar(QFrame):
    """Shows the changes and their effects, and offers further ones; knows nothing of the model."""

    #: The effect that clicks place on hexes; empty to destroy.
    act_chosen = Signal(object)
    #: The id of a weather.
    weather_chosen = Signal(object)
    #: The ``Hex`` of a sentence that was clicked.
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
        self._description = ElidedLabel("", self)
        self._description.setAccessibleName(tr("Differences from the map"))
        self._description.setFont(font)
        self.act = ChoiceBox(self)
        self.act.setAccessibleName(tr("Effect of a click"))
        self.act.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.act.picked.connect(self.act_chosen)
        self.act.setMinimumWidth(_NARROW)
        self.weather = ChoiceBox(self)
        self.weather.setMinimumWidth(_NARROW)
        self.weather.setAccessibleName(tr("What-if weather"))
        self.weather.setToolTip(tr("Try different weather"))
        self.weather.picked.connect(self.weather_chosen)
        self.seed = NumberField(self)
        self.seed.setRange(0, MOST_SEED)
        self.seed.setValue(1)
        self.seed.setFixedWidth(self.seed.fontMetrics().horizontalAdvance(str(MOST_SEED)) + 40)
        self.seed.setAccessibleName(tr("Dice seed"))
        self.seed.setToolTip(
            tr(
                "Dice seed for the next round: the same number gives the same result. It increases by 1 every "
                "round."
            )
        )
        self._rounds = ElidedLabel("", self)
        self._rounds.setProperty("soft", True)  # Qt's signature
        self._rounds.setAccessibleName(tr("Rounds passed"))
        self.replies = QListWidget(self)
        self.replies.setAccessibleName(tr("Latest change"))
        self.replies.setToolTip(tr("The effect of the latest change; click to show it on the map"))
        self.replies.setWordWrap(True)
        self.replies.setIconSize(QSize(14, 14))
        self.replies.setFixedHeight(self.replies.fontMetrics().lineSpacing() * _LINES + 14)
        self.replies.itemClicked.connect(self._go)
        self.replies.itemActivated.connect(self._go)
        self.buttons = {name: action_button(actions, name, self) for name in (*_WITH_TEXT, *_ICON_ONLY)}
        for name in _WITH_TEXT:
            self.buttons[name].setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 5, 8, 6)
        layout.setSpacing(4)
        layout.addLayout(
            _row(
                self._sign,
                self._heading,
                (self._description, 1),
                *self._named(*_ICON_ONLY, "what-if.apply", "what-if.leave"),
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
        layout.addWidget(self.replies)
        self.redraw()
        self.hide()

    @property
    def description(self) -> str:
        """The description of the changes."""
        return self._description.text()

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
        """Show the action of a click."""
        self.act.show_value(act)

    def show_changes(self, description: str, rounds: int, *, is_waiting: bool, is_flipped: bool) -> None:
        """Show the changes, and the number of rounds that have passed."""
        if is_flipped:
            description = tr("showing the current map for comparison")
        self._description.setText(description or tr("no changes yet"))
        passed = trn("{n} round passed", "{n} rounds passed", rounds).format(n=rounds) if rounds else ""
        self._rounds.setText(tr("calculating…") if is_waiting else passed)

    def show_replies(self, replies: Sequence[WhatIfReply]) -> None:
        """List the effects of the last change; without any, the possible actions."""
        self.replies.clear()
        if not replies:
            keys = self._actions.keymap.actions
            self.replies.addItem(
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
        for it in replies[:_MOST_REPLIES]:
            item = QListWidgetItem(icon("warning" if it.is_refusal else "go"), it.text)
            item.setData(_HEX, it.hex)
            self.replies.addItem(item)
        if len(replies) > _MOST_REPLIES:
            more = len(replies) - _MOST_REPLIES
            self.replies.addItem(trn("and {n} more", "and {n} more", more).format(n=more))

    def redraw(self) -> None:
        """Redraw in the colours of the theme, and update the keys in tooltips."""
        look = colours()
        self._sign.setPixmap(pixmap("what-if", 18, colour=look.text, ratio=self.devicePixelRatioF()))
        redraw_icons(self)
        for at, act in enumerate(self.act.values):
            self.act.setItemIcon(at, _act_icon(act))
        key = self._actions.keymap.actions["what-if.next"].shown_key
        self.act.setToolTip(
            tr("Choose which change a click on the map makes or undoes ({key} for the next one)").format(
                key=key
            )
        )
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
