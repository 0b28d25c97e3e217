"""The names tool: names of places and notes on hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from fairground.core.scenario.board import MAX_TEXTS
from fairground.core.text.wording import shorten
from fairground.editor.app.texts import tr
from fairground.editor.document.stack_patches import swapped_texts, text_patch
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.stack_patches import Texts
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState


class NamesTool(Tool):
    """Edits the name of a hex with the left button and its note with the right one; a drag moves them."""

    id = "names"
    title = tr("Names")
    group = "names"
    options = ("note",)
    hint = tr(
        "Click a hex to write its name, right-click for a note. Drag a name to move it; empty text removes "
        "it."
    )

    #: The ``Hex`` whose name to edit.
    name_wanted = Signal(object)
    #: The ``Hex`` whose note to edit.
    note_wanted = Signal(object)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        self._pressed: Pointer | None = None
        super().__init__(state, parent)

    def press(self, p: Pointer) -> None:
        """Start a click or a drag at a hex."""
        refusal = locked(self.state, ("names",)) or self._nowhere(p.hex)
        if refusal:
            self.refused.emit(refusal)
        elif self._pressed is None:
            self._pressed = p

    def move(self, p: Pointer) -> None:
        """Show the target of the drag."""
        self.hover(p)

    def release(self, p: Pointer) -> None:
        """Edit the text of the hex; after a drag, move it."""
        held, self._pressed = self._pressed, None
        if held is None:
            return
        if held.is_right:
            self.note_wanted.emit(held.hex)
        elif p.hex == held.hex:
            self.name_wanted.emit(held.hex)
        elif not self._has_text(held.hex):
            self.refused.emit(tr("{label} has no name to move.").format(label=self.board.hex_name(held.hex)))
        elif self._nowhere(p.hex):
            self.refused.emit(self._nowhere(p.hex))
        else:
            name = self.board.names.get(held.hex, "")
            self.document.edit(
                tr("Move {name}").format(name=name or tr("note")), swapped_texts(self.board, held.hex, p.hex)
            )
        self.hover(p)

    def cancel(self) -> None:
        """Cancel the drag."""
        self._pressed = None
        self.refresh_preview()

    def deactivate(self) -> None:
        """End the drag."""
        self._pressed = None
        super().deactivate()

    def preview(self, p: Pointer) -> AbstractSet[Hex]:
        """Return the hex under the pointer, and the source of the drag."""
        held = self._pressed
        from_there = super().preview(held) if held and self._has_text(held.hex) else frozenset()
        return super().preview(p) | from_there

    def write_name(self, at: Hex, text: str) -> None:
        """Set the name of a hex; remove an empty one."""
        # One line only.
        text = " ".join(text.split())
        before = self.board.names.get(at, "")
        if text == before or self._refuses("names", before, text):
            return
        self.document.edit(
            tr("Set name {text}").format(text=text)
            if text
            else tr("Remove name {before}").format(before=before),
            [text_patch(self.board, "names", at, text)],
        )

    def write_note(self, at: Hex, text: str) -> None:
        """Set the note of a hex; remove an empty one."""
        text, before = text.strip(), self.board.notes.get(at, "")
        if text == before or self._refuses("notes", before, text):
            return
        self.document.edit(
            (tr('Set note "{note}"') if text else tr('Remove note "{note}"')).format(
                # The history adds the hex.
                note=shorten(" ".join((text or before).split()))
            ),
            [text_patch(self.board, "notes", at, text)],
        )

    def _refuses(self, texts: Texts, before: str, text: str) -> bool:
        """Refuse a text where the layer is locked or the board has the most texts possible."""
        sentence = locked(self.state, ("names",))
        if text and not before and len(getattr(self.board, texts)) >= MAX_TEXTS:
            sentence = sentence or (
                tr("A board can have at most {most:,} names.")
                if texts == "names"
                else tr("A board can have at most {most:,} notes.")
            ).format(most=MAX_TEXTS)
        if sentence:
            self.refused.emit(sentence)
        return bool(sentence)

    def _has_text(self, at: Hex) -> bool:
        return at in self.board.names or at in self.board.notes

    def _nowhere(self, at: Hex) -> str:
        return "" if self.board.contains(at) else tr("That is off the board.")

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._pressed = None
        super()._option_changed(what)
