"""Connects tools and canvas with the panels, the tool bars and the status bar of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.hex_facts import HexReader
from fairground.editor.tools.hexsides import Hexsides
from fairground.editor.tools.names import NamesTool
from fairground.editor.tools.zones import Zones

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.canvas.pointing import Spot
    from fairground.editor.canvas.workbench import Workbench
    from fairground.editor.document.document import Document
    from fairground.editor.shell.docks import Docks
    from fairground.editor.shell.options_bar.options_bar import ToolOptions
    from fairground.editor.shell.status_bar import Status
    from fairground.editor.shell.tool_strip import ToolStrip


class PanelWiring(QObject):
    """Shows tool, pointer and selection in the panels, and handles clicks there."""

    def __init__(
        self, workbench: Workbench, docks: Docks, strip: ToolStrip, options: ToolOptions, status: Status
    ) -> None:
        super().__init__(workbench)
        self._workbench, self._docks = workbench, docks
        self._strip, self._options, self._status = strip, options, status
        self._document: Document | None = None
        self._reader: HexReader | None = None
        self._spot: Spot | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._show_hovered)
        strip.chosen.connect(workbench.take_tool)
        options.overlong.connect(status.show_sentence)
        options.zone.wanted.connect(self._new_zone)
        docks.hex.hex_chosen.connect(workbench.go_to)
        docks.hex.sides.feature_wanted.connect(self._set_feature)
        names = workbench.tools["names"]
        assert isinstance(names, NamesTool)  # noqa: S101  # the toolbox says so
        docks.hex.note.written.connect(names.write_note)
        workbench.said.connect(options.say)
        workbench.canvas_created.connect(self._connect_canvas)
        workbench.tool_taken.connect(self._show_tool)
        workbench.hex_note_changed.connect(self._soon.start)
        workbench.state.changed.connect(self._state_changed)

    def set_document(self, document: Document | None) -> None:
        """Show another document, or another state of the same."""
        before, self._document = self._document, document
        if before is not None:
            before.changed.disconnect(self._changed)
        is_state = before is not None and document is not None and before.origin is document.origin
        if not is_state:
            self._spot = None
        self._reader = HexReader(document) if document else None
        # Before the tools, whose state the panels show.
        self._options.set_document(document)
        self._workbench.set_document(document)
        self._docks.set_document(document)
        if document is not None:
            document.changed.connect(self._changed)
        if is_state:
            self._docks.hex.select(self._workbench.state.selection)
            self._show_hovered()
        else:
            self._status.show_facts(None)

    def look_at(self, document: Document) -> None:
        """Show the hexes of another state of the document than the one that is edited."""
        self._reader = HexReader(document)
        self._docks.hex.set_document(document)
        self._docks.hex.select(self._workbench.state.selection)
        self._docks.minimap.set_document(document)
        self._show_hovered()

    # -- tools ----------------------------------------------------------------------------------------------

    def _connect_canvas(self, canvas: Canvas) -> None:
        canvas.hovered.connect(self._hover)
        canvas.side_hovered.connect(self._hover_side)
        canvas.zoom_changed.connect(self._status.show_zoom)

    def _show_tool(self, name: str) -> None:
        tool = self._workbench.tool
        self._strip.show_tool(name)
        self._options.show_tool(name, tool.title)
        self._status.show_hint(tool.hint)
        self._show_status()

    def _state_changed(self, what: str) -> None:
        if what == "selection" and self._workbench.canvas is not None:
            selection = self._workbench.state.selection
            self._docks.hex.select(selection)
            self._status.show_selection(len(selection))

    def _set_feature(self, side: Hexside, feature: str, present: bool) -> None:  # noqa: FBT001  # slot of a signal
        hexsides = self._workbench.tools["hexsides"]
        assert isinstance(hexsides, Hexsides)  # noqa: S101  # the toolbox says so
        hexsides.set_feature(side, feature, present=present)

    def _new_zone(self, side: str) -> None:
        from fairground.core.scenario.parts import ZoneKind

        zones = self._workbench.tools["zones"]
        assert isinstance(zones, Zones)  # noqa: S101  # the toolbox says so
        if zones.create(side, ZoneKind.DEPLOYMENT if side else ZoneKind.AREA):
            self._workbench.take_tool("zones")

    def _changed(self, event: object) -> None:
        self._soon.start()
        if isinstance(event, FieldChanged) and event.field == "ruleset":
            # After the rest of the change, which may replace the board and its parts.
            next_turn(self, self._replace_unsupported_tool)

    def _replace_unsupported_tool(self) -> None:
        """Switch from a tool that the ruleset does not support to Select, and show why."""
        why_not, workbench = self._options.lacking, self._workbench
        if why_not:
            workbench.take_tool("select")
            workbench.say(
                tr("Switched to {tool}. {reason}").format(tool=workbench.tool.title, reason=why_not)
            )

    # -- the hex under the pointer --------------------------------------------------------------------------

    def _hover(self, _at: Hex | None) -> None:
        self._show_hovered()

    def _hover_side(self, spot: Spot | None) -> None:
        before, self._spot = self._spot, spot
        if spot is not None and before is not None and spot.hex == before.hex:
            self._show_status()

    def _show_hovered(self) -> None:
        self._show_status()
        self._docks.hex.hover(self._workbench.hovered)

    def _show_status(self) -> None:
        reader, spot, workbench = self._reader, self._spot, self._workbench
        at = workbench.hovered
        if reader is None or at is None:
            self._status.show_facts(None)
            return
        side = ""
        # The features of a hexside are shown where it has any, and while a tool draws them.
        if (
            spot is not None
            and spot.hex == at
            and (workbench.tool.follows_sides or reader.has_features(spot.hex, spot.direction))
        ):
            side = reader.describe_side(spot.hex, spot.direction)
        self._status.show_facts(reader.facts(at), side, workbench.hex_note(at))
