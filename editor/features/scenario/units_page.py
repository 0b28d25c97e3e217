"""The page of the units, with a table of the parts of a large unit and boxes for its traits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import FairgroundError
from fairground.core.scenario.inches import diameter, put_at, put_in, unit_point
from fairground.core.scenario.parts import INCH_DECIMALS, MAX_TITLE, Shield, UnitPart
from fairground.editor.app.texts import tr
from fairground.editor.document.hex_facts import describe_unit
from fairground.editor.document.readable_ruleset import known_rules, on_bases
from fairground.editor.features.scenario.part_form import show_choices, show_text, side_choices
from fairground.editor.features.scenario.parts_page import PartsPage
from fairground.editor.widgets.labels_and_buttons import tool_button
from fairground.editor.widgets.mover_boxes import shield_choices
from fairground.editor.widgets.number_fields import InchBox, PointField, inch_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

_NAME, _ACROSS, _DOWN, _SIZE = range(4)
#: The diameter of a new part, and the maximum length in files, in inches.
_NEW_SIZE, _MOST = 0.5, 1_000.0


class PartsTable(QWidget):
    """The parts of a unit: name, offset from the centre of its base and diameter, in inches."""

    #: All parts after a change, a tuple of ``UnitPart``.
    entered = Signal(object)
    #: Why an input was rejected; empty if it wasn't.
    faulty = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[UnitPart, ...] = ()
        self.table = QTableWidget(0, 4, self)
        self.table.setAccessibleName(tr("Parts of the unit"))
        for column, (title, tip) in enumerate(
            (
                (tr("Name"), tr("Name of the part")),
                ("→", tr("Inches to the right of the centre of the base")),
                ("↓", tr("Inches below the centre of the base")),
                ("⌀", tr("Diameter of the part in inches")),
            )
        ):
            header = QTableWidgetItem(title)
            header.setToolTip(tip)
            self.table.setHorizontalHeaderItem(column, header)
        # The row numbers are shown on the map too.
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        across = self.table.horizontalHeader()
        across.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        across.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.table.setTabKeyNavigation(False)
        self.table.cellChanged.connect(self._typed)
        self.add = tool_button("add", tr("Add part"), self)
        self.add.clicked.connect(self._add)
        self.remove = tool_button("delete", tr("Remove part"), self)
        self.remove.clicked.connect(self._remove)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.addWidget(self.add)
        buttons.addWidget(self.remove)
        buttons.addStretch(1)
        column_layout = QVBoxLayout(self)
        column_layout.setContentsMargins(0, 0, 0, 0)
        column_layout.setSpacing(2)
        column_layout.addLayout(buttons)
        column_layout.addWidget(self.table)
        self.setFocusProxy(self.table)
        self._show(())

    def show_parts(self, parts: Sequence[UnitPart]) -> None:
        """Show the parts of a unit."""
        # Computing the height of the header is slow, and most units have no parts.
        if tuple(parts) != self._parts:
            self._show(parts)

    def _show(self, parts: Sequence[UnitPart]) -> None:
        self._parts = tuple(parts)
        blocker = QSignalBlocker(self.table)
        self.table.setRowCount(len(parts))
        for row, part in enumerate(parts):
            for column, text in enumerate((part.name, *map(inch_text, (*part.at, part.base)))):
                item = self.table.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.table.setItem(row, column, item)
                item.setText(text)
                if column != _NAME:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        blocker.unblock()
        self.table.setVisible(bool(parts))
        self.remove.setEnabled(bool(parts))
        high = self.table.horizontalHeader().sizeHint().height() + 2 * self.table.frameWidth()
        self.table.setFixedHeight(high + sum(self.table.rowHeight(row) for row in range(len(parts))) + 2)

    def _typed(self, row: int, column: int) -> None:
        item = self.table.item(row, column)
        if item is None or row >= len(self._parts):
            return
        part, text = self._parts[row], item.text().strip()
        if column == _NAME:
            if 0 < len(text) <= MAX_TITLE:
                self._enter(row, replace(part, name=text))
            else:
                self._refuse(tr("Give the part a name."))
            return
        try:
            value = round(float(text.removesuffix("″").replace(",", ".")), INCH_DECIMALS)
        except ValueError:
            self._refuse(tr("{text!r} is not a number of inches.").format(text=text))
            return
        least = 0 if column == _SIZE else -_MOST
        if not least <= value <= _MOST:
            text = tr("{text} is out of range. Enter {least} to {most} inches.")
            self._refuse(text.format(text=inch_text(value), least=inch_text(least), most=inch_text(_MOST)))
            return
        across, down = part.at
        self._enter(
            row,
            {
                _ACROSS: replace(part, at=(value, down)),
                _DOWN: replace(part, at=(across, value)),
                _SIZE: replace(part, base=value),
            }[column],
        )

    def _refuse(self, sentence: str) -> None:
        self._show(self._parts)
        self.faulty.emit(sentence)

    def _enter(self, row: int, part: UnitPart) -> None:
        self.faulty.emit("")
        self.entered.emit((*self._parts[:row], part, *self._parts[row + 1 :]))

    def _add(self) -> None:
        taken = {part.name for part in self._parts}
        names = (tr("part {n}").format(n=n) for n in range(1, len(taken) + 2))
        self.entered.emit(
            (*self._parts, UnitPart(next(it for it in names if it not in taken), base=_NEW_SIZE))
        )

    def _remove(self) -> None:
        row = self.table.currentRow()
        row = row if 0 <= row < len(self._parts) else len(self._parts) - 1
        self.entered.emit((*self._parts[:row], *self._parts[row + 1 :]))


class TraitBoxes(QWidget):
    """A box for each trait of the ruleset, and for each unknown trait of the unit."""

    #: The ids of the selected traits, a tuple.
    entered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        self._traits: tuple[str, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)

    def offer(self, known: Mapping[str, tuple[str, str]], traits: Sequence[str]) -> None:
        """Show traits, their names and descriptions by id, and check those of the unit."""
        self._traits = tuple(traits)
        wanted = {
            **known,
            **{it: (tr("{trait} (unknown)").format(trait=it), "") for it in traits if it not in known},
        }
        if list(wanted) != list(self.boxes):
            for box in self.boxes.values():
                self._column.removeWidget(box)
                box.deleteLater()
            self.boxes = {name: QCheckBox(self) for name in wanted}
            for name, box in self.boxes.items():
                box.clicked.connect(lambda on, name=name: self._tick(name, on=on))
                self._column.addWidget(box)
            if self.boxes:
                self.setFocusProxy(next(iter(self.boxes.values())))
        for name, (title, tip) in wanted.items():
            self.boxes[name].setText(title)
            self.boxes[name].setToolTip(tip)
            self.boxes[name].setChecked(name in self._traits)

    def _tick(self, name: str, *, on: bool) -> None:
        rest = tuple(it for it in self._traits if it != name)
        self._traits = (*rest, name) if on else rest
        self.entered.emit(self._traits)


#: The value of the base field for the default of the class: less than any diameter.
_NO_BASE = 0.25


class UnitsPage(PartsPage):
    """The page of the units; the unit tool turns and removes the selected one."""

    field = "units"
    noun = tr("unit")
    nouns = tr("Units")
    nothing = tr("No units yet. Click a hex with the unit tool to place one.")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        from fairground.core.files.file_model import MAX_ALLOWANCE, MAX_INCHES, MAX_TURNS
        from fairground.core.files.read_parts import MAX_HIT_POINTS

        self.name = self.form.text_field(
            "name", tr("Name"), tr("Name shown to players. Default: the name of the class")
        )
        self.side = self.form.choice_field("side", tr("Side"), tr("The side that the unit belongs to"))
        self.unit_class = self.form.choice_field(
            "class", tr("Class"), tr("The class of the unit"), attribute="unit_class"
        )
        self.hex = QLineEdit(self)
        self.hex.editingFinished.connect(self._place)
        self.form.add("hex", tr("Hex"), self.hex, tr("Starting hex, for example C4"))
        self.facing = self.form.choice_field(
            "facing", tr("Facing"), tr("Facing (R and Shift+R with the unit tool)")
        )
        self.shield = self.form.choice_field("shield", tr("Shield"), tr("The arm that carries the shield"))
        self.allowance = self.form.number_field(
            "allowance",
            tr("Movement"),
            tr("Movement points per turn. Default: the class's value"),
            MAX_ALLOWANCE,
            least=-1,
            take=lambda value: None if value < 0 else value,
        )
        self.arrives = self.form.number_field(
            "arrives",
            tr("Arrives"),
            tr("The turn in which the unit enters the board at its starting hex"),
            MAX_TURNS,
            least=1,
        )
        self.arrives.setSpecialValueText(tr("at the start"))
        self.arrives.setPrefix(tr("turn "))
        self.hit_points = self.form.number_field(
            "hit_points",
            tr("Hit points"),
            tr("Hit points in self-play. Default: the force's value"),
            MAX_HIT_POINTS,
            take=lambda value: value or None,
        )
        self.defence = self.form.number_field(
            "defence",
            tr("Defence"),
            tr("Damage subtracted from each hit. Default: the force's value"),
            MAX_HIT_POINTS,
            least=-1,
            take=lambda value: None if value < 0 else value,
        )
        for field in (self.hit_points, self.defence):
            field.setSpecialValueText(tr("default"))
        self.unarmed = QCheckBox(tr("never attacks"), self)
        self.unarmed.clicked.connect(lambda on: self.change(tr("Change attacks of"), unarmed=on))
        self.form.add("unarmed", tr("Unarmed"), self.unarmed, tr("The unit has no weapons"))
        self.at = PointField(self)
        self.at.entered.connect(self._put)
        self.form.add("at", tr("Position"), self.at, tr("Position of the base, in inches"))
        self.base = InchBox(self, least=-_NO_BASE, most=MAX_INCHES)
        self.base.valueChanged.connect(
            lambda value: self.change(tr("Change base of"), base=None if value < 0 else value)
        )
        self.form.add("base", tr("Base"), self.base, tr("Base diameter. Default: the class's value"))
        self.traits = TraitBoxes(self)
        self.traits.entered.connect(lambda traits: self.change(tr("Change traits of"), traits=traits))
        self.form.add("traits", tr("Traits"), self.traits, tr("Special abilities"))
        self.unit_parts = PartsTable(self)
        self.unit_parts.entered.connect(lambda parts: self.change(tr("Change parts of"), parts=parts))
        self.unit_parts.faulty.connect(lambda sentence: self.form.complain("parts", sentence))
        tip = tr("The visible parts of a large unit, for example head and legs")
        self.form.add("parts", tr("Parts"), self.unit_parts, tip)

    def describe(self, scenario: Scenario, part: Unit) -> str:
        """Return the hex and the description of a unit."""
        return f"{scenario.board.hex_name(part.hex)}  {describe_unit(scenario, part)}"

    def fill(self, scenario: Scenario, part: Unit) -> None:
        """Show a unit; the shield only if the ruleset or the unit has one."""
        rules = known_rules(scenario)
        show_text(self.name, part.name)
        show_choices(self.side, side_choices(scenario), part.side)
        classes = {name: it.name for name, it in rules.classes.items()} if rules else {}
        show_choices(self.unit_class, classes, part.unit_class)
        show_text(self.hex, scenario.board.hex_name(part.hex))
        facings = {at: f"{at}  {name}" for at, name in enumerate(scenario.board.layout.direction_names, 1)}
        show_choices(self.facing, facings, part.facing)
        shields = shield_choices(scenario)
        show_choices(self.shield, shields, part.shield)
        self.form.show_field("shield", shown=len(shields) > 1 or part.shield is not Shield.NONE)
        known = rules.classes.get(part.unit_class) if rules else None
        self.allowance.setSpecialValueText(
            tr("default: {allowance}").format(allowance=known.allowance) if known else tr("default")
        )
        self.allowance.setValue(-1 if part.allowance is None else part.allowance)
        self.arrives.setValue(part.arrives)
        self.hit_points.setValue(part.hit_points or 0)
        self.defence.setValue(-1 if part.defence is None else part.defence)
        self.unarmed.setChecked(part.unarmed)
        self.form.complain("hex", "")
        self._fill_base(scenario, part, rules)

    def _fill_base(self, scenario: Scenario, part: Unit, rules: Ruleset | None) -> None:
        """Show the fields for sight from base to base; only those with a value if the ruleset has no such sight."""
        shown = on_bases(scenario)
        for key in ("at", "base", "traits", "parts"):
            self.form.show_field(key, shown=shown or getattr(part, key) not in (None, ()))
            self.form.complain(key, "")
        self.at.show_point(*unit_point(scenario.board, part))
        self.base.setSpecialValueText(
            tr("default: {inches}″").format(inches=inch_text(diameter(rules, replace(part, base=None))))
        )
        self.base.setValue(-_NO_BASE if part.base is None else part.base)
        known = rules.visibility.unit_traits if rules else {}
        self.traits.offer({name: (it.name, it.description) for name, it in known.items()}, part.traits)
        self.unit_parts.show_parts(part.parts)

    def place_of(self, scenario: Scenario, part: Unit) -> Hex | None:  # noqa: ARG002  # as other pages
        """Return the hex of a unit."""
        return part.hex

    def _put(self, across: float, down: float) -> None:
        part = self.part
        if part is None or self.document is None:
            return
        board = self.document.scenario.board
        after = put_at(board, part, across, down)
        if board.contains(after.hex):
            self.change(tr("Move"), hex=after.hex, at=after.at)
        else:
            self.at.show_point(*unit_point(board, part))
            self.form.complain("at", tr("This position is off the board."))

    def _place(self) -> None:
        part = self.part
        if part is None or self.document is None or not self.hex.isModified():
            return
        board = self.document.scenario.board
        text = self.hex.text().strip().upper()
        if text == board.hex_name(part.hex):
            self.form.complain("hex", "")
            return
        try:
            at = board.find(text)
        except FairgroundError as error:
            self.hex.setText(board.hex_name(part.hex))
            self.form.complain("hex", f"{error}.")
            return
        self.change(tr("Move"), hex=at, at=put_in(board, part, at).at)
