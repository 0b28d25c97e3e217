"""The edits of a repair on the map: each hex outlined, with the number of its edit and what it becomes."""

from __future__ import annotations

from itertools import chain
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
        self._steps: tuple[tuple[tuple[Hex, str], ...], ...] = ()
        self._chosen: int | None = None

    @property
    def marks(self) -> tuple[tuple[Hex, str], ...]:
        """The hexes that are marked, with what each becomes."""
        return tuple(chain.from_iterable(self._steps))

    def show(self, steps: Sequence[Sequence[tuple[Hex, str]]], chosen: int | None) -> bool:
        """Mark the hexes of edits with texts, one of the edits chosen by its index; return whether anything has changed."""
        wanted = tuple(map(tuple, steps)), chosen
        if wanted == (self._steps, self._chosen):
            return False
        self._steps, self._chosen = wanted
        return True

    def paint(self, frame: Frame) -> None:
        """Draw outlines, and a tag for each text of an edit; the chosen one last, over the others."""
        board = frame.facts.board
        steps = [
            (index, [it for it in marks if board.contains(it[0])]) for index, marks in enumerate(self._steps)
        ]
        if not any(marks for _, marks in steps):
            return
        frame.painter.setOpacity(1.0)
        ordered = sorted(steps, key=lambda it: it[0] == self._chosen)
        for index, marks in ordered:
            for at, _ in marks:
                style = _CHOSEN if index == self._chosen else _EVERY
                paint_border(frame, board.mask((at,)), style, at_edge=True)
        for index, marks in ordered:
            # Of many hexes that become the same, one is enough.
            for text, at in {text: at for at, text in reversed(marks)}.items():
                tag = f"{index + 1} {text}" if frame.camera.is_near else str(index + 1)
                paint_tag_beside(frame, tag, frame.camera.centre(at), bold=index == self._chosen)
