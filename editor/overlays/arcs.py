"""The arcs of the unit that is worked on: its front, its six sides, what its shield covers; drawn over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.editor.document.part_patches import part_index
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import arcs_of
from fairground.editor.overlays.arcs_painter import paint_arcs

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Unit
    from fairground.core.sight.unit_sides import Arcs
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.tools.state import ToolState


class UnitArcs(QObject):
    """Follows the chosen unit while the unit tool is in hand, else the only unit in the selected hexes.

    ``arcs`` are its arcs, None where there is no such unit or its ruleset knows no sides; they are drawn while ``is_on``.
    """

    #: There are others, or they are drawn from now on, or no longer.
    changed = Signal()

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.is_on = True
        self.unit: Unit | None = None
        self.arcs: Arcs | None = None
        self._places_units = False
        self._document: Document | None = None
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self.look)
        state.changed.connect(self._option_changed)

    @property
    def shown(self) -> Arcs | None:
        """The arcs that are drawn."""
        return self.arcs if self.is_on else None

    def set_document(self, document: Document | None) -> None:
        """Look at units of another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
        self.look()

    def set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        """Draw arcs from now on, or none."""
        if on != self.is_on:
            self.is_on = on
            self.changed.emit()

    def take_tool(self, name: str) -> None:
        """Hear of the tool that was taken in hand."""
        self._places_units = name == "units"
        self.look()

    def look(self) -> None:
        """Look which unit it is now, and which way it looks."""
        self._again.stop()
        before = self.unit, self.arcs
        self.unit, self.arcs = self._chosen(), None
        if self.unit is not None and self._document is not None:
            self.arcs = arcs_of(self._document.scenario, self.unit)
        if before != (self.unit, None) or self.arcs is not None:
            self.changed.emit()

    def paint(self, frame: Frame) -> None:
        """Draw them."""
        if self.shown is not None:
            paint_arcs(frame, self.shown)

    def _chosen(self) -> Unit | None:
        if self._document is None or known_rules(self._document.scenario) is None:
            return None
        scenario = self._document.scenario
        if self._places_units:
            index = part_index(scenario, "units", self._state.unit_id)
            return None if index is None else scenario.units[index]
        found = [unit for unit in scenario.units if unit.hex in self._state.selection]
        return found[0] if len(found) == 1 else None

    def _changed(self, _event: object) -> None:
        # One edit may tell of several changes.
        self._again.start()

    def _option_changed(self, what: str) -> None:
        if what in ("unit_id", "selection"):
            self.look()
