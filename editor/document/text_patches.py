"""Patches of what is written on hexes: names of places and the designer's notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fairground.editor.document.patches import FieldPatch

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board

    #: Which texts of a board.
    Texts = Literal["names", "notes"]


def text_patch(board: Board, texts: Texts, at: Hex, text: str) -> FieldPatch | None:
    """Return the patch that writes ``text`` on a hex in place of what is there, or nothing when it is empty.

    Spaces around it do not count. None when it says so already.
    """
    before: dict[Hex, str] = getattr(board, texts)
    text = text.strip()
    if before.get(at, "") == text:
        return None
    after = {**before, at: text}
    if not text:
        del after[at]
    return FieldPatch(f"board.{texts}", before, after)


def swapped_texts(board: Board, one: Hex, other: Hex) -> list[FieldPatch]:
    """Return the patches that move name and note of a hex to another, and those of that one back."""
    found = []
    texts: Texts
    for texts in ("names", "notes"):
        before: dict[Hex, str] = getattr(board, texts)
        after = dict(before)
        for old, new in ((one, other), (other, one)):
            after.pop(new, None)
            if old in before:
                after[new] = before[old]
        if after != before:
            found.append(FieldPatch(f"board.{texts}", before, after))
    return found
