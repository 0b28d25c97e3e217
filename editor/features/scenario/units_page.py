"""The units of the scenario: whose each is, its class, where it looks and where it carries its shield."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from fairground.core.errors import FairgroundError
from fairground.core.scenario.parts import Shield
from fairground.core.scenario.table import diameter, put_at, put_in, unit_point
from fairground.editor.app.texts import tr
from fairground.editor.document.hex_facts import unit_words
from fairground.editor.document.readable_ruleset import known_rules, on_bases
from fairground.editor.features.scenario.part_form import show_choices, show_text, side_choices
from fairground.editor.features.scenario.parts_page import PartsPage
from fairground.editor.features.scenario.unit_parts_table import PartsTable
from fairground.editor.features.scenario.unit_traits import TraitBoxes
from fairground.editor.widgets.inch_fields import InchBox, PointField, inch_text
from fairground.editor.widgets.shield_choices import shield_choices

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

#: What the field for the base shows as that of the class: less than any diameter.
_NO_BASE = 0.25


class UnitsPage(PartsPage):
    """The chosen unit is the one that the unit tool turns and removes."""

    field = "units"
    noun = tr("unit")
    nouns = tr("Units")
    nothing = tr("There are no units yet. Click a hex with the unit tool to place one.")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        from fairground.core.files.file_model import MAX_ALLOWANCE, MAX_INCHES  # noqa: PLC0415  # loaded with the first file

        self.name = self.form.text_field(
            "name", tr("Name"), tr("The name to show; that of its class where there is none")
        )
        self.side = self.form.choice_field("side", tr("Side"), tr("Whose unit it is"))
        self.unit_class = self.form.choice_field(
            "class", tr("Class"), tr("What it is"), attribute="unit_class"
        )
        self.hex = QLineEdit(self)
        self.hex.editingFinished.connect(self._place)
        self.form.add("hex", tr("Hex"), self.hex, tr("Where it starts, such as C4"))
        self.facing = self.form.choice_field(
            "facing", tr("Facing"), tr("Where it looks (R and Shift+R with the unit tool)")
        )
        self.shield = self.form.choice_field("shield", tr("Shield"), tr("Where it carries its shield"))
        self.allowance = self.form.number_field(
            "allowance",
            tr("Movement"),
            tr("Its own movement points a turn, in place of those of its class"),
            MAX_ALLOWANCE,
            least=-1,
            take=lambda value: None if value < 0 else value,
        )
        self.at = PointField(self)
        self.at.entered.connect(self._put)
        self.form.add("at", tr("Place"), self.at, tr("Where its base is, in inches"))
        self.base = InchBox(self, least=-_NO_BASE, most=MAX_INCHES)
        self.base.valueChanged.connect(
            lambda value: self.change(tr("Change base of"), base=None if value < 0 else value)
        )
        self.form.add(
            "base", tr("Base"), self.base, tr("The diameter of its base, in place of that of its class")
        )
        self.traits = TraitBoxes(self)
        self.traits.entered.connect(lambda traits: self.change(tr("Change traits of"), traits=traits))
        self.form.add("traits", tr("Traits"), self.traits, tr("What it can do besides"))
        self.unit_parts = PartsTable(self)
        self.unit_parts.entered.connect(lambda parts: self.change(tr("Change parts of"), parts=parts))
        self.unit_parts.faulty.connect(lambda sentence: self.form.complain("parts", sentence))
        self.form.add(
            "parts", tr("Parts"), self.unit_parts, tr("What a large unit is seen by, such as head and legs")
        )

    def words(self, scenario: Scenario, part: Unit) -> str:
        """Return the unit in words, with its hex before."""
        return f"{scenario.board.place_name(part.hex)}  {unit_words(scenario, part)}"

    def fill(self, scenario: Scenario, part: Unit) -> None:
        """Show a unit; the shield where the ruleset has shields, or the unit one."""
        rules = known_rules(scenario)
        show_text(self.name, part.name)
        show_choices(self.side, side_choices(scenario), part.side)
        classes = {name: it.name for name, it in rules.classes.items()} if rules else {}
        show_choices(self.unit_class, classes, part.unit_class)
        show_text(self.hex, scenario.board.place_name(part.hex))
        ways = {at: f"{at}  {name}" for at, name in enumerate(scenario.board.layout.direction_names, 1)}
        show_choices(self.facing, ways, part.facing)
        shields = shield_choices(scenario)
        show_choices(self.shield, shields, part.shield)
        self.form.show_field("shield", shown=len(shields) > 1 or part.shield is not Shield.NONE)
        known = rules.classes.get(part.unit_class) if rules else None
        self.allowance.setSpecialValueText(
            tr("as its class: {allowance}").format(allowance=known.allowance) if known else tr("as its class")
        )
        self.allowance.setValue(-1 if part.allowance is None else part.allowance)
        self.form.complain("hex", "")
        self._fill_base(scenario, part, rules)

    def _fill_base(self, scenario: Scenario, part: Unit, rules: Ruleset | None) -> None:
        """Show what bears on sight from base to base; nothing of it where that is not how sight goes."""
        shown = on_bases(scenario)
        for key, kept in (
            ("at", part.at),
            ("base", part.base),
            ("traits", part.traits),
            ("parts", part.parts),
        ):
            self.form.show_field(key, shown=shown or kept not in (None, ()))
            self.form.complain(key, "")
        self.at.show_point(*unit_point(scenario.board, part))
        self.base.setSpecialValueText(
            tr("as its class: {inches}″").format(inches=inch_text(diameter(rules, replace(part, base=None))))
        )
        self.base.setValue(-_NO_BASE if part.base is None else part.base)
        known = rules.visibility.unit_traits if rules else {}
        self.traits.offer({name: (it.name, it.description) for name, it in known.items()}, part.traits)
        self.unit_parts.show_parts(part.parts)

    def place_of(self, scenario: Scenario, part: Unit) -> Hex | None:  # noqa: ARG002  # units say it themselves
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
            self.form.complain("at", tr("That is beside the board."))

    def _place(self) -> None:
        part = self.part
        if part is None or self.document is None or not self.hex.isModified():
            return
        board = self.document.scenario.board
        text = self.hex.text().strip().upper()
        if text == board.place_name(part.hex):
            self.form.complain("hex", "")
            return
        try:
            at = board.parse(text)
        except FairgroundError as error:
            self.hex.setText(board.place_name(part.hex))
            self.form.complain("hex", f"{error}.")
            return
        self.change(tr("Move"), hex=at, at=put_in(board, part, at).at)
