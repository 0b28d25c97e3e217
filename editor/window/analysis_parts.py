"""The panel of the analysis: the cards of line and path, the overlays below, and what to do while there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QScrollArea, QScrollBar, QSizePolicy, QVBoxLayout, QWidget

from fairground.editor.window.widgets import soft_label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


class AnalysisParts(QWidget):
    """Holds the parts, which come with the first map; each hides itself while it has nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._empty = soft_label("", self)
        # As high as its lines are at the width there is.
        self._empty.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._empty.setContentsMargins(10, 8, 10, 0)
        self._parts: list[QWidget] = []
        #: The part that is scrolled to; None where somebody has scrolled since it came.
        self._brought: QWidget | None = None
        self._is_heard = False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self._empty)
        self._layout.addStretch(1)

    def bring(self, part: QWidget) -> None:
        """Scroll to a part that has come, and stay there while it grows, until somebody scrolls elsewhere."""
        self._brought = part
        bar = self._bar()
        if bar is not None and not self._is_heard:
            self._is_heard = True
            # By wheel, keys or mouse; not by what is done here.
            bar.actionTriggered.connect(self._leave)
        self._to_brought()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay at the part that has come."""
        super().resizeEvent(event)
        if self._brought is not None:
            # The parts have their places only when they have been laid out anew.
            QTimer.singleShot(0, self, self._to_brought)

    def _to_brought(self) -> None:
        bar = self._bar()
        if bar is not None and self._brought is not None:
            bar.setValue(self._brought.y())

    def _leave(self, _action: int) -> None:
        self._brought = None

    def _bar(self) -> QScrollBar | None:
        view = self.parentWidget()
        area = view.parentWidget() if view is not None else None
        return area.verticalScrollBar() if isinstance(area, QScrollArea) else None

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
