"""The work on one document: tools, their options, the map, and the panels that follow both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.grid.labels import LabelStyle
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.canvas.layers import LayerModel, MapLayer
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.hex_facts import HexReader
from fairground.editor.features.findings.places import marks, place_of
from fairground.editor.shell.palette_controller import PaletteController
from fairground.editor.tools.hexsides import Hexsides
from fairground.editor.tools.select import Select
from fairground.editor.tools.state import Stacking, ToolState
from fairground.editor.tools.toolbox import toolbox
from fairground.editor.tools.zones import Zones
from fairground.editor.widgets.terrain_text import PaletteSection

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.canvas.pointing import Spot
    from fairground.editor.document.document import Document
    from fairground.editor.features.findings.quick_fixes import QuickFix
    from fairground.editor.shell.analysis import AnalysisController
    from fairground.editor.shell.docks import Docks
    from fairground.editor.shell.status_bar import Status
    from fairground.editor.shell.tool_options.tool_options import ToolOptions
    from fairground.editor.shell.tool_strip import ToolStrip
    from fairground.editor.tools.selection_actions import SelectionActions

#: The tool in hand at first.
_FIRST_TOOL = "brush"


class Workbench(QObject):
    """Wires tools, map and panels: what the tools prefer, what the mouse points at, what the findings say."""

    #: The id of the tool that was taken in hand.
    tool_taken = Signal(str)
    #: Whether there is anything to undo or redo may have changed, for another tool is in hand or has done something.
    steps_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.canvas: Canvas | None = None
        self.layers = LayerModel(self)
        self.state = ToolState(parent=self)
        self.tools = toolbox(self.state, self)
        self.tool = self.tools[_FIRST_TOOL]
        self.label_style = LabelStyle.COLUMN_LETTER
        self._analysis: AnalysisController | None = None
        self._reader: HexReader | None = None
        self._hovered: Hex | None = None
        self._spot: Spot | None = None
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._show_hovered)
        self.layers.changed.connect(self._lock)

    def connect_panels(self, docks: Docks, strip: ToolStrip, options: ToolOptions, status: Status) -> None:
        """Follow and lead the panels; to be called once."""
        self._docks, self._strip, self._options, self._status = docks, strip, options, status
        strip.chosen.connect(self.take_tool)
        self.state.changed.connect(self._state_changed)
        for tool in self.tools.values():
            tool.refused.connect(options.say)
        options.overlong.connect(status.show_sentence)
        options.zone.wanted.connect(self._new_zone)
        self.palette = PaletteController(self, docks.palette)
        docks.findings.chosen.connect(self._jump)
        docks.findings.fix_wanted.connect(self._fix)
        docks.hex.hex_chosen.connect(self.go_to)
        docks.hex.sides.feature_wanted.connect(self._set_feature)

    def connect_canvas(self, canvas: Canvas) -> None:
        """Follow and lead the map; to be called once."""
        self.canvas = canvas
        canvas.hovered.connect(self._hover)
        canvas.side_hovered.connect(self._hover_side)
        canvas.zoom_changed.connect(self._status.show_zoom)
        self.take_tool(self.tool.id)

    def connect_analysis(self, analysis: AnalysisController) -> None:
        """Tell what the analysis knows; to be called once."""
        self._analysis = analysis
        analysis.exposure_changed.connect(self._again.start)

    def set_document(self, document: Document | None) -> None:
        """Work on another document."""
        before, self.document = self.document, document
        if before is not None:
            before.changed.disconnect(self._changed)
        is_state = before is not None and document is not None and before.origin is document.origin
        if not is_state:
            self._hovered = self._spot = None
        self._reader = HexReader(document) if document else None
        # Before the state: all that shows a part of it looks at the document when the state tells of that.
        self._options.set_document(document)
        self.state.document = document
        self._docks.set_document(document)
        if document is not None:
            document.changed.connect(self._changed)
            self.palette.show_kinds()
        if is_state:
            self._docks.hex.select(self.state.selection)
            self._show_hovered()
        else:
            self._status.show_facts(None)

    def look_at(self, document: Document) -> None:
        """Tell of the hexes of another state of the document than the one that is worked on."""
        self._reader = HexReader(document)
        self._docks.hex.set_document(document)
        self._docks.hex.select(self.state.selection)
        self._docks.minimap.set_document(document)
        self._docks.findings.wait()
        self._show_hovered()

    def step(self, by: int) -> None:
        """Undo (-1) or redo (1); a stroke that is under way is given up instead."""
        if self._give_up_stroke() or self.document is None:
            return
        if self.tool.can_step(by):
            self.tool.step(by)
        else:
            self.document.go_to(self.document.undo_stack.index() + by)

    def can_step(self, by: int) -> bool:
        """Whether there is anything to undo (-1) or redo (1)."""
        if self.document is None:
            return False
        stack = self.document.undo_stack
        is_edit = stack.index() > self.document.earliest if by < 0 else stack.canRedo()
        return is_edit or self.tool.can_step(by)

    def undo_all(self) -> None:
        """Go back to the beginning of the history."""
        self._give_up_stroke()
        if self.document is not None:
            self.document.go_to(self.document.earliest)

    def redo_all(self) -> None:
        """Go to the end of the history."""
        self._give_up_stroke()
        if self.document is not None:
            self.document.go_to(self.document.undo_stack.count())

    def _give_up_stroke(self) -> bool:
        """Have the button that is held go on with nothing: a stroke does not outlast its undoing."""
        return self.canvas is not None and self.canvas.give_up_stroke()

    # -- tools ----------------------------------------------------------------------------------------------

    def take_tool(self, name: str) -> None:
        """Take a tool in hand."""
        self.tool = self.tools[name]
        self._strip.show_tool(name)
        self._options.show_tool(name, self.tool.title)
        self._status.show_hint(self.tool.hint)
        if self.canvas is not None:
            self.canvas.set_tool(self.tool)
        self.steps_changed.emit()
        self.palette.follow_tool()
        self._show_status()
        self.tool_taken.emit(name)

    @property
    def hovered(self) -> Hex | None:
        """The hex of the board that mouse or keys point at; None when they point at none."""
        return self._hovered

    @property
    def selection(self) -> SelectionActions:
        """What can be done to the selected hexes."""
        select = self.tools["select"]
        assert isinstance(select, Select)  # noqa: S101  # the toolbox says so
        return select.actions

    def swap_terrain(self) -> None:
        """Swap first and second terrain."""
        state = self.state
        state.stack_first, state.stack_second = state.stack_second, state.stack_first

    def toggle_on_top(self) -> None:
        """Go from replacing terrain to painting on top of it, or back; from another tool, on top with the brush."""
        replaces = self.state.stacking is Stacking.REPLACE or self.tool.id != "brush"
        self.state.stacking = Stacking.ON_TOP if replaces else Stacking.REPLACE
        self.take_tool("brush")

    def next_kind(self, section: PaletteSection) -> None:
        """Take the next hexside feature or effect, and the tool for it."""
        self._options.kinds[section].next()
        self.take_tool("hexsides" if section is PaletteSection.HEXSIDE else "effects")

    def _set_feature(self, side: Hexside, feature: str, present: bool) -> None:  # noqa: FBT001  # slot of a signal
        hexsides = self.tools["hexsides"]
        assert isinstance(hexsides, Hexsides)  # noqa: S101  # the toolbox says so
        hexsides.set_feature(side, feature, present=present)

    def _new_zone(self, side: str) -> None:
        from fairground.core.scenario.parts import ZoneKind

        zones = self.tools["zones"]
        assert isinstance(zones, Zones)  # noqa: S101  # the toolbox says so
        if zones.create(side, ZoneKind.DEPLOYMENT if side else ZoneKind.AREA):
            self.take_tool("zones")

    def _lock(self, _layer: MapLayer) -> None:
        self.state.locked_layers = frozenset(it.value for it in MapLayer if self.layers.is_locked(it))

    def say(self, sentence: str) -> None:
        """Say something for a while beside the options of the tool."""
        self._options.say(sentence)

    def _state_changed(self, what: str) -> None:
        if what in ("terrain_first", "terrain_second", "feature", "effect", "stacking"):
            self.palette.mark_kinds()
        elif what == "selection" and self.canvas is not None:
            self.canvas.set_selection(self.state.selection)
            self._docks.hex.select(self.state.selection)
            self._status.show_selection(len(self.state.selection))

    # -- the map --------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole board."""
        if self.canvas is not None:
            self.canvas.fit()

    def zoom_in(self) -> None:
        """Show the board larger."""
        if self.canvas is not None:
            self.canvas.zoom_in()

    def zoom_out(self) -> None:
        """Show the board smaller."""
        if self.canvas is not None:
            self.canvas.zoom_out()

    def go_to(self, at: Hex) -> None:
        """Bring a hex into view, and mark it."""
        if self.canvas is not None:
            self.canvas.reveal(at)
            self.canvas.set_preview(frozenset((at,)))

    def next_label_style(self) -> None:
        """Name hexes in the next style."""
        styles = list(LabelStyle)
        self.label_style = styles[(styles.index(self.label_style) + 1) % len(styles)]
        if self.canvas is not None:
            self.canvas.set_label_style(self.label_style)
        self._docks.hex.set_label_style(self.label_style)
        if self._analysis is not None:
            self._analysis.refresh()
        self._show_hovered()

    def toggle_labels(self) -> None:
        """Show or hide the names of the hexes."""
        self.layers.set_visible(MapLayer.LABELS, not self.layers.state(MapLayer.LABELS).visible)

    def _hover(self, at: Hex | None) -> None:
        self._hovered = at
        self._show_hovered()

    def _hover_side(self, spot: Spot | None) -> None:
        before, self._spot = self._spot, spot
        # What lies on the side is told where something does, and to who lays something there.
        if spot is not None and before is not None and spot.hex == before.hex:
            self._show_status()

    def _show_hovered(self) -> None:
        self._show_status()
        self._docks.hex.hover(self._hovered)

    def _show_status(self) -> None:
        reader, at, spot = self._reader, self._hovered, self._spot
        if reader is None or at is None:
            self._status.show_facts(None)
            return
        side = ""
        if (
            spot is not None
            and spot.hex == at
            and (self.tool.follows_sides or reader.has_features(spot.hex, spot.direction))
        ):
            side = reader.side_words(spot.hex, spot.direction, self.label_style)
        seen_by = self._analysis.seen_by_words(at) if self._analysis else ""
        self._status.show_facts(reader.facts(at, self.label_style), side, seen_by)

    def _changed(self, event: object) -> None:
        self._again.start()
        if isinstance(event, FieldChanged) and event.field == "ruleset":
            self.palette.show_kinds()
            # After the rest of the change, which may bring another board and other parts.
            next_turn(self, self._put_away_lacking_tool)

    def _put_away_lacking_tool(self) -> None:
        """Take the select tool in place of one that the ruleset has nothing for, and say why."""
        why_not = self._options.lacking
        if why_not:
            self.take_tool("select")
            self.say(tr("Switched to {tool}. {reason}").format(tool=self.tool.title, reason=why_not))

    # -- findings -------------------------------------------------------------------------------------------

    def show_findings(self, _revision: int, findings: list[Finding]) -> None:
        """Show what the analyst found."""
        if self.document is None or self.canvas is None:
            return
        from fairground.editor.features.findings.quick_fixes import quick_fix

        scenario = self.document.scenario
        self._docks.scenario.show_findings(findings)
        self._docks.findings.show_findings(findings, lambda finding: quick_fix(scenario, finding))
        self.canvas.set_marked(marks(findings))

    def _jump(self, finding: Finding) -> None:
        at = place_of(self.document.scenario, finding) if self.document else None
        if at is not None:
            self.go_to(at)

    def _fix(self, fix: QuickFix) -> None:
        refusal = fix.apply(self.document, self.state) if self.document is not None else ""
        if refusal:
            self._options.say(refusal)
