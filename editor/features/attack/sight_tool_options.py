"""The options of the sight tool: what is attacked with along the line, heights where the ruleset uses them, and buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.features.attack.weapon_options import AttackOptions
from fairground.editor.widgets.number_fields import NumberField

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.state import ToolState

_HIGHEST = 50


class SightOptions(QWidget):
    """Some buttons, boxes for the weapon, and two heights."""

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        self.heights = QWidget(self)
        self.start = self._height(tr("Height at the start"), 0)
        self.end = self._height(tr("Height at the end"), 1)
        inner = QHBoxLayout(self.heights)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(6)
        for text, box in ((tr("height at the start"), self.start), (tr("at the end"), self.end)):
            inner.addWidget(QLabel(text, self.heights))
            inner.addWidget(box)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for button in buttons:
            layout.addWidget(button)
        layout.addSpacing(10)
        self.attack = AttackOptions(state, self)
        layout.addWidget(self.attack)
        layout.addWidget(self.heights)
        state.changed.connect(self._option_changed)

    def show_scenario(self, scenario: Scenario) -> None:
        """Offer heights where the classes of the ruleset have some, and say which."""
        self.attack.show_scenario(scenario)
        found = class_heights(scenario)
        self.heights.setVisible(bool(found))
        known = ", ".join(f"{name} {height}" for name, height in found)
        for box in (self.start, self.end):
            box.setToolTip(
                tr("Levels above its hex. Heights of the ruleset: {known}").format(known=known)
                if found
                else ""
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
    found = [(it.name, it.height) for it in rules.classes.values()] if rules else []
    return found if any(height for _, height in found) else []
