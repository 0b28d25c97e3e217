"""From the mouse to the tool: strokes of hexes without gaps, and the sides that the mouse comes near."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.grid.lines import hex_line
from fairground.editor.tools.tool import Pointer

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.editor.tools.tool import Tool

BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex, which may lie off the board, and the direction (0-5) of its side nearest to the mouse.

    ``point`` is where the mouse is, as ``Layout.centre`` has it at size 1; None for keys. Two points near one side of a
    hex are the same spot.
    """

    hex: Hex
    direction: int
    point: tuple[float, float] | None = field(default=None, compare=False)


class Pointing:
    """Hands a tool what the mouse does; one button leads a stroke, and others do nothing meanwhile."""

    def __init__(self) -> None:
        self.tool: Tool | None = None
        self._button = Qt.MouseButton.NoButton
        self._at: Spot | None = None

    @property
    def is_stroke(self) -> bool:
        """Whether a button is held that the tool knows of."""
        return self._button != Qt.MouseButton.NoButton

    def press(self, at: Spot, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> None:
        """Begin a stroke, unless one is under way."""
        if self.is_stroke or self.tool is None or button not in BUTTONS:
            return
        self._button, self._at = button, at
        self.tool.press(_pointer(at, at, button, modifiers))

    def move(self, at: Spot, modifiers: Qt.KeyboardModifier) -> None:
        """Go on with a stroke; nothing happens within a hex, or at a side, unless the tool follows sides or points."""
        if self.tool is None or not self.is_stroke or self._at is None:
            return
        has_moved = at != self._at if self.tool.follows_sides else at.hex != self._at.hex
        if not has_moved and not (self.tool.follows_points and at.point != self._at.point):
            return
        since, self._at = self._at, at
        self.tool.move(_pointer(at, since, self._button, modifiers))

    def modify(self, modifiers: Qt.KeyboardModifier) -> None:
        """Go on with a stroke where it is, now that other keys are held."""
        if self.tool is not None and self.is_stroke and self._at is not None:
            self.tool.move(_pointer(self._at, self._at, self._button, modifiers))

    def release(self, at: Spot, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> None:
        """End a stroke when its own button goes up."""
        if self.tool is None or not self.is_stroke or button != self._button:
            return
        since = self._at or at
        self._button, self._at = Qt.MouseButton.NoButton, None
        self.tool.release(_pointer(at, since, button, modifiers))

    def let_go(self) -> None:
        """End a stroke where it is."""
        if self._at is not None:
            self.release(self._at, self._button, Qt.KeyboardModifier.NoModifier)

    def hover(self, at: Spot | None, modifiers: Qt.KeyboardModifier) -> None:
        """Tell the tool where the pointer is while no button is held; None when it has left."""
        if self.tool is not None and not self.is_stroke:
            self.tool.hover(None if at is None else _pointer(at, at, Qt.MouseButton.NoButton, modifiers))

    def escape(self) -> bool:
        """Give up a stroke, or else what the tool has in hand; return whether there was anything."""
        return self.cancel() or (self.tool is not None and self.tool.escape())

    def cancel(self) -> bool:
        """Give up a stroke; return whether there was one."""
        if self.tool is None or not self.is_stroke:
            return False
        self._button, self._at = Qt.MouseButton.NoButton, None
        self.tool.cancel()
        return True


def _pointer(at: Spot, since: Spot, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> Pointer:
    way = hex_line(since.hex, at.hex) if since.hex != at.hex else (at.hex,)
    return Pointer(at.hex, way, button, modifiers, at.direction, at.point)
