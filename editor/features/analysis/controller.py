"""Connects overlays and the cards of lines, paths and attacks with the map, the menus and the analysis panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QSizePolicy

from fairground.core.grid.hexes import Hex
from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged, watch
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.features.analysis.map_legend import OverlayLegend
from fairground.editor.features.analysis.overlay_cards import OverlayCards
from fairground.editor.features.analysis.panel import AnalysisParts, OverlayPanel
from fairground.editor.overlays.change_signs import DifferenceMarks
from fairground.editor.overlays.fairness import FairnessOverlay, RepairMarks
from fairground.editor.overlays.game_marks import GameMarks
from fairground.editor.overlays.registry import Overlays
from fairground.editor.overlays.what_if_frame import WhatIfFrame
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.sight import no_sight_lines
from fairground.editor.widgets.labels_and_buttons import make_bold

if TYPE_CHECKING:
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.overlays.registry import KeptOverlays
    from fairground.editor.session.feature_context import FeatureContext

_SHOWN = "fairgroundShown"
_OF_SIGHT = tr(
    "Press {0} and choose two hexes to check the line of sight between them. {1} shows the hexes that the "
    "hex under the pointer sees, and {2} shows how many hexes see each hex."
)
_OF_MOVEMENT = tr(
    "Press {0} and choose two hexes to find the path between them and its cost. {1} shows how far a unit "
    "can move from the hex under the pointer, {2} which zone reaches each hex first, and {3} the chokepoints."
)
#: The overlays that are about a hex, which can be pinned.
_PINNED = ("fan", "reach")


def install(context: FeatureContext) -> AnalysisController:
    """Install the overlays, and the cards that other features have offered so far."""
    return AnalysisController(context)


class AnalysisController(FeatureController):
    """Connects the overlays with map and menus, and arranges the analysis panel."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, canvas, actions = context.workbench, context.canvas, context.actions
        self._workbench, self._canvas, self._docks, self._actions = workbench, canvas, context.docks, actions
        self._state = workbench.state
        self._document: Document | None = None
        self._hovered: Hex | None = None
        self._pins_quietly = False
        self.overlays = Overlays(self._state, context.session.worker, self)
        self.overlays.redrawn.connect(canvas.update)
        self.overlays.changed.connect(self._overlay_changed)
        self.overlays.displaced.connect(workbench.say)
        self._state.changed.connect(self._option_changed)
        for overlay in self.overlays:
            action = actions[f"overlay.{overlay.id}"]
            action.setCheckable(True)
            action.triggered.connect(lambda on, name=overlay.id: self._switch(name, on=on))
        self.map_legend = OverlayLegend(self.overlays, canvas)
        self.overlay_panel = OverlayPanel(self.overlays, self._state, actions)
        self._panel = context.find(AnalysisParts)
        self._panel.offer(OverlayCards(actions))
        self._state_label = _state_label()
        self._parts = context.analysis_parts
        self.frame = WhatIfFrame()
        self.repair_marks = RepairMarks()
        self.game_marks = GameMarks()
        self.differences = DifferenceMarks()
        self._arrange()
        canvas.hovered.connect(self.point_at)
        canvas.escaped.connect(self.escape)
        workbench.hex_note = self.overlays.describe_hex
        workbench.label_style_changed.connect(self.refresh)
        actions.on("overlay.none", self.overlays.all_off)
        actions.on("hex.pin", self.toggle_pin)
        actions.on("compare.keep", self.keep_earlier)
        actions.on("compare.flip", self.overlays.earlier.flip)
        actions.on("compare.drop", self.overlays.earlier.drop)
        context.analysis = self

    def _arrange(self) -> None:
        """Put the cards into the panel, and their lines over the map."""
        below = [part for part in self._parts if part.is_below]
        above = [part for part in self._parts if not part.is_below]
        cards = (part.panel for part in above)
        for card in (self._state_label, *cards, self.overlay_panel, *(part.panel for part in below)):
            self._panel.add(card)
        lines = [part.cover for part in (*below, *above[::-1]) if part.cover is not None]
        self._canvas.set_covers(
            (self.overlays, self.game_marks), (*lines, self.differences, self.repair_marks, self.frame)
        )
        for part in self._parts:
            part.redrawn.connect(self._canvas.update)
            part.shown.connect(self._show_parts)
            part.place_chosen.connect(self._go_to)

    def set_document(self, document: Document | None) -> None:
        """Show another document, or another state of the same."""
        before, self._document = self._document, watch(self._document, document, self._changed)
        if before is None or document is None or before.origin is not document.origin:
            self._hovered = None
        self.overlays.set_document(document)
        self.judge(document)
        self.refresh_actions()
        if before is None:
            # The pointer may already be over the map, and overlays may be switched on.
            self.point_at(self._canvas.hovered_hex)
            self.catch_up()

    def remember(self) -> object:
        """Return the overlays that are on, with their answers."""
        return self.overlays.remember()

    def recall(self, remembered: KeptOverlays) -> None:
        """Show the overlays again."""
        self.overlays.recall(remembered)

    def judge(self, document: Document | None) -> None:
        """Show lines, paths, units and attacks of a document; the overlays keep theirs."""
        for part in self._parts:
            part.set_document(document)

    def refresh_actions(self) -> None:
        """Disable actions that ruleset or map have no use for, with the reason as tooltip; enable the rest."""
        self._show_parts(reveal=False)
        self.overlay_panel.compare.refresh()
        for part in self._parts:
            part.refresh_actions()
        if self._document is None:
            return
        self.overlay_panel.show_scenario(self._document.scenario)
        refusals = {f"overlay.{overlay.id}": overlay.refusal for overlay in self.overlays}
        about_a_hex = [refusals[f"overlay.{name}"] for name in _PINNED]
        refusals["hex.pin"] = about_a_hex[0] if all(about_a_hex) else ""
        for name, refusal in refusals.items():
            self._actions.allow(name, refusal)

    def refresh(self) -> None:
        """Redraw the cards in the colours of the theme, and name hexes in the style of the map."""
        for part in self._parts:
            part.refresh()

    def escape(self) -> None:
        """Remove a line, that of the tool in hand first; without a line, hide the overlays."""
        if not self.take_away_lines():
            self.overlays.all_off()

    def take_away_lines(self) -> bool:
        """Remove a line, that of the tool in hand first; return whether there was one."""
        parts = sorted(self._parts, key=lambda part: part.tool != self._workbench.tool.id)
        return any(part.take_away() for part in parts)

    def say_state(self, sentence: str) -> None:
        """Show above all cards which state of the map they describe; empty for the map itself."""
        self._state_label.setText(sentence)
        self._state_label.setVisible(bool(sentence))
        self._show_parts(reveal=False)

    # -- the overlays ---------------------------------------------------------------------------------------

    def toggle_pin(self) -> None:
        """Pin fan and reach to the hex under the pointer, or let them follow the pointer again."""
        self._state.pin = None if self._state.pin is not None else self._hovered

    def keep_earlier(self) -> None:
        """Save what the overlays show now; fan and reach get pinned, since only those of one hex can be compared."""
        if self._state.pin is None:
            about = [it.latest for name in _PINNED if (it := self.overlays[name]).is_on]
            self._pins_quietly = True
            self._state.pin = next((it.origin for it in about if it is not None), None)
            self._pins_quietly = False
        self.overlays.keep_earlier()
        if not self.overlays.shown:
            self._workbench.say(
                tr("State saved. Turn on an overlay before your next change to compare it with this state.")
            )

    def _switch(self, name: str, *, on: bool) -> None:
        overlay = self.overlays[name]
        overlay.set_on(on)
        self._actions[f"overlay.{name}"].setChecked(overlay.is_on)

    def catch_up(self) -> None:
        """Show the overlays that were switched on before they were installed."""
        for overlay in self.overlays:
            action = self._actions[f"overlay.{overlay.id}"]
            if action.isChecked() and not overlay.is_on:
                action.setChecked(False)
                action.trigger()

    def _overlay_changed(self, name: str) -> None:
        action, is_on = self._actions[f"overlay.{name}"], self.overlays[name].is_on
        is_new = is_on and not action.property(_SHOWN)
        action.setProperty(_SHOWN, is_on)
        action.setChecked(is_on)
        # Fairness has a panel of its own, which the legend must not cover.
        self._show_parts(reveal=is_new and name != FairnessOverlay.id)
        self._workbench.hex_note_changed.emit()
        self.map_legend.refresh()
        self._show_value()

    # -- the panel ------------------------------------------------------------------------------------------

    def _show_parts(self, reveal: bool) -> None:  # noqa: FBT001  # slot of a signal
        """Show the cards, or a hint at the first steps while all are empty."""
        if self._document is not None:
            self._panel.say(self._invitation(self._document.scenario))
        if reveal:
            self._docks.reveal("analysis")

    def _invitation(self, scenario: Scenario) -> str:
        sight = ("tool.sight", "overlay.fan", "overlay.exposure")
        movement = ("tool.path", "overlay.reach", "overlay.territory", "overlay.chokepoints")
        sentences = (
            no_sight_lines(scenario) or _OF_SIGHT.format(*map(self._actions.key, sight)),
            nothing_moves(scenario) or _OF_MOVEMENT.format(*map(self._actions.key, movement)),
            *(self.overlays[name].refusal for name in ("territory", "chokepoints")),
        )
        # Several may have the same reason.
        return "\n\n".join(dict.fromkeys(filter(None, sentences)))

    def _go_to(self, place: Hex | Hexside) -> None:
        board = self._document.scenario.board if self._document else None
        if board is None:
            return
        if isinstance(place, Hex):
            self._workbench.go_to(place)
            return
        self._workbench.go_to(next((at for at in place.hexes if board.contains(at)), place.hex))
        self._canvas.set_preview(frozenset())
        self._canvas.set_side_preview(frozenset((place,)))

    # -- events ---------------------------------------------------------------------------------------------

    def point_at(self, at: Hex | None) -> None:
        """Show the overlays from the hex under the pointer; None when that is off the board."""
        self._hovered = at
        self.overlays.point_at(at)
        self._show_value()

    def _show_value(self) -> None:
        """Show the values of the hex under the pointer in the legend on the map."""
        at, document = self._hovered, self._document
        text = self.overlays.describe_hex(at) if at is not None else ""
        name = document.scenario.board.hex_name(at) if at is not None and document is not None else ""
        self.map_legend.show_value(f"{name}: {text}" if text else "")

    def _option_changed(self, what: str) -> None:
        if what == "pin" and self._state.pin is not None and not self._pins_quietly:
            # Pinning a hex is pointless without an overlay that depends on it.
            wanted = {"sight": "fan", "path": "reach"}.get(self._workbench.tool.id, "")
            if wanted or not any(self.overlays[name].is_on for name in _PINNED):
                name = wanted or next(it for it in _PINNED if not self.overlays[it].refusal)
                self._switch(name, on=True)

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field in ("ruleset", "zones", "board"):
            self.refresh_actions()


def _state_label() -> QLabel:
    """Return the label for the state that the cards describe."""
    label = QLabel()
    label.setObjectName("what-if-state")
    label.setWordWrap(True)
    label.setContentsMargins(10, 6, 10, 6)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    make_bold(label)
    label.hide()
    return label
