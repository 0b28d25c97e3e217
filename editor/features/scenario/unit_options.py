"""The options of the unit tool: what the next unit is like."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.features.scenario.part_form import side_choices
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.mover_boxes import shield_choices
from fairground.editor.widgets.side_signs import side_sign

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.tools.state import ToolState

#: The boxes: the field of ``UnitChoice``, what it is, its tooltip, and how wide it is.
_BOXES = (
    ("side", tr("Side for new units"), tr("The side of the units you place"), 120),
    ("class_id", tr("Class for new units"), tr("The class of the units you place"), 150),
    ("facing", tr("Facing for new units"), tr("The facing of the units you place"), 70),
    ("shield", tr("Shield for new units"), tr("The shield arm of the units you place"), 110),
)


class UnitOptions(QWidget):
    """Boxes for ``ToolState.new_unit``, and some buttons for the chosen unit."""

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        self._document: Document | None = None
        self.boxes: dict[str, ChoiceBox] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for name, title, tip, wide in _BOXES:
            box = ChoiceBox(self)
            box.setAccessibleName(title)
            box.setToolTip(tip)
            box.setMinimumWidth(wide)
            box.picked.connect(partial(self._choose, name))
            self.boxes[name] = box
            row.addWidget(box)
        row.addSpacing(8)
        for button in buttons:
            row.addWidget(button)
        state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Offer the sides and classes of another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
            self._offer(document.scenario)

    def _choose(self, name: str, value: object) -> None:
        changes: dict[str, Any] = {name: value}
        self._state.new_unit = replace(self._state.new_unit, **changes)

    def _changed(self, event: object) -> None:
        if (
            self._document is not None
            and isinstance(event, FieldChanged)
            and event.field in ("sides", "ruleset", "board")
        ):
            self._offer(self._document.scenario)

    def _offer(self, scenario: Scenario) -> None:
        """Fill the boxes; that for shields is there where the ruleset has some."""
        rules = known_rules(scenario)
        sides = enumerate(side.id for side in scenario.sides)
        self.boxes["side"].offer(side_choices(scenario), {side: side_sign(index) for index, side in sides})
        classes = rules.classes if rules else {}
        self.boxes["class_id"].offer({name: f"{it.name} · {it.allowance}" for name, it in classes.items()})
        names = scenario.board.layout.direction_names
        self.boxes["facing"].offer({facing: f"{facing}  {name}" for facing, name in enumerate(names, 1)})
        self.boxes["shield"].offer(shield_choices(scenario))
        for box in self.boxes.values():
            box.setEnabled(box.count() > 0)
        self.boxes["shield"].setVisible(self.boxes["shield"].count() > 1)
        self._show()

    def _option_changed(self, what: str) -> None:
        if what == "new_unit":
            self._show()

    def _show(self) -> None:
        if self._document is None:
            return
        choice = self._state.new_unit.within(self._document.scenario)
        for name, box in self.boxes.items():
            box.show_value(getattr(choice, name))
