"""Export: a format and its options, and before anything is written the files, what is lost, and what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.dialogs.export_report import ExportReport
from fairground.editor.dialogs.format_list import FormatList
from fairground.editor.dialogs.option_form import OptionForm
from fairground.editor.dialogs.page_preview import PagePreview
from fairground.editor.dialogs.preset_row import PresetRow
from fairground.editor.document.export_memory import LastExport
from fairground.editor.document.export_presets import Preset
from fairground.editor.texts import tr
from fairground.editor.theme import colours
from fairground.editor.window.export_words import sentence, written_words
from fairground.editor.window.widgets import heading
from fairground.editor.worker.exporting import (
    DrawPage,
    ExportPlan,
    ExportRequest,
    PlanExport,
    WriteExport,
    Written,
)
from fairground.editor.worker.page_pictures import PagePicture

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.document.export_presets import Presets
    from fairground.editor.worker.formats import FormatCard, Formats
    from fairground.editor.worker.inquiry import SubjectInquiry
    from fairground.editor.worker.process import Progress
    from fairground.editor.worker.worker import Worker

#: How long the form must rest before the export is tried, in milliseconds.
_DEBOUNCE = 250
#: What is tried sooner than this shows no bar, in milliseconds.
_PATIENCE = 300
_SCENARIOS = (".yaml", ".yml")


class ExportDialog(QDialog):
    """Has the worker try the export whenever the form changes, and write it when the button says so.

    A file that is there already is only replaced by the button that says so. Errors stop an export, unless the box
    says otherwise; a click on one goes to its hex, and what is set is there again the next time.
    """

    #: A ``Written``: files were written.
    exported = Signal(object)
    #: A ``Finding`` to be shown on the map; the dialog is gone then.
    finding_chosen = Signal(object)
    #: A ``LastExport``: what the form said when the dialog was closed.
    left = Signal(object)

    def __init__(  # noqa: PLR0913  # what it shows, and who answers
        self,
        document: Document,
        inquiry: SubjectInquiry,
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
        self._document, self._inquiry, self._worker, self._formats = document, inquiry, worker, formats
        self._suggested, self._last = suggested, last
        self._card: FormatCard | None = None
        #: What was set of the formats that were looked at, by name.
        self._values: dict[str, dict[str, str]] = {}
        self._is_writing = self._overwrites = False
        self.plan: ExportPlan | None = None
        self.presets = PresetRow(presets, self._as_preset, self)
        self.format = FormatList(self)
        self.options = OptionForm(self)
        self._options_title = heading(tr("Options"), self)
        self._scrolled = QScrollArea(self)
        self.path = QLineEdit(self)
        self.path.setAccessibleName(tr("File"))
        self.preview = PagePreview(self)
        self.report = ExportReport(self)
        self.force = QCheckBox(tr("Export although there are errors"), self)
        self.strict = QCheckBox(tr("Refuse when something would be lost"), self)
        self.told = QLabel("", self)
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setAccessibleName(tr("Result"))
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(tr("Trying the export"))
        self.stop = QPushButton(tr("Stop"), self)
        self.stop.setAutoDefault(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        # While the export is being tried, Return must not close the dialog.
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        self.write = buttons.addButton(tr("Export"), QDialogButtonBox.ButtonRole.ActionRole)
        self.write.setDefault(True)
        self._arrange(buttons)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PATIENCE)
        self._connect()
        self._show_busy(shown=False)
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
        foot.addWidget(self.progress, 1)
        foot.addWidget(self.stop)
        foot.addStretch(1)
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
        self._scrolled.setWidget(self.options)
        self._scrolled.setWidgetResizable(True)
        # Whatever has the keys within is scrolled to.
        self._scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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
        self._timer.timeout.connect(self._try)
        self._soon.timeout.connect(lambda: self._show_busy(shown=True))
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
        self.stop.clicked.connect(self._stop)
        self.write.clicked.connect(self._write)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        self._worker.told.connect(self._hear)
        self._document.changed.connect(self._changed)

    def _fill(self) -> None:
        """Show the formats, as soon as they are known."""
        self.format.setEnabled(bool(self._formats.cards))
        if not self._formats.cards:
            self._tell(tr("The formats are being listed…"))
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
        self.path.setText(_with_ending(self.path.text(), before.ending if before else "", self._card.ending))
        self._changed()

    def _take_preset(self, preset: Preset) -> None:
        """Set the form as a preset says; options that the format has no more are told."""
        stem = _stem_of(self._suggested)
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
            told = tr("{format} has no option {options}, which this preset has.")
            self._tell(told.format(format=self._card.title, options=", ".join(unknown)), wrong=True)
        self.look_again()

    def _as_preset(self, name: str) -> Preset:
        """Return what is set as a preset."""
        request, folder = self.request, self._suggested.parent
        ending = self._card.ending if self._card else ""
        file, own = request.path.name.removesuffix(ending), _stem_of(self._suggested)
        place = request.path.parent
        beside = place.relative_to(folder).as_posix() if place.is_relative_to(folder) else str(place)
        return Preset(
            name,
            request.format_name,
            request.options,
            "" if beside == "." else beside,
            file.replace(own, "{name}") if own else file,
        )

    def _changed(self, _news: object = None) -> None:
        self.presets.forget()
        self.look_again()

    def look_again(self) -> None:
        """Try the export again as soon as the form rests."""
        if not self._is_writing:
            self.plan = None
            self.write.setEnabled(False)
            self._timer.start()

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
        self._timer.stop()
        if self._card is None:
            return
        reason = self._why_not()
        if reason:
            self._inquiry.forget()
            self._show_busy(shown=False)
            self._tell(reason, wrong=True)
            return
        request = self.request
        self._soon.start()
        self._inquiry.ask_about(self._document, lambda tag, subject: PlanExport(tag, subject, request))

    def _why_not(self) -> str:
        """Return why there is nothing to try; empty when there is."""
        text = self.path.text().strip()
        if not text:
            return tr("Name a file to export to.")
        if not self.options.is_sound:
            return tr("An option cannot be what it is set to: see above.")
        path = Path(text)
        if path.absolute() == self._document.path:
            return tr("{name} is the scenario itself: name another file.").format(name=path.name)
        if path.is_dir():
            return tr("{name} is a folder: name a file in it.").format(name=path)
        if path.parent.is_dir():
            return ""
        return tr("There is no folder {name}.").format(name=path.parent)

    def _take(self, answer: object) -> None:
        if self._timer.isActive():
            return  # another export is about to be tried
        if isinstance(answer, PagePicture):
            self._show_busy(shown=False)
            self.preview.show_picture(answer)
        elif isinstance(answer, ExportPlan):
            self._show_busy(shown=False)
            self._show_plan(answer)
        elif isinstance(answer, Written):
            self._written(answer)

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
            self._tell(tr("{name} is there already.").format(name=plan.files[0].name))
        else:
            self._tell("")
        if plan.pages:
            self.preview.show_pages(plan.pages)

    def _draw(self, page: int, width: int) -> None:
        plan = self.plan
        if plan is not None and not self._timer.isActive() and not self._is_writing:
            self._soon.start()
            self._inquiry.ask_about(
                self._document, lambda tag, subject: DrawPage(tag, subject, plan.request, page, width)
            )

    def _fail(self, reason: str) -> None:
        self._is_writing = False
        self._show_busy(shown=False)
        self._tell(
            tr("It could not be exported: {reason}.").format(reason=reason.removesuffix(".")), wrong=True
        )

    def _hear(self, progress: Progress) -> None:
        if self._inquiry.is_about(progress):
            self.progress.setRange(0, 100)
            self.progress.setValue(round(100 * progress.share))

    def _stop(self) -> None:
        self._inquiry.forget()
        self._show_busy(shown=False)
        self._tell(tr("Trying it was stopped. Change something to have it tried again."))

    def _show_busy(self, *, shown: bool) -> None:
        if not shown:
            self._soon.stop()
        self.progress.setRange(0, 0)
        self.progress.setVisible(shown)
        # What is being written is written in a moment, all of it or nothing.
        self.stop.setVisible(shown and not self._is_writing)

    # -- writing --------------------------------------------------------------------------------------------

    def _write(self) -> None:
        plan = self.plan
        if plan is None or plan.told:
            return
        overwrite = self._overwrites
        self._is_writing = True
        self.write.setEnabled(False)
        self._soon.start()
        self._inquiry.ask_about(
            self._document, lambda tag, subject: WriteExport(tag, subject, plan.request, overwrite=overwrite)
        )

    def _written(self, written: Written) -> None:
        self._is_writing = False
        self._show_busy(shown=False)
        self.write.setEnabled(True)
        if written.told:
            self._set_overwrite(on=self._overwrites or written.is_foreign)
            self._tell(sentence(written.told), wrong=True)
            return
        self._set_overwrite(on=True)
        self._tell(written_words(str(written.files[0]), len(written.files)))
        self.exported.emit(written)

    def _set_overwrite(self, *, on: bool) -> None:
        self._overwrites = on
        self.write.setText(tr("Overwrite") if on else tr("Export"))

    # -- leaving --------------------------------------------------------------------------------------------

    def done(self, result: int) -> None:
        """Close; not before what is being written is written."""
        if self._is_writing:
            return
        self._timer.stop()
        self._inquiry.forget()
        self._inquiry.answered.disconnect(self._take)
        self._inquiry.failed.disconnect(self._fail)
        self._worker.told.disconnect(self._hear)
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


def _stem_of(path: Path) -> str:
    return path.name.removesuffix(path.suffix) if path.suffix in _SCENARIOS else path.name


def _with_ending(text: str, before: str, ending: str) -> str:
    """Return a path with the ending of another format; one that is no format's is a part of the name."""
    for old in (before, ending, *_SCENARIOS):
        if old and text.endswith(old):
            return text.removesuffix(old) + ending
    return text + ending if text else text
