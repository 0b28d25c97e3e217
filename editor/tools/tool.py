"""The base of all tools.

What a tool learns about the mouse: hexes, their sides and points of the board, never pixels.
"""

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
    from fairground.editor.tools.state import ToolState


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the pointer is and how it got there.

    ``hex`` may lie off the board. ``hexes`` is the hex line from the previous position of this stroke to here, both
    ends included; at a press and while hovering it is ``(hex,)``. ``button`` is the button held, ``NoButton`` while
    hovering. ``direction`` (0-5) is that of the side of the hex nearest to the pointer. ``point`` is where on the board it
    is, as ``Layout.centre`` has it at size 1; None where keys lead it from hex to hex.
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
        """Whether the right button is held: the second terrain, or the opposite of what the left one does."""
        return self.button == Qt.MouseButton.RightButton

    def holds(self, modifier: Qt.KeyboardModifier) -> bool:
        """Whether a modifier key is held."""
        return bool(self.modifiers & modifier)


class Tool(QObject):
    """What the mouse does on the canvas while this tool is chosen.

    The canvas calls ``press``, ``move``, ``release`` while a button is held, ``hover`` while none is, and ``cancel``
    or ``escape`` for Escape. A tool never changes the scenario itself: it asks the document for edits.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    #: One line for the status bar.
    hint: ClassVar[str]
    #: Tools of one group stand together in the tool strip and in the Tools menu; without a group it is in neither.
    group: ClassVar[str] = ""
    #: The groups of options that the options bar shows for it, from left to right; ``ToolOptions`` says which there are.
    options: ClassVar[tuple[str, ...]] = ()
    #: Whether the sides of hexes matter to it: then it hears of every other side that the pointer comes near.
    follows_sides: ClassVar[bool] = False

    #: Whether a click puts down what it has in hand: then Return does so at once, wherever the pointer is.
    puts_down: ClassVar[bool] = False

    #: The hexes (a frozenset) that a click would reach, mirror images included.
    preview_changed = Signal(object)
    #: The hexsides (a frozenset) that a click would reach, mirror images included.
    side_preview_changed = Signal(object)
    #: A sentence: why the tool does nothing here.
    refused = Signal(str)
    #: A sentence: what the tool did besides what it was asked for.
    remarked = Signal(str)
    #: A few words on what a drag comes to so far, such as how many hexes; empty when there is nothing to tell.
    told = Signal(str)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.is_active = False
        self._preview: AbstractSet[Hex] = frozenset()
        self._side_preview: frozenset[Hexside] = frozenset()
        self._at: Pointer | None = None
        self._told = ""
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
        """Whether it matters where within a hex the pointer is: then it hears of every move of a drag."""
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
        """Go on while a button is held."""

    def release(self, p: Pointer) -> None:
        """End with the button that went up."""

    def hover(self, p: Pointer | None) -> None:
        """Show what a click here would reach; None when the pointer has left the canvas."""
        self._at = p
        self.refresh_preview()

    def cancel(self) -> None:
        """Take back what was done since the press."""

    def escape(self) -> bool:
        """Hear of Escape while no button is held; return whether there was anything to give up."""
        return False

    def turn(self, steps: int) -> bool:  # noqa: ARG002  # most tools leave the wheel to the map
        """Turn what is worked on by that many steps of 60 degrees clockwise; return whether it can be turned at all.

        The canvas calls it for the wheel with Shift held.
        """
        return False

    def nudge(self, across: int, down: int, *, fine: bool) -> bool:  # noqa: ARG002  # most tools leave arrows alone
        """Move what is worked on a step by an arrow key; return whether that is this tool's business."""
        return False

    def remove(self) -> bool:
        """Remove what is worked on, for the Del key; return whether that is this tool's business."""
        return False

    def can_step(self, by: int) -> bool:  # noqa: ARG002  # most tools do nothing but edits of the document
        """Whether there is anything to undo (-1) or redo (1) that is the tool's own, and no edit of the document."""
        return False

    def step(self, by: int) -> None:
        """Undo (-1) or redo (1) that."""

    # -- the preview ----------------------------------------------------------------------------------------

    def preview(self, p: Pointer) -> AbstractSet[Hex]:
        """Return the hexes that a click at ``p`` would reach."""
        return frozenset((p.hex,)) if self.board.contains(p.hex) else frozenset()

    def preview_sides(self, p: Pointer) -> frozenset[Hexside]:  # noqa: ARG002  # tools of hexes reach none
        """Return the hexsides that a click at ``p`` would reach."""
        return frozenset()

    def refresh_preview(self) -> None:
        """Show the preview of where the pointer is now."""
        at = self._at if self.state.document else None
        self._show(self.preview(at) if at else frozenset(), self.preview_sides(at) if at else frozenset())
        told = self.words(at) if at else ""
        if told != self._told:
            self._told = told
            self.told.emit(told)

    def words(self, p: Pointer) -> str:  # noqa: ARG002  # most tools have nothing to tell
        """Return a few words on what a drag to ``p`` comes to; empty for none."""
        return ""

    def _show(self, hexes: AbstractSet[Hex], sides: frozenset[Hexside]) -> None:
        """Tell the canvas what to mark, where that is news."""
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
