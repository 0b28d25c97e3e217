"""Connects the palette with the tools: painting with a chosen kind, and marking the kinds in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.stack_patches import added_effect, replaced_effect
from fairground.editor.tools.obstacles import locked
from fairground.editor.widgets.terrain_text import PaletteSection, kinds

if TYPE_CHECKING:
    from fairground.editor.features.palette.panel import Mark, PalettePanel
    from fairground.editor.shell.workbench import Workbench


class PaletteController(QObject):
    """Lists the kinds of the ruleset, takes the tool for a chosen kind, and marks what the mouse buttons paint."""

    def __init__(self, workbench: Workbench, palette: PalettePanel) -> None:
        super().__init__(workbench)
        self._workbench, self._palette = workbench, palette
        self._state = workbench.state
        palette.terrain_chosen.connect(self._choose_terrain)
        palette.feature_chosen.connect(self._choose_feature)
        palette.effect_chosen.connect(self.choose_effect)

    def show_kinds(self) -> None:
        """List the kinds that the document's ruleset has."""
        document = self._workbench.document
        scenario = document.scenario if document else None
        rules = known_rules(scenario) if scenario is not None else None
        self._palette.set_kinds(kinds(rules) if rules else [], scenario)
        self.mark_kinds()

    def mark_kinds(self) -> None:
        """Mark what the mouse buttons paint with the tool in hand."""
        state, tool = self._state, self._workbench.tool.id
        left: list[Mark] = [
            (section, state.terrain_first) for section in (PaletteSection.TERRAIN, PaletteSection.DETAIL)
        ]
        right: list[Mark] = [
            (section, state.terrain_second) for section in (PaletteSection.TERRAIN, PaletteSection.DETAIL)
        ]
        if tool == "hexsides":
            left, right = [(PaletteSection.HEXSIDE, state.feature)], []
        elif tool == "effects":
            left, right = [(PaletteSection.EFFECT, state.effect)], []
        self._palette.mark(left=left, right=right)

    def follow_tool(self) -> None:
        """Mark the kinds of the tool that was just taken in hand, and bring a hexside feature or effect into view."""
        self.mark_kinds()
        tool = self._workbench.tool.id
        if tool == "hexsides":
            self._palette.reveal(PaletteSection.HEXSIDE, self._state.feature)
        elif tool == "effects":
            self._palette.reveal(PaletteSection.EFFECT, self._state.effect)

    def _choose_terrain(self, kind: str, second: bool) -> None:  # noqa: FBT001  # slot of a signal
        if second:
            self._state.terrain_second = kind
        else:
            self._state.terrain_first = kind
        # A terrain is chosen to paint with it.
        if self._workbench.tool.id not in ("brush", "fill", "select"):
            self._workbench.take_tool("brush")

    def _choose_feature(self, kind: str) -> None:
        self._state.feature = kind
        self._workbench.take_tool("hexsides")

    def choose_effect(self, kind: str) -> None:
        """Paint with an effect; while hexes are selected, add it to those or remove it from them."""
        self._state.effect = kind
        if self._workbench.tool.id == "select" and self._state.selection:
            self._toggle_effect(kind)
        else:
            self._workbench.take_tool("effects")

    def _toggle_effect(self, kind: str) -> None:
        """Add an effect to the selected hexes, or remove it when all of them have it."""
        document = self._workbench.document
        if document is None:
            return
        scenario = document.scenario
        mask = scenario.board.mask(self._state.selection)
        refusal = locked(self._state, ("effects",))
        if refusal:
            self._workbench.say(refusal)
        elif scenario.board.where_effect(kind)[mask].all():
            document.edit(tr("Remove {kind}").format(kind=kind), replaced_effect(scenario, mask, kind, None))
        else:
            document.edit(tr("Place {kind}").format(kind=kind), added_effect(scenario, mask, kind))
