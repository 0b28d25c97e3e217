"""The scenario controller: connects tools, options and pages of zones, objectives, units and locks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from fairground.core.errors import GridError
from fairground.core.grid.labels import label
from fairground.core.scenario.inches import diameter, inches_a_size, unit_point
from fairground.core.scenario.shapes import locked_hexes
from fairground.editor.app.texts import hex_count, tr, trn
from fairground.editor.document.events import FieldChanged, watch
from fairground.editor.document.part_patches import lock_patches, part_index
from fairground.editor.document.readable_ruleset import known_rules, on_bases
from fairground.editor.features.scenario.panel import ScenarioPanel
from fairground.editor.features.scenario.zone_and_unit_options import (
    ObjectiveOptions,
    UnitOptions,
    ZoneOptions,
)
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.decorations import DecorationTool
from fairground.editor.tools.objectives import Objectives
from fairground.editor.tools.units import Units

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.marked_view import BaseRing
    from fairground.editor.document.document import Document
    from fairground.editor.features.scenario.parts_page import PartsPage
    from fairground.editor.session.feature_context import FeatureContext

#: The tool option with the id of the selected part, by page; tools and pages have the same names.
_CHOSEN = {"zones": "zone_id", "objectives": "objective_id", "units": "unit_id"}
#: The pages with lists of parts.
_LISTS = ("sides", *_CHOSEN)
_TURNS = {"turn.right": 1, "turn.left": -1}


def install(context: FeatureContext) -> ScenarioController:
    """Install the scenario panel with the options of its tools."""
    return ScenarioController(context)


class ScenarioController(FeatureController):
    """Keeps the selection the same on the map, in the options and on the pages."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, actions = context.workbench, context.actions
        self._workbench, self._docks, self._actions = workbench, context.docks, actions
        self._panel = context.find(ScenarioPanel)
        self._zone_shape = context.find(ZoneOptions)
        self._groups = (self._zone_shape, context.find(ObjectiveOptions), context.find(UnitOptions))
        self._document: Document | None = None
        for tool in workbench.tools.values():
            tool.remarked.connect(workbench.say)
        workbench.tool_taken.connect(self._tool_taken)
        context.session.validation_watch.findings_ready.connect(self._show_findings)
        self._panel.page_created.connect(self._page_created)
        self._panel.page_shown.connect(self._show_locked)
        actions["edit.lock"].changed.connect(self._name_lock)
        workbench.state.changed.connect(self._option_changed)
        self._zone_shape.faulty.connect(workbench.say)
        self._zone_shape.hexes.previewed.connect(self._show_on_map)
        actions.on("zone.next-way", self._next_way)
        actions.on("objective.new", self.new_objective)
        actions.on("edit.lock", self.toggle_locks)
        actions.on("edit.clear", self.delete)
        for name, steps in _TURNS.items():
            actions.on(name, partial(self._turn, steps))
            # Other controllers disable these actions, but units can always be turned.
            actions[name].enabledChanged.connect(lambda _on: self._allow_turns())

    def set_document(self, document: Document | None) -> None:
        """Switch to another document."""
        watch(self._document, document, self._changed)
        if self._document is not None:
            self._document.wins_dropped.disconnect(self._say_dropped)
        if document is not None:
            document.wins_dropped.connect(self._say_dropped)
        self._document = document
        for group in self._groups:
            group.set_document(document)
        if document is None:
            return
        for name in self._panel.created:
            self._choose(name)
        self._show_chosen()

    def _say_dropped(self, wins: tuple[str, ...]) -> None:
        """Report ways to win that went with the parts they name."""
        text = trn(
            "Also removed the way to win that referred to it ({wins}). Undo restores both.",
            "Also removed the ways to win that named it ({wins}). Undo restores all.",
            len(wins),
        )
        self._workbench.say(text.format(wins="; ".join(wins)))

    def _show_findings(self, _revision: int, findings: list[Finding]) -> None:
        if self._document is not None:
            self._panel.show_findings(findings)

    def _page_created(self, name: str) -> None:
        """Connect a page."""
        pages = self._panel.pages
        match name:
            case "sides":
                pages.sides.reported.connect(self._workbench.say)
            case "zones":
                pages.zones.wanted.connect(self._actions["zone.new"].trigger)
                pages.zones.hexes.previewed.connect(self._show_on_map)
            case "objectives":
                pages.objectives.wanted.connect(self.new_objective)
                pages.objectives.hexes.previewed.connect(self._show_on_map)
            case "units":
                pages.units.wanted.connect(lambda: self._workbench.take_tool("units"))
            case "locked":
                pages.locked.hex_wanted.connect(self._workbench.go_to)
                pages.locked.lock_wanted.connect(self.toggle_locks)
                self._name_lock()
        page = self._list_page(name)
        if page is not None:
            page.hex_wanted.connect(self._workbench.go_to)
        if page is not None and name in _CHOSEN:
            page.chosen.connect(partial(setattr, self._workbench.state, _CHOSEN[name]))
        self._choose(name)

    def _list_page(self, name: str) -> PartsPage | None:
        """Return a page with a list of parts; None for other pages, and before it is created."""
        page = self._panel.created.get(name) if name in _LISTS else None
        return cast("PartsPage | None", page)

    def _choose(self, name: str) -> None:
        """Select the part of the tools on a page; on that of sides, which have no tool, the first one."""
        page = self._list_page(name)
        if page is None or self._document is None:
            return
        sides = self._document.scenario.sides
        first = sides[0].id if sides else ""
        page.choose(getattr(self._workbench.state, _CHOSEN[name]) if name in _CHOSEN else first)

    def _name_lock(self) -> None:
        if "locked" in self._panel.created:
            key = self._actions.keymap.actions["edit.lock"].shown_key
            self._panel.pages.locked.name_key(key)

    def _show_on_map(self, hexes: frozenset[Hex]) -> None:
        """Outline the hexes of a text that is being typed."""
        if self._workbench.canvas is not None:
            self._workbench.canvas.set_preview(hexes)

    def commit(self) -> None:
        """Apply text that is still being typed."""
        self._zone_shape.hexes.commit()
        self._panel.commit()

    def new_objective(self) -> None:
        """Add an objective without hexes, and switch to the objective tool."""
        tool = self._workbench.tools["objectives"]
        if self._document is not None and isinstance(tool, Objectives) and tool.create():
            self._workbench.take_tool("objectives")
            self._workbench.say(tr("Shift+click hexes to add them to the new objective."))

    def delete(self) -> None:
        """Remove the selected part of the current tool; with other tools, clear the selection of hexes."""
        if not self._workbench.tool.remove():
            self._workbench.selection.clear()

    def toggle_locks(self) -> None:
        """Lock the selected hexes, or unlock them if all are locked; without a selection, the selected zone."""
        if self._document is None:
            return
        scenario, state = self._document.scenario, self._workbench.state
        board = scenario.board
        rows, columns = np.nonzero(board.mask(state.selection))
        names = list(map(label, columns.tolist(), rows.tolist()))
        if not names and part_index(scenario, "zones", state.zone_id) is not None:
            names = [state.zone_id]
        if not names:
            self._workbench.say(tr("Select hexes to lock, or choose a zone."))
            return
        locked = not set(names) <= set(scenario.locked)
        subject = names[0] if len(names) == 1 else hex_count(len(names))
        verb = tr("Lock") if locked else tr("Unlock")
        self._document.edit(f"{verb} {subject}", lock_patches(scenario, names, locked=locked))
        self._workbench.say(
            (
                trn(
                    "{what} is locked; no suggestion will change it.",
                    "{what} are locked; no suggestion will change them.",
                    len(names),
                )
                if locked
                else trn("{what} is unlocked.", "{what} are unlocked.", len(names))
            ).format(what=subject)
        )

    def _next_way(self) -> None:
        self._zone_shape.next_way()
        self._workbench.take_tool("zones")

    def _turn(self, steps: int) -> None:
        tool = self._workbench.tool
        if isinstance(tool, Units | DecorationTool) and self._document is not None:
            tool.turn(steps, merge=False)

    def _allow_turns(self) -> None:
        if self._document is not None and self._workbench.tool.id in ("units", "decorations"):
            self._actions.enable(_TURNS, True)

    def _tool_taken(self, name: str) -> None:
        if name in _CHOSEN:
            self._panel.show_page(name)
        if name in ("objectives", "units"):
            self._docks.reveal("scenario")
        self._allow_turns()
        self._show_chosen()

    def _option_changed(self, changed: str) -> None:
        for name, option in _CHOSEN.items():
            if changed == option:
                self._choose(name)
                self._show_chosen()

    def _changed(self, event: object) -> None:
        field = event.field if isinstance(event, FieldChanged) else ""
        if field in ("objectives", "units", "board", "board.inches"):
            self._show_chosen()
        if field in ("locked", "zones", "board"):
            self._show_locked()

    def _show_chosen(self) -> None:
        """Outline the selected part of the current tool on the map."""
        if self._workbench.canvas is not None:
            ring = self._chosen_base()
            self._workbench.canvas.set_chosen_base(ring)
            self._workbench.canvas.set_chosen(frozenset() if ring else self._chosen_hexes())

    def _chosen_base(self) -> BaseRing | None:
        """Return the base of the selected unit; None with other tools, and without bases."""
        if (
            self._document is None
            or self._workbench.tool.id != "units"
            or not on_bases(self._document.scenario)
        ):
            return None
        from fairground.editor.canvas.marked_view import BaseRing

        scenario = self._document.scenario
        index = part_index(scenario, "units", self._workbench.state.unit_id)
        if index is None:
            return None
        unit, size = scenario.units[index], inches_a_size(scenario.board)
        x, y = unit_point(scenario.board, unit)
        return BaseRing(x / size, y / size, diameter(known_rules(scenario), unit) / 2 / size)

    def _chosen_hexes(self) -> frozenset[Hex]:
        if self._document is None or self._workbench.tool.id not in ("objectives", "units"):
            return frozenset()
        scenario, state = self._document.scenario, self._workbench.state
        if self._workbench.tool.id == "units":
            index = part_index(scenario, "units", state.unit_id)
            return frozenset() if index is None else frozenset((scenario.units[index].hex,))
        index = part_index(scenario, "objectives", state.objective_id)
        if index is None:
            return frozenset()
        try:
            return scenario.board.hexes_of(scenario.objectives[index].shape.mask(scenario.board))
        except GridError:  # an invalid label, reported by a finding
            return frozenset()

    def _show_locked(self, _page: str = "") -> None:
        """Outline the locked hexes on the map while their page is open."""
        if self._workbench.canvas is not None and self._document is not None:
            shown = self._panel.tabs["locked"].isChecked()
            scenario = self._document.scenario
            self._workbench.canvas.set_locked(
                scenario.board.hexes_of(locked_hexes(scenario)) if shown else frozenset()
            )
