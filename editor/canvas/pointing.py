"""From the mouse to the tool: strokes of hexes without gaps, and the nearest sides."""

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
    """A hex, which may be off the board, and the direction (0-5) of its side nearest to the mouse.

    ``point`` is the place of the mouse in the units of ``Layout.centre`` at size 1, None for keys; it does not count for
    equality.
    """

    hex: Hex
    direction: int
    point: tuple[float, float] | None = field(default=None, compare=False)


class Pointing:
    """Passes the mouse to a tool; during a stroke of one button, the others are ignored."""

    def __init__(self) -> None:
        self.tool: Tool | None = None
        self._button = Qt.MouseButton.NoButton
        self._at: Spot | None = None

    @property
    def is_stroke(self) -> bool:
        """Whether a button is held for the tool."""
        return self._button != Qt.MouseButton.NoButton

    def press(self, at: Spot, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> None:
        """Begin a stroke, unless one is under way."""
        if self.is_stroke or self.tool is None or button not in BUTTONS:
            return
        self._button, self._at = button, at
        self.tool.press(_pointer(at, at, button, modifiers))

    def move(self, at: Spot, modifiers: Qt.KeyboardModifier) -> None:
        """Continue a stroke in another hex, or at another side or point if the tool follows those."""
        if self.tool is None or not self.is_stroke or self._at is None:
            return
        has_moved = at != self._at if self.tool.follows_sides else at.hex != self._at.hex
        if not has_moved and not (self.tool.follows_points and at.point != self._at.point):
            return
        since, self._at = self._at, at
        self.tool.move(_pointer(at, since, self._button, modifiers))

    def modify(self, modifiers: Qt.KeyboardModifier) -> None:
        """Continue a stroke in place with other modifiers."""
        if self.tool is not None and self.is_stroke and self._at is not None:
            self.tool.move(_pointer(self._at, self._at, self._button, modifiers))

    def release(self, at: Spot, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> None:
        """End a stroke when its button is released."""
        if self.tool is None or not self.is_stroke or button != self._button:
            return
        since = self._at or at
        self._button, self._at = Qt.MouseButton.NoButton, None
        self.tool.release(_pointer(at, since, button, modifiers))

    def let_go(self) -> None:
        """End a stroke in place."""
        if self._at is not None:
            self.release(self._at, self._button, Qt.KeyboardModifier.NoModifier)

    def hover(self, at: Spot | None, modifiers: Qt.KeyboardModifier) -> None:
        """Pass the pointer on to the tool while no button is held; None when it has left."""
        if self.tool is not None and not self.is_stroke:
            self.tool.hover(None if at is None else _pointer(at, at, Qt.MouseButton.NoButton, modifiers))

    def escape(self) -> bool:
        """Cancel the stroke, or else the tool's piece; return whether there was anything."""
        return self.cancel() or (self.tool is not None and self.tool.escape())

    def cancel(self) -> bool:
        """Cancel the stroke; return whether there was one."""
        if self.tool is None or not self.is_stroke:
            return False
        self._button, self._at = Qt.MouseButton.NoButton, None
        self.tool.cancel()
        return True


def _pointer(at: Spot, since: Spot, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> Pointer:
    path = hex_line(since.hex, at.hex) if since.hex != at.hex else (at.hex,)
    return Pointer(at.hex, path, button, modifiers, at.direction, at.point)
