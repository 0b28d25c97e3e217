"""The import dialog: options for reading a map of another program, a preview, and the losses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import FairgroundError
from fairground.editor.app.deferred import delayed
from fairground.editor.app.texts import tr, trn
from fairground.editor.features.importing.form import ImportForm
from fairground.editor.widgets.board_widgets import MapPreview
from fairground.editor.widgets.labels_and_buttons import fill, heading, open_at
from fairground.editor.widgets.problem_list import ProblemList
from fairground.editor.widgets.terrain_pictures import KindCounts

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.editor.jobs.formats import Formats
    from fairground.editor.jobs.latest_answer import Importer
    from fairground.editor.jobs.map_import import ImportOutcome

#: Milliseconds before the bar is shown.
_PATIENCE = 200


class ImportPreview(MapPreview):
    """Shows the map to import, and while it is being read a bar with a button that stops it."""

    #: The user stopped the reading.
    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Map to import"), parent)
        #: The bar with its button; the dialog places it.
        self.busy = QWidget(parent)
        bar = QProgressBar(self.busy)
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setAccessibleName(tr("Reading the map"))
        self.stop = QPushButton(tr("Stop reading"), self.busy)
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self.stopped)
        fill(QHBoxLayout(self.busy), (bar, 1), self.stop)
        self.busy.hide()
        self._soon = delayed(self, self.busy.show, _PATIENCE)

    def wait(self) -> None:
        """Show the bar if reading a map takes long; the last map stays meanwhile."""
        self._soon.start()

    def show_map(self, scenario: Scenario) -> None:
        """Show a map."""
        self._stop_waiting()
        super().show_map(scenario)

    def show_message(self, text: str) -> None:
        """Show a message in place of the map."""
        self._stop_waiting()
        super().show_message(text)

    def go_to(self, label: str) -> None:
        """Centre and outline a hex; do nothing when the map does not have it."""
        if self.canvas is None or self.document is None:
            return
        try:
            at = self.document.scenario.board.parse(label)
        except FairgroundError:
            return
        self.canvas.centre_on(at)
        self.canvas.set_preview(frozenset((at,)))

    def _stop_waiting(self) -> None:
        self._soon.stop()
        self.busy.hide()


_IN_THE_WAY = tr("Nothing can be imported yet. Fix the problems below, or choose another file.")
#: Milliseconds between the last change of the form and reading the map again.
_DEBOUNCE = 200


class ImportDialog(QDialog):
    """Reads the map again whenever the form changes, and shows the result; opening it is up to the caller."""

    #: An ``ImportOutcome`` with a scenario.
    chosen = Signal(object)

    def __init__(
        self, path: Path, importer: Importer, formats: Formats, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Import {name}").format(name=path.name))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._importer = importer
        self.outcome: ImportOutcome | None = None
        self.form = ImportForm(path, formats, self)
        self.preview = ImportPreview(self)
        self.counts_title = heading(tr("Preview"), self)
        self.facts = QLabel("", self)
        self.counts = KindCounts(self)
        self.remarks_title = heading("", self)
        self.remarks = ProblemList(self)
        self.remarks.setAccessibleName(tr("Notes"))
        self.remarks.chosen.connect(self._go_to)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        self.take = buttons.addButton(tr("Import map"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.take.setDefault(True)
        self._arrange(buttons)
        self._timer = delayed(self, self._ask, _DEBOUNCE)
        self.form.changed.connect(self._changed)
        self.preview.stopped.connect(self._stop)
        importer.answered.connect(self._show)
        importer.failed.connect(self._fail)
        self._say(tr("Reading the map…"))
        self._ask()

    def done(self, result: int) -> None:
        """Close, and stop reading."""
        self._importer.answered.disconnect(self._show)
        self._importer.failed.disconnect(self._fail)
        self._importer.cancel()
        super().done(result)

    def _arrange(self, buttons: QDialogButtonBox) -> None:
        left = fill(QVBoxLayout(), self.form, 8, self.counts_title, self.facts, (self.counts, 1), spacing=6)
        left.addStretch(0)
        right = fill(QVBoxLayout(), (self.preview, 3), self.remarks_title, (self.remarks, 1), spacing=6)
        columns = fill(QHBoxLayout(), (left, 4), (right, 7), spacing=20)
        foot = fill(QHBoxLayout(), (self.preview.busy, 2), None, buttons)
        fill(QVBoxLayout(self), (columns, 1), 6, foot, margins=(20, 18, 20, 16))
        open_at(self, 1040, 680)

    # -- reading --------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self.take.setEnabled(False)
        self._timer.start()

    def _ask(self) -> None:
        self.take.setEnabled(False)
        self.preview.wait()
        self._importer.ask(self.form.request)

    def _stop(self) -> None:
        self._importer.cancel()
        self._say(tr("Reading was stopped. Change a setting to read the map again."))

    def _show(self, outcome: ImportOutcome) -> None:
        if self._timer.isActive():
            return  # a newer request is due
        self.form.show_outcome(outcome)
        scenario = outcome.scenario
        if scenario is None:
            # The problems are in the list.
            self._say(_IN_THE_WAY if outcome.problems else f"{outcome.told}.", outcome.problems)
            return
        self.outcome = outcome
        self._show_counts(shown=True)
        self.facts.setText(_facts(scenario))
        self.counts.show_outcome(scenario, outcome)
        self._list(
            tr("Notes") if outcome.losses else tr("No notes: everything can be imported"),
            outcome.losses,
        )
        self.take.setEnabled(True)
        # In a turn of its own, to keep the window responsive.
        QTimer.singleShot(0, self, lambda: self._show_map(outcome))

    def _show_map(self, outcome: ImportOutcome) -> None:
        # Unless another result came meanwhile.
        if outcome.scenario is not None and self.outcome is outcome:
            self.preview.show_map(outcome.scenario)

    def _fail(self, reason: str) -> None:
        self._say(tr("Could not read the map: {reason}.").format(reason=reason))

    def _say(self, text: str, problems: tuple[Finding, ...] = ()) -> None:
        """Show why there is no map to import."""
        self.outcome = None
        self.take.setEnabled(False)
        self._show_counts(shown=False)
        self.preview.show_message(text)
        self._list(tr("Problems") if problems else "", problems)

    def _show_counts(self, *, shown: bool) -> None:
        for widget in (self.counts_title, self.facts, self.counts):
            widget.setVisible(shown)

    def _list(self, title: str, findings: tuple[Finding, ...]) -> None:
        self.remarks_title.setText(title)
        self.remarks.show_findings(findings)
        self.remarks.setVisible(bool(findings))

    def _go_to(self, finding: Finding) -> None:
        if finding.place.hex is not None:
            self.preview.go_to(finding.place.hex)

    def _accept(self) -> None:
        if self.outcome is not None:
            self.chosen.emit(self.outcome)
            self.accept()


def _facts(scenario: Scenario) -> str:
    board = scenario.board
    hexes = int((~board.void).sum())
    text = trn("{columns} by {rows}, {layout}: {n} hex", "{columns} by {rows}, {layout}: {n} hexes", hexes)
    return text.format(columns=board.columns, rows=board.rows, layout=board.layout.value, n=f"{hexes:,}")
