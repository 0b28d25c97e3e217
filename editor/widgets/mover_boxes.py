"""Boxes for the class and movement mode of the moving unit and for the danger zone, and the choices of shields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from fairground.core.scenario.parts import Shield
from fairground.editor.app.texts import tr
from fairground.editor.document.mover_choice import MoverChoice
from fairground.editor.document.readable_ruleset import known_rules

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.tool_state import ToolState

#: The positions of a shield.
SHIELD_WORDS = {
    Shield.NONE: tr("No shield"),
    Shield.LEFT: tr("Shield left"),
    Shield.RIGHT: tr("Shield right"),
}


def shield_choices(scenario: Scenario) -> dict[Shield, str]:
    """Return the positions of shields that a scenario has; no shield is always possible."""
    rules = known_rules(scenario)
    known = rules.shields if rules else ()
    return {it: words for it, words in SHIELD_WORDS.items() if it is Shield.NONE or it.value in known}


class MoverBoxes:
    """Three widgets for ``ToolState.mover``; all boxes for it show the same."""

    def __init__(self, state: ToolState, parent: QWidget) -> None:
        self._state = state
        self._rules: Ruleset | None = None
        self.unit_class = QComboBox(parent)
        self.unit_class.setAccessibleName(tr("Class of the moving unit"))
        self.unit_class.setToolTip(tr("The class of the moving unit"))
        self.mode = QComboBox(parent)
        self.mode.setAccessibleName(tr("Movement mode"))
        self.mode.setToolTip(tr("How the unit moves"))
        self.danger = QCheckBox(tr("danger zone"), parent)
        self.danger.setAccessibleName(tr("Push into the danger zone"))
        for box in (self.unit_class, self.mode):
            # Narrow, for panels: the list that opens shows whole names.
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(4)
            box.activated.connect(self._choose)
        self.danger.clicked.connect(self._choose)
        state.changed.connect(self._option_changed)

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """The boxes, in order."""
        return self.unit_class, self.mode, self.danger

    def show_scenario(self, scenario: Scenario) -> None:
        """Offer the choices of the ruleset, and the danger zone where a class gains points by it."""
        rules = self._rules = known_rules(scenario)
        self.unit_class.clear()
        self.mode.clear()
        for class_id, it in rules.classes.items() if rules else ():
            self.unit_class.addItem(f"{it.name} · {it.allowance}", class_id)
        for mode_id, mode in rules.movement.modes.items() if rules else ():
            self.mode.addItem(mode.name, mode_id)
        for box in (self.unit_class, self.mode):
            box.setEnabled(box.count() > 0)
        extra = max((it.danger for it in rules.classes.values()), default=0) if rules else 0
        self.danger.setVisible(extra > 0)
        self.danger.setToolTip(
            tr("Spend up to {extra} extra points and enter the danger zone").format(extra=extra)
            if extra
            else ""
        )
        self._show()

    def _choose(self, _value: object) -> None:
        self._state.mover = MoverChoice(
            self.unit_class.currentData() or "", self.mode.currentData() or "", self.danger.isChecked()
        )

    def _show(self) -> None:
        choice = self._state.mover
        for box, chosen_id in zip(
            (self.unit_class, self.mode), choice.ids(self._rules) if self._rules else ("", ""), strict=True
        ):
            box.setCurrentIndex(box.findData(chosen_id))
        self.danger.setChecked(choice.in_danger)

    def _option_changed(self, what: str) -> None:
        if what == "mover":
            self._show()
