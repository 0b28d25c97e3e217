"""The state of both fighters, side by side: movement, facing, shield, tracks and damaged parts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.document.mover_choice import AttackQuestions
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, emptied, soft_label
from fairground.editor.widgets.mover_boxes import SHIELD_WORDS
from fairground.editor.widgets.number_fields import NumberField

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fairground.core.attacks.fighter import Fighter
    from fairground.core.grid.layout import Layout
    from fairground.core.rules import Ruleset
    from fairground.editor.document.mover_choice import EndChoice
    from fairground.editor.tools.tool_state import ToolState

_MOST = 99
_NOTHING = -1
_ENDS = (tr("start"), tr("end"))
#: Fields that units have and bare hexes lack.
_OWN = ("facing", "shield", "unit_class")


class AttackEnds(QWidget):
    """A row for each fact about a fighter that the ruleset uses, with a box for each end of the line.

    The first entry of a list keeps the value of the unit on the map.
    """

    def __init__(self, state: ToolState, parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        self._shown_for: tuple[Ruleset, Layout] | None = None
        self._refreshers: list[Callable[[], None]] = []
        #: The boxes by field and end, 0 or 1.
        self.boxes: dict[tuple[str, int], QWidget] = {}
        self.titles = tuple(ElidedLabel("", self) for _ in _ENDS)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 2, 0, 4)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(2)
        for column in (1, 2):
            self._grid.setColumnStretch(column, 1)
        state.changed.connect(self._option_changed)

    def name_ends(self, fighters: tuple[Fighter, Fighter]) -> None:
        """Show who stands at the ends, and whether they bring values of their own."""
        for end, fighter in enumerate(fighters):
            self.titles[end].setText(fighter.name)
            for field in _OWN:
                box = self.boxes.get((field, end))
                if isinstance(box, ChoiceBox):
                    box.setItemText(0, tr("unknown") if fighter.unit is None else tr("as set for the unit"))

    def show_rules(self, rules: Ruleset, layout: Layout) -> None:
        """Offer the boxes that a ruleset needs."""
        if self._shown_for != (rules, layout):
            self._shown_for = rules, layout
            self._clear()
            self._add_rows(rules, layout)
        self._show()

    # -- the rows -------------------------------------------------------------------------------------------

    def _add_rows(self, rules: Ruleset, layout: Layout) -> None:
        needed, own = AttackQuestions(rules), tr("as set for the unit")
        facings = {None: own} | {i: f"{i} {name}" for i, name in enumerate(layout.direction_names, 1)}
        shields = {None: own} | {
            hand.value: name for hand, name in SHIELD_WORDS.items() if hand.value in rules.shields
        }
        shield_kinds = {None: tr("not specified")} | {
            name: it.name for name, it in rules.shield_kinds.items()
        }
        classes = {None: own} | {name: it.name for name, it in rules.classes.items()}
        if needed.moved:
            self._numbers("moved", tr("Moved"), tr("hexes"), least=0)
        if needed.facing:
            self._choices("facing", tr("Facing"), facings)
        if rules.shields:
            self._choices("shield", tr("Shield"), shields)
        if rules.shield_kinds:
            self._choices("shield_kind", tr("Type"), shield_kinds)
        if needed.unit_class and rules.classes:
            self._choices("unit_class", tr("Class"), classes)
        if needed.damage:
            self._numbers("defence", tr("Defence"), "", least=_NOTHING)
        for name, track in needed.tracks.items():
            self._track(name, track.name)
        for name, part in needed.parts.items():
            self._flag(name, part.name, partial(self._set_part, name), partial(_has_state, name))
        if needed.grounded:
            self._flag("grounded", tr("On the ground"), self._set_grounded, lambda end: end.grounded)

    def _numbers(self, field: str, title: str, unit: str, *, least: int) -> None:
        def make(end: int) -> QWidget:
            def show() -> None:
                value = getattr(self._ends[end], field)
                box.setValue(_NOTHING if value is None else value)

            box = NumberField(self)
            box.setRange(least, _MOST)
            box.setToolTip(unit)
            if least == _NOTHING:
                box.setSpecialValueText(tr("none"))
            box.valueChanged.connect(
                lambda value: self._set(end, **{field: None if value == _NOTHING else value})
            )
            self._refreshers.append(show)
            return box

        self._row(field, title, make)

    def _choices(self, field: str, title: str, choices: Mapping[Any, str]) -> None:
        def make(end: int) -> QWidget:
            box = ChoiceBox(self)
            box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(4)
            box.offer(choices)
            box.picked.connect(lambda value: self._set(end, **{field: value}))
            self._refreshers.append(lambda: box.show_value(getattr(self._ends[end], field)))
            return box

        self._row(field, title, make)

    def _track(self, name: str, title: str) -> None:
        def make(end: int) -> QWidget:
            box = NumberField(self)
            box.setRange(0, _MOST)
            box.valueChanged.connect(lambda value: self._set_state(end, name, value, present=value > 0))
            self._refreshers.append(lambda: box.setValue(dict(self._ends[end].states).get(name) or 0))
            return box

        self._row(name, title, make)

    def _flag(
        self, name: str, title: str, change: Callable[[int, bool], None], is_set: Callable[[EndChoice], bool]
    ) -> None:
        def make(end: int) -> QWidget:
            box = QCheckBox(self)
            box.toggled.connect(partial(change, end))
            self._refreshers.append(lambda: box.setChecked(is_set(self._ends[end])))
            return box

        self._row(name, title, make)

    def _row(self, name: str, title: str, make: Callable[[int], QWidget]) -> None:
        row = self._grid.rowCount()
        label = soft_label(title, self)
        label.setWordWrap(False)
        self._grid.addWidget(label, row, 0)
        for end, end_name in enumerate(_ENDS):
            box = make(end)
            box.setAccessibleName(tr("{what} at the {end} of the line").format(what=title, end=end_name))
            self._grid.addWidget(box, row, end + 1)
            self.boxes[name, end] = box

    def _clear(self) -> None:
        self._refreshers.clear()
        self.boxes.clear()
        for widget in emptied(self._grid):
            if widget not in self.titles:
                widget.hide()
                widget.deleteLater()
        for column, title in enumerate(self.titles, 1):
            self._grid.addWidget(title, 0, column)

    # -- the choice -----------------------------------------------------------------------------------------

    @property
    def _ends(self) -> tuple[EndChoice, EndChoice]:
        return self._state.attack.ends

    def _set(self, end: int, **fields: Any) -> None:  # noqa: ANN401  # as dataclasses.replace
        choice = self._state.attack
        self._state.attack = choice.with_end(end, replace(choice.ends[end], **fields))

    def _set_state(self, end: int, name: str, number: int | None, *, present: bool) -> None:
        choice = self._state.attack
        self._state.attack = choice.with_end(end, choice.ends[end].with_state(name, number, present=present))

    def _set_part(self, name: str, end: int, present: bool) -> None:  # noqa: FBT001  # slot of a check box
        self._set_state(end, name, None, present=present)

    def _set_grounded(self, end: int, grounded: bool) -> None:  # noqa: FBT001  # slot of a check box
        self._set(end, grounded=grounded)

    def _option_changed(self, what: str) -> None:
        if what == "attack":
            self._show()

    def _show(self) -> None:
        for refresh in self._refreshers:
            refresh()


def _has_state(name: str, end: EndChoice) -> bool:
    return name in dict(end.states)
