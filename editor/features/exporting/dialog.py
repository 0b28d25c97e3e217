"""Export: a format and its options, and before anything is written the files, what is lost, and what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.features.exporting.destination import as_preset, stem_of, why_not_there, with_ending
from fairground.editor.features.exporting.format_list import FormatList
from fairground.editor.features.exporting.job import ExportRequest
from fairground.editor.features.exporting.option_form import OptionForm, ScrolledOptions
from fairground.editor.features.exporting.page_preview import PagePreview
from fairground.editor.features.exporting.preset_row import PresetRow
from fairground.editor.features.exporting.presets import LastExport
from fairground.editor.features.exporting.report import ExportReport, sentence, written_words
from fairground.editor.features.exporting.trial import ExportTrial
from fairground.editor.widgets.basics import heading

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.exporting.job import ExportPlan, WrittenFiles
    from fairground.editor.features.exporting.presets import Preset, Presets
    from fairground.editor.jobs.formats import FormatCard, Formats
    from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
    from fairground.editor.jobs.worker import Worker


class ExportDialog(QDialog):
    """Has the worker try the export whenever the form changes, and write it when the button says so.

    A file that is there already is only replaced by the button that says so. Errors stop an export, unless the box
    says otherwise; a click on one goes to its hex, and what is set is there again the next time.
    """

    #: A ``WrittenFiles``: files were written.
    exported = Signal(object)
    #: A ``Finding`` to be shown on the map; the dialog is gone then.
    finding_chosen = Signal(object)
    #: A ``LastExport``: what the form said when the dialog was closed.
    left = Signal(object)

    def __init__(  # noqa: PLR0913  # what it shows, and who answers
        self,
        document: Document,
        inquiry: ScenarioLatestAnswer,
        worker: Worker,
        formats: Formats,
        presets: Presets,
        *,
        suggested: Path,
        last: LastExport | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document, self._formats = document, formats
        self._suggested, self._last = suggested, last
        self._card: FormatCard | None = None
        #: What was set of the formats that were looked at, by name.
        self._values: dict[str, dict[str, str]] = {}
        self._overwrites = False
        self.plan: ExportPlan | None = None
        self.presets = PresetRow(presets, self._as_preset, self)
        self.format = FormatList(self)
        self.options = OptionForm(self)
        self._options_title = heading(tr("Options"), self)
        self._scrolled = ScrolledOptions(self.options, self)
        self.path = QLineEdit(self)
        self.path.setAccessibleName(tr("File"))
        self.preview = PagePreview(self)
        self.report = ExportReport(self)
        self.force = QCheckBox(tr("Export despite errors"), self)
        self.strict = QCheckBox(tr("Don't export if data would be lost"), self)
        self.told = QLabel("", self)
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setAccessibleName(tr("Result"))
        # Room for two lines: what stands above must not move when there is something to say.
        self.told.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.trial = ExportTrial(document, inquiry, worker, self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        # While the export is being tried, Return must not close the dialog.
        self._close = buttons.button(QDialogButtonBox.StandardButton.Close)
        self._close.setAutoDefault(False)
        self.write = buttons.addButton(tr("Export"), QDialogButtonBox.ButtonRole.ActionRole)
        self.write.setDefault(True)
        self._arrange(buttons)
        self._connect()
        self._fill()

    # -- making it ------------------------------------------------------------------------------------------

    def _arrange(self, buttons: QDialogButtonBox) -> None:
        columns = QSplitter(self)
        columns.setChildrenCollapsible(False)
        columns.addWidget(self._left())
        columns.addWidget(self._right())
        columns.setSizes([400, 580])
        columns.setStretchFactor(1, 1)
        boxes = QHBoxLayout()
        boxes.setSpacing(16)
        boxes.addWidget(self.strict)
        boxes.addWidget(self.force)
        boxes.addStretch(1)
        foot = QHBoxLayout()
        foot.addWidget(self.trial, 1)
        foot.addWidget(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(8)
        layout.addWidget(columns, 1)
        layout.addLayout(self._file_row())
        layout.addLayout(boxes)
        layout.addWidget(self.told)
        layout.addLayout(foot)
        self.resize(1020, 720)

    def _left(self) -> QWidget:
        """Return what can be chosen."""
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(6)
        column.addWidget(self.presets)
        column.addWidget(self.format, 3)
        column.addWidget(self._options_title)
        column.addWidget(self._scrolled, 4)
        return left

    def _right(self) -> QWidget:
        """Return what comes of it."""
        right = QSplitter(Qt.Orientation.Vertical, self)
        right.setChildrenCollapsible(False)
        right.addWidget(self.preview)
        right.addWidget(self.report)
        right.setSizes([400, 190])
        right.setStretchFactor(0, 1)
        self.preview.hide()
        return right

    def _file_row(self) -> QHBoxLayout:
        browse = QPushButton(tr("Choose…"), self)
        browse.setAccessibleName(tr("Choose a file"))
        browse.setAutoDefault(False)
        browse.clicked.connect(self._browse)
        label = QLabel(tr("File"), self)
        label.setBuddy(self.path)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self.path, 1)
        row.addWidget(browse)
        return row

    def _connect(self) -> None:
        self.trial.due.connect(self._try)
        self.trial.late.connect(self._wait)
        self.trial.planned.connect(self._show_plan)
        self.trial.drawn.connect(self.preview.show_picture)
        self.trial.written.connect(self._written)
        self.trial.failed.connect(self._fail)
        self.trial.stopped.connect(
            lambda: self._leave_untried(tr("The trial export was stopped. Change a setting to try again."))
        )
        self._formats.ready.connect(self._fill)
        self.format.currentRowChanged.connect(self._format_changed)
        self.presets.chosen.connect(self._take_preset)
        self.presets.refused.connect(lambda sentence: self._tell(sentence, wrong=True))
        self.options.changed.connect(self._changed)
        self.path.textChanged.connect(self._changed)
        self.force.toggled.connect(self._changed)
        self.strict.toggled.connect(self._changed)
        self.report.chosen.connect(self._go_to)
        self.preview.page_wanted.connect(self._draw)
        self.write.clicked.connect(self._write)
        self._document.changed.connect(self._changed)

    def _fill(self) -> None:
        """Show the formats, as soon as they are known."""
        self.format.setEnabled(bool(self._formats.cards))
        if not self._formats.cards:
            self._tell(tr("Loading formats…"))
            self._formats.wish()
            return
        cards = self._formats.written
        last = self._last
        self.format.blockSignals(True)
        self.format.show_formats(cards)
        name = last.format_name if last else ""
        if not self.format.choose(name):
            self.format.setCurrentRow(0)
        self.format.blockSignals(False)
        self.presets.show_formats({it.name for it in cards})
        if last is not None:
            self._values[last.format_name] = dict(last.options)
            self.force.setChecked(last.force)
            self.strict.setChecked(last.strict)
        self.path.setText(str(last.path if last else self._suggested))
        self._format_changed()
        self.format.setFocus()

    # -- the form -------------------------------------------------------------------------------------------

    @property
    def request(self) -> ExportRequest:
        """What the form says."""
        return ExportRequest(
            self.format.name,
            Path(self.path.text().strip()),
            tuple(sorted(self.options.values.items())),
            force=self.force.isChecked(),
            strict=self.strict.isChecked(),
        )

    def _format_changed(self, _row: int = 0) -> None:
        before, found = self._card, self.format.name
        if before is not None:
            self._values[before.name] = self.options.values
        self._card = next((it for it in self._formats.cards if it.name == found), None)
        if self._card is None:
            return
        self.options.show_options(self._card.options, self._values.get(found, {}))
        self._options_title.setVisible(bool(self._card.options))
        self._scrolled.setVisible(bool(self._card.options))
        # What was said was about another file.
        self._tell("")
        self.path.setText(with_ending(self.path.text(), before.ending if before else "", self._card.ending))
        self._changed()

    def _take_preset(self, preset: Preset) -> None:
        """Set the form as a preset says; options that the format has no more are told."""
        stem = stem_of(self._suggested)
        if not self.format.choose(preset.format_name) or self._card is None:
            return
        known = {it.name for it in self._card.options}
        values = dict(preset.options)
        self.options.show_options(self._card.options, values)
        folder = self._suggested.parent
        self.path.setText(str(preset.path(folder, stem, self._card.ending)))
        self.presets.choose(preset)
        unknown = [name for name in values if name not in known]
        if unknown:
            told = tr("{format} has no option {options}, which this preset sets.")
            self._tell(told.format(format=self._card.title, options=", ".join(unknown)), wrong=True)
        self.look_again()

    def _as_preset(self, name: str) -> Preset:
        """Return what is set as a preset."""
        return as_preset(name, self.request, self._suggested, self._card.ending if self._card else "")

    def _changed(self, _news: object = None) -> None:
        self.presets.forget()
        self.look_again()

    def look_again(self) -> None:
        """Try the export again as soon as the form rests."""
        self.plan = None
        self.write.setEnabled(False)
        self.write.setDefault(True)
        # What is being written is not given up for another trial, which comes after it.
        if not self.trial.is_writing:
            self.trial.delay()

    def _browse(self) -> None:
        dialog = QFileDialog(self, tr("Export to"), self.path.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        # The dialog of the export asks before it overwrites, by the name of its button.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    # -- trying it ------------------------------------------------------------------------------------------

    def _try(self) -> None:
        if self._card is None:
            return
        reason = why_not_there(self.path.text().strip(), self._document.path)
        if not self.options.is_sound:
            reason = tr("An option has an invalid value; see above.")
        if reason:
            self.trial.give_up()
            self._leave_untried(reason, wrong=True)
        else:
            self.trial.plan(self.request)

    def _wait(self) -> None:
        """Say that what is shown is about to be something else."""
        if self.plan is None:
            self._forget_plan(tr("Preparing the preview…"))

    def _leave_untried(self, told: str, *, wrong: bool = False) -> None:
        if self.plan is None:
            self._forget_plan("")
        self._tell(told, wrong=wrong)

    def _forget_plan(self, told: str) -> None:
        self.report.show_nothing(told)
        self.preview.hide()

    def _show_plan(self, plan: ExportPlan) -> None:
        self.plan = plan
        self.report.show_plan(plan)
        self.preview.setVisible(bool(plan.pages))
        is_there = bool(plan.files) and plan.files[0].is_there
        self._set_overwrite(on=is_there)
        self.write.setEnabled(not plan.told)
        if plan.told:
            self._tell(sentence(plan.told), wrong=True)
        elif is_there:
            self._tell(tr("{name} already exists.").format(name=plan.files[0].name))
        else:
            self._tell("")
        if plan.pages:
            self.preview.show_pages(plan.pages)

    def _draw(self, page: int, width: int) -> None:
        if self.plan is not None:
            self.trial.draw(self.plan.request, page, width)

    # -- writing --------------------------------------------------------------------------------------------

    def _write(self) -> None:
        if self.plan is not None and not self.plan.told:
            self.write.setEnabled(False)
            self.trial.write(self.plan.request, overwrite=self._overwrites)

    def _fail(self, sentence: str) -> None:
        if self.plan is None:
            sentence = tr("{reason} Change a setting to try again.").format(reason=sentence)
        self._leave_untried(sentence, wrong=True)
        # What could not be written can be written yet.
        self.write.setEnabled(self.plan is not None)

    def _written(self, written: WrittenFiles) -> None:
        self.write.setEnabled(self.plan is not None)
        if self.plan is None:
            self.trial.delay()
        if written.told:
            self._set_overwrite(on=self._overwrites or written.is_foreign)
            self._tell(sentence(written.told), wrong=True)
            return
        self._set_overwrite(on=True)
        # It is done: another Return is for the map, and not for the same file once more.
        self._close.setDefault(True)
        self._tell(written_words(str(written.files[0]), len(written.files)))
        self.exported.emit(written)

    def _set_overwrite(self, *, on: bool) -> None:
        self._overwrites = on
        self.write.setText(tr("Overwrite") if on else tr("Export"))

    # -- leaving --------------------------------------------------------------------------------------------

    def done(self, result: int) -> None:
        """Close; not before what is being written is written."""
        if self.trial.is_writing:
            return
        self.trial.end()
        self._formats.ready.disconnect(self._fill)
        self._document.changed.disconnect(self._changed)
        if self._card is not None:
            it = self.request
            self.left.emit(LastExport(it.format_name, it.path, it.options, force=it.force, strict=it.strict))
        super().done(result)

    def _go_to(self, finding: object) -> None:
        self.reject()
        self.finding_chosen.emit(finding)

    def _tell(self, text: str, *, wrong: bool = False) -> None:
        self.told.setText(text)
        self.told.setStyleSheet(f"color: {colours().error}" if wrong else "")
