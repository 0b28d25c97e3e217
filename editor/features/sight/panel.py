"""The verdict on the line of sight: from, to, range, what hinders and covers, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QSizePolicy, QVBoxLayout, QWidget

from fairground.core.grid.labels import LabelStyle
from fairground.editor.app.texts import tr
from fairground.editor.features.sight.text import amount_rows, ends_words, verdict_words
from fairground.editor.widgets.basics import heading
from fairground.editor.widgets.option_rows import AmountRows, VerdictLine

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.sight.line.reasons import Reason
    from fairground.core.sight.line.verdict import SightVerdict
    from fairground.editor.app.actions import Actions

_PLACE = Qt.ItemDataRole.UserRole


class SightPanel(QWidget):
    """Shows one verdict; a click or Enter on a reason goes to where it is."""

    #: The ``Hex`` or ``Hexside`` of a reason that was chosen.
    place_chosen = Signal(object)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Line of sight"))
        self._actions = actions
        self._top = VerdictLine(actions, ("sight.swap", "sight.clear"), self)
        self.verdict = self._top.verdict
        self.ends = QLabel(self)
        self.ends.setAccessibleName(tr("Start and end"))
        self.ends.setWordWrap(True)
        self._form = AmountRows(self)
        self._why = heading(tr("Reason"), self)
        self._shown: tuple[Reason, ...] = ()
        self.reasons = _Reasons(self)
        self.reasons.setObjectName("plain")
        self.reasons.setAccessibleName(tr("Reasons"))
        self.reasons.setWordWrap(True)
        self.reasons.setMouseTracking(True)
        for set_policy in (
            self.reasons.setHorizontalScrollBarPolicy,
            self.reasons.setVerticalScrollBarPolicy,
        ):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.reasons.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.reasons.itemClicked.connect(self._choose)
        self.reasons.itemActivated.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 6, 8)
        layout.setSpacing(4)
        layout.addWidget(self._top)
        layout.addWidget(self.ends)
        layout.addLayout(self._form)
        layout.addWidget(self._why)
        layout.addWidget(self.reasons)
        self.hide()

    def rows(self) -> list[tuple[str, str]]:
        """Return what is said besides verdict and reasons: names and texts."""
        return list(self._form.shown)

    def texts(self) -> list[str]:
        """Return the reasons in order, as they are shown."""
        return [self.reasons.item(row).text() for row in range(self.reasons.count())]

    def show_sight(
        self,
        sight: SightVerdict | None,
        heights: tuple[int, int],
        style: LabelStyle = LabelStyle.COLUMN_LETTER,
    ) -> None:
        """Show a verdict; nothing for None."""
        if sight is None:
            self.hide()
            return
        is_line = sight.start != sight.end
        self._top.say(verdict_words(sight), good=sight.clear if is_line else None)
        self.ends.setText(ends_words(sight, style))
        self._form.show_rows(amount_rows(sight, heights) if is_line else [])
        self._show_reasons(sight.reasons if is_line else ())
        self._why.setVisible(is_line)
        self.reasons.setVisible(is_line)
        self.show()

    def show_base_sight(self, scenario: Scenario, sight: BaseSight, style: LabelStyle) -> None:
        """Show a verdict on the sight from base to base."""
        from fairground.core.rules.visibility import TargetState
        from fairground.editor.features.sight.text import (
            base_ends_words,
            base_rows,
            base_verdict_words,
        )

        self._top.say(base_verdict_words(sight), good=sight.state is not TargetState.HIDDEN)
        self.ends.setText(base_ends_words(sight, style))
        self._form.show_rows(base_rows(scenario, sight, style))
        self._show_reasons(sight.reasons)
        self._why.show()
        self.reasons.show()
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the line away with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._actions["sight.clear"].trigger()
        else:
            super().keyPressEvent(event)

    def _show_reasons(self, reasons: tuple[Reason, ...]) -> None:
        if reasons == self._shown:
            # After most edits the line is judged as before.
            return
        self._shown = reasons
        self.reasons.clear()
        for it in reasons:
            item = QListWidgetItem(f"{it.rule}  {it.text}" if it.rule else it.text, self.reasons)
            item.setData(_PLACE, it.place)
            item.setToolTip(tr("Click to show this hex on the map") if it.place is not None else "")
        self.reasons.fit()

    def _choose(self, item: QListWidgetItem) -> None:
        place = item.data(_PLACE)
        if place is not None:
            self.place_chosen.emit(place)


class _Reasons(QListWidget):
    """A list that is as high as what stands in it: the panel around it scrolls."""

    def fit(self) -> None:
        """Give every line the height of its text, and the list that of all."""
        wide = max(self.viewport().width() - 12, 60)
        heights = [
            self.fontMetrics()
            .boundingRect(0, 0, wide, 10_000, Qt.TextFlag.TextWordWrap, self.item(row).text())
            .height()
            + 8
            for row in range(self.count())
        ]
        for row, height in enumerate(heights):
            self.item(row).setSizeHint(QSize(60, height))
        self.setFixedHeight(sum(heights) + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
