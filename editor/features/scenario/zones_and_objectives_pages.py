"""The pages of the scenario panel for sides, zones and objectives, and the set of all pages, created on demand."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox

from fairground.core.scenario.parts import ObjectiveKind, Side
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.hex_facts import ZONE_KINDS, describe_objective
from fairground.editor.document.part_patches import added, dependents, lock_patches, removed
from fairground.editor.features.scenario.fairness_page import FairPage
from fairground.editor.features.scenario.general_page import GeneralPage
from fairground.editor.features.scenario.locked_page import LockedPage
from fairground.editor.features.scenario.part_form import (
    force_choices,
    show_choices,
    show_text,
    side_choices,
)
from fairground.editor.features.scenario.parts_page import PartsPage
from fairground.editor.features.scenario.units_page import UnitsPage
from fairground.editor.features.scenario.wins_field import WinsField

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone


class SidesPage(PartsPage):
    """The page of the sides; their order decides their colours and marks."""

    field = "sides"
    noun = tr("side")
    nouns = tr("Sides")
    nothing = tr("No sides yet. Add two sides and a deployment zone for each.")

    #: A sentence about the zones and units removed with a side.
    reported = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = self.form.text_field("name", tr("Name"), tr("Name shown to players. Default: the id"))
        self.team = self.form.text_field(
            "team", tr("Team"), tr("Sides on the same team are allies. Leave empty for a side without allies")
        )
        self.role = self.form.text_field("role", tr("Role"), tr("Role in the mission, for example attacker"))
        self.force = self.form.choice_field(
            "force",
            tr("Force"),
            tr("The force that the side plays: a built-in one, or a file beside the scenario"),
        )
        self.wins = WinsField(self)
        self.wins.entered.connect(lambda wins, text: self.change(text, wins=wins))
        self.form.add(
            "wins",
            tr("Ways to win"),
            self.wins,
            tr("Any one of these wins the game, in addition to the common victory conditions"),
        )
        self.wanted.connect(self.add_side)

    def describe(self, scenario: Scenario, part: Side) -> str:
        """Return name, team and role."""
        allies = [it.title for it in scenario.sides if it.allegiance == part.allegiance and it.id != part.id]
        team = tr("with {allies}").format(allies=", ".join(allies)) if allies else ""
        return " · ".join(filter(None, (part.title, part.role, team)))

    def fill(self, scenario: Scenario, part: Side) -> None:
        """Show a side."""
        show_text(self.name, part.name)
        show_text(self.team, part.team)
        show_text(self.role, part.role)
        show_choices(self.force, force_choices(scenario.folder), part.force)
        self.wins.show_side(scenario, part)

    def side_of(self, part: Any) -> str:  # noqa: ANN401  # a part of its list
        """Return the id of the side itself."""
        return str(part.id)

    def add_side(self) -> None:
        """Add a side, on a team of its own."""
        if self.document is None:
            return
        scenario = self.document.scenario
        taken = {it.id for it in scenario.sides}
        name = next(it for number in count(1) if (it := f"p{number}") not in taken)
        side = Side(name, tr("Player {count}").format(count=len(scenario.sides) + 1), name)
        self.document.edit(tr("Add side {title}").format(title=side.title), added(scenario, "sides", side))
        self.choose(name)

    def remove(self) -> None:
        """Remove the selected side with its zones and units, and report these."""
        part, index = self.part, self.index
        if self.document is None or part is None or index is None:
            return
        scenario = self.document.scenario
        zones, units = dependents(scenario, part.id)
        wins = sum(len(it.wins) for it in scenario.sides if it is not part)
        self.document.edit(
            tr("Remove side {title}").format(title=part.title), removed(scenario, "sides", index)
        )
        wins -= sum(len(it.wins) for it in scenario.sides)
        gone = [
            text.format(n=number)
            for number, text in (
                (zones, trn("{n} zone", "{n} zones", zones)),
                (units, trn("{n} unit", "{n} units", units)),
                (wins, trn("{n} way for another side to win", "{n} ways for other sides to win", wins)),
            )
            if number
        ]
        if gone:
            self.reported.emit(
                tr("Removed {side} with {gone}. Undo restores everything.").format(
                    side=part.title, gone=tr(" and ").join(gone)
                )
            )


class ZonesPage(PartsPage):
    """The page of the zones; the zone tool paints the selected one."""

    field = "zones"
    noun = tr("zone")
    nouns = tr("Zones")
    nothing = tr("No zones yet. Each side starts in a deployment zone.")
    is_numbered = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = self.form.text_field(
            "name", tr("Name"), tr("Name shown to players. Default: side and kind")
        )
        self.side = self.form.choice_field("side", tr("Side"), tr("The side that the zone belongs to"))
        self.kind = self.form.choice_field(
            "kind",
            tr("Kind"),
            tr(
                "Deployment: units start here. Reinforcement: units arrive here later. Exit: units leave here. Area: no special purpose"
            ),
            choices=ZONE_KINDS,
        )
        self.hexes = self.form.shape_field()
        self.locked = QCheckBox(tr("protected from suggestions"), self)
        self.locked.clicked.connect(self._lock)
        tip = tr("Protect the hexes of this zone from suggestions")
        self.form.add("locked", tr("Locked"), self.locked, tip)

    def describe(self, scenario: Scenario, part: Zone) -> str:
        """Return title, kind and lock."""
        locked = "locked" if part.id in scenario.locked else ""
        return " · ".join(filter(None, (scenario.zone_title(part.id), ZONE_KINDS[part.kind].lower(), locked)))

    def fill(self, scenario: Scenario, part: Zone) -> None:
        """Show a zone."""
        show_text(self.name, part.name)
        show_choices(self.side, side_choices(scenario, tr("Nobody")), part.side)
        self.kind.show_value(part.kind)
        self.hexes.show_shape(part.shape, scenario.board)
        self.locked.setChecked(part.id in scenario.locked)

    def _lock(self, on: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self.document is not None and self.part is not None:
            verb = tr("Lock") if on else tr("Unlock")
            patches = lock_patches(self.document.scenario, [self.part.id], locked=on)
            title = self.document.scenario.zone_title(self.part.id)
            self.document.edit(f"{verb} {title}", patches)


_KIND_WORDS = {
    ObjectiveKind.CONTROL: tr("Scores when controlled"),
    ObjectiveKind.EXIT: tr("Scores when units leave the board there"),
}


class ObjectivesPage(PartsPage):
    """The page of the objectives; the objective tool extends the selected one."""

    field = "objectives"
    noun = tr("objective")
    nouns = tr("Objectives")
    nothing = tr("No objectives yet. Click a hex with the objective tool, or add one here.")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        from fairground.core.files.file_model import MAX_POINTS, MAX_TURNS

        self.name = self.form.text_field("name", tr("Name"), tr("Name shown to players. Default: the id"))
        self.points = self.form.number_field(
            "points", tr("Points"), tr("Points the objective is worth"), MAX_POINTS
        )
        self.hold = self.form.number_field(
            "hold", tr("Hold"), tr("How many turns the objective must be held to score"), MAX_TURNS
        )
        self.hold.setSpecialValueText(tr("scores immediately"))
        self.hold.count(lambda number: trn("turn", "turns", number))
        self.kind = self.form.choice_field(
            "kind", tr("Kind"), tr("How the objective is scored"), choices=_KIND_WORDS
        )
        self.side = self.form.choice_field("side", tr("Side"), tr("Which side can score the objective"))
        self.hexes = self.form.shape_field()

    def describe(self, scenario: Scenario, part: Objective) -> str:
        """Return name, points, kind and side."""
        side = scenario.side(part.side)
        is_exit = "exit" * (part.kind is ObjectiveKind.EXIT)
        texts = describe_objective(part), is_exit, side.title if side else part.side
        return " · ".join(filter(None, texts))

    def fill(self, scenario: Scenario, part: Objective) -> None:
        """Show an objective."""
        show_text(self.name, part.name)
        self.points.setValue(part.points)
        self.hold.setValue(part.hold)
        self.kind.show_value(part.kind)
        show_choices(self.side, side_choices(scenario, tr("Anyone")), part.side)
        self.hexes.show_shape(part.shape, scenario.board)


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
    """Creates each page when it is first requested, and calls ``begin`` with its name and the page."""

    def __init__(self, begin: Callable[[str, Page], None]) -> None:
        self._begin = begin
        #: The pages created so far, by name.
        self.created: dict[str, Page] = {}

    def page(self, name: str) -> Page:
        """Return a page by name."""
        if name not in self.created:
            self.created[name] = _KINDS[name]()
            self._begin(name, self.created[name])
        return self.created[name]

    @property
    def forms(self) -> list[GeneralPage | PartsPage | FairPage]:
        """The pages created so far that have input fields."""
        return [page for page in self.created.values() if not isinstance(page, LockedPage)]

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
        """The locked hexes and zones."""
        return cast("LockedPage", self.page("locked"))
