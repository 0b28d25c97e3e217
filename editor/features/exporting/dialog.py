"""The export dialog: format, options and file, and a report and preview before anything is written."""

from __future__ import annotations

from itertools import pairwise
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

from fairground.editor.app.texts import sentence, tr
from fairground.editor.app.theme import colours
from fairground.editor.features.exporting.export_report import ExportReport, describe_written
from fairground.editor.features.exporting.format_list import FormatList
from fairground.editor.features.exporting.job import ExportRequest
from fairground.editor.features.exporting.option_form import OptionForm, ScrolledOptions
from fairground.editor.features.exporting.page_preview import PagePreview
from fairground.editor.features.exporting.preset_row import PresetRow
from fairground.editor.features.exporting.presets import as_preset, stem_of, why_no_destination, with_ending
from fairground.editor.features.exporting.trial import ExportTrial
from fairground.editor.widgets.labels_and_buttons import fill, heading, open_at

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.exporting.job import ExportPlan, WrittenFiles
    from fairground.editor.features.exporting.presets import Preset, Presets
    from fairground.editor.jobs.formats import FormatCard, Formats
    from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
    from fairground.editor.jobs.worker import Worker


class ExportDialog(QDialog):
    """Lets the worker plan the export whenever the form changes, and write it when the button is pressed.

    An existing file is only replaced by the button "Overwrite". Errors prevent an export unless "Export despite errors"
    is checked; a click on one closes the dialog and shows its hex.
    """

    #: The ``WrittenFiles``.
    exported = Signal(object)
    #: A ``Finding`` to show on the map, after the dialog was closed.
    finding_chosen = Signal(object)
    #: The ``ExportRequest`` in the form when the dialog was closed.
    left = Signal(object)

    def __init__(  # noqa: PLR0913  # its data and its services
        self,
        document: Document,
        inquiry: ScenarioLatestAnswer,
        worker: Worker,
        formats: Formats,
        presets: Presets,
        *,
        suggested: Path,
        last: ExportRequest | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document, self._formats = document, formats
        self._suggested, self._last = suggested, last
        self._card: FormatCard | None = None
        #: The values of options by the name of the format.
        self._values: dict[str, dict[str, str]] = {}
        self._overwrites = False
        self.plan: ExportPlan | None = None
        self.presets = PresetRow(presets, self._as_preset, self)
        self.format = FormatList(self)
        self.options = OptionForm(self)
        self.options.sides = lambda: {it.id: it.title for it in document.scenario.sides}
        self._options_title = heading(tr("Options"), self)
        self._scrolled = ScrolledOptions(self.options, self)
        self.path = QLineEdit(self)
        self.path.setAccessibleName(tr("File"))
        self.preview = PagePreview(self)
        self.report = ExportReport(self)
        self.force = QCheckBox(tr("Export despite errors"), self)
        self.strict = QCheckBox(tr("Don't export if data would be lost"), self)
        self.message = QLabel("", self)
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName(tr("Result"))
        # Room for two lines, so that a message does not move the rest.
        self.message.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.trial = ExportTrial(document, inquiry, worker, self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        # Return must not close the dialog while the export is being planned.
        self._close = buttons.button(QDialogButtonBox.StandardButton.Close)
        self._close.setAutoDefault(False)
        self.write = buttons.addButton(tr("Export"), QDialogButtonBox.ButtonRole.ActionRole)
        self.write.setDefault(True)
        self._arrange(buttons)
        self._connect()
        self._fill()

    # -- layout ---------------------------------------------------------------------------------------------

    def _arrange(self, buttons: QDialogButtonBox) -> None:
        columns = QSplitter(self)
        columns.setChildrenCollapsible(False)
        columns.addWidget(self._form_column())
        columns.addWidget(self._result_column())
        columns.setSizes([400, 580])
        columns.setStretchFactor(1, 1)
        boxes = fill(QHBoxLayout(), self.strict, self.force, None, spacing=16)
        foot = fill(QHBoxLayout(), (self.trial, 1), buttons)
        rows = (self._file_row(), boxes, self.message, foot)
        fill(QVBoxLayout(self), (columns, 1), *rows, spacing=8, margins=(20, 18, 20, 16))
        open_at(self, 1020, 720)

    def _form_column(self) -> QWidget:
        left = QWidget(self)
        parts = (
            self.presets,
            self.presets.faults,
            (self.format, 3),
            self._options_title,
            (self._scrolled, 4),
        )
        fill(QVBoxLayout(left), *parts, spacing=6, margins=(0, 0, 8, 0))
        return left

    def _result_column(self) -> QWidget:
        right = QSplitter(Qt.Orientation.Vertical, self)
        right.setChildrenCollapsible(False)
        right.addWidget(self.preview)
        right.addWidget(self.report)
        right.setSizes([400, 190])
        right.setStretchFactor(0, 1)
        self.preview.hide()
        return right

    def _file_row(self) -> QHBoxLayout:
        self._choose = browse = QPushButton(tr("Choose…"), self)
        browse.setAccessibleName(tr("Choose a file"))
        browse.setAutoDefault(False)
        browse.clicked.connect(self._browse)
        label = QLabel(tr("File"), self)
        label.setBuddy(self.path)
        return fill(QHBoxLayout(), label, (self.path, 1), browse, spacing=8)

    def _order_tabs(self) -> None:
        """Let Tab go from the list to the options, which were created after all else, and on from top to bottom."""
        file_row = (self.path, self._choose, self.strict, self.force)
        for before, after in pairwise((self.format, *self.options.fields.values(), *file_row)):
            self.setTabOrder(before, after)

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
        self.presets.refused.connect(lambda text: self._show_message(text, wrong=True))
        self.options.changed.connect(self._changed)
        self.options.laid_out.connect(self._order_tabs)
        self.path.textChanged.connect(self._changed)
        self.force.toggled.connect(self._changed)
        self.strict.toggled.connect(self._changed)
        self.report.chosen.connect(self._go_to)
        self.preview.page_wanted.connect(self._draw)
        self.write.clicked.connect(self._write)
        self._document.changed.connect(self._changed)

    def _fill(self) -> None:
        """List the formats, once they are loaded."""
        self.format.setEnabled(bool(self._formats.cards))
        if not self._formats.cards:
            self._show_message(tr("Loading formats…"))
            self.write.setEnabled(False)
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
        """The request that the form describes."""
        return ExportRequest(
            self.format.name,
            Path(self.path.text().strip()),
            tuple(sorted(self.options.values.items())),
            force=self.force.isChecked(),
            strict=self.strict.isChecked(),
        )

    def _format_changed(self, _row: int = 0) -> None:
        before, name = self._card, self.format.name
        if before is not None:
            self._values[before.name] = self.options.values
        self._card = next((it for it in self._formats.cards if it.name == name), None)
        if self._card is None:
            return
        self.options.show_options(self._card.options, self._values.get(name, {}))
        self._options_title.setVisible(bool(self._card.options))
        self._scrolled.setVisible(bool(self._card.options))
        # The last message was about another file.
        self._show_message("")
        self.path.setText(with_ending(self.path.text(), before.ending if before else "", self._card.ending))
        self._changed()

    def _take_preset(self, preset: Preset) -> None:
        """Fill in the form from a preset; report options that the format no longer has."""
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
            text = tr("This preset sets options that {format} does not have: {options}.")
            text = text.format(format=self._card.title, options=", ".join(unknown))
            self._show_message(text, wrong=True)
        self.look_again()

    def _as_preset(self, name: str) -> Preset:
        """Return the form as a preset."""
        return as_preset(name, self.request, self._suggested, self._card.ending if self._card else "")

    def _changed(self, _event: object = None) -> None:
        self.presets.forget()
        self.look_again()

    def look_again(self) -> None:
        """Plan the export again shortly after the last change of the form."""
        self.plan = None
        self.write.setEnabled(False)
        self.write.setDefault(True)
        # Wait until files are written before planning again.
        if not self.trial.is_writing:
            self.trial.delay()

    def _browse(self) -> None:
        dialog = QFileDialog(self, tr("Export to"), self.path.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        # The export dialog asks before it overwrites, by the text of its button.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    # -- the plan -------------------------------------------------------------------------------------------

    def _try(self) -> None:
        if self._card is None:
            return
        reason = why_no_destination(self.path.text().strip(), self._document.path)
        if not self.options.is_valid:
            reason = tr("An option has an invalid value; see above.")
        if reason:
            self.trial.give_up()
            self._leave_untried(reason, wrong=True)
        else:
            self.trial.plan(self.request)

    def _wait(self) -> None:
        """Replace an outdated report by a hint that a new one is being prepared."""
        if self.plan is None:
            self._forget_plan(tr("Preparing the preview…"))

    def _leave_untried(self, text: str, *, wrong: bool = False) -> None:
        if self.plan is None:
            self._forget_plan("")
        self._show_message(text, wrong=wrong)

    def _forget_plan(self, title: str) -> None:
        self.report.show_heading(title)
        self.preview.hide()

    def _show_plan(self, plan: ExportPlan) -> None:
        self.plan = plan
        self.report.show_plan(plan)
        self.preview.setVisible(bool(plan.pages))
        exists = bool(plan.files) and plan.files[0].is_there
        self._set_overwrite(on=exists)
        self.write.setEnabled(not plan.refusal)
        if plan.refusal:
            self._show_message(sentence(plan.refusal), wrong=True)
        elif exists:
            self._show_message(tr("{name} already exists.").format(name=plan.files[0].name))
        else:
            self._show_message("")
        if plan.pages:
            self.preview.show_pages(plan.pages)

    def _draw(self, page: int, width: int) -> None:
        if self.plan is not None:
            self.trial.draw(self.plan.request, page, width)

    # -- writing --------------------------------------------------------------------------------------------

    def _write(self) -> None:
        if self.plan is not None and not self.plan.refusal:
            self.write.setEnabled(False)
            self.trial.write(self.plan.request, overwrite=self._overwrites)

    def _fail(self, reason: str) -> None:
        if self.plan is None:
            reason = tr("{reason} Change a setting to try again.").format(reason=reason)
        self._leave_untried(reason, wrong=True)
        # Writing may work the next time.
        self.write.setEnabled(self.plan is not None)

    def _written(self, written: WrittenFiles) -> None:
        self.write.setEnabled(self.plan is not None)
        if self.plan is None:
            self.trial.delay()
        if written.refusal:
            self._set_overwrite(on=self._overwrites or written.is_foreign)
            self._show_message(sentence(written.refusal), wrong=True)
            return
        self._set_overwrite(on=True)
        # Another Return closes the dialog rather than write the file again.
        self._close.setDefault(True)
        self._show_message(describe_written(str(written.files[0]), len(written.files)))
        self.exported.emit(written)

    def _set_overwrite(self, *, on: bool) -> None:
        self._overwrites = on
        self.write.setText(tr("Overwrite") if on else tr("Export"))

    # -- closing --------------------------------------------------------------------------------------------

    def done(self, result: int) -> None:
        """Close, unless files are being written."""
        if self.trial.is_writing:
            return
        self.trial.end()
        self._formats.ready.disconnect(self._fill)
        self._document.changed.disconnect(self._changed)
        if self._card is not None:
            self.left.emit(self.request)
        super().done(result)

    def _go_to(self, finding: object) -> None:
        self.reject()
        self.finding_chosen.emit(finding)

    def _show_message(self, text: str, *, wrong: bool = False) -> None:
        self.message.setText(text)
        self.message.setStyleSheet(f"color: {colours().error}" if wrong else "")
