"""The analysis of the map in the window: line of sight, path, overlays, their cards, and what they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy

from fairground.core.grid.hexes import Hex
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.features.analysis.overlay_panel import OverlayPanel
from fairground.editor.features.attack.controller import AttackController
from fairground.editor.features.path.controller import PathController
from fairground.editor.features.sight.controller import SightController
from fairground.editor.features.sight.unit_sides_controller import UnitSidesController
from fairground.editor.overlays.exposure import ExposureOverlay
from fairground.editor.overlays.fairness import FairnessOverlay
from fairground.editor.overlays.registry import Overlays
from fairground.editor.overlays.repair_marks import RepairMarks
from fairground.editor.overlays.what_if_frame import WhatIfFrame
from fairground.editor.tools.sight import no_sight_lines

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document
    from fairground.editor.features.fairness.controller import FairnessController
    from fairground.editor.features.path.panel import PathPanel
    from fairground.editor.features.sight.panel import SightPanel
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.line_controller import LineController
    from fairground.editor.shell.docks import Docks
    from fairground.editor.shell.workbench import Workbench

_SHOWN = "fairgroundShown"
_OF_SIGHT = tr(
    "Press {0} and choose two hexes to see whether they see each other and why. {1} shows the hexes that "
    "the hex under the pointer sees, {2} how many hexes see each hex."
)
_OF_MOVEMENT = tr(
    "Press {0} and choose two hexes to find the way between them and its cost. {1} shows how far a unit "
    "gets from the hex under the pointer, {2} which zone reaches each hex first, {3} the chokepoints."
)
#: The overlays that are about a hex, which can be pinned.
_PINNED = ("fan", "reach")


class Follower(Protocol):
    """A controller that follows the document and the theme."""

    def set_document(self, document: Document | None) -> None:
        """Be about another document, or another state of the same."""

    def refresh(self) -> None:
        """Draw in the colours of the theme."""

    def refresh_actions(self) -> None:
        """Allow what can be done now, and forbid the rest."""


class AnalysisController(QObject):
    """Wires what is seen, and who gets where, to tools, map and menus."""

    #: What is known of how many see the hex under the pointer may be another number.
    exposure_changed = Signal()

    def __init__(
        self,
        workbench: Workbench,
        canvas: Canvas,
        worker: Worker,
        docks: Docks,
        actions: Actions,
        settings: QSettings,
    ) -> None:
        super().__init__(workbench)
        self._workbench, self._canvas, self._docks, self._actions = workbench, canvas, docks, actions
        self._state = workbench.state
        self._document: Document | None = None
        self._hovered: Hex | None = None
        self._pins_quietly = False
        self.sight = SightController(workbench, actions, self)
        self.path = PathController(workbench, worker, actions, self)
        self.overlays = Overlays(self._state, worker, self)
        self.overlays.redrawn.connect(self._canvas.update)
        self.overlays.changed.connect(self._overlay_changed)
        self._state.changed.connect(self._option_changed)
        for it in self.overlays:
            action = actions[f"overlay.{it.id}"]
            action.setCheckable(True)
            action.triggered.connect(lambda on, it=it: self._switch(it.id, on=on))
        self.overlay_panel = OverlayPanel(self.overlays, self._state, actions)
        self.arcs = UnitSidesController(workbench, settings, actions, self)
        self.attack = AttackController(workbench, settings, actions, self)
        self._state_label = _state_label()
        for part in (
            self._state_label,
            self.sight.panel,
            self.attack.panel,
            self.path.panel,
            self.overlay_panel,
            self.arcs.panel,
        ):
            docks.analysis.add(part)
        self.fairness: FairnessController | None = None
        self._followers: list[Follower] = []
        for controller in (*self._controllers, self.arcs):
            controller.redrawn.connect(self._canvas.update)
        for part_controller in (*self._controllers, self.arcs, self.attack):
            part_controller.shown.connect(self._show_parts)
        self.sight.panel.place_chosen.connect(self._go_to)
        self.attack.panel.place_chosen.connect(self._go_to)
        self.path.panel.place_chosen.connect(self._go_to)
        #: Marks the map while it is a what-if.
        self.frame = WhatIfFrame()
        #: Marks what a repair would change.
        self.repair_marks = RepairMarks()
        canvas.set_covers(
            (self.overlays,),
            (self.arcs.arcs, self.path.line, self.sight.line, self.repair_marks, self.frame),
        )
        canvas.hovered.connect(self.point_at)
        canvas.escaped.connect(self.escape)
        actions.on("overlay.none", self.overlays.all_off)
        actions.on("hex.pin", self.toggle_pin)
        self.overlays.displaced.connect(workbench.say)
        actions.on("compare.keep", self.keep_earlier)
        actions.on("compare.flip", self.overlays.earlier.flip)
        actions.on("compare.drop", self.overlays.earlier.drop)

        # It loads what nothing else here needs, and has the time until somebody looks at its panel.
        next_turn(self, lambda: self._make_fairness(worker))

    def _make_fairness(self, worker: Worker) -> None:
        from fairground.editor.features.fairness.controller import FairnessController

        self.fairness = FairnessController(
            self._workbench, worker, self.overlays, self._docks, self._actions, self
        )
        self.fairness.set_document(self._document)

    def follow(self, controller: Follower) -> None:
        """Let a controller that is created later follow the document and the theme, too."""
        self._followers.append(controller)
        controller.set_document(self._document)

    @property
    def _controllers(self) -> tuple[LineController[SightPanel] | LineController[PathPanel], ...]:
        return self.sight, self.path

    def set_document(self, document: Document | None) -> None:
        """Look at another document."""
        before, self._document = self._document, document
        if before is not None:
            before.changed.disconnect(self._changed)
        if before is None or document is None or before.origin is not document.origin:
            self._hovered = None
        self.overlays.set_document(document)
        if self.fairness is not None:
            self.fairness.set_document(document)
        for follower in self._followers:
            follower.set_document(document)
        self.judge(document)
        if document is not None:
            document.changed.connect(self._changed)
        self.refresh_actions()

    def judge(self, document: Document | None) -> None:
        """Judge lines, paths, units and attacks of a document; the overlays stay with theirs."""
        for controller in (*self._controllers, self.arcs, self.attack):
            controller.set_document(document)

    def refresh_actions(self) -> None:
        """Forbid what the ruleset or the map has nothing for, and say why; allow the rest."""
        self._show_parts(reveal=False)
        self.overlay_panel.compare.refresh()
        for controller in (*self._controllers, self.arcs, self.attack, *self._followers):
            controller.refresh_actions()
        if self.fairness is not None:
            self.fairness.refresh_actions()
        if self._document is None:
            return
        self.overlay_panel.show_scenario(self._document.scenario)
        refusals = {f"overlay.{it.id}": it.refusal for it in self.overlays}
        about_a_hex = [refusals[f"overlay.{name}"] for name in _PINNED]
        refusals["hex.pin"] = about_a_hex[0] if all(about_a_hex) else ""
        for name, refusal in refusals.items():
            action = self._actions[name]
            action.setEnabled(not refusal)
            action.setToolTip(refusal or self._actions.keymap.actions[name].tooltip)

    def refresh(self) -> None:
        """Draw the cards in the colours of the theme, and name hexes in the style of the map."""
        if self.fairness is not None:
            self.fairness.refresh()
        for follower in self._followers:
            follower.refresh()
        for controller in (*self._controllers, self.arcs, self.attack):
            controller.refresh()

    def escape(self) -> None:
        """Take away what the tool in hand has drawn, else what the other has; without either, hide the overlays."""
        if not self.take_away_lines():
            self.overlays.all_off()

    def take_away_lines(self) -> bool:
        """Take away what the tool in hand has drawn, else what the other has; return whether there was anything."""
        features = sorted(
            self._controllers, key=lambda controller: controller.tool != self._workbench.tool.id
        )
        return any(controller.take_away() for controller in features)

    def say_state(self, sentence: str) -> None:
        """Say above all answers what they are of; with nothing, they are of the map."""
        self._state_label.setText(sentence)
        self._state_label.setVisible(bool(sentence))
        self._show_parts(reveal=False)

    # -- the overlays ---------------------------------------------------------------------------------------

    def toggle_pin(self) -> None:
        """Pin fan and reach to the hex under the pointer; let pinned ones follow the pointer again."""
        self._state.pin = None if self._state.pin is not None else self._hovered

    def keep_earlier(self) -> None:
        """Keep what the overlays show now; fan and reach are pinned, for those of two hexes say little together."""
        if self._state.pin is None:
            about = [it.latest for name in _PINNED if (it := self.overlays[name]).is_on]
            self._pins_quietly = True
            self._state.pin = next((it.origin for it in about if it is not None), None)
            self._pins_quietly = False
        self.overlays.keep_earlier()
        if not self.overlays.shown:
            self._workbench.say(
                tr(
                    "State saved. After your next changes, the overlays that are on now can be compared "
                    "with it."
                )
            )

    def seen_by_words(self, at: Hex) -> str:
        """Return how many hexes see a hex, in words; empty while the exposure is not shown."""
        exposure = self.overlays["exposure"]
        return exposure.seen_by_words(at) if isinstance(exposure, ExposureOverlay) else ""

    def _switch(self, name: str, *, on: bool) -> None:
        overlay = self.overlays[name]
        overlay.set_on(on)
        self._actions[f"overlay.{name}"].setChecked(overlay.is_on)

    def catch_up(self) -> None:
        """Show the overlays whose keys were pressed before there was anything to show them."""
        for it in self.overlays:
            action = self._actions[f"overlay.{it.id}"]
            if action.isChecked() and not it.is_on:
                action.setChecked(False)
                action.trigger()

    def _overlay_changed(self, name: str) -> None:
        action, is_on = self._actions[f"overlay.{name}"], self.overlays[name].is_on
        is_new = is_on and not action.property(_SHOWN)
        action.setProperty(_SHOWN, is_on)
        action.setChecked(is_on)
        # What explains itself in a panel of its own needs no legend in front of that.
        self._show_parts(reveal=is_new and name != FairnessOverlay.id)
        if name == "exposure":
            self.exposure_changed.emit()

    # -- the panel ------------------------------------------------------------------------------------------

    def _show_parts(self, reveal: bool) -> None:  # noqa: FBT001  # slot of a signal
        """Show the panel, or what to do while it has nothing to say."""
        if self._document is not None:
            self._docks.analysis.say(self._invitation(self._document.scenario))
        if reveal:
            self._docks.reveal("analysis")

    def _invitation(self, scenario: Scenario) -> str:
        sight = ("tool.sight", "overlay.fan", "overlay.exposure")
        movement = ("tool.path", "overlay.reach", "overlay.territory", "overlay.chokepoints")
        told = (
            no_sight_lines(scenario) or _OF_SIGHT.format(*map(self._key, sight)),
            nothing_moves(scenario) or _OF_MOVEMENT.format(*map(self._key, movement)),
            *(self.overlays[name].refusal for name in ("territory", "chokepoints")),
        )
        # Each reason once: one may hold for several.
        return "\n\n".join(dict.fromkeys(filter(None, told)))

    def _key(self, name: str) -> str:
        return self._actions.keymap.actions[name].shown_key

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

    # -- news -----------------------------------------------------------------------------------------------

    def point_at(self, at: Hex | None) -> None:
        """Look from the hex under the pointer; None when that is off the board."""
        self._hovered = at
        self.overlays.point_at(at)

    def _option_changed(self, what: str) -> None:
        if what == "pin" and self._state.pin is not None and not self._pins_quietly:
            # A hex is pinned to see something from it.
            wanted = {"sight": "fan", "path": "reach"}.get(self._workbench.tool.id, "")
            if wanted or not any(self.overlays[name].is_on for name in _PINNED):
                name = wanted or next(it for it in _PINNED if not self.overlays[it].refusal)
                self._switch(name, on=True)

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field in ("ruleset", "zones", "board"):
            self.refresh_actions()


def _state_label() -> QLabel:
    """Return the label that says that the answers are of a what-if."""
    label = QLabel()
    label.setObjectName("what-if-state")
    label.setWordWrap(True)
    label.setContentsMargins(10, 6, 10, 6)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    label.hide()
    return label
