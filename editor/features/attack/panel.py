"""The attack along the line of sight, there and back: verdict, checklist, what adds up, chances and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.document.attack_choice import AttackQuestions
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.features.attack.fighter_options import AttackEnds
from fairground.editor.features.attack.table import (
    AttackTable,
    attack_rows,
    facts,
    verdict_sign,
    verdict_words,
    who_words,
)
from fairground.editor.widgets.basics import ElidedLabel, heading, soft_label
from fairground.editor.widgets.option_rows import action_button

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from fairground.core.attacks.preview import Attack
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.attack.controller import AttackPreview
    from fairground.editor.tools.state import ToolState

_SIGN = 18


class AttackPanel(QWidget):
    """Shows the verdicts on both attacks, what is chosen of the two at the ends, and the steps, each part foldable.

    The verdicts come first, so that they are in view while something is chosen below them.
    """

    #: The ``Hex`` or ``Hexside`` of a row that was chosen.
    place_chosen = Signal(object)

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Attack"))
        self._actions = actions
        self.there = AttackCard(tr("Attack"), tr("Steps"), self)
        self.back = AttackCard(tr("Return attack"), tr("Steps of the return attack"), self)
        self.failure = soft_label("", self)
        self.failure.setAccessibleName(tr("Why there is no preview"))
        self.ends = AttackEnds(state, self)
        self.ends.hide()
        self.more = _fold(tr("Units at both ends"), self, unfolded=False)
        self.more.setToolTip(tr("Movement, facing, shield and state of the attacker and the target"))
        self.more.toggled.connect(self._unfold)
        top = QHBoxLayout()
        top.addWidget(heading(tr("Attack"), self), 1)
        top.addWidget(self.more)
        top.addWidget(action_button(actions, "attack.reset", self))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 2, 6, 8)
        layout.setSpacing(3)
        layout.addLayout(top)
        cards = (self.there, self.back)
        for part in (self.failure, *cards, self.ends, *(it.steps for it in cards)):
            layout.addWidget(part)
        for card in cards:
            card.table.place_chosen.connect(self.place_chosen)
        self.hide()

    def show_attacks(self, preview: AttackPreview) -> None:
        """Show what is known; nothing without a line and a target."""
        attacks = preview.attacks
        self.failure.setText(preview.failure)
        self.failure.setVisible(bool(preview.failure))
        for card, attack in zip((self.there, self.back), attacks or (None, None), strict=True):
            card.setVisible(attack is not None)
            card.steps.setVisible(attack is not None)
            if attack is not None:
                card.show_attack(attack)
        self.more.setVisible(False)
        self.ends.setVisible(False)
        if attacks is not None:
            there = attacks[0]
            scenario = there.scenario
            rules = known_rules(scenario)
            if rules is not None:
                self.more.setVisible(AttackQuestions(rules).of_ends)
                self.ends.setVisible(AttackQuestions(rules).of_ends and self.more.isChecked())
                self.ends.show_rules(rules, scenario.board.layout)
            self.ends.name_ends((there.attacker, there.target))
        self.setVisible(attacks is not None or bool(preview.failure))

    def _unfold(self, on: bool) -> None:  # noqa: FBT001  # slot of a button
        """Show the boxes for the two, and as much of them as the panel around has room for."""
        self.ends.setVisible(on)
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if on and around is not None:
            # They have their place only when the panel has been laid out anew.
            QTimer.singleShot(0, self, lambda: around.ensureWidgetVisible(self.ends, 0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the line away with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._actions["sight.clear"].trigger()
        else:
            super().keyPressEvent(event)


class AttackCard(QWidget):
    """One attack: who attacks whom, the verdict with its sign, and what matters besides.

    ``steps`` holds the rows behind it, under a button that folds them; it stands elsewhere.
    """

    def __init__(self, name: str, steps: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.sign = QLabel(self)
        self.who = ElidedLabel("", self)
        self.who.setAccessibleName(tr("Attacker and target"))
        self.verdict = QLabel(self)
        self.verdict.setAccessibleName(tr("Verdict"))
        self.verdict.setWordWrap(True)
        font = self.verdict.font()
        font.setBold(True)
        self.verdict.setFont(font)
        self.facts = soft_label("", self)
        middle = QHBoxLayout()
        middle.setSpacing(6)
        middle.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        middle.addWidget(self.verdict, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(2)
        layout.addWidget(self.who)
        layout.addLayout(middle)
        layout.addWidget(self.facts)
        self.steps = QWidget(parent)
        self.fold = _fold(steps, self.steps, unfolded=True)
        self.fold.setToolTip(tr("Show or hide the steps and modifiers"))
        self.table = AttackTable(steps, self.steps)
        self.fold.toggled.connect(self.table.setVisible)
        below = QVBoxLayout(self.steps)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(2)
        below.addWidget(self.fold)
        below.addWidget(self.table)

    def show_attack(self, attack: Attack) -> None:
        """Show an attack in the colours of the theme."""
        sign = verdict_sign(attack)
        self.sign.setPixmap(pixmap(sign.value, _SIGN, colour=sign.ink, ratio=self.devicePixelRatioF()))
        self.sign.setAccessibleName(sign.words)
        self.sign.setToolTip(sign.words)
        self.who.setText(who_words(attack))
        self.verdict.setText(verdict_words(attack))
        told = " · ".join(facts(attack))
        self.facts.setText(told)
        self.facts.setVisible(bool(told))
        self.table.show_rows(attack_rows(attack))


def _fold(text: str, parent: QWidget, *, unfolded: bool) -> QToolButton:
    """Return a button with an arrow that points down while something is unfolded."""
    button = QToolButton(parent)
    button.setAutoRaise(True)
    button.setCheckable(True)
    button.setChecked(unfolded)
    button.setProperty("quiet", True)  # Qt's signature
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    if text:
        button.setText(text)
        button.setAccessibleName(text)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def turn(on: bool) -> None:  # noqa: FBT001  # slot of a button
        button.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)

    button.toggled.connect(turn)
    turn(unfolded)
    return button
