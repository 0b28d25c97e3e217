"""The tools, their options and the map of one document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.core.grid.labels import LabelStyle
from fairground.editor.canvas.layers import LayerModel, MapLayer
from fairground.editor.document.document import follow
from fairground.editor.document.events import LABEL_FIELDS, FieldChanged
from fairground.editor.tools.option_defaults import Stacking
from fairground.editor.tools.select import Select
from fairground.editor.tools.tool_list import toolbox
from fairground.editor.tools.tool_state import ToolState

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document
    from fairground.editor.document.events import Event
    from fairground.editor.tools.select import SelectionActions

#: The first active tool.
_FIRST_TOOL = "brush"


def _no_note(_hex: Hex) -> str:
    return ""


class Workbench(QObject):
    """Connects the active tool to the map; panels and features follow its signals."""

    #: The canvas, which is created with the first document.
    canvas_created = Signal(object)
    #: The id of the tool that was activated.
    tool_taken = Signal(str)
    #: Whether undo and redo are possible may have changed.
    steps_changed = Signal()
    #: A sentence to show for a while beside the options of the tool.
    said = Signal(str)
    #: The user prefers another style of labels.
    labels_preferred = Signal()
    #: Hexes have other names.
    label_style_changed = Signal()
    #: ``hex_note`` may return another text for the hex under the pointer.
    hex_note_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.canvas: Canvas | None = None
        #: The hex of the board that the mouse or the keys point at; None without one.
        self.hovered: Hex | None = None
        self.layers = LayerModel(self)
        self.state = ToolState(parent=self)
        self.tools = toolbox(self.state, self)
        self.tool = self.tools[_FIRST_TOOL]
        #: The label style that the user prefers; None for that of each scenario.
        self.preferred_labels: LabelStyle | None = None
        #: Returns a feature's addition to the facts about a hex in the status bar.
        self.hex_note: Callable[[Hex], str] = _no_note
        self.layers.changed.connect(self._lock)
        self.state.changed.connect(self._state_changed)
        for tool in self.tools.values():
            tool.refused.connect(self.said)
        self.selection.refused.connect(self.said)

    def connect_canvas(self, canvas: Canvas) -> None:
        """Connect the active tool to the map; call this once."""
        self.canvas = canvas
        canvas.hovered.connect(self._hover)
        self.canvas_created.emit(canvas)
        self.take_tool(self.tool.id)

    def set_document(self, document: Document | None) -> None:
        """Work on another document, or on another state of the same."""
        before, self.document = self.document, document
        if before is None or document is None or before.origin is not document.origin:
            self.hovered = None
        follow(before, document, self._changed)
        self.state.document = document
        if document is not None:
            document.show_labels(self.preferred_labels)

    def say(self, sentence: str) -> None:
        """Show a sentence for a while beside the options of the tool."""
        self.said.emit(sentence)

    def step(self, by: int) -> None:
        """Undo (-1) or redo (1); during a stroke, cancel the stroke instead."""
        if self._cancel_stroke() or self.document is None:
            return
        if self.tool.can_step(by):
            self.tool.step(by)
        else:
            self.document.go_to(self.document.undo_stack.index() + by)

    def can_step(self, by: int) -> bool:
        """Return whether there is a step to undo (-1) or redo (1)."""
        if self.document is None:
            return False
        stack = self.document.undo_stack
        is_edit = stack.index() > self.document.earliest if by < 0 else stack.canRedo()
        return is_edit or self.tool.can_step(by)

    def undo_all(self) -> None:
        """Go back to the beginning of the history."""
        self._cancel_stroke()
        if self.document is not None:
            self.document.go_to(self.document.earliest)

    def redo_all(self) -> None:
        """Go to the end of the history."""
        self._cancel_stroke()
        if self.document is not None:
            self.document.go_to(self.document.undo_stack.count())

    def _cancel_stroke(self) -> bool:
        """Cancel the stroke of the button that is held; return whether there was one."""
        return self.canvas is not None and self.canvas.give_up_stroke()

    def take_tool(self, name: str) -> None:
        """Activate a tool."""
        self.tool = self.tools[name]
        if self.canvas is not None:
            self.canvas.set_tool(self.tool)
        self.tool_taken.emit(name)
        self.steps_changed.emit()

    @property
    def selection(self) -> SelectionActions:
        """The edits of the selected hexes."""
        select = self.tools["select"]
        assert isinstance(select, Select)  # noqa: S101  # the toolbox says so
        return select.actions

    def swap_terrain(self) -> None:
        """Swap first and second terrain."""
        state = self.state
        state.stack_first, state.stack_second = state.stack_second, state.stack_first

    def toggle_on_top(self) -> None:
        """Switch the brush between replacing and painting on top; from another tool, activate it on top."""
        replaces = self.state.stacking is Stacking.REPLACE or self.tool.id != "brush"
        self.state.stacking = Stacking.ON_TOP if replaces else Stacking.REPLACE
        self.take_tool("brush")

    def _lock(self, _layer: MapLayer) -> None:
        self.state.locked_layers = frozenset(it.value for it in MapLayer if self.layers.is_locked(it))

    def _state_changed(self, option: str) -> None:
        if option == "selection" and self.canvas is not None:
            self.canvas.set_selection(self.state.selection)

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

    def prefer_labels(self, style: LabelStyle | None) -> None:
        """Name the hexes of all scenarios in a style; None for that of each scenario."""
        if style is not self.preferred_labels:
            self.preferred_labels = style
            self.labels_preferred.emit()
        if self.document is not None:
            self.document.show_labels(style)

    def next_label_style(self) -> None:
        """Switch from the scenario's label style to each other one in turn."""
        board = self.document.scenario.board if self.document is not None else None
        own = board.label_style if board is not None else LabelStyle.COLUMN_LETTER
        choices: list[LabelStyle | None] = [None, *(it for it in LabelStyle if it is not own)]
        at = choices.index(self.preferred_labels) if self.preferred_labels in choices else 0
        self.prefer_labels(choices[(at + 1) % len(choices)])

    def _changed(self, event: Event) -> None:
        if not isinstance(event, FieldChanged):
            return
        if event.field == "board.label_style":
            # A style that is chosen for the scenario should be seen at once.
            self.prefer_labels(None)
        # On a larger board, numbers have more digits.
        if event.field in LABEL_FIELDS or event.field == "board":
            self.label_style_changed.emit()

    def toggle_labels(self) -> None:
        """Show or hide the labels."""
        self.layers.set_visible(MapLayer.LABELS, not self.layers.state(MapLayer.LABELS).visible)

    def _hover(self, at: Hex | None) -> None:
        self.hovered = at
