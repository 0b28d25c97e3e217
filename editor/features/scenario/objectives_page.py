"""The objectives of the scenario: what each is worth, for how long it must be held, and who can win it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.parts import ObjectiveKind
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.hex_facts import describe_objective
from fairground.editor.features.scenario.part_form import show_choices, show_text, side_choices
from fairground.editor.features.scenario.parts_page import PartsPage

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective

_KIND_WORDS = {ObjectiveKind.CONTROL: tr("Control it"), ObjectiveKind.EXIT: tr("Leave the board from it")}


class ObjectivesPage(PartsPage):
    """The chosen objective is the one that the objective tool extends."""

    field = "objectives"
    noun = tr("objective")
    nouns = tr("Objectives")
    nothing = tr("No objectives yet. Click a hex with the objective tool, or add one here.")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        from fairground.core.files.file_model import MAX_POINTS, MAX_TURNS

        self.name = self.form.text_field("name", tr("Name"), tr("Name shown to players. Default: the id"))
        self.points = self.form.number_field("points", tr("Points"), tr("Points it is worth"), MAX_POINTS)
        self.hold = self.form.number_field(
            "hold", tr("Hold"), tr("How many turns it must be held to score"), MAX_TURNS
        )
        self.hold.setSpecialValueText(tr("scores at once"))
        self.hold.count(lambda number: trn("turn", "turns", number))
        self.kind = self.form.choice_field("kind", tr("Kind"), tr("How it is scored"), choices=_KIND_WORDS)
        self.side = self.form.choice_field("side", tr("Side"), tr("Which side can score it"))
        self.hexes = self.form.shape_field()

    def words(self, scenario: Scenario, part: Objective) -> str:
        """Return name, points and what it takes."""
        side = scenario.side(part.side)
        told = (
            describe_objective(part),
            "exit" * (part.kind is ObjectiveKind.EXIT),
            side.title if side else part.side,
        )
        return " · ".join(filter(None, told))

    def fill(self, scenario: Scenario, part: Objective) -> None:
        """Show an objective."""
        show_text(self.name, part.name)
        self.points.setValue(part.points)
        self.hold.setValue(part.hold)
        self.kind.show_value(part.kind)
        show_choices(self.side, side_choices(scenario, tr("Anyone")), part.side)
        self.hexes.show_shape(part.shape)

    def place_of(self, scenario: Scenario, part: Objective) -> Hex | None:
        """Return the first hex of an objective."""
        board = scenario.board
        return min(board.hexes_of(part.shape.mask(board)), key=board.cell, default=None)
