"""The report of an export as a list: files, losses and findings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from fairground.core.finding import Severity
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import sentence, tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import make_bold
from fairground.editor.widgets.problem_list import placed_message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from fairground.core.finding import Finding
    from fairground.editor.features.exporting.job import ExportPlan, PlannedFile

_FINDING = Qt.ItemDataRole.UserRole
#: The maximum number of findings listed; the findings panel has them all.
_MOST = 200
_SEVERITIES = {Severity.ERROR: tr("Error"), Severity.WARNING: tr("Warning"), Severity.ADVICE: tr("Advice")}


def describe_written(main: str, files: int) -> str:
    """Return a text about the main file that was written, and the number of companions (``files`` counts both)."""
    if files == 1:
        return tr("Wrote {name}").format(name=main)
    companions = trn("{n} companion file", "{n} companion files", files - 1).format(n=files - 1)
    return tr("Wrote {name} and {files}").format(name=main, files=companions)


class ExportReport(QListWidget):
    """Headings with rows under them; a click or Enter on a finding chooses it."""

    #: The ``Finding`` that was chosen.
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Export result"))
        self.setWordWrap(True)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)

    def show_plan(self, plan: ExportPlan) -> None:
        """Show the expected result of an export, errors first."""
        self.clear()
        look = colours()
        counts = Counter(it.severity for it in plan.findings)
        if counts[Severity.ERROR]:
            self._show_findings(tr("Problems"), plan.findings, Severity.ERROR)
        if plan.files:
            self._head(tr("Files"))
            for it in plan.files:
                self._row("file", look.soft, _describe_file(it), tr("File"))
            self._head(tr("Losses") if plan.losses else tr("Nothing will be lost"))
            for loss in plan.losses:
                self._row("warning", look.warning, sentence(loss), tr("Lost"))
        if counts[Severity.WARNING]:
            self._show_findings(tr("Warnings from validation"), plan.findings, Severity.WARNING)
        if counts[Severity.ADVICE]:
            self._show_findings(tr("Advice from validation"), plan.findings, Severity.ADVICE)

    def show_heading(self, text: str) -> None:
        """Show only a heading; nothing for an empty one."""
        self.clear()
        if text:
            self._head(text)

    def texts(self) -> list[str]:
        """Return the rows, headings included."""
        return [self.item(at).text() for at in range(self.count())]

    def _show_findings(self, title: str, findings: Iterable[Finding], severity: Severity) -> None:
        shown, ink = [it for it in findings if it.severity is severity], colours().of(severity)
        self._head(f"{title}: {len(shown):,}")
        for it in shown[:_MOST]:
            item = self._row(severity.value, ink, placed_message(it), _SEVERITIES[severity])
            item.setData(_FINDING, it)
            item.setToolTip(it.fix or it.message)
        if len(shown) > _MOST:
            self._row(severity.value, ink, tr("and {n} more").format(n=f"{len(shown) - _MOST:,}"), "")

    def _head(self, text: str) -> None:
        item = QListWidgetItem(text, self)
        make_bold(item)
        # With some space above, except at the top.
        lines = 1.2 if self.count() == 1 else 1.8
        item.setSizeHint(QSize(0, round(self.fontMetrics().lineSpacing() * lines)))
        item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        # Headings cannot be chosen.
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)

    def _row(self, sign: str, ink: str, text: str, kind: str) -> QListWidgetItem:
        item = QListWidgetItem(icon(sign, ink), text, self)
        # The meaning of the sign, for screen readers.
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{kind}: {text}" if kind else text)
        return item

    def _choose(self, item: QListWidgetItem) -> None:
        finding = item.data(_FINDING)
        if finding is not None:
            self.chosen.emit(finding)


def _describe_file(file: PlannedFile) -> str:
    if file.size < 1000:
        size = trn("{n} byte", "{n} bytes", file.size).format(n=file.size)
    else:
        size = f"{file.size / 1000:.1f} kB" if file.size < 1_000_000 else f"{file.size / 1_000_000:.1f} MB"
    text = tr("{name}, {size}: replaces the existing file") if file.is_there else tr("{name}, {size}")
    return text.format(name=file.name, size=size)
