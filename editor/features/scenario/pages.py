"""The pages of the scenario panel, each made when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from fairground.editor.features.scenario.fairness_page import FairPage
from fairground.editor.features.scenario.general_page import GeneralPage
from fairground.editor.features.scenario.locked_page import LockedPage
from fairground.editor.features.scenario.objectives_page import ObjectivesPage
from fairground.editor.features.scenario.parts_page import PartsPage
from fairground.editor.features.scenario.sides_page import SidesPage
from fairground.editor.features.scenario.units_page import UnitsPage
from fairground.editor.features.scenario.zones_page import ZonesPage

if TYPE_CHECKING:
    from collections.abc import Callable

Page = GeneralPage | PartsPage | FairPage | LockedPage

_KINDS: dict[str, type[Page]] = {
    "general": GeneralPage,
    "sides": SidesPage,
    "zones": ZonesPage,
    "objectives": ObjectivesPage,
    "units": UnitsPage,
    "fair": FairPage,
    "locked": LockedPage,
}


class ScenarioPages:
    """One of each page; ``begin`` is given the name of each that is made, and the page."""

    def __init__(self, begin: Callable[[str, Page], None]) -> None:
        self._begin = begin
        #: The pages that were made, by their names.
        self.made: dict[str, Page] = {}

    def page(self, name: str) -> Page:
        """Return a page by its name."""
        if name not in self.made:
            self.made[name] = _KINDS[name]()
            self._begin(name, self.made[name])
        return self.made[name]

    @property
    def forms(self) -> list[GeneralPage | PartsPage | FairPage]:
        """The pages that were made and have something to type in."""
        return [page for page in self.made.values() if not isinstance(page, LockedPage)]

    @property
    def sides(self) -> SidesPage:
        """The sides."""
        return cast("SidesPage", self.page("sides"))

    @property
    def zones(self) -> ZonesPage:
        """The zones."""
        return cast("ZonesPage", self.page("zones"))

    @property
    def objectives(self) -> ObjectivesPage:
        """The objectives."""
        return cast("ObjectivesPage", self.page("objectives"))

    @property
    def units(self) -> UnitsPage:
        """The units."""
        return cast("UnitsPage", self.page("units"))

    @property
    def locked(self) -> LockedPage:
        """What is locked."""
        return cast("LockedPage", self.page("locked"))
