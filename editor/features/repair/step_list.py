"""The list of edits that repair a map, each with its effects on the measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr, trn
from fairground.editor.widgets.signs import BAND_NAMES, band_colour, band_icon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent

    from fairground.core.scenario.fairness_titles_and_limits import Verdict
    from fairground.editor.features.repair.job import RepairEffect, RepairStepFigures

_SIGN = 14
#: The number of effects listed for an edit; the tooltip has all of them.
_MOST_EFFECTS = 4
_ARROW = "\N{RIGHTWARDS ARROW}"
_DIRECTIONS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class RepairStepList(QWidget):
    """Shows edits in order; a click or the arrow keys select one."""

    #: The index of the edit selected; None for none.
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Edits"))
        self.rows: list[RepairStepRow] = []
        self.place: int | None = None
        self._steps: tuple[RepairStepFigures, ...] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)

    def show_steps(self, steps: Sequence[RepairStepFigures]) -> None:
        """Show other edits, with none selected."""
        if tuple(steps) == self._steps:
            return
        for row in self.rows:
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._steps, self.rows, self.place = tuple(steps), [], None
        for place, step in enumerate(self._steps):
            row = RepairStepRow(place, step, len(self._steps), self)
            row.picked.connect(self.choose)
            row.moved.connect(self._move)
            self.rows.append(row)
            self._layout.addWidget(row)
        self.setVisible(bool(self.rows))

    def choose(self, place: int | None) -> None:
        """Select an edit, or deselect the one selected."""
        self.place = None if place == self.place else place
        for row in self.rows:
            row.set_chosen(row.place == self.place)
        self.chosen.emit(self.place)

    def redraw(self) -> None:
        """Draw the signs in the colours of the theme."""
        for row in self.rows:
            row.redraw()

    def _move(self, place: int) -> None:
        if 0 <= place < len(self.rows):
            self.rows[place].setFocus(Qt.FocusReason.TabFocusReason)
            if place != self.place:
                self.choose(place)


class RepairStepRow(QFrame):
    """An edit with its effects on the measures and the verdict."""

    #: The row was clicked; its index.
    picked = Signal(int)
    #: An arrow key was pressed; the index of the row to go to.
    moved = Signal(int)

    def __init__(self, place: int, step: RepairStepFigures, count: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.place = place
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._signs: list[tuple[QLabel, Verdict | None]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(8, 4, 6, 4)
        self._grid.setHorizontalSpacing(5)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(3, 1)
        title = _label(f"{place + 1}. {step.text}", self)
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        self._grid.addWidget(title, 0, 0, 1, 4)
        kind = _label(step.kind, self)
        kind.setProperty("soft", True)  # Qt's signature
        self._grid.addWidget(kind, 1, 0, 1, 4)
        for effect in step.effects[:_MOST_EFFECTS]:
            self._add(effect.before, effect.after, _describe_effect(effect))
        hidden = step.effects[_MOST_EFFECTS:]
        if hidden:
            more = _label(trn("and {n} more", "and {n} more", len(hidden)).format(n=len(hidden)), self)
            self._grid.addWidget(more, self._grid.rowCount(), 3)
        verdict = ""
        if step.verdict[0] is not step.verdict[1]:
            verdict = tr("Verdict: {bands}").format(bands=_describe_bands(*step.verdict))
            self._add(*step.verdict, verdict)
        effects = list(filter(None, (step.kind, *map(_describe_effect, step.effects), verdict)))
        self.setAccessibleName(
            tr("Edit {place} of {count}: {text}").format(place=place + 1, count=count, text=step.text)
        )
        self.setAccessibleDescription(". ".join(effects))
        self.setToolTip("\n".join([tr("Show this edit on the map"), *effects]))
        self.redraw()

    def set_chosen(self, chosen: bool) -> None:  # noqa: FBT001  # as Qt's setters
        """Draw the row as selected, or not."""
        self.setProperty("chosen", chosen)
        self.style().unpolish(self)
        self.style().polish(self)

    def redraw(self) -> None:
        """Draw the signs in the colours of the theme."""
        for label, band in self._signs:
            sign = pixmap(band_icon(band), _SIGN, colour=band_colour(band), ratio=self.devicePixelRatioF())
            label.setPixmap(sign)

    def _add(self, before: Verdict | None, after: Verdict | None, text: str) -> None:
        row = self._grid.rowCount()
        for column, band in ((0, before), (2, after)):
            label = QLabel(self)
            label.setFixedSize(QSize(_SIGN, _SIGN + 2))
            self._signs.append((label, band))
            self._grid.addWidget(label, row, column, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(_label(_ARROW, self), row, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(_label(text, self), row, 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the edit."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.picked.emit(self.place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select the edit with Space or Return; the arrow keys go to the next."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.picked.emit(self.place)
        elif key in _DIRECTIONS:
            self.moved.emit(self.place + _DIRECTIONS[key])
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the focus."""
        super().focusInEvent(event)
        self._draw_focus(focused=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remove the focus."""
        super().focusOutEvent(event)
        self._draw_focus(focused=False)

    def _draw_focus(self, *, focused: bool) -> None:
        self.setProperty("keys", focused)
        self.style().polish(self)


def _label(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _describe_effect(effect: RepairEffect) -> str:
    about = f" [{effect.about}]" if effect.about else ""
    title = f"{effect.title[:1].upper()}{effect.title[1:]}{about}"
    return f"{title}: {_describe_bands(effect.before, effect.after)}; {effect.values}"


def _describe_bands(before: Verdict | None, after: Verdict | None) -> str:
    if before is after:
        return tr("stays {band}").format(band=BAND_NAMES[after])
    return f"{BAND_NAMES[before]} {_ARROW} {BAND_NAMES[after]}"
