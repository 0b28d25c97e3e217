"""What each class of units pays for a terrain."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from fairground.core.files.own_rules import RuleSection, cost_value, entry_data, with_class_cost
from fairground.editor.app.texts import tr
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.labels_and_buttons import emptied, soft_label

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset

#: The points that a box offers, and what stands for the terrain's own cost and for classes that cannot enter.
_POINTS = range(1, 13)
_SAME, _CLOSED = "same", "closed"


class ClassCosts(QWidget):
    """A box for each class: the terrain's own cost, another one, or that the class cannot enter."""

    #: The new data of a unit class by its id.
    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        self.boxes: dict[str, ChoiceBox] = {}
        self._rules: Ruleset | None = None
        self._terrain = ""

    def show_terrain(self, terrain: str, rules: Ruleset) -> None:
        """Show what the classes of a ruleset pay for a terrain."""
        self._terrain, self._rules = terrain, rules
        if list(self.boxes) != list(rules.classes):
            for widget in emptied(self._grid):
                widget.deleteLater()
            self.boxes = {}
            for row, (class_id, it) in enumerate(rules.classes.items()):
                box = ChoiceBox(self)
                box.setAccessibleName(tr("Cost for {name}").format(name=it.name))
                box.picked.connect(partial(self._choose, class_id))
                self._grid.addWidget(soft_label(it.name, self), row, 0)
                self._grid.addWidget(box, row, 1)
                self.boxes[class_id] = box
        for class_id, it in rules.classes.items():
            cost = it.costs.get(terrain)
            choices = {
                _SAME: tr("Normal cost"),
                _CLOSED: tr("Cannot enter"),
                **{str(n): str(n) for n in _POINTS},
            }
            if cost is not None:
                choices.setdefault(str(cost), str(cost))
            self.boxes[class_id].offer(choices)
            shown = _CLOSED if terrain in it.forbidden else _SAME if cost is None else str(cost)
            self.boxes[class_id].show_value(shown)

    def _choose(self, class_id: str, choice: str) -> None:
        if self._rules is None:
            return
        known = entry_data(self._rules, RuleSection.CLASSES, class_id)
        cost = None if choice in (_SAME, _CLOSED) else cost_value(choice)
        data = with_class_cost(known, self._terrain, cost, can_enter=choice != _CLOSED)
        self.edited.emit({class_id: data})
