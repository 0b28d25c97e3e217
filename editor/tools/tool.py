"""The base of all tools, and the pointer that they follow: in hexes, hexsides and points of the board, not pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QObject, Qt, Signal

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexsides import Hexside, hexside
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.editor.document.document import Document
    from fairground.editor.tools.tool_state import ToolState


@dataclass(frozen=True, slots=True)
class Pointer:
    """The position of the pointer and its path there.

    ``hex`` may be off the board. ``hexes`` is the hex line from the previous position of this stroke to here, both
    ends included; at a press and while hovering it is ``(hex,)``. ``button`` is the button held, ``NoButton`` while
    hovering. ``direction`` (0-5) is that of the side of the hex nearest to the pointer. ``point`` is its place in
    the units of ``Layout.centre`` at size 1; None while keys move it from hex to hex.
    """

    hex: Hex
    hexes: tuple[Hex, ...]
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    direction: int = 0
    point: tuple[float, float] | None = None

    @property
    def side(self) -> Hexside:
        """The hexside nearest to the pointer, canonical."""
        return hexside(self.hex, self.direction)

    @property
    def is_right(self) -> bool:
        """Whether the right button is held, for the second terrain or the opposite action."""
        return self.button == Qt.MouseButton.RightButton

    def holds(self, modifier: Qt.KeyboardModifier) -> bool:
        """Whether a modifier key is held."""
        return bool(self.modifiers & modifier)


class Tool(QObject):
    """Defines what the mouse does on the canvas while the tool is chosen.

    The canvas calls ``press``, ``move``, ``release`` while a button is held, ``hover`` while none is, and ``cancel``
    or ``escape`` for Escape. A tool never changes the scenario itself: it asks the document for edits.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    #: One line for the status bar.
    hint: ClassVar[str]
    #: The group in the tool strip and the Tools menu; tools without a group are in neither.
    group: ClassVar[str] = ""
    #: The icon of a plugin's tool, by its name in ``resources/icons``; other tools have theirs in the keymap.
    icon: ClassVar[str] = "plugin"
    #: The groups of ``ToolOptions`` that the options bar shows for it, from left to right.
    options: ClassVar[tuple[str, ...]] = ()
    #: Whether it follows hexsides: then it gets a move for every other side near the pointer.
    follows_sides: ClassVar[bool] = False

    #: Whether a click places what the tool holds; then Return places it at once.
    puts_down: ClassVar[bool] = False

    #: The hexes (a frozenset) that a click would reach, mirror images included.
    preview_changed = Signal(object)
    #: The hexsides (a frozenset) that a click would reach, mirror images included.
    side_preview_changed = Signal(object)
    #: A sentence: why the tool does nothing here.
    refused = Signal(str)
    #: A sentence: a side effect of the tool.
    remarked = Signal(str)
    #: A short text about the drag so far, such as the number of hexes; empty for none.
    told = Signal(str)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.is_active = False
        self._preview: AbstractSet[Hex] = frozenset()
        self._side_preview: frozenset[Hexside] = frozenset()
        self._at: Pointer | None = None
        self._drag_text = ""
        state.changed.connect(self._option_changed)

    @property
    def document(self) -> Document:
        """The open document.

        Raises
        ------
        ScenarioError
            When none is open; the canvas calls no tool then.
        """
        if self.state.document is None:
            raise ScenarioError(tr("no scenario is open"))
        return self.state.document

    @property
    def board(self) -> Board:
        """The board of the open document."""
        return self.document.scenario.board

    @property
    def follows_points(self) -> bool:
        """Whether the place within a hex matters; then it gets every move of a drag."""
        return False

    # -- lifecycle ------------------------------------------------------------------------------------------

    def activate(self) -> None:
        """Get ready: the tool was chosen."""
        self.is_active = True

    def deactivate(self) -> None:
        """Finish: another tool was chosen."""
        self.is_active = False
        self.hover(None)

    # -- the mouse ------------------------------------------------------------------------------------------

    def press(self, p: Pointer) -> None:
        """Begin with the button that went down."""

    def move(self, p: Pointer) -> None:
        """Continue while a button is held."""

    def release(self, p: Pointer) -> None:
        """End with the button that went up."""

    def hover(self, p: Pointer | None) -> None:
        """Show what a click here would reach; None when the pointer has left the canvas."""
        self._at = p
        self.refresh_preview()

    def cancel(self) -> None:
        """Take back what was done since the press."""

    def escape(self) -> bool:
        """Handle Escape while no button is held; return whether it cancelled anything."""
        return False

    def turn(self, steps: int) -> bool:  # noqa: ARG002  # most tools leave the wheel to the map
        """Turn what the tool works on by steps of 60 degrees clockwise; return whether it can be turned.

        The canvas calls it for the wheel with Shift held.
        """
        return False

    def grow(self, steps: int) -> bool:  # noqa: ARG002  # most tools leave the wheel to the map
        """Make what the tool works on larger by steps, or smaller; return whether it has a size.

        The canvas calls it for the wheel with Ctrl and Shift held.
        """
        return False

    def nudge(self, across: int, down: int, *, fine: bool) -> bool:  # noqa: ARG002  # most tools leave arrows alone
        """Move what the tool works on by an arrow key; return whether the tool handles it."""
        return False

    def remove(self) -> bool:
        """Remove what the tool works on, for the Del key; return whether the tool handles it."""
        return False

    def can_step(self, by: int) -> bool:  # noqa: ARG002  # most tools only edit the document
        """Whether the tool has a step of its own to undo (-1) or redo (1), which is no edit of the document."""
        return False

    def step(self, by: int) -> None:
        """Undo (-1) or redo (1) a step of the tool itself."""

    # -- the preview ----------------------------------------------------------------------------------------

    def preview(self, p: Pointer) -> AbstractSet[Hex]:
        """Return the hexes that a click at ``p`` would reach."""
        return frozenset((p.hex,)) if self.board.contains(p.hex) else frozenset()

    def preview_sides(self, p: Pointer) -> frozenset[Hexside]:  # noqa: ARG002  # tools of hexes reach none
        """Return the hexsides that a click at ``p`` would reach."""
        return frozenset()

    def refresh_preview(self) -> None:
        """Update the preview at the pointer."""
        at = self._at if self.state.document else None
        self._show(self.preview(at) if at else frozenset(), self.preview_sides(at) if at else frozenset())
        text = self.words(at) if at else ""
        if text != self._drag_text:
            self._drag_text = text
            self.told.emit(text)

    def words(self, p: Pointer) -> str:  # noqa: ARG002  # most tools have no text
        """Return a short text about a drag to ``p``; empty for none."""
        return ""

    def _show(self, hexes: AbstractSet[Hex], sides: frozenset[Hexside]) -> None:
        """Update the marks on the canvas where they differ."""
        if hexes != self._preview:
            self._preview = hexes
            self.preview_changed.emit(hexes)
        if sides != self._side_preview:
            self._side_preview = sides
            self.side_preview_changed.emit(sides)

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._at = None
        if self.is_active:
            self.refresh_preview()
