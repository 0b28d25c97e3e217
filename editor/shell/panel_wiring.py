"""Connects the window: its actions, and tools and canvas with the panels, the tool bars and the status bar."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.hex_facts import HexReader
from fairground.editor.tools.hexsides import Hexsides
from fairground.editor.tools.names import NamesTool
from fairground.editor.tools.zones import Zones
from fairground.editor.widgets.terrain_pictures import PaletteSection

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.canvas.pointing import Spot
    from fairground.editor.canvas.workbench import Workbench
    from fairground.editor.document.document import Document
    from fairground.editor.document.hex_facts import HexFacts
    from fairground.editor.shell.docks import Docks
    from fairground.editor.shell.main_window import MainWindow
    from fairground.editor.shell.options_bar.options_bar import ToolOptions
    from fairground.editor.shell.status_bar import Status
    from fairground.editor.shell.tool_strip import ToolStrip


def connect_actions(window: MainWindow) -> None:
    """Connect the actions of a window; call this once."""
    for group in (_of_files, _of_edits, _of_kinds, _of_views):
        for name, slot in group(window).items():
            window.actions_by_id.on(name, slot)


def _of_files(window: MainWindow) -> dict[str, Callable[[], object]]:
    flow = window.flow
    return {
        "file.new": flow.new,
        "file.open": flow.ask_open,
        "file.recent": lambda: window.recent.popup(window.pages.mapToGlobal(QPoint(0, 0))),
        "file.save": flow.save,
        "file.save-as": flow.save_as,
        "file.import": flow.ask_import,
        "file.close": flow.close,
        "map.next": window.session.activate_next,
        "map.previous": lambda: window.session.activate_next(-1),
        "file.quit": window.close,
    }


def _of_edits(window: MainWindow) -> dict[str, Callable[[], object]]:
    workbench, selection, state = window.workbench, window.workbench.selection, window.workbench.state
    return {
        "edit.undo": lambda: workbench.step(-1),
        "edit.redo": lambda: workbench.step(1),
        "edit.undo-all": workbench.undo_all,
        "edit.redo-all": workbench.redo_all,
        "edit.fill": selection.fill,
        "edit.raise": selection.raise_level,
        "edit.lower": selection.lower_level,
        "edit.level": selection.set_level,
        "edit.zone-add": selection.add_to_zone,
        "edit.zone-remove": selection.remove_from_zone,
        "edit.deselect": lambda: setattr(state, "selection", frozenset()),
    }


def _of_kinds(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Return the actions that choose what is drawn, and how."""
    workbench, options, palette = window.workbench, window.options, window.docks.palette
    state = workbench.state

    def next_kind(section: PaletteSection, tool: str) -> None:
        options.kinds[section].next()
        workbench.take_tool(tool)

    def choose_next(step: Callable[[], None]) -> None:
        # With another tool, only switch to the select tool.
        if workbench.tool.id != "select":
            workbench.take_tool("select")
        else:
            step()

    def search() -> None:
        window.docks.open("palette")
        palette.focus_search()

    def pop_up_zones() -> None:
        workbench.take_tool("zones")
        options.zone.pop_up()

    slots: dict[str, Callable[[], object]] = {
        "brush.smaller": lambda: setattr(state, "radius", state.radius - 1),
        "brush.larger": lambda: setattr(state, "radius", state.radius + 1),
        "brush.on-top": workbench.toggle_on_top,
        "symmetry.next": options.symmetry.next,
        "terrain.swap": workbench.swap_terrain,
        "elevation.next-mode": options.elevation.next_mode,
        "hexside.next": partial(next_kind, PaletteSection.HEXSIDE, "hexsides"),
        "effect.next": partial(next_kind, PaletteSection.EFFECT, "effects"),
        "select.next-shape": partial(choose_next, options.selecting.next_shape),
        "select.next-mode": partial(choose_next, options.selecting.next_mode),
        "zone.new": pop_up_zones,
        "palette.search": search,
    }
    return slots | {f"palette.pick-{number}": partial(palette.pick, number) for number in range(1, 10)}


def _of_views(window: MainWindow) -> dict[str, Callable[[], object]]:
    workbench = window.workbench

    def toggle_legend() -> None:
        if window.page is not None:
            window.page.legend.setVisible(window.page.legend.isHidden())

    return {
        "view.fit": workbench.fit,
        "view.zoom-in": workbench.zoom_in,
        "view.zoom-out": workbench.zoom_out,
        "view.labels": workbench.toggle_labels,
        "view.label-style": window.navigator.next_label_style,
        "view.legend": toggle_legend,
        "view.dark": window.switch_theme,
        "view.tool-names": window.toggle_tool_names,
        "view.reset": window.reset_layout,
        "help.keys": window.show_keys,
        "help.about": window.show_about,
    }


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
        self._soon.start()

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
            self._show_hovered()

    def _show_hovered(self) -> None:
        at = self._workbench.hovered
        facts = self._reader.facts(at) if self._reader is not None and at is not None else None
        self._show_status(facts)
        self._docks.hex.hover(facts)

    def _show_status(self, facts: HexFacts | None) -> None:
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
        self._status.show_facts(facts, side, workbench.hex_note(at))
