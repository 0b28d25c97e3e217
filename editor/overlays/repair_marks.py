"""The edits of a repair on the map: each hex outlined, with the number of its edit and what it becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.pictures.colours import GOLD, INK, PAPER
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.item_painter import paint_tag_beside
from fairground.editor.overlays.regions import paint_border

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.frame import Frame

_EVERY = OutlineStyle(
    "repair", ((PAPER, 4.4, 0.95, ()), (INK, 2.8, 1.0, ()), (GOLD, 1.8, 1.0, (3.0, 2.0))), inset=1.6
)
_CHOSEN = OutlineStyle("repair-chosen", ((INK, 5.4, 0.95, ()), (GOLD, 3.6, 1.0, ())), inset=2.4)


class RepairMarks:
    """Marks the edits that are shown; draws nothing without any."""

    def __init__(self) -> None:
        self._marks: tuple[tuple[Hex, str], ...] = ()
        self._chosen: int | None = None

    @property
    def marks(self) -> tuple[tuple[Hex, str], ...]:
        """The hexes that are marked, with what each becomes."""
        return self._marks

    def show(self, marks: Sequence[tuple[Hex, str]], chosen: int | None) -> bool:
        """Mark hexes with texts, one of them chosen by its index; return whether anything has changed."""
        wanted = tuple(marks), chosen
        if wanted == (self._marks, self._chosen):
            return False
        self._marks, self._chosen = wanted
        return True

    def paint(self, frame: Frame) -> None:
        """Draw outlines and tags; the chosen one last, over the others."""
        board = frame.facts.board
        marks = [(index, at, text) for index, (at, text) in enumerate(self._marks) if board.contains(at)]
        if not marks:
            return
        frame.painter.setOpacity(1.0)
        others = [at for index, at, _ in marks if index != self._chosen]
        chosen = [at for index, at, _ in marks if index == self._chosen]
        for hexes, style in ((others, _EVERY), (chosen, _CHOSEN)):
            for at in hexes:
                paint_border(frame, board.mask((at,)), style, at_edge=True)
        for index, at, text in sorted(marks, key=lambda it: it[0] == self._chosen):
            tag = f"{index + 1} {text}" if frame.camera.is_near else str(index + 1)
            paint_tag_beside(frame, tag, frame.camera.centre(at), bold=index == self._chosen)
