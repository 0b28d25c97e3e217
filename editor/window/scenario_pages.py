"""The pages of the scenario panel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairground.editor.window.fair_page import FairPage
from fairground.editor.window.general_page import GeneralPage
from fairground.editor.window.locked_page import LockedPage
from fairground.editor.window.objectives_page import ObjectivesPage
from fairground.editor.window.sides_page import SidesPage
from fairground.editor.window.units_page import UnitsPage
from fairground.editor.window.zones_page import ZonesPage

if TYPE_CHECKING:
    from fairground.editor.window.parts_page import PartsPage


@dataclass(frozen=True)
class ScenarioPages:
    """One of each page."""

    general: GeneralPage = field(default_factory=GeneralPage)
    sides: SidesPage = field(default_factory=SidesPage)
    zones: ZonesPage = field(default_factory=ZonesPage)
    objectives: ObjectivesPage = field(default_factory=ObjectivesPage)
    units: UnitsPage = field(default_factory=UnitsPage)
    fair: FairPage = field(default_factory=FairPage)
    locked: LockedPage = field(default_factory=LockedPage)

    def all(self) -> dict[str, GeneralPage | PartsPage | FairPage | LockedPage]:
        """Return the pages by their names, in order."""
        return {
            "general": self.general,
            "sides": self.sides,
            "zones": self.zones,
            "objectives": self.objectives,
            "units": self.units,
            "fair": self.fair,
            "locked": self.locked,
        }

    def parts(self) -> tuple[PartsPage, ...]:
        """Return the pages with lists of parts."""
        return self.sides, self.zones, self.objectives, self.units
