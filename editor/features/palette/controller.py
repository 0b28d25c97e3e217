"""Connects the palette with the tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged, watch
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.stack_patches import added_effect, replaced_effect
from fairground.editor.features.palette.panel import PalettePanel
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.obstacles import locked
from fairground.editor.widgets.labels_and_buttons import show_action
from fairground.editor.widgets.terrain_pictures import PaletteSection, kinds

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.palette.panel import Mark
    from fairground.editor.session.feature_context import FeatureContext


#: The tool options that the palette marks.
_MARKED = ("terrain_first", "terrain_second", "feature", "effect", "stacking")


def install(context: FeatureContext) -> PaletteController:
    """Install the palette."""
    return PaletteController(context)


class PaletteController(FeatureController):
    """Lists the kinds of the ruleset, takes the tool for a chosen kind, and marks the kinds in use."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        self._workbench = context.workbench
        self._palette = palette = context.find(PalettePanel)
        self._state = self._workbench.state
        self._document: Document | None = None
        self._workbench.tool_taken.connect(self._follow_tool)
        self._state.changed.connect(self._option_changed)
        show_action(palette.own, context.actions["terrain.own"])
        palette.own.setAccessibleName(tr("Custom terrain"))
        # Qt leaves out the dots.
        context.actions["terrain.own"].setIconText(tr("Custom terrain…"))
        palette.terrain_chosen.connect(self._choose_terrain)
        palette.feature_chosen.connect(self._choose_feature)
        palette.effect_chosen.connect(self.choose_effect)

    def set_document(self, document: Document | None) -> None:
        """List the kinds of another document's ruleset."""
        self._document = watch(self._document, document, self._changed)
        if document is not None:
            self._show_kinds()

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field == "ruleset":
            self._show_kinds()

    def _option_changed(self, what: str) -> None:
        if what in _MARKED:
            self._mark_kinds()
        if what == "terrain_first":
            for section in (PaletteSection.TERRAIN, PaletteSection.DETAIL):
                self._palette.reveal(section, self._state.terrain_first)

    def _show_kinds(self) -> None:
        """List the kinds of the document's ruleset."""
        scenario = self._document.scenario if self._document else None
        rules = known_rules(scenario) if scenario is not None else None
        self._palette.set_kinds(kinds(rules) if rules else [], scenario)
        self._mark_kinds()

    def _mark_kinds(self) -> None:
        """Mark the kinds that the mouse buttons paint with the tool in hand."""
        state, tool = self._state, self._workbench.tool.id
        terrain = (PaletteSection.TERRAIN, PaletteSection.DETAIL)
        left: list[Mark] = [(section, state.terrain_first) for section in terrain]
        right: list[Mark] = [(section, state.terrain_second) for section in terrain]
        if tool == "hexsides":
            left, right = [(PaletteSection.HEXSIDE, state.feature)], []
        elif tool == "effects":
            left, right = [(PaletteSection.EFFECT, state.effect)], []
        self._palette.mark(left=left, right=right)

    def _follow_tool(self, tool: str) -> None:
        """Mark the kinds of a tool just taken in hand, and scroll to its hexside feature or effect."""
        self._mark_kinds()
        if tool == "hexsides":
            self._palette.reveal(PaletteSection.HEXSIDE, self._state.feature)
        elif tool == "effects":
            self._palette.reveal(PaletteSection.EFFECT, self._state.effect)

    def _choose_terrain(self, kind: str, second: bool) -> None:  # noqa: FBT001  # slot of a signal
        if second:
            self._state.terrain_second = kind
        else:
            self._state.terrain_first = kind
        # Tools that use terrain stay in hand.
        if self._workbench.tool.id not in ("brush", "fill", "select"):
            self._workbench.take_tool("brush")

    def _choose_feature(self, kind: str) -> None:
        self._state.feature = kind
        self._workbench.take_tool("hexsides")

    def choose_effect(self, kind: str) -> None:
        """Paint with an effect, or add it to selected hexes or remove it from them."""
        self._state.effect = kind
        if self._workbench.tool.id == "select" and self._state.selection:
            self._toggle_effect(kind)
        else:
            self._workbench.take_tool("effects")

    def _toggle_effect(self, kind: str) -> None:
        """Add an effect to the selected hexes, or remove it if all of them have it."""
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
