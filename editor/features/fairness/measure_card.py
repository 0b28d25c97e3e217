"""The card of the selected measure: its hexes, and edits that would make it fairer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, show_action, soft_label, tool_button
from fairground.editor.widgets.signs import band_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.editor.app.actions import Actions
    from fairground.editor.features.fairness.measure_rows import MeasureRow
    from fairground.editor.features.fairness.suggestions_job import SuggestedEdit


#: Which values of a measure are better for a side.
_BETTER = {"lower": tr("lower is better for a side"), "higher": tr("higher is better for a side")}
#: The size of the buttons of a suggestion, in pixels.
_BUTTON = 28


class FairnessCard(QFrame):
    """Hidden without a selected measure. A button requests edits; each can be shown and applied."""

    #: A ``SuggestedEdit`` to show on the map, or None.
    looked_at = Signal(object)
    #: A ``SuggestedEdit`` to apply.
    applied = Signal(object)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setAccessibleName(tr("Selected measure"))
        self.hexes = ElidedLabel("", self)
        self.hexes.setProperty("soft", True)  # Qt's signature
        self.explain, self.repair = (
            _button(actions, name, self) for name in ("fairness.explain", "fairness.repair")
        )
        self.answer = soft_label("", self)
        self.answer.setAccessibleName(tr("Suggestions"))
        self.show_buttons: list[QToolButton] = []
        self.apply_buttons: list[QToolButton] = []
        self._suggestions: list[QWidget] = []
        last = QHBoxLayout()
        last.addStretch(1)
        last.addWidget(self.explain)
        last.addWidget(self.repair)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(8, 3, 4, 3)
        self._layout.setSpacing(4)
        # A line of its own: beside the buttons, a narrow panel has no room for it.
        self._layout.addWidget(self.hexes)
        self._layout.addLayout(last)
        self._layout.addWidget(self.answer)
        self.hide()

    def show_row(self, row: MeasureRow | None) -> None:
        """Show a measure without suggestions; hide for None."""
        self.say("")
        self.setVisible(row is not None)
        if row is None:
            return
        about = f"{row.title}, {row.about}" if row.about else row.title
        count = int(row.rating.hexes.mask().sum())
        involved = tr("{hexes} involved").format(hexes=hex_count(count)) if count else tr("no specific hexes")
        better = _BETTER.get(MEASURES[row.rating.id].better if row.rating.id in MEASURES else "", "")
        self.hexes.setText(" · ".join(filter(None, (involved, better))))
        self.hexes.short = " · ".join(filter(None, (hex_count(count) if count else "", better)))
        self.setAccessibleDescription(", ".join(filter(None, (f"{about}: {band_words(row.band)}", better))))

    def say(self, answer: str, suggestions: Sequence[SuggestedEdit] = ()) -> None:
        """Show the answer to a request for edits; hide it if empty."""
        for it in self._suggestions:
            self._layout.removeWidget(it)
            it.hide()
            it.deleteLater()
        self._suggestions, self.show_buttons, self.apply_buttons = [], [], []
        self.answer.setText(answer)
        self.answer.setVisible(bool(answer))
        for suggestion in suggestions:
            row = self._create_row(suggestion)
            self._layout.addWidget(row)
            self._suggestions.append(row)

    def _create_row(self, suggestion: SuggestedEdit) -> QWidget:
        row = QWidget(self)
        text = QLabel(f"{suggestion.text} {suggestion.effect}", row)
        text.setWordWrap(True)
        text.setTextFormat(Qt.TextFormat.PlainText)
        show = tool_button(
            "visible", tr("Show on the map: {text}").format(text=suggestion.text), row, checkable=True
        )
        apply = tool_button("fix", tr("Apply as one undoable step: {text}").format(text=suggestion.text), row)
        show.toggled.connect(partial(self._look, show, suggestion))
        apply.clicked.connect(lambda _checked=False: self.applied.emit(suggestion))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addWidget(text, 1)
        for button in (show, apply):
            button.setFixedSize(_BUTTON, _BUTTON)
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.show_buttons.append(show)
        self.apply_buttons.append(apply)
        return row

    def _look(self, button: QToolButton, suggestion: SuggestedEdit, on: bool) -> None:  # noqa: FBT001  # slot of a signal
        for other in self.show_buttons:
            if on and other is not button:
                other.setChecked(False)
        if on or not any(it.isChecked() for it in self.show_buttons):
            self.looked_at.emit(suggestion if on else None)


def _button(actions: Actions, name: str, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    show_action(button, actions[name])
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setIconSize(QSize(16, 16))
    button.setAccessibleName(actions[name].iconText())
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


class CardArea(QScrollArea):
    """Gives the card the height it needs, up to a limit; beyond that it scrolls."""

    def __init__(self, card: FairnessCard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card = card
        self._most = 0
        self.setWidget(card)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        card.installEventFilter(self)
        self.fit()

    def allow(self, most: int) -> None:
        """Set the limit in pixels."""
        self._most = most
        self.fit()

    def fit(self) -> None:
        """Adapt to the height of the card."""
        self.setVisible(not self._card.isHidden())
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the height of the card, up to the limit."""
        wanted = max(
            self._card.heightForWidth(self.viewport().width()), self._card.minimumSizeHint().height()
        )
        return QSize(10, min(wanted, self._most))

    def minimumSizeHint(self) -> QSize:
        """Return the height of the first line."""
        return QSize(10, self.fontMetrics().height() + 18)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Adapt to changes of the card."""
        if watched is self._card and event.type() in (
            QEvent.Type.LayoutRequest,
            QEvent.Type.ShowToParent,
            QEvent.Type.HideToParent,
        ):
            self.fit()
        return super().eventFilter(watched, event)
