"""The options of the objective tool: which objective is worked on, what it is worth and for how long it is held."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

from fairground.editor.app.texts import tr, trn
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.hex_facts import describe_objective
from fairground.editor.document.part_patches import part_index, replaced
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.side_signs import side_sign

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.tools.state import ToolState

_WIDE = 200


class ObjectiveOptions(QWidget):
    """A box with the objectives, some buttons, and fields for points and turns to hold."""

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        self._document: Document | None = None
        self.objective = QComboBox(self)
        self.objective.setAccessibleName(tr("Objective"))
        self.objective.setMinimumWidth(_WIDE)
        self.objective.activated.connect(
            lambda _at: setattr(state, "objective_id", self.objective.currentData())
        )
        self.points = _field(tr("Points"), tr("What the objective is worth"), self)
        self.points.count(lambda number: trn("point", "points", number))
        self.points.valueChanged.connect(lambda value: self._change("points", value))
        self.hold = _field(tr("Hold"), tr("How many turns it must be held to score"), self)
        self.hold.setPrefix(tr("hold "))
        self.hold.count(lambda number: trn("turn", "turns", number))
        self.hold.setSpecialValueText(tr("scores at once"))
        self.hold.valueChanged.connect(lambda value: self._change("hold", value))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.objective)
        for button in buttons:
            row.addWidget(button)
        row.addSpacing(8)
        row.addWidget(self.points)
        row.addWidget(self.hold)
        state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Show the objectives of another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            from fairground.core.files.file_model import MAX_POINTS, MAX_TURNS

            document.changed.connect(self._changed)
            for field, most in ((self.points, MAX_POINTS), (self.hold, MAX_TURNS)):
                blocked = field.blockSignals(True)  # Qt's signature
                field.setMaximum(most)
                field.blockSignals(blocked)
        self._show()

    def _change(self, name: str, value: int) -> None:
        index = self._index()
        if self._document is not None and index is not None:
            scenario = self._document.scenario
            changes: dict[str, Any] = {name: value}
            after = replace(scenario.objectives[index], **changes)
            self._document.edit(
                tr("Change {name} of {id}").format(name=name, id=after.id),
                replaced(scenario, "objectives", index, after),
            )

    def _index(self) -> int | None:
        if self._document is None:
            return None
        return part_index(self._document.scenario, "objectives", self._state.objective_id)

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field in ("objectives", "sides", "board"):
            self._show()

    def _option_changed(self, what: str) -> None:
        if what in ("objective_id", "locked_layers"):
            self._show()

    def _show(self) -> None:
        scenario = self._document.scenario if self._document else None
        self.objective.clear()
        for it in scenario.objectives if scenario else ():
            self.objective.addItem(
                side_sign(scenario.side_index(it.side)) if scenario else side_sign(-1),
                describe_objective(it),
                it.id,
            )
        self.objective.setCurrentIndex(self.objective.findData(self._state.objective_id))
        self.objective.setEnabled(self.objective.count() > 0)
        self.objective.setPlaceholderText(tr("None chosen") if self.objective.count() else tr("None yet"))
        self.objective.setToolTip(
            tr("The objective you are editing") if self.objective.count() else tr("No objectives yet")
        )
        index = self._index()
        chosen = scenario.objectives[index] if scenario and index is not None else None
        for field, value in (
            (self.points, chosen.points if chosen else 0),
            (self.hold, chosen.hold if chosen else 0),
        ):
            blocked = field.blockSignals(True)  # Qt's signature
            field.setValue(value)
            field.setEnabled(chosen is not None and "objectives" not in self._state.locked_layers)
            field.blockSignals(blocked)


def _field(name: str, tip: str, parent: QWidget) -> NumberField:
    field = NumberField(parent)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    return field
