"""The zones of the scenario: whose each is, what it is for, and its hexes in the words of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox

from fairground.editor.app.texts import tr
from fairground.editor.document.hex_facts import ZONE_KINDS
from fairground.editor.document.part_patches import lock_patches
from fairground.editor.features.scenario.part_form import show_choices, show_text, side_choices
from fairground.editor.features.scenario.parts_page import PartsPage

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone


class ZonesPage(PartsPage):
    """The chosen zone is the one that the zone tool paints."""

    field = "zones"
    noun = tr("zone")
    nouns = tr("Zones")
    nothing = tr("No zones yet. Each side starts in a deployment zone.")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = self.form.text_field("name", tr("Name"), tr("Name shown to players. Default: the id"))
        self.side = self.form.choice_field("side", tr("Side"), tr("The side it belongs to"))
        self.kind = self.form.choice_field(
            "kind",
            tr("Kind"),
            tr("Purpose: start here, arrive here later, leave from here, or none"),
            choices=ZONE_KINDS,
        )
        self.hexes = self.form.shape_field()
        self.locked = QCheckBox(tr("against suggestions"), self)
        self.locked.clicked.connect(self._lock)
        self.form.add(
            "locked",
            tr("Locked"),
            self.locked,
            tr("Protect the hexes of this zone from suggestions"),
        )

    def words(self, scenario: Scenario, part: Zone) -> str:
        """Return name, kind, and whether the zone is locked."""
        locked = "locked" if part.id in scenario.locked else ""
        return " · ".join(filter(None, (part.name or part.id, ZONE_KINDS[part.kind].lower(), locked)))

    def fill(self, scenario: Scenario, part: Zone) -> None:
        """Show a zone."""
        show_text(self.name, part.name)
        show_choices(self.side, side_choices(scenario, tr("Nobody")), part.side)
        self.kind.show_value(part.kind)
        self.hexes.show_shape(part.shape)
        self.locked.setChecked(part.id in scenario.locked)

    def place_of(self, scenario: Scenario, part: Zone) -> Hex | None:
        """Return the first hex of a zone."""
        board = scenario.board
        return min(board.hexes_of(part.shape.mask(board)), key=board.cell, default=None)

    def _lock(self, on: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self.document is not None and self.part is not None:
            verb = tr("Lock") if on else tr("Unlock")
            patches = lock_patches(self.document.scenario, [self.part.id], locked=on)
            self.document.edit(f"{verb} {self.part.id}", patches)
