"""Parts of the cards in the analysis panel: a verdict with buttons, and rows of names and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.basics import soft_label
from fairground.editor.widgets.option_rows import action_button

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.editor.app.actions import Actions


class VerdictLine(QWidget):
    """A verdict in large letters, between its icon and buttons for actions."""

    def __init__(self, actions: Actions, names: Iterable[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._sign = QLabel(self)
        self.verdict = QLabel(self)
        self.verdict.setAccessibleName(tr("Verdict"))
        # Wider than the panel, it would push the ends of all lines out of it.
        self.verdict.setWordWrap(True)
        font = self.verdict.font()
        font.setPointSizeF(font.pointSizeF() * 1.2)
        font.setBold(True)
        self.verdict.setFont(font)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._sign)
        layout.addWidget(self.verdict, 1)
        for name in names:
            layout.addWidget(action_button(actions, name, self))

    def say(self, text: str, *, good: bool | None) -> None:
        """Show a verdict: a good one, a bad one, or None for neither."""
        self.verdict.setText(text)
        look = colours()
        sign, ink = ("good", look.accent) if good else ("error", look.error)
        self._sign.setPixmap(pixmap(sign, 18, colour=ink, ratio=self.devicePixelRatioF()))
        self._sign.setVisible(good is not None)


class AmountRows(QGridLayout):
    """Rows of a name and a text."""

    # Not a form layout, which gives texts of several lines too little room.

    def __init__(self, parent: QWidget) -> None:
        super().__init__()
        self._parent = parent
        self._labels: list[tuple[QLabel, QLabel]] = []
        self.shown: list[tuple[str, str]] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(12)
        self.setVerticalSpacing(2)
        self.setColumnStretch(1, 1)

    def show_rows(self, rows: list[tuple[str, str]]) -> None:
        """Show these rows and no others."""
        if rows == self.shown:
            return
        self.shown = rows
        # The labels stay: the pointer goes over many hexes a second, and the theme takes its time with new widgets.
        while len(self._labels) < len(rows):
            self._add_row()
        for row, labels in enumerate(self._labels):
            for label, text in zip(labels, rows[row] if row < len(rows) else ("", ""), strict=True):
                label.setText(text)
                label.setVisible(row < len(rows))

    def _add_row(self) -> None:
        name, text = soft_label("", self._parent), QLabel(self._parent)
        name.setWordWrap(False)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        row = len(self._labels)
        self.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self.addWidget(text, row, 1, Qt.AlignmentFlag.AlignTop)
        self._labels.append((name, text))
