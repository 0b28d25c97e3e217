"""Copy, cut, paste and stamps: clips of the map float over it until they are put down."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from fairground.core.errors import FairgroundError
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.paths import stamp_folder
from fairground.editor.app.texts import hex_count, sentence, tr
from fairground.editor.document.clip_patches import describe_conversions, describe_unknown_kinds, fitted
from fairground.editor.document.events import FieldChanged, watch
from fairground.editor.features.clipboard.map_clipboard import MapClipboard
from fairground.editor.features.clipboard.stamps import Stamps, why_no_name
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools import selecting as selection_edits
from fairground.editor.tools.paste_tool import PasteTool
from fairground.editor.tools.select import Select
from fairground.editor.widgets.signs import side_sign

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.transform.clip import Clip
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document
    from fairground.editor.features.clipboard.stamps import Stamp
    from fairground.editor.features.clipboard.stamps_panel import StampsPanel
    from fairground.editor.session.feature_context import FeatureContext

#: Actions that need a selection.
_OF_SELECTION = (
    "edit.cut",
    "edit.copy",
    "edit.duplicate",
    "stamp.save",
    "select.grow",
    "select.shrink",
    "select.area",
)
_OF_PASTE = ("turn.right", "turn.left", "paste.mirror")


def install(context: FeatureContext) -> ClipboardController:
    """Install copy, cut, paste and stamps."""
    return ClipboardController(context)


class ClipboardController(FeatureController):
    """Connects selection, clipboard, stamps and the paste tool with the window."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, actions, window = context.workbench, context.actions, context.window
        self._workbench, self._actions, self._window = workbench, actions, window
        self._state = workbench.state
        self.stamps = Stamps(stamp_folder())
        self.panel: StampsPanel | None = None
        self._canvas: Canvas | None = None
        self._document: Document | None = None
        self._clipboard = MapClipboard(context.session.worker, self)
        self._clipboard.clip_read.connect(self.take)
        self._clipboard.nothing_to_paste.connect(self._explain_copying)
        self._clipboard.reported.connect(workbench.say)
        self._tool_before = workbench.tool.id
        paste, select = workbench.tools["paste"], workbench.tools["select"]
        assert isinstance(paste, PasteTool)  # noqa: S101  # the toolbox says so
        assert isinstance(select, Select)  # noqa: S101
        self.tool, self._selection = paste, select.actions
        self.tool.floated.connect(self._show_floating)
        # In a turn of its own, since pasting a large clip takes long enough.
        self.tool.ended.connect(lambda: next_turn(self, self._take_back_tool))
        self._state.changed.connect(self._option_changed)
        self.zone_menu = QMenu(tr("Select hexes of a zone"), window)
        self.zone_menu.aboutToShow.connect(self._fill_zones)
        slots: dict[str, Callable[[], object]] = {
            "edit.copy": self.copy,
            "edit.cut": self.cut,
            "edit.paste": self.paste,
            "edit.duplicate": self.duplicate,
            "turn.right": partial(self.tool.turn, 1),
            "turn.left": partial(self.tool.turn, -1),
            "paste.mirror": self.tool.mirror,
            "stamp.choose": self.show_stamps,
            "stamp.save": self.ask_stamp,
            "select.all": partial(selection_edits.select_all, self._state),
            "select.invert": partial(selection_edits.invert, self._state),
            "select.grow": partial(selection_edits.grow, self._state),
            "select.shrink": partial(selection_edits.shrink, self._state),
            "select.area": self.ask_area,
            "select.zone": self._pop_up_zones,
        }
        for name, slot in slots.items():
            actions.on(name, slot)
        workbench.canvas_created.connect(self._connect_canvas)

    def _connect_canvas(self, canvas: Canvas) -> None:
        """Draw the floating clip on a map."""
        from fairground.editor.canvas.floating import Floating

        self._canvas = canvas
        self._floating = Floating()
        canvas.set_floating(self._floating)

    def set_document(self, document: Document | None) -> None:
        """Take the hexes of another document."""
        self._document = watch(self._document, document, self._document_changed)
        self._clipboard.stop_reading()
        self._allow_actions()

    def _allow_actions(self) -> None:
        if self._state.document is not None:
            self._actions.enable(_OF_SELECTION, bool(self._state.selection))
        self._actions.enable(_OF_PASTE, self._state.document is not None and self.tool.clip is not None)
        self._refresh_panel()

    # -- copy and paste -------------------------------------------------------------------------------------

    def copy(self) -> bool:
        """Copy the selected hexes to the clipboard as text; return whether that worked."""
        clip = self._clip()
        if clip is None or not self._clipboard.put(clip):
            return False
        self._workbench.say(
            tr("Copied {hexes}. Press {key} to paste.").format(
                hexes=hex_count(len(clip)), key=self._actions.key("edit.paste")
            )
        )
        return True

    def cut(self) -> None:
        """Copy the selected hexes, and replace them by bare ground."""
        if self.copy():
            self._selection.cut()

    def paste(self) -> None:
        """Paste the clip in the clipboard; explain how to copy one when there is none."""
        self._clipboard.read()

    def _explain_copying(self) -> None:
        self._workbench.say(
            tr("The clipboard contains no map hexes. Select hexes and copy them with {key}.").format(
                key=self._actions.key("edit.copy")
            )
        )

    def duplicate(self) -> None:
        """Paste a copy of the selected hexes; the clipboard stays the same."""
        document, clip = self._state.document, self._clip()
        if document is not None and clip is not None:
            # Creating and showing a large clip each get a turn of the event loop.
            next_turn(self, partial(self._take_duplicate, document, clip))

    def _take_duplicate(self, document: Document, clip: Clip) -> None:
        if document is self._state.document:
            self.take(clip, tr("Duplicate"))

    def take(self, clip: Clip, name: str = tr("Paste")) -> None:
        """Let a clip float over the map, fitted to the ruleset of the scenario."""
        document = self._state.document
        if document is None or self._canvas is None:
            return
        result = fitted(clip, document.scenario)
        if result.unknown:
            self._workbench.say(describe_unknown_kinds(result.unknown, document.scenario))
            return
        if self._workbench.tool is not self.tool:
            self._tool_before = self._workbench.tool.id
            self._workbench.take_tool(self.tool.id)
        at = self._workbench.hovered or self._canvas.hex_at(QRectF(self._canvas.rect()).center())
        self.tool.take(result.clip, at, name)
        self._canvas.setFocus()
        if result.became:
            self._workbench.say(describe_conversions(result.became))
        self._allow_actions()

    def _document_changed(self, event: object) -> None:
        """Fit the floating clip and the stamps to another ruleset."""
        if isinstance(event, FieldChanged) and event.field == "ruleset":
            self._fit_again()
            self._refresh_panel()

    def _fit_again(self) -> None:
        """Fit the floating clip to the ruleset, or drop it when the ruleset lacks its kinds."""
        if self._document is None or self.tool.clip is None:
            return
        result = fitted(self.tool.clip, self._document.scenario)
        if result.unknown:
            self.tool.escape()
            # After the hint of the previous tool, which is taken in hand again.
            message = describe_unknown_kinds(result.unknown, self._document.scenario)
            next_turn(self, partial(self._workbench.say, message))
        elif result.became:
            self.tool.become(result.clip)
            self._workbench.say(describe_conversions(result.became))

    def _clip(self) -> Clip | None:
        from fairground.core.scenario.transform.clip import clip_of

        document = self._state.document
        if document is None or not self._state.selection:
            return None
        try:
            return clip_of(document.scenario.board, self._state.selection)
        except FairgroundError as error:
            self._workbench.say(sentence(str(error)))
            return None

    def _take_back_tool(self) -> None:
        # Not if another clip was taken in hand meanwhile.
        if self._workbench.tool is self.tool and self.tool.clip is None:
            self._workbench.take_tool(self._tool_before)

    def _show_floating(self) -> None:
        if self._canvas is not None:
            document = self._state.document
            scenario = document.scenario if document else None
            self._floating.show(scenario, self.tool.clip, self.tool.at, self.tool.layers)
            self._canvas.update()
        self._actions.enable(_OF_PASTE, self.tool.clip is not None)

    # -- names ----------------------------------------------------------------------------------------------

    def ask_area(self) -> None:
        """Ask for a name, and create an area of the selected hexes."""
        document = self._state.document
        if document is not None and self._state.selection:
            taken = {document.scenario.zone_title(zone.id) for zone in document.scenario.zones}
            self._ask(tr("New area"), tr("Name of the area"), partial(_area_remark, taken), self._make_area)

    def _make_area(self, name: str) -> None:
        if self._selection.make_area(name):
            self._workbench.say(
                tr("Created area {name}. {key} selects its hexes again.").format(
                    name=name, key=self._actions.key("select.zone")
                )
            )

    def _pop_up_zones(self) -> None:
        """Offer the zones at the pointer, or in the middle of the map when the pointer is elsewhere."""
        at, window = QCursor.pos(), self._window
        if not window.rect().contains(window.mapFromGlobal(at)) and self._canvas is not None:
            at = self._canvas.mapToGlobal(self._canvas.rect().center())
        self.zone_menu.popup(at)
        self.zone_menu.setActiveAction(self.zone_menu.actions()[0])

    def _fill_zones(self) -> None:
        self.zone_menu.clear()
        if self._state.document is not None:
            scenario = self._state.document.scenario
            for zone in scenario.zones:
                name = scenario.zone_title(zone.id).replace("&", "&&")
                action = self.zone_menu.addAction(side_sign(scenario.side_index(zone.side)), name)
                action.triggered.connect(lambda _on=False, zone=zone.id: self._select_zone(zone))
        if self.zone_menu.isEmpty():
            self.zone_menu.addAction(tr("No zones yet")).setEnabled(False)

    def _select_zone(self, zone: str) -> None:
        selection_edits.select_zone(self._state, zone, self._state.select_mode)

    def ask_stamp(self) -> None:
        """Ask for a name, and save the selected hexes as a stamp."""
        clip = self._clip()
        if clip is not None:
            self._ask(
                tr("New stamp"), tr("Name of the stamp"), self._stamp_remark, partial(self._save_stamp, clip)
            )

    def _stamp_remark(self, name: str) -> tuple[str, bool]:
        if refusal := why_no_name(name):
            return refusal, False
        exists = self.stamps.find(name) is not None
        return tr("A stamp with that name already exists and will be replaced.") if exists else "", True

    def _save_stamp(self, clip: Clip, name: str) -> None:
        try:
            stamp = self.stamps.save(name, clip)
        except FairgroundError as error:
            self._workbench.say(tr("Cannot save the stamp: {error}.").format(error=error))
            return
        self._workbench.say(
            tr("Saved stamp {name}. {key} shows all stamps.").format(
                name=name, key=self._actions.key("stamp.choose")
            )
        )
        if self.panel is not None:
            self.panel.add_saved(stamp, clip)

    def _ask(
        self,
        title: str,
        question: str,
        remark: Callable[[str], tuple[str, bool]],
        use_name: Callable[[str], None],
    ) -> None:
        from fairground.editor.widgets.name_prompt import NamePrompt

        prompt = NamePrompt(title, question, "", remark, self._window)
        prompt.named.connect(use_name)
        # Not every system returns the focus to the window.
        prompt.finished.connect(lambda _result: self._window.activateWindow())
        prompt.open()

    # -- stamps ---------------------------------------------------------------------------------------------

    def show_stamps(self) -> None:
        """Show the window with the stamps."""
        from fairground.editor.features.clipboard.stamps_panel import StampsPanel

        if self.panel is None:
            self.panel = StampsPanel(self.stamps, self._state, self._actions, self._window)
            self.panel.chosen.connect(self._take_stamp)
        self.panel.refresh()
        self.panel.show()
        self.panel.raise_()
        self.panel.activateWindow()

    def _take_stamp(self, stamp: Stamp, clip: Clip) -> None:
        self._window.activateWindow()
        self.take(clip, tr("Stamp {name}:").format(name=stamp.name))

    def _option_changed(self, what: str) -> None:
        if what == "selection":
            self._actions.enable(_OF_SELECTION, bool(self._state.selection))

    def _refresh_panel(self) -> None:
        if self.panel is not None and self.panel.isVisible():
            self.panel.refresh()


def _area_remark(taken: set[str], name: str) -> tuple[str, bool]:
    return (tr("A zone with that name already exists.") if name in taken else ""), True
