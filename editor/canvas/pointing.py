"""From the mouse to the tool: strokes of hexes without gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.grid.lines import hex_line
from fairground.editor.tools.pointer import Pointer

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.editor.tools.tool import Tool

BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)


class Pointing:
    """Hands a tool what the mouse does; one button leads a stroke, and others do nothing meanwhile."""

    def __init__(self) -> None:
        self.tool: Tool | None = None
        self._button = Qt.MouseButton.NoButton
        self._at: Hex | None = None

    @property
    def is_stroke(self) -> bool:
        """Whether a button is held that the tool knows of."""
        return self._button != Qt.MouseButton.NoButton

    def press(self, at: Hex, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> None:
        """Begin a stroke, unless one is under way."""
        if self.is_stroke or self.tool is None or button not in BUTTONS:
            return
        self._button, self._at = button, at
        self.tool.press(Pointer(at, (at,), button, modifiers))

    def move(self, at: Hex, modifiers: Qt.KeyboardModifier) -> None:
        """Go on with a stroke; nothing happens within a hex."""
        if self.tool is None or not self.is_stroke or self._at is None or at == self._at:
            return
        line = hex_line(self._at, at)
        self._at = at
        self.tool.move(Pointer(at, line, self._button, modifiers))

    def release(self, at: Hex, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> None:
        """End a stroke when its own button goes up."""
        if self.tool is None or not self.is_stroke or button != self._button:
            return
        line = hex_line(self._at if self._at is not None else at, at)
        self._button, self._at = Qt.MouseButton.NoButton, None
        self.tool.release(Pointer(at, line, button, modifiers))

    def hover(self, at: Hex | None, modifiers: Qt.KeyboardModifier) -> None:
        """Tell the tool where the pointer is while no button is held; None when it has left."""
        if self.tool is not None and not self.is_stroke:
            self.tool.hover(None if at is None else Pointer(at, (at,), Qt.MouseButton.NoButton, modifiers))

    def cancel(self) -> bool:
        """Give up a stroke; return whether there was one."""
        if self.tool is None or not self.is_stroke:
            return False
        self._button, self._at = Qt.MouseButton.NoButton, None
        self.tool.cancel()
        return True
