"""Import: how a map of another program is to be read, what comes of it, and what is lost on the way.

What a map to import looks like: the map itself, drawn piece by piece, while it is read a bar that can be stopped.
"""

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
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import FairgroundError
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import is_dark
from fairground.editor.features.importing.form import ImportForm
from fairground.editor.widgets.basics import heading
from fairground.editor.widgets.problem_list import ProblemList
from fairground.editor.widgets.terrain_pictures import KindCounts

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.formats import Formats
    from fairground.editor.jobs.latest_answer import Importer
    from fairground.editor.jobs.map_import import ImportOutcome

#: What is read sooner than this shows no bar, in milliseconds.
_PATIENCE = 200


class ImportPreview(QWidget):
    """Shows one map at a time; wheel and middle button zoom and move it as they do in the editor."""

    #: The user will not wait any longer.
    stopped = Signal()

    def __init__(self, *, dark: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_dark = dark
        self._document: Document | None = None
        self.canvas: Canvas | None = None
        self._told = QLabel("", self)
        self._told.setWordWrap(True)
        self._told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setMargin(24)
        self._pages = QStackedWidget(self)
        self._pages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._pages.addWidget(self._told)
        #: The bar with its button; the dialog has a place for it.
        self.busy = QWidget(parent)
        bar = QProgressBar(self.busy)
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setAccessibleName(tr("Reading the map"))
        self.stop = QPushButton(tr("Stop reading"), self.busy)
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self.stopped)
        row = QHBoxLayout(self.busy)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(bar, 1)
        row.addWidget(self.stop)
        self.busy.hide()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PATIENCE)
        self._soon.timeout.connect(self.busy.show)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)

    @property
    def told(self) -> str:
        """What stands in the place of the map; empty while there is one."""
        return "" if self._pages.currentWidget() is self.canvas else self._told.text()

    def wait(self) -> None:
        """Show that a map is being read, if it takes long; what was there stays meanwhile."""
        self._soon.start()

    def show_map(self, scenario: Scenario) -> None:
        """Show a map."""
        from fairground.editor.canvas.canvas import Canvas
        from fairground.editor.canvas.layers import LayerModel
        from fairground.editor.document.document import Document

        self._rest()
        before, self._document = self._document, Document(scenario, parent=self)
        if self.canvas is None:
            self.canvas = Canvas(self._document, LayerModel(self), self)
            self.canvas.setAccessibleName(tr("Map to import"))
            self.canvas.set_dark(self._is_dark)
            self._pages.addWidget(self.canvas)
        else:
            self.canvas.set_document(self._document)
        if before is not None:
            before.deleteLater()
        self._pages.setCurrentWidget(self.canvas)
        # The map has its size only when the dialog has its own.
        QTimer.singleShot(0, self, self.canvas.fit)

    def tell(self, text: str) -> None:
        """Say something in the place of the map."""
        self._rest()
        self._told.setText(text)
        self._pages.setCurrentWidget(self._told)

    def go_to(self, label: str) -> None:
        """Bring a hex into the middle and outline it; nothing when the map does not have it."""
        if self.canvas is None or self._document is None:
            return
        try:
            at = self._document.scenario.board.parse(label)
        except FairgroundError:
            return
        self.canvas.centre_on(at)
        self.canvas.set_preview(frozenset((at,)))

    def _rest(self) -> None:
        self._soon.stop()
        self.busy.hide()


_IN_THE_WAY = tr("Nothing can be imported yet. Fix the problems below, or choose another file.")
#: How long the form must rest before the map is read again, in milliseconds.
_DEBOUNCE = 200


class ImportDialog(QDialog):
    """Reads the map whenever something in the form changes, and shows what would come in.

    Nothing is written and nothing opened here: ``chosen`` carries what is to be opened.
    """

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
        self.preview = ImportPreview(dark=is_dark(), parent=self)
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
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE)
        self._timer.timeout.connect(self._ask)
        self.form.changed.connect(self._changed)
        self.preview.stopped.connect(self._stop)
        importer.answered.connect(self._show)
        importer.failed.connect(self._fail)
        self._say(tr("Reading the map…"))
        self._ask()

    def done(self, result: int) -> None:
        """Close; what is being read is given up."""
        self._importer.answered.disconnect(self._show)
        self._importer.failed.disconnect(self._fail)
        self._importer.cancel()
        super().done(result)

    def _arrange(self, buttons: QDialogButtonBox) -> None:
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addWidget(self.form)
        left.addSpacing(8)
        left.addWidget(self.counts_title)
        left.addWidget(self.facts)
        left.addWidget(self.counts, 1)
        left.addStretch(0)
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addWidget(self.preview, 3)
        right.addWidget(self.remarks_title)
        right.addWidget(self.remarks, 1)
        columns = QHBoxLayout()
        columns.setSpacing(20)
        columns.addLayout(left, 4)
        columns.addLayout(right, 7)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.addLayout(columns, 1)
        layout.addSpacing(6)
        foot = QHBoxLayout()
        foot.addWidget(self.preview.busy, 2)
        foot.addStretch(1)
        foot.addWidget(buttons)
        layout.addLayout(foot)
        self.resize(1040, 680)

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
            return  # another one is about to be asked for
        self.form.show_outcome(outcome)
        scenario = outcome.scenario
        if scenario is None:
            # Each problem is told in the list.
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
        # The map comes in a turn of its own: both at once would hold up the window.
        QTimer.singleShot(0, self, lambda: self._show_map(outcome))

    def _show_map(self, outcome: ImportOutcome) -> None:
        # Something else may have been said of the file meanwhile.
        if outcome.scenario is not None and self.outcome is outcome:
            self.preview.show_map(outcome.scenario)

    def _fail(self, reason: str) -> None:
        self._say(tr("Could not read the map: {reason}.").format(reason=reason))

    def _say(self, text: str, problems: tuple[Finding, ...] = ()) -> None:
        """Say why there is no map to import."""
        self.outcome = None
        self.take.setEnabled(False)
        self._show_counts(shown=False)
        self.preview.tell(text)
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
    told = trn("{columns} by {rows}, {layout}: {n} hex", "{columns} by {rows}, {layout}: {n} hexes", hexes)
    return told.format(columns=board.columns, rows=board.rows, layout=board.layout.value, n=f"{hexes:,}")
