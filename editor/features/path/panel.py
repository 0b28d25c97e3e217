"""The path: from, to, turns and points, who moves, and the steps with what each costs and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from fairground.core.grid.labels import LabelStyle
from fairground.editor.app.texts import tr
from fairground.editor.features.path.step_table import (
    MOST,
    StepTable,
    amount_rows,
    ends_words,
    sign_words,
    step_rows,
    verdict_words,
)
from fairground.editor.widgets.basics import heading, soft_label
from fairground.editor.widgets.option_rows import AmountRows, VerdictLine

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from fairground.editor.app.actions import Actions
    from fairground.editor.overlays.path_line import PathLine


class PathPanel(QWidget):
    """Shows one path; a click or Enter on a step goes to its hex."""

    #: The ``Hex`` of a step that was chosen.
    place_chosen = Signal(object)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Path"))
        self._actions = actions
        self._top = VerdictLine(actions, ("path.swap", "path.clear"), self)
        self.verdict = self._top.verdict
        self.ends = QLabel(self)
        self.ends.setAccessibleName(tr("Start and end"))
        self.status = soft_label("", self)
        self.status.setAccessibleName(tr("Whether the path is up to date"))
        self._form = AmountRows(self)
        self._heading = heading(tr("Steps"), self)
        self.steps = StepTable(self)
        self.steps.place_chosen.connect(self.place_chosen)
        self.more = soft_label("", self)
        self.signs = soft_label("", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 6, 8)
        layout.setSpacing(4)
        layout.addWidget(self._top)
        layout.addWidget(self.ends)
        layout.addWidget(self.status)
        layout.addLayout(self._form)
        layout.addWidget(self._heading)
        layout.addWidget(self.steps)
        layout.addWidget(self.more)
        layout.addWidget(self.signs)
        self.hide()

    def rows(self) -> list[tuple[str, str]]:
        """Return what is said besides verdict and steps: names and texts."""
        return list(self._form.shown)

    def show_path(self, line: PathLine, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> None:
        """Show what is known of a path; nothing where none is asked for."""
        path = line.path
        self.status.setText(_status(line))
        if path is None:
            self.setVisible(line.ends is not None)
            self._top.say(tr("No path") if line.failure else tr("Computing…"), good=None)
            for part in (self.ends, self._heading, self.steps, self.more, self.signs):
                part.hide()
            self._form.show_rows([])
            return
        is_way = path.start != path.end
        self._top.say(verdict_words(path), good=path.found if is_way else None)
        self.ends.setText(ends_words(path, style))
        self.ends.show()
        self._form.show_rows(amount_rows(path, avoids_danger=line.state.avoid_danger) if is_way else [])
        rows = step_rows(path, style) if is_way else []
        self.steps.show_steps(rows, [step.hex for step in path.steps])
        self.more.setText(tr("and {count} more").format(count=len(rows) - MOST))
        self.signs.setText(sign_words(path))
        self.signs.setVisible(bool(rows))
        for part, shown in (
            (self._heading, bool(rows)),
            (self.steps, bool(rows)),
            (self.more, len(rows) > MOST),
        ):
            part.setVisible(shown)
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the path away with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._actions["path.clear"].trigger()
        else:
            super().keyPressEvent(event)


def _status(line: PathLine) -> str:
    if line.failure:
        return tr("Could not find the path: {failure}.").format(failure=line.failure.removesuffix("."))
    if line.path is None:
        return ""
    if (line.path.start, line.path.end) != line.ends:
        return tr("Computing…")
    return tr("Up to date.") if line.is_current else tr("Of an earlier state; recalculating…")
