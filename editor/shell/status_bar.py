"""The status bar: the hex under the pointer, the tool's hint, the zoom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStatusBar, QWidget

from fairground.editor.app.texts import hex_count, tr
from fairground.editor.widgets.labels_and_buttons import ElidedLabel

if TYPE_CHECKING:
    from fairground.editor.document.hex_facts import HexFacts


class Status(QStatusBar):
    """Facts on the left, the hint in the middle, the zoom on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._sentence = ""
        self.hex = QLabel("", self)
        font = self.hex.font()
        font.setBold(True)
        self.hex.setFont(font)
        self.hex.setMinimumWidth(self.hex.fontMetrics().horizontalAdvance("AB12 "))
        self.facts = ElidedLabel("", self)
        # The facts change with the hex and get all the room they need; the hint, which users soon know, gets the rest.
        self.facts.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.hint = ElidedLabel("", self)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.hint.setProperty("soft", True)  # Qt's signature
        self.symmetry = QLabel("", self)
        self.symmetry.setVisible(False)  # Qt's signature
        self.selected = QLabel("", self)
        self.selected.setVisible(False)  # Qt's signature
        self.zoom = QLabel("", self)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.zoom.setMinimumWidth(self.zoom.fontMetrics().horizontalAdvance("1000%"))
        for widget, name in (
            (self.hex, tr("Hex")),
            (self.facts, tr("Details")),
            (self.hint, tr("Hint")),
            (self.symmetry, tr("Symmetry")),
            (self.selected, tr("Selection")),
            (self.zoom, tr("Zoom")),
        ):
            widget.setAccessibleName(name)
        # In a frame: the bar shows a widget of its own again when it is laid out during a message.
        frame = QWidget(self)
        row = QWidget(frame)
        # Keeps its height, or every tip would lay out the whole window again.
        policy = row.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # Qt's signature
        row.setSizePolicy(policy)
        around = QHBoxLayout(frame)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(row)
        self.messageChanged.connect(lambda text: row.setHidden(bool(text)))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(10, 1, 10, 1)
        layout.setSpacing(10)
        layout.addWidget(self.hex)
        layout.addWidget(self.facts)
        layout.addWidget(self.hint, 1)
        layout.addWidget(self.symmetry)
        layout.addWidget(self.selected)
        layout.addWidget(self.zoom)
        self._row = layout
        self.addWidget(frame, 1)

    def show_facts(self, facts: HexFacts | None, side: str = "", seen_by: str = "") -> None:
        """Show a hex, after the hexside under the pointer and how many units see it; nothing for None."""
        self.hex.setText(facts.label if facts else "")
        parts = [side, seen_by, facts.line] if facts else []
        self.facts.setText("  ·  ".join(part for part in parts if part))
        self._row.activate()

    def show_hint(self, text: str) -> None:
        """Show the hint of a tool."""
        self.hint.setText(text)

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence instead of the facts, until the next one; an empty one ends it."""
        before, self._sentence = self._sentence, sentence
        if sentence:
            self.showMessage(sentence)
        elif before and self.currentMessage() == before:
            self.clearMessage()

    def show_symmetry(self, words: str) -> None:
        """Show the symmetry of painting and its centre; nothing when empty."""
        self.symmetry.setText(words)
        self.symmetry.setToolTip(tr("Painting with symmetry: {words}").format(words=words) if words else "")
        self.symmetry.setVisible(bool(words))

    def show_selection(self, count: int) -> None:
        """Show the number of selected hexes; nothing for 0."""
        self.selected.setText(tr("{hexes} selected").format(hexes=hex_count(count)) if count else "")
        self.selected.setVisible(count > 0)

    def show_zoom(self, zoom: float) -> None:
        """Show the zoom, 1 for life size."""
        self.zoom.setText(f"{zoom * 100:.0f}%")
