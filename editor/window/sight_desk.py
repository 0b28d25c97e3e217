"""Sight in the window: the line with its verdict, the overlays with their legends, and the actions for both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.core.grid.hexes import Hex
from fairground.editor.document.events import FieldChanged
from fairground.editor.overlays.exposure import ExposureOverlay
from fairground.editor.overlays.registry import Overlays
from fairground.editor.overlays.sight_line import SightLine
from fairground.editor.tools.sight import no_sight_lines
from fairground.editor.window.overlay_panel import OverlayPanel
from fairground.editor.window.sight_panel import SightPanel

if TYPE_CHECKING:
    from fairground.core.grid.hexsides import Hexside
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document
    from fairground.editor.window.actions import Actions
    from fairground.editor.window.docks import Docks
    from fairground.editor.window.workbench import Workbench
    from fairground.editor.worker.worker import Worker

_SHOWN = "fairgroundShown"
_INVITATION = (
    "{0} draws a line of sight between two hexes and says why it is clear or blocked. {1} shows what the hex under the "
    "pointer sees, {2} how many hexes see each."
)
#: The actions that need lines of sight between hexes.
_SIGHTED = ("tool.sight", "sight.swap", "sight.clear", "sight.pin")


class SightDesk(QObject):
    """Wires what is seen to tools, map and menus."""

    #: What is known of how many see the hex under the pointer may be another number.
    exposure_changed = Signal()

    def __init__(
        self, bench: Workbench, canvas: Canvas, worker: Worker, docks: Docks, actions: Actions
    ) -> None:
        super().__init__(bench)
        self._bench, self._canvas, self._docks, self._actions = bench, canvas, docks, actions
        self._state = bench.state
        self._document: Document | None = None
        self._hovered: Hex | None = None
        self.line = SightLine(self._state, self)
        self.overlays = Overlays(self._state, worker, self)
        self.line.changed.connect(self._show_line)
        self.overlays.redrawn.connect(self._redraw)
        self.overlays.changed.connect(self._overlay_changed)
        self._state.changed.connect(self._option_changed)
        for it in self.overlays:
            action = actions[f"overlay.{it.id}"]
            action.setCheckable(True)
            action.triggered.connect(lambda on, it=it: self._switch(it.id, on=on))
        self.panel = SightPanel(actions)
        self.overlay_panel = OverlayPanel(self.overlays, self._state)
        for part in (self.panel, self.overlay_panel):
            docks.sight.add(part)
        self.panel.place_chosen.connect(self._go_to)
        canvas.set_covers((self.overlays,), (self.line,))
        canvas.hovered.connect(self._hover)
        canvas.escaped.connect(self.escape)
        actions.on("overlay.none", self.overlays.all_off)
        actions.on("sight.swap", self.swap)
        actions.on("sight.clear", self.take_away)
        actions.on("sight.pin", self.toggle_pin)

    def set_document(self, document: Document | None) -> None:
        """Look at another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        self._hovered = None
        self.overlays.set_document(document)
        self.line.set_document(document)
        if document is not None:
            document.changed.connect(self._changed)
        self.refresh_actions()

    def refresh_actions(self) -> None:
        """Forbid what the ruleset has nothing for, and say why; allow the rest."""
        self._show_parts(reveal=False)
        if self._document is None:
            return
        why_not = no_sight_lines(self._document.scenario)
        refusals = dict.fromkeys(_SIGHTED, why_not) | {f"overlay.{it.id}": it.refusal for it in self.overlays}
        for name, refusal in refusals.items():
            action = self._actions[name]
            action.setEnabled(not refusal)
            action.setToolTip(refusal or self._actions.keymap.actions[name].tooltip)
        if not why_not:
            for name in ("sight.swap", "sight.clear"):
                self._actions[name].setEnabled(self._state.sight_line is not None)

    # -- the line -------------------------------------------------------------------------------------------

    def swap(self) -> None:
        """Look along the line from its other end; heights go with their ends."""
        line = self._state.sight_line
        if line is not None:
            self._state.sight_heights = self._state.sight_heights[::-1]
            self._state.sight_line = line[::-1]

    def take_away(self) -> None:
        """Take the line away."""
        self._state.sight_line = None

    def escape(self) -> None:
        """Take the line away; without one, hide the overlays."""
        if self._state.sight_line is not None:
            self.take_away()
        else:
            self.overlays.all_off()

    def refresh(self) -> None:
        """Draw the panel in the colours of the theme."""
        self._show_line()

    def _show_line(self) -> None:
        was_hidden = self.panel.isHidden()
        self.panel.show_sight(self.line.sight, self._state.sight_heights, self._bench.label_style)
        self._show_parts(reveal=was_hidden and not self.panel.isHidden())
        self._redraw()

    def _go_to(self, place: Hex | Hexside) -> None:
        board = self._document.scenario.board if self._document else None
        if board is None:
            return
        if isinstance(place, Hex):
            self._bench.go_to(place)
            return
        self._bench.go_to(next((at for at in place.hexes if board.contains(at)), place.hex))
        self._canvas.set_preview(frozenset())
        self._canvas.set_side_preview(frozenset((place,)))

    # -- the overlays ---------------------------------------------------------------------------------------

    def toggle_pin(self) -> None:
        """Pin the fan to the hex under the pointer; let a pinned one follow the pointer again."""
        self._state.fan_pin = None if self._state.fan_pin is not None else self._hovered

    def seen_by_words(self, at: Hex) -> str:
        """Return how many hexes see a hex, in words; empty while the exposure is not shown."""
        exposure = self.overlays["exposure"]
        return exposure.seen_by_words(at) if isinstance(exposure, ExposureOverlay) else ""

    def _switch(self, name: str, *, on: bool) -> None:
        overlay = self.overlays[name]
        overlay.set_on(on)
        self._actions[f"overlay.{name}"].setChecked(overlay.is_on)

    def _overlay_changed(self, name: str) -> None:
        action, is_on = self._actions[f"overlay.{name}"], self.overlays[name].is_on
        is_new = is_on and not action.property(_SHOWN)
        action.setProperty(_SHOWN, is_on)
        action.setChecked(is_on)
        self._show_parts(reveal=is_new)
        if name == "exposure":
            self.exposure_changed.emit()

    def _show_parts(self, *, reveal: bool) -> None:
        """Show the panel, or what to do while it has nothing to say."""
        if self._document is not None:
            keys = [
                self._actions.keymap.actions[name].shown_key
                for name in ("tool.sight", "overlay.fan", "overlay.exposure")
            ]
            self._docks.sight.say(no_sight_lines(self._document.scenario) or _INVITATION.format(*keys))
        if reveal:
            self._docks.reveal("sight")

    def _redraw(self) -> None:
        self._canvas.update()

    # -- news -----------------------------------------------------------------------------------------------

    def _hover(self, at: Hex | None) -> None:
        self._hovered = at
        self.overlays.point_at(at)

    def _option_changed(self, what: str) -> None:
        if what == "sight_line":
            self.refresh_actions()
        elif what == "fan_pin" and self._state.fan_pin is not None:
            # A fan is pinned to be seen.
            self._switch("fan", on=True)

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field == "ruleset":
            self.refresh_actions()
