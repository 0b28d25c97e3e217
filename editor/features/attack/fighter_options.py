"""How the two at the ends of the line stand: moved, facing, shield, tracks and damaged parts, side by side."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.document.attack_choice import AttackQuestions
from fairground.editor.widgets.basics import ElidedLabel, emptied, soft_label
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.mover_boxes import SHIELD_WORDS
from fairground.editor.widgets.number_fields import NumberField

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fairground.core.attacks.fighter import Fighter
    from fairground.core.grid.layout import Layout
    from fairground.core.rules import Ruleset
    from fairground.editor.document.attack_choice import EndChoice
    from fairground.editor.tools.state import ToolState

_MOST = 99
_NOTHING = -1
_ENDS = (tr("start"), tr("end"))
#: What units have of their own, and bare hexes have not.
_OWN = ("facing", "shield", "unit_class")


class AttackEnds(QWidget):
    """A row for each thing that the ruleset asks of a fighter, with a box for the start of the line and one for its end.

    The boxes are made anew for another ruleset. The first entry of those with names is as the unit stands.
    """

    def __init__(self, state: ToolState, parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        self._made_for: tuple[Ruleset, Layout] | None = None
        self._shows: list[Callable[[], None]] = []
        #: The boxes by what they are for and which end, 0 or 1.
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
        """Say who stands at the ends, and whether that tells the rest."""
        for end, it in enumerate(fighters):
            self.titles[end].setText(it.name)
            for field in _OWN:
                box = self.boxes.get((field, end))
                if isinstance(box, ChoiceBox):
                    box.setItemText(0, tr("unknown") if it.unit is None else tr("its own"))

    def show_rules(self, rules: Ruleset, layout: Layout) -> None:
        """Ask what a ruleset asks."""
        if self._made_for != (rules, layout):
            self._made_for = rules, layout
            self._clear()
            self._make(rules, layout)
        self._show()

    # -- making ---------------------------------------------------------------------------------------------

    def _make(self, rules: Ruleset, layout: Layout) -> None:
        asked, own = AttackQuestions(rules), tr("its own")
        facings = {None: own} | {i: f"{i} {name}" for i, name in enumerate(layout.direction_names, 1)}
        shields = {None: own} | {
            it.value: words for it, words in SHIELD_WORDS.items() if it.value in rules.shields
        }
        makes = {None: tr("not given")} | {name: it.name for name, it in rules.shield_kinds.items()}
        classes = {None: own} | {name: it.name for name, it in rules.classes.items()}
        if asked.moved:
            self._numbers("moved", tr("Moved"), tr("hexes"), least=0)
        if asked.facing:
            self._choices("facing", tr("Facing"), facings)
        if rules.shields:
            self._choices("shield", tr("Shield"), shields)
        if rules.shield_kinds:
            self._choices("shield_kind", tr("Type"), makes)
        if asked.unit_class and rules.classes:
            self._choices("unit_class", tr("Class"), classes)
        if asked.damage:
            self._numbers("defence", tr("Defence"), "", least=_NOTHING)
        for name, track in asked.tracks.items():
            self._track(name, track.name)
        for name, part in asked.parts.items():
            self._flag(name, part.name, partial(self._set_part, name), partial(_has_state, name))
        if asked.grounded:
            self._flag("grounded", tr("On the ground"), self._set_grounded, lambda it: it.grounded)

    def _numbers(self, field: str, title: str, unit: str, *, least: int) -> None:
        def make(end: int) -> QWidget:
            box = NumberField(self)
            box.setRange(least, _MOST)
            if least == _NOTHING:
                box.setSpecialValueText(tr("none"))
            elif unit:
                box.setToolTip(unit)
            box.valueChanged.connect(
                lambda value: self._set(end, **{field: None if value == _NOTHING else value})
            )
            self._shows.append(
                lambda: box.setValue(_or_nothing(getattr(self._state.attack.ends[end], field)))
            )
            return box

        self._row(field, title, make)

    def _choices(self, field: str, title: str, choices: Mapping[Any, str]) -> None:
        def make(end: int) -> QWidget:
            box = ChoiceBox(self)
            box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(4)
            box.offer(choices)
            box.picked.connect(lambda value: self._set(end, **{field: value}))
            self._shows.append(lambda: box.show_value(getattr(self._state.attack.ends[end], field)))
            return box

        self._row(field, title, make)

    def _track(self, name: str, title: str) -> None:
        def make(end: int) -> QWidget:
            box = NumberField(self)
            box.setRange(0, _MOST)
            box.valueChanged.connect(lambda value: self._set_state(end, name, value, present=value > 0))
            self._shows.append(lambda: box.setValue(dict(self._state.attack.ends[end].states).get(name) or 0))
            return box

        self._row(name, title, make)

    def _flag(
        self, name: str, title: str, change: Callable[[int, bool], None], is_set: Callable[[EndChoice], bool]
    ) -> None:
        def make(end: int) -> QWidget:
            box = QCheckBox(self)
            box.toggled.connect(partial(change, end))
            self._shows.append(lambda: box.setChecked(is_set(self._state.attack.ends[end])))
            return box

        self._row(name, title, make)

    def _row(self, name: str, title: str, make: Callable[[int], QWidget]) -> None:
        row = self._grid.rowCount()
        label = soft_label(title, self)
        label.setWordWrap(False)
        self._grid.addWidget(label, row, 0)
        for end, words in enumerate(_ENDS):
            box = make(end)
            box.setAccessibleName(tr("{what} at the {end}").format(what=title, end=words))
            self._grid.addWidget(box, row, end + 1)
            self.boxes[name, end] = box

    def _clear(self) -> None:
        self._shows.clear()
        self.boxes.clear()
        for widget in emptied(self._grid):
            if widget not in self.titles:
                widget.hide()
                widget.deleteLater()
        for column, title in enumerate(self.titles, 1):
            self._grid.addWidget(title, 0, column)

    # -- what is chosen -------------------------------------------------------------------------------------

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
        for show in self._shows:
            show()


def _or_nothing(number: int | None) -> int:
    return _NOTHING if number is None else number


def _has_state(name: str, end: EndChoice) -> bool:
    return name in dict(end.states)
