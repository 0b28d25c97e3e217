"""The panel of the analysis: the cards of line and path, the overlays below, and what to do while there is none."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from fairground.editor.widgets.basics import soft_label


class AnalysisParts(QWidget):
    """Holds the parts, which come with the first map; each hides itself while it has nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._empty = soft_label("", self)
        # As high as its lines are at the width there is.
        self._empty.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._empty.setContentsMargins(10, 8, 10, 0)
        self._parts: list[QWidget] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self._empty)
        self._layout.addStretch(1)

    @property
    def text(self) -> str:
        """What is said while there is nothing else; empty otherwise."""
        return "" if self._empty.isHidden() else self._empty.text()

    def add(self, part: QWidget) -> None:
        """Put a part below the others."""
        self._layout.insertWidget(self._layout.count() - 1, part)
        self._parts.append(part)

    def say(self, sentence: str) -> None:
        """Show a sentence while all parts are hidden."""
        self._empty.setText(sentence)
        self._empty.setVisible(all(part.isHidden() for part in self._parts))
