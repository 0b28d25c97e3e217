"""What a tool learns about the mouse: hexes, their sides and points of the board, never pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.grid.hexsides import Hexside, hexside

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex


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
