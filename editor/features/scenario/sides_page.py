"""The sides of the scenario: who plays, in which team and which part."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal

from fairground.core.scenario.parts import Side
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.part_patches import added, dependents, removed
from fairground.editor.features.scenario.part_form import show_text
from fairground.editor.features.scenario.parts_page import PartsPage

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from fairground.core.scenario.document import Scenario


class SidesPage(PartsPage):
    """The order of the sides is that of their colours and marks."""

    field = "sides"
    noun = tr("side")
    nouns = tr("Sides")
    nothing = tr("No sides yet. Add two sides and a deployment zone for each.")

    #: A sentence: what went with a side.
    told = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = self.form.text_field("name", tr("Name"), tr("Name shown to players. Default: the id"))
        self.team = self.form.text_field(
            "team", tr("Team"), tr("Sides on the same team are allies. Leave empty for a team of its own")
        )
        self.role = self.form.text_field("role", tr("Role"), tr("Role in the mission, for example attacker"))
        self.wanted.connect(self.add_side)

    def words(self, scenario: Scenario, part: Side) -> str:
        """Return name, team and role."""
        allies = [it.title for it in scenario.sides if it.allegiance == part.allegiance and it.id != part.id]
        told = [part.title, part.role, tr("with {allies}").format(allies=", ".join(allies)) if allies else ""]
        return " · ".join(filter(None, told))

    def fill(self, scenario: Scenario, part: Side) -> None:  # noqa: ARG002  # sides stand for themselves
        """Show a side."""
        show_text(self.name, part.name)
        show_text(self.team, part.team)
        show_text(self.role, part.role)

    def side_of(self, part: Any) -> str:  # noqa: ANN401  # a part of its list
        """Return the side's own id."""
        return str(part.id)

    def add_side(self) -> None:
        """Add a side, on a team of its own."""
        if self.document is None:
            return
        scenario = self.document.scenario
        taken = {it.id for it in scenario.sides}
        name = next(it for number in count(1) if (it := f"p{number}") not in taken)
        side = Side(name, tr("Player {count}").format(count=len(scenario.sides) + 1), name)
        self.document.edit(tr("Add side {name}").format(name=name), added(scenario, "sides", side))
        self.choose(name)

    def remove(self) -> None:
        """Remove the chosen side with its zones and units, and tell what went."""
        part, index = self.part, self.index
        if self.document is None or part is None or index is None:
            return
        scenario = self.document.scenario
        zones, units = dependents(scenario, part.id)
        self.document.edit(tr("Remove side {id}").format(id=part.id), removed(scenario, "sides", index))
        gone = [
            told.format(n=number)
            for number, told in (
                (zones, trn("{n} zone", "{n} zones", zones)),
                (units, trn("{n} unit", "{n} units", units)),
            )
            if number
        ]
        if gone:
            self.told.emit(
                tr("Removed {side} with {gone}. Undo restores all of it.").format(
                    side=part.title, gone=tr(" and ").join(gone)
                )
            )
