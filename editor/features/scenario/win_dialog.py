"""The dialog for a way to win: its tasks, and a form for the selected one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from fairground.core.scenario.mission import (
    TARGET_LISTS,
    Task,
    TaskKind,
    Win,
    describe_task,
    describe_win,
    named_parts,
)
from fairground.core.scenario.parts import ObjectiveKind, ZoneKind
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.features.scenario.part_form import show_choices
from fairground.editor.widgets.checklist_button import CheckMenu, ChoiceBox
from fairground.editor.widgets.field_form import FieldForm
from fairground.editor.widgets.labels_and_buttons import fill, soft_label, tool_button
from fairground.editor.widgets.number_fields import NumberField

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Side

_KINDS = {
    TaskKind.HOLD: tr("Hold objectives"),
    TaskKind.REACH: tr("Reach a zone"),
    TaskKind.EXIT: tr("Leave the board"),
    TaskKind.DESTROY: tr("Destroy units"),
    TaskKind.PLANT: tr("Plant charges"),
    TaskKind.POINTS: tr("Score points"),
    TaskKind.LAST_STANDING: tr("Be the last side with units"),
    TaskKind.TIME_OUT: tr("Hold out until the turn limit"),
}
_TARGETS = {
    TaskKind.HOLD: tr("Objectives"),
    TaskKind.REACH: tr("Zones"),
    TaskKind.EXIT: tr("Exits"),
    TaskKind.DESTROY: tr("Units or sides"),
    TaskKind.PLANT: tr("Objectives"),
}
_NO_TARGETS = {
    TaskKind.HOLD: tr("Add an objective to the map first."),
    TaskKind.REACH: tr("Add a zone to the map first."),
    TaskKind.EXIT: tr("Add an exit zone or exit objective first."),
    TaskKind.DESTROY: tr("Add another side first."),
    TaskKind.PLANT: tr("Add an objective to the map first."),
}
#: The tasks that units are counted for, and those that take turns.
_BY_UNITS = (TaskKind.REACH, TaskKind.EXIT)
_IN_TURNS = (TaskKind.HOLD, TaskKind.PLANT)
#: The rows of the list of tasks that are visible at once.
_ROWS = 3


def targets_of(scenario: Scenario, side: Side, kind: TaskKind) -> dict[str, str]:
    """Return the titles of what a task of a side may be about, by id."""
    own = {it.id for it in scenario.sides if it.allegiance == side.allegiance}
    titles: dict[str, str] = {}
    for noun, parts in named_parts(scenario, kind):
        for part in parts:
            is_exit = getattr(part, "kind", None) in (ZoneKind.EXIT, ObjectiveKind.EXIT)
            is_own = getattr(part, "side", part.id) in own
            if (kind is TaskKind.EXIT and not is_exit) or (kind is TaskKind.DESTROY and is_own):
                continue
            text = scenario.part_title(part)
            if noun == "side":
                text = tr("All units of {side}").format(side=text)
            titles.setdefault(part.id, text)
    return titles


def is_complete(task: Task) -> bool:
    """Return whether a task names what it is about."""
    if task.kind is TaskKind.POINTS:
        return task.points > 0
    return bool(task.targets) or task.kind not in TARGET_LISTS


class TaskForm(FieldForm):
    """The fields of a task; only those that it has are shown."""

    #: The task after a change.
    changed = Signal(object)

    def __init__(self, scenario: Scenario, side: Side, parent: QWidget) -> None:
        super().__init__(parent)
        from fairground.core.files.file_model import MAX_POINTS, MAX_TURNS, MAX_UNITS

        self._scenario, self._side = scenario, side
        self._task = Task(TaskKind.HOLD)
        self.kind = ChoiceBox(self)
        self.kind.offer(_KINDS)
        self.targets = CheckMenu(tr("Choose…"), self)
        self.count = _number(self, MAX_UNITS, tr("all"))
        self.turns = _number(self, MAX_TURNS, "")
        self.turns.count(lambda number: trn("turn", "turns", number))
        self.units = CheckMenu(tr("Any"), self)
        self.units.offer({it.id: scenario.part_title(it) for it in scenario.units if it.side == side.id})
        self.unit_class = ChoiceBox(self)
        self.points = _number(self, MAX_POINTS, tr("none"))
        for key, title, field, tip in (
            ("kind", tr("Task"), self.kind, tr("The task that the side must complete")),
            (
                "targets",
                tr("Targets"),
                self.targets,
                tr("The objectives, zones, units or sides that the task applies to"),
            ),
            ("count", tr("How many"), self.count, tr("How many are required. Default: all")),
            ("turns", tr("Turns"), self.turns, ""),
            ("units", tr("Units"), self.units, tr("The units that count. Default: any unit of the side")),
            ("class", tr("Class"), self.unit_class, tr("The class of the units that count. Default: any")),
            ("points", tr("Points"), self.points, tr("The points to score")),
        ):
            self.add(key, title, field, tip)
        self.kind.picked.connect(self._choose_kind)
        self.unit_class.picked.connect(lambda _: self._read())
        for menu in (self.targets, self.units):
            menu.changed.connect(self._read)
        for number in (self.count, self.turns, self.points):
            number.valueChanged.connect(self._read)

    def show_task(self, task: Task) -> None:
        """Show a task."""
        self._task = task
        rules = known_rules(self._scenario)
        classes = {name: it.name for name, it in rules.classes.items()} if rules else {}
        fields = (self.targets, self.count, self.turns, self.units, self.unit_class, self.points)
        blockers = [QSignalBlocker(it) for it in fields]
        self.kind.show_value(task.kind)
        known = targets_of(self._scenario, self._side, task.kind)
        unknown = {it: tr("{chosen} (unknown)").format(chosen=it) for it in task.targets if it not in known}
        self.targets.offer(known | unknown)
        self.targets.check(task.targets)
        self.count.setValue(task.count or 0)
        self.turns.setSpecialValueText(
            tr("one turn") if task.kind is TaskKind.HOLD else tr("goes off immediately")
        )
        self.turns.setValue(task.turns)
        self.turns.setToolTip(
            tr("How many turns in a row the objectives must be held")
            if task.kind is TaskKind.HOLD
            else tr("How many turns a charge takes to go off after it is planted")
        )
        self.units.check(task.units)
        show_choices(self.unit_class, {"": tr("Any")} | classes, task.unit_class)
        self.points.setValue(task.points)
        del blockers
        self._show_fields(task.kind)

    def _show_fields(self, kind: TaskKind) -> None:
        for key, shown in (
            ("targets", kind in TARGET_LISTS),
            ("count", kind in TARGET_LISTS),
            ("turns", kind in _IN_TURNS),
            ("units", kind in _BY_UNITS),
            ("class", kind in _BY_UNITS),
            ("points", kind is TaskKind.POINTS),
        ):
            self.show_field(key, shown=shown)
        self.name_field("targets", _TARGETS.get(kind, ""))
        is_empty = kind in TARGET_LISTS and not targets_of(self._scenario, self._side, kind)
        self.complain("targets", _NO_TARGETS[kind] if is_empty else "")

    def _choose_kind(self, kind: TaskKind) -> None:
        if kind is not self._task.kind:
            known = targets_of(self._scenario, self._side, kind)
            # If there is only one target, it is meant.
            self.show_task(Task(kind, tuple(known) if len(known) == 1 else ()))
            self.changed.emit(self._task)

    def _read(self) -> None:
        """Take the values of the fields that the task has."""
        kind, by_units = self._task.kind, self._task.kind in _BY_UNITS
        self._task = Task(
            kind,
            self.targets.checked if kind in TARGET_LISTS else (),
            (self.count.value() or None) if kind in TARGET_LISTS else None,
            self.turns.value() if kind in _IN_TURNS else 0,
            self.units.checked if by_units else (),
            self.unit_class.value or "" if by_units else "",
            self.points.value() if kind is TaskKind.POINTS else 0,
        )
        self.changed.emit(self._task)


class WinDialog(QDialog):
    """Edits a way to win; OK is possible when every task is complete."""

    #: The way to win.
    entered = Signal(object)

    def __init__(self, scenario: Scenario, side: Side, win: Win | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(
            (
                tr("Add a way to win for {side}") if win is None else tr("Change a way to win for {side}")
            ).format(side=side.title)
        )
        self._scenario, self._side = scenario, side
        known = targets_of(scenario, side, TaskKind.HOLD)
        first = Task(TaskKind.HOLD, tuple(known) if len(known) == 1 else ())
        self._tasks = list(win.tasks) if win is not None else [first]
        self.tasks = QListWidget(self)
        self.tasks.setAccessibleName(tr("Required tasks"))
        self.tasks.setWordWrap(True)
        self.tasks.setSpacing(2)
        self._all_needed = soft_label(tr("All of these are required:"), self)
        self.form = TaskForm(scenario, side, self)
        self.add = tool_button("add", tr("Add another required task"), self)
        self.remove = tool_button("delete", tr("Remove the task"), self)
        self.sentence = soft_label("", self)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel, self)
        row = QHBoxLayout()
        fill(row, (self._all_needed, 1), self.add, self.remove, spacing=2)
        column = QVBoxLayout(self)
        fill(
            column,
            row,
            self.tasks,
            self.form,
            None,
            self.sentence,
            self.buttons,
            spacing=8,
            margins=(14, 12, 14, 12),
        )
        self.tasks.currentRowChanged.connect(self._choose)
        self.form.changed.connect(self._change)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: self.entered.emit(self.win))
        self.resize(440, 320)
        self._show_tasks(0)
        self.form.kind.setFocus()

    @property
    def win(self) -> Win:
        """The way to win."""
        return Win(tuple(self._tasks))

    def _show_tasks(self, chosen: int) -> None:
        """Show all tasks, and one of them in the form."""
        with QSignalBlocker(self.tasks):
            self.tasks.clear()
            self.tasks.addItems([self._describe(it) for it in self._tasks])
            self.tasks.setCurrentRow(chosen)
        row = self.tasks.sizeHintForRow(0) + 2 * self.tasks.spacing()
        high = row * min(len(self._tasks), _ROWS) + 2 * self.tasks.frameWidth() + 2
        self.tasks.setFixedHeight(high)
        several = len(self._tasks) > 1
        self.tasks.setVisible(several)
        self.remove.setEnabled(several)
        self._all_needed.setText(
            tr("All of these are required:")
            if several
            else tr("This task alone wins the game. Add tasks if more than one is required.")
        )
        self.form.show_task(self._tasks[chosen])
        self._sum_up()

    def _describe(self, task: Task) -> str:
        text = describe_task(self._scenario, task) if is_complete(task) else _KINDS[task.kind]
        return text[:1].upper() + text[1:]

    def _sum_up(self) -> None:
        is_whole = all(map(is_complete, self._tasks))
        self.sentence.setText(
            tr("{side} must {win}.").format(side=self._side.title, win=describe_win(self._scenario, self.win))
            if is_whole
            else tr("Choose the targets or points for every task.")
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(is_whole)

    def _choose(self, row: int) -> None:
        if row >= 0:
            self.form.show_task(self._tasks[row])

    def _change(self, task: Task) -> None:
        row = max(self.tasks.currentRow(), 0)
        self._tasks[row] = replace(task)
        self.tasks.item(row).setText(self._describe(task))
        self._sum_up()

    def _add(self) -> None:
        self._tasks.append(Task(TaskKind.TIME_OUT))
        self._show_tasks(len(self._tasks) - 1)
        self.form.kind.setFocus()

    def _remove(self) -> None:
        row = max(self.tasks.currentRow(), 0)
        del self._tasks[row]
        self._show_tasks(max(row - 1, 0))


def _number(parent: QWidget, most: int, none: str) -> NumberField:
    """Return a number field that shows the text ``none`` for 0."""
    field = NumberField(parent)
    field.setRange(0, most)
    field.setSpecialValueText(none)
    return field
