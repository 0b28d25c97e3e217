"""The options of the sight tool: buttons, weapon, situations, and the heights of both ends."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from fairground.core.text.wording import signed
from fairground.editor.app.texts import tr
from fairground.editor.document.mover_choice import AttackQuestions
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.widgets.checklist_button import ChoiceBox, ManyButton
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.option_rows import OptionRow

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset
    from fairground.core.rules.attack import Situation
    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.tool_state import ToolState

_HIGHEST = 50


class SightOptions(OptionRow):
    """Buttons, boxes for the weapon, and two heights, which are hidden when no unit class has one."""

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(*buttons, parent=parent)
        self._state = state
        self.start = self._height(tr("Height at the start"), 0)
        self.end = self._height(tr("Height at the end"), 1)
        start_label, end_label = QLabel(tr("height at the start")), QLabel(tr("at the end"))
        self.heights = OptionRow(start_label, self.start, end_label, self.end, spacing=6, parent=self)
        self.row.addSpacing(10)
        self.attack = AttackOptions(state, self)
        self.row.addWidget(self.attack)
        self.row.addWidget(self.heights)
        state.changed.connect(self._option_changed)

    def show_scenario(self, scenario: Scenario) -> None:
        """Offer what a scenario's ruleset uses, and list the heights of its unit classes in the tooltips."""
        self.attack.show_scenario(scenario)
        heights = class_heights(scenario)
        self.heights.setVisible(bool(heights))
        known = ", ".join(f"{name} {height}" for name, height in heights)
        for box in (self.start, self.end):
            box.setToolTip(
                tr("Height in levels above the hex. Heights in this ruleset: {known}").format(known=known)
            )

    def _height(self, name: str, end: int) -> NumberField:
        box = NumberField(self)
        box.setRange(0, _HIGHEST)
        box.setAccessibleName(name)
        box.valueChanged.connect(lambda value: self._set(end, value))
        return box

    def _set(self, end: int, value: int) -> None:
        heights = list(self._state.sight_heights)
        heights[end] = value
        self._state.sight_heights = (heights[0], heights[1])

    def _option_changed(self, what: str) -> None:
        if what == "sight_heights":
            start, end = self._state.sight_heights
            self.start.setValue(start)
            self.end.setValue(end)


def class_heights(scenario: Scenario) -> list[tuple[str, int]]:
    """Return the names and heights of the unit classes, if any has a height above 0."""
    rules = known_rules(scenario)
    heights = [(it.name, it.height) for it in rules.classes.values()] if rules else []
    return heights if any(height for _, height in heights) else []


#: By the values of ``AttackKind``, whose import would slow the start.
KIND_WORDS = {"melee": tr("Melee"), "ranged": tr("Ranged"), "magic": tr("Magic")}
_FARTHEST, _MOST_DAMAGE = 99, 99
#: The value of an empty number field.
_NOTHING = -1


class AttackOptions(OptionRow):
    """Boxes for the weapon of ``ToolState.attack``; those that the ruleset does not use are hidden."""

    def __init__(self, state: ToolState, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._state = state
        self.kind = ChoiceBox(self)
        self.kind.setAccessibleName(tr("Kind of attack"))
        self.kind.setToolTip(tr("The kind of attack made along the line"))
        self.kind.offer(KIND_WORDS)
        self.reach = _spin(self, tr("Weapon range"), tr("any"), _FARTHEST)
        self.reach.setToolTip(tr("Range of the weapon in hexes. Default: 1 for melee"))
        self.damage = _spin(self, tr("Weapon damage"), tr("none"), _MOST_DAMAGE)
        self.damage.setToolTip(tr("Weapon damage before modifiers. Enter it to see the effect of a hit"))
        self.cost = ChoiceBox(self)
        self.cost.setAccessibleName(tr("Weapon cost"))
        self.cost.setToolTip(tr("Movement points that an attack with this weapon costs"))
        self.traits = ManyButton(tr("Traits"), self)
        self.situations = ManyButton(tr("Situations"), self)
        self.labels = {self.reach: QLabel(tr("range"), self), self.damage: QLabel(tr("damage"), self)}
        for box in (self.kind, self.reach, self.damage, self.cost, self.traits, self.situations):
            if box in self.labels:
                self.row.addWidget(self.labels[box])
            self.row.addWidget(box)
            self.row.addSpacing(4)
        self.kind.picked.connect(partial(self._set, "kind"))
        self.reach.valueChanged.connect(lambda value: self._set("reach", _known(value)))
        self.damage.valueChanged.connect(lambda value: self._set("damage", _known(value)))
        self.cost.picked.connect(partial(self._set, "cost"))
        self.traits.picked.connect(partial(self._set, "traits"))
        self.situations.picked.connect(partial(self._set, "situations"))
        state.changed.connect(self._option_changed)

    def show_scenario(self, scenario: Scenario) -> None:
        """Offer what the ruleset uses."""
        rules = known_rules(scenario)
        if rules is None:
            self.hide()
            return
        needed = AttackQuestions(rules)
        self.cost.offer(_costs(rules))
        self.traits.offer(
            {name: (it.name, it.description) for name, it in rules.visibility.weapon_traits.items()}
        )
        self.situations.offer({name: (it.name, _changes(it)) for name, it in rules.attack.situations.items()})
        shown = {
            self.kind: needed.kind,
            self.reach: needed.reach,
            self.damage: needed.damage,
            self.cost: bool(rules.attack.weapon_costs),
            self.traits: bool(rules.visibility.weapon_traits),
            self.situations: bool(rules.attack.situations),
        }
        for box, is_shown in shown.items():
            box.setVisible(is_shown)
            if box in self.labels:
                self.labels[box].setVisible(is_shown)
        self.setVisible(any(shown.values()))
        self._show()

    def _set(self, field: str, value: Any) -> None:  # noqa: ANN401  # as dataclasses.replace
        self._state.attack = replace(self._state.attack, **{field: value})

    def _option_changed(self, what: str) -> None:
        if what == "attack":
            self._show()

    def _show(self) -> None:
        choice = self._state.attack
        self.kind.show_value(choice.kind)
        self.reach.setValue(_NOTHING if choice.reach is None else choice.reach)
        self.damage.setValue(_NOTHING if choice.damage is None else choice.damage)
        self.cost.show_value(choice.cost)
        self.traits.show_chosen(choice.traits)
        self.situations.show_chosen(choice.situations)


def _spin(parent: QWidget, name: str, nothing: str, most: int) -> NumberField:
    box = NumberField(parent)
    box.setRange(_NOTHING, most)
    box.setValue(_NOTHING)
    box.setSpecialValueText(nothing)
    box.setAccessibleName(name)
    return box


def _known(value: int) -> int | None:
    return None if value == _NOTHING else value


def _costs(rules: Ruleset) -> dict[str | None, str]:
    costs: dict[str | None, str] = {None: tr("any weapon")}
    return costs | {name: f"{name} · {cost}" for name, cost in rules.attack.weapon_costs.items()}


def _changes(it: Situation) -> str:
    parts = ((tr("to hit"), it.to_hit), (tr("damage"), it.damage), (tr("defence"), it.defence))
    return it.description or ", ".join(f"{name} {signed(amount)}" for name, amount in parts if amount)
