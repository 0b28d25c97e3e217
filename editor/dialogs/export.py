"""Export: a format, a file, and afterwards what the format could not carry."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fairground.core.clients import Prepared, export, export_formats, load_format
from fairground.core.errors import FairgroundError, FileError
from fairground.editor.dialogs.problem_list import ProblemList
from fairground.editor.theme import colours

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


class ExportDialog(QDialog):
    """Writes the scenario in another format.

    A file that is there already is only replaced by the button that says so. A scenario with errors is not exported:
    they are listed instead. The window belongs to the dialog meanwhile, so that the scenario stays as it is while a
    thread writes it.
    """

    #: An export was made, or it failed.
    finished_one = Signal()

    _written = Signal(object)

    def __init__(self, scenario: Scenario, suggested: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(600, 320)
        self._scenario = scenario
        self._pool = ThreadPoolExecutor(1)
        self.format = QComboBox(self)
        self.format.setAccessibleName("Format")
        for name in export_formats():
            self.format.addItem(load_format(name).title, name)
        self.path = QLineEdit(str(suggested), self)
        self.path.setAccessibleName("File")
        browse = QPushButton("Choose…", self)
        browse.setAccessibleName("Choose a file")
        browse.clicked.connect(self._browse)
        row = QHBoxLayout()
        row.addWidget(self.path, 1)
        row.addWidget(browse)
        form = QFormLayout()
        form.addRow("Format", self.format)
        form.addRow("File", row)
        self.told = QLabel(self)
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setAccessibleName("Result")
        self.problems = ProblemList(self)
        self.problems.hide()
        self.progress = QProgressBar(self)
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        self.write = buttons.addButton("Export", QDialogButtonBox.ButtonRole.ActionRole)
        self.write.setDefault(True)
        self.write.clicked.connect(self._write)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.addLayout(form)
        layout.addWidget(self.told)
        layout.addWidget(self.problems, 1)
        layout.addStretch(0)
        layout.addWidget(self.progress)
        layout.addWidget(buttons)
        self.format.currentIndexChanged.connect(self._format_changed)
        self.path.textChanged.connect(self._path_changed)
        self._written.connect(self._done)
        self._format_changed()

    def done(self, result: int) -> None:
        """Close; not before what is being written is written."""
        if self.write.isEnabled() or not self.progress.isVisible():
            self._pool.shutdown(wait=False)
            super().done(result)

    def _format_changed(self) -> None:
        ending = load_format(self.format.currentData()).ending
        self.path.setText(str(Path(self.path.text()).with_suffix(ending)))
        self._path_changed()

    def _path_changed(self) -> None:
        path = Path(self.path.text())
        taken = path.is_file()
        self.write.setText("Overwrite" if taken else "Export")
        self.write.setEnabled(bool(self.path.text().strip()) and not path.is_dir())
        self._tell(f"{path.name} is there already." if taken else "")
        self.problems.hide()

    def _browse(self) -> None:
        dialog = QFileDialog(self, "Export to", self.path.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        # The dialog of the export asks before it overwrites, by the name of its button.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    def _write(self) -> None:
        path, overwrite = Path(self.path.text()), self.write.text() == "Overwrite"
        self.write.setEnabled(False)
        self.progress.show()
        self._tell("")
        job = self._pool.submit(export, self._scenario, self.format.currentData(), path, overwrite=overwrite)
        job.add_done_callback(self._written.emit)

    def _done(self, job: Future[Prepared]) -> None:
        self.progress.hide()
        self.write.setEnabled(True)
        self._show_result(job)
        self.finished_one.emit()

    def _show_result(self, job: Future[Prepared]) -> None:
        try:
            losses = job.result().losses
        except FileError as error:
            self._tell(f"{error}.", wrong=True)
            self.problems.show_findings(error.problems)
            self.problems.setVisible(bool(error.problems))
            return
        except FairgroundError as error:
            self._tell(f"{error}.", wrong=True)
            return
        self.write.setText("Overwrite")
        lines = [f"Written: {self.path.text()}", *(f"Not carried: {loss}." for loss in losses)]
        self._tell("\n".join(lines))

    def _tell(self, text: str, *, wrong: bool = False) -> None:
        self.told.setText(text)
        self.told.setStyleSheet(f"color: {colours().error}" if wrong else "")
