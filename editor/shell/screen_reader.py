"""Describes the hex under the cursor of the map to screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from fairground.editor.app.texts import tr
from fairground.editor.document.hex_facts import HexReader

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document
    from fairground.editor.document.hex_facts import HexFacts

_NAME = tr("Map")


def hex_words(facts: HexFacts) -> str:
    """Describe a hex: label, terrain, level, and everything in it."""
    if facts.is_void:
        return f"{facts.label}: {facts.line}"
    parts = [facts.terrain, tr("level {level}").format(level=facts.level)]
    if facts.name:
        parts.append(facts.name)
    for kind, text in (
        (tr("effects"), facts.effects),
        ("", facts.zones),  # their titles and kinds say what they are
        (tr("objective"), facts.objectives),
        (tr("unit"), facts.units),
        (tr("hexsides"), facts.hexsides),
    ):
        if text:
            parts.append(f"{kind} {text}".strip())
    return f"{facts.label}: {', '.join(parts)}"


class Voice(QObject):
    """Keeps the accessible name of the canvas up to date with the hex under the cursor."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._description = canvas.accessibleDescription()
        self._document: Document | None = None
        self._reader: HexReader | None = None
        # A stroke changes a hex many times.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._say)
        canvas.cursor_moved.connect(self._moved)

    def set_document(self, document: Document | None) -> None:
        """Describe another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        self._reader = HexReader(document) if document else None
        if document is not None:
            document.changed.connect(self._changed)
        self._say()

    def _changed(self, _event: object) -> None:
        if self._canvas.cursor_hex is not None:
            self._again.start()

    def _moved(self, _at: Hex | None) -> None:
        self._say()

    def _say(self) -> None:
        at = self._canvas.cursor_hex
        facts = self._reader.facts(at) if self._reader is not None and at is not None else None
        text = hex_words(facts) if facts is not None else ""
        # Screen readers speak the name when it changes, and the description on request.
        is_what_if = self._document is not None and self._document.is_what_if
        self._canvas.setAccessibleName(text or (tr("Map of a what-if") if is_what_if else _NAME))
        sentences = (tr("A what-if, on a copy of the map") if is_what_if else "", text, self._description)
        self._canvas.setAccessibleDescription(". ".join(filter(None, sentences)))
