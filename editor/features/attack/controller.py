"""The preview of the attack along the line of sight and the return attack: its state, its card and its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from fairground.core.errors import FairgroundError
from fairground.editor.app.deferred import delayed
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.document.events import watch
from fairground.editor.document.mover_choice import AttackChoice, AttackQuestions
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import attack_of, previews_of
from fairground.editor.features.attack.fighter_options import AttackEnds
from fairground.editor.features.attack.table import (
    AttackTable,
    attack_rows,
    describe_verdict,
    facts,
    verdict_sign,
)
from fairground.editor.overlays.analysis_part import AnalysisPart
from fairground.editor.tools.sight import no_sight_lines
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, fill, heading, make_bold, soft_label
from fairground.editor.widgets.option_rows import action_button, write_beside

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from fairground.core.attacks.preview import Attack, Previews
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext
    from fairground.editor.tools.tool_state import ToolState

_SIGN = 18


class AttackPanel(QWidget):
    """Shows both verdicts, then the boxes for both fighters and the steps, which can be folded.

    The verdicts come first, to stay in view while something below them is changed.
    """

    #: The ``Hex`` or ``Hexside`` of a row that was chosen.
    place_chosen = Signal(object)

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Attack"))
        self._actions = actions
        self.there = AttackCard(tr("Attack"), tr("Steps"), self)
        self.back = AttackCard(tr("Return attack"), tr("Return attack steps"), self)
        self.failure = soft_label("", self)
        self.failure.setAccessibleName(tr("Why there is no preview"))
        self.ends = AttackEnds(state, self)
        self.ends.hide()
        # The panel is narrow: a longer text would push the ends of all lines out of it.
        self.more = _fold(tr("Details"), self, unfolded=False)
        self.more.setAccessibleName(tr("Attacker and target details"))
        self.more.setToolTip(tr("Movement, facing, shield and state of the attacker and the target"))
        self.more.toggled.connect(self._unfold)
        reset = action_button(actions, "attack.reset", self)
        top = fill(QHBoxLayout(), (heading(tr("Attack"), self), 1), self.more, reset)
        cards = (self.there, self.back)
        steps = (card.steps for card in cards)
        fill(
            QVBoxLayout(self), top, self.failure, *cards, self.ends, *steps, spacing=3, margins=(10, 2, 6, 8)
        )
        for card in cards:
            card.table.place_chosen.connect(self.place_chosen)
        self.hide()

    def show_attacks(self, preview: AttackPreview) -> None:
        """Show the attacks, or why there are none; hide without a line and a target."""
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
            scenario = attacks[0].scenario
            rules = known_rules(scenario)
            if rules is not None:
                has_boxes = AttackQuestions(rules).of_ends
                self.more.setVisible(has_boxes)
                self.ends.setVisible(has_boxes and self.more.isChecked())
                self.ends.show_rules(rules, scenario.board.layout)
            self.ends.name_ends((attacks[0].attacker, attacks[0].target))
        self.setVisible(attacks is not None or bool(preview.failure))

    def _unfold(self, on: bool) -> None:  # noqa: FBT001  # slot of a button
        """Show the boxes for both fighters, scrolled into view."""
        self.ends.setVisible(on)
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if on and area is not None:
            # After the panel has been laid out again.
            QTimer.singleShot(0, self, lambda: area.ensureWidgetVisible(self.ends, 0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the line with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._actions["sight.clear"].trigger()
        else:
            super().keyPressEvent(event)


class AttackCard(QWidget):
    """One attack: attacker and target, the verdict with its sign, and a line of facts.

    ``steps`` holds the rows of the calculation under a button that folds them; the panel places it.
    """

    def __init__(self, name: str, steps: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.sign = QLabel(self)
        self.fighters = ElidedLabel("", self)
        self.fighters.setAccessibleName(tr("Attacker and target"))
        self.verdict = QLabel(self)
        self.verdict.setAccessibleName(tr("Verdict"))
        self.verdict.setWordWrap(True)
        make_bold(self.verdict)
        self.facts = soft_label("", self)
        middle = fill(QHBoxLayout(), self.sign, (self.verdict, 1), spacing=6)
        middle.setAlignment(self.sign, Qt.AlignmentFlag.AlignTop)
        fill(QVBoxLayout(self), self.fighters, middle, self.facts, spacing=2, margins=(0, 0, 0, 4))
        self.steps = QWidget(parent)
        self.fold = _fold(steps, self.steps, unfolded=True)
        self.fold.setToolTip(tr("Show or hide the steps and modifiers"))
        self.table = AttackTable(steps, self.steps)
        self.fold.toggled.connect(self.table.setVisible)
        fill(QVBoxLayout(self.steps), self.fold, self.table, spacing=2)

    def show_attack(self, attack: Attack) -> None:
        """Show an attack in the colours of the theme."""
        sign = verdict_sign(attack)
        self.sign.setPixmap(pixmap(sign.value, _SIGN, colour=sign.ink, ratio=self.devicePixelRatioF()))
        self.sign.setAccessibleName(sign.meaning)
        self.sign.setToolTip(sign.meaning)
        # Units without a name share the title of their class.
        ends = (
            tr("{unit} ({at})").format(unit=it.name, at=attack.scenario.board.hex_name(it.hex))
            if it.unit
            else it.name
            for it in (attack.attacker, attack.target)
        )
        self.fighters.setText(" → ".join(ends))
        self.verdict.setText(describe_verdict(attack))
        self.facts.setText(" · ".join(facts(attack)))
        self.facts.setVisible(bool(self.facts.text()))
        self.table.show_rows(attack_rows(attack))


def _fold(text: str, parent: QWidget, *, unfolded: bool) -> QToolButton:
    """Return a button with an arrow that points down while unfolded."""
    button = QToolButton(parent)
    button.setAutoRaise(True)
    button.setCheckable(True)
    button.setChecked(unfolded)
    button.setProperty("quiet", True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    write_beside(button, text)
    button.setAccessibleName(text)

    def turn(on: bool) -> None:  # noqa: FBT001  # slot of a button
        button.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)

    button.toggled.connect(turn)
    turn(unfolded)
    return button


#: The options that attacks depend on.
_OPTIONS = ("sight_line", "sight_units", "sight_heights", "unit_id", "attack")


class AttackPreview(QObject):
    """The results of ``ToolState.attack`` along ``ToolState.sight_line``, computed again after each change.

    ``attacks`` are the one from the start and the one from the end. None without a line or a target, while the preview
    is off, for rulesets without lines of sight, and when it fails: then ``failure`` says why.
    """

    #: ``attacks`` or ``failure`` changed.
    changed = Signal()

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.is_on = True
        self.attacks: tuple[Attack, Attack] | None = None
        self.failure = ""
        self._document: Document | None = None
        self._previews: Previews | None = None
        self._again = delayed(self, self.look)
        state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Preview attacks in another document."""
        self._document, self._previews = watch(self._document, document, self._changed), None
        self.look()

    def set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        """Turn the preview on or off."""
        self.is_on = on
        self.look()

    def look(self) -> None:
        """Compute the preview now."""
        self._again.stop()
        was_shown = self.attacks is not None or bool(self.failure)
        self.attacks, self.failure = None, ""
        ends, document = self._state.sight_line, self._document
        if self.is_on and ends is not None and document is not None:
            scenario = document.scenario
            board = scenario.board
            on_board = all(board.contains(at) and not board.void[board.cell(at)] for at in ends)
            fighters = self._state.sight_ends
            if on_board and fighters and fighters[0] != fighters[1] and not no_sight_lines(scenario):
                start, end = (self._fighter(scenario, it) for it in fighters)
                self._compute(scenario, (start, end))
        if was_shown or self.attacks is not None or self.failure:
            self.changed.emit()

    def _fighter(self, scenario: Scenario, end: Hex | str) -> Hex | str:
        """Return the chosen unit if it stands at this end of the line, else the end itself."""
        name = self._state.unit_id
        is_there = any(unit.id == name and unit.hex == end for unit in scenario.units)
        return name if is_there else end

    def _compute(self, scenario: Scenario, ends: tuple[Hex | str, Hex | str]) -> None:
        choice, heights = self._state.attack, self._state.sight_heights
        if self._previews is None:
            self._previews = previews_of(scenario)
        try:
            self.attacks = (
                attack_of(self._previews, ends, heights, choice),
                attack_of(self._previews, (ends[1], ends[0]), heights[::-1], choice.swapped),
            )
        except FairgroundError as error:
            self.failure = f"{error}."

    def _changed(self, _event: object) -> None:
        self._previews = None
        if self._state.sight_line is not None:
            # One edit may report several changes.
            self._again.start()

    def _option_changed(self, what: str) -> None:
        if what in _OPTIONS:
            self.look()


_SHOW, _RESET, _SETTING = "attack.show", "attack.reset", "view/attack"


def install(context: FeatureContext) -> AttackController:
    """Install the preview of attacks along the line of sight."""
    controller = AttackController(context)
    context.analysis_parts.append(controller)
    return controller


class AttackController(AnalysisPart):
    """Connects the preview with its card and its menu; whether it is on is remembered, the weapon is not."""

    panel: AttackPanel

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.window)
        workbench, settings, actions = context.workbench, context.session.settings, context.actions
        self._settings, self._actions, self._state = settings, actions, workbench.state
        self._document: Document | None = None
        self.preview = AttackPreview(workbench.state, self)
        self.panel = AttackPanel(workbench.state, actions)
        self.panel.place_chosen.connect(self.place_chosen)
        wanted = str(settings.value(_SETTING, "true")).lower() == "true"
        self.preview.set_on(wanted)
        action = actions[_SHOW]
        action.setCheckable(True)
        action.setChecked(wanted)
        action.toggled.connect(self._set_on)
        actions.on(_RESET, self.reset)
        self.preview.changed.connect(self.refresh)
        workbench.state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Preview attacks in another document."""
        self._document = document
        self.preview.set_document(document)

    def refresh(self) -> None:
        """Show the card in the colours of the theme."""
        was_hidden = self.panel.isHidden()
        self.panel.show_attacks(self.preview)
        if was_hidden != self.panel.isHidden():
            self.shown.emit(False)

    def refresh_actions(self) -> None:
        """Enable the reset when the attack is not the default one."""
        if self._document is not None:
            self._actions[_RESET].setEnabled(self._state.attack != AttackChoice())

    def reset(self) -> None:
        """Restore the default attack: ranged, with the units as they are on the map."""
        self._state.attack = AttackChoice()

    def _set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        self._settings.setValue(_SETTING, on)
        self.preview.set_on(on)

    def _option_changed(self, what: str) -> None:
        if what == "attack":
            self.refresh_actions()
